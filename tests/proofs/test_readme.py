"""The README is true and short: what it shows is run, as it stands."""

import re
from pathlib import Path

import pytest

import kgforge
from kgforge.cli.demo import EXPECTED
from kgforge.graph import LoadOptions
from kgforge.schema import ReadOptions
from tests.proofs.showing import blocks, commands, run
from tests.worlds.facts import ROOT

README = (ROOT / "README.md").read_text("utf-8")


def test_it_is_short() -> None:
    assert len(README.splitlines()) <= 180


def test_the_query_file_shown_is_the_one_that_ships() -> None:
    for text in (README, (ROOT / "docs/how-to/patterns.md").read_text("utf-8")):
        [shown] = [body for language, _, body in blocks(text) if language == "sparql"]
        assert shown == (ROOT / "examples/co_members.rq").read_text()
        assert len(shown.splitlines()) == 12


def test_all_that_is_shown_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file of one's own, every command, and the Python; the model is a table of one answer."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    [own] = [body for language, _, body in blocks(README) if language == "tsv"]
    (tmp_path / "friends.tsv").write_text(own)
    for line in commands(README):
        run(line, tmp_path)
    items = (tmp_path / "my-bench/symmetry.jsonl").read_text().splitlines()
    assert len(items) == 2
    assert "Alice knows [MASK]." in items[0] + items[1]
    assert (tmp_path / "my-report.html").is_file()
    assert (tmp_path / "mined-own/co_members/instances.jsonl").read_text().count("\n") > 100
    [code] = [body for language, _, body in blocks(README) if language == "python"]
    exec(code.replace("hf:bert-base-cased", "table:none.jsonl"), {})
    assert len((tmp_path / "in-python/bench/symmetry.jsonl").read_text().splitlines()) > 100
    assert (tmp_path / "in-python/report.html").is_file()


def test_the_commands_on_ones_own_graph_are_five() -> None:
    [shown] = [part for part in README.split("```") if "kgforge load tsv:friends.tsv" in part]
    names = [line.split()[1] for line in commands(shown)]
    assert names == ["load", "mine", "export", "probe", "report"]


def test_files_and_pages_shown_exist() -> None:
    for path in re.findall(r"\((docs/[^)#]+)|`((?:examples|kgforge)/[^`*]+)`", README):
        assert (ROOT / "".join(path)).exists(), path


def test_the_demo_figures_are_the_demos() -> None:
    """The numbers themselves are checked by the tests of the demo; here, that none is left out."""
    table = README.partition("<!-- demo: begin -->")[2].partition("<!-- demo: end -->")[0]
    for name in EXPECTED:
        assert f"| {name}" in table
    assert Path(ROOT / "docs/report.png").stat().st_size > 10_000


def test_the_table_of_what_is_mined_is_that_of_the_shipped_graph(tmp_path: Path) -> None:
    examples = ROOT / "examples"
    labels = tuple(str(examples / name) for name in ("entities.tsv", "properties.tsv"))
    address = f"duckdb:{tmp_path}/graph.db"
    kgforge.load([f"tsv:{examples}/wikidata.tsv"], address, LoadOptions(ReadOptions(labels=labels)))
    mining = kgforge.mine(["all"], address, tmp_path / "mined")
    found = [(one.name, one.rows, one.groups, one.kept, one.instances) for one in mining.patterns]
    measured = (ROOT / "docs/measured.md").read_text("utf-8")
    section = measured.partition("## The demo's graph")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line[:1] == "|"]
    assert rows[2:] == [[name, *(f"{count:,}" for count in counts)] for name, *counts in found]
