"""Of which kind predicates are: 1-1, 1-N, N-1 or N-M."""

from collections.abc import Iterable, Mapping

from kgforge.mining import census
from kgforge.ontology import Vocabulary
from kgforge.schema import Group, Relation


def kinds(
    groups: Iterable[Group], relations: Mapping[str, Relation], axioms: Vocabulary
) -> dict[str, str]:
    """The kind of each predicate of some groups, by code point, of those where it is known.

    What an ontology says of a side holds; what it leaves open is counted: *relations* are those of
    the graph's census. Where nobody counted it, a kind needs both sides said.
    """
    predicates = sorted({iri for group in groups for iri in group.predicates})
    found = ((iri, kind(iri, relations.get(iri), axioms)) for iri in predicates)
    return {iri: name for iri, name in found if name}


def kind(predicate: str, relation: Relation | None, axioms: Vocabulary) -> str:
    """The kind of a predicate; empty where a side is neither said nor counted.

    By an ontology a side is 1 where the predicate is functional (one object to a subject), or
    inverse functional (one subject to an object); by the graph, where its mean is below 1.5
    (``Relation.kind``).
    """
    heads, _, tails = (relation.kind if relation else "").partition("-")
    heads = "1" if axioms.inverse_functional(predicate) else heads
    tails = "1" if axioms.functional(predicate) else tails
    return census.kind_of(heads=heads != "1", tails=tails != "1") if heads and tails else ""
