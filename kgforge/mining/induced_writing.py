"""An induced ontology as Turtle (OWL 2 DL): what it says, and what speaks for it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from kgforge import resources
from kgforge.mining.induced import RESERVED, InducedAxiom, InducedOntology, InducedProperty
from kgforge.ontology import Axiom, Owl, number, statements, text, triple, value, vocabulary
from kgforge.terms import KGF, PREFIXES, XSD

if TYPE_CHECKING:
    from pyoxigraph import Triple

_OWL: Final = PREFIXES["owl"]
_RDF: Final = PREFIXES["rdf"]
_RDFS: Final = PREFIXES["rdfs"]
_DATATYPES: Final = frozenset(
    f"{XSD}{name}"
    for name in """decimal integer nonNegativeInteger nonPositiveInteger positiveInteger
    negativeInteger long int short byte unsignedLong unsignedInt unsignedShort unsignedByte double
    float string normalizedString token language Name NCName NMTOKEN boolean hexBinary base64Binary
    anyURI dateTime dateTimeStamp""".split()  # noqa: SIM905
)
"""What of XML Schema is in OWL 2's datatype map (Structural Specification, section 4): no dates,
years, times or durations."""
_SAID: Final = (
    "graph", "triples", "literals", "subjects", "objects", "entities", "kind", "support",
    "exceptions", "confidence", "leastSupport", "leastConfidence", "datatype", "leftOut",
    "typePredicate", "subclassPredicate",
)  # fmt: skip
"""The annotation properties that are used: what they mean is said in ``kgforge.ttl``."""


def ontology(induced: InducedOntology) -> bytes:
    """The ontology in Turtle, the same bytes for the same graph and thresholds."""
    return statements.turtle(_Ontology(induced).statements())


class _Ontology(Owl):
    def __init__(self, induced: InducedOntology) -> None:
        super().__init__()
        self._induced = induced

    def statements(self) -> Iterator["Triple"]:
        """The head, the vocabulary, classes, properties, and axioms."""
        induced = self._induced
        named = f"urn:kgforge:induced:{induced.graph.hash}"
        yield triple(named, f"{_RDF}type", f"{_OWL}Ontology")
        yield triple(named, f"{_RDFS}label", text("Induced from a graph by kgforge", "en"))
        yield triple(named, f"{KGF}graph", text(str(induced.graph.hash)))
        yield triple(named, f"{KGF}triples", number(induced.graph.facts or 0))
        yield triple(named, f"{KGF}leastSupport", number(induced.thresholds.least))
        yield triple(named, f"{KGF}leastConfidence", _share(induced.thresholds.share))
        for link, iri in (("typePredicate", induced.type), ("subclassPredicate", induced.sub)):
            if iri:
                yield triple(named, f"{KGF}{link}", iri)
        yield from _annotations()
        for iri in self._own_datatypes():
            yield triple(iri, f"{_RDF}type", f"{_RDFS}Datatype")
        for iri, entities in induced.classes.items():
            yield from self.declared(iri, f"{_OWL}Class", self._labels(iri))
            yield triple(iri, f"{KGF}entities", number(entities))
        for one in induced.properties:
            yield from self._property(one)
        for axiom in induced.axioms:
            yield from self._axiom(axiom)

    def _own_datatypes(self) -> list[str]:
        """The datatypes that must be declared: neither in OWL's map nor in a reserved namespace."""
        found = {_owl_datatype(one) for axiom in self._induced.axioms for one in axiom.objects
                 if axiom.kind == "range" and one not in self._induced.classes}  # fmt: skip
        return sorted(one for one in found if not one.startswith(RESERVED))

    def _property(self, one: InducedProperty) -> Iterator["Triple"]:
        found, type = one.relation, f"{one.kind.title()}Property"
        yield from self.declared(found.predicate, _OWL + type, self._labels(found.predicate))
        yield triple(found.predicate, f"{KGF}kind", text(found.kind))
        for name in ("triples", "literals", "subjects", "objects"):
            yield triple(found.predicate, f"{KGF}{name}", number(getattr(found, name)))

    def _axiom(self, axiom: InducedAxiom) -> Iterator["Triple"]:
        if axiom.reason:
            what = f"{axiom.kind} ({axiom.support} of {axiom.support + axiom.exceptions} cases): "
            yield triple(axiom.subject, f"{KGF}leftOut", text(what + axiom.reason, "en"))
            return
        objects = axiom.objects if self._is_named(axiom) else (_owl_datatype(axiom.objects[0]),)
        said, *union = self.axiom(Axiom(axiom.kind, axiom.subject, objects))
        yield from (said, *union)
        about = self.blank()
        yield triple(about, f"{_RDF}type", f"{_OWL}Axiom")
        yield triple(about, f"{_OWL}annotatedSource", said.subject)
        yield triple(about, f"{_OWL}annotatedProperty", said.predicate)
        yield triple(about, f"{_OWL}annotatedTarget", said.object)
        yield triple(about, f"{KGF}support", number(axiom.support))
        yield triple(about, f"{KGF}exceptions", number(axiom.exceptions))
        yield triple(about, f"{KGF}confidence", _share(axiom.confidence))
        if not self._is_named(axiom):
            yield triple(about, f"{KGF}datatype", axiom.objects[0])

    def _labels(self, iri: str) -> dict[str, tuple[str, ...]]:
        label = self._induced.labels.get(iri)
        return {"en": (label,)} if label else {}

    def _is_named(self, axiom: InducedAxiom) -> bool:
        """Whether the object is a class or property, and no datatype."""
        return axiom.kind != "range" or axiom.objects[0] in self._induced.classes


def _owl_datatype(iri: str) -> str:
    """A datatype as OWL 2 DL may name it: one that it reserves and does not have is any literal.

    >>> _owl_datatype("http://www.w3.org/2001/XMLSchema#gYear").rpartition("#")[2]
    'Literal'
    """
    if iri == f"{_RDF}langString":
        return f"{_RDF}PlainLiteral"
    reserved = iri.startswith(RESERVED)
    return f"{_RDFS}Literal" if reserved and iri not in _DATATYPES else iri


def _annotations() -> Iterator["Triple"]:
    """Our own annotation properties, declared with the words of ``kgforge.ttl``."""
    said = vocabulary.read_only([resources.folder("ontologies") / "kgforge.ttl"])
    for iri in sorted(KGF + name for name in _SAID):
        yield triple(iri, f"{_RDF}type", f"{_OWL}AnnotationProperty")
        yield triple(iri, f"{_RDFS}label", text(said.label(iri, "en") or "", "en"))
        yield triple(iri, f"{_RDFS}comment", text(said.description(iri, "en") or "", "en"))


def _share(share: float) -> Any:
    return value(f"{share:.4f}", "decimal")
