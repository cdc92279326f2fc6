"""The demo, as a newcomer runs it: what must come out comes out."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from kgforge.cli import demo
from kgforge.errors import OutputError
from kgforge.schema import Manifest, folders
from tests.sampled import PROOF
from tests.worlds.facts import ROOT


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The demo's folder and what it said, started from a folder that is not the project's.

    ``KGFORGE_DEMO`` is a folder where that was done already: ``walked``, and ``said.txt``. So has
    ``.ci/run``; an ordinary run does not repeat what ``make demo`` is for.
    """
    if done_already := os.environ.get("KGFORGE_DEMO"):
        return Path(done_already, "walked"), Path(done_already, "said.txt").read_text("utf-8")
    if not PROOF:
        pytest.skip("in .ci/run, which runs the demo once, and in make proof")
    out = tmp_path_factory.mktemp("demo")
    done = subprocess.run(
        [sys.executable, "-m", "kgforge.cli", "demo", "--out", "walked"],
        cwd=out,
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "HF_HUB_OFFLINE": "1"},
    )
    assert done.returncode == 0, done.stderr
    return out / "walked", done.stdout + done.stderr


def headline(run: Path, pattern: str) -> float:
    own = {"inverse": "both_given_either", "symmetry": "both_given_either"}
    [score] = [
        score
        for score in folders.read_scores(run / "scores.json")
        if (score.pattern, score.metric, score.k, score.group, score.by)
        == (pattern, own[pattern], 1, None, {})
    ]
    assert score.value is not None
    return score.value


def test_two_way_patterns_part_the_two_models(walked: tuple[Path, str]) -> None:
    out, _ = walked
    for pattern in ("symmetry", "inverse"):
        assert headline(out / "run-both-ways", pattern) > 0.95
        assert headline(out / "run-one-way", pattern) < 0.05


def test_what_was_told_is_known(walked: tuple[Path, str]) -> None:
    _, said = walked
    [line] = [line for line in said.splitlines() if "facts as they were told" in line]
    both, one = (float(cell) for cell in line.split("│")[2:4])
    assert min(both, one) > 0.97


def test_every_benchmark_has_fifty_items_and_all_formats_are_in(walked: tuple[Path, str]) -> None:
    out, _ = walked
    manifest = msgspec.json.decode((out / "benchmark/manifest.json").read_bytes(), type=Manifest)
    assert {made.name: made.items >= 50 for made in manifest.patterns} == dict.fromkeys(
        ("composite", "hierarchy", "inverse", "path", "symmetry"), True
    )
    assert {source.file for source in manifest.sources} == {
        "entities.tsv",
        "properties.tsv",
        "wikidata.tsv",
        "trex.json",
        "webnlg.xml",
    }
    written = [path.read_text() for path in (out / "benchmark").glob("*.jsonl")]
    assert any('"evidence":[{"text":"' in items for items in written)


def test_it_names_the_report_and_three_commands_to_try(walked: tuple[Path, str]) -> None:
    out, said = walked
    assert (out / "report.html").stat().st_size > 100_000
    assert "The report: walked/report.html" in said
    assert said.rpartition("The report")[2].count("  kgforge ") >= 3


def test_force_removes_what_a_demo_made_and_nothing_of_anyone_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(out: Path) -> Path:
        (out / "graph").mkdir()
        raise KeyboardInterrupt

    monkeypatch.setattr(demo, "_benchmark", stop)
    theirs = tmp_path / "theirs"
    (theirs / "graph").mkdir(parents=True)
    (tmp_path / "file").touch()
    for folder in (theirs, tmp_path / "file"):
        for force in (False, True):
            with pytest.raises(OutputError):
                demo.demo(out=folder, force=force)
    assert (theirs / "graph").is_dir()
    ours = tmp_path / "ours"
    for force in (False, True):
        with pytest.raises(KeyboardInterrupt):
            demo.demo(out=ours, force=force)
        (ours / "notes.txt").touch()
    assert sorted(path.name for path in ours.iterdir() if path.suffix) == ["notes.txt"]


def test_the_readme_shows_these_figures(walked: tuple[Path, str]) -> None:
    _, said = walked
    readme = (ROOT / "README.md").read_text()
    table = readme.partition("<!-- demo: begin -->")[2].partition("<!-- demo: end -->")[0]
    shown = [line.split("|")[1:4] for line in table.splitlines() if line.count("|") == 4][2:]
    assert len(shown) == 6
    outcome = said.partition("what came out")[2].splitlines()
    for name, *figures in shown:
        start = name.strip().partition(" (")[0]
        [line] = [line for line in outcome if line.startswith(f"│ {start}")]
        came = [float(cell) for cell in line.split("│")[2:4]]
        assert came == pytest.approx([float(figure) for figure in figures], abs=0.03)
