"""The classes of a graph that an ontology is induced from, and what they mean to one another."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations

from kgforge import terms
from kgforge.graph import Walk
from kgforge.mining.induced import RESERVED, InducedAxiom, Thresholds

Ends = Sequence[tuple[str, int]]
"""Subjects or objects of a predicate: how many have just these types (IRIs parted by spaces)."""


class Hierarchy:
    """The classes of a graph: which are above which, and how many entities each has."""

    def __init__(self, typed: Ends, others: Iterable[Ends], closure: Walk | None) -> None:
        """*typed* are all entities that have types, *others* what else will be asked about."""
        self._typed = typed
        self._closure = closure
        every = {kind for ends in (typed, *others) for kinds, _ in ends for kind in kinds.split()}
        self._reached = closure.reached(every) if closure else {}
        self._of: dict[str, frozenset[str]] = {}

    def of(self, kinds: str) -> frozenset[str]:
        """All classes of an entity that has just these types."""
        if kinds not in self._of:
            found = set(kinds.split())
            found.update(*(self._reached.get(kind, ()) for kind in kinds.split()))
            self._of[kinds] = frozenset(filter(_is_class, found))
        return self._of[kinds]

    @cached_property
    def sizes(self) -> Mapping[str, int]:
        """How many entities each class has, those of its subclasses among them."""
        return self.tally(self._typed)

    @cached_property
    def own(self) -> Counter[str]:
        """How many entities say themselves that they are of each class."""
        found = Counter[str]()
        for kinds, entities in self._typed:
            for kind in filter(_is_class, kinds.split()):
                found[kind] += entities
        return found

    def tally(self, ends: Ends) -> dict[str, int]:
        """How many of these entities are of each class."""
        found: dict[str, int] = defaultdict(int)
        for kinds, entities in ends:
            for one in self.of(kinds):
                found[one] += entities
        return dict(found)

    def common(self, wanted: frozenset[str]) -> Counter[tuple[str, str]]:
        """How many entities each two of some classes have in common; either way round."""
        found = Counter[tuple[str, str]]()
        for kinds, entities in self._typed:
            for pair in combinations(sorted(self.of(kinds) & wanted), 2):
                found[pair] += entities
                found[pair[::-1]] += entities
        return found

    def stated(self, wanted: frozenset[str]) -> set[tuple[str, str]]:
        """Each two of some classes of which the graph says that the second is above the first."""
        reached = self._closure.reached(wanted) if self._closure else {}
        return {(one, other) for one, above in reached.items() for other in above & wanted}

    def cover(self, ends: Ends, cases: int, wanted: Thresholds) -> tuple[tuple[str, ...], int]:
        """The classes that cover the share of the cases, and how many these cover.

        One class where one does: the most specific, which has the fewest entities of the graph (of
        several, the one with most classes above it). Else a union: the class that covers most, then
        the one that covers most of the rest, until few are left; none where that takes too many.
        """
        chosen: list[str] = []
        covered, rest = 0, list(ends)
        while rest and len(chosen) < wanted.union:
            found = self.tally(rest)
            enough = [one for one in found if (covered + found[one]) / cases >= wanted.share]
            most = max(found.values(), default=0)
            pool = enough or [one for one in found if found[one] == most]
            if not pool:
                break
            chosen.append(min(pool, key=self._breadth))
            covered += found[chosen[-1]]
            if enough:
                return tuple(sorted(chosen)), covered
            rest = [end for end in rest if chosen[-1] not in self.of(end[0])]
        return (), 0

    def _breadth(self, one: str) -> tuple[int, int, str]:
        return self.sizes[one], -len(self._reached.get(one, ())), one


def _is_class(iri: str) -> bool:
    return not terms.is_literal(iri) and not iri.startswith(RESERVED)


def axioms(
    classes: Hierarchy, declared: frozenset[str], chosen: frozenset[str], wanted: Thresholds
) -> Iterator[InducedAxiom]:
    """Subclasses among the declared classes; which of the chosen ones are disjoint.

    What follows from others is left out. A class that the graph puts above another is not found to
    be below it, however few else it has.
    """
    stated, common = classes.stated(declared), classes.common(declared)
    below: dict[str, dict[str, InducedAxiom]] = {one: {} for one in declared}
    for (one, other), both in common.items():
        axiom = InducedAxiom("subclass", one, (other,), both, classes.sizes[one] - both)
        if (one, other) in stated or ((other, one) not in stated and wanted.allow(axiom)):
            below[one][other] = axiom
    for one, above in below.items():
        between = {far for near in above for far in below[near] if one not in below[near]}
        yield from (axiom for other, axiom in above.items() if other not in between)
    apart = {}
    for one, other in combinations(sorted(chosen), 2):
        both, fewest = common[one, other], min(classes.sizes[one], classes.sizes[other])
        axiom = InducedAxiom("disjoint", one, (other,), fewest - both, both)
        if wanted.allow(axiom) and other not in below[one] and one not in below[other]:
            apart[frozenset((one, other))] = axiom
    for pair, axiom in apart.items():
        one, other = axiom.subject, axiom.objects[0]
        wider = {frozenset((a, b)) for a in (one, *below[one]) for b in (other, *below[other])}
        if not (wider - {pair}) & apart.keys():
            yield axiom
