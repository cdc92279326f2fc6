"""Lines of N-Triples in DuckDB's SQL: read, split into terms, and found plain (``_ntriples``)."""

import glob
import re
from collections.abc import Collection
from pathlib import Path
from typing import Final

from kgforge.schema import Aside
from kgforge.stores import _tables
from kgforge.stores._ntriples import TEXT, TYPED
from kgforge.terms import XSD

LONGEST: Final = 1 << 20
"""A source's line may have so many bytes; one with a longer line is left to its loader."""

# No text that we write holds a backspace, nor a source but for freak ones, which DuckDB refuses.
DELIMITER: Final = "\b"

_CHARACTER: Final = (
    r"(?:[A-Za-z0-9._~!$&'()*+,;=:@\-"
    r"\x{A0}-\x{D7FF}\x{F900}-\x{FDCF}\x{FDF0}-\x{FFEF}]|%[0-9A-Fa-f]{2})"
)
_IRI: Final = (
    r"[A-Za-z][A-Za-z0-9+.\-]*:"
    rf"(?://[A-Za-z0-9.\-]+(?::[0-9]+)?(?:/(?:{_CHARACTER}|/)*)?|{_CHARACTER}(?:{_CHARACTER}|/)*)"
    rf"(?:\?(?:{_CHARACTER}|[/?])*)?(?:#(?:{_CHARACTER}|[/?])*)?"
)
SURE: Final = "|".join(
    (
        f"<{_IRI}>",
        TEXT,
        *(f'"(?:{form})"\\^\\^<{XSD}{name}>' for name, form in TYPED.items()),
    )
)
"""What a term matches wholly (RE2's syntax) that may be taken as it stands."""


def reading(path: Path, longest: int = LONGEST, columns: Collection[str] = ("line",)) -> str:
    """A table in SQL: the lines of a file, in one column or, at ``DELIMITER``, more.

    DuckDB refuses what is not UTF-8 and a lone carriage return, and leaves out too long a line
    without a word: count bytes.
    """
    types = ", ".join(f"{name}: 'VARCHAR'" for name in columns)
    return (
        f"read_csv({quoted(glob.escape(str(path)))}, columns = {{{types}}}, auto_detect = false, "
        f"header = false, compression = 'none', quote = '', escape = '', comment = '', "
        f"delim = {quoted(DELIMITER)}, new_line = '\\n', strict_mode = true, "
        f"max_line_size = {longest}, buffer_size = {max(16 * LONGEST, 2 * longest)})"
    )


def triples(source: str) -> str:
    """A table in SQL: ``line`` and its terms ``s``, ``p``, ``o`` as they stand, by its spaces.

    What is no triple gives some text or none in their place: see ``plain``.
    """
    after = "LENGTH(parts[1]) + LENGTH(parts[2]) + 3"
    return (
        "(SELECT line, parts[1] AS s, parts[2] AS p, CASE "
        "WHEN LEN(parts) = 4 AND parts[4] = '.' THEN parts[3] "
        f"WHEN SUFFIX(line, ' .') THEN line[{after}:-3] END AS o FROM "
        f"(SELECT line, STRING_SPLIT(line, ' ') AS parts FROM {source}))"
    )


def plain(aside: Aside) -> str:
    """The condition in SQL of a line that may be taken if its terms are sure.

    What stands *aside* is left over: the loader makes something else of it.
    """
    entity, texts = _begins("o"), _listed(aside.texts)
    besides = _begins("p", aside.besides) if aside.besides else "false"
    spelled = [
        f"NOT REGEXP_MATCHES({column}, {quoted(f'^<(?:{aside.spellings})')})"
        for column in ("s", "p", "o")
        if aside.spellings
    ]
    conditions = [
        _begins("s"),
        _begins("p", aside.unless),
        f"p NOT IN ({_listed(aside.predicates)})",
        f"NOT {_begins_any('s', aside.subjects)}",
        f"NOT {_begins_any('o', aside.objects)}",
        f"({besides} OR NOT {_begins_any('p', aside.spaces)})",
        f"({entity} OR p NOT IN ({texts}) AND o IS NOT NULL)",
        *spelled,
    ]
    return f"COALESCE({' AND '.join(conditions)}, false)"


def _begins(column: str, iri: str = "") -> str:
    """The condition that a term is an IRI, and begins so."""
    return f"STARTS_WITH({column}, {quoted(f'<{iri}')})"


def _begins_any(column: str, iris: Collection[str]) -> str:
    """Return the condition that a term begins as one of some IRIs.

    One expression, tried at the beginning alone, takes a fraction of as many comparisons.
    """
    if not iris:
        return "false"
    every = "|".join(re.escape(iri) for iri in sorted(iris))
    return f"REGEXP_MATCHES({column}, {quoted(f'^<(?:{every})')})"


def _listed(iris: Collection[str]) -> str:
    return ", ".join(quoted(f"<{iri}>") for iri in sorted(iris)) or "''"


_PARTED: Final = (
    "SELECT id, 'iri' AS kind, t[2:-2] AS value, '' AS datatype, '' AS language "
    "FROM {0} WHERE id > 0 UNION ALL "
    "SELECT id, 'literal', {1}, parts.datatype, parts.language FROM ("
    r"""SELECT id, REGEXP_EXTRACT(t, '(?s)^"(.*)"(?:@([a-z0-9-]+)|\^\^<([^>]*)>)?$', """
    "['value', 'language', 'datatype']) AS parts FROM {0} WHERE id < 0)"
)


def parted(table: str) -> str:
    """In SQL, the rows of ``terms`` for a table of numbers ``id`` and their terms ``t``."""
    return _PARTED.format(table, unescaped("parts.value"))


def written() -> str:
    """In SQL, a row of ``terms`` as N-Triples writes it."""
    return _tables.written("CONCAT('<', value, '>')")


def unescaped(column: str) -> str:
    r"""In SQL, a column's text with the escapes of canonical N-Triples undone.

    Between doubled backslashes each other escape stands by itself.
    """
    part = "part"
    for code, number in _tables.CODES:
        part = f"REPLACE({part}, '\\{code}', CHR({number}))"
    parts = f"LIST_TRANSFORM(STRING_SPLIT({column}, '\\\\'), LAMBDA part: "
    undone = f"ARRAY_TO_STRING({parts}{part}), '\\')"
    return f"CASE WHEN CONTAINS({column}, '\\') THEN {undone} ELSE {column} END"


def quoted(text: str) -> str:
    """A text as DuckDB's SQL writes it."""
    return "'" + text.replace("'", "''") + "'"
