"""What must not be asked: two facts in the same words, or one with two slots."""

from itertools import combinations
from typing import Final

from kgforge import matching
from kgforge.schema import SLOT, Item, ItemFact

SLOTTED: Final = f"a name holds {SLOT}"
"""Why an instance is skipped whose question would have two slots, or whose answer is one."""


def asks_twice(item: Item) -> bool:
    """Whether two facts of an item are asked in the same words and have no answer in common."""
    asked = [fact for fact in item.facts if fact.holds is not False]
    for one, other in combinations(asked, 2):
        if not _texts(one).isdisjoint(_texts(other)) and _right(one).isdisjoint(_right(other)):
            return True
    return False


def holds_slot(fact: ItemFact) -> bool:
    """Whether a name brings a slot of its own: into a prompt, or as what is asked for."""
    if SLOT in fact.object.label or (fact.subjects and SLOT in fact.subject.label):
        return True
    return any(one.text.count(SLOT) > 1 for one in fact.prompts)


def _texts(fact: ItemFact) -> frozenset[str]:
    return frozenset(matching.normalised(prompt.text) for prompt in fact.prompts)


def _right(fact: ItemFact) -> frozenset[str]:
    return matching.accepted(name for each in fact.answers for name in (each.label, *each.aliases))
