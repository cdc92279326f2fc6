"""Runs held against one another: which differences their sizes can show, and partial scores.

A difference smaller than the least that such sizes are likely to show (α 0.05, power 0.8) says
nothing either way. Runs are compared item by item, on the items that both answered: a score is a
ratio of sums over items, y to x, of which an item's part is (y - R x) / x̄, R the ratio and x̄ the
mean of x (Cochran 1977, *Sampling Techniques*, 3rd ed., chapter 6). The spread of the differences
of two runs' parts says how sure the difference of their scores is, whether they count the same
items or, as conditional metrics do, others: what they have in common makes it surer. Where both
count the same items, once each, this is McNemar's test. Runs that answered no item in common are
two samples. Items are taken as independent, and one comparison is not corrected for others.
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
    """Whether both count some of the same items."""
    sizes: tuple[float, float]
    """Trials of either: items in the denominator, where each has one wording."""
    difference: float | None
    """The score of the first less that of the second, on the items that both answered; None where
    one is undefined."""
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


class _Counted(Struct, frozen=True):
    """What an item adds to a pattern's own metric, over all its wordings."""

    numerator: float
    denominator: float
    wordings: int


_Counts = dict[str, _Counted]
"""Of each item that a run answered, by its id."""


def compare(runs: Sequence[Path], benchmark: Path, ks: Sequence[int]) -> list[Comparison]:
    """Each pair of runs on each pattern that both were asked, by pattern, k and run.

    Only at those of *ks* that both runs were made for. Raises BenchmarkError as
    ``judging.judge_run`` does.
    """
    own = scoring.own_metrics(judging.read_manifest(benchmark))
    counts: dict[tuple[str, int], dict[int, _Counts]] = {}
    for number, run in enumerate(runs) if len(runs) > 1 else ():
        made_for = scoring.ks_of(run)
        for pattern, items in judging.judge_run(run, benchmark).items():
            for k in (k for k in ks if k in made_for):
                found = counts.setdefault((pattern, k), {})
                found[number] = dict(_counted(items, k, own[pattern]))
    return [
        _compared(pattern, k, first, second, found)
        for pattern, k in itertools.product(own, ks)
        for found in (counts.get((pattern, k), {}),)
        for first, second in itertools.combinations(found, 2)
    ]


def _counted(items: Sequence[Judged], k: int, own: str) -> Iterator[tuple[str, _Counted]]:
    counts = metrics.load(own).counts
    for judged in items:
        wordings = scoring.wordings(judged)
        whole = [
            part
            for wording in wordings
            for part in counts(scoring.outcome(judged, wording, k, own))
            if part.role is None
        ]
        if wordings:
            yield (
                judged.item.id,
                _Counted(
                    math.fsum(part.numerator for part in whole),
                    math.fsum(part.denominator for part in whole),
                    len(wordings),
                ),
            )


def _compared(
    pattern: str, k: int, first: int, second: int, found: Mapping[int, _Counts]
) -> Comparison:
    one, other = found[first], found[second]
    both = one.keys() & other.keys()
    if both:
        one, other = ({name: run[name] for name in both} for run in (one, other))
    values, sizes = (_ratio(one), _ratio(other)), (_trials(one), _trials(other))
    difference = detectable = None
    if values[0] is not None and values[1] is not None:
        difference = values[0] - values[1]
        detectable = (
            statistics.detectable_paired(_differences(one, other))
            if both
            else statistics.detectable_apart(min(values[0], values[1]), *sizes)
        )
    paired = any(one[name].denominator and other[name].denominator for name in both)
    return Comparison(pattern, k, first, second, paired, sizes, difference, detectable)


def _sums(counts: _Counts) -> tuple[float, float]:
    return (
        math.fsum(each.numerator for each in counts.values()),
        math.fsum(each.denominator for each in counts.values()),
    )


def _ratio(counts: _Counts) -> float | None:
    numerator, denominator = _sums(counts)
    return numerator / denominator if denominator else None


def _trials(counts: _Counts) -> float:
    """The denominator, had each item one wording."""
    wordings = sum(each.wordings for each in counts.values())
    return _sums(counts)[1] * len(counts) / wordings if wordings else 0.0


def _differences(one: _Counts, other: _Counts) -> list[float]:
    """One figure for each item that either run counts; their mean is the difference of scores."""
    names = [name for name in one if one[name].denominator or other[name].denominator]
    parts = zip(_parts(one, names), _parts(other, names), strict=True)
    return [first - second for first, second in parts]


def _parts(counts: _Counts, names: Sequence[str]) -> Iterator[float]:
    """Each item's part of a ratio of sums, linearised; their mean is the ratio."""
    numerator, denominator = _sums(counts)
    ratio, mean = numerator / denominator, denominator / len(names)
    for name in names:
        yield ratio + (counts[name].numerator - ratio * counts[name].denominator) / mean


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
