"""The README is true: its pattern table, its query file, its commands and options."""

import re
import shlex
from pathlib import Path

import msgspec
import pytest

import kgforge
from kgforge import cli, patterns, scoring
from kgforge.benchmark.card import definitions
from kgforge.benchmark.card.patterns import DEFINITIONS
from kgforge.cli.demo import EXPECTED
from kgforge.extraction.passage import METRICS
from kgforge.graph.loading import LoadOptions
from kgforge.schema import ReadOptions
from kgforge.scoring import judging
from tests.worlds.facts import ROOT

README = (ROOT / "README.md").read_text()


def pattern_table() -> str:
    """The table of patterns, made from the headers."""
    lines = ["| pattern | what it finds | roles | score |", "|---|---|---|---|"]
    for name in patterns.pattern_names():
        header = patterns.read_pattern(name).header
        roles = ", ".join(role.name for role in header.roles)
        lines.append(f"| `{name}` | {header.description} | {roles} | `{header.metric}` |")
    return "\n".join(lines)


def test_the_table_of_patterns_is_that_of_the_headers() -> None:
    found = README.partition("<!-- patterns: begin -->\n")[2].partition("\n<!-- patterns: end")[0]
    assert found == pattern_table()


def test_the_table_of_metrics_is_that_of_the_card() -> None:
    found = README.partition("<!-- metrics: begin -->\n")[2].partition("\n<!-- metrics: end")[0]
    assert found == definitions()
    assert tuple(DEFINITIONS) == METRICS


def test_the_query_file_shown_is_the_one_that_ships() -> None:
    shown = README.partition("```sparql\n")[2].partition("```")[0]
    assert shown == (ROOT / "examples/co_members.rq").read_text()
    assert len(shown.splitlines()) == 12


def commands() -> list[str]:
    text = README.replace("\\\n", " ")
    return [line.removeprefix("$ ") for line in text.splitlines() if line.startswith("$ kgforge ")]


@pytest.mark.parametrize("command", commands())
def test_every_command_and_option_shown_is_real(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name, *words = command.split()[1:]
    with pytest.raises(SystemExit):
        cli.main([name, "--help"])
    helped = capsys.readouterr().out
    assert name in helped
    for option in re.findall(r"--[a-z-]+", " ".join(words)):
        assert option in helped


def test_the_example_of_texts_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it stands; each of the canned texts is of one of its sentences."""
    shown = README.partition("## Texts and ontologies")[2].partition("```\n$ ")[2]
    block = ("$ " + shown.partition("```")[0]).replace("\\\n", " ")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    for line in block.splitlines():
        words = shlex.split(line.removeprefix("$ kgforge "))
        with pytest.raises(SystemExit) as stopped:
            cli.main(words)
        assert not stopped.value.code, line
    asked = {
        one.id
        for name in ("alignment", "alignment_unseen")
        for one in judging.read_items(tmp_path / "texts", name)
    }
    canned = (ROOT / "examples/triples.jsonl").read_text().splitlines()
    assert {msgspec.json.decode(line)["item"] for line in canned} == asked
    found = {
        (one.pattern, one.by["matching"]): round(one.value or 0, 3)
        for one in scoring.read_scores(tmp_path / "scores.json")
        if one.metric == "f1" and one.group is None and "average" not in one.by
    }
    assert list(found) == [
        (pattern, matching)
        for pattern in ("alignment", "alignment_unseen")
        for matching in ("strict", "legacy", "alike by tfidf, cosine >= 0.9")
    ]
    assert 0.3 < found["alignment", "strict"] < 0.7
    assert (tmp_path / "texts.html").is_file()


def test_files_shown_exist() -> None:
    for path in re.findall(r"examples/[\w.]+|docs/[\w.]+", README):
        assert (ROOT / path).exists(), path


def test_the_demo_figures_are_the_demos() -> None:
    """The numbers themselves are checked by tests/cli/test_demo.py; here, that none is left out."""
    table = README.partition("<!-- demo: begin -->")[2].partition("<!-- demo: end -->")[0]
    for name in EXPECTED:
        assert f"| {name}" in table
    assert Path(ROOT / "docs/report.png").stat().st_size > 10_000


def test_the_python_shown_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it stands, but for the model, which here is a table of one answer."""
    code = README.partition("```python\n")[2].partition("```")[0]
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "answers.jsonl").write_text('{"item": "none", "role": "none", "answers": []}\n')
    monkeypatch.chdir(tmp_path)
    exec(code.replace("hf:bert-base-cased", "table:answers.jsonl"), {})
    items = (tmp_path / "in-python/bench/symmetry.jsonl").read_text().splitlines()
    assert len(items) > 100
    assert (tmp_path / "in-python/report.html").is_file()


@pytest.mark.parametrize("name", ["probe", "line"])
def test_measured_tables_are_those_of_the_benchmarks(name: str) -> None:
    """The README repeats the last tables of benchmarks/README.md, row by row."""
    marks = {"probe": "peers", "line": "measured"}[name]
    shown = README.partition(f"<!-- {marks}: begin -->\n")[2].partition("<!--")[0]
    measured = (ROOT / "benchmarks/README.md").read_text()
    rows = measured.partition(f"<!-- {name} -->\n")[2].partition("\n\n")[0]
    assert rows in shown


def test_the_table_of_what_is_mined_is_that_of_the_shipped_graph(tmp_path: Path) -> None:
    """It is the table of the commands above it, but for its frame."""
    examples = ROOT / "examples"
    labels = tuple(str(examples / name) for name in ("entities.tsv", "properties.tsv"))
    address = f"duckdb:{tmp_path}/graph.db"
    kgforge.load([f"tsv:{examples}/wikidata.tsv"], address, LoadOptions(ReadOptions(labels=labels)))
    mining = kgforge.mine(["all"], address, tmp_path / "mined")
    found = [(one.name, one.rows, one.groups, one.kept, one.instances) for one in mining.patterns]
    shown = [
        tuple(cell.strip() for cell in line.strip("│").split("│"))
        for line in README.splitlines()
        if line.startswith(tuple(f"│ {one.name} " for one in mining.patterns))
    ]
    assert shown == [(name, *(f"{count:,}" for count in counts)) for name, *counts in found]
