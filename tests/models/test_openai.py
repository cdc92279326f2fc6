"""Models behind a server: what they are sent, how answers are read, and what a bad server does."""

import datetime
import itertools
import json
import math
import time
from collections.abc import Callable, Mapping
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kgforge import models
from kgforge.errors import AddressError, KgforgeError, ModelError, OutputError
from kgforge.models.openai import Chat, calls, server
from kgforge.models.openai.choosing import choose
from kgforge.models.openai.journal import Journal
from kgforge.models.openai.replies import Reply
from kgforge.schema import ChatOptions, ModelOptions, Request, Scored
from tests.models.chatting import JSON, MODEL, Chatting, asked, reply, text, tokens
from tests.stores.servers import scripted

KEY = "sk-test/very+secret-0123456789"
CLOZE = Request("i-1", "forward", 0, 2, "Ada is married to ", ".", "Bo", ("Bo", "Cy"))
TRUTH = Request(
    "i-2", "forward", 0, 0, "Ada is married to Bo. True or false? ", "", "true", ("true", "false"),
    form="true_false", chosen=True, instruction="Answer true or false.",
)  # fmt: skip
LETTER = msgspec.structs.replace(
    TRUTH, item="i-3", before="Who? A) Bo B) Cy C) Di", candidates=("A", "B", "C"), target="A"
)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short pauses, and nothing of the environment."""
    manners = msgspec.structs.replace(server.MANNERS, first=0.01, tries=4)
    monkeypatch.setattr(server, "MANNERS", manners)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


def opened(url: str, method: str = "open", **chat: Any) -> Chat:
    options = ModelOptions(method=method, chat=ChatOptions(url=url, **chat))
    found = models.open(f"openai:{MODEL}", options)
    assert isinstance(found, Chat)
    return found


def failing(answer: Callable[[Mapping[str, Any]], Any], *requests: Request, **chat: Any) -> str:
    """What is said of a server that gives such answers."""
    with Chatting(answer) as served, pytest.raises(ModelError) as caught:
        opened(served.base, **chat).answer(requests or [CLOZE])
    return str(caught.value)


class TestSent:
    """What is sent for a request."""

    def sent(self, request: Request, said: Any = None, **chat: Any) -> dict[str, Any]:
        with Chatting(lambda body: said or text("Bo")) as served:
            opened(served.base, **chat).answer([request])
        [body] = served.bodies
        return body

    def test_a_statement_keeps_its_slot_and_has_an_instruction(self) -> None:
        assert self.sent(CLOZE, seed=7) == {
            "model": MODEL,
            "temperature": 0,
            "seed": 7,
            "max_tokens": 256,
            "messages": [
                {"role": "system", "content": "Fill in the blank marked [MASK]. Answer with the "
                "missing name only."},
                {"role": "user", "content": "Ada is married to [MASK]."},
            ],
        }  # fmt: skip

    def test_the_forms_own_instruction_comes_first(self) -> None:
        own = msgspec.structs.replace(CLOZE, instruction="Say what [MASK] is.")
        messages = self.sent(own)["messages"]
        assert [one["content"] for one in messages] == [
            "Say what [MASK] is.",
            "Ada is married to [MASK].",
        ]

    def test_a_question_has_no_slot(self) -> None:
        messages = self.sent(TRUTH)["messages"]
        assert [one["content"] for one in messages] == [
            "Answer true or false.",
            "Ada is married to Bo. True or false?",
        ]

    def test_a_text_is_asked_for_as_it_stands(self) -> None:
        written = Request("i", "", 0, 0, "Triples of: Ada…\n", "", "", (), written=True)
        [message] = self.sent(written)["messages"]
        assert message == {"role": "user", "content": "Triples of: Ada…\n"}

    def test_all_answers_are_asked_for_where_all_are_wanted(self) -> None:
        several = msgspec.structs.replace(CLOZE, several=True)
        told = self.sent(several)["messages"][0]["content"]
        assert told.startswith("Give all names")
        assert "none" in told

    @pytest.mark.parametrize("request_", [CLOZE, TRUTH])
    def test_a_model_may_say_that_it_does_not_know(self, request_: Request) -> None:
        body = self.sent(request_, abstain=True)
        assert body["messages"][0]["content"].endswith("say unknown.")
        assert "logprobs" not in body  # for it may say neither true nor false

    def test_letters_and_words_are_asked_for_with_log_probabilities(self) -> None:
        assert (self.sent(LETTER)["logprobs"], self.sent(LETTER)["top_logprobs"]) == (True, 20)

    def test_completions_go_on_as_a_causal_model_does(self) -> None:
        said = {"choices": [{"index": 0, "text": " Bo. Ada is", "finish_reason": "length"}]}
        with Chatting(lambda body: said) as served:
            model = opened(served.base, api="completions")
            found = model.answer([CLOZE, msgspec.structs.replace(CLOZE, after=" of Lund.")])
        [body] = served.bodies
        assert (body["prompt"], body["max_tokens"]) == ("Ada is married to", calls.NAME)
        assert (found[0].text, found[0].ended) == ("Bo", "")  # it ends at the full stop
        assert found[1].error.startswith("not askable: the slot is not at the end")

    def test_the_key_of_the_environment_goes_into_one_header(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("OPENAI_API_KEY", f" {KEY}\n")
        with Chatting(lambda body: text("Bo")) as served:
            opened(served.base).answer([CLOZE])
        [said] = served.asked
        assert said.headers["Authorization"] == f"Bearer {KEY}"
        assert KEY not in said.body.decode() + said.path

    def test_the_url_of_the_environment_is_the_default(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with Chatting(lambda body: text("Bo")) as served:
            monkeypatch.setenv("OPENAI_BASE_URL", f"{served.base}/")
            assert models.open(f"openai:{MODEL}", ModelOptions()).answer([CLOZE])[0].text == "Bo"
        assert served.asked[0].path == "/v1/chat/completions"


class TestRead:
    """How answers are read."""

    def answer(self, said: Any, request: Request = CLOZE, **chat: Any) -> Any:
        with Chatting(lambda body: said) as served:
            return opened(served.base, **chat).answer([request])[0]

    @pytest.mark.parametrize(
        ("said", "wanted"),
        [
            (text(" Bo\n"), ("Bo", "")),
            (text("Bo and", finish_reason="length"), ("Bo and", "length")),
            (text("", finish_reason="length"), ("", "length")),
            (text("", finish_reason="content_filter"), ("", "content_filter")),
            (text(""), ("", "empty")),
            (text("\n "), ("", "empty")),
            (text("", message={"content": None, "refusal": "I cannot."}), ("I cannot.", "refusal")),
            (text("", message={"content": [{"type": "text", "text": "Bo"}]}), ("Bo", "")),
            (text("<think>Bo? Cy?</think>\n\nBo"), ("Bo", "")),
            (text("<think>Bo? Cy?", finish_reason="length"), ("<think>Bo? Cy?", "length")),
        ],
    )
    def test_how_a_text_ended_is_told(self, said: Any, wanted: tuple[str, str]) -> None:
        found = self.answer(said)
        assert (found.text, found.ended, found.error) == (*wanted, "")

    def test_half_a_character_is_no_harm(self) -> None:
        assert self.answer(text("Bo \ud83d")).text == "Bo ?"

    def test_a_text_that_is_wanted_keeps_its_blanks(self) -> None:
        written = Request("i", "", 0, 0, "Write.", "", "", (), written=True)
        assert self.answer(text(" spouse(Ada, Bo)\n"), written).text == " spouse(Ada, Bo)\n"

    def test_a_letter_is_chosen_by_the_first_token(self) -> None:
        said = text("B", **tokens((" B", -0.4), ("B", -2.0), ("A", -1.9), ("The", -4.0)))
        found = self.answer(said, LETTER)
        both = math.log(math.exp(-0.4) + math.exp(-2.0))
        left = math.log(1 - sum(map(math.exp, (-0.4, -2.0, -1.9, -4.0))))
        assert found.text == ""
        assert [(one.text, one.tokens) for one in found.candidates] == [
            ("A", ("A",)),
            ("B", (" B",)),
            ("C", ("",)),
        ]
        values = [one.logprobs[0] for one in found.candidates]
        assert values == pytest.approx([-1.9, both, min(-4.0, left)], abs=2e-6)
        assert values[2] < min(-4.0, left)

    def test_a_blank_before_it_is_passed_over(self) -> None:
        blank = tokens(("\n", -0.1), ("B", -3.0))["logprobs"]["content"]
        said = text("\nA", logprobs={"content": blank + tokens(("A", -0.2))["logprobs"]["content"]})
        assert self.answer(said, LETTER).candidates[0].logprobs == (-0.2,)

    @pytest.mark.parametrize("more", [
        {}, {"logprobs": None}, tokens(("The", -0.2), ("a", -2.0)),
        # llama.cpp, where the first token is half a character: it tells of the next one
        {"logprobs": {"content": [{"token": "\ufffdA", "logprob": -0.1, "top_logprobs": [
            {"token": "A", "logprob": -0.1}]}]}},
        # of one whose parts it joins, it tells of the last
        {"logprobs": {"content": [{"token": "﹐", "logprob": -0.1, "top_logprobs": [
            {"token": "\ufffd", "logprob": -0.1}, {"token": "A", "logprob": -4.0}]}]}},
    ])  # fmt: skip
    def test_without_its_token_the_text_is_the_answer(self, more: Any) -> None:
        found = self.answer(text("The answer is A.", **more), LETTER)
        assert (found.candidates, found.text) == ((), "The answer is A.")

    def test_the_completions_of_openai_and_of_llama_cpp_are_read_alike(self) -> None:
        old = {"tokens": [" true"], "token_logprobs": [-0.2], "text_offset": [0],
               "top_logprobs": [{" true": -0.2, " false": -2.0}]}  # fmt: skip
        new = tokens((" true", -0.2), (" false", -2.0))["logprobs"]
        found = [
            self.answer({"choices": [{"text": " true", "logprobs": told}]}, TRUTH,
                        api="completions").candidates
            for told in (old, new)
        ]  # fmt: skip
        assert found[0] == found[1]
        assert [one.logprobs for one in found[0]] == [(-0.2,), (-2.0,)]

    def test_several_prompts_are_answered_in_their_order_and_each_text_once(self) -> None:
        requests = [
            msgspec.structs.replace(CLOZE, item=f"i-{number}", before=f"{number % 20} likes ")
            for number in range(40)
        ]

        def slow_first(body: Mapping[str, Any]) -> Any:
            time.sleep(0.05 if asked(body).startswith("0") else 0)
            return text(asked(body).partition(" ")[0])

        shares: list[float] = []
        with Chatting(slow_first) as served:
            model = opened(served.base, concurrency=8)
            found = model.answer(requests, shares.append)
            assert model.answer(requests) == found
        assert [one.text for one in found] == [str(number % 20) for number in range(40)]
        assert set(served.prompts.values()) == {1}
        assert (model.spent.answers, model.spent.total_tokens) == (20, 260)
        assert (shares[-1], sorted(shares)) == (1, shares)

    def test_so_many_requests_are_under_way_at_once(self) -> None:
        under_way: list[int] = []
        now: set[str] = set()

        def slow(body: Mapping[str, Any]) -> Any:
            now.add(asked(body))
            under_way.append(len(now))
            time.sleep(0.02)
            now.discard(asked(body))
            return text("Bo")

        requests = [msgspec.structs.replace(CLOZE, before=f"{n} likes ") for n in range(24)]
        with Chatting(slow) as served:
            opened(served.base, concurrency=3).answer(requests)
        assert max(under_way) == 3


class TestSpent:
    """Tokens and cost."""

    def test_they_are_summed_up_with_the_price_of_a_million(self) -> None:
        bare = text("Bo", finish_reason="length") | {"model": "echo-1-2026", "usage": None}
        answers = itertools.cycle([text("Bo"), bare])
        requests = [msgspec.structs.replace(CLOZE, before=f"{n} likes ") for n in range(4)]
        with Chatting(lambda body: next(answers)) as served:
            model = opened(served.base, price=(1.0, 10.0), concurrency=1)
            model.answer(requests)
        spent = msgspec.to_builtins(model.spent)
        assert spent == {
            "answers": 4, "prompt_tokens": 20, "completion_tokens": 6, "total_tokens": 26,
            "unreported": 2, "models": {MODEL: 2, "echo-1-2026": 2}, "ended": {"length": 2},
            "adapted": (), "cost": 8e-05,
        }  # fmt: skip


class TestRanking:
    """Candidates ranked by the log-probabilities of whole statements."""

    @staticmethod
    def echoing(
        cut: Callable[[str], list[str]], first: Any = None, extra: int = 1
    ) -> Callable[[Mapping[str, Any]], Any]:
        """A server whose n-th token of a statement has the log-probability -n, in tenths."""

        def answer(body: Mapping[str, Any]) -> Any:
            assert (body["echo"], body["max_tokens"]) == (True, 1)
            choices: list[dict[str, Any]] = []
            for place, statement in enumerate(body["prompt"]):
                every = [*cut(statement), *["!"] * extra]
                values = [first, *(-at / 10 for at in range(1, len(every)))]
                told = {"tokens": every, "token_logprobs": values}
                said = statement + "!" * extra
                choices.insert(0, {"index": place, "text": said, "logprobs": told})
            return {"choices": choices}

        return answer

    @staticmethod
    def words(statement: str) -> list[str]:
        head, *others = statement.split(" ")
        return [head, *(f" {word}" for word in others)]

    def ranked(self, answer: Callable[[Mapping[str, Any]], Any]) -> tuple[Scored, ...]:
        with Chatting(answer) as served:
            return opened(served.base, "ranking").answer([CLOZE])[0].candidates

    @pytest.mark.parametrize("extra", [0, 1])
    def test_all_tokens_of_the_statement_count_and_none_behind_it(self, extra: int) -> None:
        found = self.ranked(self.echoing(self.words, extra=extra))
        own = (" is", " married", " to")
        assert found == (
            Scored("Bo", (*own, " Bo."), (-0.1, -0.2, -0.3, -0.4)),
            Scored("Cy", (*own, " Cy."), (-0.1, -0.2, -0.3, -0.4)),
        )

    def test_a_token_of_the_beginning_is_none_of_the_statement(self) -> None:
        found = self.ranked(self.echoing(lambda text: ["<s>", *self.words(text)]))
        assert found[0].tokens == ("Ada", " is", " married", " to", " Bo.")

    def test_a_character_among_several_tokens_is_no_harm(self) -> None:
        found = self.ranked(self.echoing(lambda text: ["Ada is \ufffd", "\ufffd", "."]))
        assert [len(one.logprobs) for one in found] == [2, 2]

    @pytest.mark.parametrize("said", [
        {"choices": [{"index": n, "text": " and"} for n in (0, 1)]},
        {"choices": [{"index": n, "text": f"Ada is married to {name}."}
                     for n, name in enumerate(("Bo", "Cy"))]},
    ])  # fmt: skip
    def test_a_server_that_does_not_echo_cannot_rank(self, said: Any) -> None:
        with Chatting(lambda body: said) as served, pytest.raises(ModelError) as caught:
            opened(served.base, "ranking").answer([CLOZE])
        assert str(caught.value) == (
            f"{served.base} does not give the log-probabilities of what it is sent (completions "
            "with echo and logprobs), so that it cannot rank: use --method open"
        )

    def test_a_server_that_refuses_echo_is_not_asked_without(self) -> None:
        refused = reply({"error": {"message": "Unsupported parameter: echo, logprobs"}}, 400)
        with Chatting(lambda body: refused) as served, pytest.raises(ModelError) as caught:
            opened(served.base, "ranking").answer([CLOZE])
        assert "so that it cannot rank (HTTP 400: " in str(caught.value)
        assert len(served.bodies) == 1

    @pytest.mark.parametrize(("wrong", "said"), [
        ({"first": math.nan}, "a log-probability is nan"),
        ({"first": 0.5}, "a log-probability is 0.5"),
        ({"first": "x"}, "a log-probability is 'x'"),
        ({"cut": lambda text: text.split(" ")}, "its tokens are not those of"),
        ({"cut": lambda text: [text[:5]]}, "its tokens are not those of"),
        ({"cut": lambda text: [text]}, "no token of .* has a log-probability"),
    ])  # fmt: skip
    def test_wrong_log_probabilities_name_the_item(self, wrong: Any, said: str) -> None:
        answer = self.echoing(**{"cut": self.words} | wrong)
        with Chatting(answer) as served, pytest.raises(ModelError, match=f"item i-1 .*{said}"):
            opened(served.base, "ranking").answer([CLOZE])


class TestFaulty:
    """A server that misbehaves: asked again a few times, then an error, never an answer."""

    def mended(self, *faults: scripted.Reply, **chat: Any) -> Chatting:
        """Asked of a server that fails at first."""
        waiting = list(faults)
        served = Chatting(lambda body: text("Bo"), lambda: waiting.pop(0) if waiting else None)
        with served:
            assert opened(served.base, **chat).answer([CLOZE])[0].text == "Bo"
        return served

    @pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
    def test_one_that_is_busy_or_broken_is_asked_again(self, status: int) -> None:
        assert len(self.mended(reply({}, status), reply({}, status)).bodies) == 3

    @pytest.mark.parametrize("fault", [
        scripted.Reply(dropped=True),
        scripted.Reply((b'{"choices": [{"mess',), headers=JSON, length=4000),
        scripted.Reply((b'{"choices": [{"mess',), headers=JSON),
        reply([]), reply({"error": {"code": 502, "message": "upstream"}}),
    ], ids=["dropped", "cut", "truncated", "list", "error"])  # fmt: skip
    def test_a_broken_answer_is_asked_for_again(self, fault: scripted.Reply) -> None:
        assert len(self.mended(fault).bodies) == 2

    def test_it_is_waited_as_long_as_the_server_wants(self) -> None:
        in_a_while = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=2)
        date = format_datetime(in_a_while, usegmt=True)
        served = self.mended(reply({}, 429, Retry_After="1"), reply({}, 429, Retry_After=date))
        first, second = (served.times[at + 1] - served.times[at] for at in (0, 1))
        assert 1 <= first < 1.5
        assert served.times[2] - served.times[0] < 2.5
        assert second < 1.5

    def test_one_that_wants_too_long_a_pause_is_given_up(self) -> None:
        said = failing(lambda body: reply({}, 429, Retry_After="3600"))
        assert "is busy (HTTP 429: {}), and asks to wait 3600 s: try again later" in said

    def test_an_answer_that_comes_too_late_is_asked_for_again_and_given_up(self) -> None:
        def slow(body: Mapping[str, Any]) -> Any:
            time.sleep(0.3)
            return text("Bo")

        with Chatting(slow) as served, pytest.raises(ModelError) as caught:
            opened(served.base, timeout=0.1).answer([CLOZE])
        assert "no answer within 0.1 s (--timeout)" in str(caught.value)
        assert len(served.bodies) == 4

    def test_drop_by_drop_is_too_late_too(self) -> None:
        body = json.dumps(text("Bo")).encode()
        drops = scripted.Reply(tuple(bytes([one]) for one in body), headers=JSON, pause=0.01)
        assert "no answer within 0.2 s" in failing(lambda body: drops, timeout=0.2)

    @pytest.mark.parametrize(("status", "said"), [
        (500, "fails (HTTP 500: down)"), (503, "is busy (HTTP 503: down)"),
        (429, "is busy (HTTP 429: down)"),
    ])  # fmt: skip
    def test_one_that_stays_so_is_an_error(self, status: int, said: str) -> None:
        down = scripted.Reply((b"down",), status, {})
        found = failing(lambda body: down)
        assert "item i-1 (forward, prompt 2)" in found
        assert said in found
        assert "the same command goes on" in found

    def test_money_that_is_spent_does_not_come_back_by_waiting(self) -> None:
        empty = {"error": {"message": "You exceeded your current quota", "type": "quota"}}
        with Chatting(lambda body: reply(empty, 429)) as served, pytest.raises(ModelError) as found:
            opened(served.base).answer([CLOZE])
        assert "You exceeded your current quota" in str(found.value)
        assert len(served.bodies) == 1

    def test_one_that_is_not_there_is_told(self) -> None:
        with Chatting(lambda body: text("Bo")) as served:
            base = served.base
        with pytest.raises(ModelError, match=r"cannot reach http://127.* Connection refused"):
            opened(base).answer([CLOZE])

    def test_a_page_is_no_answer(self) -> None:
        page = scripted.Reply((b"<html><p>Welcome</p></html>",), 200, {"Content-Type": "text/html"})
        found = failing(lambda body: page)
        assert "no OpenAI-compatible server: it answers with text/html: 'Welcome'" in found
        assert "It usually ends in /v1" in found

    def test_an_error_page_is_told_in_its_words(self) -> None:
        page = scripted.Reply((b"<html><p>Bad <b>gateway</b></p></html>",), 418, {})
        assert "HTTP 418: Bad gateway" in failing(lambda body: page)

    def test_an_unknown_model_is_told_with_those_there_are(self) -> None:
        with Chatting(lambda body: reply({"error": "no"}, 404)) as served:
            options = ModelOptions(chat=ChatOptions(url=served.base))
            with pytest.raises(ModelError, match=r"has no model 'none' .*; it has: echo-1, other"):
                models.open("openai:none", options).answer([CLOZE])

    def test_another_address_is_told(self) -> None:
        gone = scripted.Reply((b"nothing here",), 404, {})
        with scripted.Scripted(lambda said: gone) as served, pytest.raises(ModelError) as caught:
            opened(served.url).answer([CLOZE])
        assert "/chat/completions is not there (HTTP 404: nothing here): is --url right?" in str(
            caught.value
        )

    def test_one_that_has_moved_is_told(self) -> None:
        moved = scripted.Reply((), 308, {"Location": "http://elsewhere.example/v1"})
        assert "has moved to http://elsewhere.example/v1" in failing(lambda body: moved)

    @pytest.mark.parametrize(("key", "said"), [
        ("", "requires a key (HTTP 401): set OPENAI_API_KEY in the environment"),
        (KEY, "refuses the key of OPENAI_API_KEY (HTTP 401)"),
    ])  # fmt: skip
    def test_a_key_that_is_wanted_or_wrong_is_told(
        self, key: str, said: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("OPENAI_API_KEY", key)
        found = failing(lambda body: reply({"error": f"wrong: Bearer {KEY}"}, 401))
        assert said in found
        assert KEY not in found

    @pytest.mark.parametrize(("more", "said"), [
        (tokens(("A", math.nan)), "a log-probability is nan"),
        (tokens(("A", -math.inf)), "a log-probability is -inf"),
        (tokens(("A", 0.7)), "a log-probability is 0.7"),
        (tokens(("A", -0.1), ("B", -0.2)), "sum up to 1.724"),
        ({"logprobs": {"content": [{"token": "A", "logprob": -0.1, "top_logprobs": [
            {"token": "B", "logprob": -0.1}]}]}}, "'A' is not among the likeliest"),
        ({"logprobs": {"content": []}}, "a text, and no tokens"),
        ({"logprobs": {"content": [{"token": "A", "logprob": -0.1}]}}, "lacks its top_logprobs"),
        ({"logprobs": {"content": [{"logprob": -0.1}]}}, "are malformed"),
        ({"logprobs": "x"}, "are malformed"),
        ({"message": 5}, "neither a message nor a text"),
    ])  # fmt: skip
    def test_wrong_log_probabilities_name_the_item_and_are_no_answer(
        self, more: Any, said: str
    ) -> None:
        found = failing(lambda body: text("A", **more), LETTER)
        assert found.startswith("item i-3 (forward, prompt 0): the answer of http://")
        assert said in found

    @pytest.mark.parametrize("choices", [[], None, "x", [5]])
    def test_an_answer_without_choices_is_an_error(self, choices: Any) -> None:
        assert (
            "its choices are malformed" in (found := failing(lambda body: {"choices": choices}))
            or "it has no choices" in found
        )

    def test_one_that_does_not_end_is_not_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("kgforge.calling.MOST", 1 << 20)
        found = failing(lambda body: text("Bo " * 600_000))
        assert "answers with more than 1 MB: it is not read" in found

    def test_who_stops_keeps_what_is_under_way(self, tmp_path: Path) -> None:
        requests = [msgspec.structs.replace(CLOZE, before=f"{n} likes ") for n in range(30)]

        def slow(body: Mapping[str, Any]) -> Any:
            time.sleep(0.05)
            return text("Bo")

        def stop(share: float) -> None:
            raise KeyboardInterrupt

        with Chatting(slow) as served:
            model = opened(served.base, concurrency=3)
            model.keep(tmp_path / "journal.jsonl")
            with pytest.raises(KeyboardInterrupt):
                model.answer(requests, stop)
        kept = (tmp_path / "journal.jsonl").read_bytes().count(b"\n")
        assert kept == len(served.bodies) == served.prompts.total()
        assert 3 <= kept <= 9

    def test_who_stops_does_not_wait_for_another_try(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def answer(body: Mapping[str, Any]) -> Any:
            if asked(body).startswith("0 "):
                return reply({}, 429, Retry_After="60")
            time.sleep(0.1)
            return reply({}, 400)

        started = time.monotonic()
        requests = [msgspec.structs.replace(CLOZE, before=f"{n} likes ") for n in range(2)]
        assert "HTTP 400" in failing(answer, *requests, concurrency=2)
        assert time.monotonic() - started < 10

    def test_what_is_paid_before_an_error_is_kept(self, tmp_path: Path) -> None:
        requests = [msgspec.structs.replace(CLOZE, before=f"{n} likes ") for n in range(12)]
        works = False

        def answer(body: Mapping[str, Any]) -> Any:
            broken = asked(body).startswith("7 ") and not works
            return reply({}, 400) if broken else text("Bo")

        with Chatting(answer) as served:
            model = opened(served.base, concurrency=3)
            model.keep(tmp_path / "journal.jsonl")
            with pytest.raises(ModelError, match="refuses the request: HTTP 400"):
                model.answer(requests)
            kept = (tmp_path / "journal.jsonl").read_bytes().splitlines()
            assert 7 <= len(kept) < 12
            works = True
            again = opened(served.base)
            again.keep(tmp_path / "journal.jsonl")
            assert [one.text for one in again.answer(requests)] == ["Bo"] * 12
        assert served.prompts.pop("7 likes [MASK].") == 2
        assert set(served.prompts.values()) == {1}
        assert again.spent.answers == 12


class TestOtherwise:
    """What a server refuses is sent otherwise, once for all."""

    @pytest.mark.parametrize(("name", "said", "sent", "told"), [
        ("seed", "Unexpected fields in the request: {'seed'}", {}, "without seed"),
        ("temperature", "'temperature' does not support 0 with this model.", {},
         "without temperature"),
        ("max_tokens", "'max_tokens' is not supported. Use 'max_completion_tokens' instead.",
         {"max_completion_tokens": 256}, "max_completion_tokens for max_tokens"),
        ("top_logprobs", "top_logprobs must be at most 5", {"top_logprobs": 5, "logprobs": True},
         "top_logprobs 5"),
    ])  # fmt: skip
    def test_it_is_left_out_or_changed_and_told(
        self, name: str, said: str, sent: dict[str, Any], told: str
    ) -> None:
        def strict(body: Mapping[str, Any]) -> Any:
            if body.get(name) not in (None, 5):
                return reply({"error": {"message": said, "param": name}}, 400)
            return text("true")

        with Chatting(strict) as served:
            model = opened(served.base, concurrency=1)
            model.answer([TRUTH])
            model.answer([LETTER])
        assert len(served.bodies) == 3
        for body in served.bodies[1:]:
            assert sent.items() <= body.items()
            assert (name in body) == (name in sent)
        assert model.spent.adapted == (told,)

    def test_without_log_probabilities_the_text_is_read(self) -> None:
        def strict(body: Mapping[str, Any]) -> Any:
            return reply({"detail": "logprobs are off"}, 422) if "logprobs" in body else text("A")

        with Chatting(strict) as served:
            [found] = opened(served.base).answer([LETTER])
        assert (found.text, found.candidates) == ("A", ())
        assert "top_logprobs" not in served.bodies[-1]

    @pytest.mark.parametrize(("message", "answer"), [
        ("This model's maximum context length is 4096 tokens",
         ("not askable: longer than the model reads", "", "")),
        ("the request exceeds the available context size (512 tokens)",
         ("not askable: longer than the model reads", "", "")),
        ("The response was filtered (content_filter)", ("", "", "content_filter")),
    ])  # fmt: skip
    def test_one_request_that_is_not_answered_stops_no_run(
        self, message: str, answer: tuple[str, str, str]
    ) -> None:
        refused = reply({"error": {"message": message}}, 400)
        with Chatting(lambda body: refused) as served:
            [found] = opened(served.base).answer([CLOZE])
        assert (found.error, found.text, found.ended) == answer


class TestSecrets:
    """A key is in no file and no message, also where a server tells it back."""

    @pytest.mark.parametrize("said", [
        text(f"Your key is {KEY}."),
        text("A", model=KEY, finish_reason=KEY, **tokens((KEY, -0.2), ("A", -2.0))),
        text("A") | {"model": f"m-{KEY}", "system_fingerprint": KEY},
    ])  # fmt: skip
    def test_it_is_not_kept(
        self, said: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        path = tmp_path / "journal.jsonl"
        with Chatting(lambda body: said) as served:
            model = opened(served.base)
            model.keep(path)
            found = model.answer([LETTER])
        assert KEY not in f"{found}{model.spent}{model.describe()}{path.read_text()}"
        assert server.HIDDEN in path.read_text()

    @pytest.mark.parametrize("fault", [
        reply({"error": f"bad key {KEY}"}, 400),
        reply({"error": {"message": f"bad key {KEY}"}}),
        reply({"error": f"bad key {KEY}"}, 500),
        reply({"error": f"bad key {KEY}"}, 401),
        reply({"error": f"no model for {KEY}"}, 404),
        scripted.Reply((f'"bad key {KEY.replace("/", chr(92) + "/")}"'.encode(),), 403, JSON),
        scripted.Reply((f"{{ bad key {KEY}".encode(),), 200, JSON),
        scripted.Reply((f"<html>{KEY}</html>".encode(),), 200, {"Content-Type": "text/html"}),
        scripted.Reply((), 307, {"Location": f"http://127.0.0.1:9/?key={KEY}"}),
        reply(text("A", **tokens((KEY, math.nan)))),
        reply({"choices": [{"message": {"content": 5}, KEY: KEY}]}),
    ])  # fmt: skip
    def test_it_is_not_told(self, fault: scripted.Reply, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        with Chatting(lambda body: fault) as served, pytest.raises(KgforgeError) as caught:
            opened(served.base).answer([LETTER])
        error: BaseException | None = caught.value
        while error is not None:  # also what --debug shows
            assert KEY not in f"{error!s}{error!r}"
            error = error.__cause__ or error.__context__

    @pytest.mark.parametrize("key", ["sk-secret\nkey", "sk secret key", "sk-sécret-key"])
    def test_one_that_no_header_carries_is_refused_and_not_told(
        self, key: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("OPENAI_API_KEY", key)
        with pytest.raises(ModelError, match="OPENAI_API_KEY has characters") as caught:
            opened("http://127.0.0.1:9/v1")
        assert key not in str(caught.value)

    def test_a_word_that_guards_nothing_is_no_secret(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("OPENAI_API_KEY", "Bo")
        with Chatting(lambda body: text("Bo")) as served:
            assert opened(served.base).answer([CLOZE])[0].text == "Bo"

    @pytest.mark.parametrize("url", ["http://an:secret@localhost/v1", "an:secret@localhost"])
    def test_none_may_be_in_the_url(self, url: str) -> None:
        with pytest.raises(AddressError, match="must not contain a user or password") as caught:
            opened(url)
        assert "secret" not in str(caught.value)


class TestJournal:
    """Answers on the disk."""

    REPLIES = tuple(Reply(f"text {n}\n", first=(("A", -0.5),), prompt_tokens=n) for n in range(4))

    def test_cut_at_any_byte_it_has_what_is_whole(self, tmp_path: Path) -> None:
        path = tmp_path / "journal.jsonl"
        journal = Journal(path)
        for number, one in enumerate(self.REPLIES):
            journal.add(f"call {number}", one)
        whole = path.read_bytes()
        for size in range(len(whole) + 1):
            path.write_bytes(whole[:size])
            again = Journal(path)
            lines = whole[:size].count(b"\n")
            assert [f"call {n}" in again for n in range(4)] == [n < lines for n in range(4)]
            assert again.spent(None).prompt_tokens == sum(range(lines))
            again.add("last", self.REPLIES[0])
            assert again.get("last") == Journal(path).get("last") == self.REPLIES[0]
            assert [Journal(path).get(f"call {n}") for n in range(lines)] == list(
                self.REPLIES[:lines]
            )

    def test_a_damaged_line_is_told(self, tmp_path: Path) -> None:
        path = tmp_path / "journal.jsonl"
        path.write_text('{"call": 5}\n')
        with pytest.raises(OutputError, match=r"is damaged .*--force"):
            Journal(path)

    def test_a_link_is_not_followed(self, tmp_path: Path) -> None:
        path, notes = tmp_path / "journal.jsonl", tmp_path / "notes"
        path.symlink_to(notes)
        with pytest.raises(OutputError, match="is a link"):
            Journal(path)
        assert not notes.exists()


def test_absent_candidates_tie_below_all_others() -> None:
    found = choose((("a", -0.01), ("C", -6.0)), ("A", "B", "C"))
    values = {one.text: one.logprobs[0] for one in found}
    assert values["A"] == values["B"] < values["C"] == -6.0


@pytest.mark.parametrize(("options", "said"), [
    (ModelOptions(method="original"), "no method 'original'; available: open, ranking"),
    (ModelOptions(), "needs a key for https://api.openai.com/v1: set OPENAI_API_KEY"),
])  # fmt: skip
def test_what_cannot_be_asked_is_told_before(options: ModelOptions, said: str) -> None:
    with pytest.raises(ModelError, match=said):
        models.open("openai:gpt", options)


@pytest.mark.parametrize("url", ["localhost:8000", "ftp://a/b", "http://", "http://a/v1?key=1"])
def test_what_is_no_url_is_told(url: str) -> None:
    with pytest.raises(AddressError, match="--url"):
        opened(url)


def test_options_of_a_server_are_for_a_server() -> None:
    options = ModelOptions(chat=ChatOptions(abstain=True))
    with pytest.raises(ModelError, match="table: models are asked by no server: leave out --url"):
        models.open("table:x.jsonl", options)
