"""Scores that count facts and not items: over facts asked in several ways, each an outcome."""

import math
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from kgforge import metrics, statistics
from kgforge.metrics import Outcome
from kgforge.schema import Score
from kgforge.scoring import notes, sharing
from kgforge.scoring.notes import SMALL
from kgforge.scoring.sharing import Asking

Counted = tuple[str, Outcome]
"""A fact's item, and how a model did on the fact."""


def score(
    pattern: str,
    metric: str,
    k: int | None,
    by: Mapping[str, str],
    asked: Sequence[Counted],
    asking: Sequence[Asking] = (),
) -> Score:
    """A metric over facts, with an interval as wide as the questions that they share.

    *asking* is what is asked of each; none: each is asked once.
    """
    counts = metrics.load(metric).counts
    counted = [
        (item, tuple(part for part in counts(outcome) if part.role is None))
        for item, outcome in asked
    ]
    without = sum(not found for _, found in counted)
    numerators = [math.fsum(part.numerator for part in parts) for _, parts in counted]
    denominators = [math.fsum(part.denominator for part in parts) for _, parts in counted]
    numerator, denominator = sum(numerators), sum(denominators)
    ties = sharing.tie([[msgspec.structs.replace(one, role="")] for one in asking])
    low, high, size = statistics.ratio_interval(numerators, denominators, ties)
    return Score(
        pattern=pattern,
        group=None,
        metric=metric,
        k=k,
        by=dict(by),
        numerator=numerator,
        denominator=denominator,
        value=numerator / denominator if denominator else None,
        low=low,
        high=high,
        items=len({item for item, found in counted if found}),
        note=notes.text(_notes(denominator, without, size)),
    )


def _notes(denominator: float, without: int, size: float) -> Iterator[notes.Note]:
    if denominator < SMALL:
        yield notes.small(denominator)
    if without:
        yield notes.valueless(without)
    yield from notes.worth(size, denominator)
