"""Lines of N-Triples and of a spool in Spark's SQL: read, split into terms, and parted."""

import re
from pathlib import Path
from typing import Any, Final

from kgforge.patterns import sql_text
from kgforge.schema import Aside
from kgforge.stores import _ntriples, _tables
from kgforge.stores.duckdb.lines import DELIMITER, LONGEST

CODE: Final = 92
"""That of the backslash."""


def read(session: Any, path: Path) -> Any:
    """The lines of a file, each in the column ``value``."""
    return session.read.text(literally(path), lineSep="\n")


def table(session: Any, folder: Path, name: str) -> Any:
    """A table of the graph, of the files in its folder."""
    # Told its columns, Spark need not look for them.
    return session.read.schema(_tables.in_strings(name)).parquet(literally(folder))


def literally(path: Path) -> str:
    """A path that Spark reads, which takes it for a pattern of Hadoop's."""
    return re.sub(r"[\\\[\]{}*?]", r"\\\g<0>", str(path))


def columns(session: Any, path: Path, names: tuple[str, ...]) -> Any:
    """A file of a spool with its columns."""
    parts = f"SPLIT(value, {sql_text(DELIMITER)})"
    return read(session, path).selectExpr(
        *(f"{parts}[{place}] AS {name}" for place, name in enumerate(names))
    )


def plain(aside: Aside) -> str:
    """The condition of a line that may be taken as it stands (``_ntriples``)."""
    pattern = rf"\A(?:{_ntriples.line(aside)})\z"
    return f"OCTET_LENGTH(value) <= {LONGEST} AND value RLIKE {sql_text(pattern)}"


def triples(found: Any) -> Any:
    """The terms ``s``, ``p`` and ``o`` of lines that are triples, by their first two spaces."""
    return found.selectExpr("SPLIT(value, ' ', 3) AS parts").selectExpr(
        "parts[0] AS s", "parts[1] AS p", "LEFT(parts[2], LENGTH(parts[2]) - 2) AS o"
    )


def unescaped(column: str) -> str:
    r"""In SQL, a column's text with the escapes of canonical N-Triples undone.

    Between doubled backslashes each other escape stands by itself.
    """
    slash, part = f"CHR({CODE})", "part"
    for code, number in _tables.CODES:
        part = f"REPLACE({part}, CONCAT({slash}, '{code}'), CHR({number}))"
    doubled = sql_text(r"\\\\")  # as a pattern
    undone = f"ARRAY_JOIN(TRANSFORM(SPLIT({column}, {doubled}), part -> {part}), {slash})"
    return f"CASE WHEN CONTAINS({column}, {slash}) THEN {undone} ELSE {column} END"


_LITERAL: Final = r'(?s)\A"(.*)"(?:@([a-z0-9-]+)|\^\^<([^>]*)>)?\z'


def parted() -> tuple[str, ...]:
    """The columns of ``terms``, for numbers ``id`` and their terms ``t``."""
    pattern = sql_text(_LITERAL)

    def part(place: int) -> str:
        return f"REGEXP_EXTRACT(t, {pattern}, {place})"

    return (
        "id",
        "CASE WHEN id > 0 THEN 'iri' ELSE 'literal' END AS kind",
        f"CASE WHEN id > 0 THEN SUBSTR(t, 2, LENGTH(t) - 2) ELSE {unescaped(part(1))} END AS value",
        f"CASE WHEN id > 0 THEN '' ELSE {part(3)} END AS datatype",
        f"CASE WHEN id > 0 THEN '' ELSE {part(2)} END AS language",
    )


def written() -> str:
    """In SQL, a row of ``terms`` as N-Triples writes it."""
    return _tables.written("CONCAT('<', value, '>')")
