"""An ontology's axioms as SHACL shapes, for any SHACL engine to check data by.

One shape for each axiom, its message the axiom in words, so that a report names the axiom as
``conformance`` does. The hierarchy of classes is written beside them: give the file to the
engine as shapes and as the ontology of the data. An entity without any ``rdf:type`` neither passes
nor fails a class.

Source: *Shapes Constraint Language (SHACL)*, W3C 2017, with SHACL-SPARQL for axioms on two
statements.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from kgforge import terms
from kgforge.ontology import datatypes
from kgforge.ontology.constraints import Constraint, constraints
from kgforge.ontology.implications import End, Implied, implied, implied_types
from kgforge.ontology.model import Ontology
from kgforge.terms import KGF, PREFIXES, XSD

_HEADER: Final = f"""\
@prefix kgf: <{KGF}> .
@prefix rdf: <{PREFIXES["rdf"]}> .
@prefix rdfs: <{PREFIXES["rdfs"]}> .
@prefix sh: <http://www.w3.org/ns/shacl#> .

kgf:Untyped a sh:NodeShape ;
  rdfs:comment "An entity without types." ;
  sh:nodeKind sh:IRI ;
  sh:property [ sh:path rdf:type ; sh:maxCount 0 ] .
"""


def shapes(ontology: Ontology, *, complete: bool = False) -> str:
    """The shapes in Turtle; minima only for data that are *complete*."""
    writer = _Writer(ontology)
    parts = [
        _HEADER,
        *(f"{line} .\n" for line in _hierarchy(ontology)),
        *(writer.shape(axiom) for axiom in constraints(ontology, complete=complete)),
    ]
    return "\n".join(parts)


def _hierarchy(ontology: Ontology) -> Iterator[str]:
    for iri, declared in ontology.classes.items():
        for above in declared.parents + declared.equivalents:
            yield f"<{iri}> rdfs:subClassOf <{above}>"


class _Writer:
    """Axioms to shapes, with what implies what at hand."""

    def __init__(self, ontology: Ontology) -> None:
        self._ontology = ontology
        self._implying: dict[str, list[Implied]] = {}
        self._ends: dict[str, list[tuple[str, End]]] = {}
        for iri in ontology.properties:
            for one in sorted(implied(ontology, iri)):
                found = self._implying.setdefault(one.property, [])
                found.append(Implied(iri, reversed=one.reversed))
            for above, end in implied_types(ontology, iri):
                self._ends.setdefault(above, []).append((iri, end))

    def shape(self, axiom: Constraint) -> str:
        """The shape of one axiom."""
        lines = [*self._targets(axiom), *self._constraints(axiom, terms.literal(str(axiom)))]
        return "[] a sh:NodeShape ;\n  " + " ;\n  ".join(dict.fromkeys(lines)) + " .\n"

    def _targets(self, axiom: Constraint) -> Iterator[str]:
        match axiom.kind:
            case "maximum" | "minimum" | "values":
                yield f"sh:targetClass <{axiom.on}>"
            case "disjoint classes":
                yield f"sh:targetClass <{axiom.subject}>"
                for property, end in self._ends.get(axiom.subject, ()):
                    yield from self._at(property, end)
            case "range" | "datatype" | "inverse functional":
                yield from self._at(axiom.subject, "object")
            case _:
                yield from self._at(axiom.subject, "subject")

    def _at(self, property: str, end: End) -> Iterator[str]:
        """Targets: what stands at one end of a property, as stated or implied."""
        for one in self._of(property):
            side = "Objects" if (end == "object") != one.reversed else "Subjects"
            yield f"sh:target{side}Of <{one.property}>"

    def _constraints(self, axiom: Constraint, message: str) -> Iterator[str]:
        forward, back = self._path(axiom.subject, "subject"), self._path(axiom.subject, "object")
        match axiom.kind:
            case "domain" | "range" | "datatype":
                yield f"sh:message {message}"
                yield self._any(axiom.objects)
            case "functional":
                yield _property(forward, "sh:maxCount 1", message)
            case "inverse functional":
                yield _property(back, "sh:maxCount 1", message)
            case "asymmetric":
                path = self._sparql(axiom.subject)
                yield _select(f"$this {path} ?other . ?other {path} $this", message)
            case "irreflexive":
                yield _select(f"$this {self._sparql(axiom.subject)} $this", message)
            case "disjoint properties":
                one, other = self._sparql(axiom.subject), self._sparql(axiom.objects[0])
                yield _select(f"$this {one} ?other . $this {other} ?other", message)
            case "disjoint classes":
                yield f"sh:message {message}"
                yield f"sh:not [ sh:or ( {' '.join(self._member(axiom.objects[0]))} ) ]"
            case "values":
                yield _property(forward, self._any(axiom.objects), message)
            case "maximum":
                yield _property(forward, self._count("max", axiom), message)
            case "minimum":
                yield _property(forward, self._count("min", axiom), message)

    def _count(self, bound: str, axiom: Constraint) -> str:
        if not axiom.objects:
            return f"sh:{bound}Count {axiom.count}"
        values = self._any(axiom.objects, sure=bound == "max")
        return (
            f"sh:qualifiedValueShape [ {values} ] ; sh:qualified{bound.title()}Count {axiom.count}"
        )

    def _any(self, values: Iterable[str], *, sure: bool = False) -> str:
        """A value is of any of some classes and datatypes; if not *sure*, it may be unknown."""
        shapes = [shape for iri in values for shape in self._value(iri, sure=sure)]
        if not sure and any(map(self._is_class, values)):
            shapes.append("kgf:Untyped")
        return f"sh:or ( {' '.join(shapes)} )"

    def _value(self, iri: str, *, sure: bool) -> Iterator[str]:
        if self._is_class(iri):
            yield f"[ sh:class <{iri}> ]"
        elif iri == datatypes.ANY or not (sure or datatypes.is_known(iri)):
            yield "[ sh:nodeKind sh:Literal ]"
        else:
            low, high = datatypes.INTEGERS.get(iri, (None, None))
            least = f" ; sh:minInclusive {low}" if low is not None else ""
            most = f" ; sh:maxInclusive {high}" if high is not None else ""
            for one in datatypes.narrower(iri):
                yield f"[ sh:datatype <{one}>{least}{most} ]"
        if iri == XSD + "anyURI":
            yield "[ sh:nodeKind sh:IRI ]"

    def _is_class(self, iri: str) -> bool:
        return iri in self._ontology.classes and iri not in self._ontology.datatypes

    def _member(self, iri: str) -> Iterator[str]:
        """Shapes of what surely is of a class: by type, or at the end of a property."""
        yield f"[ sh:class <{iri}> ]"
        for property, end in self._ends.get(iri, ()):
            yield f"[ sh:property [ sh:path {self._path(property, end)} ; sh:minCount 1 ] ]"

    def _of(self, property: str) -> list[Implied]:
        return self._implying.get(property, [Implied(property, reversed=False)])

    def _path(self, property: str, end: End) -> str:
        """The path from what stands at one end of a property to the other end."""
        steps = [
            f"[ sh:inversePath <{one.property}> ]"
            if (end == "object") != one.reversed
            else f"<{one.property}>"
            for one in self._of(property)
        ]
        return steps[0] if len(steps) == 1 else f"[ sh:alternativePath ( {' '.join(steps)} ) ]"

    def _sparql(self, property: str) -> str:
        steps = (f"{'^' * one.reversed}<{one.property}>" for one in self._of(property))
        return f"({'|'.join(steps)})"


def _property(path: str, constraint: str, message: str) -> str:
    return f"sh:property [ sh:path {path} ; {constraint} ; sh:message {message} ]"


def _select(where: str, message: str) -> str:
    query = terms.literal(f"SELECT $this WHERE {{ {where} }}")
    return f"sh:sparql [ sh:select {query} ; sh:message {message} ]"
