"""An ontology written down: in the compact JSON of Text2KGBench, and in Turtle.

``ontology.read`` gives back what was written, but for what a form cannot say. JSON has labels
without a language, and of axioms domains and ranges alone; where a property has several of these it
is listed once for each. Its ids are the local names of published IRIs; other IRIs stand as they
are. Turtle here is OWL, without SHACL's shapes and the order of JSON.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from kgforge import terms
from kgforge.ontology.axioms import Class, Kind, Property, Restriction, Texts
from kgforge.ontology.model import PUBLISHED, Ontology, compact_id
from kgforge.terms import PREFIXES

if TYPE_CHECKING:
    from rdflib.term import Node

_RDFS, _OWL = PREFIXES["rdfs"], PREFIXES["owl"]
_KINDS: Final[Mapping[Kind, str]] = {
    "object": _OWL + "ObjectProperty",
    "datatype": _OWL + "DatatypeProperty",
    "annotation": _OWL + "AnnotationProperty",
    "rdf": PREFIXES["rdf"] + "Property",
}


def compact(ontology: Ontology) -> bytes:
    """Text2KGBench's JSON, in ASCII, which is read the same in whatever encoding is set."""
    name = ontology.name
    concepts = [
        {"qid": compact_id(name, "concepts", iri), "label": label}
        for iri, label in _listed(ontology, ontology.classes, ontology.concept_labels)
    ]
    listed = list(_listed(ontology, ontology.relations, ontology.relation_labels))
    times, before = Counter(iri for iri, _ in listed), Counter[str]()
    relations = []
    for iri, label in listed:
        before[iri] += 1
        last = before[iri] == times[iri]
        for domain, range in _pairs(ontology.properties[iri], before[iri] - 1, last=last):
            ends = {"domain": _end(name, domain), "range": _end(name, range)}
            pid = compact_id(name, "relations", iri)
            relations.append({"pid": pid, "label": label, **ends})
    whole = {
        "title": ontology.title,
        "id": name,
        "concepts": concepts,
        "relations": relations,
    }
    return (json.dumps(whole, indent=2) + "\n").encode()


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
        texts = {text for found in thing.labels.values() for text in found}
        for text in {ontology.label(iri), *texts}:
            called.setdefault(text, []).append(iri)
    uses: Counter[str] = Counter()
    for label in labels:
        iri = min(called[label], key=lambda one: uses[one])
        uses[iri] += 1
        yield iri, label


def turtle(ontology: Ontology) -> bytes:
    """OWL in Turtle, UTF-8."""
    writer = _Turtle(ontology)
    for found in ontology.classes.values():
        writer.of_class(found)
    for each in ontology.properties.values():
        writer.of_property(each)
    for restriction in ontology.restrictions:
        if not restriction.shape:
            writer.of_restriction(restriction)
    return writer.text()


class _Turtle:
    """A graph of rdflib that grows."""

    def __init__(self, ontology: Ontology) -> None:
        from rdflib import Graph

        self._ontology = ontology
        self._graph: Graph = Graph()
        self._graph.bind("owl", _OWL)
        iri = PUBLISHED + terms.encoded(ontology.name)
        self._type(iri, _OWL + "Ontology")
        if ontology.title:
            self._texts(iri, "label", {"": (ontology.title,)})
        for datatype in sorted(ontology.datatypes):
            self._type(datatype, _RDFS + "Datatype")

    def text(self) -> bytes:
        return self._graph.serialize(format="turtle", encoding="utf-8")

    def of_class(self, found: Class) -> None:
        self._type(found.iri, _OWL + "Class")
        self._texts(found.iri, "label", found.labels)
        self._texts(found.iri, "comment", found.comments)
        self._links(found.iri, _RDFS + "subClassOf", found.parents)
        self._links(found.iri, _OWL + "equivalentClass", found.equivalents)
        self._links(found.iri, _OWL + "disjointWith", found.disjoint)

    def of_property(self, found: Property) -> None:
        self._type(found.iri, _KINDS[found.kind])
        for trait in found.traits:
            self._type(found.iri, _OWL + trait.title().replace(" ", "") + "Property")
        self._texts(found.iri, "label", found.labels)
        self._texts(found.iri, "comment", found.comments)
        for link, alternatives in (("domain", found.domains), ("range", found.ranges)):
            if alternatives:
                self._add(found.iri, _RDFS + link, self._any(alternatives))
        self._links(found.iri, _RDFS + "subPropertyOf", found.parents)
        self._links(found.iri, _OWL + "equivalentProperty", found.equivalents)
        self._links(found.iri, _OWL + "inverseOf", found.inverses)
        self._links(found.iri, _OWL + "propertyDisjointWith", found.disjoint)

    def of_restriction(self, found: Restriction) -> None:
        for link, values in self._limits(found):
            node = self._blank(_OWL + "Restriction")
            self._add(found.on, _RDFS + "subClassOf", node)
            self._add(node, _OWL + "onProperty", found.property)
            self._add(node, _OWL + link, values)
            if found.of:
                literal = all(map(self._ontology.is_datatype, found.of))
                self._add(
                    node, _OWL + ("onDataRange" if literal else "onClass"), self._any(found.of)
                )

    def _limits(self, found: Restriction) -> Iterator[tuple[str, Any]]:
        qualified = "Qualified" if found.of else ""
        if found.minimum == found.maximum is not None:
            name = "qualifiedCardinality" if found.of else "cardinality"
            yield name, _number(found.minimum)
        else:
            for bound, count in (("min", found.minimum), ("max", found.maximum)):
                if count is not None:
                    yield f"{bound}{qualified}Cardinality", _number(count)
        if found.only:
            yield "allValuesFrom", self._any(found.only)

    def _any(self, alternatives: tuple[str, ...]) -> "Node":
        """A class or datatype, or the union of several."""
        from rdflib import BNode, URIRef
        from rdflib.collection import Collection

        members: list[Node] = [URIRef(iri) for iri in alternatives]
        if len(members) == 1:
            return members[0]
        literal = all(map(self._ontology.is_datatype, alternatives))
        union = self._blank(_RDFS + "Datatype" if literal else _OWL + "Class")
        cell = BNode()
        Collection(self._graph, cell, members)
        self._add(union, _OWL + "unionOf", cell)
        return union

    def _blank(self, type: str) -> "Node":
        from rdflib import BNode

        node = BNode()
        self._type(node, type)
        return node

    def _type(self, subject: "Node | str", type: str) -> None:
        self._add(subject, PREFIXES["rdf"] + "type", type)

    def _texts(self, iri: str, link: str, texts: Texts) -> None:
        from rdflib import Literal

        for tag, found in texts.items():
            for text in found:
                self._add(iri, _RDFS + link, Literal(text, lang=tag or None))

    def _links(self, iri: str, link: str, others: Iterable[str]) -> None:
        for other in others:
            self._add(iri, link, other)

    def _add(self, subject: "Node | str", link: str, value: "Node | str") -> None:
        from rdflib import URIRef

        one, other = (URIRef(x) if type(x) is str else x for x in (subject, value))
        self._graph.add((one, URIRef(link), other))  # type: ignore[arg-type]


def _number(count: int | None) -> "Node":
    from rdflib import XSD, Literal

    return Literal(str(count), datatype=XSD.nonNegativeInteger)
