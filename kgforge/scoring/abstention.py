"""What a model would score if it answered only where it is sure enough: risk and coverage.

A model is as sure of an answer as it gives it log-probability. Of a list that comes as a text the
place tells it: the first answer is the one that is kept longest. The answers are those to the
first form that was asked, in all wordings: of a list all that count, of another question the best.
A model that is equally sure of all of them has no curve.

Source: El-Yaniv and Wiener 2010, *On the foundations of noise-free selective classification*.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import metrics, statistics
from kgforge.forms import Mark
from kgforge.metrics import FactHit, Listed, Outcome
from kgforge.schema import Score
from kgforge.scoring import notes, posed, sharing
from kgforge.scoring.judging import Judged
from kgforge.scoring.sharing import Asking

METRICS: Final = ("kept_precision", "kept_recall", "kept_risk")
KEPT: Final = "kept"
"""What a score's slice is called: the share of answers that is kept."""
POINTS: Final = 10
"""A curve is told at so many points at most: where a tenth of the answers is kept, and so on."""


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


# ── The curve of a run ──────────────────────────────────────────────────────────────────────────
def scores(pattern: str, items: Sequence[Judged], ks: Sequence[int]) -> Iterator[Score]:
    """The curve of a pattern's answers, and its area; none where it would be but one point.

    It is given at the smallest k: it is of the answers themselves, whichever the k.
    """
    asked_marks = list(_marks(posed.first(items)))
    marks = [mark for _, mark in asked_marks]
    are_lists = any(mark.listed for mark in marks)
    wanted = sum(mark.listed[2] for mark in marks if mark.listed) if are_lists else len(marks)
    points = curve((one for mark in marks for one in mark.sure), wanted)
    if len(points) < 2:
        return
    by_place = are_lists and all(one.least <= 0 and one.least.is_integer() for one in points)
    asked = sum(judged.asked for judged in items)
    are_trials = not are_lists and len(marks) <= asked
    for point in _told(points):
        listed = Listed(round(point.precision * point.kept), point.kept, wanted)
        by = {KEPT: _share(point)}
        note = [notes.Note("other", _least(point, by_place=by_place))]
        for metric in METRICS[:2]:
            made = _score(pattern, metric, min(ks), listed, asked)
            low, high, said = None, None, tuple(note)
            if are_trials:
                low, high, size = _interval(asked_marks, point, is_recall=metric == METRICS[1])
                said = (*note, *notes.worth(size, made.denominator))
            yield msgspec.structs.replace(made, by=by, low=low, high=high, note=notes.text(said))
    most = points[-1].kept
    risk = area(points)
    whole = _score(pattern, METRICS[2], min(ks), Listed(0, most, wanted), asked)
    yield msgspec.structs.replace(whole, numerator=risk * most, value=risk)


def _marks(items: Iterable[Judged]) -> Iterator[tuple[Asking, Mark]]:
    """The marks of facts that hold or are implied, and what is asked."""
    for judged in items:
        for fact, marks in zip(judged.item.facts, judged.marks, strict=True):
            if fact.holds is not False:
                for mark in marks:
                    yield sharing.asking(fact, fact.prompts[mark.prompt]), mark


def _interval(
    marks: Sequence[tuple[Asking, Mark]], point: Point, *, is_recall: bool
) -> tuple[float | None, float | None, float]:
    """The interval of the share of right answers, of those kept or of all questions."""
    kept = [[hit for sure, hit in mark.sure if sure >= point.least] for _, mark in marks]
    ties = sharing.tie([[msgspec.structs.replace(asking, role="")] for asking, _ in marks])
    wanted = [1.0 if is_recall else float(len(hits)) for hits in kept]
    return statistics.ratio_interval([float(sum(hits)) for hits in kept], wanted, ties)


def _least(point: Point, *, by_place: bool) -> str:
    """Which answers are kept, in words."""
    if by_place:
        return f"the first {round(1 - point.least)} answers of each list"
    return f"answers with a log-probability of at least {point.least:.4g}"


def _share(point: Point) -> str:
    """What a point is called: the share of answers that is kept."""
    return f"{point.coverage:.3f}"


def _told(points: Sequence[Point]) -> Iterable[Point]:
    """The first point from each share of the answers; of those that are called the same, the last.

    Nothing but their name tells the scores of points apart.
    """
    found: dict[str, Point] = {}
    for share in range(1, POINTS + 1):
        one = next(one for one in points if one.coverage >= share / POINTS or one is points[-1])
        found[_share(one)] = one
    return found.values()


def _score(pattern: str, metric: str, k: int, listed: Listed, items: int) -> Score:
    """A metric of the answers that are kept."""
    fact = FactHit("", holds=True, hit=False, target=False, listed=listed)
    whole = next(iter(metrics.load(metric).counts(Outcome((fact,), metric))))
    numerator, denominator = whole.numerator, whole.denominator
    return Score(
        pattern=pattern,
        group=None,
        metric=metric,
        k=k,
        by={},
        numerator=numerator,
        denominator=denominator,
        value=numerator / denominator if denominator else None,
        low=None,
        high=None,
        items=items,
    )
