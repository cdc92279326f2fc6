"""The graph as tables, which all SQL engines share: their schema, and how terms become numbers.

A fact is three numbers. An IRI's number is positive, a literal's negative, so that ``o > 0`` says
"is an IRI"; no term has the number 0, by which a term that the graph lacks is written into a query.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from kgforge import patterns
from kgforge.patterns import Column, Parameter, Query, Row, Scalar, Value, Walk
from kgforge.stores import _letters, _rows
from kgforge.stores._rows import Converter
from kgforge.stores._terms import Terms

if TYPE_CHECKING:  # what mines by any engine imports this module
    from duckdb import DuckDBPyConnection

SCHEMA: Final = {
    "facts": "s BIGINT, p BIGINT, o BIGINT",
    "terms": "id BIGINT, kind VARCHAR, value VARCHAR, datatype VARCHAR, language VARCHAR",
    "labels": "entity BIGINT, language VARCHAR, kind VARCHAR, text VARCHAR",
    "sentences": "id BIGINT, text VARCHAR, source VARCHAR",
    "mentions": (
        "sentence BIGINT, s BIGINT, p BIGINT, o BIGINT, subject_start INTEGER, "
        "subject_end INTEGER, object_start INTEGER, object_end INTEGER"
    ),
    "sources": "file VARCHAR, sha256 VARCHAR, licence VARCHAR",
    "ontology": "s BIGINT, p BIGINT, o BIGINT",
    "loads": "command VARCHAR",
}
"""Each table with its columns. Rows are distinct; ``datatype`` and ``language`` are empty where a
literal has none; an unknown offset and an unknown licence are NULL."""

LATER: Final = frozenset({"ontology", "loads"})
"""Tables that a graph of an earlier version lacks: it is read as if they were there, empty."""

_OTHER_WORDS: Final = (
    "CREATE TEMP MACRO RAISE_ERROR(text) AS ERROR(text)",
    "CREATE TEMP MACRO STARTSWITH(text, part) AS STARTS_WITH(text, part)",
    "CREATE TEMP MACRO ENDSWITH(text, part) AS ENDS_WITH(text, part)",
    "CREATE TEMP MACRO REGEXP_LIKE(text, pattern) AS REGEXP_MATCHES(text, pattern)",
    "CREATE TEMP MACRO SHA2(text, bits) AS SHA256(text)",
    "CREATE TEMP MACRO SORT_ARRAY(list) AS LIST_SORT(list)",
    "CREATE TEMP MACRO ARRAY_JOIN(list, mark) AS ARRAY_TO_STRING(list, mark)",
    "CREATE TEMP MACRO CONV(digits, base, other) AS CAST('0x' || digits AS UBIGINT)",
)
"""What Spark's SQL has and DuckDB's lacks, of that which our queries use."""


CODES: Final = (("n", 10), ("r", 13), ("t", 9), ("b", 8), ("f", 12), ('"', 34))
"""What follows a backslash for a character in a literal as it is written, and that one's number."""


def create(connection: "DuckDBPyConnection") -> None:
    """Make the tables that are not there, empty."""
    for name, columns in SCHEMA.items():
        connection.execute(f"CREATE TABLE IF NOT EXISTS {name} ({columns})")


def empty(name: str) -> str:
    """A table without rows, as a query in SQL that all engines understand."""
    columns = (column.split() for column in in_strings(name).split(", "))
    nothing = (f"CAST(NULL AS {type_}) AS {column}" for column, type_ in columns)
    return f"SELECT {', '.join(nothing)} WHERE false"


def in_strings(name: str) -> str:
    """A table's columns; Spark wants the length of a VARCHAR, and STRING is the same to DuckDB."""
    return SCHEMA[name].replace("VARCHAR", "STRING")


def speak(connection: "DuckDBPyConnection", absent: Iterable[str] = ()) -> "DuckDBPyConnection":
    """The connection, which then knows the functions that our queries use, and *absent* tables."""
    for name in absent:
        connection.execute(f"CREATE TEMP VIEW {name} AS {empty(name)}")
    for macro in (*_OTHER_WORDS, *_letters.macros()):
        connection.execute(macro)
    return connection


LACKING: Final = Parameter(
    "terms_it_lacks", "term", many=True, table=(Column("id", "term"), Column("value", "str"))
)
"""A parameter that needs no value: the terms that a query names and the graph lacks, as a table.
A query may return them, as what stands in the place of a value that is not there."""


# ── Parameters ──────────────────────────────────────────────────────────────────────────────────
LONG: Final = 1_000
"""A list of more values than so many is handed over beside the text, where an engine can take it:
written into it, each value costs four times as much, at this length 10 ms. Of shorter ones, as of a
graph's predicates, DuckDB plans better when it sees them: composite takes half to two thirds."""

_LISTS: Final = {"str": "VARCHAR[]", "float": "DOUBLE[]"}
"""Types of lists in DuckDB; others are of numbers."""

Lists = dict[str, list[Any]]
"""The columns of long lists, by their names in the text."""


def bind_sql(
    query: Query, parameters: Mapping[str, Value], known: Terms, lists: Lists | None = None
) -> str:
    """The query's text with its parameters written in, quote-aware; a term as its number.

    A list is written ``1, 2, 3`` and behind VALUES ``(1), (2), (3)``, a table ``(1, 2), (3, 4)``,
    an empty one so that nothing is equal to it. A long one goes into *lists*, where these are
    given, and the text reads it from there, in the SQL of DuckDB. A constant term is written as its
    number, too. ``LACKING`` is given its value here. Raises PatternError for a parameter without a
    value.
    """
    declared = [found for found in query.header.params if found.name in parameters]
    named = {term for found in declared for term in _terms(parameters[found.name], found)}
    named |= patterns.constants_in(query.text)
    numbers = known.numbers(named) if named else {}
    lacking = tuple((term, term) for term in sorted(named) if known.lacks(term))
    parameters = {**parameters, LACKING.name: lacking}

    def write(value: Value, declared: Parameter, place: str) -> str:
        if not isinstance(value, tuple):
            return _written(value, declared.type, numbers)
        if not declared.table:
            form = "({})" if place == "values" else "{}"
            each = [_written(str(one), declared.type, numbers) for one in value] or ["NULL"]
            return ", ".join(map(form.format, each))
        types = [column.type for column in declared.table]
        rows = (zip(row, types, strict=True) for row in value)
        written = (", ".join(_written(one, type_, numbers) for one, type_ in row) for row in rows)
        return ", ".join(f"({row})" for row in written) or f"({', '.join('NULL' for _ in types)})"

    def listed(value: Value, declared: Parameter) -> str:
        if lists is None or not isinstance(value, tuple) or len(value) <= LONG:
            return ""
        types = [column.type for column in declared.table] or [declared.type]
        rows: Iterable[Any] = value
        columns: Iterable[Any] = zip(*rows, strict=True) if declared.table else (rows,)
        written = []
        for type_, column in zip(types, columns, strict=True):
            name = f"list{len(lists)}"
            lists[name] = [_plain(one, type_, numbers) for one in column]
            written.append(f"UNNEST(${name}::{_LISTS.get(type_, 'BIGINT[]')})")
        return f"SELECT {', '.join(written)}"

    return patterns.bind(query, parameters, write, listed)


def bind_walks(query: Query, parameters: Mapping[str, Value], known: Terms) -> tuple[Walk, ...]:
    """The walks of a query, with their parameters written in as ``bind_sql`` does."""

    def bound(text: str) -> str:
        return bind_sql(msgspec.structs.replace(query, text=text), parameters, known)

    return tuple(
        Walk(one.name, bound(one.step), bound(one.start), bound(one.end)) for one in query.walks
    )


def _terms(value: Value, declared: Parameter) -> Iterator[str]:
    types = [column.type for column in declared.table] or [declared.type]
    rows: Iterable[Any] = value if isinstance(value, tuple) else (value,)
    for row in rows:
        for one, type_ in zip(row if declared.table else (row,), types, strict=True):
            if _is_term(type_):
                yield str(one)


def _plain(value: Scalar, type_: str, numbers: Mapping[str, int]) -> Scalar:
    """A value as an engine has it."""
    match type_:
        case "iri" | "term":
            return numbers[str(value)]
        case "int":
            return int(value)
        case "float":
            return float(value)
    return str(value)


def _written(value: Scalar, type_: str, numbers: Mapping[str, int]) -> str:
    plain = _plain(value, type_, numbers)
    if isinstance(plain, str):
        return patterns.sql_text(plain)
    return f"CAST({plain!r} AS DOUBLE)" if isinstance(plain, float) else str(plain)


def written(iri: str = "value") -> str:
    """In SQL, the term of a row of ``terms`` as it is written, the same for all engines.

    *iri* says how an IRI is.
    """
    text = "value"
    for code, number in (("\\", 92), *CODES):
        text = f"REPLACE({text}, CHR({number}), {patterns.sql_text(chr(92) + code)})"
    return (
        f"CASE WHEN kind = 'iri' THEN {iri} ELSE "
        f"CONCAT('\"', {text}, '\"', CASE WHEN language <> '' THEN CONCAT('@', language) "
        "WHEN datatype <> '' THEN CONCAT('^^<', datatype, '>') ELSE '' END) END"
    )


# ── Rows ────────────────────────────────────────────────────────────────────────────────────────
Batches = Iterable[Sequence[Sequence[object]]]
"""Rows as an engine gives them, some at a time."""

_FEW, _MANY = 2_048, 32_768
"""Rows whose terms are looked up at once: few at first, so that they come soon, then ever more.
Each look-up may read the whole table of terms."""


def rows(query: Query, names: list[str], batches: Batches, known: Terms) -> Iterator[Row]:
    """Rows as plain values in the order of the header's columns, numbers of terms as terms.

    *names* are the columns that the engine returns, each of one type in all rows. Raises
    PatternError where one is missing, and for a value that is not of its column's type.
    """
    types = [column.type for column in query.header.columns]
    if any(column.optional for column in query.header.columns):
        for batch in batches:
            yield from (
                tuple(
                    _rows.optional(_CONVERTERS[type_])(row[place])
                    for type_, place in zip(types, _rows.places(query, names), strict=True)
                )
                for row in batch
            )
        return
    columns = list(zip(types, _rows.places(query, names), strict=True))
    ids = [(type_, place) for type_, place in columns if _is_term(type_)]
    for group in _gathered(batches):
        try:
            for number, batch in enumerate(group):
                values = list(zip(*batch, strict=True))
                for type_, place in ids:
                    _refuse_others(type_, values[place])
                try:  # most terms are known
                    found = _converted(columns, values, known.texts(()))
                except KeyError:
                    wanted = {row[place] for more in group[number:] for row in more
                              for _, place in ids}  # fmt: skip
                    found = _converted(columns, values, known.texts(wanted))
                yield from found
        except (KeyError, TypeError, ValueError) as error:
            every = ([row[place] for _, place in columns] for batch in group for row in batch)
            each = [partial(_one, type_, known) for type_, _ in columns]
            raise patterns.misfit(query, every, each, partial(_shown, known)) from error


def _gathered(batches: Batches) -> Iterator[list[Sequence[Sequence[object]]]]:
    """Batches, as many at a time as have ``_FEW`` rows at first, and twice as many each time."""
    group: list[Sequence[Sequence[object]]] = []
    count, wanted = 0, _FEW
    for batch in batches:
        group.append(batch)
        count += len(batch)
        if count >= wanted:
            yield group
            group, count, wanted = [], 0, min(2 * wanted, _MANY)
    if group:
        yield group


def _refuse_others(type_: str, column: Sequence[Any]) -> None:
    """Raises TypeError for a column of terms in which something is no number of a term."""
    if type(column[0]) is not int or (type_ == "iri" and min(column) <= 0):
        raise TypeError


def _converted(
    columns: Sequence[tuple[str, int]],
    values: Sequence[Sequence[object]],
    texts: Mapping[object, str],
) -> Iterator[Row]:
    """Rows of columns that the engine gave. Raises KeyError for a number without a text."""
    found = [
        list(map(texts.__getitem__ if _is_term(type_) else _CONVERTERS[type_], values[place]))
        for type_, place in columns
    ]
    return zip(*found, strict=True)


def _one(type_: str, known: Terms, value: object) -> object:
    if _is_term(type_):
        _refuse_others(type_, [value])
    return list(
        _converted([(type_, 0)], [[value]], known.texts([value] if _is_term(type_) else ()))
    )


def _is_term(type_: str) -> bool:
    return type_ in {"iri", "term"}


def _shown(known: Terms, value: object) -> str:
    if value is None:
        return _rows.NOTHING
    if type(value) is int and (found := known.texts([value]).get(value)):
        return f"{found}: filter the query or declare 'term'"
    return f"{value!r}, which is not the number of a term or not of that type"


def _text(value: object) -> str:
    if value is None:
        raise TypeError
    return str(value)


def _int(value: object) -> int:
    if isinstance(value, float) or (isinstance(value, Decimal) and int(value) != value):
        raise TypeError
    return int(value)  # type: ignore[call-overload, no-any-return]


def _float(value: object) -> float:
    return _rows.rounded(float(value))  # type: ignore[arg-type]


_CONVERTERS: Final[Mapping[str, Converter]] = {
    "str": _text,
    "int": _int,
    "float": _float,
}
