"""``kgforge report``, and what names, tables and files it gives."""

import csv
import io
import json
import os
import re
import shutil
import sys
from pathlib import Path

import pandas
import pytest
from rich.console import Console

from kgforge.cli import console
from tests.cli.conftest import Run

LONG = "a-model-of-quite-a-long-name-finetuned-on-something-2026"


@pytest.fixture
def probed(run: Run, small: Path) -> Path:
    """A folder with a benchmark and two runs on it, of which one was given a name."""
    os.chdir(small)
    run("load", "tsv:facts.tsv", "--labels", "names.tsv", "--store", "oxigraph:graph")
    run("mine", "symmetry", "--store", "oxigraph:graph", "--out", "mined")
    assert run("export", "mined", "--out", "bench", "--name", "Who knows whom")[0] == 0
    items = [json.loads(line) for line in Path("bench/symmetry.jsonl").read_text().splitlines()]
    for number, name in enumerate((LONG, "other")):
        answers = [
            {"item": item["id"], "role": fact["role"], "answers": [fact["object"]["label"]]}
            for place, item in enumerate(items)
            for fact in item["facts"]
            if fact["role"] == "forward" or place < 10 * (1 + number)
        ]
        text = "".join(json.dumps(line) + "\n" for line in answers)
        Path(f"{name}.jsonl").write_text(text)
    probe = ("probe", "bench", "--model")
    assert run(*probe, f"table:{LONG}.jsonl", "--out", "run-one")[0] == 0
    assert run(*probe, "table:other.jsonl", "--out", "run-two", "--name", "The other one")[0] == 0
    return small


def test_runs_and_benchmarks_are_called_as_they_were_named(run: Run, probed: Path) -> None:
    assert json.loads(Path("bench/manifest.json").read_text())["title"] == "Who knows whom"
    assert "name" not in json.loads(Path("run-one/run.json").read_text())
    assert json.loads(Path("run-two/run.json").read_text())["name"] == "The other one"
    card = Path("bench/README.md").read_text()
    assert "\n# Who knows whom\n" in card and "--name 'Who knows whom'" in card
    said = json.loads(run("report", "run-one", "run-two", "--out", "page.html", "--json")[1])
    assert said["runs"] == [f"{LONG}.jsonl", "The other one"]
    assert f"<title>Who knows whom: {LONG}.jsonl, The other one</title>" in Path(
        "page.html"
    ).read_text(encoding="utf-8")


def test_a_name_is_kept_when_a_run_is_taken_up(run: Run, probed: Path) -> None:
    assert run("probe", "bench", "--model", "table:other.jsonl", "--out", "run-two")[0] == 0
    assert json.loads(Path("run-two/run.json").read_text())["name"] == "The other one"


@pytest.mark.parametrize("width", [80, 100])
def test_one_table_in_which_nothing_is_cut_and_the_rest_by_v(
    run: Run, probed: Path, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    report = ("report", "run-one", "run-two", "--out", "page.html")

    def shown(*more: str) -> list[str]:
        seen = io.StringIO()
        terminal = Console(file=seen, force_terminal=True, no_color=True, width=width)
        monkeypatch.setattr(console, "out", terminal)
        assert run(*report, *more)[0] == 0
        return re.sub(r"\x1b\[[\d;]*m", "", seen.getvalue()).splitlines()

    lines = shown()
    assert max(map(len, lines)) <= width
    assert sum(line.startswith("┏") for line in lines) == 2  # scores, and their differences
    names = "".join(line.split("│")[1].strip() for line in lines if line.startswith("│"))
    assert f"{LONG}.jsonl" in names and "The other one" in names
    assert "baseline: random" in names and "baseline: frequent" in names
    words = " ".join(lines).split()
    for number in ("0.333", "0.192–0.512", "0.667", "0.488–0.808"):
        assert words.count(number) == 3, number
    everything = shown("-v")
    assert max(map(len, everything)) <= width
    assert everything[: len(lines)] == lines
    assert sum(line.startswith("┏") for line in everything) > 5
    assert "…" not in "".join(everything).replace(" … ", "")


def test_all_scores_as_csv_and_the_table_as_latex(
    run: Run, probed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)  # which an install for models lacks
    files = ("--csv", "scores.csv", "--latex", "scores.tex")
    assert run("report", "run-one", "run-two", "--out", "page.html", *files)[0] == 0
    with Path("scores.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    written = [
        (name, score)
        for name, folder in ((f"{LONG}.jsonl", "run-one"), ("The other one", "run-two"))
        for score in json.loads(Path(folder, "scores.json").read_text())
    ]
    assert len(rows) == len(written)
    for row, (name, score) in zip(rows, written, strict=True):
        assert (row["run"], row["metric"], int(row["k"])) == (name, score["metric"], score["k"])
        assert float(row["numerator"]) == score["numerator"]
        assert row["by_role"] == score["by"].get("role", "")
    text = Path("scores.tex").read_text(encoding="utf-8")
    assert "symmetry & all given any & The other one & 30 & 0.667 0.488–0.808" in text
    assert text.count("\\\\") == 1 + 2 + 2  # the head, the runs, and the baselines


def test_a_run_s_name_acts_in_no_file(run: Run, probed: Path) -> None:
    """A line of its own would break the row of a table, an escape the terminal that shows it."""
    noted = Path("run-two", "run.json")
    before = noted.read_text(encoding="utf-8")
    name = "evil\u202e\x1b]0;\nname"
    noted.write_text(json.dumps(json.loads(before) | {"name": name}), encoding="utf-8")
    files = ("--csv", "evil.csv", "--latex", "evil.tex")
    status, out, _ = run("report", "run-two", "--out", "evil.html", *files)
    noted.write_text(before, encoding="utf-8")
    assert status == 0
    shown = r"evil\u202e\x1b]0;\nname"
    assert shown in out
    with Path("evil.csv").open(encoding="utf-8", newline="") as stream:
        assert {row["run"] for row in csv.DictReader(stream)} == {shown}
    text = Path("evil.tex").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if "evil" in line)
    assert line.endswith("\\\\")
    assert "\x1b" not in text and "\u202e" not in text


@pytest.mark.parametrize("command", ["probe", "export"])
def test_a_name_with_a_control_character_is_refused(run: Run, command: str) -> None:
    more = {"probe": ("bench", "--model", "table:t.jsonl"), "export": ("mined",)}[command]
    status, _, err = run(command, *more, "--out", "out", "--name", "two\nlines")
    assert status == 2
    assert r"--name has a control character: two\nlines" in err


def test_probe_gives_its_scores(run: Run, probed: Path) -> None:
    again = ("probe", "bench", "--model", "table:other.jsonl", "--out", "run-two")
    said = json.loads(run(*again, "--json")[1])
    assert said["finished"] and said["requests"] == 60
    [own] = [
        score
        for score in said["scores"]
        if (score["metric"], score["k"]) == (said["metrics"]["symmetry"], 1)
    ]
    assert (own["numerator"], own["denominator"]) == (20, 30)
    assert {floor["answerer"] for floor in said["baselines"]["symmetry"]} >= {"random", "frequent"}
    assert all(score["group"] is None for score in said["scores"])


def test_results_are_shown_in_a_notebook_and_turn_into_frames(probed: Path) -> None:
    import kgforge

    run = kgforge.probe(Path("bench"), "table:other.jsonl", Path("run-two"))
    assert "<td>  The other one</td>" in run._repr_html_()
    whole = run.to_pandas()
    assert isinstance(whole, pandas.DataFrame)
    assert len(whole) == len(json.loads(Path("run-two/scores.json").read_text()))
    made = kgforge.report([Path("run-one"), Path("run-two")], Path("page.html"))
    assert set(made.to_pandas()["run"]) == {f"{LONG}.jsonl", "The other one"}
    seen = Console(file=io.StringIO(), record=True, width=100)
    seen.print(run, made)
    assert seen.export_text().count("Who knows whom: scores") == 2


@pytest.mark.parametrize("name", ["page.pdf", "page.csv", "page"])
def test_a_page_is_html_by_name(run: Run, probed: Path, name: str) -> None:
    status, _, told = run("report", "run-one", "--out", name)
    assert status == 1 and "written as HTML alone: name a file that ends in .html" in told
    assert not (probed / name).exists()


def test_a_run_is_scored_on_the_benchmark_that_it_was_made_with(
    run: Run, probed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KGFORGE_CACHE", str(probed / "cache"))  # which knows no other copy
    status, _, told = run("score", "run-one", "--out", "again.json")
    assert status == 0, told
    assert Path("again.json").read_bytes() == Path("run-one/scores.json").read_bytes()
    Path("bench").rename("elsewhere")
    status, _, told = run("score", "run-one", "--out", "again.json")
    assert status == 0, told  # it lies beside the run
    shutil.rmtree("elsewhere")
    status, _, told = run("score", "run-one", "--out", "again.json")
    assert status == 1 and "in the current folder: give it with --benchmark" in told
