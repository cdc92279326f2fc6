"""Statements that say how a vocabulary is made, and nothing of the world: they are no facts.

Which predicates and types make such statements is data: ``ontologies/kgforge.ttl`` lists them.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import resources, terms
from kgforge.ontology import vocabulary
from kgforge.schema import Aside, Triple
from kgforge.terms import KGF, PREFIXES

_SOURCE: Final = KGF.removesuffix("#")
_TYPE: Final = PREFIXES["rdf"] + "type"
SUBCLASS: Final = PREFIXES["rdfs"] + "subClassOf"

_OF_IDENTITY: Final = frozenset(PREFIXES["owl"] + name for name in ("sameAs", "differentFrom"))
STATEMENT: Final = "a statement about the vocabulary"
IDENTITY: Final = "a link of identity (owl:sameAs, owl:differentFrom)"
KIND: Final = "a type of the vocabulary itself"
DOCUMENTATION: Final = "what documents a vocabulary, or is part of an axiom"
EXPRESSION: Final = "a superclass that is a restriction or another class expression"


class SchemaTerms(Struct, frozen=True):
    """The predicates and types of vocabularies about vocabularies."""

    namespaces: tuple[str, ...]
    """What such predicates and types begin with, besides those that are listed."""
    predicates: frozenset[str]
    classes: frozenset[str]

    def is_predicate(self, iri: str) -> bool:
        """Return whether no fact is stated by this predicate."""
        return iri in self.predicates or iri.startswith(self.namespaces)

    def is_class(self, iri: str) -> bool:
        """Return whether this type says what a term is to its vocabulary."""
        return iri in self.classes or iri.startswith(self.namespaces)

    def reason(self, fact: Triple) -> str:
        """Return why a statement is about the vocabulary; empty for a fact."""
        subject, predicate, value = fact.subject, fact.predicate, fact.object
        if predicate in _OF_IDENTITY:
            return IDENTITY
        if self.is_predicate(predicate):
            return STATEMENT
        if predicate == _TYPE and self.is_class(value):
            return KIND
        if predicate == SUBCLASS:
            if self.is_class(value) or self.is_class(subject):
                return STATEMENT
            if value.startswith(terms.BLANK) or subject.startswith(terms.BLANK):
                return EXPRESSION
        return STATEMENT if self.is_class(subject) else ""

    def among(self, predicates: Iterable[str]) -> frozenset[str]:
        """Return those of some predicates by which no fact is stated."""
        return frozenset(filter(self.is_predicate, predicates))

    def with_aside(self, aside: Aside) -> Aside:
        """Return what a store leaves to a loader, and with it all that may be no fact here.

        Objects and subjects are told by namespaces, so that few comparisons are made for each line.
        """
        spaces = frozenset(self.namespaces)
        own = spaces | set(map(_namespace, self.classes))
        return msgspec.structs.replace(
            aside,
            predicates=aside.predicates | self.predicates,
            objects=aside.objects | own,
            subjects=aside.subjects | own,
            spaces=aside.spaces | spaces,
        )


def _namespace(iri: str) -> str:
    return iri[: max(iri.rfind("#"), iri.rfind("/")) + 1]


@cache
def shipped() -> SchemaTerms:
    """Return the terms that ``ontologies/kgforge.ttl`` lists."""
    links = vocabulary.read_only([resources.folder("ontologies") / "kgforge.ttl"]).links
    namespaces, predicates, classes = (
        links.get((_SOURCE, KGF + name), ())
        for name in ("schemaNamespace", "schemaPredicate", "schemaClass")
    )
    return SchemaTerms(tuple(namespaces), frozenset(predicates), frozenset(classes))
