"""What a model would score if it answered only where it is sure enough: risk and coverage.

Source: El-Yaniv and Wiener 2010, *On the foundations of noise-free selective classification*.
"""

from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter

from msgspec import Struct


class Point(Struct, frozen=True):
    """The figures where every answer is kept of which a model is at least so sure."""

    least: float
    """The lowest confidence of an answer that is kept."""
    kept: int
    """So many answers are kept."""
    coverage: float
    """Of all that were given."""
    precision: float
    """Right ones of those kept; the risk is 1 less this."""
    recall: float | None
    """Right ones kept of all that are wanted; None: none is."""
    f1: float
    """Their harmonic mean: 2 right / (kept + wanted)."""


def curve(answers: Iterable[tuple[float, bool]], wanted: int) -> list[Point]:
    """The figures at each confidence that occurs, from the most certain answers to all.

    *answers*: how sure a model is of each, and whether it is right. Those that it is equally sure
    of are kept together. *wanted*: questions that were asked, where each has one answer; accepted
    answers of all questions, where lists were asked for.

    >>> [(p.coverage, p.precision, p.recall) for p in curve([(0.9, True), (0.2, False)], 2)]
    [(0.5, 1.0, 0.5), (1.0, 0.5, 0.5)]
    """
    ranked = sorted(answers, key=itemgetter(0), reverse=True)
    points: list[Point] = []
    kept = right = 0
    for least, group in groupby(ranked, key=itemgetter(0)):
        hits = [hit for _, hit in group]
        kept, right = kept + len(hits), right + sum(hits)
        points.append(
            Point(
                least,
                kept,
                kept / len(ranked),
                right / kept,
                right / wanted if wanted else None,
                2 * right / (kept + wanted),
            )
        )
    return points


def area(points: Iterable[Point]) -> float:
    """The mean risk over the answers, as each is added: 0 where every wrong one comes last.

    >>> area(curve([(0.9, True), (0.2, False)], 2))
    0.25
    """
    total = before = 0.0
    for point in points:
        total += (1 - point.precision) * (point.coverage - before)
        before = point.coverage
    return total
