"""Which items of a score ask the same question, or are about the same entity.

A question is what is asked of a fact: the predicate and the end that is given, whichever of its
answers an item was mined with. A model's answers to it do not differ from item to item, and its
answers about one entity resemble one another; ``statistics`` makes intervals as wide as that.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from kgforge.schema import Prompt
from kgforge.scoring.asked import AskedFact
from kgforge.statistics import Ties

Question = tuple[str, ...]
"""What is asked: the end that is given, the predicate, and whether the subject is wanted."""

MOST: Final = 8
"""Facts of more roles are told apart by their questions alone."""


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


def tie(
    items: Sequence[Sequence[Asking]], role: str | None = None, groups: Sequence[str] = ()
) -> Ties | None:
    """Return how items depend on one another, by what each asks; None: not at all.

    With *role*, by the facts of this role alone. *groups*: of each item, where groups are drawn, so
    that items of one resemble each other.
    """
    if len(items) < 2:
        return None
    every = [one for item in items for one in item]
    are_many = len({one.role for one in every}) > MOST
    rows = [
        [("" if are_many else one.role, one.question) for one in item if role in (None, one.role)]
        for item in items
    ]
    subjects = [(one.question, one.subject) for one in every]
    objects = [(one.question, one.object) for one in every]
    ways = [subjects, objects]
    if groups:
        pairs = zip(items, groups, strict=True)
        ways.append([(one.question, group) for item, group in pairs for one in item])
    return Ties.of(rows, ways)
