"""Runs: what is asked, in which order; killed at any byte and resumed; changed and refused."""

import json
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest
import torch
import transformers
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

from kgforge import probing
from kgforge.errors import BenchmarkError, ModelError, OutputError
from kgforge.schema import GraphId, Item, Made, Manifest, ModelOptions, Response
from tests import handmade

NAMES = [f"{a}{b}" for a in ("Ada", "Bo", "Cy", "Di") for b in ("lin", "mar", "nor", "pex", "rue")]


def couple(number: int, pattern: str) -> Item:
    one, other = NAMES[number], NAMES[(number + 7) % len(NAMES)]
    facts = [
        handmade.fact(role, a, "P26", b, candidates=NAMES, prompts=3)
        for role, a, b in (("forward", one, other), ("backward", other, one))
    ]
    return handmade.item(f"{pattern}-{number:016x}", pattern, "wdt:P26", *facts)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "bench"
    folder.mkdir()
    patterns = []
    for pattern, count in (("inverse", 4), ("symmetry", 12)):
        lines = [msgspec.json.encode(couple(number, pattern)) + b"\n" for number in range(count)]
        (folder / f"{pattern}.jsonl").write_bytes(b"".join(lines))
        patterns.append(Made(pattern, "", "both_given_either", {}, {}, 0, count, 1, {}, 0, {}))
    manifest = Manifest(
        1, "hand-made", "0", (), GraphId(None, 0), (), tuple(patterns), 0, ("en",), (), 100
    )
    (folder / "manifest.json").write_bytes(msgspec.json.encode(manifest))
    return folder


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A real masked model with random weights: its log-probabilities have all their digits."""
    folder = tmp_path_factory.mktemp("tiny") / "model"
    wording = ["is", "married", "to", "The", "spouse", "of", "."]
    words = ["[PAD]", "[UNK]", "[MASK]", *wording, *NAMES]
    tokenizer: Any = Tokenizer(WordLevel({word: at for at, word in enumerate(words)}, "[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    wrap: Any = transformers.PreTrainedTokenizerFast
    wrap(
        tokenizer_object=tokenizer, pad_token="[PAD]", unk_token="[UNK]", mask_token="[MASK]"
    ).save_pretrained(folder)
    torch.manual_seed(0)
    config = transformers.BertConfig(
        vocab_size=len(words), hidden_size=16, num_hidden_layers=1, num_attention_heads=2,
        intermediate_size=16, max_position_embeddings=32, initializer_range=0.5,
    )  # fmt: skip
    transformers.BertForMaskedLM(config).save_pretrained(folder)
    return folder


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probing, "CHUNK", 10)


def table(folder: Path, text: str = "Boma") -> str:
    path = folder / "answers.jsonl"
    line = {"item": "symmetry-0000000000000000", "role": "forward", "answers": [text]}
    path.write_text(json.dumps(line) + "\n")
    return f"table:{path}"


def responses(run: Path) -> list[Response]:
    lines = (run / "responses.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=Response) for line in lines]


def noted(run: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((run / "run.json").read_bytes())
    return found


def test_everything_is_asked_in_the_benchmark_s_order(bench: Path, tmp_path: Path) -> None:
    info = probing.probe(bench, table(tmp_path), tmp_path / "run")
    wanted = [
        (f"{pattern}-{number:016x}", role, prompt)
        for pattern, count in (("inverse", 4), ("symmetry", 12))
        for number in range(count)
        for role in ("forward", "backward")
        for prompt in range(3)
    ]
    found = responses(tmp_path / "run")
    assert [(one.item, one.role, one.prompt) for one in found] == wanted
    assert (info.items, info.requests, info.finished) == (16, 96, True)
    answered = [one for one in found if one.top]
    assert {(one.item, one.role) for one in answered} == {("symmetry-0000000000000000", "forward")}
    assert json.loads((tmp_path / "run" / "scores.json").read_bytes())


def test_the_slot_parts_the_statement(bench: Path) -> None:
    job = probing.Job(("symmetry",), limit=1)
    first = next(iter(probing.requests(bench, job)))
    assert (first.before, first.after) == ("Adalin is married to ", ".")
    assert first.target == NAMES[7]
    assert set(first.candidates) == set(NAMES)


def test_patterns_limit_and_prompts(bench: Path, tmp_path: Path) -> None:
    probing.probe(bench, table(tmp_path), tmp_path / "a", patterns=["symmetry"], limit=5, prompts=2)
    found = responses(tmp_path / "a")
    assert len(found) == 5 * 2 * 2
    assert {one.item.partition("-")[0] for one in found} == {"symmetry"}
    drawn = [(one.item, one.role, one.prompt) for one in found]
    again = probing.Job(("symmetry",), 5, 2, 0)
    other = probing.Job(("symmetry",), 5, 2, 1)
    keys = [[(one.item, one.role, one.prompt) for one in probing.requests(bench, job)]
            for job in (again, other)]  # fmt: skip
    assert keys[0] == drawn
    assert keys[1] != drawn
    with pytest.raises(BenchmarkError, match="there are: inverse, symmetry"):
        probing.probe(bench, table(tmp_path), tmp_path / "b", patterns=["symetry"])


def test_killed_at_any_byte_a_run_ends_with_the_same_bytes(
    bench: Path, tiny: Path, tmp_path: Path
) -> None:
    whole = tmp_path / "whole"
    probing.probe(bench, f"masked:{tiny}", whole)
    wanted = (whole / "responses.jsonl").read_bytes()
    ends = [place + 1 for place, byte in enumerate(wanted) if byte == 10]
    cuts = (0, 1, ends[3] - 1, ends[9], ends[9] + 1, ends[14] - 7, ends[-1] - 1, ends[-1])
    for cut in cuts:
        run = tmp_path / f"cut-{cut}"
        shutil.copytree(whole, run)
        (run / "responses.jsonl").write_bytes(wanted[:cut])
        (run / "scores.json").unlink()
        probing.probe(bench, f"masked:{tiny}", run)
        assert (run / "responses.jsonl").read_bytes() == wanted
        assert (run / "scores.json").read_bytes() == (whole / "scores.json").read_bytes()


def test_stopped_by_hand_a_run_goes_on(bench: Path, tiny: Path, tmp_path: Path) -> None:
    probing.probe(bench, f"masked:{tiny}", tmp_path / "whole")

    def stop(done: int, total: int) -> None:
        if done >= 40:
            raise KeyboardInterrupt

    run = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        probing.probe(bench, f"masked:{tiny}", run, progress=stop)
    assert len(responses(run)) == 40
    assert not noted(run)["finished"]
    seen: list[tuple[int, int]] = []
    probing.probe(bench, f"masked:{tiny}", run, progress=lambda *at: seen.append(at))
    assert seen[0] == (40, 96), "what was answered is not asked again"
    assert seen[-1] == (96, 96)
    assert noted(run)["resumed"] == 1
    wanted = (tmp_path / "whole" / "responses.jsonl").read_bytes()
    assert (run / "responses.jsonl").read_bytes() == wanted


def test_a_finished_run_is_left_as_it_is(bench: Path, tmp_path: Path) -> None:
    probing.probe(bench, table(tmp_path), tmp_path / "run")
    first = noted(tmp_path / "run")
    probing.probe(bench, table(tmp_path), tmp_path / "run")
    assert noted(tmp_path / "run") == first


def test_another_model_method_benchmark_or_job_is_refused(bench: Path, tmp_path: Path) -> None:
    address, run = table(tmp_path), tmp_path / "run"
    probing.probe(bench, address, run)
    kept = (run / "responses.jsonl").read_bytes()
    with pytest.raises(OutputError, match="method"):
        probing.probe(bench, address, run, ModelOptions(method="ranking"))
    with pytest.raises(OutputError, match="job"):
        probing.probe(bench, address, run, limit=2)
    changed = tmp_path / "changed"
    shutil.copytree(bench, changed)
    manifest = (changed / "manifest.json").read_text().replace("hand-made", "made by hand")
    (changed / "manifest.json").write_text(manifest)
    with pytest.raises(OutputError, match="benchmark"):
        probing.probe(changed, address, run)
    table(tmp_path, "Cymar")  # the same file with other answers
    with pytest.raises(OutputError, match="model"):
        probing.probe(bench, address, run)
    assert (run / "responses.jsonl").read_bytes() == kept
    probing.probe(bench, address, run, force=True)
    assert b"Cymar" in (run / "responses.jsonl").read_bytes()


def test_another_folder_of_someone_s_is_left_alone(bench: Path, tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "thesis.tex").write_text("dear")
    with pytest.raises(OutputError, match="no run"):
        probing.probe(bench, table(tmp_path), theirs)
    assert [path.name for path in theirs.iterdir()] == ["thesis.tex"]


def test_a_model_that_cannot_be_loaded_leaves_nothing(bench: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelError):
        probing.probe(bench, f"table:{tmp_path / 'none'}", tmp_path / "run")
    assert not (tmp_path / "run").exists()
