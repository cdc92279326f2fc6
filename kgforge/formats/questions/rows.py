"""The rows of a file: a table with a head, lines of JSON, or one array."""

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from kgforge import files
from kgforge.errors import BenchmarkError, SourceError
from kgforge.formats import _sources

TABLES: Final = (".tsv", ".csv", ".txt")
LINES: Final = (".jsonl", ".ndjson")
ARRAY: Final = ".json"
SUFFIXES: Final = (*TABLES, *LINES, ARRAY)
QUESTION: Final = ("question", "questions")
"""What a column must be called."""
_SIGNS: Final = "\t;,"
NAMED: Final = (
    "name them in the first row: question and answer at least, then aliases, subject, relation, …"
)


class Row(Struct, frozen=True):
    """A row, and where it stands."""

    where: str
    cells: Mapping[str, Any]


def rows(path: Path) -> Iterator[Row]:
    """All rows of a file, with the names of columns in small letters.

    Raises BenchmarkError, with file and line, for what is damaged, and for a table without a column
    of questions.
    """
    suffix = files.suffix(path)
    if suffix in SUFFIXES:
        _sources.text(path)
    if suffix in TABLES:
        yield from _of_table(path)
    elif suffix in LINES:
        yield from _of_lines(path)
    elif suffix == ARRAY:
        yield from _of_array(path)
    else:
        raise BenchmarkError(
            f"{path} is no file of questions: a table ({', '.join(TABLES)}), lines of JSON "
            f"({', '.join(LINES)}) or an array ({ARRAY}) can be read"
        )


def _of_table(path: Path) -> Iterator[Row]:
    try:
        with files.reading_text(path) as stream:
            first = stream.readline().lstrip("\ufeff").rstrip("\r\n")
            sign = max(_SIGNS, key=first.count)
            head = [one.strip().lower() for one in next(csv.reader([first], delimiter=sign), [])]
            _check(path, head)
            yield from _cells(path, head, csv.reader(stream, delimiter=sign, strict=True))
    except SourceError as error:
        raise BenchmarkError(str(error)) from error


def _check(path: Path, head: list[str]) -> None:
    """Raise BenchmarkError where no column has questions, or two have one name."""
    if not any(name in head for name in QUESTION):
        listed = ", ".join(one or "(no name)" for one in head[:8])
        raise BenchmarkError(f"{path} has the columns {listed}, and none is question: {NAMED}")
    again = sorted({one for one in head if one and head.count(one) > 1})
    if again:
        raise BenchmarkError(f"{path} has two columns {again[0]}: leave one")


def _cells(path: Path, head: list[str], table: Any) -> Iterator[Row]:
    """The rows under a head. A cell in quotation marks may go over several lines."""
    while True:
        where = f"{path}:{table.line_num + 2}"
        try:
            cells = next(table, None)
        except csv.Error as error:
            raise BenchmarkError(f"{where}: a quotation mark is not closed ({error})") from error
        if cells is None:
            return
        if not any(one.strip() for one in cells):
            continue
        if len(cells) != len(head):
            raise BenchmarkError(
                f"{where}: {len(cells)} cells under {len(head)} columns: quote what holds the sign "
                "between columns"
            )
        yield Row(where, dict(zip(head, cells, strict=True)))


def _of_lines(path: Path) -> Iterator[Row]:
    decode = msgspec.json.Decoder(dict[str, Any]).decode
    try:
        for line in files.lines(path):
            if line.data.strip():
                yield Row(f"{path}:{line.number}", _small(decode(line.data)))
    except SourceError as error:
        raise BenchmarkError(str(error)) from error
    except files.DAMAGED as error:
        raise BenchmarkError(f"{path}:{line.number}: no object in JSON ({error})") from error


def _of_array(path: Path) -> Iterator[Row]:
    try:
        for number, one in enumerate(files.array_items(path), 1):
            where = f"{path}, element {number}"
            if not isinstance(one, dict):
                raise BenchmarkError(f"{where}: no object with the fields of a question")
            yield Row(where, _small(one))
    except SourceError as error:
        raise BenchmarkError(
            f"{error}: a file {ARRAY} is one array of objects; lines of objects are called "
            f"{LINES[0]}"
        ) from error


def _small(found: Mapping[str, Any]) -> dict[str, Any]:
    return {name.strip().lower(): value for name, value in found.items()}
