"""Which distractors are said to be right: those that are themselves right elsewhere.

An object that is right about many facts would be guessed among objects that are right about few, by
who knows nothing of the subject. So of a fact's distractors those go first into false statements
and among choices that a draw gives: each by how often it is right about the predicate in the same
pattern, and a little, so that what is right nowhere else can be drawn, too. The draw is without
replacement, by weights (Efraimidis and Spirakis 2006, Weighted random sampling with a reservoir).
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from kgforge import paths, terms
from kgforge.schema import Fact, Instance, Named

LEAST: Final = 0.25
"""What is added to how often something is right. On Wikidata's graph neither the most frequent nor
the rarest choice is then right much more often than chance; with 1, the most frequent is."""

COUNTED: Final = frozenset({"count"})
"""How what is drawn may be computed."""

Often = Mapping[tuple[str, str], int]
"""How often an object is right, by predicate and object."""

_BITS: Final = 256


def counted(instances: Iterable[Instance]) -> Often:
    """How often each object is right, as far as a query tells it, and each number of a count."""
    return Counter(
        (paths.hops(fact.predicate)[-1], fact.object)
        for instance in instances
        for fact in instance.facts
        if fact.holds is not False and _is_one_of_many(fact)
    )


def _is_one_of_many(fact: Fact) -> bool:
    """Whether its object is drawn among others: no *yes* or *no*, nor the larger of two."""
    return not fact.computed or fact.computed.how in COUNTED


def drawn(tiers: Iterable[Sequence[Named]], predicate: str, often: Often, key: str) -> list[Named]:
    """The distractors of each tier in the order of a draw, tier by tier."""

    def place(one: Named) -> float:
        even = (int(terms.digest(key, one.id), 16) + 1) / 2**_BITS
        return -math.log(even) / (often.get((predicate, one.id), 0) + LEAST)

    return [one for tier in tiers for one in sorted(tier, key=lambda one: (place(one), one.id))]
