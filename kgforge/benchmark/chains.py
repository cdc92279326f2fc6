"""What the graph says of the chains of a batch of instances: all their ends, and the ways there."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final, Self

from msgspec import UNSET, Struct, UnsetType

from kgforge import graph
from kgforge.benchmark.ends import is_chain
from kgforge.graph import Book, Names, Reach
from kgforge.schema import Fact, Instance, Named
from kgforge.stores import Store

WIDE: Final = "a chain that reaches more than 1,000 entities at one hop"
"""Why an instance is skipped whose chain has so many ends that nobody asks for them."""


class Chains(Struct, frozen=True):
    """The chains of a batch."""

    reached: Mapping[tuple[str, str], Reach]
    """By subject and path."""
    ways: Mapping[tuple[str, Fact], tuple[str, ...]]
    """What lies between subject and object, by the instance's key and the fact."""

    entailed: Mapping[tuple[str, str], frozenset[str]]
    """What follows besides, by subject and path: where reversed facts lead on, too."""

    @classmethod
    def ask(
        cls, store: Store, batch: Sequence[Instance], inverses: Callable[[str], Collection[str]]
    ) -> Self:
        """Ask the graph hop by hop; *inverses* tells what a predicate is the inverse of."""
        chains = [
            (instance, fact) for instance in batch for fact in instance.facts if is_chain(fact)
        ]
        questions = {(fact.subject, fact.predicate) for _, fact in chains}
        found = graph.reached(store, questions)
        return cls(
            found,
            {
                (instance.key, fact): _way(found[fact.subject, fact.predicate], fact, instance)
                for instance, fact in chains
            },
            {
                one: ends - found[one].ends
                for one, ends in graph.either_way(store, questions, inverses).items()
            },
        )

    def ends(self, fact: Fact) -> tuple[str, ...]:
        """All ends of a chain, by code point."""
        return tuple(sorted(self.reached[fact.subject, fact.predicate].ends))

    def is_wide(self, fact: Fact) -> bool:
        """Whether it reaches too much to be asked for."""
        return is_chain(fact) and self.reached[fact.subject, fact.predicate].wide

    def via(self, instance: Instance, fact: Fact, book: Book) -> tuple[Named, ...] | UnsetType:
        """What lies between; it need not have a name, for no prompt of the chain names it."""
        way = self.ways.get((instance.key, fact), ())
        return tuple(_named(term, book.get(term)) for term in way) or UNSET

    @property
    def terms(self) -> Iterator[str]:
        """All ends, and all that lies between."""
        for found in self.reached.values():
            yield from found.ends
        for way in self.ways.values():
            yield from way


def _named(term: str, names: Names | None) -> Named:
    return Named(term, names.label, names.by) if names else Named(term, "")


def _way(found: Reach, fact: Fact, instance: Instance) -> tuple[str, ...]:
    """The walk whose steps the instance has as facts, or another one."""
    if fact.object not in found.ends:
        return ()
    known = {(one.subject, one.object) for one in instance.facts if one.holds}
    return tuple(found.via(fact.subject, fact.object, known))
