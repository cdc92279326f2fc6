"""A pattern's question, asked in as many portions as suit the store, and how far it has come.

A header that says ``parts: p of $predicates`` allows it: then progress can be told, and each
portion has a time limit of its own.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final, Literal

import msgspec
from msgspec import Struct

from kgforge.errors import PatternError
from kgforge.patterns import Parts, Query, Row, Value
from kgforge.stores import Store

_EVERY: Final = 10_000
"""After how many rows to tell of them."""


class Tick(Struct, frozen=True):
    """How far the mining of one pattern has come."""

    pattern: str
    stage: Literal["groups", "rows"]
    rows: int = 0
    """How many rows have come in this stage."""
    done: int = 0
    total: int | None = None
    """Of how many units; None for a question that is asked whole."""
    unit: str = ""
    """``groups``, or the column by which the question is parted."""


Progress = Callable[[Tick], None]


def rows(
    store: Store,
    query: Query,
    values: Mapping[str, Value],
    parts: Parts | None,
    tick: Tick,
    tell: Progress,
    groups: Collection[str] = (),
) -> Iterator[Row]:
    """The rows of a query, portion by portion where *parts* allow it.

    *tick* is the state from which is told; *groups*, where they are known, has the value of the
    parts' column of each group that is asked for: then groups are counted, else values. Raises
    PatternError for a row with a value that was not asked for.
    """
    if parts is not None and parts.column not in query.header.names:
        parts = None  # a row is made of several portions
    known = groups or _values(values, parts)
    asked: set[str] = set()
    if parts is not None:
        tick = msgspec.structs.replace(
            tick, total=len(known), unit="groups" if groups else parts.column
        )
    tell(tick)
    for portion in portions(query, values, parts, store.portions):
        wanted = frozenset(_values(portion, parts))
        for row in _checked(store.query(query, portion), query, parts, wanted):
            tick = msgspec.structs.replace(tick, rows=tick.rows + 1)
            if tick.rows % _EVERY == 0:
                tell(tick)
            yield row
        asked |= wanted
        tick = msgspec.structs.replace(tick, done=sum(value in asked for value in known))
        tell(tick)


def portions(
    query: Query, values: Mapping[str, Value], parts: Parts | None, most: int | None
) -> Iterator[Mapping[str, Value]]:
    """The values of a query's parameters, the list that may be parted in at most *most* portions.

    None is one portion for each value. Values are dealt round, since neighbours by code point are
    often alike in size.
    """
    listed = _values(values, parts)
    if parts is None or query.header.parameter(parts.parameter) is None:
        yield values
        return
    number = len(listed) if most is None else min(most, len(listed))
    for first in range(number):
        yield {**values, parts.parameter: tuple(listed[first::number])}


def _values(values: Mapping[str, Value], parts: Parts | None) -> tuple[str, ...]:
    found = values.get(parts.parameter, ()) if parts else ()
    return tuple(map(str, found)) if isinstance(found, tuple) else ()


def _checked(
    found: Iterator[Row], query: Query, parts: Parts | None, wanted: Collection[str]
) -> Iterator[Row]:
    names = query.header.names
    if parts is None or not wanted:
        yield from found
        return
    column = names.index(parts.column)
    for row in found:
        if row[column] not in wanted:
            raise PatternError(
                f"{query.path}: returns {parts.column} = {row[column]}, which is no value of "
                f"${parts.parameter}, by which the header splits the query"
            )
        yield row
