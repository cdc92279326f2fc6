"""The rows of a table: delimited text, or Parquet.

Text between tabs has no quoting, so that literals in N-Triples form stay what they are, unless all
cells of its first row are quoted, as R writes them: no statement begins with a literal. Nor has
text with a bar at the end of each line, as UMLS has. Other delimiters follow RFC 4180: a quoted
cell may hold the delimiter, line breaks and doubled quotes.
"""

import csv
import glob
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, dropwhile, islice
from pathlib import Path
from typing import IO, Any, Final, NamedTuple, NoReturn

from msgspec import Struct

from kgforge import bounds, plugins
from kgforge.errors import RefusedError, SourceError
from kgforge.files import head, must_be_utf8, reading_text
from kgforge.loaders._tables import remarks, results
from kgforge.schema import Skip

_HEAD: Final = 1 << 16
_SAMPLE: Final = 1000
_PARQUET: Final = b"PAR1"
_DELIMITERS: Final = ("\t", ",", ";", "|")
_ALIKE: Final = 0.8
"""The share of lines that must have as many columns as one another."""
_QUOTED: Final = re.compile(r'"(?:[^"]|"")*"')
_NESTED: Final = re.compile(r"\]$|^(?:STRUCT|MAP|UNION)\(")
"""How DuckDB names the types of lists and records."""
_SEPARATOR: Final = re.compile(r'"?sep=(.)"?[\t,;|]*\s*', re.I)
"""The first line by which Excel is told what parts the columns."""
_BATCH: Final = 10_000
_NUL: Final = "a NUL byte in a line"
_QUOTE: Final = "no line of CSV: a quote in it is not closed, or not doubled within a cell"


class Row(NamedTuple):
    """A row's place in its file, and its cells."""

    where: str
    cells: list[str]


class Table(Struct, frozen=True):
    """A file, what parts its columns (nothing in Parquet), and its first rows."""

    path: Path
    delimiter: str
    sample: tuple[tuple[str, ...], ...]
    quoted: bool = False
    """Whether cells are quoted as in CSV."""
    results: str = ""
    """The syntax of a result of SPARQL: json, xml, tsv, csv; empty for any other table."""

    @property
    def is_parquet(self) -> bool:
        """Whether it is Parquet, whose columns have names."""
        return not self.delimiter

    def rows(self, prefix: str = "") -> Iterator[Row | Skip]:
        """The rows that are not blank, each with its place, and what is no row."""
        if self.is_parquet:
            return _parquet(self.path)
        if self.results in {"json", "xml"}:
            return _results(self.path, self.results, prefix)
        found = _text(self, prefix)
        if not self.results:
            return found
        name = results.blank_namer(self.path)
        return (_typed(row, self.results, name) for row in found)

    def refuse(self, reason: str, remedy: str) -> NoReturn:
        """Raise the error that says why this is no table of triples, with its first lines."""
        raise RefusedError(f"{self.path}: {reason}{self._shown()}: {remedy}", reason)

    def _shown(self) -> str:
        lines = [" | ".join(cells)[:120] for cells in self.sample[:2]]
        text = "; ".join("".join(c if c.isprintable() else " " for c in line) for line in lines)
        return f" (it begins: {text})" if text else ""


def opened(path: Path, delimiter: str = "", *, text: bool = False) -> Table:
    """A file as a table, its delimiter recognised where none is given.

    Raises RefusedError for a file that is empty, no text, or has one column; SourceError for *text*
    that does not begin as UTF-8.
    """
    start = head(path, _HEAD)
    if start.startswith(_PARQUET):
        return Table(path, "", tuple(tuple(row.cells) for row in islice(_parquet(path), _SAMPLE)))
    if kind := results.kind(start):
        first = (tuple(row.cells) for row in islice(_results(path, kind, ""), _SAMPLE))
        return Table(path, "\t", tuple(first), results=kind)
    if text:
        must_be_utf8(path)  # before anything is said of what stands in it
    if b"\0" in start:
        raise RefusedError(
            f"{path} holds NUL bytes: it is no text (if it is UTF-16: save it as UTF-8)",
            "NUL bytes, which no text has",
        )
    whole = start[: start.rfind(b"\n") + 1] if len(start) == _HEAD else start
    decoded = (whole or start).decode(errors="replace").removeprefix("\ufeff")
    every = (line for line in io.StringIO(decoded, newline="") if line.strip())
    lines = list(dropwhile(remarks.is_before_rows, every))
    if not lines:
        raise RefusedError(f"{path} is empty: it holds no line with text", "an empty file")
    if said := _SEPARATOR.fullmatch(lines[0]):
        delimiter, lines = delimiter or said[1], lines[1:]
    if not lines:
        raise RefusedError(f"{path} is empty: it holds no line with text", "an empty file")
    found = delimiter or _sniffed(lines)
    quoted = ((found or "\t") != "\t" and not _is_closed(lines)) or _is_quoted(lines[0])
    sample = _parted(lines, found or "\t", quoted=quoted)
    if found == "\t" and sample and results.are_variables(sample[0]):
        sample = tuple(tuple(map(results.typed, cells)) for cells in sample)
        return Table(path, "\t", sample, quoted, results="tsv")
    if found == "," and results.are_of_csv(sample):
        sample = (sample[0], *(tuple(map(results.guessed, cells)) for cells in sample[1:]))
        return Table(path, ",", sample, quoted, results="csv")
    table = Table(path, found or "\t", sample, quoted)
    if not found:
        table.refuse(
            "one column, or columns that differ from line to line",
            "a table has three columns parted by tabs or commas; name another with --delimiter",
        )
    return table


def _sniffed(lines: list[str]) -> str:
    """What parts the columns: a tab where half of the lines have one, or else what fits best."""
    if sum("\t" in line for line in lines) * 2 >= len(lines):
        return "\t"
    if _is_closed(lines):
        return "|"
    parted = {one: _parted(lines, one, quoted=one != "\t") for one in _DELIMITERS}
    fits = {one: _fit(rows) for one, rows in parted.items()}
    best = max(fits, key=fits.__getitem__)
    if fits[best][0] >= _ALIKE or _is_but_one(parted[best]):
        return best
    return " " if all(len(line.split(" ")) == 3 for line in lines) else ""


def _is_closed(lines: Iterable[str]) -> bool:
    """Whether a bar ends each line, as in UMLS, whose cells are not quoted."""
    widths = {line.count("|") if line.rstrip("\r\n").endswith("|") else 0 for line in lines}
    return len(widths) == 1 and max(widths) > 3


def _is_quoted(line: str) -> bool:
    """Whether all cells between the tabs of a line are quoted."""
    cells = [cell.strip() for cell in line.split("\t") if cell.strip()]
    return len(cells) > 1 and all(map(_QUOTED.fullmatch, cells))


def _is_but_one(rows: tuple[tuple[str, ...], ...]) -> bool:
    """Whether all of a few rows but one have as many columns as triples have."""
    widths = Counter(map(len, rows))
    return widths[3] >= max(3, len(rows) - 1)


def _fit(rows: tuple[tuple[str, ...], ...]) -> tuple[float, float]:
    """The share of rows of one width, or of widths that triples with qualifiers have; and, against
    a comma within names, that of cells which do not begin with a blank.
    """
    widths = Counter(len(row) for row in rows)
    odd = sum(count for width, count in widths.items() if width % 2 and width > 2)
    same = max((count for width, count in widths.items() if width > 1), default=0)
    cells = [cell for row in rows for cell in row[1:]]
    blank = sum(cell.startswith(" ") for cell in cells) / (len(cells) or 1)
    return max(odd, same) / (len(rows) or 1), -blank


def _parted(lines: list[str], delimiter: str, *, quoted: bool) -> tuple[tuple[str, ...], ...]:
    """The first lines as rows; a quoted cell that is cut off ends them."""
    rows: list[tuple[str, ...]] = []
    reader = _reader(iter(lines), delimiter, quoted=quoted)
    try:
        found = (tuple(cells) for cells in reader if any(cells) and not remarks.is_row(cells))
        rows.extend(islice(found, _SAMPLE))
    except csv.Error:
        rows.extend(tuple(line.rstrip("\r\n").split(delimiter)) for line in lines[:2] if not rows)
    return tuple(rows)


def _reader(lines: Iterable[str], delimiter: str, *, quoted: bool) -> Iterator[list[str]]:
    if not quoted:
        return (line.rstrip("\r\n").split(delimiter) for line in lines)
    try:
        return csv.reader(lines, delimiter=delimiter, strict=True)
    except TypeError:
        raise SourceError(f"a delimiter is one character, not {delimiter!r}") from None


def _text(table: Table, prefix: str) -> Iterator[Row | Skip]:
    with reading_text(table.path) as stream:
        lines = _unmarked(stream)
        for number, line in enumerate(lines, 1):
            if number == 1 and _SEPARATOR.fullmatch(line):
                continue
            if line.strip() and not remarks.is_before_rows(line):
                rows = chain([line], lines)
                if table.quoted:
                    yield from _quoted(rows, table.delimiter, prefix, number)
                else:
                    yield from _plain(rows, table.delimiter, prefix, number)
            elif line.strip():
                yield Skip(remarks.REASON, f"{prefix}line {number}", usual=True)


def _results(path: Path, kind: str, prefix: str) -> Iterator[Row]:
    for number, found in enumerate(results.rows(path, kind)):
        yield Row(f"{prefix}result {number}" if number else "the names of the variables", found)


def _typed(row: Row | Skip, kind: str, name: Callable[[str], str]) -> Row | Skip:
    if isinstance(row, Skip):
        return row
    typed = results.guessed if kind == "csv" else results.typed
    return Row(row.where, [name(typed(cell)) for cell in row.cells])


def _plain(lines: Iterable[str], delimiter: str, prefix: str, number: int) -> Iterator[Row | Skip]:
    """The rows without quoting; the first is the line of that *number*."""
    for place, line in enumerate(lines, number):
        cells = line.rstrip("\r\n").split(delimiter)
        if (
            "\0" in line or line[:1] in remarks.MARKS or "#" in line
        ):  # which few have: the others need no look at their cells
            yield from _row(cells, f"{prefix}line {place}")
        elif not line.isspace():
            yield Row(f"{prefix}line {place}", cells)


def within(found: Iterable[Row | Skip], width: int) -> Iterator[Row | Skip]:
    """Rows, but for those of more cells than the header names columns.

    In one there is a delimiter within a cell, so that no cell is sure to stand in its column.
    """
    for row in found:
        if (
            isinstance(row, Row)
            and len(row.cells) > width
            and any(map(str.strip, row.cells[width:]))
        ):
            yield Skip("more cells than the header has", row.where, triple=True)
        else:
            yield row


def after_first(found: Iterator[Row | Skip]) -> Iterator[Row | Skip]:
    """What is found, without the first row, which names the columns."""
    for one in found:
        if isinstance(one, Row):
            break
        yield one
    yield from found


def _unmarked(stream: IO[str]) -> Iterator[str]:
    """The lines, the first without a byte order mark."""
    return chain((line.removeprefix("\ufeff") for line in islice(stream, 1)), stream)


class _Again:
    """Lines of which those since the last row are kept, and can be read again."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self._size = 0
        self._next = ""
        self.taken: list[str] = []

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line, self._next = self._next or next(self._lines), ""
        self.taken.append(line)
        self._size += len(line)
        if self._size > bounds.WIDEST:
            raise csv.Error("a row without end")
        return line

    def forget(self) -> int:
        """End a row; how many lines it took."""
        count, self._size = len(self.taken), 0
        self.taken = []
        return count

    def part(self) -> list[str]:
        """The lines that a quote swallowed, all but the last, which is read again.

        Between them stands no quote but the one that was not closed: the next may be sound.
        """
        lines = self.taken
        if len(lines) > 1:
            self._next = lines.pop()
        self.forget()
        return lines


def _quoted(lines: Iterator[str], delimiter: str, prefix: str, number: int) -> Iterator[Row | Skip]:
    """The rows; where one cannot be read, each of its lines by itself."""
    again = _Again(lines)
    reader = csv.reader(again, delimiter=delimiter, strict=True)
    while True:
        where = f"{prefix}line {number}"
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:
            for line in again.part():
                yield from _one(line, delimiter, f"{prefix}line {number}")
                number += 1
        else:
            number += again.forget()
            yield from _row(cells, where)


def _one(line: str, delimiter: str, where: str) -> Iterator[Row | Skip]:
    """The row that a line is by itself."""
    try:
        yield from _row(next(csv.reader([line], delimiter=delimiter, strict=True)), where)
    except csv.Error:
        yield Skip(_QUOTE, where, triple=True)


def _row(cells: list[str], where: str) -> Iterator[Row | Skip]:
    if any("\0" in cell for cell in cells):
        yield Skip(_NUL, where, triple=True)
    elif remarks.is_row(cells):
        yield Skip(remarks.REASON, where, usual=True)
    elif any(cell.strip() for cell in cells):
        yield Row(where, cells)


def _parquet(path: Path) -> Iterator[Row]:
    """The names of the columns, and then the rows, each value as text."""
    try:
        import duckdb
    except ModuleNotFoundError as error:
        raise plugins.missing_driver(f"reading the Parquet file {path.name}", error) from error
    try:
        with duckdb.connect() as connection:
            asked = "SELECT CAST(COLUMNS(*) AS VARCHAR) FROM read_parquet(?)"
            found = connection.execute(asked, [glob.escape(str(path))])
            yield Row("the names of the columns", [str(one[0]) for one in found.description or ()])
            number = 0
            while batch := found.fetchmany(_BATCH):
                for values in batch:
                    number += 1
                    yield Row(f"row {number}", _texts(values))
    except duckdb.Error as error:
        what = str(error).partition("\n")[0]
        raise SourceError(f"cannot read {path}: no Parquet that DuckDB reads ({what})") from error


def nested(table: Table) -> list[tuple[int, str]]:
    """The columns of Parquet that hold lists or records: the place and name of each."""
    if not table.is_parquet:
        return []
    import duckdb  # which has read its first rows

    with duckdb.connect() as connection:
        asked = "DESCRIBE SELECT * FROM read_parquet(?)"
        found = connection.execute(asked, [glob.escape(str(table.path))]).fetchall()
    return [(place, name) for place, (name, kind, *_) in enumerate(found) if _NESTED.search(kind)]


def _texts(values: Iterable[Any]) -> list[str]:
    return ["" if value is None else str(value) for value in values]
