"""An induced ontology as Turtle (OWL 2 DL), and as SHACL shapes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from kgforge import resources
from kgforge.mining.induced import Axiom, InducedOntology, InducedProperty, Kind
from kgforge.ontology import vocabulary
from kgforge.terms import KGF, PREFIXES, XSD

if TYPE_CHECKING:
    from pyoxigraph import BlankNode, NamedNode, Triple

_OWL: Final = PREFIXES["owl"]
_RDF: Final = PREFIXES["rdf"]
_RDFS: Final = PREFIXES["rdfs"]
_SH: Final = "http://www.w3.org/ns/shacl#"
_DATATYPES: Final = frozenset(
    f"{XSD}{name}"
    for name in """decimal integer nonNegativeInteger nonPositiveInteger positiveInteger
    negativeInteger long int short byte unsignedLong unsignedInt unsignedShort unsignedByte double
    float string normalizedString token language Name NCName NMTOKEN boolean hexBinary base64Binary
    anyURI dateTime dateTimeStamp""".split()  # noqa: SIM905
)
"""What of XML Schema is in OWL 2's datatype map (Structural Specification, section 4): no dates,
years, times or durations."""
_TYPES: Final = {"object": "ObjectProperty", "datatype": "DatatypeProperty"}
_CHARACTERISTICS: Final[Mapping[Kind, str]] = {
    "functional": "FunctionalProperty",
    "inverse functional": "InverseFunctionalProperty",
    "symmetric": "SymmetricProperty",
    "asymmetric": "AsymmetricProperty",
    "transitive": "TransitiveProperty",
}
_LINKS: Final[Mapping[Kind, str]] = {
    "domain": f"{_RDFS}domain",
    "range": f"{_RDFS}range",
    "inverse": f"{_OWL}inverseOf",
    "subclass": f"{_RDFS}subClassOf",
    "disjoint": f"{_OWL}disjointWith",
}
_SAID: Final = (
    "graph", "triples", "literals", "subjects", "objects", "entities", "kind", "support",
    "exceptions", "confidence", "leastSupport", "leastConfidence", "datatype", "leftOut",
    "typePredicate", "subclassPredicate",
)  # fmt: skip
"""The annotation properties that are used: what they mean is said in ``kgforge.ttl``."""


def ontology(induced: InducedOntology) -> bytes:
    """The ontology in Turtle, the same bytes for the same graph and thresholds."""
    return _written(_Ontology(induced).statements())


def shapes(induced: InducedOntology) -> bytes:
    """SHACL shapes in Turtle, one for each axiom that a shape can check.

    A domain, range, (inverse) functional or asymmetric property has a violation in the graph for
    each exception; a self-loop may be none. Types are asked for as the graph gives them.
    """
    return _written(_Shapes(induced).statements())


class _Text:
    """Statements in an order of their own, with blank nodes numbered as they come."""

    def __init__(self, induced: InducedOntology) -> None:
        self._induced = induced
        self._nodes = 0

    def _blank(self) -> "BlankNode":
        from pyoxigraph import BlankNode

        self._nodes += 1
        return BlankNode(f"n{self._nodes}")

    def _list(self, head: Any, nodes: Sequence[Any]) -> Iterator["Triple"]:
        """*nodes*, of which there is one at least, as the RDF list that begins at *head*."""
        for number, node in enumerate(nodes):
            last = number + 1 == len(nodes)
            rest = _iri(f"{_RDF}nil") if last else self._blank()
            yield _triple(head, f"{_RDF}first", node)
            yield _triple(head, f"{_RDF}rest", rest)
            head = rest


class _Ontology(_Text):
    def statements(self) -> Iterator["Triple"]:
        """The head, the vocabulary, classes, properties, and axioms."""
        induced = self._induced
        named = _iri(f"urn:kgforge:induced:{induced.graph.hash}")
        yield _triple(named, f"{_RDF}type", _iri(f"{_OWL}Ontology"))
        yield _triple(named, f"{_RDFS}label", _text("Induced from a graph by kgforge", "en"))
        yield _triple(named, f"{KGF}graph", _text(str(induced.graph.hash)))
        yield _triple(named, f"{KGF}triples", _number(induced.graph.facts or 0))
        yield _triple(named, f"{KGF}leastSupport", _number(induced.thresholds.least))
        yield _triple(named, f"{KGF}leastConfidence", _share(induced.thresholds.share))
        for link, iri in (("typePredicate", induced.type), ("subclassPredicate", induced.sub)):
            if iri:
                yield _triple(named, f"{KGF}{link}", _iri(iri))
        yield from _annotations()
        for iri in self._own_datatypes():
            yield _triple(_iri(iri), f"{_RDF}type", _iri(f"{_RDFS}Datatype"))
        for iri, entities in induced.classes.items():
            yield from self._declared(iri, "Class")
            yield _triple(_iri(iri), f"{KGF}entities", _number(entities))
        for one in induced.properties:
            yield from self._property(one)
        for axiom in induced.axioms:
            yield from self._axiom(axiom)

    def _own_datatypes(self) -> list[str]:
        """The datatypes that must be declared: neither in OWL's map nor in a reserved namespace."""
        found = {_owl_datatype(one) for axiom in self._induced.axioms for one in axiom.objects
                 if axiom.kind == "range" and one not in self._induced.classes}  # fmt: skip
        return sorted(one for one in found if not one.startswith((XSD, _RDF, _RDFS, _OWL)))

    def _declared(self, iri: str, type_: str) -> Iterator["Triple"]:
        yield _triple(_iri(iri), f"{_RDF}type", _iri(f"{_OWL}{type_}"))
        if label := self._induced.labels.get(iri):
            yield _triple(_iri(iri), f"{_RDFS}label", _text(label, "en"))

    def _property(self, one: InducedProperty) -> Iterator["Triple"]:
        found = one.relation
        yield from self._declared(found.predicate, _TYPES.get(one.kind, "AnnotationProperty"))
        yield _triple(_iri(found.predicate), f"{KGF}kind", _text(found.kind))
        for name in ("triples", "literals", "subjects", "objects"):
            number = _number(getattr(found, name))
            yield _triple(_iri(found.predicate), f"{KGF}{name}", number)

    def _axiom(self, axiom: Axiom) -> Iterator["Triple"]:
        subject = _iri(axiom.subject)
        if axiom.reason:
            said = f"{axiom.kind} ({axiom.support} of {axiom.support + axiom.exceptions} cases): "
            yield _triple(subject, f"{KGF}leftOut", _text(said + axiom.reason, "en"))
            return
        link = _LINKS.get(axiom.kind, f"{_RDF}type")
        object_: Any = _iri(f"{_OWL}{_CHARACTERISTICS.get(axiom.kind, '')}")
        if len(axiom.objects) == 1:
            [only] = axiom.objects
            object_ = _iri(only if self._is_named(axiom) else _owl_datatype(only))
        elif axiom.objects:
            object_ = self._blank()
        yield _triple(subject, link, object_)
        if len(axiom.objects) > 1:
            union = self._blank()
            yield _triple(object_, f"{_RDF}type", _iri(f"{_OWL}Class"))
            yield _triple(object_, f"{_OWL}unionOf", union)
            yield from self._list(union, list(map(_iri, axiom.objects)))
        about = self._blank()
        yield _triple(about, f"{_RDF}type", _iri(f"{_OWL}Axiom"))
        yield _triple(about, f"{_OWL}annotatedSource", subject)
        yield _triple(about, f"{_OWL}annotatedProperty", _iri(link))
        yield _triple(about, f"{_OWL}annotatedTarget", object_)
        yield _triple(about, f"{KGF}support", _number(axiom.support))
        yield _triple(about, f"{KGF}exceptions", _number(axiom.exceptions))
        yield _triple(about, f"{KGF}confidence", _share(axiom.confidence))
        if axiom.kind == "range" and not self._is_named(axiom):
            yield _triple(about, f"{KGF}datatype", _iri(axiom.objects[0]))

    def _is_named(self, axiom: Axiom) -> bool:
        """Whether the object is a class or property, and no datatype."""
        return axiom.kind != "range" or axiom.objects[0] in self._induced.classes


def _owl_datatype(iri: str) -> str:
    """A datatype as OWL 2 DL may name it: one that it reserves and does not have is any literal.

    >>> _owl_datatype("http://www.w3.org/2001/XMLSchema#gYear").rpartition("#")[2]
    'Literal'
    """
    if iri == f"{_RDF}langString":
        return f"{_RDF}PlainLiteral"
    reserved = iri.startswith((XSD, _RDF, _RDFS, _OWL))
    return f"{_RDFS}Literal" if reserved and iri not in _DATATYPES else iri


class _Shapes(_Text):
    def statements(self) -> Iterator["Triple"]:
        """A shape for each axiom that has a maker here."""
        makers: Mapping[Kind, Callable[[Axiom, Any], Iterable[Triple]]] = {
            "domain": self._typed,
            "range": self._typed,
            "functional": self._single,
            "inverse functional": self._single,
            "asymmetric": self._one_way,
        }
        for axiom in self._induced.axioms:
            if axiom.kind not in makers:
                continue
            side = "Objects" if axiom.kind in {"range", "inverse functional"} else "Subjects"
            shape = self._blank()
            yield _triple(shape, f"{_RDF}type", _iri(f"{_SH}NodeShape"))
            yield _triple(shape, f"{_SH}target{side}Of", _iri(axiom.subject))
            yield _triple(shape, f"{_RDFS}label", _text(axiom.kind, "en"))
            yield from makers[axiom.kind](axiom, shape)

    def _typed(self, axiom: Axiom, shape: Any) -> Iterator["Triple"]:
        if axiom.kind == "range" and axiom.objects[0] not in self._induced.classes:
            yield _triple(shape, f"{_SH}datatype", _iri(axiom.objects[0]))
            return
        choices = self._blank()
        yield _triple(shape, f"{_SH}or", choices)
        nodes = [self._blank() for _ in axiom.objects]
        yield from self._list(choices, nodes)
        for node, one in zip(nodes, axiom.objects, strict=True):
            path = self._blank()
            yield _triple(node, f"{_SH}path", path)
            yield from self._list(path, [_iri(self._induced.type), above := self._blank()])
            yield _triple(above, f"{_SH}zeroOrMorePath", _iri(self._induced.sub or KGF + "none"))
            yield _triple(node, f"{_SH}hasValue", _iri(one))

    def _single(self, axiom: Axiom, shape: Any) -> Iterator["Triple"]:
        node = self._blank()
        yield _triple(shape, f"{_SH}property", node)
        path: Any = _iri(axiom.subject)
        if axiom.kind == "inverse functional":
            path = self._blank()
            yield _triple(path, f"{_SH}inversePath", _iri(axiom.subject))
        yield _triple(node, f"{_SH}path", path)
        yield _triple(node, f"{_SH}maxCount", _number(1))

    def _one_way(self, axiom: Axiom, shape: Any) -> Iterator["Triple"]:
        node, path = self._blank(), self._blank()
        yield _triple(shape, f"{_SH}property", node)
        yield _triple(node, f"{_SH}path", path)
        yield _triple(path, f"{_SH}inversePath", _iri(axiom.subject))
        yield _triple(node, f"{_SH}disjoint", _iri(axiom.subject))


# ── Statements ──────────────────────────────────────────────────────────────────────────────────
def _annotations() -> Iterator["Triple"]:
    """Our own annotation properties, declared with the words of ``kgforge.ttl``."""
    said = vocabulary.read_only([resources.folder("ontologies") / "kgforge.ttl"])
    for iri in sorted(KGF + name for name in _SAID):
        yield _triple(_iri(iri), f"{_RDF}type", _iri(f"{_OWL}AnnotationProperty"))
        yield _triple(_iri(iri), f"{_RDFS}label", _text(said.label(iri, "en") or "", "en"))
        yield _triple(_iri(iri), f"{_RDFS}comment", _text(said.description(iri, "en") or "", "en"))


def _written(statements: Iterable["Triple"]) -> bytes:
    from pyoxigraph import RdfFormat, serialize

    prefixes = {**PREFIXES, "sh": _SH}
    text = serialize(statements, format=RdfFormat.TURTLE, prefixes=prefixes)
    assert text is not None
    return text


def _triple(subject: Any, predicate: str, object: Any) -> "Triple":
    from pyoxigraph import Triple

    return Triple(subject, _iri(predicate), object)


@cache
def _iri(iri: str) -> "NamedNode":
    from pyoxigraph import NamedNode

    return NamedNode(iri)


def _text(text: str, language: str | None = None) -> Any:
    from pyoxigraph import Literal as Written

    return Written(text, language=language)


def _number(number: int) -> Any:
    from pyoxigraph import Literal as Written

    return Written(str(number), datatype=_iri(f"{XSD}integer"))


def _share(share: float) -> Any:
    from pyoxigraph import Literal as Written

    return Written(f"{share:.4f}", datatype=_iri(f"{XSD}decimal"))
