"""Rows out of Neo4j's records: relationship types as IRIs, all else as it stands."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from neo4j.graph import Node

from kgforge import terms
from kgforge.patterns import Column, Query, Row
from kgforge.stores import _rows
from kgforge.stores._rows import Converter
from kgforge.stores.neo4j import reltypes


def rows(records: Iterable[Sequence[object]], names: list[str], query: Query) -> Iterator[Row]:
    """Records with columns of these names as plain rows in the order of the header's columns.

    Raises PatternError for a column that is missing, and for a value that is not of its column's
    type.
    """
    places = _rows.places(query, names)
    ordered = ([record[place] for place in places] for record in records)
    converters = [_converter(column, query.text) for column in query.header.columns]
    return _rows.converted(ordered, query, converters, _shown)


def _converter(column: Column, text: str) -> Converter:
    convert = _CONVERTERS[column.type]
    if column.name not in reltypes.types(text):
        return convert
    if column.type == "any":
        return _type
    return lambda value: convert(reltypes.expand(_text(value)))


def _shown(value: object) -> str:
    if value is None:
        return _rows.NOTHING
    return f"{value}: filter the query or declare another type"


_is_iri = lru_cache(maxsize=65536)(terms.is_iri)


def _iri(value: object) -> str:
    if isinstance(value, str) and _is_iri(value):
        return value
    raise TypeError


def _term(value: object) -> str:
    if isinstance(value, str) and terms.is_literal(value):
        return value
    return _iri(value)


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    raise TypeError


def _int(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise TypeError


def _float(value: object) -> float:
    return _rows.rounded(value if isinstance(value, float) else float(_int(value)))


def _type(value: object) -> str | int | float:
    """Return a relationship's type: the predicate, or what a database of others calls it."""
    try:
        return reltypes.expand(_text(value))
    except (TypeError, ValueError):
        return _any(value)


def _any(value: object) -> str | int | float:
    """Return a value as it stands: of a node its IRI, else its properties."""
    if isinstance(value, str | int | float):
        return value
    if isinstance(value, Node):
        return str(value.get("iri") or dict(value))
    return str(value)


_CONVERTERS: Final[Mapping[str, Converter]] = {
    "any": _any,
    "iri": _iri,
    "term": _term,
    "str": _text,
    "int": _int,
    "float": _float,
}
