"""An ontology written down: in the compact JSON of Text2KGBench, and in Turtle.

``ontology.read`` gives back what was written, but for what a form cannot say. JSON has labels
without a language, and of axioms domains and ranges alone; where a property has several of these it
is listed once for each. Its ids are the local names of published IRIs; other IRIs stand as they
are. Turtle here is OWL, without SHACL's shapes and the order of JSON.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from kgforge import terms
from kgforge.ontology.axioms import Axiom, Class, Kind, Property, Restriction, Texts
from kgforge.ontology.model import PUBLISHED, Ontology, compact_id
from kgforge.ontology.statements import RDF, Statements, text, triple, value
from kgforge.terms import PREFIXES

if TYPE_CHECKING:
    from pyoxigraph import Triple
    from rdflib.term import Node

_RDFS, _OWL = PREFIXES["rdfs"], PREFIXES["owl"]
_KINDS: Final[Mapping[Kind, str]] = {
    "object": _OWL + "ObjectProperty",
    "datatype": _OWL + "DatatypeProperty",
    "annotation": _OWL + "AnnotationProperty",
    "rdf": RDF + "Property",
}
_LINKS: Final[Mapping[str, str]] = {
    "domain": _RDFS + "domain",
    "range": _RDFS + "range",
    "subclass": _RDFS + "subClassOf",
    "equivalent class": _OWL + "equivalentClass",
    "disjoint": _OWL + "disjointWith",
    "subproperty": _RDFS + "subPropertyOf",
    "equivalent property": _OWL + "equivalentProperty",
    "inverse": _OWL + "inverseOf",
    "disjoint property": _OWL + "propertyDisjointWith",
}
"""By what an axiom of a kind is said; one of another kind is a characteristic of a property."""


def compact(ontology: Ontology) -> bytes:
    """Text2KGBench's JSON, in ASCII, which is read the same in whatever encoding is set."""
    name = ontology.name
    concepts = [
        {"qid": compact_id(name, "concepts", iri), "label": label}
        for iri, label in _listed(ontology, ontology.classes, ontology.concept_labels)
    ]
    relations = [
        {
            "pid": compact_id(name, "relations", entry.property),
            "label": entry.label,
            "domain": _end(name, entry.domain.iri if entry.domain else ""),
            "range": _end(name, entry.range.iri if entry.range else ""),
        }
        for entry in ontology.entries
    ] or list(_relations(ontology))
    whole = {
        "title": ontology.title,
        "id": name,
        "concepts": concepts,
        "relations": relations,
    }
    return (json.dumps(whole, indent=2) + "\n").encode()


def _relations(ontology: Ontology) -> Iterator[dict[str, str]]:
    """Yield the relations of an ontology that was no list, an entry for each pair of ends."""
    name = ontology.name
    listed = list(_listed(ontology, ontology.relations, ontology.relation_labels))
    times, before = Counter(iri for iri, _ in listed), Counter[str]()
    for iri, label in listed:
        before[iri] += 1
        last = before[iri] == times[iri]
        for domain, range in _pairs(ontology.properties[iri], before[iri] - 1, last=last):
            ends = {"domain": _end(name, domain), "range": _end(name, range)}
            yield {"pid": compact_id(name, "relations", iri), "label": label, **ends}


def _pairs(found: Property, place: int, *, last: bool) -> list[tuple[str, str]]:
    """The domain and range of one entry of a property; the last entry has all that are left."""
    pairs = list(zip_longest(found.domains, found.ranges, fillvalue="")) or [("", "")]
    return pairs[place : None if last else place + 1] or pairs[:1]


def _end(name: str, iri: str) -> str:
    return compact_id(name, "concepts", iri) if iri else ""


def _listed(
    ontology: Ontology, things: Mapping[str, Class] | Mapping[str, Property], labels: Iterable[str]
) -> Iterator[tuple[str, str]]:
    """What each label of a list stands for: of things of one name, one after another."""
    called: dict[str, list[str]] = {}
    for iri, thing in things.items():
        texts = {label for found in thing.labels.values() for label in found}
        for label in {ontology.label(iri), *texts}:
            called.setdefault(label, []).append(iri)
    uses: Counter[str] = Counter()
    for label in labels:
        iri = min(called[label], key=lambda one: uses[one])
        uses[iri] += 1
        yield iri, label


def turtle(ontology: Ontology) -> bytes:
    """OWL in Turtle, UTF-8, laid out by rdflib: blank nodes stand where they are used."""
    from rdflib import Graph

    graph: Graph = Graph()
    graph.bind("owl", _OWL)
    for one in _Ontology(ontology).statements():
        subject, predicate, object = map(_of_rdflib, (one.subject, one.predicate, one.object))
        graph.add((subject, predicate, object))
    return graph.serialize(format="turtle", encoding="utf-8")


def _of_rdflib(node: Any) -> "Node":
    import rdflib
    from pyoxigraph import BlankNode, NamedNode

    if isinstance(node, NamedNode):
        return rdflib.URIRef(node.value)
    if isinstance(node, BlankNode):
        return rdflib.BNode(node.value)
    typed = None if node.language else rdflib.URIRef(node.datatype.value)
    plain = typed == rdflib.XSD.string
    return rdflib.Literal(node.value, lang=node.language, datatype=None if plain else typed)


class Owl(Statements):
    """How OWL says that there is a class or property, and what holds of it."""

    def declared(self, iri: str, type: str, labels: Texts) -> Iterator["Triple"]:
        """A class, property or ontology by its type in full, and its names."""
        yield triple(iri, f"{RDF}type", type)
        yield from self.texts(iri, "label", labels)

    def texts(self, iri: str, link: str, texts: Texts) -> Iterator["Triple"]:
        """Labels or comments."""
        for tag, found in texts.items():
            for one in found:
                yield triple(iri, _RDFS + link, text(one, tag or None))

    def axiom(self, axiom: Axiom[Any], *, of: str = f"{_OWL}Class") -> Iterator["Triple"]:
        """An axiom, then what makes its object where that is a union, of type *of*."""
        if axiom.objects:
            yield from self.any(axiom.subject, _LINKS[axiom.kind], axiom.objects, of=of)
        else:
            yield triple(axiom.subject, f"{RDF}type", characteristic(axiom.kind))

    def any(
        self, subject: Any, link: str, alternatives: Sequence[str], *, of: str
    ) -> Iterator["Triple"]:
        """A link to a class or datatype, or to the union of several, which is of type *of*."""
        if len(alternatives) == 1:
            yield triple(subject, link, alternatives[0])
            return
        node, union = self.blank(), self.blank()
        yield triple(subject, link, node)
        yield triple(node, f"{RDF}type", of)
        yield triple(node, f"{_OWL}unionOf", union)
        yield from self.list(union, alternatives)


def characteristic(kind: str) -> str:
    """The class of properties of a kind: *inverse functional*, *symmetric* ….

    >>> characteristic("inverse functional")
    'http://www.w3.org/2002/07/owl#InverseFunctionalProperty'
    """
    return f"{_OWL}{kind.title().replace(' ', '')}Property"


class _Ontology(Owl):
    """What an ontology says; SHACL's shapes are left out."""

    def __init__(self, ontology: Ontology) -> None:
        super().__init__()
        self._ontology = ontology

    def statements(self) -> Iterator["Triple"]:
        """The head, datatypes, classes, properties, and restrictions."""
        ontology = self._ontology
        titles = {"": (ontology.title,)} if ontology.title else {}
        iri = PUBLISHED + terms.encoded(ontology.name)
        yield from self.declared(iri, _OWL + "Ontology", titles)
        for datatype in sorted(ontology.datatypes):
            yield triple(datatype, f"{RDF}type", _RDFS + "Datatype")
        for found in ontology.classes.values():
            yield from self._class(found)
        for each in ontology.properties.values():
            yield from self._property(each)
        for restriction in ontology.restrictions:
            if not restriction.shape:
                yield from self._restriction(restriction)

    def _class(self, found: Class) -> Iterator["Triple"]:
        yield from self.declared(found.iri, _OWL + "Class", found.labels)
        yield from self.texts(found.iri, "comment", found.comments)
        yield from self._links("subclass", found.iri, found.parents)
        yield from self._links("equivalent class", found.iri, found.equivalents)
        yield from self._links("disjoint", found.iri, found.disjoint)

    def _property(self, found: Property) -> Iterator["Triple"]:
        yield from self.declared(found.iri, _KINDS[found.kind], found.labels)
        yield from self.texts(found.iri, "comment", found.comments)
        for trait in found.traits:
            yield from self.axiom(Axiom(trait, found.iri, ()))
        for kind, alternatives in (("domain", found.domains), ("range", found.ranges)):
            if alternatives:
                axiom = Axiom(kind, found.iri, alternatives)
                yield from self.axiom(axiom, of=self._type_of(alternatives))
        yield from self._links("subproperty", found.iri, found.parents)
        yield from self._links("equivalent property", found.iri, found.equivalents)
        yield from self._links("inverse", found.iri, found.inverses)
        yield from self._links("disjoint property", found.iri, found.disjoint)

    def _links(self, kind: str, iri: str, others: Iterable[str]) -> Iterator["Triple"]:
        for other in others:
            yield from self.axiom(Axiom(kind, iri, (other,)))

    def _restriction(self, found: Restriction) -> Iterator["Triple"]:
        for link, count in _limits(found):
            node = self.blank()
            yield from _restricted(found, node)
            yield triple(node, _OWL + link, value(str(count), "nonNegativeInteger"))
            if found.of:
                type = self._type_of(found.of)
                on = "onClass" if type == _OWL + "Class" else "onDataRange"
                yield from self.any(node, _OWL + on, found.of, of=type)
        if found.only:
            node = self.blank()
            yield from _restricted(found, node)
            type = self._type_of(found.only)
            yield from self.any(node, _OWL + "allValuesFrom", found.only, of=type)

    def _type_of(self, alternatives: Iterable[str]) -> str:
        """What a union of them is."""
        literal = all(map(self._ontology.is_datatype, alternatives))
        return _RDFS + "Datatype" if literal else _OWL + "Class"


def _restricted(found: Restriction, node: Any) -> Iterator["Triple"]:
    yield triple(node, f"{RDF}type", _OWL + "Restriction")
    yield triple(found.on, _RDFS + "subClassOf", node)
    yield triple(node, _OWL + "onProperty", found.property)


def _limits(found: Restriction) -> Iterator[tuple[str, int]]:
    qualified = "Qualified" if found.of else ""
    bounds = {"min": found.minimum, "max": found.maximum}
    if found.minimum == found.maximum is not None:
        yield ("qualifiedCardinality" if found.of else "cardinality"), found.maximum
        return
    for bound, count in bounds.items():
        if count is not None:
            yield f"{bound}{qualified}Cardinality", count
