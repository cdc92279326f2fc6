"""The rows that a store returns, and what is wrong with them by the header of the query."""

from collections.abc import Callable, Iterable, Sequence

from kgforge.errors import PatternError, QueryTimeoutError
from kgforge.patterns.queries import Query


def stopped(query: Query, seconds: float) -> QueryTimeoutError:
    """The error for a query that its store has stopped at its time limit."""
    return QueryTimeoutError(
        f"{query.path}: stopped after {seconds:g} s (--timeout): allow more time, ask for "
        "less (--param), or mine from DuckDB if the graph is elsewhere (kgforge load STORE --store "
        "duckdb:graph.db)"
    )


def integer(value: object) -> int:
    """A value of a column that is declared ``int``, as every store has made sure."""
    assert isinstance(value, int)
    return value


def columns_must_match(query: Query, returned: list[str]) -> None:
    """Refuse a query whose answer lacks a column that its header declares."""
    missing = [name for name in query.header.names if name not in returned]
    if missing:
        raise PatternError(
            f"{query.at('columns:')}: columns: the query does not return {', '.join(missing)}; "
            f"it returns {', '.join(returned) or 'nothing'}"
        )


def misfit(
    query: Query,
    rows: Iterable[Sequence[object]],
    converters: Sequence[Callable[[object], object]],
    shown: Callable[[object], str],
) -> PatternError:
    """The error for the first value of some rows that the converter of its column refuses.

    Values stand in the order of the header's columns; *shown* says what one is, and what would do.
    """
    for row in rows:
        for column, value, convert in zip(query.header.columns, row, converters, strict=True):
            try:
                convert(value)
            except (KeyError, TypeError, ValueError):
                said = f"{column.name} is declared {column.type} and holds {shown(value)}"
                return PatternError(f"{query.at('columns:')}: columns: {said}")
    raise AssertionError(f"{query.path}: every value is of its column's type")
