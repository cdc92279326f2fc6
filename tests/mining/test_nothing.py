"""Why a pattern found nothing, in words; what is nearest by hand."""

import pytest

from kgforge import patterns, stores
from kgforge.mining import nothing
from kgforge.mining.groups import Groups
from kgforge.mining.task import Task
from kgforge.patterns import Pattern, Value

NUMBERS: dict[str, Value] = {"least": 50, "share": 0.5, "confidence": 0.1, "most": 9, "each": 9}


def why(pattern: Pattern, counts: dict[str, dict[str, int]]) -> str:
    values: dict[str, Value] = {one.name: () for one in pattern.header.params}
    groups = Groups(Task(pattern, stores.open("oxigraph:"), values | NUMBERS))
    groups.counts = counts
    groups.cells = {name: {} for name in counts}
    groups.judge(pattern.header.steps)
    return nothing.why(groups._task, groups)


@pytest.mark.parametrize(("name", "counts", "words"), [
    ("path", {}, "nothing in the graph matches its query"),
    ("path", {"a+b": {"matches": 3}, "c+d": {"matches": 7}},
     "no group has 50 instances; the largest, c+d, has 7"),
    ("symmetry", {"p": {"triples": 1200, "matches": 60}, "q": {"triples": 40, "matches": 40}},
     "no group has 50 triples and matches / triples of 0.5; the nearest, p, has 1,200 and 0.05"),
    ("composite", {"a": {"matches": 9, "support": 9, "body": 9},
                   "b": {"matches": 90, "support": 3, "body": 60},
                   "c": {"matches": 70, "support": 2, "body": 60}},
     "no group has 50 instances and a confidence of 0.1; the nearest, b, has 90 and 0.05"),
])  # fmt: skip
def test_the_nearest_group_is_named_with_what_it_lacks(
    name: str, counts: dict[str, dict[str, int]], words: str
) -> None:
    assert why(patterns.read_pattern(name), counts) == words


def test_another_condition_is_told_as_it_stands() -> None:
    """Inverse asks for the larger of two shares."""
    counts = {"p|q": {"triples": 90, "other_triples": 80, "matches": 2}}
    assert why(patterns.read_pattern("inverse"), counts) == (
        "no group has 50 triples and 50 triples the other way and "
        "max(matches / triples, matches / other_triples) of 0.5; "
        "the nearest, p|q, has 90 and 80 and 0.025"
    )
