"""Runs read for a report: what each says of itself, its scores, and the benchmark they are on."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from kgforge import display, scoring
from kgforge.errors import BenchmarkError
from kgforge.reporting.comparing import Comparison
from kgforge.reporting.disagreeing import Disagreement
from kgforge.reporting.items import Collector, ShownItem
from kgforge.reporting.texts import Tally
from kgforge.schema import Floor, Posed, RunInfo, Score, folders
from kgforge.scoring import MATCHING, Benchmark, Headline, flat, questions, remarks
from kgforge.sheets import Result, Sheet


class Run(Struct, frozen=True):
    """A run as a report shows it."""

    name: str
    path: Path
    about: RunInfo
    scores: list[Score]
    lacking: str = ""
    """What it lacks of all that was to be asked (``scoring.Run.lacking``)."""


class Report(Result, Struct, frozen=True):
    """What a report was made of; it is shown as a table of the patterns' own scores."""

    out: Path
    benchmark: Path
    runs: tuple[Run, ...]
    comparisons: tuple[Comparison, ...]
    """Of each pair of runs, on each pattern by each of its metrics and at each k."""
    tallies: tuple[Tally, ...] = ()
    """Of what each run wrote of sentences."""
    title: str = ""
    """What the benchmark is called."""
    metrics: dict[str, str] = {}
    """The metric of each pattern."""
    baselines: dict[str, tuple[Floor, ...]] = {}
    """What each baseline scores on each pattern (``Made.floors``)."""
    matches: dict[str, dict[str, int]] = {}
    """How often each group of a pattern was found in the graph (``Made.matches``)."""
    forms: dict[str, tuple[Posed, ...]] = {}
    """The prompts by form of patterns that say them (``Made.forms``)."""
    disagreements: tuple[Disagreement, ...] = ()
    """The answers on which the strict and the legacy verdict differ."""

    @property
    def asked(self) -> dict[str, dict[str, questions.Asked]]:
        """Of each run, which questions its figures are of, by pattern."""
        return {run.name: questions.asked(self.forms, run.about, run.scores) for run in self.runs}

    @property
    def headline(self) -> Headline:
        """The patterns' own scores, run by run, with the baselines beside them."""
        runs = {run.name: run.scores for run in self.runs}
        lacking = [f"{run.name}: {run.lacking}" for run in self.runs if run.lacking]
        said = [*lacking, *remarks({run.name: run.about for run in self.runs})]
        return Headline.of(self.title, runs, self.metrics, self.baselines, said, self.asked)

    def sheets(self) -> list[Sheet]:
        """The headline as tables."""
        return self.headline.sheets()

    def records(self) -> list[dict[str, Any]]:
        """All scores of all runs, a row for each; what names a slice has columns of its own."""
        return [{"run": run.name, **row} for run in self.runs for row in map(flat, run.scores)]


class Reading(Struct, frozen=True):
    """What is read for a report, each run once."""

    benchmark: Benchmark
    runs: tuple[Run, ...]
    judged: tuple[scoring.Run, ...]
    items: dict[str, list[ShownItem]]
    """For each pattern the items that some run was asked, with all runs' responses."""


def read_runs(folders_of_runs: Sequence[Path], benchmark: Path | None = None) -> Reading:
    """Read runs, and the benchmark that they are on; it defaults to the one that they name.

    A run that is not whole, or has no ``scores.json``, is scored. Raises BenchmarkError for a
    run or benchmark that is missing, damaged, or does not belong together, and for a run without
    any answer.
    """
    if not folders_of_runs:
        raise BenchmarkError("no run was given: name folders that kgforge probe has written")
    abouts = {run: folders.read_run(run) for run in folders_of_runs}
    names = _names(folders_of_runs, [abouts[run].called for run in folders_of_runs])
    where = benchmark or folders.benchmark_of(abouts)
    asked = scoring.read_benchmark(where)
    for run, about in abouts.items():
        scoring.refuse_another(run, about, asked)
    collector = Collector(asked, len(names))
    judged = tuple(
        scoring.judge_run(run, asked, watch=collector.of_run(number))
        for number, run in enumerate(folders_of_runs)
    )
    runs = tuple(
        Run(name, run.folder, run.info, _scores(run), run.lacking)
        for name, run in zip(names, judged, strict=True)
    )
    _refuse_unanswered(runs, where)
    asked = msgspec.structs.replace(asked, manifest=scoring.over_asked(asked, judged))
    return Reading(asked, runs, judged, collector.shown())


def _refuse_unanswered(runs: Sequence[Run], benchmark: Path) -> None:
    for run in runs:
        if not run.scores:
            raise BenchmarkError(
                f"{run.path} has no answer to any item of {benchmark}: leave it out, or probe "
                f"again with patterns that have items"
            )


def _names(runs: Sequence[Path], called: Sequence[str]) -> list[str]:
    """What runs are called; those of one name are told apart by their folders."""
    shared = {name for name in called if called.count(name) > 1}
    return [
        f"{name}, {display.visible(ending)}" if name in shared else name
        for name, ending in zip(called, _endings(runs), strict=True)
    ]


def _endings(runs: Sequence[Path]) -> list[str]:
    """The shortest path endings that tell the runs apart."""
    whole = [run.resolve().parts for run in runs]
    for depth in range(1, max(map(len, whole)) + 1):
        names = ["/".join(parts[-depth:]) for parts in whole]
        if len(set(names)) == len(names):
            return names
    raise BenchmarkError(f"a run was named twice: {', '.join(map(str, runs))}")


def _scores(run: scoring.Run) -> list[Score]:
    path = run.folder / folders.SCORES
    whole = path.exists() and not run.lacking
    return folders.read_scores(path) if whole else run.scores()


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
