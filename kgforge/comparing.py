"""Runs held against one another: which differences their sizes can show, and partial scores.

A difference smaller than the least that such sizes are likely to show (α 0.05, power 0.8) says
nothing either way. Where both runs have the same items in a metric's denominator, items are pairs,
as in McNemar's test; a conditional metric has other items for each model, and its denominators are
then two samples. Items are taken as independent, and one comparison is not corrected for others.
"""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from kgforge import judging, metrics, scoring, statistics
from kgforge.judging import Judged
from kgforge.schema import Score


class Comparison(Struct, frozen=True):
    """Two runs on one pattern at one k, by the pattern's own metric."""

    pattern: str
    k: int
    first: int
    second: int
    """Which runs, by their numbers from 0."""
    paired: bool
    sizes: tuple[float, float]
    """Trials of either: items in the denominator, where each has one wording."""
    difference: float | None
    """The score of the first less that of the second; None where one is undefined."""
    detectable: float | None
    """The least difference that such sizes are likely to show; None: there is none."""

    @property
    def below(self) -> bool:
        """Whether there is a difference, and it is smaller than what could be shown."""
        least = math.inf if self.detectable is None else self.detectable
        return self.difference is not None and abs(self.difference) < least


class Correlation(Struct, frozen=True):
    """How partial scores go with scores, over runs (*Rethinking Language Models …*, §4.3)."""

    pattern: str
    k: int
    runs: int
    """Runs in which both are defined."""
    pearson: float | None
    spearman: float | None


class _Sums(Struct, frozen=True):
    """A pattern's own metric in one run: by item, over its wordings; and how many these are."""

    parts: dict[str, tuple[float, float]]
    """Numerator and denominator of each item in the denominator."""
    wordings: int
    items: int

    @property
    def ratio(self) -> tuple[float, float]:
        """Numerator and denominator of all items."""
        numerators, denominators = (
            zip(*self.parts.values(), strict=True) if self.parts else ((), ())
        )
        return math.fsum(numerators), math.fsum(denominators)

    @property
    def trials(self) -> float:
        """The denominator, had each item one wording."""
        return self.ratio[1] * self.items / self.wordings if self.wordings else 0.0


def compare(runs: Sequence[Path], benchmark: Path, ks: Sequence[int]) -> list[Comparison]:
    """Each pair of runs on each pattern that both were asked, by pattern, k and run.

    Raises BenchmarkError as ``judging.judge_run`` does.
    """
    own = scoring.own_metrics(judging.read_manifest(benchmark))
    sums: dict[tuple[str, int], dict[int, _Sums]] = {}
    for number, run in enumerate(runs) if len(runs) > 1 else ():
        for pattern, items in judging.judge_run(run, benchmark).items():
            for k in ks:
                found = sums.setdefault((pattern, k), {})
                found[number] = _summed(items, k, own[pattern])
    return [
        _compared(pattern, k, first, second, found)
        for pattern, k in itertools.product(own, ks)
        for found in (sums.get((pattern, k), {}),)
        for first, second in itertools.combinations(found, 2)
    ]


def _summed(items: Sequence[Judged], k: int, own: str) -> _Sums:
    counts = metrics.load(own).counts
    parts: dict[str, tuple[float, float]] = {}
    wordings = complete = 0
    for judged in items:
        found = scoring.wordings(judged)
        wordings, complete = wordings + len(found), complete + bool(found)
        whole = [
            part
            for wording in found
            for part in counts(scoring.outcome(judged, wording, k, own))
            if part.role is None
        ]
        denominator = math.fsum(part.denominator for part in whole)
        if denominator:
            parts[judged.item.id] = math.fsum(part.numerator for part in whole), denominator
    return _Sums(parts, wordings, complete)


def _compared(
    pattern: str, k: int, first: int, second: int, found: Mapping[int, _Sums]
) -> Comparison:
    one, other = found[first], found[second]
    values = [
        numerator / denominator if denominator else None
        for numerator, denominator in (one.ratio, other.ratio)
    ]
    difference = detectable = None
    paired = bool(one.parts) and _denominators(one) == _denominators(other)
    if values[0] is not None and values[1] is not None:
        difference = values[0] - values[1]
        detectable = (
            statistics.detectable_paired(_differences(one, other))
            if paired
            else statistics.detectable_apart(min(values[0], values[1]), one.trials, other.trials)
        )
    sizes = (one.trials, other.trials)
    return Comparison(pattern, k, first, second, paired, sizes, difference, detectable)


def _denominators(sums: _Sums) -> dict[str, float]:
    return {name: denominator for name, (_, denominator) in sums.parts.items()}


def _differences(one: _Sums, other: _Sums) -> list[float]:
    """One figure for each item, whose mean is the difference of the two pooled ratios."""
    each = one.ratio[1] / len(one.parts)
    return [(numerator - other.parts[name][0]) / each for name, (numerator, _) in one.parts.items()]


def correlations(
    runs: Sequence[Sequence[Score]], own: Mapping[str, str], ks: Sequence[int]
) -> Iterator[Correlation]:
    """Of each pattern and k, how partial scores go with scores over runs."""
    pooled = [scoring.pooled(scores) for scores in runs]
    for (pattern, metric), k in itertools.product(own.items(), ks):
        pairs = []
        for found in pooled:
            partial, score = found.get((pattern, "partial", k)), found.get((pattern, metric, k))
            if partial and score and partial.value is not None and score.value is not None:
                pairs.append((partial.value, score.value))
        both = statistics.correlations([one for one, _ in pairs], [other for _, other in pairs])
        yield Correlation(pattern, k, len(pairs), *both)
