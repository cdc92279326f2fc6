"""Nodes of RDF that stand for something else: for a claim, a list, or a label.

What is *reified* (``rdf:Statement``, or ``rdf:reifies`` in RDF 1.2) is quoted and not asserted: it
is no fact, nor is what is said about it. The members of a list or container are linked to what has
it, by its own predicate. A label of SKOS-XL is a node whose ``skosxl:literalForm`` is the name.

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
_HIDDEN: Final = f"{_XL}hiddenLabel"
_SCHEMA: Final = (terms.PREFIXES["owl"], terms.PREFIXES["rdfs"], "http://www.w3.org/ns/shacl#")
"""How predicates begin whose lists are read as axioms."""

QUOTED: Final = "of a statement that is quoted, not asserted (reification)"
PART: Final = "of a list or container (rdf:first, rdf:rest, rdf:_1)"
NESTED: Final = "a list within a list"
EMPTY: Final = "an empty list"
OF_LABEL: Final = "of a label that is a node (SKOS-XL)"
HIDDEN: Final = "a hidden label"
NO_TEXT: Final = "a label without a text (SKOS-XL)"
FORMULA: Final = "of a rule or formula of N3, which is not asserted"

ASIDE: Final = Aside(
    predicates=frozenset({*_REIFIED, _FIRST, _REST}),
    spaces=frozenset({_MEMBER, _XL}),
    objects=frozenset({_CLAIM, _LABEL, f"{_RDF}nil"}),
)
"""Statements by which a file of N-Triples shows that it has such nodes."""

_NAMES: Final = rb"(?:Statement|subject|predicate|object|reifies|first|rest|nil|_[1-9])"
_IN_LINES: Final = re.compile(rb"rdf-syntax-ns#" + _NAMES + rb"\b|/skos-xl#|<<")
_ANYWHERE: Final = re.compile(
    rb"[:#@<\"]"
    + _NAMES
    + rb"\b|skos-xl#|<<|\{\||=>|[\s,;(\[](?:\(|~)|@list|[:<]li\b|\bID=|Collection"
)
_BLOCK: Final = 1 << 20
_OVERLAP: Final = 64


def shows(quad: ox.Quad) -> bool:
    """Return whether a statement shows that its file has nodes of these kinds."""
    predicate = quad.predicate.value
    if predicate == _TYPE:
        value = quad.object
        return isinstance(value, ox.NamedNode) and value.value in {_CLAIM, _LABEL}
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
        self._formulas = formulas
        self._claims: set[object] = set()
        self._labels: defaultdict[Node, list[ox.Literal]] = defaultdict(list)
        self._cells: defaultdict[Node, list[ox.Quad]] = defaultdict(list)
        self._quoted: set[object] = set()
        for quad in quads:
            self._learn(quad)

    def __bool__(self) -> bool:
        """Return whether there are any."""
        return bool(self._claims or self._labels or self._cells or self._quoted)

    def _learn(self, quad: ox.Quad) -> None:
        if self._formulas and not isinstance(quad.graph_name, ox.DefaultGraph):
            self._quoted.add(quad.graph_name)
        if not shows(quad) or isinstance(quad.subject, ox.Triple):
            return
        subject, predicate, value = quad.subject, quad.predicate.value, quad.object
        if predicate in _REIFIED or value == ox.NamedNode(_CLAIM):
            self._claims.add(subject)
        elif predicate == _FORM and isinstance(value, ox.Literal):
            self._labels[subject].append(value)
        elif predicate == _TYPE:
            self._labels[subject]  # known, though it may have no text
        elif predicate in {_FIRST, _REST} or predicate.startswith(_MEMBER):
            self._cells[subject].append(quad)

    def resolved(self, quad: ox.Quad) -> Iterator[ox.Quad | Skip | tuple[ox.Quad, ...]]:
        """Yield what a statement says: statements, what is left out, and axioms together."""
        subject, predicate, value = quad.subject, quad.predicate.value, quad.object
        if reason := self._left_out(quad):
            yield _skip(reason, quad)
        elif predicate in _NAMING and not isinstance(value, ox.Literal):
            texts = self._labels.get(value, []) if isinstance(value, Node) else []
            if not texts:
                yield _skip(NO_TEXT, quad)
            for text in texts:
                yield ox.Quad(subject, ox.NamedNode(_NAMING[predicate]), text)
        elif value in self._cells:
            assert isinstance(value, Node)
            if predicate.startswith(_SCHEMA):
                yield (quad, *self._walk(value))
            else:
                yield from self._linked(quad, value)
        else:
            yield quad

    def _left_out(self, quad: ox.Quad) -> str:
        subject, predicate, value = quad.subject, quad.predicate.value, quad.object
        if self._quoted and not self._quoted.isdisjoint((subject, value, quad.graph_name)):
            return FORMULA
        is_cell = predicate in {_FIRST, _REST} or predicate.startswith(_MEMBER)
        for applies, reason in (
            (subject in self._claims or value in self._claims, QUOTED),
            (subject in self._labels, OF_LABEL),
            (is_cell, PART),
            (predicate == _HIDDEN, HIDDEN),
            (value == _NIL, EMPTY),
        ):
            if applies:
                return reason
        return ""

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
                yield ox.Quad(quad.subject, quad.predicate, member)

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


def _order(cell: ox.Quad) -> tuple[bool, int]:
    number = cell.predicate.value.removeprefix(_MEMBER)
    return cell.predicate.value == _REST, int(number) if number.isdecimal() else 0


def _skip(reason: str, quad: ox.Quad) -> Skip:
    subject = quad.subject.value if isinstance(quad.subject, ox.NamedNode) else "a blank node"
    return Skip(reason, f"{subject} {quad.predicate.value}", triple=True, usual=True)
