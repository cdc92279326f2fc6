"""Masked and causal models against naive loops over transformers, and the errors of loading."""

import json
import math
import shutil
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import torch
import transformers
from tokenizers import Tokenizer, models, pre_tokenizers, processors, trainers
from tokenizers import decoders as token_decoders
from tokenizers import normalizers as token_normalizers

from kgforge import models as doors
from kgforge.errors import AddressError, ModelError
from kgforge.models._network import answer_tokens
from kgforge.models.causal import Causal
from kgforge.models.masked import Masked
from kgforge.schema import Answer, ModelOptions, Request, Scored
from tests.models import shares

PLACES = (
    "Paris", "Berlin", "New York City", "Rio de Janeiro", "Saint-Denis", "Oslo", "Washington, D.C.",
)  # fmt: skip
TEXTS = [
    f"{a} is twinned with {b}. The twin of {a} is {b}, a town. 12 people of {b} like {a}!"
    for a in PLACES
    for b in PLACES
]
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


def request(
    before: str, after: str, target: str, item: str = "symmetry-1", prompt: int = 0
) -> Request:
    return Request(item, "forward", 0, prompt, before, after, target, PLACES)


SLOTS = [
    request("Oslo is twinned with ", ".", "Paris", "item-end"),
    request("", " is twinned with Oslo.", "New York City", "item-start"),
    request("The twin of Berlin is ", ", a town of 12 people.", "Saint-Denis", "item-middle"),
    request("Rio de Janeiro is twinned with ", "", "Washington, D.C.", "item-bare"),
]


def save(folder: Path, model: Any, tokenizer: Tokenizer, **names: str) -> Path:
    model.save_pretrained(folder)
    wrap: Any = transformers.PreTrainedTokenizerFast
    wrap(tokenizer_object=tokenizer, model_max_length=64, **names).save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tokenizer: Any = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = token_normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = token_decoders.WordPiece()
    tokenizer.train_from_iterator(
        TEXTS,
        trainers.WordPieceTrainer(vocab_size=70, special_tokens=list(SPECIAL), show_progress=False),
    )
    # The trainer numbers its tokens in another order in each process: here they are in theirs.
    tokens = [*SPECIAL, *sorted(tokenizer.get_vocab().keys() - SPECIAL)]
    vocabulary = {token: number for number, token in enumerate(tokens)}
    tokenizer.model = models.WordPiece(vocabulary, unk_token="[UNK]")
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    torch.manual_seed(1)
    config = transformers.BertConfig(
        vocab_size=tokenizer.get_vocab_size(), hidden_size=32, num_hidden_layers=2,
        num_attention_heads=4, intermediate_size=64, max_position_embeddings=64,
        initializer_range=0.5,
    )  # fmt: skip
    names = {f"{name[1:-1].lower()}_token": name for name in SPECIAL}
    model = transformers.BertForMaskedLM(config)
    return save(tmp_path_factory.mktemp("bert"), model, tokenizer, **names)


@pytest.fixture(scope="module")
def gpt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tokenizer: Any = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = token_decoders.ByteLevel()
    tokenizer.train_from_iterator(
        TEXTS, trainers.BpeTrainer(vocab_size=300, special_tokens=["<|end|>"], show_progress=False,
                                   initial_alphabet=pre_tokenizers.ByteLevel.alphabet())
    )  # fmt: skip
    torch.manual_seed(2)
    config = transformers.GPT2Config(
        vocab_size=tokenizer.get_vocab_size(), n_embd=32, n_layer=2, n_head=4, n_positions=64,
        initializer_range=0.5, bos_token_id=0, eos_token_id=0,
    )  # fmt: skip
    model = transformers.GPT2LMHeadModel(config)
    return save(
        tmp_path_factory.mktemp("gpt"), model, tokenizer, bos_token="<|end|>", eos_token="<|end|>"
    )


def ask(
    address: str, method: str, requests: Sequence[Request] = SLOTS, **options: Any
) -> list[Answer]:
    return doors.open(address, ModelOptions(method=method, **options)).answer(requests)


@cache
def loaded(kind: str, folder: Path) -> tuple[Any, Any]:
    """Tokenizer and model as transformers loads them."""
    model: Any = getattr(transformers, kind).from_pretrained(folder)
    return transformers.AutoTokenizer.from_pretrained(folder), model.eval()


def logprobs(model: Any, ids: Sequence[int]) -> torch.Tensor:
    """One row alone, without padding: the naive way."""
    with torch.no_grad():
        found: torch.Tensor = model(input_ids=torch.tensor([list(ids)])).logits[0]
    return found.float().log_softmax(-1)


def span_tokens(encoding: Any, start: int, end: int) -> list[int]:
    """By characters: every token that some character of the span belongs to."""
    return sorted({
        token for position in range(start, end)
        if (token := encoding.char_to_token(position)) is not None
    })  # fmt: skip


def answer_span(tokenizer: Any, one: Request, text: str) -> list[int]:
    """The answer's tokens as minicons counts: all that the prompt alone does not have."""
    prompt = tokenizer(one.before.rstrip(), add_special_tokens=False)["input_ids"]
    whole = tokenizer(one.before + text + one.after, add_special_tokens=False)
    end = len(one.before) + len(text)
    return list(range(len(prompt), max(span_tokens(whole, end - len(text), end)) + 1))


# ── Masked: ranking ──────────────────────────────────────────────────────────────────────────────
def naive_pll(folder: Path, one: Request, text: str, method: str) -> list[float]:
    tokenizer, model = loaded("AutoModelForMaskedLM", folder)
    encoding = tokenizer(one.before + text + one.after)
    ids, words = list(encoding["input_ids"]), encoding.word_ids()
    answer = span_tokens(encoding, len(one.before), len(one.before) + len(text))
    found = []
    for place in range(1, len(ids) - 1):  # without [CLS] and [SEP]
        if method == "mask_average" and place not in answer:
            continue
        row = list(ids)
        for other in range(len(ids)):
            same_word = other >= place and words[other] == words[place]
            hidden = {
                "original": other == place,
                "within_word_l2r": same_word,
                "ranking": same_word,
                "answer_l2r": other in answer and other >= place if place in answer else same_word,
                "mask_average": other in answer,
            }[method]
            if hidden:
                row[other] = tokenizer.mask_token_id
        found.append(logprobs(model, row)[place, ids[place]].item())
    return found


@pytest.mark.parametrize(
    "method", ["ranking", "original", "within_word_l2r", "answer_l2r", "mask_average"]
)
def test_masked_ranking_equals_a_naive_loop(bert: Path, method: str) -> None:
    for one, answer in zip(SLOTS, ask(f"masked:{bert}", method), strict=True):
        assert [scored.text for scored in answer.candidates] == list(PLACES)
        for scored in answer.candidates:
            wanted = naive_pll(bert, one, scored.text, method)
            assert len(scored.tokens) == len(scored.logprobs)
            assert scored.logprobs == pytest.approx(wanted, abs=1e-4)


def test_masked_methods_differ(bert: Path) -> None:
    """Else the comparison above could not tell one from another."""
    sums = {
        method: round(sum(ask(f"masked:{bert}", method)[1].candidates[4].logprobs), 3)
        for method in ("original", "within_word_l2r", "answer_l2r", "mask_average")
    }
    assert len(set(sums.values())) == 4


# ── Masked: open answers ─────────────────────────────────────────────────────────────────────────
def naive_beam(
    folder: Path, one: Request, counts: Sequence[int], k: int
) -> list[tuple[str, float]]:
    """Every beam to its end, nothing pruned, one row at a time."""
    tokenizer, model = loaded("AutoModelForMaskedLM", folder)
    allowed = [token for token in range(len(tokenizer)) if token not in tokenizer.all_special_ids]
    found: dict[tuple[int, ...], float] = {}
    for count in counts:
        ids = tokenizer(one.before + "[MASK]" * count + one.after)["input_ids"]
        places = [place for place, token in enumerate(ids) if token == tokenizer.mask_token_id]
        beams: list[tuple[float, list[int]]] = [(0.0, list(ids))]
        for place in places:
            grown = []
            for total, row in beams:
                values = logprobs(model, row)[place]
                for token in allowed:
                    child = [*row[:place], token, *row[place + 1 :]]
                    grown.append((total + values[token].item(), child))
            beams = sorted(grown, key=lambda pair: -pair[0])[:k]
        for total, row in beams:
            found[tuple(row[place] for place in places)] = total / count
    best: dict[str, float] = {}
    for tokens, score in found.items():
        text = tokenizer.decode(tokens).replace(" ", "").lower()
        best[text] = max(score, best.get(text, -math.inf))
    return sorted(best.items(), key=lambda pair: -pair[1])[:k]


@pytest.mark.parametrize("method", ["open", "gold_length"])
def test_masked_open_answers_equal_an_unpruned_beam(bert: Path, method: str) -> None:
    tokenizer = transformers.AutoTokenizer.from_pretrained(bert)
    longest = max(len(tokenizer(place)["input_ids"]) - 2 for place in PLACES)
    assert longest > 5, "the test wants several masks"
    for one, answer in zip(SLOTS, ask(f"masked:{bert}", method, k=4), strict=True):
        gold = len(tokenizer(one.target)["input_ids"]) - 2
        counts = range(1, longest + 1) if method == "open" else [gold]
        wanted = naive_beam(bert, one, list(counts), 4)
        assert [top.text.replace(" ", "").lower() for top in answer.top] == [
            text for text, _ in wanted
        ]
        assert [top.logprob for top in answer.top] == pytest.approx(
            [score for _, score in wanted], abs=1e-4
        )


def test_an_answer_is_asked_with_as_many_masks_as_it_has_tokens(bert: Path) -> None:
    """However many these are; and it is not askable if they do not fit into the model's input."""
    tokenizer = transformers.AutoTokenizer.from_pretrained(bert)
    long = "New York City, Rio de Janeiro"
    tokens = len(tokenizer(long)["input_ids"]) - 2
    assert 16 < tokens < 50
    one = Request("fact-1", "fact", 0, 0, "Oslo likes ", ".", long, (long, "Paris"))
    for method in ("gold_length", "open"):
        [answer] = ask(f"masked:{bert}", method, [one], k=60)
        lengths = {len(tokenizer(top.text)["input_ids"]) - 2 for top in answer.top}
        assert answer.top and not answer.error
        assert max(lengths) > 5
    fits = Request("fact-2", "fact", 0, 0, "Oslo likes ", ".", "Paris", ("Paris", long * 9))
    misfit = Request("fact-3", "fact", 0, 0, "Oslo likes ", ".", long * 9, ("Paris", long * 9))
    for method in ("gold_length", "open"):
        found, missing = ask(f"masked:{bert}", method, [fits, misfit])
        assert found.top and not found.error
        assert missing.error == "not askable: longer than the 64 tokens the model reads"
    nothing = Request("fact-4", "fact", 0, 0, "Oslo likes ", ".", "", ("Paris",))
    [answer] = ask(f"masked:{bert}", "gold_length", [nothing])
    assert answer.error == "not askable: '' has no tokens"


def test_special_tokens_are_never_answers(bert: Path) -> None:
    for answer in ask(f"masked:{bert}", "open", k=60):
        assert not [top.text for top in answer.top if top.text.upper() in SPECIAL]


# ── Masked: the target's tokens ──────────────────────────────────────────────────────────────────
def naive_tokens(folder: Path, one: Request) -> tuple[list[str], list[int], list[float]]:
    """The target's tokens, and at its own mask each one's place in a list of the whole vocabulary,
    the likeliest first, without special tokens; one row alone."""
    tokenizer, model = loaded("AutoModelForMaskedLM", folder)
    whole = tokenizer(one.before + one.target + one.after)
    start, end = len(one.before), len(one.before) + len(one.target)
    own = [whole["input_ids"][place] for place in span_tokens(whole, start, end)]
    row = tokenizer(one.before + "[MASK]" * len(own) + one.after)["input_ids"]
    values = logprobs(model, row)
    masks = [place for place, token in enumerate(row) if token == tokenizer.mask_token_id]
    ranks = []
    for place, token in zip(masks, own, strict=True):
        order = values[place].argsort(descending=True).tolist()
        ranks.append([each for each in order if each not in tokenizer.all_special_ids].index(token))
    found = [values[place, token].item() for place, token in zip(masks, own, strict=True)]
    return tokenizer.convert_ids_to_tokens(own), [1 + rank for rank in ranks], found


def test_every_token_of_a_target_is_ranked_at_its_own_mask(bert: Path) -> None:
    asked = [
        Request(f"i-{number}-{place}", "forward", 0, 0, slot.before, slot.after, place, PLACES)
        for number, slot in enumerate(SLOTS[1:3])
        for place in PLACES
    ]
    said = ask(f"masked:{bert}", "token_average", asked)
    alone = [ask(f"masked:{bert}", "token_average", [one], batch_tokens=1)[0] for one in asked]
    for one, answer, other in zip(asked, said, alone, strict=True):
        tokens, ranks, values = naive_tokens(bert, one)
        [target] = answer.candidates
        assert (target.text, list(target.tokens), list(answer.ranks)) == (one.target, tokens, ranks)
        assert target.logprobs == pytest.approx(values, abs=1e-4)
        assert other.ranks == answer.ranks
        assert not answer.top
    lengths = {len(answer.ranks) for answer in said}
    assert max(lengths) > 5 and len(lengths) > 2, "the test wants many tokens, and few"
    assert len({rank for answer in said for rank in answer.ranks}) > 20


def test_a_token_that_the_vocabulary_lacks_comes_after_all_others(bert: Path) -> None:
    tokenizer, _ = loaded("AutoModelForMaskedLM", bert)
    strange = request("Oslo is twinned with ", ".", "Żółć")
    [answer] = ask(f"masked:{bert}", "token_average", [strange])
    assert answer.candidates[0].tokens == ("[UNK]",)
    assert answer.ranks == (len(tokenizer) - len(SPECIAL) + 1,)


ARABIC = ("باريس", "سان دوني", "برلين")


@pytest.mark.parametrize("method", ["ranking", "original", "mask_average"])
def test_what_the_tokenizer_cannot_read_is_not_ranked(bert: Path, method: str) -> None:
    """All names of a script that it lacks are alike to it: none of them would rightly be first."""
    foreign = [
        Request(f"ar-{at}", "forward", 0, 0, "توأم أوسلو هي ", ".", target, ARABIC)
        for at, target in enumerate(ARABIC)
    ]
    whole = ask(f"masked:{bert}", method, [SLOTS[0], *foreign, SLOTS[1]])
    assert [one.error for one in whole[1:-1]] == [
        "not askable: all tokens of the answer are unknown to the tokenizer"
    ] * 3
    assert not any(one.candidates for one in whole[1:-1])
    assert [whole[0], whole[-1]] == ask(f"masked:{bert}", method, SLOTS[:2])


def test_choices_that_the_tokenizer_cannot_tell_apart_are_not_chosen(bert: Path) -> None:
    asked = [
        Request("i", "forward", 0, 0, "أي مدينة؟ ", ".", "", letters, chosen=True)
        for letters in (("أ", "ب"), ("A", "B"))
    ]
    foreign, known = ask(f"masked:{bert}", "open", asked)
    assert foreign.error and not foreign.candidates
    assert not known.error and len(known.candidates) == 2


def test_byte_by_byte_every_script_is_read(gpt: Path) -> None:
    asked = [Request("ar", "forward", 0, 0, "توأم أوسلو هي ", "", ARABIC[0], ARABIC[:2])]
    [answer] = ask(f"causal:{gpt}", "conditional", asked)
    assert not answer.error and len(answer.candidates) == 2


def test_a_target_of_no_token_or_too_many_is_not_askable(bert: Path) -> None:
    [none, many, right] = ask(
        f"masked:{bert}",
        "token_average",
        [request("Oslo is ", ".", ""), request("Oslo is ", ".", "Oslo " * 70), SLOTS[0]],
    )
    assert none.error == "not askable: '' has no tokens"
    assert many.error.startswith("not askable: longer than the 64 tokens")
    assert right.ranks and not right.error


# ── Causal ───────────────────────────────────────────────────────────────────────────────────────
def naive_causal(folder: Path, one: Request, text: str, method: str) -> list[float]:
    tokenizer, model = loaded("AutoModelForCausalLM", folder)
    encoding = tokenizer(one.before + text + one.after, add_special_tokens=False)
    ids = [tokenizer.bos_token_id, *encoding["input_ids"]]
    values = logprobs(model, ids)
    every = [values[place - 1, ids[place]].item() for place in range(1, len(ids))]
    if method == "ranking":
        return every
    return [every[place] for place in answer_span(tokenizer, one, text)]


@pytest.mark.parametrize("method", ["ranking", "conditional"])
@pytest.mark.parametrize("cached", [True, False])
def test_causal_ranking_equals_a_naive_loop(gpt: Path, method: str, cached: bool) -> None:
    model = doors.open(f"causal:{gpt}", ModelOptions(method=method))
    assert isinstance(model, Causal)
    assert model.shares_prefix
    model.shares_prefix = cached
    for one, answer in zip(SLOTS, model.answer(SLOTS), strict=True):
        for scored in answer.candidates:
            wanted = naive_causal(gpt, one, scored.text, method)
            assert scored.logprobs == pytest.approx(wanted, abs=1e-4)
            assert len(scored.tokens) == len(wanted)


def test_causal_ranking_apart_tokenises_before_and_answer_by_themselves(gpt: Path) -> None:
    """As Fluent-mLAMA: both token lists are put one after the other, the answer's are summed."""
    tokenizer, model = loaded("AutoModelForCausalLM", gpt)
    answers = ask(f"causal:{gpt}", "conditional_apart")
    joined = ask(f"causal:{gpt}", "conditional")
    for one, answer in zip(SLOTS, answers, strict=True):
        before = tokenizer(one.before, add_special_tokens=False)["input_ids"]
        for scored in answer.candidates:
            own = tokenizer(scored.text, add_special_tokens=False)["input_ids"]
            ids = [tokenizer.bos_token_id, *before, *own]
            values = logprobs(model, ids)
            wanted = [values[at - 1, ids[at]].item() for at in range(1 + len(before), len(ids))]
            assert scored.logprobs == pytest.approx(wanted, abs=1e-4)
            assert list(scored.tokens) == tokenizer.convert_ids_to_tokens(own)
    assert answers != joined, "the space before an answer is not its own"


def test_a_joining_space_of_its_own_is_the_answer_s(gpt: Path) -> None:
    """This vocabulary has no token of a space and the beginning of a name."""
    tokenizer, _ = loaded("AutoModelForCausalLM", gpt)
    [answer] = ask(f"causal:{gpt}", "conditional", SLOTS[:1])
    assert {scored.tokens[0] for scored in answer.candidates} == {"Ġ"}
    for scored in answer.candidates:
        assert tokenizer.convert_tokens_to_string(list(scored.tokens)) == f" {scored.text}"


@pytest.mark.parametrize("trimmed", [True, False])
def test_the_answer_s_tokens_begin_behind_the_prompt(trimmed: bool) -> None:
    """Whatever span the tokenizer gives to a space; the tokens by hand."""
    tokenizer: Any = Tokenizer(models.BPE({"Ġ": 0, "i": 1, "n": 2, "O": 3, ".": 4, "<s>": 5}, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    byte_level = processors.ByteLevel(trim_offsets=trimmed)
    around = processors.TemplateProcessing(single="<s> $A <s>", special_tokens=[("<s>", 5)])
    tokenizer.post_processor = processors.Sequence([byte_level, around])
    for before, tokens in {
        "in ": "<s> Ġ i n [Ġ O O] . <s>",
        "in": "<s> Ġ i n [O O] . <s>",
        "": "<s> [Ġ O O] . <s>",
    }.items():
        found = tokenizer.encode(f"{before}OO.")
        own = answer_tokens(found, before, "OO")
        marked = [
            ("[" if place == own[0] else "") + token + ("]" if place == own[-1] else "")
            for place, token in enumerate(found.tokens)
        ]
        assert " ".join(marked) == tokens


@pytest.mark.parametrize("method", ["answer_l2r", "mask_average"])
def test_a_masked_answer_has_the_space_before_it(bert: Path, tmp_path: Path, method: str) -> None:
    """A BERT whose vocabulary is letters and a mark for the space, as SentencePiece has it."""
    letters = sorted({letter for text in TEXTS for letter in text if letter != " "})
    pieces = [(piece, 0.0) for piece in (*SPECIAL, "▁", *letters)]
    tokenizer: Any = Tokenizer(models.Unigram(pieces, unk_id=1))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    _, model = loaded("AutoModelForMaskedLM", bert)
    names = {f"{name[1:-1].lower()}_token": name for name in SPECIAL}
    folder = save(tmp_path / "letters", model, tokenizer, **names)
    [answer] = ask(f"masked:{folder}", method, SLOTS[:1])
    paris, row = answer.candidates[0], tokenizer.encode("Oslo is twinned with Paris.").ids
    masked, own = list(row), slice(len(row) - 8, len(row) - 2)
    assert tokenizer.decode(row[own], skip_special_tokens=False).split() == list("▁Paris")
    masked[own] = [4] * 6
    values = logprobs(model, masked)
    if method == "mask_average":
        wanted = [values[place, row[place]].item() for place in range(len(row))[own]]
        assert paris.logprobs == pytest.approx(wanted, abs=1e-4)
    else:
        assert paris.logprobs[own.start - 1] == pytest.approx(
            values[own.start, row[own.start]].item(), abs=1e-4
        )


def test_causal_without_start_token_begins_at_the_second(gpt: Path, tmp_path: Path) -> None:
    folder = tmp_path / "gpt"
    shutil.copytree(gpt, folder)
    path = folder / "tokenizer_config.json"
    config = json.loads(path.read_text())
    del config["bos_token"]
    path.write_text(json.dumps(config))
    model = doors.open(f"causal:{folder}", ModelOptions(method="ranking"))
    scored = model.answer(SLOTS[:1])[0].candidates[0]
    tokenizer, network = loaded("AutoModelForCausalLM", folder)
    ids = tokenizer("Oslo is twinned with Paris.", add_special_tokens=False)["input_ids"]
    values = logprobs(network, ids)
    wanted = [values[place - 1, ids[place]].item() for place in range(1, len(ids))]
    assert scored.logprobs == pytest.approx(wanted, abs=1e-4)
    conventions = model.describe()["conventions"]
    assert isinstance(conventions, dict)
    assert "first token is not scored" in conventions["bos"]
    said = "the space that joins the two is the answer's, also where it is a token of its own"
    assert conventions["boundary"].endswith(said)


def test_causal_open_asks_only_at_the_end(gpt: Path) -> None:
    end, start, middle, bare = ask(f"causal:{gpt}", "open", k=3)
    assert [answer.error.partition(":")[0] for answer in (start, middle)] == ["not askable"] * 2
    assert not start.top
    for answer in (end, bare):
        assert 1 <= len(answer.top) <= 3
        assert list(answer.top) == sorted(answer.top, key=lambda top: -top.logprob)


def test_causal_greedy_answer_is_what_generate_gives(gpt: Path) -> None:
    [answer] = ask(f"causal:{gpt}", "open", SLOTS[:1], k=1)
    tokenizer, model = loaded("AutoModelForCausalLM", gpt)
    longest = max(len(tokenizer(" " + place)["input_ids"]) for place in PLACES)
    ids = torch.tensor([[0, *tokenizer("Oslo is twinned with")["input_ids"]]])
    made = model.generate(ids, max_new_tokens=min(16, longest + 2), do_sample=False, pad_token_id=0)
    text = tokenizer.decode(made[0, ids.shape[1] :], skip_special_tokens=True).strip()
    assert text
    assert text.startswith(answer.top[0].text)


def overfit(folder: Path, text: str) -> None:
    """Teach the tiny GPT one sentence."""
    model = transformers.AutoModelForCausalLM.from_pretrained(folder)
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    ids = torch.tensor([[0, *tokenizer(text)["input_ids"]]])
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for _ in range(60):
        loss = model(input_ids=ids, labels=ids).loss
        loss.backward()
        optimiser.step()
        optimiser.zero_grad()
    model.save_pretrained(folder)


@pytest.mark.parametrize(
    ("sentence", "after", "wanted"),
    [
        ("Oslo is twinned with New York City. Paris", ".", "New York City"),
        ("Oslo is twinned with New York City\nParis", "", "New York City"),
        ("Oslo is twinned with Saint-Denis! Paris", "!", "Saint-Denis"),
    ],
)
def test_causal_answers_end_where_the_slot_ends(
    gpt: Path, tmp_path: Path, sentence: str, after: str, wanted: str
) -> None:
    folder = tmp_path / "gpt"
    shutil.copytree(gpt, folder)
    overfit(folder, sentence)
    [answer] = ask(f"causal:{folder}", "open", [request("Oslo is twinned with ", after, "Paris")])
    assert answer.top[0].text == wanted


# ── Both ─────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("method", ["open", "ranking"])
@pytest.mark.parametrize("family", ["masked", "causal"])
def test_batches_do_not_change_answers(bert: Path, gpt: Path, family: str, method: str) -> None:
    address = f"{family}:{bert if family == 'masked' else gpt}"
    together = ask(address, method)
    alone = [ask(address, method, [one], batch_tokens=1)[0] for one in SLOTS]
    for one, other in zip(together, alone, strict=True):
        assert [top.text for top in one.top] == [top.text for top in other.top]
        assert [top.logprob for top in one.top] == pytest.approx(
            [top.logprob for top in other.top], abs=1e-4
        )
        for left, right in zip(one.candidates, other.candidates, strict=True):
            assert left.logprobs == pytest.approx(right.logprobs, abs=1e-4)


@pytest.mark.parametrize("family", ["masked", "causal"])
def test_want_of_memory_halves_the_batch(
    bert: Path, gpt: Path, family: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"{family}:{bert if family == 'masked' else gpt}"
    wanted = ask(address, "ranking")
    model = doors.open(address, ModelOptions(method="ranking"))
    assert isinstance(model, Causal | Masked)
    whole = model.network.forward

    def cramped(rows: Any, use: Any, **more: Any) -> Any:
        if len(rows) > 3:
            raise RuntimeError("DefaultCPUAllocator: can't allocate memory")
        return whole(rows, use, **more)

    monkeypatch.setattr(model.network, "forward", cramped)
    for one, other in zip(model.answer(SLOTS), wanted, strict=True):
        for left, right in zip(one.candidates, other.candidates, strict=True):
            assert left.logprobs == pytest.approx(right.logprobs, abs=1e-4)
    assert model.batch_tokens < ModelOptions().batch_tokens


@pytest.mark.parametrize(("family", "method"), [
    ("masked", "open"), ("masked", "ranking"), ("masked", "token_average"), ("causal", "open"),
    ("causal", "ranking"), ("causal", "conditional"),
])  # fmt: skip
def test_it_is_told_how_much_is_computed(bert: Path, gpt: Path, family: str, method: str) -> None:
    address = f"{family}:{bert if family == 'masked' else gpt}"
    options = ModelOptions(method=method, batch_tokens=30, k=3)
    shares.check(address, [*SLOTS, *SLOTS], options)


def test_predictions_that_are_no_numbers_name_the_item(bert: Path, tmp_path: Path) -> None:
    folder = tmp_path / "bert"
    shutil.copytree(bert, folder)
    model = transformers.AutoModelForMaskedLM.from_pretrained(folder)
    with torch.no_grad():
        model.bert.encoder.layer[1].output.dense.bias[0] = math.nan
    model.save_pretrained(folder)
    with pytest.raises(ModelError, match="item-end"):
        ask(f"masked:{folder}", "open", SLOTS[:1])


def test_prompts_longer_than_the_model_reads_are_told(bert: Path, gpt: Path) -> None:
    long = request("Oslo " * 70 + "is ", ".", "Paris")
    for address, method in ((f"masked:{bert}", "open"), (f"masked:{bert}", "ranking"),
                            (f"causal:{gpt}", "open"), (f"causal:{gpt}", "ranking")):  # fmt: skip
        answers = ask(address, method, [long, SLOTS[0]])
        assert answers[0].error.startswith("not askable")
        assert not answers[1].error


def test_description_follows_weights_and_tokenizer(bert: Path, tmp_path: Path) -> None:
    folder = tmp_path / "bert"
    shutil.copytree(bert, folder)
    first = doors.open(f"masked:{bert}", ModelOptions()).describe()
    same = doors.open(f"masked:{folder}", ModelOptions()).describe()
    assert first | {"address": ""} == same | {"address": ""}
    model = transformers.AutoModelForMaskedLM.from_pretrained(folder)
    with torch.no_grad():
        model.bert.embeddings.word_embeddings.weight[7, 0] += 1
    model.save_pretrained(folder)
    (folder / "tokenizer_config.json").write_text(
        (folder / "tokenizer_config.json").read_text() + "\n"
    )
    other = doors.open(f"masked:{folder}", ModelOptions()).describe()
    assert other["weights"] != first["weights"]
    assert other["tokenizer"] != first["tokenizer"]
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"layer_norm_eps": 0.1}))
    third = doors.open(f"masked:{folder}", ModelOptions()).describe()
    assert third["weights"] != other["weights"], "the same weights compute something else"


@pytest.mark.parametrize(
    ("kind", "method", "same"),
    [
        ("masked", "open", "mask_average"),
        ("masked", "ranking", "mask_average"),
        ("masked", "token_average", "mask_average"),
        ("causal", "open", "conditional"),
        ("causal", "ranking", "conditional"),
    ],
)
def test_what_is_to_be_chosen_is_ranked_whichever_the_method(
    bert: Path, gpt: Path, kind: str, method: str, same: str
) -> None:
    """By the answer's tokens alone; and what else is asked beside it is answered as ever."""
    address = f"{kind}:{bert if kind == 'masked' else gpt}"
    chosen = [
        Request("c", "r", 0, 0, f"{one.before}", one.after, "Oslo", ("Oslo", "Paris"), chosen=True)
        for one in SLOTS[:2] + SLOTS[3:]
    ]
    plain = [Request(*[getattr(one, name) for name in one.__struct_fields__[:8]]) for one in chosen]
    mixed = [chosen[0], SLOTS[3], chosen[1], chosen[2]]
    first, slot, *others = ask(address, method, mixed)
    wanted = ask(address, same, plain)
    assert [first, *others] == wanted
    assert [slot] == ask(address, method, [SLOTS[3]])


def test_hf_picks_the_family(bert: Path, gpt: Path) -> None:
    assert isinstance(doors.open(f"hf:{bert}", ModelOptions()), Masked)
    assert isinstance(doors.open(f"hf:{gpt}", ModelOptions()), Causal)


# ── What cannot be loaded ────────────────────────────────────────────────────────────────────────
def without(folder: Path, target: Path, *names: str) -> Path:
    shutil.copytree(folder, target, ignore=shutil.ignore_patterns(*names))
    return target


def refusal(address: str, **options: Any) -> str:
    with pytest.raises(ModelError) as caught:
        doors.open(address, ModelOptions(**options))
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_folder_without_its_parts(bert: Path, tmp_path: Path) -> None:
    assert "no weights" in refusal(f"masked:{without(bert, tmp_path / 'w', '*.safetensors')}")
    assert "no tokenizer" in refusal(f"masked:{without(bert, tmp_path / 't', 'tokenizer*')}")
    assert "config.json" in refusal(f"masked:{without(bert, tmp_path / 'c', 'config.json')}")
    assert "no model folder" in refusal(f"masked:{tmp_path / 'nowhere'}")


def test_damaged_weights(bert: Path, tmp_path: Path) -> None:
    folder = without(bert, tmp_path / "bert")
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:1000])
    assert "cannot load" in refusal(f"masked:{folder}")


def test_weights_that_leave_the_head_to_chance(bert: Path, tmp_path: Path) -> None:
    folder = without(bert, tmp_path / "bert")
    transformers.AutoModel.from_pretrained(folder).save_pretrained(folder)
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"architectures": ["BertForMaskedLM"]}))
    assert "do not fill" in refusal(f"masked:{folder}")


def test_hub_out_of_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    assert "hub" in refusal("masked:nobody/has-this-model")


def test_other_family_method_dtype_device(bert: Path, gpt: Path, tmp_path: Path) -> None:
    assert "causal:" in refusal(f"masked:{gpt}")
    assert "masked:" in refusal(f"causal:{bert}")
    assert "gold_length" in refusal(f"masked:{bert}", method="conditional")
    assert "conditional" in refusal(f"causal:{gpt}", method="original")
    known = "open, ranking, conditional, conditional_apart"
    said = f"causal models have no method 'token_average'; available: {known}"
    assert refusal(f"causal:{gpt}", method="token_average") == said
    assert "bfloat16" in refusal(f"masked:{bert}", dtype="float3")
    assert "no device" in refusal(f"masked:{bert}", device="abacus")
    folder = without(bert, tmp_path / "t5")
    config = {"model_type": "t5", "architectures": ["T5ForConditionalGeneration"]}
    (folder / "config.json").write_text(json.dumps(config))
    assert "seq2seq" in refusal(f"hf:{folder}")


def test_unknown_name() -> None:
    with pytest.raises(AddressError, match="masked"):
        doors.open("maskd:bert", ModelOptions())


# ── Table ────────────────────────────────────────────────────────────────────────────────────────
def test_table_answers(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text(
        '{"item": "item-end", "role": "forward", "answers": ["Oslo", "Paris", "Rome"]}\n'
        '{"item": "item-end", "role": "forward", "prompt": 1, "answers": ["Berlin"]}\n'
    )
    other = request("", ".", "Paris", "item-end", 1)
    model = doors.open(f"table:{path}", ModelOptions(k=2))
    first, second, absent = model.answer([SLOTS[0], other, SLOTS[1]])
    assert [(top.text, top.logprob) for top in first.top] == [("Oslo", 0.0), ("Paris", -1.0)]
    assert [top.text for top in second.top] == ["Berlin"]
    assert absent.top == ()


def test_table_answers_a_role_that_repeats_in_order(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    line = '{"item": "i", "role": "fact", "answers": ["Oslo"]}\n'
    path.write_text(line + line.replace("Oslo", "Rome"))
    model = doors.open(f"table:{path}", ModelOptions())
    asked = [Request("i", "fact", place, 3 * place, "", ".", "Paris", ()) for place in range(3)]
    said = [[top.text for top in answer.top] for answer in model.answer(asked)]
    assert said == [["Oslo"], ["Rome"], []]


def test_table_refuses_a_second_answer_to_a_prompt(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    line = '{"item": "i", "role": "fact", "prompt": 1, "answers": ["Oslo"]}\n'
    others = [
        line.replace("fact", "other"), line.replace('"i"', '"j"'), line.replace("1", "0"),
        line.replace('"prompt": 1, ', ""),
    ]  # fmt: skip
    path.write_text(line + "".join(others))
    doors.open(f"table:{path}", ModelOptions())
    path.write_text(line + "".join(others) + "\n" + line.replace("Oslo", "Rome"))
    said = f"{path}:7: a second answer to prompt 1 of role 'fact' of item 'i', which line 1 answers"
    assert said in refusal(f"table:{path}")


def test_table_ranks_candidates(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text('{"item": "item-end", "role": "forward", "answers": ["Oslo", "Paris"]}\n')
    [answer] = ask(f"table:{path}", "ranking", SLOTS[:1])

    def score(scored: Scored) -> float:
        return -sum(scored.logprobs)

    ranked = sorted(answer.candidates, key=score)
    assert [scored.text for scored in ranked[:2]] == ["Oslo", "Paris"]
    assert score(ranked[1]) < score(ranked[2])


def test_table_gives_letters_words_and_texts_whichever_the_method(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    lines: list[dict[str, object]] = [
        {"answers": ["B", "A"]}, {"answers": ["true"]}, {"text": "It is B."}
    ]  # fmt: skip
    path.write_text(
        "".join(
            json.dumps({"item": "i", "role": "r", "prompt": number, **line}) + "\n"
            for number, line in enumerate(lines)
        )
    )
    asked = [
        Request("i", "r", 0, number, "", "", "B", ("A", "B"), chosen=True) for number in range(4)
    ]
    for method in ("open", "ranking"):
        found = ask(f"table:{path}", method, asked)
        assert [[top.text for top in one.top] for one in found] == [["B", "A"], ["true"], [], []]
        assert [one.text for one in found] == ["", "", "It is B.", ""]


def test_table_names_the_bad_line(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text('{"item": "a", "role": "b", "answers": []}\n{"item": "a"}\n')
    text = refusal(f"table:{path}")
    assert f"{path}:2" in text
    path.write_bytes(b'{"item": "a", "role": "b", "answers": []}\n{"item": "\xff"}\n')
    assert f"{path}:2" in refusal(f"table:{path}")
    assert "cannot read" in refusal(f"table:{tmp_path / 'none.jsonl'}")
    said = "table: has no method 'token_average'; it has: open, ranking"
    assert refusal(f"table:{path}", method="token_average") == said
