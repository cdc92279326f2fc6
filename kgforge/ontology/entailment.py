"""What facts follow from others by the axioms of a vocabulary.

The rules are those of OWL 2 RL (Motik et al. 2012, *OWL 2 Web Ontology Language Profiles*, tables
4 to 9) for subproperties, equivalent, inverse and symmetric properties, chains of properties,
domains, ranges, equivalent classes and individuals that are the same.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property

from msgspec import Struct

from kgforge import terms
from kgforge.ontology import vocabulary
from kgforge.ontology.vocabulary import Vocabulary


class Implying(Struct, frozen=True, order=True):
    """A predicate whose facts are facts of another one."""

    predicate: str
    reversed: bool
    """Whether subject and object change places."""


class Entailment:
    """Tells by which predicates facts of others follow, and what is the same."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._known: dict[str, frozenset[Implying]] = {}

    def implying(self, predicate: str) -> frozenset[Implying]:
        """Return the predicates whose facts, as they are or reversed, are facts of this one.

        By what is below it, the same, inverse or symmetric, in any number of steps; itself too.
        """
        if predicate not in self._known:
            self._known[predicate] = self._implying(predicate)
        return self._known[predicate]

    def _implying(self, predicate: str) -> frozenset[Implying]:
        start = Implying(predicate, reversed=False)
        found, waiting = {start}, [start]
        while waiting:
            step = waiting.pop()
            below = self._below.get(step.predicate, frozenset())
            near = {Implying(one, reversed=step.reversed) for one in below}
            turned = self._vocabulary.stated_inverses(step.predicate)
            if self._vocabulary.symmetric(step.predicate):
                turned |= {step.predicate}
            near |= {Implying(one, reversed=not step.reversed) for one in turned}
            waiting.extend(near - found)
            found |= near
        return frozenset(found)

    @cached_property
    def _below(self) -> Mapping[str, frozenset[str]]:
        """What is directly below each predicate, or the same."""
        same = tuple(self._vocabulary.linked(vocabulary.EQUIVALENT))
        found: dict[str, set[str]] = {}
        for one, above in (
            *self._vocabulary.linked(vocabulary.SUBPROPERTY),
            *same,
            *((other, one) for one, other in same),
        ):
            found.setdefault(above, set()).add(one)
        return {above: frozenset(ones) for above, ones in found.items()}

    @cached_property
    def ends(self) -> Mapping[Implying, frozenset[str]]:
        """The classes of the subjects of predicates and, reversed, of their objects.

        By domains and ranges, also of what a predicate's facts imply. Several domains of one
        predicate are read as alternatives, of which none is taken.
        """
        found: dict[Implying, set[str]] = {}
        for link, is_range in ((vocabulary.DOMAIN, False), (vocabulary.RANGE, True)):
            for predicate, kind in self._vocabulary.linked(link):
                is_alone = self._vocabulary.links[predicate, link] == (kind,)
                if is_alone and not kind.startswith((terms.BLANK, terms.XSD)):
                    for one in self.implying(predicate):
                        end = Implying(one.predicate, reversed=one.reversed != is_range)
                        found.setdefault(end, set()).add(kind)
        return {end: frozenset(kinds) for end, kinds in found.items()}

    @cached_property
    def chains(self) -> Mapping[str, tuple[tuple[str, ...], ...]]:
        """The chains of properties of each predicate (``owl:propertyChainAxiom``)."""
        found: dict[str, set[tuple[str, ...]]] = {}
        for predicate, cell in self._vocabulary.linked(vocabulary.CHAIN):
            if len(hops := tuple(self._members(cell))) > 1:
                found.setdefault(predicate, set()).add(hops)
        return {predicate: tuple(sorted(hops)) for predicate, hops in found.items()}

    def _members(self, cell: str) -> Iterator[str]:
        """Yield the members of a list; none of one that is broken."""
        links, seen = self._vocabulary.links, set[str]()
        while (cell, vocabulary.FIRST) in links and cell not in seen:
            seen.add(cell)
            yield links[cell, vocabulary.FIRST][0]
            cell = next(iter(links.get((cell, vocabulary.REST), ())), "")

    @cached_property
    def same_classes(self) -> Mapping[str, frozenset[str]]:
        """What is said to be the same class as each class."""
        return vocabulary.both_ways(self._vocabulary.linked(vocabulary.SAME_CLASS))

    @cached_property
    def same_entities(self) -> Mapping[str, frozenset[str]]:
        """What is said to be the same as each entity."""
        return vocabulary.both_ways(self._vocabulary.linked(vocabulary.SAME))

    def same(self, entity: str) -> frozenset[str]:
        """Return an entity with all that is the same, in any number of steps."""
        return vocabulary.connected([entity], self.same_entities)
