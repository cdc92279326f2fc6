"""Why a group is dropped: the reason as fields, and as the text of ``groups.jsonl``."""

import pytest

from kgforge import patterns, stores
from kgforge.errors import PatternError
from kgforge.mining.groups import Groups
from kgforge.mining.reasons import Reason, judge
from kgforge.mining.task import Task
from kgforge.patterns import Keep, Value
from kgforge.patterns.conditions import parse

VALUES: dict[str, Value] = {"least": 3, "share": 0.5, "most": 9, "predicates": ()}


def task() -> Task:
    return Task(patterns.read_pattern("symmetry"), stores.open("oxigraph:"), VALUES)


def test_a_reason_names_the_condition_and_its_figures() -> None:
    keep = Keep(parse("triples >= $least and matches / triples >= $share"))
    counts = {"p": {"triples": 9, "matches": 1}, "q": {"triples": 9, "matches": 8}}
    dropped = judge(task(), keep, counts)
    assert dropped == {
        "p": Reason(
            condition="triples >= $least and matches / triples >= $share",
            counts=(("matches", 1), ("triples", 9)),
            parameters=(("least", 3), ("share", 0.5)),
        )
    }
    assert dropped["p"].name == "not triples >= $least and matches / triples >= $share"
    assert dropped["p"].text == (
        "not triples >= $least and matches / triples >= $share "
        "(matches = 1, triples = 9, $least = 3, $share = 0.5)"
    )
    assert dropped["p"].words == (
        "needs 3 triples and a share of 0.5 (matches / triples); "
        "has 9 triples and a share of 0.1111"
    )


def test_one_of_a_thing_is_told_in_the_singular() -> None:
    keep = Keep(parse("triples >= 1 and matches >= 1"))
    [reason] = judge(task(), keep, {"p": {"triples": 0, "matches": 0}}).values()
    assert reason.words == "needs 1 triple and 1 instance; has 0 triples and 0 instances"


def test_a_reason_that_is_no_lower_bound_is_told_with_its_condition() -> None:
    keep = Keep(parse("matches < 2 or triples == 5"))
    [reason] = judge(task(), keep, {"p": {"matches": 7, "triples": 6}}).values()
    assert reason.words == ("needs matches < 2 or triples == 5; has matches = 7, triples = 6")


def test_the_first_condition_that_a_group_fails_is_its_reason() -> None:
    groups = Groups(task())
    groups.add("p", 1, {})
    groups.add("q", 4, {})
    groups.judge([Keep(parse("matches >= $least")), Keep(parse("matches >= $most"))])
    assert {name: one.condition for name, one in groups.reasons.items()} == {
        "p": "matches >= $least",
        "q": "matches >= $most",
    }
    assert groups.standing == []


def test_a_condition_on_what_nothing_counts_is_refused() -> None:
    with pytest.raises(PatternError, match=r"nothing counts triples: write symmetry\.groups\.rq"):
        judge(task(), Keep(parse("triples > 1")), {"p": {"matches": 2}})
