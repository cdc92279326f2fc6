"""The curve of a model that answers only where it is sure, by hand and by brute force."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kgforge import scoring
from kgforge.schema import NONE, Item, ItemFact, Prompt, Response, Score, Scored, Top
from kgforge.scoring.abstention import Point, area, curve
from tests.worlds.handmade import fact, item, write_benchmark, write_run

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


# ── The curve of a run ──────────────────────────────────────────────────────────────────────────
def asked(name: str, *facts: ItemFact) -> Item:
    return item(name, "fact", "g", *facts)


def listing(subject: str, *objects: str) -> ItemFact:
    made = fact("fact", subject, "P47", objects[0], others=objects[1:])
    return replace(made, prompts=(Prompt("listing", "en", "object", "none", "t", "? [MASK]", "?"),))


def run_of(tmp_path: Path, items: list[Item], said: list[Response]) -> list[Score]:
    bench = write_benchmark(tmp_path / "bench", items, {"fact": "hit"})
    run = write_run(tmp_path / "run", said, benchmark=bench)
    return scoring.score(run, bench, tmp_path / "scores.json")


def kept(scores: list[Score], metric: str) -> dict[str, float | None]:
    return {one.by["kept"]: one.value for one in scores if one.metric == metric and one.by}


def opened(name: str, *top: tuple[str, float], form: str = "cloze") -> Response:
    return Response(name, "fact", form, 0, "m", "open", tuple(Top(*one) for one in top))


def test_single_answers_are_kept_by_the_best_answer_s_log_probability(tmp_path: Path) -> None:
    """Of four facts two are right, one of them surely; what must not hold has no part."""
    items = [asked(f"i{n}", fact("fact", f"a{n}", "P36", f"b{n}")) for n in range(4)]
    items.append(asked("i4", fact("fact", "a", "P36", "b", holds=False)))
    said = [
        opened("i0", ("b0", -0.1), ("x", -5)),
        opened("i1", ("x", -0.2), ("b1", -0.3)),
        opened("i2", ("B2", -0.4)),
        opened("i3", ("x", -9)),
        opened("i4", ("x", -0.01)),
    ]
    scores = run_of(tmp_path, items, said)
    assert kept(scores, "kept_precision") == {
        "0.250": 1, "0.500": 1 / 2, "0.750": 2 / 3, "1.000": 2 / 4,
    }  # fmt: skip
    assert kept(scores, "kept_recall") == {
        "0.250": 1 / 4, "0.500": 1 / 4, "0.750": 2 / 4, "1.000": 2 / 4,
    }  # fmt: skip
    [risk] = [one for one in scores if one.metric == "kept_risk"]
    assert risk.value == pytest.approx((0 + 1 / 2 + 1 / 3 + 1 / 2) / 4)
    assert risk.numerator / risk.denominator == pytest.approx(risk.value)
    [first] = [one for one in scores if one.by == {"kept": "0.250"} and "prec" in one.metric]
    assert first.note == "answers with a log-probability of at least -0.1"
    assert first.low is not None and first.low < 1


def test_lists_end_where_their_micro_figures_are(tmp_path: Path) -> None:
    """An answer by another of its names adds nothing, and an empty set has nothing to recall."""
    items = [
        asked("i0", listing("a", "x", "y", "z")),
        asked("i1", replace(listing("b", "x"), object=NONE, answers=(), candidates=())),
    ]
    said = [
        opened("i0", ("x", -0.1), ("X", -0.2), ("w", -0.3), ("y", -0.4), form="listing"),
        opened("i1", ("v", -0.2), form="listing"),
    ]
    scores = run_of(tmp_path, items, said)
    assert kept(scores, "kept_precision") == {
        "0.250": 1, "0.500": 1 / 2, "0.750": 1 / 3, "1.000": 2 / 4,
    }  # fmt: skip
    assert kept(scores, "kept_recall")["1.000"] == 2 / 3
    whole = {one.metric: one.value for one in scores if not one.by and one.group is None}
    assert whole["set_micro_precision"] == kept(scores, "kept_precision")["1.000"]
    assert whole["set_micro_recall"] == kept(scores, "kept_recall")["1.000"]
    assert all(one.low is None for one in scores if "kept" in one.by)  # they are no trials


def test_lists_in_words_are_kept_by_place(tmp_path: Path) -> None:
    items = [asked("i0", listing("a", "x", "y")), asked("i1", listing("b", "x", "y"))]
    texts = [replace(opened("i0", form="listing"), text="x; y"),
             replace(opened("i1", form="listing"), text="x; w; y")]  # fmt: skip
    scores = run_of(tmp_path, items, texts)
    assert kept(scores, "kept_precision") == {"0.400": 1, "0.800": 3 / 4, "1.000": 4 / 5}
    notes = [one.note for one in scores if one.metric == "kept_recall"]
    assert notes == [f"the first {n} answers of each list" for n in (1, 2, 3)]


def test_a_curve_has_at_most_ten_points(tmp_path: Path) -> None:
    items = [asked(f"i{n}", fact("fact", f"a{n}", "P36", "b")) for n in range(95)]
    said = [opened(f"i{n}", ("b", -n / 7)) for n in range(95)]
    points = kept(run_of(tmp_path, items, said), "kept_precision")
    assert len(points) == 10
    assert max(points) == "1.000"


def test_no_two_points_of_a_curve_are_called_the_same(tmp_path: Path) -> None:
    """From a tenth on 1,999 of 10,000 answers are kept, and from a fifth on one more."""
    sure = [-1.0] * 1999 + [-2.0 - n for n in range(8001)]
    items = [asked(f"i{n}", fact("fact", f"s{n}", "P36", f"o{n}")) for n in range(len(sure))]
    said = [opened(f"i{n}", (f"o{n}", logprob)) for n, logprob in enumerate(sure)]
    scores = [one for one in run_of(tmp_path, items, said) if one.metric == "kept_precision"]
    assert [one.by["kept"] for one in scores] == [f"{n / 10:.3f}" for n in range(2, 11)]
    assert scores[-1].denominator == len(sure)
    assert "log-probability" in scores[0].note


def test_a_choice_is_as_sure_as_it_is_likely_among_the_choices(tmp_path: Path) -> None:
    """Both letters get little probability; it is their ratio that counts."""
    choice = Prompt(
        "multiple_choice", "en", "object", "none", "t", "? [MASK]", "?", ("b", "c"), "A"
    )
    items = [asked(f"i{n}", replace(fact("fact", f"a{n}", "P36", "b"), prompts=(choice,)))
             for n in range(2)]  # fmt: skip

    def chose(name: str, a: float, b: float) -> Response:
        both = (Scored("A", ("A",), (a,)), Scored("B", ("B",), (b,)))
        return Response(name, "fact", "multiple_choice", 0, "m", "sum", candidates=both)

    scores = run_of(tmp_path, items, [chose("i0", -9.0, -12.0), chose("i1", -1.2, -0.2)])
    assert kept(scores, "kept_precision") == {"0.500": 1, "1.000": 1 / 2}


@pytest.mark.parametrize(
    "said",
    [
        [opened("i0", ("b", 0.0)), opened("i1", ("x", 0.0))],  # equally sure
        [Response(f"i{n}", "fact", "cloze", 0, "m", "open", text="b") for n in range(2)],
        [opened("i0"), opened("i1")],  # no answer
    ],
)
def test_who_is_not_surer_of_one_answer_has_no_curve(said: list[Response], tmp_path: Path) -> None:
    items = [asked(f"i{n}", fact("fact", f"a{n}", "P36", "b")) for n in range(2)]
    assert not [one for one in run_of(tmp_path, items, said) if one.metric.startswith("kept")]


def test_texts_none_of_which_can_be_read_are_scored(tmp_path: Path) -> None:
    """A run of empty texts has figures of answers; one of empty lists has none."""
    items = [asked(f"i{n}", fact("fact", f"a{n}", "P36", "b")) for n in range(2)]
    empty = [replace(opened(f"i{n}"), ended="empty") for n in range(2)]
    scores = run_of(tmp_path, items, empty)
    found = {one.metric: one.value for one in scores if not one.by and one.group is None}
    assert (found["answer_unreadable"], found["answer_precision"]) == (1, None)
    lists = run_of(tmp_path / "lists", items, [opened("i0"), opened("i1")])
    assert not [one for one in lists if one.metric.startswith("answer")]
