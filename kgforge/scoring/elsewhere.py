"""What is right elsewhere: the names of all answers to questions about one predicate.

A text that begins with one of them names that one, whatever stands behind it in parentheses
(``verdicts.judge``). They are gathered when the first text is judged.
"""

from collections import defaultdict
from functools import cached_property

from kgforge.schema import Accepted
from kgforge.scoring.asked import AskedFact, AskedItem

_Asked = tuple[str, str, str]
"""A pattern, a predicate, and the end of its facts that is asked for."""


class Elsewhere:
    """The names that are right about the predicates of some items."""

    def __init__(self) -> None:
        self._items: list[AskedItem] = []

    def add(self, item: AskedItem) -> None:
        """Take in an item, before the first question."""
        self._items.append(item)

    def names(self, item: AskedItem, fact: AskedFact, slot: str) -> frozenset[str]:
        """What is right about a fact's predicate anywhere in the item's pattern."""
        return self._names.get((item.pattern, fact.predicate.id, slot), frozenset())

    @cached_property
    def _names(self) -> dict[_Asked, frozenset[str]]:
        found: dict[_Asked, set[str]] = defaultdict(set)
        for item in self._items:
            for fact in item.facts:
                asked = item.pattern, fact.predicate.id
                found[*asked, "object"].update(_names(fact.answers))
                if fact.subjects:
                    found[*asked, "subject"].update(_names(fact.subjects.answers))
        return {asked: frozenset(names) for asked, names in found.items()}


def _names(answers: tuple[Accepted, ...]) -> list[str]:
    return [name for one in answers for name in (one.label, *one.aliases)]
