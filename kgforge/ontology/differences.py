"""What two forms of one ontology say differently, and what one names without declaring it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from msgspec import Struct

from kgforge import terms
from kgforge.ontology.axioms import Class, Property
from kgforge.ontology.model import TOPS, Ontology

Place = Literal["domain", "range"]


class Difference(Struct, frozen=True, order=True):
    """One place where two ontologies differ."""

    kind: str
    """``class`` or ``property`` (that only one declares), a field of both (``labels``,
    ``domains``, ``parents`` …), ``title``, or ``repeated``: a label listed several times."""
    iri: str
    """The class or property; the label of what is repeated; empty for the title."""
    here: tuple[str, ...]
    """What the first says, in code-point order."""
    there: tuple[str, ...]

    def __str__(self) -> str:
        """The difference in words: ``ranges of <…#P162>: none here, <…#Q5> there``."""
        of = f" of {_spelt([self.iri])}" if self.iri else ""
        return f"{self.kind}{of}: {_spelt(self.here)} here, {_spelt(self.there)} there"


class Undeclared(Struct, frozen=True, order=True):
    """A domain or range that is neither a declared class nor a datatype."""

    property: str
    place: Place
    iri: str

    def __str__(self) -> str:
        """The mistake in words."""
        return f"the {self.place} of {_spelt([self.property])} is {_spelt([self.iri])}, undeclared"


def differences(one: Ontology, other: Ontology) -> tuple[Difference, ...]:
    """All differences of two ontologies, but for the order of what they hold; sorted."""
    found = [
        *_of("title", "", {one.title}, {other.title}),
        *_members("class", one.classes, other.classes),
        *_members("property", one.properties, other.properties),
        *_of("datatypes", "", one.datatypes, other.datatypes),
        *_of("restrictions", "", map(repr, one.restrictions), map(repr, other.restrictions)),
        *_repeated(one.concept_labels, other.concept_labels),
        *_repeated(one.relation_labels, other.relation_labels),
    ]
    return tuple(sorted(found))


def undeclared(ontology: Ontology) -> tuple[Undeclared, ...]:
    """Domains and ranges that the ontology does not declare, in its order (dangling ids)."""
    places: tuple[Place, ...] = ("domain", "range")
    return tuple(
        Undeclared(found.iri, place, iri)
        for found in ontology.properties.values()
        for place in places
        for iri in (found.domains if place == "domain" else found.ranges)
        if iri not in ontology.classes and iri not in TOPS and not ontology.is_datatype(iri)
    )


def _members(
    kind: str, here: Mapping[str, Class | Property], there: Mapping[str, Class | Property]
) -> Iterator[Difference]:
    for iri in here.keys() | there.keys():
        if iri in here and iri in there:
            for field in here[iri].__struct_fields__:
                yield from _of(field, iri, _values(here[iri], field), _values(there[iri], field))
        else:
            yield from _of(kind, iri, {iri} & here.keys(), {iri} & there.keys())


def _values(thing: Class | Property, field: str) -> list[str]:
    """What a field holds, as texts; of texts by language also the language."""
    value = getattr(thing, field)
    if isinstance(value, Mapping):
        return [f"{text}@{tag}" if tag else text for tag in value for text in value[tag]]
    return [value] if isinstance(value, str) else list(value)


def _repeated(here: Iterable[str], there: Iterable[str]) -> Iterator[Difference]:
    counts = [
        {label: n for label, n in Counter(labels).items() if n > 1} for labels in (here, there)
    ]
    for label in counts[0].keys() | counts[1].keys():
        yield from _of("repeated", label, *([str(found.get(label, 1))] for found in counts))


def _spelt(values: Iterable[str]) -> str:
    texts = (terms.compact(text) if terms.is_iri(text) else f'"{text}"' for text in values)
    return ", ".join(texts) or "none"


def _of(kind: str, iri: str, here: Iterable[str], there: Iterable[str]) -> Iterator[Difference]:
    one, other = tuple(sorted(here)), tuple(sorted(there))
    if one != other:
        yield Difference(kind, iri, one, other)
