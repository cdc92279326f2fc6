"""The IRIs that a pattern names as terms of the graph's facts."""

from collections.abc import Iterator, Set
from typing import Any, Final

import msgspec
from msgspec import Struct

from kgforge import terms
from kgforge.patterns.compile import algebra
from kgforge.patterns.compile.algebra import Constant, Pattern, Term, Variable
from kgforge.patterns.compile.vocabulary import FACTS

_COMPARED: Final = frozenset({"=", "!=", "IN", "NOT IN", "SAMETERM"})


def iris(pattern: Pattern) -> frozenset[str]:
    """The IRIs in a pattern's triples and paths, and those with which it compares their variables.

    Also where solutions can do without: in UNION, OPTIONAL, MINUS and NOT EXISTS. Not those of
    other graphs, and not those that an expression computes with or that VALUES brings in beside
    the facts, which a graph need not have.
    """
    nodes = list(_nodes(pattern))
    standing = [term for node in nodes for term in _standing(node)]
    asked = {term.name for term in standing if isinstance(term, Variable)}
    listed = [term for node in nodes for term in _listed(node, asked)]
    found = {term.term for term in (*standing, *listed) if isinstance(term, Constant)}
    return frozenset(filter(terms.is_iri, found))


def _nodes(found: Any) -> Iterator[Struct]:
    """A pattern or expression, and all within it."""
    if isinstance(found, Struct):
        yield found
        found = msgspec.structs.astuple(found)
    if isinstance(found, tuple):
        for inner in found:
            yield from _nodes(inner)


def _standing(node: Struct) -> tuple[Term, ...]:
    """What stands in a triple, or at the ends of a path, of the facts."""
    match node:
        case algebra.Scan(graph) if graph == FACTS:
            return node.subject, node.predicate, node.object
        case algebra.Closure(graph) if graph == FACTS:
            return node.subject, node.object
    return ()


def _listed(node: Struct, asked: Set[str]) -> Iterator[Any]:
    """What one of these variables is compared with, or given by VALUES."""
    match node:
        case algebra.Values(names, rows):
            for name, column in zip(names, zip(*rows, strict=True), strict=False):
                if name in asked:
                    yield from column
        case algebra.Call(name, arguments) if name in _COMPARED:
            if any(isinstance(one, Variable) and one.name in asked for one in arguments):
                yield from arguments
