"""Scores that count facts and not items: over facts asked in several ways, each an outcome."""

from collections.abc import Iterator, Mapping, Sequence

from kgforge import metrics, statistics
from kgforge.metrics import Outcome
from kgforge.schema import Score
from kgforge.scoring import notes
from kgforge.scoring.notes import SMALL

Counted = tuple[str, Outcome]
"""A fact's item, and how a model did on the fact."""


def score(
    pattern: str, metric: str, k: int | None, by: Mapping[str, str], asked: Sequence[Counted]
) -> Score:
    """A metric over facts. The interval is Wilson's; of a mean of shares a bootstrap over facts."""
    counts = metrics.load(metric).counts
    counted = [
        (item, tuple(part for part in counts(outcome) if part.role is None))
        for item, outcome in asked
    ]
    parts = [part for _, found in counted for part in found]
    without = sum(not found for _, found in counted)
    numerator = sum(part.numerator for part in parts)
    denominator = sum(part.denominator for part in parts)
    shared = [part for part in parts if part.denominator]
    shares = [part.numerator / part.denominator for part in shared]
    sizes = [part.denominator for part in shared]
    if not metrics.definition(metric).mean:
        low, high = statistics.wilson(numerator, denominator)
    elif statistics.are_alike(shares):
        low, high = statistics.alike(shares[0], sizes)
    else:
        low, high = statistics.cluster_bootstrap(shares, sizes)
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
        note=notes.text(_notes(denominator, without)),
    )


def _notes(denominator: float, without: int) -> Iterator[notes.Note]:
    if denominator < SMALL:
        yield notes.small(denominator)
    if without:
        yield notes.valueless(without)
