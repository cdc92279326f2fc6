"""Nodes of RDF that stand for something else: for a claim, a list, a label, or a quantity.

What is *reified* (``rdf:Statement``, or ``rdf:reifies`` in RDF 1.2) is quoted and not asserted: it
is no fact, nor is what is said about it. The members of a list or container are linked to what has
it, by its own predicate. A label of SKOS-XL is a node whose ``skosxl:literalForm`` is the name.
An annotated axiom (``owl:Axiom``) says something of a statement, and a deprecated term nothing that
still holds. What documents an ontology, a property or a class is kept as an axiom. A class that a
file also uses as an individual keeps the facts that it has as one: links to others, and literals of
predicates that are no annotations. A node that has a number and a unit (QUDT, OM, schema.org,
CIDOC-CRM) is a quantity: a literal with the unit as its datatype. DBpedia states some
quantities twice: without their unit (``dbo:areaTotal``), and with it by a predicate that names a
class (``dbo:PopulatedPlace/areaTotal``). The one with the unit is kept.

All of these are known only when the whole file was read, since their statements may stand anywhere:
a file that may have any is read twice.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import pyoxigraph as ox

from kgforge import terms
from kgforge.files import reading
from kgforge.loaders import _naming, _quantity_nodes
from kgforge.loaders._quantity_nodes import QuantityNodes
from kgforge.schema import Aside, Skip

Node = ox.NamedNode | ox.BlankNode

_RDF: Final = terms.PREFIXES["rdf"]
_XL: Final = "http://www.w3.org/2008/05/skos-xl#"
_TYPE: Final = f"{_RDF}type"
_NIL: Final = ox.NamedNode(f"{_RDF}nil")
_FIRST: Final = f"{_RDF}first"
_REST: Final = f"{_RDF}rest"
_MEMBER: Final = f"{_RDF}_"
_FORM: Final = f"{_XL}literalForm"
_REIFIED: Final = frozenset(
    f"{_RDF}{name}" for name in ("subject", "predicate", "object", "reifies")
)
_CLAIM: Final = f"{_RDF}Statement"
_LABEL: Final = f"{_XL}Label"
_NAMING: Final = {
    f"{_XL}prefLabel": terms.PREFIXES["skos"] + "prefLabel",
    f"{_XL}altLabel": terms.PREFIXES["skos"] + "altLabel",
}
"""By which predicate SKOS says with a text what SKOS-XL says with a node."""
_CIDOC: Final = "http://www.cidoc-crm.org/cidoc-crm/"
_CONTENT: Final = "P190_has_symbolic_content"
_IDENTIFIED: Final = ("P1_is_identified_by", "P102_has_title")
_CODE: Final = "E42_Identifier"
"""Of CIDOC-CRM: an appellation is a node with a text, and an identifier one that is no name."""
_CRM: Final = (
    *(f"{_CIDOC}{name}" for name in (_CONTENT, *_IDENTIFIED)),
    "http://erlangen-crm.org/",
)
"""How their predicates begin."""
_HIDDEN: Final = f"{_XL}hiddenLabel"
_SCHEMA: Final = (terms.PREFIXES["owl"], terms.PREFIXES["rdfs"], "http://www.w3.org/ns/shacl#")
"""How predicates begin whose lists are read as axioms."""

_OWL: Final = terms.PREFIXES["owl"]
_DEPRECATED: Final = f"{_OWL}deprecated"
_OUTDATED: Final = frozenset({f"{_OWL}DeprecatedClass", f"{_OWL}DeprecatedProperty"})
_NOTES: Final = frozenset({f"{_OWL}Axiom", f"{_OWL}Annotation"})
_ANNOTATION: Final = f"{_OWL}AnnotationProperty"
_INDIVIDUAL: Final = ox.NamedNode(f"{_OWL}NamedIndividual")
_CLASSES: Final = frozenset({f"{_OWL}Class", f"{terms.PREFIXES['rdfs']}Class"})
_SHAPES: Final = "http://www.w3.org/ns/shacl#"
_DOCUMENTED: Final = frozenset(
    {
        f"{_RDF}Property",
        f"{_OWL}Ontology",
        _ANNOTATION,
        *(
            f"{_OWL}{kind}Property"
            for kind in (
                "Object", "Datatype", "Ontology", "Functional", "InverseFunctional", "Transitive",
                "Symmetric", "Asymmetric", "Reflexive", "Irreflexive",
            )
        ),
        terms.PREFIXES["skos"] + "ConceptScheme",
        f"{_SHAPES}NodeShape",
        f"{_SHAPES}PropertyShape",
    }
)  # fmt: skip
"""Types of what has no facts of its own: what is said about it documents a vocabulary."""
_METADATA: Final = (
    "http://purl.org/dc/elements/1.1/",
    "http://purl.org/dc/terms/",
    "http://www.w3.org/ns/prov#",
    "http://creativecommons.org/ns#",
    *(
        f"{scheme}://schema.org/{name}"
        for scheme in ("http", "https")
        for name in ("contributor", "isPartOf", "source")
    ),
)
"""How predicates begin that say where the description of a class comes from."""
_NANOPUB: Final = "http://www.nanopub.org/nschema#"
_ASSERTS: Final = f"{_NANOPUB}hasAssertion"
_ANNOTATIONS: Final = (
    "http://www.geneontology.org/formats/oboInOwl#",
    "http://purl.obolibrary.org/obo/IAO_",
    "http://purl.obolibrary.org/obo/OMO_",
    terms.PREFIXES["skos"],
    terms.PREFIXES["foaf"],
    "http://purl.org/vocab/vann/",
    "http://www.w3.org/2003/06/sw-vocab-status/ns#",
)
"""How predicates begin that document terms of a vocabulary, wherever they are declared."""
_MEMBER_LIST: Final = terms.PREFIXES["skos"] + "memberList"
_HAS_MEMBER: Final = ox.NamedNode(terms.PREFIXES["skos"] + "member")
"""SKOS: an ordered collection has by this each member of its list (section 9.6.4, S36)."""
_DBPEDIA: Final = "http://dbpedia.org/ontology/"
_WITH_UNIT: Final = re.compile(rf"{re.escape(_DBPEDIA)}[A-Z]\w*/(?P<name>\w+)")
_UNIT: Final = "http://dbpedia.org/datatype/"
_INDIVIDUALS: Final = 1 << 20
"""So many subjects are known that are linked to others as individuals are."""
_CLASS, _TERM = "class", "term"
_KINDS: Final = _OUTDATED | _NOTES | _CLASSES | _DOCUMENTED

ANNOTATED: Final = "of an annotated axiom (owl:Axiom)"
OUTDATED: Final = "of a deprecated term (owl:deprecated)"
QUOTED: Final = "of a statement that is quoted, not asserted (reification)"
PART: Final = "of a list or container (rdf:first, rdf:rest, rdf:_1)"
NESTED: Final = "a list within a list"
EMPTY: Final = "an empty list"
OF_LABEL: Final = "of a label that is a node (SKOS-XL, CIDOC-CRM)"
HIDDEN: Final = "a hidden label"
NO_TEXT: Final = "a label without a text (SKOS-XL)"
PUBLISHED: Final = "of a nanopublication, but not of its assertion (provenance, publication info)"
RESTATED: Final = "DBpedia's value without a unit, beside the same with one (dbo:CLASS/PROPERTY)"
FORMULA: Final = "of a rule or formula of N3, which is not asserted"

ASIDE: Final = Aside(
    predicates=frozenset({*_REIFIED, _FIRST, _REST, _DEPRECATED, *_quantity_nodes.UNITS}),
    spaces=frozenset({_MEMBER, _XL, _NANOPUB, *_CRM}),
    objects=frozenset({_CLAIM, _LABEL, f"{_RDF}nil", _NANOPUB, *_KINDS}),
    spellings=r"http://dbpedia\.org/ontology/[A-Z]\w*/",
)
"""Statements by which a file of N-Triples shows that it has such nodes."""

_NAMES: Final = rb"(?:Statement|subject|predicate|object|reifies|first|rest|nil|_[1-9])"
_OF_SCHEMA: Final = (
    rb"(?:Axiom|Annotation|Class|Ontology|ConceptScheme|NodeShape|deprecated|Deprecated\w+"
    rb"|\w*Property)"
)
_OF_OTHERS: Final = (
    rb"/nschema#|P190_has_symbolic|P91_has_unit|[uU]nit(?:Code|Text)?\b"
    rb"|dbpedia\.org/ontology/[A-Z]\w*/|\bdbo:[A-Z]\w*\\/"
)
_IN_LINES: Final = re.compile(
    rb"rdf-syntax-ns#" + _NAMES + rb"\b|/skos-xl#|<<|#" + _OF_SCHEMA + rb">|" + _OF_OTHERS
)
_ANYWHERE: Final = re.compile(
    rb"[:#@<\"]"
    + rb"(?:"
    + _NAMES
    + rb"|"
    + _OF_SCHEMA
    + rb")\b|skos-xl#|<<|\{\||=>|[\s,;(\[](?:\(|~)|@list|[:<]li\b|\bID=|Collection|"
    + _OF_OTHERS
)
_BLOCK: Final = 1 << 20
_OVERLAP: Final = 64


def shows(quad: ox.Quad) -> bool:
    """Return whether a statement shows that its file has nodes of these kinds."""
    predicate = quad.predicate.value
    if predicate == _TYPE:
        value = quad.object
        return isinstance(value, ox.NamedNode) and (
            value.value in {_CLAIM, _LABEL, *_KINDS}
            or value.value.startswith(_NANOPUB)
            or value.value.endswith(_CODE)
        )
    if predicate.startswith(_NANOPUB) or predicate.endswith((_CONTENT, *_IDENTIFIED)):
        return True
    if predicate == _DEPRECATED or predicate in _quantity_nodes.UNITS:
        return True
    if predicate.startswith(_DBPEDIA) and _WITH_UNIT.fullmatch(predicate):
        return True
    if predicate.startswith((_RDF, _XL)):
        own = predicate in _REIFIED or predicate in {_FIRST, _REST}
        return own or predicate.startswith((_MEMBER, _XL))
    return quad.object == _NIL or isinstance(quad.object, ox.Triple)


def is_likely(path: Path, *, by_line: bool) -> bool:
    """Return whether a file may have such nodes; what it writes in full decides *by_line*."""
    signs = _IN_LINES if by_line else _ANYWHERE
    left = b""
    with reading(path) as stream:
        while block := stream.read(_BLOCK):
            if signs.search(left + block):
                return True
            left = block[-_OVERLAP:]
    return False


class Structure:
    """The claims, lists and labels of a file."""

    def __init__(self, quads: Iterable[ox.Quad] = (), *, formulas: bool = False) -> None:
        """Learn from all statements of a file; in N3 named graphs are *formulas*."""
        self.formulas = formulas
        self._claims: set[object] = set()
        self._labels: defaultdict[Node, list[ox.Literal]] = defaultdict(list)
        self._named_by: set[object] = set()
        self._contents: defaultdict[Node, list[ox.Literal]] = defaultdict(list)
        """The texts of nodes of CIDOC-CRM, of which appellations are names."""
        self._cells: defaultdict[Node, list[ox.Quad]] = defaultdict(list)
        self._quoted: set[object] = set()
        self.assertions: set[object] = set()
        """The graphs that nanopublications assert."""
        self._heads: set[object] = set()
        """The graphs that say of which graphs nanopublications consist."""
        self._published: set[object] = set()
        """Nanopublications and their graphs."""
        self._kinds: defaultdict[str, set[object]] = defaultdict(set)
        """The terms of a vocabulary, by type; deprecated ones by that predicate."""
        self._quantities = QuantityNodes()
        self._restated: set[tuple[object, str]] = set()
        """Subjects and predicates of DBpedia's that have their quantities with a unit, too."""
        self._individuals: set[object] = set()
        """Subjects that are individuals: by their type, or linked to others as such (punning)."""
        self._schema: list[ox.Quad] = []
        """Axioms about a blank node, which may be the head of a list."""
        for quad in quads:
            self._learn(quad)
        for node, texts in self._contents.items():
            if node in self._named_by and node not in self._kinds[_CODE]:
                self._labels[node] += texts
        self._axiomatic = frozenset(
            cell.subject
            for quad in self._schema
            if isinstance(quad.object, ox.BlankNode) and not self._left_out(quad)
            for cell in self._walk(quad.object)
        )
        """The cells of an axiom's lists: they are kept with it."""

    def __bool__(self) -> bool:
        """Return whether there are any."""
        nodes = self._claims or self._labels or self._cells or self._quoted or self._published
        return bool(nodes or self._kinds or self._quantities or self._restated)

    def _learn(self, quad: ox.Quad) -> None:
        if self.formulas and not isinstance(quad.graph_name, ox.DefaultGraph):
            self._quoted.add(quad.graph_name)
        if isinstance(quad.object, ox.BlankNode) and quad.predicate.value.startswith(_SCHEMA):
            self._schema.append(quad)
        self._quantities.learn(quad)
        if len(self._individuals) < _INDIVIDUALS and _is_link(quad):
            self._individuals.add(quad.subject)
        if not shows(quad) or isinstance(quad.subject, ox.Triple):
            return
        subject, predicate, value = quad.subject, quad.predicate.value, quad.object
        if self._learn_of_others(quad):
            return
        if predicate in _REIFIED or value == ox.NamedNode(_CLAIM):
            self._claims.add(subject)
        elif predicate == _DEPRECATED:
            if isinstance(value, ox.Literal) and value.value.lower() in {"true", "1"}:
                self._kinds[OUTDATED].add(subject)
        elif predicate == _TYPE and value != ox.NamedNode(_LABEL):
            self._know_kind(subject, value)
        elif predicate == _FORM and isinstance(value, ox.Literal):
            self._labels[subject].append(value)
        elif predicate == _TYPE:
            self._labels[subject]  # known, though it may have no text
        elif predicate in {_FIRST, _REST} or predicate.startswith(_MEMBER):
            self._cells[subject].append(quad)

    def _learn_of_others(self, quad: ox.Quad) -> bool:
        """Learn from a statement of a nanopublication, DBpedia or CIDOC-CRM, and say whether."""
        subject, predicate, value = quad.subject, quad.predicate.value, quad.object
        assert not isinstance(subject, ox.Triple)
        if _is_of_nanopub(quad):
            self._published.update((subject, value) if predicate != _TYPE else (subject,))
            self._heads.add(quad.graph_name)
            if predicate == _ASSERTS:
                self.assertions.add(value)
        elif restating := _WITH_UNIT.fullmatch(predicate):
            if isinstance(value, ox.Literal) and value.datatype.value.startswith(_UNIT):
                self._restated.add((subject, f"{_DBPEDIA}{restating['name']}"))
        elif predicate.endswith(_IDENTIFIED):
            self._named_by.add(value)
        elif predicate.endswith(_CONTENT) and isinstance(value, ox.Literal):
            self._contents[subject].append(value)
        else:
            return False
        return True

    def _know_kind(self, subject: object, kind: object) -> None:
        """Keep what a term is to its vocabulary."""
        assert isinstance(kind, ox.NamedNode)
        if kind.value.endswith(_CODE):
            self._kinds[_CODE].add(subject)
        for kinds, name in (
            (_OUTDATED, OUTDATED),
            (_NOTES, ANNOTATED),
            (_CLASSES, _CLASS),
            (_DOCUMENTED, _TERM),
            ({_ANNOTATION}, _ANNOTATION),
        ):
            if kind.value in kinds:
                self._kinds[name].add(subject)

    def _documents(self, quad: ox.Quad) -> bool:
        """Return whether a statement documents an ontology, a property or a class."""
        subject, predicate = quad.subject, quad.predicate
        if predicate.value == _TYPE or predicate.value.startswith(_SCHEMA):
            return False  # by itself it says that it is no fact
        if isinstance(quad.object, ox.Literal) and predicate.value in _naming.PREDICATES:
            return False
        if subject in self._kinds[_TERM]:
            return True
        if subject not in self._kinds[_CLASS]:
            return False
        if predicate in self._kinds[_ANNOTATION] or predicate.value.startswith(_METADATA):
            return True
        is_own = subject in self._individuals and _is_own(predicate.value)
        return isinstance(quad.object, ox.Literal) and not is_own

    def resolved(self, quad: ox.Quad) -> Iterator[ox.Quad | Skip | tuple[ox.Quad, ...]]:
        """Yield what a statement says: statements, what is left out, and axioms together."""
        subject, predicate, value = quad.subject, quad.predicate.value, quad.object
        if reason := self._left_out(quad):
            if reason != PART or subject not in self._axiomatic:
                yield _skip(reason, quad)
        elif predicate in _NAMING and not isinstance(value, ox.Literal):
            named = self._named(quad, _NAMING[predicate])
            yield from named or (_skip(NO_TEXT, quad),)
        elif predicate.endswith(_IDENTIFIED) and value in self._labels:
            yield from self._named(quad, _NAMING[f"{_XL}altLabel"])
        elif value in self._quantities:
            yield from self._quantities.resolved(quad)
        elif value in self._cells:
            assert isinstance(value, Node)
            if predicate.startswith(_SCHEMA):
                yield (quad, *self._walk(value))
            else:
                yield from self._linked(quad, value)
        else:
            yield (quad,) if self._kinds and self._documents(quad) else quad

    def _named(self, quad: ox.Quad, predicate: str) -> list[ox.Quad]:
        """Return the texts of a label that is a node, as labels of what has it."""
        texts = self._labels.get(quad.object, []) if isinstance(quad.object, Node) else []
        return [ox.Quad(quad.subject, ox.NamedNode(predicate), text) for text in texts]

    def _left_out(self, quad: ox.Quad) -> str:
        subject, predicate, value = quad.subject, quad.predicate.value, quad.object
        if self._quoted and not self._quoted.isdisjoint((subject, value, quad.graph_name)):
            return FORMULA
        if self._published and self._is_about_publication(quad):
            return PUBLISHED
        is_cell = predicate in {_FIRST, _REST} or predicate.startswith(_MEMBER)
        outdated = self._kinds[OUTDATED]
        for applies, reason in (
            (subject in self._kinds[ANNOTATED], ANNOTATED),
            (not outdated.isdisjoint((subject, quad.predicate, value)), OUTDATED),
            (subject in self._claims or value in self._claims, QUOTED),
            (subject in self._labels, OF_LABEL),
            (subject in self._quantities, _quantity_nodes.PART),
            ((subject, predicate) in self._restated, RESTATED),
            (is_cell, PART),
            (predicate == _HIDDEN, HIDDEN),
            (value == _NIL, EMPTY),
        ):
            if applies:
                return reason
        return ""

    def _is_about_publication(self, quad: ox.Quad) -> bool:
        """Return whether a statement is of a nanopublication, but not of what it asserts.

        Graphs that belong to no nanopublication are those of another data set.
        """
        if quad.graph_name in self.assertions:
            return False
        is_part = self.is_of_publication(quad.graph_name)
        return is_part or quad.subject in self._published or _is_of_nanopub(quad)

    def is_of_publication(self, graph: object) -> bool:
        """Return whether a graph is of a nanopublication, but not what it asserts."""
        if isinstance(graph, ox.DefaultGraph) or graph in self.assertions:
            return False
        return graph in self._published or graph in self._heads

    def _linked(self, quad: ox.Quad, head: Node) -> Iterator[ox.Quad | Skip]:
        """Yield a statement about each member in place of one about their list or container."""
        for cell in self._walk(head):
            member = cell.object
            if cell.predicate.value == _REST:
                continue
            if member in self._cells or member == _NIL:
                yield _skip(NESTED, cell)
            elif member in self._claims:
                yield _skip(QUOTED, cell)
            else:
                is_list = quad.predicate.value == _MEMBER_LIST
                yield ox.Quad(quad.subject, _HAS_MEMBER if is_list else quad.predicate, member)

    def _walk(self, head: Node) -> Iterator[ox.Quad]:
        """Yield the statements of a list or container, in the order of its members."""
        seen: set[Node] = set()
        following: list[Node] = [head]
        while following:
            node = following.pop()
            if node in seen:
                continue
            seen.add(node)
            for cell in sorted(self._cells.get(node, ()), key=_order):
                yield cell
                if cell.predicate.value == _REST and isinstance(cell.object, Node):
                    following.append(cell.object)


def _is_link(quad: ox.Quad) -> bool:
    """Return whether a statement links an individual to something, or is of its type."""
    predicate = quad.predicate.value
    if predicate == _TYPE:
        return quad.object == _INDIVIDUAL
    return not isinstance(quad.object, ox.Literal) and _is_own(predicate)


def _is_own(predicate: str) -> bool:
    """Return whether a predicate is of no vocabulary that describes ontologies."""
    return not predicate.startswith((_RDF, *_SCHEMA, *_METADATA, *_ANNOTATIONS))


def _is_of_nanopub(quad: ox.Quad) -> bool:
    """Return whether a statement is in the words of nanopublications."""
    predicate, value = quad.predicate.value, quad.object
    if predicate == _TYPE and isinstance(value, ox.NamedNode):
        return value.value.startswith(_NANOPUB)
    return predicate.startswith(_NANOPUB)


def _order(cell: ox.Quad) -> tuple[bool, int]:
    number = cell.predicate.value.removeprefix(_MEMBER)
    return cell.predicate.value == _REST, int(number) if number.isdecimal() else 0


def _skip(reason: str, quad: ox.Quad) -> Skip:
    subject = quad.subject.value if isinstance(quad.subject, ox.NamedNode) else "a blank node"
    return Skip(reason, f"{subject} {quad.predicate.value}", triple=True, usual=True)
