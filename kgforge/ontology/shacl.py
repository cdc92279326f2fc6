"""SHACL shapes whose violations in a graph are the exceptions to axioms.

Source: *Shapes Constraint Language (SHACL)*, W3C 2017.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from kgforge.ontology.axioms import Axiom
from kgforge.ontology.statements import RDF, SH, Statements, iri, number, text, triple, turtle
from kgforge.terms import KGF, PREFIXES

if TYPE_CHECKING:
    from pyoxigraph import Triple

RDFS: Final = PREFIXES["rdfs"]


def shapes(axioms: Iterable[Axiom[Any]], classes: Container[str], *, type: str, sub: str) -> bytes:
    """Shapes in Turtle, one for each axiom that a shape can check.

    A domain, range, (inverse) functional or asymmetric property has a violation in the graph for
    each exception; a self-loop may be none. Types are asked for as the graph gives them: by the
    predicate *type*, and *sub* between a class and a broader one (empty: there is none). The object
    of a range that is not of *classes* is a datatype.
    """
    return turtle(_Shapes(classes, type, sub).of(axioms))


class _Shapes(Statements):
    """Axioms to shapes."""

    def __init__(self, classes: Container[str], type: str, sub: str) -> None:
        super().__init__()
        self._classes = classes
        self._type = type
        self._sub = sub

    def of(self, axioms: Iterable[Axiom[Any]]) -> Iterator["Triple"]:
        """A shape for each axiom that has a maker here."""
        makers: Mapping[str, Callable[[Axiom[Any], Any], Iterable[Triple]]] = {
            "domain": self._typed,
            "range": self._typed,
            "functional": self._single,
            "inverse functional": self._single,
            "asymmetric": self._one_way,
        }
        for axiom in axioms:
            if axiom.kind not in makers:
                continue
            side = "Objects" if axiom.kind in {"range", "inverse functional"} else "Subjects"
            shape = self.blank()
            yield triple(shape, f"{RDF}type", iri(f"{SH}NodeShape"))
            yield triple(shape, f"{SH}target{side}Of", iri(axiom.subject))
            yield triple(shape, f"{RDFS}label", text(axiom.kind, "en"))
            yield from makers[axiom.kind](axiom, shape)

    def _typed(self, axiom: Axiom[Any], shape: Any) -> Iterator["Triple"]:
        if axiom.kind == "range" and axiom.objects[0] not in self._classes:
            yield triple(shape, f"{SH}datatype", iri(axiom.objects[0]))
            return
        choices = self.blank()
        yield triple(shape, f"{SH}or", choices)
        nodes = [self.blank() for _ in axiom.objects]
        yield from self.list(choices, nodes)
        for node, one in zip(nodes, axiom.objects, strict=True):
            path = self.blank()
            yield triple(node, f"{SH}path", path)
            yield from self.list(path, [iri(self._type), above := self.blank()])
            yield triple(above, f"{SH}zeroOrMorePath", iri(self._sub or KGF + "none"))
            yield triple(node, f"{SH}hasValue", iri(one))

    def _single(self, axiom: Axiom[Any], shape: Any) -> Iterator["Triple"]:
        node = self.blank()
        yield triple(shape, f"{SH}property", node)
        path: Any = iri(axiom.subject)
        if axiom.kind == "inverse functional":
            path = self.blank()
            yield triple(path, f"{SH}inversePath", iri(axiom.subject))
        yield triple(node, f"{SH}path", path)
        yield triple(node, f"{SH}maxCount", number(1))

    def _one_way(self, axiom: Axiom[Any], shape: Any) -> Iterator["Triple"]:
        node, path = self.blank(), self.blank()
        yield triple(shape, f"{SH}property", node)
        yield triple(node, f"{SH}path", path)
        yield triple(path, f"{SH}inversePath", iri(axiom.subject))
        yield triple(node, f"{SH}disjoint", iri(axiom.subject))
