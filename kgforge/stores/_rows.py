"""Rows out of what an engine gives: in the header's order, each value of its column's type."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from kgforge import patterns
from kgforge.patterns import Query, Row

Converter = Callable[[object], str | int | float]
"""Makes a value of a column; raises TypeError or ValueError for one of another type."""


NOTHING = "nothing: leave out rows without it, or give it a value with COALESCE"
"""What is said of a value that is not there, as an OPTIONAL leaves one."""


_DIGITS = 12
"""So many digits of a computed number are kept: further ones depend on the engine, and on the order
in which it adds."""


def rounded(number: float) -> float:
    """A computed number as all engines give it; zero has no sign."""
    return float(f"{number:.{_DIGITS}g}") + 0.0


def optional(convert: Converter) -> Callable[[object], str | int | float | None]:
    """Let a converter pass what is not there, and give blank nodes as they stand."""

    def converted(value: object) -> str | int | float | None:
        try:
            return None if value is None else convert(value)
        except Unnamed:
            return str(value)

    return converted


class Unnamed(Exception):  # noqa: N818
    """A converter's word for a value that no name can be given: its row is left out."""


def places(query: Query, names: list[str]) -> list[int]:
    """Where each column of the header stands among the columns that an engine returns.

    Raises PatternError for one that is missing.
    """
    patterns.columns_must_match(query, names)
    return [names.index(name) for name in query.header.names]


def converted(
    records: Iterable[Sequence[object]],
    query: Query,
    converters: Sequence[Converter],
    shown: Callable[[object], str],
) -> Iterator[Row]:
    """Records in the header's order as plain rows.

    Raises PatternError for a value that its column's converter refuses; *shown* says what one is.
    """
    if any(column.optional for column in query.header.columns):
        lenient = [optional(convert) for convert in converters]
        yield from (
            tuple(convert(value) for convert, value in zip(lenient, record, strict=True))
            for record in records
        )
        return
    for record in records:
        try:
            row = tuple([convert(value) for convert, value in zip(converters, record)])  # noqa: B905
        except Unnamed:
            continue
        except (TypeError, ValueError) as error:
            raise patterns.misfit(query, [record], converters, shown) from error
        yield row
