"""Texts that are written: by causal models as by transformers, and in runs that are resumed."""

import json
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
import torch
import transformers
from tokenizers import Tokenizer, models, pre_tokenizers, trainers
from tokenizers import decoders as token_decoders

import kgforge
from kgforge import cli, files, probing, scoring
from kgforge import models as doors
from kgforge.errors import BenchmarkError, ModelError, OutputError
from kgforge.extraction.passage import METRICS
from kgforge.schema import (
    DataFile,
    GraphId,
    Item,
    Made,
    Manifest,
    ModelOptions,
    Prompt,
    Provenance,
    Request,
    Response,
)
from tests.models import shares
from tests.worlds import handmade

PROMPTS = (
    "Test Sentence: Ada knows Bo.\nTest Output:",
    "Write the facts.\nExample Sentence: Cy knows Di.\nExample Output: knows(Cy,Di)\n\n"
    "Test Sentence: Bo knows Cy.\nTest Output:",
    "Test Sentence: Di knows Ada, who knows Cy, who knows nobody.\nTest Output:",
    "Test Output:",
)
SAID = (
    " knows(Ada,Bo)\n\nTest Sentence: Cy",
    "\nknows(Bo,Cy)\nknows(Cy,Bo)\n \nTest Output: more",
    " knows(Di,Ada) Test Sentence: Cy knows Di.",
    " knows(Cy,Cy)<|end|>",
)
WANTED = ("knows(Ada,Bo)", "knows(Bo,Cy)\nknows(Cy,Bo)", "knows(Di,Ada)", "knows(Cy,Cy)")


@pytest.fixture(scope="module")
def gpt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny GPT that was told what to say after each prompt."""
    tokenizer: Any = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = token_decoders.ByteLevel()
    tokenizer.train_from_iterator(
        PROMPTS + SAID,
        trainers.BpeTrainer(vocab_size=330, special_tokens=["<|end|>"], show_progress=False,
                            initial_alphabet=pre_tokenizers.ByteLevel.alphabet()),
    )  # fmt: skip
    folder = tmp_path_factory.mktemp("gpt")
    wrap: Any = transformers.PreTrainedTokenizerFast
    whole = wrap(
        tokenizer_object=tokenizer, model_max_length=128, bos_token="<|end|>", eos_token="<|end|>"
    )
    whole.save_pretrained(folder)
    torch.manual_seed(5)
    config = transformers.GPT2Config(
        vocab_size=len(whole), n_embd=64, n_layer=2, n_head=4, n_positions=128,
        bos_token_id=0, eos_token_id=0, resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0,
    )  # fmt: skip
    model: Any = transformers.GPT2LMHeadModel(config)
    rows = [
        torch.tensor([[0, *whole(prompt).input_ids, *whole(said).input_ids]])
        for prompt, said in zip(PROMPTS, SAID, strict=True)
    ]
    optimiser = torch.optim.AdamW(model.parameters(), lr=3e-3)
    for _ in range(60):
        for ids in rows:
            loss = model(input_ids=ids, labels=ids).loss
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
    model.generation_config.update(do_sample=True, temperature=5.0, min_new_tokens=50)
    model.save_pretrained(folder)
    return folder


def asked(text: str, number: int = 0) -> Request:
    return Request(f"item-{number}", "", 0, 0, text, "", "", (), "extraction", True)


ASKED = [asked(text, number) for number, text in enumerate(PROMPTS)]


@cache
def loaded(folder: Path) -> tuple[Any, Any]:
    model: Any = transformers.AutoModelForCausalLM.from_pretrained(folder)
    return transformers.AutoTokenizer.from_pretrained(folder), model.eval()


def generated(folder: Path, text: str, most: int) -> str:
    """What transformers generates for one prompt alone, without a stop."""
    tokenizer, model = loaded(folder)
    ids = torch.tensor([[0, *tokenizer(text).input_ids]])
    made = model.generate(
        ids, do_sample=False, max_new_tokens=most, min_new_tokens=0, pad_token_id=0
    )
    said: str = tokenizer.decode(made[0, ids.shape[1] :], skip_special_tokens=True)
    return said


# ── Causal models ────────────────────────────────────────────────────────────────────────────────
def test_texts_end_where_the_answer_does(gpt: Path) -> None:
    model = doors.open(f"causal:{gpt}", ModelOptions(max_new_tokens=40))
    assert tuple(answer.text for answer in model.answer(ASKED)) == WANTED
    assert model.seconds > 0
    conventions = model.describe()["conventions"]
    assert isinstance(conventions, dict)
    assert conventions["writing"] == (
        "greedy, at most 40 tokens, up to the end of sequence, or another “Sentence:” or “Output:” "
        "as the prompt has them"
    )


@pytest.mark.parametrize("most", [3, 40])
def test_texts_are_what_generate_gives_one_by_one(gpt: Path, most: int) -> None:
    strange = [*ASKED, *(asked(text, 9) for text in ("Ada", "who knows nobody? ", "Cy,Di\n"))]
    options = ModelOptions(max_new_tokens=most)
    together = doors.open(f"causal:{gpt}", options).answer(strange)
    small = msgspec.structs.replace(options, batch_tokens=1)
    assert together == doors.open(f"causal:{gpt}", small).answer(strange)
    for one, answer in zip(strange, together, strict=True):
        whole = generated(gpt, one.before, most).strip()
        said = re.split(r"(?:Test|Example) (?:Sentence|Output):", whole)[0]
        assert answer.text == said.rstrip()
        assert not (answer.error or answer.top)


def test_a_prompt_that_leaves_no_room_is_told(gpt: Path) -> None:
    model = doors.open(f"causal:{gpt}", ModelOptions(max_new_tokens=40))
    long, fits = model.answer([asked("Ada knows Bo. " * 80), ASKED[0]])
    assert long.error.startswith("not askable: a prompt of ")
    assert "a text of up to 40 are too long for the 128 tokens the model reads" in long.error
    assert fits.text == WANTED[0]


def test_it_is_told_how_much_is_written(gpt: Path) -> None:
    """Token by token, and of prompts of both kinds."""
    slot = Request("item", "forward", 0, 0, "Ada knows ", ".", "Bo", ("Bo", "Cy"))
    options = ModelOptions(max_new_tokens=5)
    shares.check(f"causal:{gpt}", [slot, *ASKED], options)


def test_want_of_memory_halves_the_batch(gpt: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model: Any = doors.open(f"causal:{gpt}", ModelOptions(max_new_tokens=40))
    generate = model.network.model.generate

    def cramped(**given: Any) -> Any:
        if len(given["input_ids"]) > 2:
            raise RuntimeError("DefaultCPUAllocator: can't allocate memory")
        return generate(**given)

    monkeypatch.setattr(model.network.model, "generate", cramped)
    assert tuple(answer.text for answer in model.answer(ASKED)) == WANTED
    assert model.batch_tokens < ModelOptions().batch_tokens


def test_predictions_that_are_no_numbers_name_the_item(gpt: Path, tmp_path: Path) -> None:
    folder = tmp_path / "gpt"
    shutil.copytree(gpt, folder)
    model: Any = transformers.AutoModelForCausalLM.from_pretrained(gpt)
    with torch.no_grad():
        last = len(loaded(gpt)[0](PROMPTS[1]).input_ids)  # where only the longer prompt comes
        model.transformer.wpe.weight[last] = float("nan")
    model.save_pretrained(folder)
    with pytest.raises(ModelError, match="item item-1 are not numbers"):
        doors.open(f"causal:{folder}", ModelOptions(max_new_tokens=2)).answer(ASKED[:2])


# ── Runs ─────────────────────────────────────────────────────────────────────────────────────────
def sentence(number: int) -> Item:
    """An item as alignments are: a sentence, a fact without a prompt, one prompt of its own."""
    fact = msgspec.structs.replace(handmade.fact("fact", "Ada", "knows", "Bo"), prompts=())
    text = f"Sentence {number}."
    prompt = Prompt(
        "extraction", "en", "none", "none", "template", PROMPTS[number % 4], PROMPTS[number % 4]
    )
    return Item(
        f"alignment-{number:016x}", "alignment", "music", "test", text, (fact,), (prompt,),
        Provenance("0" * 64, "1" * 64, 0),
    )  # fmt: skip


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Seven sentences to write the facts of, and two facts to be filled in."""
    folder = tmp_path_factory.mktemp("made") / "bench"
    folder.mkdir()
    names = ("Bo", "Cy", "Di")
    couples = [
        handmade.item(
            f"hit-{n}", "hit", "wdt:P26", handmade.fact("one", "Ada", "P26", name, candidates=names)
        )
        for n, name in enumerate(names[:2])
    ]
    own = {"alignment": [sentence(number) for number in range(7)], "hit": couples}
    listed = []
    for name, items in own.items():
        path = folder / f"{name}.jsonl"
        path.write_bytes(b"".join(msgspec.json.encode(item) + b"\n" for item in items))
        listed.append(DataFile(path.name, files.sha256(path), len(items)))
    made = tuple(
        Made(name, "", "hit", {}, {}, 0, len(items), 1, {}, 0, {}) for name, items in own.items()
    )
    manifest = Manifest(
        1, "hand-made", "0", tuple(listed), GraphId(None, 0), (), made, 0, ("en",), (), 100
    )
    (folder / "manifest.json").write_bytes(msgspec.json.encode(manifest))
    return folder


def responses(run: Path) -> list[Response]:
    lines = (run / "responses.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=Response) for line in lines]


def table(folder: Path) -> str:
    path = folder / "answers.jsonl"
    lines: list[dict[str, object]] = [
        {"item": f"alignment-{number:016x}", "role": "", "text": f"knows({number})"}
        for number in range(6)
    ]
    lines.append({"item": "hit-0", "role": "one", "answers": ["Bo"]})
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return f"table:{path}"


def test_prompts_of_a_whole_item_are_asked_and_written_down(bench: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    info = probing.probe(bench, table(tmp_path), run)
    assert (info.items, info.requests, info.unaskable) == (9, 9, 0)
    found = responses(run)
    wanted = [*(f"knows({number})" for number in range(6)), "", "", ""]
    assert [one.text for one in found] == wanted
    assert [(one.role, one.form, one.prompt) for one in found] == [
        *[("", "extraction", 0)] * 7, *[("one", "cloze", 0)] * 2,
    ]  # fmt: skip
    assert [request.before for request in probing.requests(bench, info.job)][:2] == [*PROMPTS[:2]]
    texts = handmade.judged(bench, run)[0].texts
    assert list(texts) == ["alignment"]
    assert [one.response.text for one in texts["alignment"]] == wanted[:7]
    assert [one.item.text for one in texts["alignment"]][:2] == ["Sentence 0.", "Sentence 1."]


def test_a_run_with_texts_is_scored_and_shown_for_its_facts(bench: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    probing.probe(bench, table(tmp_path), run)
    scores = scoring.score_run(run, bench)
    assert {score.pattern for score in scores} == {"hit", "alignment"}
    assert scoring.pooled(scores)["hit", "hit", 1].value == 0.5
    written = [
        one for one in scores if one.pattern == "alignment" and one.by == {"matching": "strict"}
    ]
    assert {one.metric for one in written} == set(METRICS)
    made = kgforge.report([run], tmp_path / "report.html", bench)
    assert made.out.is_file()


def test_forms_choose_what_is_asked(bench: Path, tmp_path: Path) -> None:
    address = table(tmp_path)
    for form, count in (("cloze", 2), ("extraction", 7)):
        info = probing.probe(bench, address, tmp_path / form, forms=[form])
        assert (info.items, info.requests, info.job.forms) == (count, count, (form,))
        assert {one.form for one in responses(tmp_path / form)} == {form}
        plan = probing.plan(bench, forms=[form])
        assert (plan.items, plan.prompts) == (count, count)
    with pytest.raises(OutputError, match="another --forms "):
        probing.probe(bench, address, tmp_path / "cloze")
    with pytest.raises(BenchmarkError, match=r"no form 'clozes' .* available: cloze, extraction"):
        probing.probe(bench, address, tmp_path / "r", forms=["clozes"])
    with pytest.raises(BenchmarkError, match="no prompt of form cloze in alignment: name other"):
        probing.probe(bench, address, tmp_path / "r", forms=["cloze"], patterns=["alignment"])
    assert not (tmp_path / "r").exists()


def test_a_method_that_ranks_writes_nothing(bench: Path, tmp_path: Path) -> None:
    info = probing.probe(bench, table(tmp_path), tmp_path / "r", ModelOptions(method="ranking"))
    assert info.unaskable == 7
    found = responses(tmp_path / "r")
    assert {one.error for one in found[:7]} == {
        "not askable: a text is written by the method open alone"
    }
    assert all(one.candidates for one in found[7:])


def test_another_limit_of_new_tokens_is_another_run(bench: Path, tmp_path: Path) -> None:
    address = table(tmp_path)
    probing.probe(bench, address, tmp_path / "run")
    with pytest.raises(OutputError, match=r"another limit of new tokens \(256; now 9\)"):
        probing.probe(bench, address, tmp_path / "run", ModelOptions(max_new_tokens=9))


def test_killed_at_any_byte_a_run_that_writes_ends_with_the_same_bytes(
    bench: Path, gpt: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgforge.probing.run.LONG", 4)
    whole, options = tmp_path / "whole", ModelOptions(max_new_tokens=40)
    info = probing.probe(bench, f"causal:{gpt}", whole, options)
    assert info.unaskable == 0
    assert [one.text for one in responses(whole)][:7] == [*WANTED, *WANTED[:3]]
    wanted = (whole / "responses.jsonl").read_bytes()
    ends = [place + 1 for place, byte in enumerate(wanted) if byte == 10]
    for cut in (0, 1, ends[2] + 5, ends[3], ends[5] - 1, ends[-1] - 1):
        run = tmp_path / f"cut-{cut}"
        shutil.copytree(whole, run)
        (run / "responses.jsonl").write_bytes(wanted[:cut])
        (run / "scores.json").unlink()
        probing.probe(bench, f"causal:{gpt}", run, options)
        assert (run / "responses.jsonl").read_bytes() == wanted


def test_responses_to_prompts_that_an_item_lacks_are_refused(bench: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    probing.probe(bench, table(tmp_path), run)
    path = run / "responses.jsonl"
    lines = path.read_text().splitlines()
    for changed, says in (
        (lines[0].replace('"prompt":0', '"prompt":1'), "an answer to prompt 1 of role ''"),
        (lines[1], "a second answer to prompt 0 of role ''"),
    ):
        path.write_text("\n".join([changed, *lines[1:]]) + "\n")
        with pytest.raises(BenchmarkError, match=f"{says}.* has 1 prompts"):
            scoring.score_run(run, bench)


def test_masked_models_write_nothing_and_the_command_says_how_it_went(
    bench: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["[PAD]", "[UNK]", "[MASK]", "Ada", "Bo", "Cy", "Di", "is", "married", "to", "."]
    made: Any = Tokenizer(models.WordLevel({word: at for at, word in enumerate(words)}, "[UNK]"))
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    wrap: Any = transformers.PreTrainedTokenizerFast
    folder = tmp_path / "bert"
    wrap(
        tokenizer_object=made, pad_token="[PAD]", unk_token="[UNK]", mask_token="[MASK]"
    ).save_pretrained(folder)
    config = transformers.BertConfig(
        vocab_size=len(words), hidden_size=16, num_hidden_layers=1, num_attention_heads=2,
        intermediate_size=16, max_position_embeddings=32,
    )  # fmt: skip
    transformers.BertForMaskedLM(config).save_pretrained(folder)
    run = tmp_path / "run"
    with pytest.raises(SystemExit) as left:
        cli.main(["probe", str(bench), "--model", f"masked:{folder}", "--out", str(run),
                  "--forms", "cloze,extraction", "--max-new-tokens", "8", "--json"])  # fmt: skip
    assert left.value.code == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["requests"], said["unaskable"]) == (9, 7)
    assert {one.error for one in responses(run)[:7]} == {
        "not askable: a masked model writes no text"
    }
    assert all(one.top for one in responses(run)[7:])
