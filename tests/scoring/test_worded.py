"""Scores of answers in words, from the text to the figure with its interval."""

from pathlib import Path
from typing import Final

import msgspec
import pytest

from kgforge import scoring
from kgforge.schema import Response, Score
from kgforge.scoring.asked import AskedItem
from kgforge.scoring.elsewhere import Elsewhere
from kgforge.statistics import wilson
from tests.worlds.handmade import answers, fact, item, write_benchmark, write_run

TEXTS: Final = {
    "i1": "The capital is b1.",
    "i2": "It is b2, I think.",
    "i3": "Unfortunately it is b3",
    "i4": "It is Lyon.",
    "i5": "not b5",
    "i6": "b6 or Lyon",
    "i7": "I don't know.",
    "i8": "...",
}
"""Strictly three are right, three wrong, one abstains and one cannot be read."""
WORDED: Final = {"answer_f1", "answer_precision", "answer_recall", "answer_unreadable"}


def scores(folder: Path, responses: list[Response], *, legacy: bool = False) -> list[Score]:
    items = [
        item(name, "symmetry", "wdt:P36", fact("forward", name, "P36", f"b{name[1]}"))
        for name in TEXTS
    ]
    benchmark = write_benchmark(folder / "bench", items, {"symmetry": "hit"})
    run = write_run(folder / "run", responses)
    return scoring.score_run(run, benchmark, (1,), legacy=legacy)


def said(text: str, name: str) -> Response:
    return Response(name, "forward", "cloze", 0, "a-model", "open", text=text)


def whole(found: list[Score], metric: str) -> Score:
    overall = [each for each in found if each.metric == metric and each.group is None]
    (one,) = [each for each in overall if set(each.by) <= {"matching"}]
    return one


@pytest.mark.parametrize(
    ("metric", "strict", "legacy"),
    [
        ("answer_precision", (3, 6), (4, 6)),
        ("answer_recall", (3, 7), (4, 8)),
        ("answer_f1", (6, 13), (8, 14)),
        ("answer_unreadable", (1, 8), (0, 8)),
        ("hit", (3, 8), (4, 8)),
    ],
)
def test_texts_are_judged_by_both_rules(
    tmp_path: Path, metric: str, strict: tuple[int, int], legacy: tuple[int, int]
) -> None:
    """By the published rules i3 and i7 abstain; i1, i2, i5 and i6 are right."""
    responses = [said(text, name) for name, text in TEXTS.items()]
    for folder, by_legacy, ratio in (("s", False, strict), ("l", True, legacy)):
        found = whole(scores(tmp_path / folder, responses, legacy=by_legacy), metric)
        assert (found.numerator, found.denominator) == ratio
        assert found.value == ratio[0] / ratio[1]
        assert found.low is not None
        assert found.high is not None
        assert found.low <= found.value <= found.high
        if metric != "answer_f1":
            assert (found.low, found.high) == wilson(*ratio)


def test_without_texts_there_are_no_figures_of_texts(tmp_path: Path) -> None:
    responses = [answers(name, "forward", ["b1"]) for name in TEXTS]
    assert not WORDED & {each.metric for each in scores(tmp_path, responses)}


def test_what_stands_behind_the_answer_of_another_item_is_no_other_name_of_it(
    tmp_path: Path,
) -> None:
    """Bonn is right of the first alone; nothing is known of Lyon."""
    told = {"Bonn": "Bonn.", "Paris": "Bonn (Paris)", "Oslo": "It is Bonn (Oslo).",
            "Rome": "Lyon (Rome)", "Bern": "Bern (Bonn)"}  # fmt: skip
    capitals = [
        item(name, "symmetry", "wdt:P36", fact("forward", f"land of {name}", "P36", name))
        for name in told
    ]
    benchmark = write_benchmark(tmp_path / "bench", capitals, {"symmetry": "hit"})
    run = write_run(tmp_path / "run", [said(text, name) for name, text in told.items()])
    for by_legacy, right in ((False, 3), (True, 5)):
        scored = scoring.score_run(run, benchmark, (1,), legacy=by_legacy)
        found = whole(scored, "answer_precision")
        assert (found.numerator, found.denominator) == (right, 5)


def test_what_is_right_about_another_predicate_or_at_the_other_end_is_no_such_name() -> None:
    paris = item("i1", "p", "g", fact("r", "France", "P36", "Paris", aliases=["Paname"]))
    other = item("i2", "p", "g", fact("r", "France", "P30", "Europe"))
    third = item("i3", "q", "g", fact("r", "Chad", "P36", "N'Djamena"))
    elsewhere = Elsewhere()
    for one in (paris, other, third):
        elsewhere.add(msgspec.convert(msgspec.to_builtins(one), AskedItem))
    asked = msgspec.convert(msgspec.to_builtins(paris), AskedItem)
    names = [elsewhere.names(asked, asked.facts[0], slot) for slot in ("object", "subject")]
    assert names == [{"Paris", "Paname"}, set()]
