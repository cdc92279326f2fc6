"""Runs read for a report, and those refused."""

from pathlib import Path

import pytest

from kgforge import reporting, scoring
from kgforge.errors import BenchmarkError
from kgforge.reporting import runs
from kgforge.schema import folders
from tests.reporting.worlds import BOTH, OWN, responses, symmetry
from tests.worlds.handmade import write_benchmark, write_run


def test_a_run_without_scores_is_scored(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    for name in ("run.json", "responses.jsonl"):
        (tmp_path / "run" / name).write_bytes((folder / "both-directions" / name).read_bytes())
    made = reporting.report([tmp_path / "run"], tmp_path / "report.html")
    assert made.runs[0].scores == folders.read_scores(folder / "both-directions" / "scores.json")


def test_runs_are_named_by_what_tells_them_apart(tmp_path: Path) -> None:
    """By their models; those of one model also by their folders."""
    paths = [tmp_path / "a" / "run", tmp_path / "b" / "run", tmp_path / "c"]
    for path in paths:
        path.mkdir(parents=True)
    found = runs._names(paths, ["gpt2", "gpt2", "bert"])
    assert found == ["gpt2, a/run", "gpt2, b/run", "bert"]
    assert runs._names(paths[:2], ["gpt2", "bert"]) == ["gpt2", "bert"]


def test_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match="no run was given"):
        reporting.report([], tmp_path / "report.html")


def test_a_run_named_twice_is_refused(folder: Path, tmp_path: Path) -> None:
    run = folder / "both-directions"
    with pytest.raises(BenchmarkError, match="a run was named twice"):
        reporting.report([run, run], tmp_path / "report.html")


def test_a_benchmark_that_is_gone_is_asked_for(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [], benchmark=tmp_path / "gone")
    with pytest.raises(BenchmarkError, match="in the current folder: give it with --benchmark"):
        reporting.report([run], tmp_path / "report.html")


def test_a_benchmark_is_found_from_the_run_and_must_be_the_one_that_was_asked(
    folder: Path, tmp_path: Path
) -> None:
    bench = write_benchmark(tmp_path / "bench", [*symmetry()], {"symmetry": OWN["symmetry"]})
    run = write_run(tmp_path / "run", responses([*symmetry()], BOTH, 0), "../bench")
    assert reporting.report([run], tmp_path / "report.html").benchmark == bench.resolve()
    with pytest.raises(BenchmarkError, match="or that one has changed"):
        reporting.report([run], tmp_path / "report.html", folder / "bench")


def test_a_run_that_was_asked_nothing_is_refused(tmp_path: Path) -> None:
    bench = write_benchmark(tmp_path / "bench", [], {"bias": "sensitive_named"})
    for scored in (False, True):
        run = write_run(tmp_path / f"run {scored}", [], benchmark=bench)
        if scored:
            scoring.write_scores([], run / "scores.json")
        with pytest.raises(BenchmarkError, match=r"has no answer to any item of .*: leave it out"):
            reporting.report([run], tmp_path / "report.html")
    assert not (tmp_path / "report.html").exists()


def test_runs_on_two_benchmarks_are_refused(tmp_path: Path) -> None:
    runs = [
        write_run(tmp_path / name, [], benchmark=tmp_path / f"bench {name}") for name in ("a", "b")
    ]
    with pytest.raises(BenchmarkError, match="on different benchmarks"):
        reporting.report(runs, tmp_path / "report.html")
    assert not (tmp_path / "report.html").exists()
