"""Sequence-to-sequence models against plain transformers: answers in a slot, candidates, texts."""

import json
import math
import shutil
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
import torch
import transformers
from tokenizers import AddedToken, Tokenizer, models, pre_tokenizers, processors, trainers
from tokenizers import decoders as token_decoders

from kgforge import models as doors
from kgforge.errors import ModelError
from kgforge.models.seq2seq import Seq2Seq
from kgforge.schema import Answer, ModelOptions, Request
from tests.models import shares

PLACES = ("Paris", "Berlin", "New York City", "Rio de Janeiro", "Saint-Denis", "Oslo", "Rome")
TEXTS = [
    f"{a} is twinned with {b}. The twin of {a} is {b}, a town." for a in PLACES for b in PLACES
]
SPECIAL = ["<pad>", "</s>", "<unk>", "<extra_id_0>", "<extra_id_1>"]


def request(before: str, after: str, item: str, form: str = "cloze") -> Request:
    return Request(
        item, "forward", 0, 0, before, after, "Paris", PLACES, form, form == "extraction"
    )


SLOTS = [
    request("Oslo is twinned with ", ".", "item-end"),
    request("", " is twinned with Oslo.", "item-start"),
    request("The twin of Berlin is ", ", a town, and the twin of Rome.", "item-middle"),
    request("Rio de Janeiro is twinned with ", "", "item-bare"),
]
ASKED = [
    request(text, "", f"item-{number}", "extraction")
    for number, text in enumerate(("Oslo is", "The twin of Rio de Janeiro is a town", "Rome", "a"))
]


def save(folder: Path, model: Any, tokenizer: Tokenizer, **names: Any) -> Path:
    model.save_pretrained(folder)
    wrap: Any = transformers.PreTrainedTokenizerFast
    wrap(tokenizer_object=tokenizer, model_max_length=64, **names).save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def t5(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As published T5s: unigrams with a mark for the space, sentinels, </s> behind."""
    words = ("twin", "ned", "with", "is", "a", "town", "The", "of", "Ber", "lin", "New", "York",
             "City", "Rio", "de", "Jan", "Saint", "Denis", "Os", "Ro", "me", "Pa")  # fmt: skip
    letters = sorted({letter for text in TEXTS for letter in text if letter != " "})
    pieces = [(piece, 0.0) for piece in SPECIAL] + [("▁", -6.0)]
    pieces += [(mark + word, -4.0) for word in words for mark in ("", "▁") if len(mark + word) > 1]
    pieces += [(letter, -9.0) for letter in letters]
    tokenizer: Any = Tokenizer(models.Unigram(pieces, unk_id=2))
    tokenizer.add_special_tokens(SPECIAL)
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()]
    )
    tokenizer.decoder = token_decoders.Metaspace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="$A </s>", special_tokens=[("</s>", 1)]
    )
    torch.manual_seed(3)
    config: Any = transformers.T5Config(
        vocab_size=96, d_model=32, d_kv=8, d_ff=64, num_layers=2, num_heads=4, pad_token_id=0,
        eos_token_id=1, initializer_factor=1.5,
    )  # fmt: skip
    config.decoder_start_token_id = 0
    return save(
        tmp_path_factory.mktemp("t5"), transformers.T5ForConditionalGeneration(config), tokenizer,
        pad_token="<pad>", eos_token="</s>", unk_token="<unk>",
        additional_special_tokens=SPECIAL[3:],
    )  # fmt: skip


@pytest.fixture(scope="module")
def bart(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As published BARTs: bytes, <s> … </s>, a mask that takes the space before it."""
    tokenizer: Any = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = token_decoders.ByteLevel()
    special = ["<s>", "<pad>", "</s>", "<unk>"]
    tokenizer.train_from_iterator(
        TEXTS, trainers.BpeTrainer(vocab_size=300, special_tokens=special, show_progress=False,
                                   initial_alphabet=pre_tokenizers.ByteLevel.alphabet())
    )  # fmt: skip
    tokenizer.add_special_tokens([AddedToken("<mask>", lstrip=True, special=True)])
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    torch.manual_seed(4)
    config = transformers.BartConfig(
        vocab_size=tokenizer.get_vocab_size(), d_model=32, encoder_layers=2, decoder_layers=2,
        encoder_attention_heads=4, decoder_attention_heads=4, encoder_ffn_dim=64,
        decoder_ffn_dim=64, max_position_embeddings=64, init_std=0.2, bos_token_id=0,
        pad_token_id=1, eos_token_id=2, decoder_start_token_id=2,
        forced_eos_token_id=2,
    )  # fmt: skip
    model: Any = transformers.BartForConditionalGeneration(config)
    model.generation_config.update(
        num_beams=4, no_repeat_ngram_size=2, min_length=20, forced_bos_token_id=0
    )
    return save(
        tmp_path_factory.mktemp("bart"), model, tokenizer, bos_token="<s>", pad_token="<pad>",
        eos_token="</s>", unk_token="<unk>",
        mask_token=AddedToken("<mask>", lstrip=True, special=True),
    )  # fmt: skip


@pytest.fixture(params=["t5", "bart"])
def folder(request: pytest.FixtureRequest) -> Path:
    found: Path = request.getfixturevalue(request.param)
    return found


def ask(folder: Path, method: str, requests: Sequence[Request], **options: Any) -> list[Answer]:
    return doors.open(f"seq2seq:{folder}", ModelOptions(method=method, **options)).answer(requests)


@cache
def loaded(folder: Path) -> tuple[Any, Any]:
    """Tokenizer and model as transformers loads them."""
    model: Any = transformers.AutoModelForSeq2SeqLM.from_pretrained(folder)
    return transformers.AutoTokenizer.from_pretrained(folder), model.eval()


def heard(tokenizer: Any, one: Request) -> torch.Tensor:
    """The encoder's row: plain text with the model's mark in the slot."""
    mark = tokenizer.mask_token or "<extra_id_0>"
    found: torch.Tensor = tokenizer(one.before + mark + one.after, return_tensors="pt").input_ids
    return found


def target(tokenizer: Any, one: Request, text: str) -> tuple[list[int], list[int]]:
    """The labels as users of transformers write them, and which of them are the answer's."""
    if tokenizer.mask_token is None:
        ids = tokenizer(f"<extra_id_0> {text} <extra_id_1>").input_ids
        return ids, list(range(1, ids.index(SPECIAL.index("<extra_id_1>"))))
    found = tokenizer(one.before + text + one.after)
    prompt = tokenizer(one.before.rstrip()).input_ids[:-1]  # without </s>
    return found.input_ids, list(
        range(len(prompt), found.char_to_token(len(one.before) + len(text) - 1) + 1)
    )


# ── Ranking ──────────────────────────────────────────────────────────────────────────────────────
def test_ranking_is_the_loss_of_the_answer_s_tokens(folder: Path) -> None:
    tokenizer, model = loaded(folder)
    for one, answer in zip(SLOTS, ask(folder, "ranking", SLOTS), strict=True):
        assert [scored.text for scored in answer.candidates] == list(PLACES)
        for scored in answer.candidates:
            ids, places = target(tokenizer, one, scored.text)
            labels = torch.tensor([ids])
            only = torch.full_like(labels, -100)
            only[0, places] = labels[0, places]
            given = model.prepare_decoder_input_ids_from_labels(labels)
            with torch.no_grad():
                found = model(input_ids=heard(tokenizer, one), decoder_input_ids=given, labels=only)
            wanted = found.logits[0].float().log_softmax(-1)[places, labels[0, places]]
            assert scored.logprobs == pytest.approx(wanted.tolist(), abs=1e-4)
            assert sum(scored.logprobs) == pytest.approx(-found.loss.item() * len(places), abs=1e-3)
            assert list(scored.tokens) == tokenizer.convert_ids_to_tokens(labels[0, places])


def test_ranking_agrees_with_minicons(t5: Path) -> None:
    """The logarithms of the sentinel and the answer; it reads no </s> unless that is written."""
    scorer = pytest.importorskip("minicons.scorer")
    tokenizer, model = loaded(t5)
    peer = scorer.Seq2SeqScorer(model, "cpu", tokenizer=tokenizer)
    for one, answer in zip(SLOTS, ask(t5, "ranking", SLOTS), strict=True):
        asked = one.before + "<extra_id_0>" + one.after + "</s>"
        said = [f"<extra_id_0> {text}" for text in PLACES]
        sums = peer.conditional_score(
            [asked] * len(said), said, reduction=lambda values: values[1:].sum(0).item()
        )
        own = [sum(scored.logprobs) for scored in answer.candidates]
        assert own == pytest.approx(sums, abs=1e-3)


# ── Open answers ─────────────────────────────────────────────────────────────────────────────────
def naive_beam(folder: Path, one: Request, k: int, limit: int) -> dict[str, float]:
    """Nothing pruned and nothing shared: one row at a time through the whole model."""
    tokenizer, model = loaded(folder)
    asked, sentinel = heard(tokenizer, one), tokenizer.mask_token is None
    if sentinel:
        given = [0, SPECIAL.index("<extra_id_0>")]
    else:
        given = [2, *tokenizer(one.before.rstrip()).input_ids[:-1]]
    ends = {1, SPECIAL.index("<extra_id_1>")} if sentinel else {2}
    special = {*tokenizer.all_special_ids, *range(len(tokenizer), model.config.vocab_size)}
    never = sorted(special - ends)
    beams: list[tuple[float, list[int]]] = [(0.0, [])]
    best: dict[str, float] = {}
    while beams:
        grown = []
        for total, ids in beams:
            with torch.no_grad():
                row = torch.tensor([[*given, *ids]])
                logits = model(input_ids=asked, decoder_input_ids=row).logits[0, -1]
            values = logits.float().log_softmax(-1)
            values[never] = -math.inf
            grown += [(total + value, [*ids, token]) for token, value in enumerate(values.tolist())]
        beams = []
        for total, ids in sorted(grown, key=lambda pair: -pair[0])[:k]:
            said = tokenizer.decode([token for token in ids if token not in ends])
            over = ids[-1] in ends or len(ids) == limit
            stop = None if sentinel else stopped(said.strip(), one.after)
            if over or stop is not None:
                text = (said.strip() if stop is None else said.strip()[:stop]).strip()
                if text:
                    best[text] = max(total / len(ids), best.get(text, -math.inf))
            else:
                beams.append((total, ids))
    return dict(sorted(best.items(), key=lambda pair: -pair[1])[:k])


def stopped(said: str, after: str) -> int | None:
    """Where the statement goes on behind the answer."""
    mark = {"": ".", ".": ".", ",": ",", " ": "is"}[after[:1]]
    words = said.split(" ")
    for number, word in enumerate(words):
        before = len(" ".join(words[:number])) + bool(number)
        if word == mark and mark.isalpha():
            return before
        if not mark.isalpha() and word.endswith(mark) and len(word) != 2:
            return before + len(word) - 1
    return None


def test_open_answers_equal_an_unpruned_beam(folder: Path) -> None:
    tokenizer, _ = loaded(folder)
    for one, answer in zip(SLOTS, ask(folder, "open", SLOTS, k=3), strict=True):
        limit = 2 + max(len(target(tokenizer, one, place)[1]) for place in PLACES)
        assert limit <= 16
        wanted = naive_beam(folder, one, 3, limit)
        assert [top.text for top in answer.top] == list(wanted)
        assert [top.logprob for top in answer.top] == pytest.approx(list(wanted.values()), abs=1e-4)


def taught(folder: Path, copy: Path, facts: dict[str, str]) -> Path:
    """A copy that was shown texts, and what is to be said to them."""
    shutil.copytree(folder, copy)
    tokenizer, _ = loaded(folder)
    model: Any = transformers.AutoModelForSeq2SeqLM.from_pretrained(folder)
    asked = tokenizer(list(facts), return_tensors="pt", padding=True)
    wanted = tokenizer(list(facts.values()), return_tensors="pt", padding=True).input_ids
    wanted[wanted == tokenizer.pad_token_id] = -100
    optimiser = torch.optim.AdamW(model.parameters(), lr=3e-3)
    for _ in range(150):
        loss = model(
            input_ids=asked.input_ids, attention_mask=asked.attention_mask, labels=wanted
        ).loss
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    model.save_pretrained(copy)
    return copy


def generated(folder: Path, text: str, **how: Any) -> list[str]:
    """What transformers generates for one text alone."""
    tokenizer, model = loaded(folder)
    made = model.generate(
        input_ids=tokenizer(text, return_tensors="pt").input_ids, do_sample=False, min_length=0,
        no_repeat_ngram_size=0, forced_eos_token_id=None, **how,
    )  # fmt: skip
    return [said.strip() for said in tokenizer.batch_decode(made, skip_special_tokens=True)]


FACTS = ("New York City", "Rome", "Saint-Denis")
"""What stands in the first three slots."""
WRITTEN = (
    "twinned with Rome",
    "Oslo, a town, and Paris",
    "Saint-Denis",
    "The twin of Oslo is Rome",
)
"""What is to be said to the texts that are asked."""


@pytest.fixture(scope="module")
def t5_told(t5: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    slots = {f"{one.before}<extra_id_0>{one.after}": f"<extra_id_0> {place} <extra_id_1>"
             for one, place in zip(SLOTS, FACTS, strict=False)}  # fmt: skip
    texts = {one.before: said for one, said in zip(ASKED, WRITTEN, strict=True)}
    return taught(t5, tmp_path_factory.mktemp("told") / "t5", slots | texts)


@pytest.fixture(scope="module")
def bart_told(bart: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    slots = {f"{one.before}<mask>{one.after}": one.before + place + one.after
             for one, place in zip(SLOTS, FACTS, strict=False)}  # fmt: skip
    texts = {one.before: said for one, said in zip(ASKED, WRITTEN, strict=True)}
    return taught(bart, tmp_path_factory.mktemp("told") / "bart", slots | texts)


@pytest.fixture(params=["t5_told", "bart_told"])
def told(request: pytest.FixtureRequest) -> Path:
    found: Path = request.getfixturevalue(request.param)
    return found


def test_what_a_model_was_told_it_says_in_the_slot(told: Path) -> None:
    found = ask(told, "open", SLOTS[:3], k=2)
    assert [answer.top[0].text for answer in found] == list(FACTS)
    ranked = ask(told, "ranking", SLOTS[:3])
    best = [max(one.candidates, key=lambda scored: sum(scored.logprobs)).text for one in ranked]
    assert best == list(FACTS)


def test_the_first_answer_is_that_of_generate(t5_told: Path) -> None:
    for one, place in zip(SLOTS, FACTS, strict=False):
        text = f"{one.before}<extra_id_0>{one.after}"
        assert generated(t5_told, text, num_beams=3, max_new_tokens=16) == [place]


# ── Texts ────────────────────────────────────────────────────────────────────────────────────────
def test_texts_are_what_generate_gives_one_by_one(told: Path) -> None:
    together = ask(told, "open", ASKED, max_new_tokens=24)
    small = ask(told, "open", ASKED, max_new_tokens=24, batch_tokens=1)
    assert together == small
    for one, answer in zip(ASKED, together, strict=True):
        assert [answer.text] == generated(told, one.before, num_beams=1, max_new_tokens=24)
        assert not (answer.error or answer.top)
    assert tuple(answer.text for answer in together) == WRITTEN
    short = ask(told, "open", ASKED[:1], max_new_tokens=2)
    assert [short[0].text] == generated(told, ASKED[0].before, num_beams=1, max_new_tokens=2)


def test_texts_and_slots_are_asked_in_one_go(folder: Path) -> None:
    mixed = [ASKED[0], SLOTS[0], ASKED[1], SLOTS[1]]
    found = ask(folder, "open", mixed, max_new_tokens=8)
    assert [bool(answer.top) for answer in found] == [False, True, False, True]
    assert found[1::2] == ask(folder, "open", SLOTS[:2])
    assert found[::2] == ask(folder, "open", ASKED[:2], max_new_tokens=8)


def test_what_does_not_fit_is_told(folder: Path) -> None:
    long = request("Oslo " * 70 + "is ", ".", "long")
    for method in ("open", "ranking"):
        first, second = ask(folder, method, [long, SLOTS[0]])
        assert first.error.startswith("not askable: longer than the 64 tokens")
        assert not second.error
    text = request("Oslo " * 70, "", "long", "extraction")
    first, second = ask(folder, "open", [text, ASKED[0]], max_new_tokens=8)
    assert first.error.startswith("not askable: a prompt of ")
    assert not second.error
    [only] = ask(folder, "open", ASKED[:1], max_new_tokens=64)
    assert "a text of up to 64 are too long for the 64 tokens" in only.error


# ── Batches, memory, numbers ─────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("method", ["open", "ranking"])
def test_batches_do_not_change_answers(folder: Path, method: str) -> None:
    together = ask(folder, method, SLOTS)
    for one, answer in zip(SLOTS, together, strict=True):
        [alone] = ask(folder, method, [one], batch_tokens=1)
        assert [top.text for top in answer.top] == [top.text for top in alone.top]
        assert [top.logprob for top in answer.top] == pytest.approx(
            [top.logprob for top in alone.top], abs=1e-4
        )
        for left, right in zip(answer.candidates, alone.candidates, strict=True):
            assert left.logprobs == pytest.approx(right.logprobs, abs=1e-4)


@pytest.mark.parametrize("method", ["open", "ranking"])
def test_it_is_told_how_much_is_computed(folder: Path, method: str) -> None:
    options = ModelOptions(method=method, batch_tokens=90, k=2)
    shares.check(f"seq2seq:{folder}", SLOTS, options)


def test_the_encoder_runs_once_for_a_prompt_and_want_of_memory_halves_the_batch(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = doors.open(f"seq2seq:{folder}", ModelOptions(method="ranking"))
    assert isinstance(model, Seq2Seq)
    encoder, forward, seen = model.network.model.get_encoder(), model.network.forward, []
    encoder.register_forward_hook(lambda *said: seen.append(len(said[2].last_hidden_state)))
    wanted = model.answer(SLOTS)
    assert seen == [len(SLOTS)]
    again = doors.open(f"seq2seq:{folder}", ModelOptions(method="ranking"))
    assert isinstance(again, Seq2Seq)
    forward = again.network.forward

    def cramped(rows: Any, use: Any, **more: Any) -> Any:
        if len(rows) > 3:
            raise RuntimeError("DefaultCPUAllocator: can't allocate memory")
        return forward(rows, use, **more)

    monkeypatch.setattr(again.network, "forward", cramped)
    for one, other in zip(again.answer(SLOTS), wanted, strict=True):
        for left, right in zip(one.candidates, other.candidates, strict=True):
            assert left.logprobs == pytest.approx(right.logprobs, abs=1e-4)
    assert again.batch_tokens < ModelOptions().batch_tokens


@pytest.mark.parametrize("asked", [SLOTS[:1], ASKED[:1]])
def test_predictions_that_are_no_numbers_name_the_item(
    t5: Path, tmp_path: Path, asked: list[Request]
) -> None:
    folder = tmp_path / "t5"
    shutil.copytree(t5, folder)
    model: Any = transformers.AutoModelForSeq2SeqLM.from_pretrained(t5)
    with torch.no_grad():
        model.decoder.final_layer_norm.weight[0] = math.nan
    model.save_pretrained(folder)
    with pytest.raises(ModelError, match=f"item {asked[0].item} are not numbers"):
        ask(folder, "open", asked, max_new_tokens=8)


# ── What models there are ────────────────────────────────────────────────────────────────────────
def test_hf_picks_the_family_and_conventions_say_how_the_slot_is_marked(
    t5: Path, bart: Path
) -> None:
    for folder, mark in ((t5, "<extra_id_0>"), (bart, "<mask>")):
        model = doors.open(f"hf:{folder}", ModelOptions())
        assert isinstance(model, Seq2Seq)
        conventions = model.describe()["conventions"]
        assert isinstance(conventions, dict)
        assert conventions["slot"] == mark
        assert "greedy, at most 256 tokens, up to the end of sequence" in conventions["writing"]


def test_a_model_without_a_mark_writes_but_fills_no_slot(bart: Path, tmp_path: Path) -> None:
    folder = tmp_path / "bart"
    shutil.copytree(bart, folder)
    path = folder / "tokenizer_config.json"
    config = json.loads(path.read_text())
    del config["mask_token"]
    path.write_text(json.dumps(config))
    slot, text = ask(folder, "open", [SLOTS[0], ASKED[0]], max_new_tokens=24)
    assert "has no mark for a slot, neither <extra_id_0> nor a mask token" in slot.error
    assert text == ask(bart, "open", ASKED[:1], max_new_tokens=24)[0]


def test_what_is_to_be_chosen_is_ranked_whichever_the_method(folder: Path) -> None:
    plain = [request("Oslo is twinned with ", ".", "end"), request("", " is a town.", "start")]
    chosen = [msgspec.structs.replace(one, chosen=True) for one in plain]
    wanted = ask(folder, "ranking", plain)
    assert ask(folder, "open", chosen) == wanted
    assert ask(folder, "ranking", chosen) == wanted
    one, slot, other = ask(folder, "open", [chosen[0], plain[1], chosen[1]])
    assert slot == ask(folder, "open", plain[1:])[0]
    for found, expected in zip((one, other), wanted, strict=True):
        assert [each.text for each in found.candidates] == [
            each.text for each in expected.candidates
        ]
        for mine, theirs in zip(found.candidates, expected.candidates, strict=True):
            assert mine.logprobs == pytest.approx(theirs.logprobs, abs=1e-4)


def test_another_family_or_method_is_refused(t5: Path) -> None:
    with pytest.raises(ModelError, match=r"is a seq2seq model .* use seq2seq:"):
        doors.open(f"causal:{t5}", ModelOptions())
    with pytest.raises(
        ModelError, match="seq2seq models have no method 'original'; available: open"
    ):
        doors.open(f"seq2seq:{t5}", ModelOptions(method="original"))
