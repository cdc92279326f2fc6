"""How texts before questions change answers, where some questions could not be answered."""

import math

from msgspec import UNSET

from kgforge.forms import Mark
from kgforge.schema import Accepted, Named, Predicate, Prompt
from kgforge.scoring import consistency, robustness
from kgforge.scoring.asked import AskedFact, AskedItem
from kgforge.scoring.judging import Judged

RIGHT, WRONG = 1.0, math.inf
TRUE, OTHER = Named("b", "b"), Named("c", "c")


def stated(context: str, claimed: Named) -> Prompt:
    """A statement, which is true of one of the two."""
    return Prompt(
        *("true_false", "en", "object", context, "template", "text", "template"),
        gold="true" if claimed == TRUE else "false",
        claimed=claimed,
        planted=OTHER if context == "antifactual" else UNSET,
    )


PROMPTS = tuple(
    stated(context, one) for context in ("none", "antifactual") for one in (TRUE, OTHER)
)
CLOZE = Prompt("cloze", "en", "object", "none", "template", "text", "cloze")


def judged(*ranks: float | None) -> Judged:
    """One fact with its answers to these prompts; None: it could not be answered."""
    predicate = Predicate("p", "p", kind="")
    answers = (Accepted("b", "b"),)
    fact = AskedFact("fact", Named("a", "a"), predicate, TRUE, True, answers, (*PROMPTS, CLOZE))
    item = AskedItem("i", "pattern", "group", None, (fact,))
    marks = tuple(Mark(at, rank, rank) for at, rank in enumerate(ranks) if rank is not None)
    failed = tuple((0, at) for at, rank in enumerate(ranks) if rank is None)
    return Judged(item, (marks,), ("why",) * len(failed), failed)


def figures(*ranks: float | None) -> dict[str, float | None]:
    scores = robustness.scores("pattern", [judged(*ranks)], [1])
    return {one.metric.removeprefix("context_"): one.value for one in scores}


def test_a_statement_counts_with_its_counterpart() -> None:
    assert figures(RIGHT, RIGHT, RIGHT, RIGHT)["with"] == 1
    assert figures(RIGHT, RIGHT, RIGHT, WRONG)["lost"] == 1


def test_a_statement_alone_is_no_more_right_than_both() -> None:
    assert figures(RIGHT, WRONG, None, RIGHT) == {}
    assert figures(RIGHT, None, RIGHT, RIGHT) == {}


def test_the_same_statement_alone_with_a_text_and_without_is_compared() -> None:
    assert figures(None, WRONG, None, RIGHT)["gained"] == 1


def test_a_statement_alone_is_not_held_against_other_forms() -> None:
    def agree(*ranks: float | None) -> list[float | None]:
        found = consistency.scores("pattern", [judged(*ranks)], [1])
        return [one.value for one in found if one.metric == "forms_agree"]

    assert agree(RIGHT, RIGHT, None, None, RIGHT) == [1]
    assert agree(RIGHT, WRONG, None, None, RIGHT) == [0]
    assert agree(RIGHT, None, None, None, WRONG) == []
