"""Statements with what they imply, and what is known of the things that they name."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from msgspec import Struct

from kgforge import terms
from kgforge.ontology import datatypes
from kgforge.ontology.implications import End, Implied, implied_types
from kgforge.ontology.model import Ontology
from kgforge.schema import Triple


class Fact(Struct, frozen=True):
    """One end and the other of a statement, given or implied."""

    subject: str
    object: str
    given: Triple

    def end(self, thing: str) -> End:
        """Which end of the statement that was given a thing is."""
        return "subject" if thing == self.given.subject else "object"


class Facts:
    """Statements with what they imply, and the types of things."""

    def __init__(
        self,
        ontology: Ontology,
        types: Mapping[str, frozenset[str]],
        implications: Mapping[str, frozenset[Implied]],
        statements: Iterable[Triple],
    ) -> None:
        self.ontology = ontology
        self._types = types
        self._by_property: dict[str, list[Fact]] = {}
        for given in statements:
            alone = {Implied(given.predicate, reversed=False)}
            for one in sorted(implications.get(given.predicate, alone)):
                fact = Fact(given.subject, given.object, given)
                if one.reversed:
                    fact = Fact(given.object, given.subject, given)
                self._by_property.setdefault(one.property, []).append(fact)
        facts = [fact for found in self._by_property.values() for fact in found]
        self.things = {end for fact in facts for end in (fact.subject, fact.object)}

    def of(self, property: str) -> list[Fact]:
        """The statements of a property, given or implied."""
        return self._by_property.get(property, [])

    def objects(self, property: str) -> dict[str, dict[str, list[Triple]]]:
        """Of each subject its objects, each with the statements that give it."""
        found: dict[str, dict[str, list[Triple]]] = {}
        for fact in self.of(property):
            found.setdefault(fact.subject, {}).setdefault(fact.object, []).append(fact.given)
        return found

    def known(self, thing: str) -> frozenset[str]:
        """The known types of a thing and what is above them; none: nothing is known."""
        declared = self._types.get(thing, frozenset()) & self.ontology.classes.keys()
        return frozenset().union(*map(self.ontology.superclasses, declared))

    def kind_of(self, thing: str) -> str:
        """What a thing is, in words for a message."""
        if found := literal(thing):
            return terms.spelt(found.datatype or "text")
        declared = self._types.get(thing, frozenset()) & self.ontology.classes.keys()
        if declared:
            return " and ".join(map(self.ontology.label, sorted(declared)))
        return "an entity" if terms.is_iri(thing) else "text"

    def names(self, iris: Iterable[str]) -> str:
        """Classes, datatypes and properties by label, as alternatives."""
        return " or ".join(map(self.ontology.label, iris))

    def fits(self, thing: str, alternatives: Iterable[str]) -> bool | None:
        """Whether a thing is of any of some classes and datatypes; None: it is not known."""
        found = {self._is(thing, iri) for iri in self._meant(thing, tuple(alternatives))}
        return True if True in found else None if None in found else False

    def _meant(self, thing: str, alternatives: tuple[str, ...]) -> Iterator[str]:
        """The alternatives, for a text of unknown type without classes that stand for datatypes."""
        unknown = not terms.is_iri(thing) and not self.known(thing)
        for iri in alternatives:
            stands = iri in self.ontology.classes and datatypes.named(iri)
            if not (unknown and stands and set(stands) & set(alternatives)):
                yield iri

    def _is(self, thing: str, iri: str) -> bool | None:
        parts = literal(thing)
        if iri in self.ontology.classes and iri not in self.ontology.datatypes:
            if parts:
                return False
            known = self.known(thing)
            return iri in known if known else None
        if parts:
            return datatypes.has(iri, parts)
        if terms.is_iri(thing) or self.known(thing):
            return terms.is_iri(thing) and iri == terms.XSD + "anyURI"
        return datatypes.reads(iri, thing)

    @cached_property
    def members(self) -> Mapping[str, Mapping[str, tuple[Triple, ...]]]:
        """Of each class its members, by known types and by what domains and ranges imply.

        Each has the statements that make it one; none where a type is known.
        """
        found: dict[str, dict[str, tuple[Triple, ...]]] = {}
        for thing in self.things:
            for iri in self.known(thing):
                found.setdefault(iri, {})[thing] = ()
        for property, facts in self._by_property.items():
            for iri, end in implied_types(self.ontology, property):
                for fact in facts:
                    thing = fact.subject if end == "subject" else fact.object
                    found.setdefault(iri, {}).setdefault(thing, (fact.given,))
        return found


def literal(thing: str) -> terms.Literal | None:
    """A literal's parts; None for an IRI, and for a name that only begins as a literal does."""
    try:
        return terms.parse_literal(thing) if terms.is_literal(thing) else None
    except ValueError:
        return None
