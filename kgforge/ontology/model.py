"""An ontology: its classes and properties, by name, by order and by what is part of what.

``read`` takes RDF in any standard syntax, and the compact JSON of Text2KGBench. RDF becomes a graph
of rdflib, from which ``kgforge.ontology.reader`` reads the axioms.

Several domains (or ranges) of one property are alternatives, whether they are stated side by side,
in an ``owl:unionOf``, or by schema.org's ``domainIncludes``. Strictly, OWL takes those side by side
to hold all at once; the published ontologies mean alternatives.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal
from urllib.parse import unquote

import msgspec
from msgspec import Struct

from kgforge import matching, naming, terms
from kgforge.errors import OntologyError
from kgforge.ontology import syntax
from kgforge.ontology.axioms import Class, Property, Restriction, Texts
from kgforge.ontology.reader import Reader
from kgforge.schema import folders
from kgforge.terms import PREFIXES, XSD

if TYPE_CHECKING:
    from rdflib import Graph
    from rdflib.term import Node

PUBLISHED: Final = "https://cenguix.github.io/Text2KGBench/"
"""What the IRIs of Text2KGBench's ontologies begin with; their JSON holds the local names."""
Place = Literal["concepts", "relations"]

TOP: Final = PREFIXES["owl"] + "Thing"
TOPS: Final = frozenset({TOP, PREFIXES["rdfs"] + "Resource"})
"""Classes of everything: as a domain or range they restrict nothing."""
_LITERALS: Final = frozenset(
    {
        PREFIXES["rdfs"] + "Literal",
        *(PREFIXES["rdf"] + name for name in ("langString", "PlainLiteral", "HTML", "XMLLiteral")),
    }
)


class Signature(Struct, frozen=True, order=True):
    """One pair of domain and range by which a property may be used."""

    property: str
    domain: str | None
    """None: not restricted."""
    range: str | None


class End(Struct, frozen=True):
    """A domain or range as a file lists it."""

    iri: str
    label: str
    """The first that the file gives it; its id where it gives none, unless that is opaque."""


class Entry(Struct, frozen=True):
    """A relation as a file lists it: one that is listed twice has two entries."""

    property: str
    label: str
    domain: End | None
    """None where none is named; likewise the range."""
    range: End | None


class Ontology(Struct, frozen=True, dict=True):
    """What one file says. Mappings and tuples keep the order of JSON, code-point order of RDF."""

    name: str
    """What tells ontologies of one benchmark apart: JSON's ``id``, of other files the stem."""
    title: str
    """What the ontology calls itself; empty where it does not."""
    source: str
    """The file's base name."""
    classes: Mapping[str, Class]
    properties: Mapping[str, Property]
    datatypes: frozenset[str] = frozenset()
    """Datatypes that it declares, beside XML Schema's."""
    restrictions: tuple[Restriction, ...] = ()
    concept_labels: tuple[str, ...] = ()
    """Labels of the classes in order, with the repetitions that JSON has."""
    relation_labels: tuple[str, ...] = ()
    """Labels of the relations likewise."""
    entries: tuple[Entry, ...] = ()
    """The relations as JSON lists them, one by one; empty for RDF, which lists none."""

    @cached_property
    def relations(self) -> Mapping[str, Property]:
        """The properties by which facts are said; annotations say something of the ontology."""
        return {iri: found for iri, found in self.properties.items() if found.kind != "annotation"}

    def label(self, iri: str, language: str = "en") -> str:
        """The name of a class or property in a language, or without one, or its local name."""
        found = self.classes.get(iri) or self.properties.get(iri)
        labels: Texts = found.labels if found else {}
        for tag in (language.lower(), ""):
            if labels.get(tag):
                return labels[tag][0]
        regional = (tag for tag in labels if tag.startswith(language.lower() + "-"))
        return next((labels[tag][0] for tag in regional), terms.local_name(iri))

    def name_of(self, iri: str) -> str:
        """Return the label of a class or property; empty if all there is of it is an opaque id."""
        label = self.label(iri)
        return "" if naming.is_own_id(iri, label) else label

    def superclasses(self, iri: str) -> frozenset[str]:
        """A class and all that it is part of, by subclasses and equivalents; cycles do no harm."""
        return _closure(iri, self._above)

    def subclasses(self, iri: str) -> frozenset[str]:
        """A class and all its parts, by subclasses and equivalents."""
        return _closure(iri, self._below)

    def properties_named(self, text: str) -> tuple[str, ...]:
        """The relations with a label or local name like a text, whatever case and separators."""
        return self._property_names.get(matching.unseparated(text), ())

    def is_datatype(self, iri: str) -> bool:
        """Whether an IRI is a datatype: XML Schema's, RDF's, or one that the ontology declares."""
        return iri.startswith(XSD) or iri in _LITERALS or iri in self.datatypes

    def signatures(self) -> tuple[Signature, ...]:
        """Each pair of a domain and a range of each relation; alternatives give several rows.

        A relation without a domain, or with that of everything, has None there: any subject will
        do. Likewise ranges.
        """
        return tuple(
            Signature(found.iri, domain, range)
            for found in self.relations.values()
            for domain in _stated(found.domains)
            for range in _stated(found.ranges)
        )

    @cached_property
    def _above(self) -> Mapping[str, tuple[str, ...]]:
        return {iri: found.parents + found.equivalents for iri, found in self.classes.items()}

    @cached_property
    def _below(self) -> Mapping[str, tuple[str, ...]]:
        below: dict[str, list[str]] = {}
        for iri, above in self._above.items():
            for parent in above:
                below.setdefault(parent, []).append(iri)
        return {iri: tuple(found) for iri, found in below.items()}

    @cached_property
    def _property_names(self) -> Mapping[str, tuple[str, ...]]:
        return _by_name(self.relations)


def read(path: Path) -> Ontology:
    """The ontology in a file of Turtle, RDF/XML, N-Triples, JSON-LD, or Text2KGBench's JSON.

    The syntax is told by the suffix, and by the content where that says nothing (``.owl``,
    ``.xml``, ``.json`` and none). Raises OntologyError, with the line where there is one.
    """
    data = syntax.content(path)
    found = of_compact(path, data) if path.suffix == ".json" else None
    return found or of_graph(_graph(path, data), path.stem, path.name)


FOLDER: Final = "ontologies"
"""The folder beside what was mined, and in a benchmark, that holds the ontologies used."""


def read_all(folder: Path) -> dict[str, Ontology]:
    """The ontologies in a folder's ``ontologies``, by name.

    Raises OntologyError as ``read`` does, and where two have one name.
    """
    found: dict[str, Ontology] = {}
    paths = sorted((folder / FOLDER).glob("*"))
    for one in (read(folders.inside(folder, f"{FOLDER}/{path.name}")) for path in paths):
        if one.name in found:
            raise OntologyError(
                f"{folder / FOLDER}: {found[one.name].source} and {one.source} are both called "
                f"{one.name!r}: keep one of them"
            )
        found[one.name] = one
    return found


def of_graph(graph: "Graph", name: str, source: str = "") -> Ontology:
    """The ontology that a graph of rdflib holds. *name* and *source* are as in ``Ontology``."""
    reader = Reader(graph)
    found = Ontology(
        name=name,
        title=reader.title(),
        source=source,
        classes=reader.classes(),
        properties=reader.properties(),
        datatypes=reader.datatypes(),
        restrictions=reader.restrictions(),
    )
    return msgspec.structs.replace(
        found,
        concept_labels=tuple(map(found.label, found.classes)),
        relation_labels=tuple(map(found.label, found.relations)),
    )


def _stated(alternatives: tuple[str, ...]) -> tuple[str | None, ...]:
    return (None,) if not alternatives or TOPS.intersection(alternatives) else alternatives


def _closure(start: str, links: Mapping[str, tuple[str, ...]]) -> frozenset[str]:
    found = {start}
    waiting = [start]
    while waiting:
        new = [iri for iri in links.get(waiting.pop(), ()) if iri not in found]
        found.update(new)
        waiting.extend(new)
    return frozenset(found)


def _by_name(things: Mapping[str, Property]) -> dict[str, tuple[str, ...]]:
    names: dict[str, dict[str, None]] = {}
    for iri, thing in things.items():
        texts = [text for labels in thing.labels.values() for text in labels]
        for name in (terms.local_name(iri), *texts):
            names.setdefault(matching.unseparated(name), {})[iri] = None
    return {name: tuple(found) for name, found in names.items()}


# ── Text2KGBench's JSON ─────────────────────────────────────────────────────────────────────────
class _Concept(Struct, frozen=True):
    qid: str
    label: str


class _Relation(Struct, frozen=True):
    pid: str
    label: str
    domain: str = ""
    range: str = ""


class _Compact(Struct, frozen=True):
    concepts: list[_Concept]
    relations: list[_Relation]
    id: str = ""
    title: str = ""


def published(name: str, place: Place, id: str) -> str:
    """The IRI of an id in the JSON of the ontology *name*: an IRI or CURIE stands for itself.

    >>> published("zoo", "concepts", "big cat")
    'https://cenguix.github.io/Text2KGBench/zoo/concepts#big%20cat'
    >>> published("zoo", "concepts", "xsd:date")
    'http://www.w3.org/2001/XMLSchema#date'
    """
    if ":" in id:
        with suppress(ValueError):
            if terms.is_valid(iri := terms.expand(id)):
                return iri
    return f"{PUBLISHED}{terms.encoded(name)}/{place}#{terms.encoded(id)}"


def compact_id(name: str, place: Place, iri: str) -> str:
    """The id of an IRI in the JSON of the ontology *name*, by which ``published`` gives it back."""
    id = unquote(iri.removeprefix(published(name, place, "")))
    return id if id and published(name, place, id) == iri else iri


def of_compact(path: Path, data: bytes) -> Ontology | None:
    """The ontology of a file in Text2KGBench's JSON; None where it is another JSON."""
    raw = syntax.json_value(path, data)
    if not isinstance(raw, dict) or not raw.keys() & {"concepts", "relations"}:
        return None
    try:
        found = msgspec.convert(raw, _Compact)
    except msgspec.ValidationError as error:
        raise OntologyError(f"{path}: not an ontology of Text2KGBench: {error}") from error
    return _of_compact(found, found.id or path.stem, path.name)


def _of_compact(found: _Compact, name: str, source: str) -> Ontology:
    """The same as the ontology's Turtle gives; a concept or relation listed twice is one."""
    classes: dict[str, Class] = {}
    for concept in found.concepts:
        iri = published(name, "concepts", concept.qid)
        classes[iri] = Class(iri, _added(classes.get(iri), concept.label))
    properties: dict[str, Property] = {}
    for relation in found.relations:
        iri = published(name, "relations", relation.pid)
        old = properties.get(iri, Property(iri))
        properties[iri] = Property(
            iri,
            labels=_added(old, relation.label),
            domains=_with(old.domains, name, relation.domain),
            ranges=_with(old.ranges, name, relation.range),
        )
    return Ontology(
        name=name,
        title=found.title,
        source=source,
        classes=classes,
        properties=properties,
        concept_labels=tuple(concept.label for concept in found.concepts),
        relation_labels=tuple(relation.label for relation in found.relations),
        entries=tuple(_entries(found, name)),
    )


def _entries(found: _Compact, name: str) -> Iterator[Entry]:
    first: dict[str, str] = {}
    for concept in found.concepts:
        first.setdefault(concept.qid, concept.label)

    def end(id: str) -> End | None:
        iri = published(name, "concepts", id)
        own = "" if naming.is_own_id(iri, terms.local_name(iri)) else terms.local_name(iri)
        return End(iri, first.get(id, own)) if id else None

    for relation in found.relations:
        iri = published(name, "relations", relation.pid)
        yield Entry(iri, relation.label, end(relation.domain), end(relation.range))


def _added(thing: Class | Property | None, label: str) -> Texts:
    labels = thing.labels.get("", ()) if thing else ()
    return {"": tuple(sorted({*labels, label}))}


def _with(iris: tuple[str, ...], name: str, id: str) -> tuple[str, ...]:
    return tuple(sorted({*iris, published(name, "concepts", id)})) if id else iris


# ── RDF ─────────────────────────────────────────────────────────────────────────────────────────
def _graph(path: Path, data: bytes) -> "Graph":
    """A file's statements as a graph of rdflib."""
    from rdflib import Graph

    graph = Graph()
    for quad in syntax.statements(path, data):
        graph.add((_node(quad.subject), _node(quad.predicate), _node(quad.object)))
    return graph


def _node(term: Any) -> "Node":
    import pyoxigraph as ox
    from rdflib import BNode, URIRef
    from rdflib import Literal as Text

    if isinstance(term, ox.NamedNode):
        return URIRef(term.value)
    if isinstance(term, ox.BlankNode):
        return BNode(term.value)
    if term.language:
        return Text(term.value, lang=term.language)
    return Text(term.value, datatype=URIRef(term.datatype.value), normalize=False)
