"""Where a Cypher text speaks of predicates: there their IRIs stand as types of relationships.

A fact's relationship is typed by its predicate's CURIE, or ``<IRI>``. In a text, what is compared
with ``type(r)`` or stands in ``[:$(…)]``, and whatever has its value from there or gives it, is
such a type: of ``UNWIND $questions AS q MATCH (s)-[r:$(q.p)]->(o) RETURN type(r) AS p`` the column
p, and p in the rows of $questions. All other IRIs are those of entities, and stay as they are.

A text may say so itself, in a remark ``// types: p $predicates $questions.p`` that names columns,
parameters and columns of tables; then nothing is looked for. A compiled query does.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from kgforge import terms
from kgforge.errors import PatternError
from kgforge.patterns import Column, Parameter, Query, Scalar, Value

_WORD: Final = r"(?:type\(\s*\w+\s*\)|\$?\b\w+(?:\.\w+)?)"
_REMARK: Final = re.compile(r"^\s*//.*$", re.M)
_DYNAMIC: Final = re.compile(rf"\$(?:any|all)?\(\s*({_WORD})\s*\)")
_LINKED: Final = re.compile(rf"({_WORD})\s*(?:=|<>|\bIN\b|\bAS\b)\s*(?=({_WORD}))", re.I)
_SAID: Final = re.compile(r"^\s*//\s*types:(.*)$", re.M)
_USED: Final = re.compile(r"\$(\w+)")

compact = lru_cache(maxsize=65536)(terms.compact)
expand = lru_cache(maxsize=65536)(terms.expand)


@lru_cache(maxsize=256)
def types(text: str) -> frozenset[str]:
    """The parameters, variables and properties of a text that hold types of relationships."""
    if said := _SAID.search(text):
        return frozenset(said[1].split())
    text = _REMARK.sub("", text)
    links: dict[str, set[str]] = defaultdict(set)
    for one, other in _LINKED.findall(text):
        links[one].add(other)
        links[other].add(one)
    found = {word for word in links if word.startswith("type(")} | set(_DYNAMIC.findall(text))
    new = found
    while new := {other for word in new for other in links[word]} - found:
        found = found | new
    return frozenset(found)


def bound(query: Query, parameters: Mapping[str, Value]) -> dict[str, object]:
    """The parameters that a text names, with their values as the driver takes them.

    A table is a list of maps, one per row. Raises PatternError for one without a value.
    """
    found: dict[str, object] = {}
    for name in sorted(set(_USED.findall(_REMARK.sub("", query.text)))):
        declared = query.header.parameter(name)
        if declared is None:
            continue
        if name not in parameters:
            raise PatternError(
                f"{query.path}: ${name} has no value: give one with --param {name}=…"
            )
        found[name] = _value(parameters[name], declared, query.text)
    return found


def _value(value: Value, declared: Parameter, text: str) -> object:
    if not isinstance(value, tuple):
        return _scalar(value, declared.type, is_type=f"${declared.name}" in types(text))
    if not declared.table:
        is_type = f"${declared.name}" in types(text)
        return [_scalar(str(part), declared.type, is_type=is_type) for part in value]
    types_of = _fields(declared, text)
    return [
        {
            name: cell
            for column, text_of in zip(declared.table, row, strict=True)
            for name, cell in _cells(column, text_of, is_type=column.name in types_of)
        }
        for row in value
    ]


def _cells(column: Column, text: str, *, is_type: bool) -> Iterator[tuple[str, Scalar]]:
    """A column of a table's row; of one that holds a type the IRI, too: of ``p`` as ``p_iri``."""
    yield column.name, _cell(text, column.type, is_type=is_type)
    if is_type:
        yield f"{column.name}_iri", text


def _cell(text: str, type_: str, *, is_type: bool) -> Scalar:
    return int(text) if type_ == "int" else _scalar(text, type_, is_type=is_type)


def _fields(table: Parameter, text: str) -> set[str]:
    """The columns of a table that hold types of relationships."""
    rows = {f"${table.name}", *re.findall(rf"\${table.name}\s+AS\s+(\w+)", text, re.I)}
    fields = (word.partition(".") for word in types(text))
    return {field for row, _, field in fields if row in rows}


def _scalar(value: Scalar, type_: str, *, is_type: bool) -> Scalar:
    if is_type:
        return compact(str(value))
    return float(value) if type_ == "float" else value
