"""Runs read for a report: what each says of itself, its scores, and the benchmark they are on."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from kgforge import files, scoring
from kgforge.errors import BenchmarkError
from kgforge.reporting.comparing import Comparison
from kgforge.reporting.texts import Tally
from kgforge.schema import Score
from kgforge.scoring import MATCHING, judging


class Run(Struct, frozen=True):
    """A run as a report reads it."""

    name: str
    path: Path
    about: dict[str, Any]
    """What ``run.json`` says."""
    scores: list[Score]


class Report(Struct, frozen=True):
    """What a report was made of."""

    out: Path
    benchmark: Path
    runs: tuple[Run, ...]
    comparisons: tuple[Comparison, ...]
    """Of each pair of runs, on each pattern by each of its metrics and at each k."""
    tallies: tuple[Tally, ...] = ()
    """Of what each run wrote of sentences."""


def read_runs(runs: Sequence[Path], benchmark: Path | None = None) -> tuple[Path, tuple[Run, ...]]:
    """The benchmark that runs are on, and the runs; *benchmark* defaults to the one they name.

    A run without ``scores.json`` is scored. Raises BenchmarkError for a run or benchmark that is
    missing, damaged, or does not belong together, and for a run without any answer.
    """
    if not runs:
        raise BenchmarkError("no run was named: name folders that kgforge probe has written")
    abouts = [judging.read_json(run / "run.json", "name a folder of kgforge probe") for run in runs]
    where = benchmark or _benchmark_of(runs, abouts)
    _refuse_another(runs, abouts, where)
    read = tuple(
        Run(name, run, about, _scores(run, where))
        for name, run, about in zip(_names(runs), runs, abouts, strict=True)
    )
    _refuse_unanswered(read, where)
    return where, read


def _benchmark_of(runs: Sequence[Path], abouts: Sequence[Mapping[str, Any]]) -> Path:
    named = {_named_benchmark(run, about) for run, about in zip(runs, abouts, strict=True)}
    if len(named) > 1:
        listed = ", ".join(sorted(map(str, named)))
        raise BenchmarkError(f"the runs are on different benchmarks ({listed}): report them apart")
    (found,) = named
    if not (found / "manifest.json").is_file():
        raise BenchmarkError(
            f"{runs[0]} was made with the benchmark {found}, which is not there: say --benchmark"
        )
    return found


def _named_benchmark(run: Path, about: Mapping[str, Any]) -> Path:
    named = about.get("benchmark")
    path = named.get("path") if isinstance(named, dict) else named
    if not isinstance(path, str):
        raise BenchmarkError(f"{run / 'run.json'} names no benchmark: say --benchmark")
    return (run / path).resolve()


def _refuse_another(
    runs: Sequence[Path], abouts: Sequence[Mapping[str, Any]], benchmark: Path
) -> None:
    found = files.sha256(benchmark / "manifest.json")
    for run, about in zip(runs, abouts, strict=True):
        named = about.get("benchmark")
        asked = named.get("sha256") if isinstance(named, dict) else None
        if asked not in (None, found):
            raise BenchmarkError(
                f"{run} was made with another benchmark than {benchmark}, or that one has changed "
                f"(manifest {asked[:12]}, now {found[:12]}): name the right one with --benchmark"
            )


def _refuse_unanswered(runs: Sequence[Run], benchmark: Path) -> None:
    for run in runs:
        if not run.scores:
            raise BenchmarkError(
                f"{run.path} has no answer to any item of {benchmark}: leave it out, or probe "
                f"again with patterns that have items"
            )


def _names(runs: Sequence[Path]) -> list[str]:
    """The shortest path endings that tell the runs apart."""
    whole = [run.resolve().parts for run in runs]
    for depth in range(1, max(map(len, whole)) + 1):
        names = ["/".join(parts[-depth:]) for parts in whole]
        if len(set(names)) == len(names):
            return names
    raise BenchmarkError(f"a run was named twice: {', '.join(map(str, runs))}")


def _scores(run: Path, benchmark: Path) -> list[Score]:
    path = run / "scores.json"
    if path.exists():
        return scoring.read_scores(path)
    return scoring.score_run(run, benchmark, scoring.ks_of(run))


def ks(runs: Sequence[Run]) -> list[int]:
    """The ks that any run was scored for, in order."""
    return sorted({score.k for run in runs for score in run.scores if score.k is not None})


def written_patterns(runs: Sequence[Run]) -> list[str]:
    """The patterns of whose sentences some run wrote triples, in the order of the scores."""
    found = (score for run in runs for score in run.scores if score.k is None)
    return list(dict.fromkeys(score.pattern for score in found if MATCHING in score.by))


def matchings(runs: Sequence[Run]) -> list[str]:
    """The modes in which what runs wrote was scored, the strict one first where it is there."""
    found = (score for run in runs for score in run.scores if score.k is None)
    return list(dict.fromkeys(score.by[MATCHING] for score in found if MATCHING in score.by))
