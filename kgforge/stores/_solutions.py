"""Rows out of SPARQL solutions: plain values, each checked against its column's type."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import pyoxigraph as ox

from kgforge import patterns, terms
from kgforge.errors import PatternError
from kgforge.patterns import Query, Row
from kgforge.stores import _rows
from kgforge.stores._rows import Converter

_LINE: Final = re.compile(r"(?:\bline |error at )([1-9]\d*)", re.I)
Solution = tuple[object, ...]
"""What an engine gives for one row: its terms, in the order of the header's columns."""


def selected(
    found: ox.QuerySolutions, query: Query, each: Iterable[ox.QuerySolution]
) -> Iterator[Solution]:
    """The solutions of an answer, which *each* reads with care, in the order of the header.

    Raises PatternError for a column that is missing.
    """
    names = [variable.value for variable in found.variables]
    places = _rows.places(query, names)
    return (tuple([solution[place] for place in places]) for solution in each)  # by name is slow


def rows(solutions: Iterable[Solution], query: Query, *, rewritten: bool = False) -> Iterator[Row]:
    """Solutions as plain rows; blank nodes are left out.

    *rewritten* makes literals canonical, for an engine that may give them another form. Raises
    PatternError for a value that is not of its column's type.
    """
    known = {**_CONVERTERS, "term": _canonical} if rewritten else _CONVERTERS
    converters = [known[column.type] for column in query.header.columns]
    return _rows.converted(solutions, query, converters, _shown)


def refused(query: Query, said: str) -> PatternError:
    """The error for a text that an engine refuses: its mistake, else what the engine *said*."""
    found = patterns.fault(query, said)
    if found is not None:
        return PatternError(found.at(query))
    line = _LINE.search(said)
    return PatternError(f"{query.path}{f':{line[1]}' if line else ''}: {patterns.shortened(said)}")


def _shown(value: object) -> str:
    return _rows.NOTHING if value is None else f"{value}: filter the query or declare 'term'"


def _iri(value: object) -> str:
    if isinstance(value, ox.NamedNode):
        return value.value
    if isinstance(value, ox.BlankNode):
        raise _rows.Unnamed
    raise TypeError


def _term(value: object) -> str:
    if isinstance(value, ox.Literal):
        return terms.literal(
            value.value, datatype=value.datatype.value, language=value.language or ""
        )
    return _iri(value)


def _canonical(value: object) -> str:
    return terms.canonical(_term(value))


def _text(value: object) -> str:
    if isinstance(value, ox.Literal):
        return value.value
    return _iri(value)


def _int(value: object) -> int:
    return int(_text(value))


def _float(value: object) -> float:
    return _rows.rounded(float(_text(value)))


_CONVERTERS: Final[Mapping[str, Converter]] = {
    "iri": _iri,
    "term": _term,
    "str": _text,
    "int": _int,
    "float": _float,
}
