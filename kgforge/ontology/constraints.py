"""The constraints of an ontology: those of its axioms that data can break.

A class or datatype that nothing is known of constrains nothing. Minima constrain only data that
are said to be complete.
"""

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from kgforge import terms
from kgforge.ontology import datatypes
from kgforge.ontology.axioms import Axiom, Restriction
from kgforge.ontology.model import TOPS, Ontology

AxiomKind = Literal[
    "domain", "range", "datatype", "functional", "inverse functional", "asymmetric",
    "irreflexive", "disjoint properties", "disjoint classes", "maximum", "minimum", "values",
]  # fmt: skip

_WORDS: Final[Mapping[AxiomKind, str]] = {
    "domain": "the subject of {one} is a {others}",
    "range": "the object of {one} is a {others}",
    "datatype": "the object of {one} is a {others}",
    "functional": "{one} has at most one object",
    "inverse functional": "{one} has at most one subject",
    "asymmetric": "{one} never holds both ways",
    "irreflexive": "{one} never holds of a thing and itself",
    "disjoint properties": "{one} and {others} never hold of the same two",
    "disjoint classes": "nothing is both a {one} and a {others}",
    "maximum": "a {on} has at most {count} by {one}{that}",
    "minimum": "a {on} has at least {count} by {one}{that}",
    "values": "what a {on} has by {one} is a {others}",
}


class Constraint(Axiom[AxiomKind], frozen=True):
    """An axiom that data can break."""

    restriction: Restriction | None = None

    def __str__(self) -> str:
        """The axiom in words and IRIs."""
        shape = self.restriction.shape if self.restriction else ""
        words = _WORDS[self.kind].format(
            one=terms.compact(self.subject),
            others=" or ".join(map(terms.compact, self.objects)),
            on=terms.compact(self.on),
            count=self.count,
            that=" of " + " or ".join(map(terms.compact, self.objects)) if self.objects else "",
        )
        return f"{self.kind}: {words}" + (f" ({terms.compact(shape)})" if shape else "")

    @property
    def count(self) -> int:
        """The number in a maximum or minimum."""
        found = self.restriction and (
            self.restriction.maximum if self.kind == "maximum" else self.restriction.minimum
        )
        return found or 0

    @property
    def on(self) -> str:
        """The class whose members a restriction is about."""
        return self.restriction.on if self.restriction else ""


def constraints(ontology: Ontology, *, complete: bool = False) -> Iterator[Constraint]:
    """What the ontology forbids, property by property, then by class; minima if *complete*."""
    for iri, stated in ontology.properties.items():
        if domains := readable(ontology, stated.domains, values=False):
            yield Constraint("domain", iri, domains)
        if ranges := readable(ontology, stated.ranges):
            values = all(map(ontology.is_datatype, ranges))
            yield Constraint("datatype" if values else "range", iri, ranges)
        traits: tuple[AxiomKind, ...] = (
            "functional", "inverse functional", "asymmetric", "irreflexive",
        )  # fmt: skip
        yield from (Constraint(trait, iri, ()) for trait in traits if trait in stated.traits)
        yield from (
            Constraint("disjoint properties", iri, (other,))
            for other in stated.disjoint
            if iri < other
        )
    for iri, declared in ontology.classes.items():
        yield from (
            Constraint("disjoint classes", iri, (other,))
            for other in declared.disjoint
            if iri < other
        )
    for restriction in ontology.restrictions:
        yield from _of_restriction(ontology, restriction, complete=complete)


def _of_restriction(
    ontology: Ontology, found: Restriction, *, complete: bool
) -> Iterator[Constraint]:
    of = readable(ontology, found.of)
    if found.maximum is not None and (of or not found.of):
        yield Constraint("maximum", found.property, of, found)
    if found.minimum and complete:
        yield Constraint("minimum", found.property, of, found)
    if only := readable(ontology, found.only):
        yield Constraint("values", found.property, only, found)


def readable(
    ontology: Ontology, alternatives: tuple[str, ...], *, values: bool = True
) -> tuple[str, ...]:
    """Alternatives that can be checked, datatypes by name resolved; none if one is not known.

    A class called as a datatype is (``Date``, ``number``) stands beside that datatype: it means
    what is known to be of it, and for texts of which nothing is known the datatype alone. Without
    *values* it is a class as any other.
    """
    found: list[str] = []
    for iri in alternatives:
        by_name = datatypes.named(iri) if values and not iri.startswith(terms.XSD) else ()
        declared = iri in ontology.classes and iri not in ontology.datatypes
        if iri in TOPS or not (declared or by_name or ontology.is_datatype(iri)):
            return ()
        found += ([iri] if declared or not by_name else []) + list(by_name)
    return tuple(dict.fromkeys(found))
