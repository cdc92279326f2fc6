"""What a statement implies by an ontology: other statements, and classes of its two ends."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from kgforge.ontology.constraints import readable
from kgforge.ontology.model import Ontology

End = Literal["subject", "object"]


class Implied(Struct, frozen=True, order=True):
    """A property that a statement implies."""

    property: str
    reversed: bool
    """Whether subject and object change places."""


def implied(ontology: Ontology, property: str) -> frozenset[Implied]:
    """All that a statement of a property implies, itself included.

    By superproperties, equivalents, inverses and symmetry.
    """
    start = Implied(property, reversed=False)
    found, waiting = {start}, [start]
    while waiting:
        one = waiting.pop()
        stated = ontology.properties.get(one.property)
        if stated is None:
            continue
        near = {Implied(iri, one.reversed) for iri in stated.parents + stated.equivalents}
        near |= {Implied(iri, not one.reversed) for iri in stated.inverses}
        if "symmetric" in stated.traits:
            near.add(Implied(one.property, not one.reversed))
        waiting.extend(near - found)
        found |= near
    return frozenset(found)


def implied_types(ontology: Ontology, property: str) -> Iterator[tuple[str, End]]:
    """The classes that the ends of a statement have by the property's one domain and one range."""
    stated = ontology.properties.get(property)
    if stated is not None:
        for iri in _only(ontology, stated.domains):
            yield iri, "subject"
        for iri in _only(ontology, stated.ranges):
            yield iri, "object"


def _only(ontology: Ontology, alternatives: tuple[str, ...]) -> frozenset[str]:
    checked = readable(ontology, alternatives)
    if len(checked) != 1 or ontology.is_datatype(checked[0]):
        return frozenset()
    return ontology.superclasses(checked[0])
