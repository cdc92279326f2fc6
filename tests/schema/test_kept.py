"""Folders that each released version made (``tests/kept``) are read by today's commands.

Either a command gives what that version gave, or it refuses in one line that names the version.
"""

import base64
import contextlib
import json
import re
import shutil
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

import kgforge
from kgforge import cli
from tests.worlds.facts import ROOT

KEPT: Final = ROOT / "tests/kept"
SPLIT: Final[Mapping[str, str]] = {
    "0.1": "",
    "0.2": "",
    "0.3": "--split random:50/50",
    "0.4": "--split random:50/50 --unseen",
    "0.5": "--split random:50/50 --unseen",
    "0.9": "--split random:50/50 --unseen --forms cloze,multiple_choice",
}
"""How each version's benchmark was parted."""
REFUSED: Final[Mapping[tuple[str, str], str]] = {}
"""Version and command to what the refusal says: nothing that was released is refused today."""
LOAD: Final = (
    "load tsv:given/facts.tsv webnlg:given/texts.xml --labels given/names.tsv "
    "--licence CC0-1.0 --store oxigraph:graph"
)
PROBE: Final = "probe bench --model table:canned.jsonl --prompts 1 --k 1 --out"
BY_BOOTSTRAP: Final = r"(, and )?interval by bootstrap over [^;]+"
"""How notes up to 0.9 say by what intervals go."""
LATER: Final = ("provenance", "entities", "flags")
"""Fields of an item that say how it was made, or that later versions added."""
INTERVAL: Final = ("low", "high", "note")
"""Fields of a score that say how certain it is."""

Run = Callable[[str], tuple[int, list[str]]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process: its exit status, and the lines that it says to a person."""

    def command(line: str) -> tuple[int, list[str]]:
        with pytest.raises(SystemExit) as left:
            cli.main(line.split())
        return int(left.value.code or 0), capsys.readouterr().err.splitlines()

    return command


@pytest.fixture(params=SPLIT)
def version(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A released version; one is in a copy of its folder."""
    name: str = request.param
    shutil.copytree(KEPT / name, tmp_path, dirs_exist_ok=True)
    shutil.copytree(KEPT / "given", tmp_path / "given")
    with contextlib.chdir(tmp_path):
        yield name


def read(run: Run, version: str, line: str) -> bool:
    """Whether a command was done; else it was refused as the table says, in one line."""
    status, said = run(line)
    command, _, _ = line.partition(" ")
    refusal = REFUSED.get((version, command))
    if refusal is None:
        assert status == 0, said
        return True
    assert (status, len(said)) == (1, 1), said
    assert refusal in said[0] and version in said[0]
    return False


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def items_of(page: Path) -> Iterator[dict[str, Any]]:
    """The items that a report's page holds, each pattern's compressed."""
    for block in re.findall(r">([A-Za-z0-9+/=]{100,})<", page.read_text("utf-8")):
        yield from json.loads(zlib.decompress(base64.b64decode(block)))["items"]


def figures(path: Path) -> dict[str, dict[str, Any]]:
    """Scores by what they are scores of."""
    what = ("pattern", "group", "metric", "k", "by")
    scores = json.loads(path.read_text("utf-8"))
    return {json.dumps([score[name] for name in what], sort_keys=True): score for score in scores}


def without(record: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name not in names}


def assert_scored_as(kept: Path, found: Path) -> None:
    """Every kept figure is found; what was not yet counted then may stand beside.

    Since 0.10 intervals go by the questions and entities that items share, and notes say so.
    """
    before, now = figures(kept), figures(found)
    assert before
    for what, score in before.items():
        again = now[what]
        assert without(again, INTERVAL) == without(score, INTERVAL)
        lasting = re.sub(BY_BOOTSTRAP, "", score["note"])
        kept_parts = [part for part in lasting.split("; ") if part]
        parts = re.sub(BY_BOOTSTRAP, "", again["note"]).split("; ")
        assert [part for part in parts if part in kept_parts] == kept_parts
        if lasting == score["note"]:  # by a bootstrap a single item or group has none
            assert (again["low"] is None) == (score["low"] is None)
        if again["low"] is not None and not {"generator", "against"} & again["by"].keys():
            assert_wilsons(again)


def assert_wilsons(score: Mapping[str, Any]) -> None:
    """Both ends are π that solve n (value - π)² = z² π (1 - π), of the n that the note names.

    An end at 0 or 1 solves it for every n where the value is there, too.
    """
    ends = [end for end in (score["low"], score["high"]) if end not in (0, 1)]
    assert score["low"] <= score["value"] <= score["high"] and ends
    sizes = [1.959964**2 * end * (1 - end) / (score["value"] - end) ** 2 for end in ends]
    assert sizes == pytest.approx(sizes[:1] * len(sizes), rel=1e-4)
    if named := re.search(
        r"worth (?:few independent items \((.+?)\)|(\S+) independent)", score["note"]
    ):
        assert sizes[0] == pytest.approx(float(named[1] or named[2]), rel=5e-3)


def test_each_folder_is_of_the_version_that_it_is_kept_under(version: str) -> None:
    for file in ("mined/mining.json", "bench/manifest.json", "run/run.json"):
        assert json.loads(Path(file).read_text("utf-8"))["kgforge"] == f"{version}.0"


def test_what_was_mined_is_exported_as_it_was(version: str, run: Run) -> None:
    """The same items in the same files, with the same questions, answers and distractors.

    Where there is no item, older versions wrote an empty file. They had no checks.
    """
    assert run(LOAD)[0] == 0
    options = f"--candidates 3 --keep-flagged {SPLIT[version]}"
    if not read(run, version, f"export mined --out again {options}"):
        return
    kept = sorted(path.name for path in Path("bench").glob("*.jsonl") if path.stat().st_size)
    assert sorted(path.name for path in Path("again").glob("*.jsonl")) == kept
    for name in kept:
        before, now = lines_of(Path("bench", name)), lines_of(Path("again", name))
        assert [told(item) for item in now] == [told(item) for item in before]
        for old, new in zip(facts_of(before), facts_of(now), strict=True):
            assert ids(old)[:1] == ids(new)[:1]
            assert {*ids(old)} <= {*ids(new)}  # more is accepted today


def facts_of(items: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [fact for item in items for fact in item["facts"]]


def ids(fact: Mapping[str, Any]) -> list[str]:
    """The accepted answers of a fact."""
    return [answer["id"] for answer in fact["answers"]]


def told(item: Mapping[str, Any]) -> dict[str, Any]:
    """An item without what later versions added, and without its accepted answers."""
    facts = [without(fact, ("answers",)) for fact in item["facts"]]
    return without(item, LATER) | {"facts": facts}


def test_a_benchmark_is_as_its_manifest_says(version: str, run: Run) -> None:
    status, said = run("verify bench")
    assert status == 0, said
    [line] = [line for line in said if "byte for byte" in line]
    assert line == (
        f"made by kgforge {version}.0, and this is {kgforge.__version__}: making it again byte for "
        f"byte needs that version (pip install kgforge=={version}.0)"
    )
    card = Path("bench/README.md").read_text(encoding="utf-8")
    assert f"kgforge {version}.0" in card


def test_a_run_is_scored_as_it_was(version: str, run: Run) -> None:
    if read(run, version, "score run --benchmark bench --out again.json"):
        assert_scored_as(Path("run/scores.json"), Path("again.json"))


def test_a_run_is_scored_by_published_rules(version: str, run: Run) -> None:
    if read(run, version, "score run --benchmark bench --out legacy.json --legacy"):
        assert {score["by"]["matching"] for score in figures(Path("legacy.json")).values()} == {
            "legacy"
        }


def test_a_run_is_reported_with_its_items(version: str, run: Run) -> None:
    if read(run, version, "report run --out report.html"):
        asked = {response["item"] for response in lines_of(Path("run/responses.jsonl"))}
        assert asked
        assert {item["id"] for item in items_of(Path("report.html"))} == asked


def test_a_benchmark_is_asked_anew_with_the_same_outcome(version: str, run: Run) -> None:
    """The same answers to the same prompts, but for fields that responses had not yet."""
    if not read(run, version, f"{PROBE} again"):
        return
    kept, again = (lines_of(Path(folder, "responses.jsonl")) for folder in ("run", "again"))
    known = kept[0].keys()
    assert [{name: one[name] for name in known} for one in again] == kept
    assert_scored_as(Path("run/scores.json"), Path("again/scores.json"))


def test_a_run_goes_on_with_its_own_version_alone(version: str, run: Run) -> None:
    kept = Path("run/responses.jsonl").read_bytes()
    status, said = run(f"{PROBE} run")
    if kgforge.__version__ == f"{version}.0":
        assert status == 0, said
    else:
        assert (status, len(said)) == (1, 1), said
        assert f"({version}.0; now {kgforge.__version__})" in said[0]
    assert Path("run/responses.jsonl").read_bytes() == kept
