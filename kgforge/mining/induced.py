"""The records of an induced ontology: its classes, properties and axioms."""

from typing import Final, Literal

from msgspec import Struct

from kgforge.ontology import Axiom
from kgforge.schema import GraphId, Relation
from kgforge.terms import PREFIXES

RESERVED: Final = tuple(PREFIXES[name] for name in ("rdf", "rdfs", "owl", "xsd"))
"""Namespaces in which nobody may declare anything (OWL 2 Structural Specification, 2.4)."""

Kind = Literal[
    "domain", "range", "functional", "inverse functional", "symmetric", "asymmetric",
    "transitive", "inverse", "subclass", "disjoint",
]  # fmt: skip


class Thresholds(Struct, frozen=True):
    """The thresholds of what is induced."""

    least: int = 20
    """The minimum support of an axiom, triples of a property, and entities of a class."""
    share: float = 0.9
    """The minimum confidence of an axiom, and the share of a property's objects of one kind."""
    union: int = 3
    """The maximum number of classes in a union that is a domain or range."""
    type: str = ""
    """The predicate by which entities have types; empty: the most frequent known one."""
    sub: str = ""
    """The predicate between a class and a broader one; empty: likewise."""

    def allow(self, axiom: "InducedAxiom") -> bool:
        """Whether enough speaks for an axiom."""
        return axiom.support >= self.least and axiom.confidence >= self.share


class InducedAxiom(Axiom[Kind], frozen=True):
    """What a graph says without saying it, and what speaks for it."""

    support: int
    """How many cases bear it out."""
    exceptions: int
    """How many do not."""
    reason: str = ""
    """Why it is left out of OWL, which allows no such axiom; empty for one that is said."""

    @property
    def confidence(self) -> float:
        """The share of cases that are no exceptions."""
        return self.support / (self.support + self.exceptions)


class InducedProperty(Struct, frozen=True):
    """A predicate as a property: of the kind of nearly all its objects, else an annotation."""

    relation: Relation
    kind: Literal["object", "datatype", "annotation"]


class InducedOntology(Struct, frozen=True):
    """The ontology that a graph supports."""

    graph: GraphId
    type: str
    """The predicate by which entities have types, …"""
    sub: str
    """… and that between a class and a broader one; empty where the graph has none."""
    thresholds: Thresholds
    classes: dict[str, int]
    """Each class, with how many entities it has, those of its subclasses among them."""
    properties: tuple[InducedProperty, ...]
    axioms: tuple[InducedAxiom, ...]
    """By kind, then by subject."""
    labels: dict[str, str]
    """Of those classes and properties that have one."""
