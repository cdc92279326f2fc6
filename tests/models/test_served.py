"""Real servers of models on this machine, with a small model of ours whose numbers torch knows."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
import torch
import transformers

import kgforge
from kgforge import models
from kgforge.errors import ModelError
from kgforge.models.openai import Chat
from kgforge.models.openai.replies import Reply
from kgforge.schema import Answer, ChatOptions, ModelOptions, Request
from tests.models import tiny
from tests.models.chatting import Chatting
from tests.stores.servers import Servers
from tests.worlds import handmade

NEAR = 1e-4
"""By so much log-probabilities may differ between engines; seen: 2e-6."""
WRITTEN = 6
"""Tokens of a generated text."""
PEOPLE = ("Ada", "Bo", "Cy", "Di", "Eva", "Özil", "李")
CLOZE = [
    Request(f"i-{n}", "forward", 0, 0, f"{name} is married to ", ".", "Bo", ("Bo", "Ada", "Ö 李"))
    for n, name in enumerate(PEOPLE)
]
TRUTH = [
    msgspec.structs.replace(
        one, before=f"{one.before}Bo. ", after="", candidates=("true", "false"),
        chosen=True, instruction="True or false?",
    )
    for one in CLOZE
]  # fmt: skip


class Torch:
    """The same model, asked without any server."""

    def __init__(self, folder: Path) -> None:
        self.tokenizer: Any = transformers.AutoTokenizer.from_pretrained(folder)
        self.model: Any = transformers.AutoModelForCausalLM.from_pretrained(folder)
        self.model.train(False)

    def chat(self, told: str, asked: str) -> str:
        """A chat as one text."""
        roles = [{"role": "system", "content": told}, {"role": "user", "content": asked}]
        text: str = self.tokenizer.apply_chat_template(
            roles, tokenize=False, add_generation_prompt=True
        )
        return text

    def next(self, text: str) -> Any:
        """The log-probabilities of the next token."""
        ids = self.tokenizer(text, return_tensors="pt").input_ids
        with torch.no_grad():
            return torch.log_softmax(self.model(ids).logits[0, -1], -1)

    def written(self, text: str) -> str:
        """The likeliest tokens, one after the other."""
        ids = self.tokenizer(text).input_ids
        start = len(ids)
        for _ in range(WRITTEN):
            with torch.no_grad():
                best = int(self.model(torch.tensor([ids])).logits[0, -1].argmax())
            if best == self.tokenizer.eos_token_id:
                break
            ids.append(best)
        said: str = self.tokenizer.decode(ids[start:])
        return said

    def places(self, token: str) -> list[int]:
        """The tokens with a text."""
        return [n for n in range(len(self.tokenizer)) if self.tokenizer.decode([n]) == token]

    def echo(self, statement: str) -> dict[str, Any]:
        """What completions tell of a statement and one token more, as OpenAI's did."""
        ids = self.tokenizer(statement).input_ids
        with torch.no_grad():
            every = torch.log_softmax(self.model(torch.tensor([ids])).logits[0], -1)
        ids.append(int(every[-1].argmax()))
        values = [None, *(float(every[at, token]) for at, token in enumerate(ids[1:]))]
        texts = [self.tokenizer.decode([token]) for token in ids]
        told = {"tokens": texts, "token_logprobs": values}
        return {"text": self.tokenizer.decode(ids), "logprobs": told, "finish_reason": "length"}


@pytest.fixture(scope="module", params=["llamacpp", "serving"])
def server(request: pytest.FixtureRequest, servers: Servers) -> Any:
    """Each real server."""
    return servers.get(request.param)


@pytest.fixture(scope="module")
def llama(servers: Servers) -> Any:
    return servers.get("llamacpp")


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Torch:
    """The model, which is the same wherever it is made."""
    return Torch(tiny.make(tmp_path_factory.mktemp("tiny") / "model"))


def opened(server: Any, **chat: Any) -> Chat:
    chosen = ChatOptions(url=server.url, **chat)
    found = models.open(f"openai:{server.model}", ModelOptions(max_new_tokens=WRITTEN, chat=chosen))
    assert isinstance(found, Chat)
    return found


def said(text: str) -> str:
    """A text as far as servers agree on it: half a character at the end is told or not."""
    return text.partition("\ufffd")[0].strip()


def test_a_chat_says_what_torch_says(server: Any, known: Torch) -> None:
    model = opened(server)
    found = model.answer(CLOZE)
    for request, answer in zip(CLOZE, found, strict=True):
        told = "Fill in the blank marked [MASK]. Answer with the missing name only."
        prompt = known.chat(told, f"{request.before}[MASK].")
        assert said(answer.text) == said(known.written(prompt))
    assert {one.ended for one in found} == {"length"}
    assert any(len(said(one.text)) > 2 for one in found)


def test_completions_go_on_as_torch_does(server: Any, known: Torch) -> None:
    requests = [msgspec.structs.replace(one, before=one.before + "B", several=True, after="")
                for one in CLOZE]  # fmt: skip
    for request, answer in zip(
        requests, opened(server, api="completions").answer(requests), strict=True
    ):
        wanted = known.written(request.before).lstrip().partition("\n")[0]
        assert said(answer.text) == said(wanted)


def test_tokens_are_those_of_the_tokenizer(server: Any, known: Torch) -> None:
    model = opened(server)
    model.answer(TRUTH[:1])
    prompt = known.chat("True or false?", TRUTH[0].before.strip())
    spent = model.spent
    assert spent.prompt_tokens == len(known.tokenizer(prompt).input_ids)
    assert (spent.completion_tokens, spent.unreported) == (WRITTEN, 0)
    assert spent.total_tokens == spent.prompt_tokens + WRITTEN


def test_a_server_without_log_probabilities_is_read_by_its_texts(servers: Servers) -> None:
    found = opened(servers.get("serving")).answer(TRUTH)
    assert not any(one.candidates for one in found)
    assert any(one.text for one in found)


@pytest.mark.parametrize("api", ["chat", "completions"])
def test_llama_cpp_gives_the_log_probabilities_of_torch(
    llama: Any, known: Torch, api: str, tmp_path: Path
) -> None:
    model = opened(llama, api=api)
    model.keep(tmp_path / "journal.jsonl")
    chosen = model.answer(TRUTH)
    replies = kept(tmp_path / "journal.jsonl")
    seen = compared = 0
    for request, answer in zip(TRUTH, chosen, strict=True):
        prompt = known.chat("True or false?", request.before.strip())
        every = known.next(prompt if api == "chat" else request.before.rstrip())
        best = [float(value) for value in every.topk(20).values]
        told = any(values(one) == pytest.approx(best, abs=NEAR) for one in replies)
        assert told is ("\ufffd" not in known.tokenizer.decode([int(every.argmax())]))
        seen += told
        for one in answer.candidates:
            if one.tokens != ("",):
                [place] = known.places(one.tokens[0])
                assert one.logprobs[0] == pytest.approx(float(every[place]), abs=NEAR)
                compared += 1
    assert seen > 2
    assert compared or api == "completions"


def kept(journal: Path) -> list[Reply]:
    lines = journal.read_text().splitlines()
    return [msgspec.convert(json.loads(line)["reply"], Reply) for line in lines]


def values(reply: Reply) -> list[float]:
    return sorted((value for _, value in reply.first), reverse=True)


def test_one_that_does_not_echo_cannot_rank(server: Any) -> None:
    options = ModelOptions(method="ranking", chat=ChatOptions(url=server.url))
    with pytest.raises(ModelError, match=r"so that it cannot rank(: | \(.*\): )use --method open"):
        models.open(f"openai:{server.model}", options).answer(CLOZE[:1])


def test_what_echoes_ranks_as_the_causal_model_does(known: Torch, tmp_path: Path) -> None:
    """Peer: ``causal:`` on the same weights, which begins with a token of its own."""
    folder = tiny.make(tmp_path / "model")
    start = known.tokenizer.bos_token

    def answer(body: Mapping[str, Any]) -> Any:
        choices = []
        for place, statement in enumerate(body["prompt"]):
            choice = known.echo(start + statement)
            choices.append(choice | {"index": place, "text": choice["text"].removeprefix(start)})
        return {"choices": choices}

    ranking = ModelOptions(method="ranking")
    wanted = models.open(f"causal:{folder}", ranking).answer(CLOZE)
    with Chatting(answer) as served:
        chat = ChatOptions(url=served.base)
        options = ModelOptions(method="ranking", chat=chat)
        found = models.open("openai:x", options).answer(CLOZE)
    for one, other in zip(found, wanted, strict=True):
        assert sums(one) == pytest.approx(sums(other), abs=NEAR)
        assert [len(each.logprobs) for each in one.candidates] == [
            len(each.logprobs) for each in other.candidates
        ]


def sums(answer: Answer) -> list[float]:
    return [sum(one.logprobs) for one in answer.candidates]


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    items = [
        handmade.item(
            f"symmetry-{n:016x}", "symmetry", "wdt:P26",
            handmade.fact("forward", name, "P26", "Bo", candidates=PEOPLE),
            handmade.fact("backward", "Bo", "P26", name, candidates=PEOPLE),
        )
        for n, name in enumerate(PEOPLE)
    ]  # fmt: skip
    return handmade.write_benchmark(tmp_path / "bench", items, {"symmetry": "both_given_either"})


def test_a_whole_run_has_the_same_bytes_however_many_are_asked_at_once(
    server: Any, bench: Path, tmp_path: Path
) -> None:
    found = []
    for many in (1, 4):
        chat = ChatOptions(url=server.url, concurrency=many, abstain=True, price=(1.0, 2.0))
        options = ModelOptions(max_new_tokens=WRITTEN, chat=chat)
        run = tmp_path / f"run-{many}"
        info = kgforge.probe(bench, f"openai:{server.model}", run, options)
        assert (info.finished, info.unaskable) == (True, 0)
        assert info.spent
        assert info.spent.answers == 7  # each has one spouse, who asks the same of all
        assert info.spent.cost
        found.append((run / "responses.jsonl").read_bytes())
    assert found[0] == found[1]
    assert found[0].count(b"\n") == 14
