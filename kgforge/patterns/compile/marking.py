"""A query as rdflib can read it: the shared prefixes before it, and marks in place of parameters.

A mark is a term that no graph has: it is found again in the tree that rdflib makes.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from kgforge import terms
from kgforge.patterns.compile.faults import Uncovered
from kgforge.patterns.queries import Query

MARK: Final = "urn:kgforge:parameter:"
"""The beginning of an IRI, and a datatype, that stand for a parameter."""
_OF_TEXT: Final = ("str", "int", "float")
_BEFORE_TABLE: Final = re.compile(r"\{\s*$")


def marked(query: Query) -> Callable[[re.Match[str]], str]:
    """What writes the terms that stand for parameters."""

    def written(token: re.Match[str]) -> str:
        declared = query.header.parameter(token["name"] or "")
        if declared is None:
            return token.group()
        opening = token["opening"] or ""
        if not declared.table:
            return f"{opening}{_mark(declared.name, declared.type)}"
        if opening or not _BEFORE_TABLE.search(token.string[: token.start()]):
            raise Uncovered(f"${declared.name} is a table, which stands in VALUES alone")
        cells = (
            _mark(f"{declared.name}:{place}", column.type)
            for place, column in enumerate(declared.table)
        )
        return f"({' '.join(cells)})"

    return written


def _mark(name: str, type_: str) -> str:
    return f'"{name}"^^<{MARK}>' if type_ in _OF_TEXT else f"<{MARK}{name}>"


def prefixes(text: str) -> str:
    """The shared prefixes that a text does not declare itself."""
    known = (
        f"PREFIX {name}: <{iri}>"
        for name, iri in terms.PREFIXES.items()
        if not re.search(rf"\bPREFIX\s+{name}:", text, re.I)
    )
    return " ".join(known)


def namespaces(prologue: Sequence[Any]) -> dict[str, str]:
    """The prefixes that a prologue declares. Raises Uncovered for BASE."""
    found: dict[str, str] = {}
    for declared in prologue:
        if declared.name == "Base":
            raise Uncovered("BASE is not known: write whole IRIs", r"\bBASE\b")
        found[str(dict.get(declared, "prefix") or "")] = str(declared.iri)
    return found
