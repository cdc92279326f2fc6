"""The curve of a model that answers only where it is sure, by hand and by brute force."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgforge.scoring.abstention import Point, area, curve

SURE = [(0.9, True), (0.8, True), (0.8, False), (0.1, False)]


def test_the_curve_by_hand() -> None:
    """Five questions, of which one had no answer; two answers are equally sure."""
    assert curve(SURE, 5) == [
        Point(0.9, 1, 0.25, 1.0, 0.2, 2 / 6),
        Point(0.8, 3, 0.75, 2 / 3, 0.4, 4 / 8),
        Point(0.1, 4, 1.0, 0.5, 0.4, 4 / 9),
    ]
    assert area(curve(SURE, 5)) == pytest.approx(0 * 0.25 + 1 / 3 * 0.5 + 0.5 * 0.25)


def test_without_answers_there_is_no_curve() -> None:
    assert curve([], 3) == []
    assert area([]) == 0


def test_where_nothing_is_wanted_recall_is_undefined() -> None:
    [point] = curve([(0.5, False)], 0)
    assert (point.precision, point.recall, point.f1) == (0.0, None, 0.0)


@given(st.lists(st.tuples(st.sampled_from([0.1, 0.5, 0.9]), st.booleans())), st.integers(1, 30))
def test_each_point_is_what_is_kept(answers: list[tuple[float, bool]], wanted: int) -> None:
    points = {point.least: point for point in curve(answers, wanted)}
    assert list(points) == sorted({sure for sure, _ in answers}, reverse=True)
    for least, point in points.items():
        kept = [hit for sure, hit in answers if sure >= least]
        precision, recall = Fraction(sum(kept), len(kept)), Fraction(sum(kept), wanted)
        assert (point.kept, point.coverage) == (len(kept), len(kept) / len(answers))
        assert (point.precision, point.recall) == (float(precision), float(recall))
        both = precision + recall
        assert point.f1 == pytest.approx(float(2 * precision * recall / both) if both else 0.0)
