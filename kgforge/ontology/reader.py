"""The axioms in a graph of rdflib: OWL, RDFS, schema.org's own and SHACL's, as frozen values.

Where they allow more than those can hold:

- A class expression is read for what follows from it by names: of an intersection the first member
  that can be read (the thing must be that, too), of a restricted datatype its base. Where nothing
  follows (a complement, an enumeration), the place counts as not stated, and restricts nothing.
- What names a blank node elsewhere (an inverse without a name, a key) is left out.
- By RDFS, what has a superclass is a class, and what has a domain, a range or a superproperty is a
  property, also where no type says so.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, product
from typing import TYPE_CHECKING, Final

from kgforge.bounds import DEEPEST
from kgforge.ontology.axioms import Class, Kind, Property, Restriction, Texts, Trait
from kgforge.terms import PREFIXES

if TYPE_CHECKING:
    from rdflib import Graph
    from rdflib.term import Node

_RDF, _RDFS, _OWL = PREFIXES["rdf"], PREFIXES["rdfs"], PREFIXES["owl"]
_SH: Final = "http://www.w3.org/ns/shacl#"
_SCHEMA: Final = (PREFIXES["schema"], "https://schema.org/")
_TRAITS: Final[Mapping[Trait, str]] = {
    "asymmetric": "AsymmetricProperty",
    "functional": "FunctionalProperty",
    "inverse functional": "InverseFunctionalProperty",
    "irreflexive": "IrreflexiveProperty",
    "reflexive": "ReflexiveProperty",
    "symmetric": "SymmetricProperty",
    "transitive": "TransitiveProperty",
}
_CLASSES: Final = (_OWL + "Class", _RDFS + "Class", _OWL + "DeprecatedClass")
_KINDS: Final[tuple[tuple[Kind, tuple[str, ...]], ...]] = (
    ("object", (_OWL + "ObjectProperty",)),
    ("datatype", (_OWL + "DatatypeProperty",)),
    ("annotation", (_OWL + "AnnotationProperty",)),
    ("object", tuple(_OWL + name for trait, name in _TRAITS.items() if trait != "functional")),
    (
        "rdf",
        (_RDF + "Property", *(_OWL + name + "Property" for name in ("Functional", "Deprecated"))),
    ),
)
"""The classes that tell the kind of a property; the first kind that has one is it."""


_TITLES: Final = (
    _RDFS + "label",
    "http://purl.org/dc/elements/1.1/title",
    "http://purl.org/dc/terms/title",
)
_UNNAMED: Final = "_:shape"
_CARDINALITIES: Final = {
    "minCardinality": (True, False),
    "maxCardinality": (False, True),
    "cardinality": (True, True),
    "minQualifiedCardinality": (True, False),
    "maxQualifiedCardinality": (False, True),
    "qualifiedCardinality": (True, True),
}
"""Whether OWL's links state a minimum, and a maximum."""


Within = tuple["Node", ...]
"""The class expressions that one being read is a part of."""


class Reader:
    """One graph, asked for its axioms."""

    def __init__(self, graph: "Graph") -> None:
        self._graph = graph
        self._datatypes = self._with_those_below(
            self._typed(_RDFS + "Datatype", *(schema + "DataType" for schema in _SCHEMA))
        )
        implied = set(_names(self._subjects(_RDFS + "subClassOf"))) - self._datatypes
        self._classes = sorted(self._typed(*_CLASSES) | implied)

    def title(self) -> str:
        """What the ontology calls itself, in English where it can; else empty."""
        for iri in sorted(self._typed(_OWL + "Ontology")):
            for link in _TITLES:
                texts = self._texts(iri, link)
                for tag in ("en", *texts):
                    if tag in texts:
                        return texts[tag][0]
        return ""

    def datatypes(self) -> frozenset[str]:
        """Those of RDFS, and schema.org's: the instances of DataType and what is below them."""
        return frozenset(self._datatypes)

    def classes(self) -> dict[str, Class]:
        """The classes, in code-point order."""
        parents = self._parents()
        apart = self._disjoint(_OWL + "disjointWith", _OWL + "AllDisjointClasses")
        return {iri: self._class(iri, parents, apart) for iri in self._classes}

    def properties(self) -> dict[str, Property]:
        """The properties, in code-point order."""
        kinds: dict[str, Kind] = {}
        for kind, types in _KINDS:
            for iri in self._typed(*types):
                kinds.setdefault(iri, kind)
        for link in ("subPropertyOf", "domain", "range"):
            for iri in _names(self._subjects(_RDFS + link)):
                kinds.setdefault(iri, "rdf")
        apart = self._disjoint(_OWL + "propertyDisjointWith", _OWL + "AllDisjointProperties")
        return {iri: self._property(iri, kinds[iri], apart) for iri in sorted(kinds)}

    def restrictions(self) -> tuple[Restriction, ...]:
        """What OWL's restrictions and SHACL's shapes say, each once."""
        return tuple(sorted({*self._restrictions(), *self._shapes()}, key=repr))

    def _class(
        self, iri: str, parents: Mapping[str, set[str]], disjoint: Mapping[str, set[str]]
    ) -> Class:
        return Class(
            iri=iri,
            labels=self._texts(iri, _RDFS + "label"),
            comments=self._texts(iri, _RDFS + "comment"),
            parents=tuple(sorted(parents[iri] - {iri})),
            equivalents=self._both_ways(iri, _OWL + "equivalentClass"),
            disjoint=tuple(sorted(disjoint.get(iri, ()))),
        )

    def _property(self, iri: str, kind: Kind, disjoint: Mapping[str, set[str]]) -> Property:
        types = set(self._named(iri, _RDF + "type"))
        return Property(
            iri=iri,
            kind=kind,
            labels=self._texts(iri, _RDFS + "label"),
            comments=self._texts(iri, _RDFS + "comment"),
            domains=self._alternatives_of(iri, "domain"),
            ranges=self._alternatives_of(iri, "range"),
            parents=self._named(iri, _RDFS + "subPropertyOf"),
            equivalents=self._both_ways(iri, _OWL + "equivalentProperty"),
            inverses=self._both_ways(iri, _OWL + "inverseOf"),
            disjoint=tuple(sorted(disjoint.get(iri, ()))),
            traits=tuple(trait for trait, name in _TRAITS.items() if _OWL + name in types),
        )

    # ── Statements ──────────────────────────────────────────────────────────────────────────────
    def _objects(self, subject: "Node | str", link: str) -> Iterator["Node"]:
        from rdflib import URIRef

        node = URIRef(subject) if type(subject) is str else subject
        return self._graph.objects(node, URIRef(link))  # type: ignore[arg-type]

    def _subjects(self, link: str, value: "Node | str | None" = None) -> Iterator["Node"]:
        from rdflib import URIRef

        node = URIRef(value) if type(value) is str else value
        return self._graph.subjects(URIRef(link), node)  # type: ignore[arg-type]

    def _named(self, subject: "Node | str", link: str) -> tuple[str, ...]:
        return tuple(sorted(_names(self._objects(subject, link))))

    def _typed(self, *types: str) -> set[str]:
        return {iri for type in types for iri in _names(self._subjects(_RDF + "type", type))}

    def _both_ways(self, iri: str, link: str) -> tuple[str, ...]:
        return tuple(sorted({*self._named(iri, link), *_names(self._subjects(link, iri))} - {iri}))

    def _texts(self, iri: str, link: str) -> Texts:
        from rdflib import Literal as Text

        texts: dict[str, list[str]] = {}
        for value in self._objects(iri, link):
            if isinstance(value, Text):
                texts.setdefault((value.language or "").lower(), []).append(str(value))
        return {tag: tuple(sorted(texts[tag])) for tag in sorted(texts)}

    def _members(self, node: "Node", link: str) -> list["Node"]:
        """The members of the lists that a node has by a link, also of one that goes in circles."""
        members: list[Node] = []
        waiting, seen = list(self._objects(node, link)), set()
        while waiting:
            cell = waiting.pop()
            if cell not in seen:
                seen.add(cell)
                members += self._objects(cell, _RDF + "first")
                waiting += self._objects(cell, _RDF + "rest")
        return members

    # ── Class expressions ───────────────────────────────────────────────────────────────────────
    def _alternatives_of(self, iri: str, side: str) -> tuple[str, ...]:
        """The domains or ranges of a property; empty where one of them can be anything."""
        links = (_RDFS + side, *(f"{schema}{side}Includes" for schema in _SCHEMA))
        nodes = [node for link in links for node in self._objects(iri, link)]
        return self._any(nodes) or ()

    def _any(self, nodes: Iterable["Node"], within: Within = ()) -> tuple[str, ...] | None:
        found: set[str] = set()
        for node in nodes:
            alternatives = self._alternatives(node, within)
            if alternatives is None:
                return None
            found.update(alternatives)
        return tuple(sorted(found))

    def _alternatives(self, node: "Node", within: Within = ()) -> tuple[str, ...] | None:
        """Named classes or datatypes, one of which a member surely has; None: none follows.

        An expression *within* itself adds nothing; of one too deep to be read nothing follows.
        """
        if names := tuple(_names([node])):
            return names
        if node in within or len(within) > DEEPEST:
            return () if node in within else None
        inside = (*within, node)
        if union := self._members(node, _OWL + "unionOf"):
            return self._any(union, inside)
        readable = (
            self._alternatives(part, inside)
            for part in self._members(node, _OWL + "intersectionOf")
        )
        if (first := next(filter(None, readable), None)) is not None:
            return first
        return self._named(node, _OWL + "onDatatype") or None

    def _wider(self, node: "Node") -> Iterator["Node"]:
        """The expressions of which a class, named or not, is surely a part, each once."""
        from rdflib import URIRef

        waiting, seen = [node], {node}
        while waiting:
            for part in self._members(waiting.pop(), _OWL + "intersectionOf"):
                if part not in seen:
                    seen.add(part)
                    yield part
                    waiting += [] if isinstance(part, URIRef) else [part]

    def _above(self, iri: str) -> Iterator["Node"]:
        """What a named class is stated to be part of, and the parts of stated intersections."""
        from rdflib import URIRef

        yield from self._wider(URIRef(iri))
        for node in self._objects(iri, _RDFS + "subClassOf"):
            yield node
            yield from self._wider(node) if not isinstance(node, URIRef) else ()
        for node in self._objects(iri, _OWL + "equivalentClass"):
            if not isinstance(node, URIRef):
                yield node
                yield from self._wider(node)

    def _parents(self) -> dict[str, set[str]]:
        parents = {iri: set(_names(self._above(iri))) for iri in self._classes}
        for iri, members in self._unions():
            for member in members:
                parents.setdefault(member, set()).add(iri)
        return parents

    def _unions(self) -> list[tuple[str, list[str]]]:
        """Classes and the named members of the unions that they are."""
        from rdflib import URIRef

        return [
            (iri, members)
            for iri in self._classes
            for node in (URIRef(iri), *self._objects(iri, _OWL + "equivalentClass"))
            for link in ("unionOf", "disjointUnionOf")
            if (members := list(_names(self._members(node, _OWL + link))))
        ]

    # ── Disjointness ────────────────────────────────────────────────────────────────────────────
    def _disjoint(self, link: str, group: str) -> dict[str, set[str]]:
        """What is disjoint from what, both ways, as pairs and groups state it."""
        apart: dict[str, set[str]] = {}
        for one, other in {*self._disjoint_pairs(link), *self._disjoint_groups(group)}:
            apart.setdefault(one, set()).add(other)
            apart.setdefault(other, set()).add(one)
        return apart

    def _disjoint_pairs(self, link: str) -> Iterator[tuple[str, str]]:
        for one in self._subjects(link):
            for other in self._objects(one, link):
                yield from product(self._union(one), self._union(other))

    def _disjoint_groups(self, group: str) -> Iterator[tuple[str, str]]:
        groups = [
            self._members(node, _OWL + "members") for node in self._subjects(_RDF + "type", group)
        ]
        if group == _OWL + "AllDisjointClasses":
            link = _OWL + "disjointUnionOf"
            groups += [self._members(node, link) for node in self._subjects(link)]
        for members in groups:
            for one, other in combinations(members, 2):
                yield from product(self._union(one), self._union(other))

    def _union(self, node: "Node") -> list[str]:
        """A named class or property, or the named members of a union: each is part of the node."""
        return list(_names([node, *self._members(node, _OWL + "unionOf")]))

    # ── Restrictions and shapes ─────────────────────────────────────────────────────────────────
    def _restrictions(self) -> Iterator[Restriction]:
        for iri in self._classes:
            for node in self._above(iri):
                for property in self._named(node, _OWL + "onProperty"):
                    yield from self._restriction(iri, property, node)

    def _restriction(self, on: str, property: str, node: "Node") -> Iterator[Restriction]:
        for link, (least, most) in _CARDINALITIES.items():
            for count in self._counts(node, _OWL + link):
                of = self._any(
                    value
                    for place in ("onClass", "onDataRange")
                    for value in self._objects(node, _OWL + place)
                )
                if of is not None or not most:  # more than those of an unknown class may exist
                    yield Restriction(
                        on, property, count if least else None, count if most else None, of or ()
                    )
        for value in self._objects(node, _OWL + "someValuesFrom"):
            yield Restriction(on, property, minimum=1, of=self._alternatives(value) or ())
        for value in self._objects(node, _OWL + "allValuesFrom"):
            if only := self._alternatives(value):
                yield Restriction(on, property, only=only)

    def _counts(self, node: "Node", link: str) -> Iterator[int]:
        yield from (
            int(str(value)) for value in self._objects(node, link) if str(value).isdecimal()
        )

    def _shapes(self) -> Iterator[Restriction]:
        """What SHACL's node shapes say of the classes that they are for, path by path."""
        from rdflib import URIRef

        for shape in set(self._subjects(_SH + "property")):
            targets = set(self._named(shape, _SH + "targetClass"))
            if isinstance(shape, URIRef) and str(shape) in self._typed(*_CLASSES):
                targets.add(str(shape))
            for on in targets:
                for node in self._objects(shape, _SH + "property"):
                    for path in self._named(node, _SH + "path"):
                        name = str(shape) if isinstance(shape, URIRef) else _UNNAMED
                        yield from self._shape(on, path, node, name)

    def _shape(self, on: str, path: str, node: "Node", name: str) -> Iterator[Restriction]:
        for least in self._counts(node, _SH + "minCount"):
            yield Restriction(on, path, minimum=least, shape=name)
        for most in self._counts(node, _SH + "maxCount"):
            yield Restriction(on, path, maximum=most, shape=name)
        for value in self._values(node):
            yield Restriction(on, path, only=(value,), shape=name)
        if choices := self._members(node, _SH + "or"):
            values = [self._values(choice) for choice in choices]
            if all(values):
                only = tuple(sorted(value for found in values for value in found))
                yield Restriction(on, path, only=only, shape=name)
        for qualified in self._objects(node, _SH + "qualifiedValueShape"):
            if of := self._values(qualified):
                for least in self._counts(node, _SH + "qualifiedMinCount"):
                    yield Restriction(on, path, minimum=least, of=of, shape=name)
                for most in self._counts(node, _SH + "qualifiedMaxCount"):
                    yield Restriction(on, path, maximum=most, of=of, shape=name)

    def _values(self, node: "Node") -> tuple[str, ...]:
        return self._named(node, _SH + "class") + self._named(node, _SH + "datatype")

    def _with_those_below(self, classes: set[str]) -> set[str]:
        found, waiting = set(classes), list(classes)
        while waiting:
            below = set(_names(self._subjects(_RDFS + "subClassOf", waiting.pop()))) - found
            found |= below
            waiting.extend(below)
        return found


def _names(nodes: Iterable["Node"]) -> Iterator[str]:
    from rdflib import URIRef

    return (str(node) for node in nodes if isinstance(node, URIRef))
