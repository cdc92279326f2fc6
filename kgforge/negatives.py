"""Statements verified as false, in OWL 2's own words: negative property assertions.

So they lie in a graph beside its facts, among the axioms, and so other tools write and read them:

    <urn:kgforge:negative:…> a owl:NegativePropertyAssertion ;
        owl:sourceIndividual wd:Q42 ; owl:assertionProperty wdt:P26 ; owl:targetIndividual wd:Q5 .

A literal is an ``owl:targetValue``. Source: *OWL 2 Web Ontology Language: Mapping to RDF Graphs*,
section 2.1.
"""

from collections.abc import Iterator
from typing import Final

from kgforge import terms

Statement = tuple[str, str, str]
"""Subject, predicate, object."""

ASSERTION: Final = terms.PREFIXES["owl"] + "NegativePropertyAssertion"
SUBJECT: Final = terms.PREFIXES["owl"] + "sourceIndividual"
PREDICATE: Final = terms.PREFIXES["owl"] + "assertionProperty"
OBJECTS: Final = tuple(terms.PREFIXES["owl"] + name for name in ("targetIndividual", "targetValue"))
"""What leads to an entity, and what to a literal."""
PARTS: Final = {SUBJECT: 0, PREDICATE: 1, **dict.fromkeys(OBJECTS, 2)}
"""Each predicate of an assertion to the part of the statement that it says."""
SIZE: Final = 4
"""Of how many statements ``assertion`` consists."""

_TYPE: Final = terms.PREFIXES["rdf"] + "type"


def assertion(subject: str, predicate: str, object: str) -> Iterator[Statement]:
    """The statements that say of one that it is false, about a node that is named after it."""
    kept = terms.canonical(object)
    node = f"urn:kgforge:negative:{terms.digest(subject, predicate, kept)[:32]}"
    yield node, _TYPE, ASSERTION
    yield node, SUBJECT, subject
    yield node, PREDICATE, predicate
    yield node, OBJECTS[terms.is_literal(kept)], kept


def belongs(predicate: str, object: str) -> bool:
    """Whether a statement is part of an assertion."""
    return predicate in PARTS or (predicate == _TYPE and object == ASSERTION)


class Assertions:
    """Puts assertions together from their statements, whatever their order.

    What it keeps grows with the assertions of a source, and with nothing else.
    """

    def __init__(self) -> None:
        self._said: dict[str, tuple[set[str], set[str], set[str]]] = {}

    def add(self, node: str, predicate: str, object: str) -> None:
        """Take a statement that ``belongs``."""
        parts = self._said.setdefault(node, (set(), set(), set()))
        if predicate in PARTS:
            parts[PARTS[predicate]].add(object)

    def found(self) -> Iterator[Statement]:
        """What is false by the assertions, in the order of their first statements."""
        for parts in self._said.values():
            if _is_whole(parts):
                (subject,), (predicate,), (object,) = parts
                yield subject, predicate, object

    def broken(self) -> Iterator[str]:
        """The nodes that do not have each part just once."""
        return (node for node, parts in self._said.items() if not _is_whole(parts))


def _is_whole(parts: tuple[set[str], ...]) -> bool:
    return all(len(part) == 1 for part in parts)
