"""Which items of a score ask the same question, or are about the same entity.

A question is what is asked of a fact: the predicate and the end that is given, whichever of its
answers an item was mined with. A model's answers to it do not differ from item to item, and its
answers about one entity resemble one another; ``statistics`` makes intervals as wide as that.
"""

import itertools
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from typing import Final

from msgspec import Struct

from kgforge.schema import Prompt
from kgforge.scoring.asked import AskedFact
from kgforge.statistics import INDEPENDENT, Sharing, Ties

Question = tuple[str, ...]
"""What is asked: the end that is given, the predicate, and whether the subject is wanted."""

MOST: Final = 4
"""Of items with more questions, only pairs that share one are told from those that share more."""


class Asking(Struct, frozen=True):
    """A fact of an item, as it was asked."""

    role: str
    question: Question
    subject: str
    object: str


def asking(fact: AskedFact, prompt: Prompt) -> Asking:
    """Return what a prompt asks of a fact."""
    return Asking(fact.role, question(fact, prompt), fact.subject.id, fact.object.id)


def question(fact: AskedFact, prompt: Prompt) -> Question:
    """Return what a prompt asks, the same for all facts that are asked alike."""
    compared = fact.computed.compared if fact.computed else ()
    given = fact.object.id if prompt.slot == "subject" else fact.subject.id
    return given, fact.predicate.id, prompt.slot, *compared


def tie(items: Sequence[Sequence[Asking]]) -> Ties:
    """Return how items depend on one another, by what each asks."""
    if len(items) < 2:
        return INDEPENDENT
    roles = dict.fromkeys(one.role for item in items for one in item)
    if len(roles) > MOST:
        ways: list[tuple[Sharing, ...]] = [
            (Sharing.of({one.question for one in item} for item in items),)
        ]
    else:
        by_role = [
            Sharing.of({one.question for one in item if one.role == role} for item in items)
            for role in roles
        ]
        ways = [(*by_role, across)] if (across := _across_roles(items)) else [tuple(by_role)]
    entities = (_entities(items, lambda one: one.subject), _entities(items, lambda one: one.object))
    return Ties(tuple(ways), entities)


def _across_roles(items: Sequence[Sequence[Asking]]) -> Sharing | None:
    """Return the pairs of items that ask a question in different roles, if any do."""
    roles: dict[Question, set[str]] = defaultdict(set)
    for item in items:
        for one in item:
            roles[one.question].add(one.role)
    keys: list[dict[tuple[Hashable, Hashable], int]] = [
        {
            (one.question, role): sign
            for one in item
            if len(roles[one.question]) > 1
            for role, sign in ((None, 1), (one.role, -1))
        }
        for item in items
    ]
    return Sharing.signed(keys) if any(keys) else None


def _entities(items: Sequence[Sequence[Asking]], end: Callable[[Asking], str]) -> Sharing:
    """Return the pairs of items that share an entity at one end of their facts, but no question.

    Pairs with a question in common are taken away by inclusion and exclusion over the sets of
    questions that they share.
    """
    keys: list[dict[tuple[Hashable, Hashable], int]] = []
    for item in items:
        parts = _parts(frozenset(one.question for one in item))
        of_item: dict[tuple[Hashable, Hashable], int] = {}
        for entity in {end(one) for one in item}:
            of_item[entity, None] = 1
            for part, sign in parts:
                of_item[entity, part] = sign
        keys.append(of_item)
    return Sharing.signed(keys)


def _parts(questions: frozenset[Question]) -> list[tuple[tuple[Question, ...], int]]:
    """Return the sets of an item's questions, with the signs of inclusion and exclusion."""
    ordered = sorted(questions)
    sizes = range(1, len(ordered) + 1) if len(ordered) <= MOST else (1,)
    return [
        (part, -1 if size % 2 else 1)
        for size in sizes
        for part in itertools.combinations(ordered, size)
    ]
