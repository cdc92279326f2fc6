"""What an ontology says of one class, of one property, and of one for the members of the other."""

from collections.abc import Mapping
from typing import Generic, Literal, TypeVar

from msgspec import Struct

Kind = Literal["object", "datatype", "annotation", "rdf"]
Trait = Literal[
    "asymmetric", "functional", "inverse functional", "irreflexive", "reflexive", "symmetric",
    "transitive",
]  # fmt: skip
Texts = Mapping[str, tuple[str, ...]]
"""Texts by language in lower case; without a language under the empty string."""
Said = TypeVar("Said", bound=str)
"""The kinds of axioms that are told apart."""


class Class(Struct, frozen=True):
    """A class that an ontology declares."""

    iri: str
    labels: Texts = {}
    comments: Texts = {}
    parents: tuple[str, ...] = ()
    """Classes that it is said to be part of, also as a member of a union."""
    equivalents: tuple[str, ...] = ()
    """Named classes said to be the same, here or there."""
    disjoint: tuple[str, ...] = ()
    """Classes said to share no member with it, here or there."""


class Property(Struct, frozen=True):
    """A property that an ontology declares."""

    iri: str
    kind: Kind = "object"
    labels: Texts = {}
    comments: Texts = {}
    domains: tuple[str, ...] = ()
    """Alternatives; none: not restricted."""
    ranges: tuple[str, ...] = ()
    """Alternatives, classes or datatypes; none: not restricted."""
    parents: tuple[str, ...] = ()
    equivalents: tuple[str, ...] = ()
    inverses: tuple[str, ...] = ()
    """Properties said to be its inverse, here or there."""
    disjoint: tuple[str, ...] = ()
    traits: tuple[Trait, ...] = ()


class Restriction(Struct, frozen=True, order=True):
    """What holds of one property for the members of one class."""

    on: str
    """The class."""
    property: str
    minimum: int | None = None
    maximum: int | None = None
    of: tuple[str, ...] = ()
    """Classes or datatypes, any of which the counted values have; none: all values count."""
    only: tuple[str, ...] = ()
    """Classes or datatypes, any of which every value must have (``owl:allValuesFrom``)."""
    shape: str = ""
    """The SHACL shape that says so; empty for OWL."""


class Axiom(Struct, Generic[Said], frozen=True):
    """One thing that holds of a property or class."""

    kind: Said
    subject: str
    """The property or class."""
    objects: tuple[str, ...]
    """Classes or datatypes, any of which will do; the other property or class; empty where the
    kind says all."""
