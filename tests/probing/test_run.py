"""Runs: what is asked, in which order; killed at any byte and resumed; changed and refused."""

import contextlib
import functools
import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import torch
import transformers
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

from kgforge import cli, files, models, probing, reporting, scoring
from kgforge.errors import BenchmarkError, ModelError, OutputError
from kgforge.models._network import Network
from kgforge.probing.claim import Claim
from kgforge.schema import GraphId, Item, Job, Made, Manifest, ModelOptions, Response, folders
from tests.worlds import handmade

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
    return written(tmp_path_factory.mktemp("made") / "bench", {"inverse": 4, "symmetry": 12})


def written(folder: Path, sizes: dict[str, int]) -> Path:
    """A benchmark of so many couples of each pattern."""
    folder.mkdir()
    patterns = []
    for pattern, count in sizes.items():
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
    monkeypatch.setattr("kgforge.probing.run.CHUNK", 10)
    monkeypatch.setattr("kgforge.probing.run.LONG", 4)


def table(folder: Path, text: str = "Boma") -> str:
    path = folder / "answers.jsonl"
    line = {"item": "symmetry-0000000000000000", "role": "forward", "answers": [text]}
    path.write_text(json.dumps(line) + "\n")
    return f"table:{path}"


def silent(folder: Path) -> str:
    """A model that says nothing."""
    (folder / "none.jsonl").touch()
    return f"table:{folder}/none.jsonl"


def responses(run: Path) -> list[Response]:
    lines = (run / "responses.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=Response) for line in lines]


def test_prompts_in_a_script_that_a_model_cannot_read_are_counted(
    tiny: Path, tmp_path: Path
) -> None:
    """All names of it are the same unknown token, whose ranks would be ties."""
    items = [
        handmade.item(
            f"symmetry-{at}",
            "symmetry",
            "wdt:P26",
            handmade.fact("forward", NAMES[at], "P26", spouse, candidates=["ليلى", *NAMES[:2]]),
        )
        for at, spouse in enumerate(("سلمى", "زينب", NAMES[2]))
    ]
    folder = handmade.write_benchmark(tmp_path / "bench", items, {"symmetry": "hit"})
    options = ModelOptions(method="ranking")
    run = probing.probe(folder, f"masked:{tiny}", tmp_path / "run", options=options)
    why = "all tokens of the answer are unknown to the tokenizer"
    assert (run.unaskable, run.why_unaskable) == (2, {why: 2})
    assert noted(tmp_path / "run")["why_unaskable"] == {why: 2}
    assert [bool(one.candidates) for one in responses(tmp_path / "run")] == [False, False, True]
    assert f"2 of 3 prompts could not be asked ({why}: 2)" in str(run.sheets()[-1].caption)


def test_a_target_with_nothing_beside_it_is_not_ranked(tmp_path: Path) -> None:
    born = handmade.item(
        "asymmetry-0",
        "asymmetry",
        "wdt:P569",
        handmade.fact("forward", "Ada", "P569", "1970", candidates=["1980", "1990"]),
        handmade.fact("backward", "1970", "P569", "Ada", holds=False),
    )
    folder = handmade.write_benchmark(tmp_path / "bench", [born], {"asymmetry": "all_roles"})
    manifest = Manifest(
        1, "one", "0", (), GraphId(None, 0), (),
        (Made("asymmetry", "", "all_roles", {}, {}, 0, 1, 1, {}, 0, {}),), 0, ("en",), (), 100,
    )  # fmt: skip
    (folder / "manifest.json").write_bytes(msgspec.json.encode(manifest))
    for method, errors, items in (("ranking", 1, 0), ("open", 0, 1)):
        run = tmp_path / method
        options = ModelOptions(method=method)
        info = probing.probe(folder, silent(tmp_path), run, options=options)
        assert (info.unaskable, [bool(one.error) for one in responses(run)]) == (
            errors, [False, bool(errors)],
        )  # fmt: skip
        whole = next(one for one in folders.read_scores(run / "scores.json") if not one.by)
        assert (whole.items, "the only candidate to rank" in whole.note) == (items, bool(errors))


def test_of_names_of_one_token_the_token_average_is_the_target_hit(
    bench: Path, tiny: Path, tmp_path: Path
) -> None:
    options = ModelOptions(method="token_average")
    info = probing.probe(bench, f"masked:{tiny}", tmp_path / "run", options, ks=(1, 5, 9))
    assert (info.requests, info.unaskable) == (96, 0)
    assert {len(one.ranks) for one in responses(tmp_path / "run")} == {1}
    pooled = scoring.pooled(folders.read_scores(tmp_path / "run" / "scores.json"))
    values = [
        [pooled["symmetry", metric, k].value for k in (1, 5, 9)]
        for metric in ("token_average", "target_hit", "hit")
    ]
    assert values[0] == values[1] == values[2]
    assert 0 < (values[0][2] or 0) < 1


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
    job = Job(("symmetry",))
    first = next(iter(probing.requests(bench, job)))
    assert (first.before, first.after) == ("Adalin is married to ", ".")
    assert first.target == NAMES[7]
    assert set(first.candidates) == set(NAMES)


def test_patterns_limit_and_prompts(bench: Path, tmp_path: Path) -> None:
    probing.probe(
        bench, silent(tmp_path), tmp_path / "a", patterns=["symmetry"], limit=5, prompts=2
    )
    found = responses(tmp_path / "a")
    assert len(found) == 5 * 2 * 2
    assert {one.item.partition("-")[0] for one in found} == {"symmetry"}
    drawn = [(one.item, one.role, one.prompt) for one in found]
    again = Job(("symmetry",), 5, 2, 0)
    other = Job(("symmetry",), 5, 2, 1)
    keys = [[(one.item, one.role, one.prompt) for one in probing.requests(bench, job)]
            for job in (again, other)]  # fmt: skip
    assert keys[0] == drawn
    assert keys[1] != drawn
    with pytest.raises(BenchmarkError, match="available: inverse, symmetry"):
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


def test_ranking_is_kept_and_shown_in_smaller_steps(
    bench: Path, tiny: Path, tmp_path: Path
) -> None:
    """A ranked prompt is the work of many: a run of a large model must not be silent for hours."""
    ask = functools.partial(probing.probe, patterns=["inverse"], prompts=2)
    options, seen = ModelOptions(method="ranking"), []

    def stop(done: int, total: int) -> None:
        seen.append(done)
        if done == 8 and len(seen) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ask(bench, f"masked:{tiny}", tmp_path / "run", options, progress=stop)
    assert seen == [0, 4, 8]
    ask(bench, f"masked:{tiny}", tmp_path / "run", options, progress=stop)
    assert seen == [0, 4, 8, 8, 12, 16]
    ask(bench, f"masked:{tiny}", tmp_path / "whole", options)
    wanted = (tmp_path / "whole" / "responses.jsonl").read_bytes()
    assert (tmp_path / "run" / "responses.jsonl").read_bytes() == wanted


def test_between_two_chunks_it_is_told_how_much_is_computed(
    bench: Path, tiny: Path, tmp_path: Path
) -> None:
    """From the first batch on; who asks for whole answers hears of those that are written."""
    written: list[int] = []
    shown: list[int] = []

    def watch(what: str, done: int, total: int | None) -> None:
        if what == "probing":
            shown.append(done)

    options = ModelOptions(batch_tokens=20)
    address, run = f"masked:{tiny}", tmp_path / "run"
    probing.probe(
        bench, address, run, options, watch=watch, progress=lambda done, total: written.append(done)
    )
    assert written == [*range(0, 96, 10), 96]
    assert shown == sorted(shown)
    assert len({done for done in shown if 0 < done < 10}) >= 3


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


def test_where_memory_ran_out_a_run_that_goes_on_keeps_the_smaller_batches(
    bench: Path, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, seen = Network.forward, []

    def cramped(self: Network, rows: Any, use: Any, **more: Any) -> Any:
        seen.append(len(rows))
        if len(rows) > 3:
            raise RuntimeError("DefaultCPUAllocator: can't allocate memory")
        return whole(self, rows, use, **more)

    def stop(done: int, total: int) -> None:
        if done >= 40:
            raise KeyboardInterrupt

    monkeypatch.setattr(Network, "forward", cramped)
    with pytest.raises(KeyboardInterrupt):
        probing.probe(bench, f"masked:{tiny}", tmp_path / "run", progress=stop)
    kept = noted(tmp_path / "run")["batch_tokens"]
    assert max(seen) > 3
    assert kept < ModelOptions().batch_tokens
    seen.clear()
    info = probing.probe(bench, f"masked:{tiny}", tmp_path / "run")
    assert max(seen) <= 3, "batches of the later part are as if it had not been stopped"
    assert (info.batch_tokens, info.options.batch_tokens) == (kept, ModelOptions().batch_tokens)


def test_seconds_are_those_of_the_whole_run_with_the_loading(
    bench: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(*given: Any) -> Any:
        time.sleep(0.2)
        return opened(*given)

    def stop(done: int, total: int) -> None:
        if done >= 40:
            raise KeyboardInterrupt

    opened = models.open
    monkeypatch.setattr(models, "open", slowly)
    with pytest.raises(KeyboardInterrupt):
        probing.probe(bench, table(tmp_path), tmp_path / "run", progress=stop)
    assert noted(tmp_path / "run")["seconds"] > 0.2
    info = probing.probe(bench, table(tmp_path), tmp_path / "run")
    assert info.seconds > 0.4
    assert info.seconds_model < 0.2


def test_a_run_says_under_which_k_it_was_made_and_last_scored(bench: Path, tmp_path: Path) -> None:
    address, run = table(tmp_path), tmp_path / "run"
    probing.probe(bench, address, run, ks=(1, 7))
    assert noted(run)["options"]["k"] == 7
    probing.probe(bench, address, run, ks=(2, 7))
    assert noted(run)["ks"] == [2, 7]
    assert {score.k for score in folders.read_scores(run / "scores.json")} == {2, 7}
    with pytest.raises(OutputError, match="another k"):
        probing.probe(bench, address, run, ks=(9,))


def test_what_asks_nothing_is_refused(bench: Path, tmp_path: Path) -> None:
    for given in ({"limit": 0}, {"limit": -1}, {"prompts": 0}, {"prompts": -2}):
        with pytest.raises(BenchmarkError, match="give 1 or more"):
            probing.probe(bench, table(tmp_path), tmp_path / "run", **given)  # type: ignore[arg-type]
    assert not (tmp_path / "run").exists()


def test_patterns_without_an_item_are_refused_before_the_model_is_opened(tmp_path: Path) -> None:
    folder = written(tmp_path / "bench", {"bias": 0, "inverse": 1})
    gone = f"table:{tmp_path / 'gone.jsonl'}"
    for ask in (probing.plan, functools.partial(probing.probe, address=gone, out=tmp_path / "r")):
        with pytest.raises(BenchmarkError, match="bench has no item to ask of bias: name other"):
            ask(folder, patterns=["bias"])
    assert not (tmp_path / "r").exists()
    run = tmp_path / "both"
    assert probing.probe(folder, silent(tmp_path), run, patterns=["bias", "inverse"]).items == 1


def test_prompts_that_were_changed_by_hand_are_refused(bench: Path, tmp_path: Path) -> None:
    changed = tmp_path / "changed"
    shutil.copytree(bench, changed)
    manifest = json.loads((changed / "manifest.json").read_bytes())
    path = changed / "symmetry.jsonl"
    manifest["files"] = [{"path": path.name, "sha256": files.sha256(path), "lines": 12}]
    (changed / "manifest.json").write_text(json.dumps(manifest))
    run, address = tmp_path / "run", table(tmp_path)
    probing.probe(changed, address, run)
    path.write_text(path.read_text().replace("is married to", "was married to"))
    with pytest.raises(BenchmarkError, match=r"symmetry\.jsonl has changed"):
        probing.probe(changed, address, run)
    with pytest.raises(BenchmarkError, match=r"symmetry\.jsonl has changed"):
        scoring.score(run, changed, tmp_path / "scores.json")
    with pytest.raises(BenchmarkError, match=r"symmetry\.jsonl has changed"):
        reporting.report([run], tmp_path / "report.html")
    probing.probe(changed, silent(tmp_path), tmp_path / "other", patterns=["inverse"])


def test_what_a_run_lacks_is_told_with_its_scores(bench: Path, tmp_path: Path) -> None:
    """Lines cut off behind the last one that stands, as by a copy that was not finished."""
    run = tmp_path / "run"
    asked = probing.probe(bench, table(tmp_path), run).requests
    lines = (run / "responses.jsonl").read_bytes().splitlines(keepends=True)
    (run / "responses.jsonl").write_bytes(b"".join(lines[:30]))
    said = f"unfinished (30 of {asked} prompts answered)"
    found = scoring.score(run, bench, tmp_path / "scores.json")
    assert all((said in score.note) is (score.group is None) for score in found)
    told = reporting.report([run], tmp_path / "report.html").headline.said
    assert f"answers.jsonl: {said}" in told


def test_what_prepared_answers_lack_or_have_more_is_told(bench: Path, tmp_path: Path) -> None:
    of_item = {"item": "symmetry-0000000000000000", "role": "forward"}
    lines = [{**of_item, "answers": [name]} for name in ("Boma", "Adalin")]
    lines.append({"item": "nope", "role": "forward", "answers": ["Boma"]})
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    found = probing.probe(bench, f"table:{path}", tmp_path / "run", patterns=["symmetry"])
    assert (
        noted(tmp_path / "run")["remarks"]
        == list(found.remarks or ())
        == [
            "69 of 72 prompts have no line in answers.jsonl",
            "2 of 3 lines of answers.jsonl answer no prompt that is asked "
            "(the first: item 'symmetry-0000000000000000', role 'forward')",
        ]
    )
    assert [line.startswith("answers.jsonl: ") for line in found.headline.said] == [True, True]


def test_prepared_answers_to_no_prompt_at_all_are_refused(bench: Path, tmp_path: Path) -> None:
    """Such as those to another benchmark; what was looked for is said, and nothing is left."""
    path = tmp_path / "answers.jsonl"
    path.write_text('{"item": "nope-1", "role": "forward", "answers": ["Boma"]}\n')
    with pytest.raises(ModelError) as raised:
        probing.probe(bench, f"table:{path}", tmp_path / "run", patterns=["symmetry"])
    assert (
        "none of its 1 lines answers any of the 72 prompts: looked for item "
        "'symmetry-0000000000000000', role 'forward' first, and its first line is of item "
        "'nope-1', role 'forward'"
    ) in str(raised.value)
    assert not (tmp_path / "run").exists()


def test_a_file_without_answers_is_a_model_that_says_nothing(bench: Path, tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").touch()
    run = probing.probe(bench, f"table:{tmp_path}/none.jsonl", tmp_path / "run")
    assert run.remarks == (f"none.jsonl has no line: none of {run.requests} prompts is answered",)


def test_what_is_missing_or_damaged_in_a_run_is_told_or_made_again(
    bench: Path, tmp_path: Path
) -> None:
    run, address = tmp_path / "run", table(tmp_path)
    probing.probe(bench, address, run)
    wanted = (run / "responses.jsonl").read_bytes()
    (run / "responses.jsonl").unlink()
    probing.probe(bench, address, run)
    assert (run / "responses.jsonl").read_bytes() == wanted
    (run / "responses.jsonl").write_bytes(wanted + wanted)
    probing.probe(bench, address, run)
    assert (run / "responses.jsonl").read_bytes() == wanted
    for text in (b"", b"{", b"{}", b'{"kgforge": "\xff"}'):
        (run / "run.json").write_bytes(text)
        with pytest.raises(BenchmarkError, match="damaged"):
            probing.probe(bench, address, run)
    (run / "run.json").unlink()
    with pytest.raises(OutputError, match="not a run"):
        probing.probe(bench, address, run)
    assert (run / "responses.jsonl").read_bytes() == wanted
    probing.probe(bench, address, run, force=True)
    (tmp_path / "file").write_text("mine")
    with pytest.raises(OutputError, match="not a run"):
        probing.probe(bench, address, tmp_path / "file")
    assert (tmp_path / "file").read_text() == "mine"


def test_a_finished_run_is_left_as_it_is(bench: Path, tmp_path: Path) -> None:
    probing.probe(bench, table(tmp_path), tmp_path / "run")
    first = noted(tmp_path / "run")
    probing.probe(bench, table(tmp_path), tmp_path / "run")
    assert noted(tmp_path / "run") == first


def test_another_model_method_benchmark_or_job_is_refused(bench: Path, tmp_path: Path) -> None:
    address, run = table(tmp_path), tmp_path / "run"
    probing.probe(bench, address, run)
    kept = (run / "responses.jsonl").read_bytes()
    with pytest.raises(OutputError, match="another method "):
        probing.probe(bench, address, run, ModelOptions(method="ranking"))
    with pytest.raises(OutputError, match=r"another --limit \(not given; now 2\):"):
        probing.probe(bench, address, run, limit=2)
    changed = tmp_path / "changed"
    shutil.copytree(bench, changed)
    manifest = (changed / "manifest.json").read_text().replace("hand-made", "made by hand")
    (changed / "manifest.json").write_text(manifest)
    with pytest.raises(OutputError, match="another benchmark "):
        probing.probe(changed, address, run)
    table(tmp_path, "Cymar")  # the same file with other answers
    with pytest.raises(OutputError, match="another model "):
        probing.probe(bench, address, run)
    assert (run / "responses.jsonl").read_bytes() == kept
    probing.probe(bench, address, run, force=True)
    assert b"Cymar" in (run / "responses.jsonl").read_bytes()


def test_a_run_goes_on_where_the_scorer_is_only_described_in_other_words(
    bench: Path, tmp_path: Path
) -> None:
    """Its number says how tokens are counted; the sentence on it may be mended."""
    address, run = table(tmp_path), tmp_path / "run"
    probing.probe(bench, address, run)
    about = json.loads((run / "run.json").read_text())
    about["finished"] = False
    about["model"]["conventions"]["boundary"] = "other words"
    (run / "run.json").write_text(json.dumps(about))
    assert probing.probe(bench, address, run).finished
    about["model"]["conventions"]["scorer"] = "another"
    (run / "run.json").write_text(json.dumps(about))
    with pytest.raises(OutputError, match="another model "):
        probing.probe(bench, address, run)


def test_a_model_s_folder_is_named_by_its_last_part_and_resumes_by_any_way(
    bench: Path, tiny: Path, tmp_path: Path
) -> None:
    run, options = tmp_path / "run", ModelOptions(method="ranking")
    probing.probe(bench, f"masked:{tiny}", run, options)
    for file in ("run.json", "responses.jsonl"):
        assert str(tiny.parent) not in (run / file).read_text()
    about = noted(run)
    assert about["model"]["address"] == f"masked:{tiny.name}"
    about["model"]["address"] = f"masked:{tiny}"  # as it was noted before
    about["finished"] = False
    (run / "run.json").write_text(json.dumps(about))
    moved = tmp_path / "moved" / tiny.name
    shutil.copytree(tiny, moved)
    probing.probe(bench, f"masked:{moved}", run, options)
    assert noted(run)["resumed"] == 1


def test_another_folder_of_someone_s_is_left_alone(bench: Path, tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "thesis.tex").write_text("dear")
    with pytest.raises(OutputError, match="not a run"):
        probing.probe(bench, table(tmp_path), theirs)
    assert [path.name for path in theirs.iterdir()] == ["thesis.tex"]


def test_a_model_that_cannot_be_loaded_leaves_nothing(bench: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelError):
        probing.probe(bench, f"table:{tmp_path / 'none'}", tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_every_step_is_told_with_its_total(bench: Path, tmp_path: Path) -> None:
    """Also the reading of the benchmark, before the model is loaded."""
    told: list[tuple[str, int, int | None]] = []
    address = table(tmp_path)
    probing.probe(bench, address, tmp_path / "run", watch=lambda *at: told.append(at))
    steps = list(dict.fromkeys(what for what, _, _ in told))
    assert steps == [
        "reading the benchmark",
        "planning",
        f"loading {address}",
        "probing",
        "scoring",
    ]
    items = noted(tmp_path / "run")["items"]
    assert [at for at in told if at[0] == "planning"] == [
        ("planning", done, items) for done in range(1, items + 1)
    ]
    asked = [at for at in told if at[0] == "probing"]
    assert (asked[0], asked[-1]) == (("probing", 0, 96), ("probing", 96, 96))


# ── One process at a time ───────────────────────────────────────────────────────────────────────
MANY = {"symmetry": 20}


@contextlib.contextmanager
def slow_probe(bench: Path, run: Path, answers: str) -> Iterator["subprocess.Popen[str]"]:
    """A probe in a process of its own that takes half a second for each five prompts."""
    script = (
        "import sys, time; from pathlib import Path; from kgforge import probing\n"
        "from kgforge.probing import run\n"
        "run.CHUNK = 5\n"
        "probing.probe(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), "
        "progress=lambda done, total: time.sleep(0.5))"
    )
    command = [sys.executable, "-c", script, str(bench), answers, str(run)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as child:
        try:
            while not ((run / "responses.jsonl").is_file() and len(lines_of(run)) >= 5):
                assert child.poll() is None, child.communicate()
                time.sleep(0.05)
            yield child
        finally:
            child.kill()


def lines_of(run: Path) -> list[bytes]:
    return (run / "responses.jsonl").read_bytes().splitlines(keepends=True)


@pytest.fixture
def couples(tmp_path: Path) -> tuple[Path, str, bytes]:
    """A benchmark, answers, and the responses of a run that nobody disturbed."""
    bench = written(tmp_path / "bench", MANY)
    address = table(tmp_path)
    probing.probe(bench, address, tmp_path / "whole")
    return bench, address, (tmp_path / "whole" / "responses.jsonl").read_bytes()


def test_of_two_probes_on_one_folder_one_writes(
    couples: tuple[Path, str, bytes], tmp_path: Path
) -> None:
    bench, address, wanted = couples
    run = tmp_path / "run"
    with slow_probe(bench, run, address) as first:
        for force in (False, True):
            with pytest.raises(OutputError, match=f"another kgforge probe writes {run}"):
                probing.probe(bench, address, run, force=force)
        first.send_signal(signal.SIGSTOP)
        with pytest.raises(OutputError, match="it may be stopped"):
            probing.probe(bench, address, run)
        first.send_signal(signal.SIGCONT)
        _, said = first.communicate()
        assert (first.returncode, said) == (0, "")
    assert (run / "responses.jsonl").read_bytes() == wanted
    assert noted(run)["finished"]


def test_a_killed_probe_holds_nothing(couples: tuple[Path, str, bytes], tmp_path: Path) -> None:
    bench, address, wanted = couples
    run = tmp_path / "run"
    with slow_probe(bench, run, address) as first:
        first.kill()
        first.wait()
    probing.probe(bench, address, run)
    assert (run / "responses.jsonl").read_bytes() == wanted


def test_a_stopped_probe_whose_folder_was_given_away_writes_nothing_more(
    couples: tuple[Path, str, bytes], tmp_path: Path
) -> None:
    bench, address, wanted = couples
    run = tmp_path / "run"
    with slow_probe(bench, run, address) as first:
        first.send_signal(signal.SIGSTOP)
        shutil.rmtree(run)
        probing.probe(bench, address, run)
        kept = {path.name: path.read_bytes() for path in run.iterdir()}
        first.send_signal(signal.SIGCONT)
        _, said = first.communicate()
    assert first.returncode == 1
    assert "was changed, replaced or removed" in said
    assert {path.name: path.read_bytes() for path in run.iterdir()} == kept
    assert kept["responses.jsonl"] == wanted


def test_a_probe_that_fails_removes_only_its_own_responses(
    couples: tuple[Path, str, bytes], tmp_path: Path
) -> None:
    """The user removed its folder before it wrote anything, and probes there anew."""
    bench, address, wanted = couples
    run = tmp_path / "run"
    first = Claim(run)
    shutil.rmtree(run)
    with Claim(run) as second:
        first.close()
        second.check()
    assert not run.exists()
    with Claim(run):
        shutil.rmtree(run)
        probing.probe(bench, address, run)
        (run / "run.json").unlink()
    assert (run / "responses.jsonl").read_bytes() == wanted


def test_responses_that_are_a_link_are_neither_written_nor_read(
    couples: tuple[Path, str, bytes], tmp_path: Path
) -> None:
    bench, address, _ = couples
    run, notes = tmp_path / "run", tmp_path / "notes"
    probing.probe(bench, address, run)
    (run / "responses.jsonl").rename(notes)
    kept = notes.read_bytes()
    (run / "responses.jsonl").symlink_to(notes)
    for force in (False, True):
        with pytest.raises(OutputError, match=r"responses\.jsonl is a link, and what a link leads"):
            probing.probe(bench, address, run, force=force)
    with pytest.raises(BenchmarkError, match="is outside the folder"):
        scoring.score(run, bench, tmp_path / "scores.json")
    assert notes.read_bytes() == kept


def test_without_locks_a_probe_sees_that_another_wrote(
    couples: tuple[Path, str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a network drive that knows none."""
    bench, address, wanted = couples
    run = tmp_path / "run"
    monkeypatch.setattr("kgforge.locks.take", lambda descriptor: None)

    def disturb(done: int, total: int) -> None:
        if done == 20:
            probing.probe(bench, address, run)

    with pytest.raises(OutputError, match="was changed, replaced or removed"):
        probing.probe(bench, address, run, progress=disturb)
    assert (run / "responses.jsonl").read_bytes() == wanted


def test_a_torn_last_line_is_dropped_with_a_word(
    bench: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address, run = table(tmp_path), tmp_path / "run"
    probing.probe(bench, address, run)
    whole = (run / "responses.jsonl").read_bytes()
    *lines, last = whole.splitlines(keepends=True)
    (run / "responses.jsonl").write_bytes(b"".join(lines) + last[:-9])
    size = len(last) - 9
    found = scoring.score(run, bench, tmp_path / "scores.json")
    said = f"a torn last line of responses.jsonl ({size} bytes) is left out"
    assert all((said in score.note) is (score.group is None) for score in found)
    with pytest.raises(SystemExit) as ended:
        cli.main(["probe", str(bench), "--model", address, "--out", str(run)])
    assert ended.value.code == 0
    assert f"a torn last line ({size} bytes) was dropped and asked again" in capsys.readouterr().err
    assert (run / "responses.jsonl").read_bytes() == whole
    assert noted(run)["torn"] == size
    # so is one that is nested too deep to be a record
    (run / "responses.jsonl").write_bytes(whole + b'{"x":' + b"[" * 100_000)
    assert folders.torn(run) == 100_005
    # a line that ends, and is no record, is damage
    (run / "responses.jsonl").write_bytes(b"".join(lines) + last[:-9] + b"\n")
    with pytest.raises(BenchmarkError, match="damaged"):
        scoring.score(run, bench, tmp_path / "scores.json")
