"""Tab-separated triples: subject, predicate, object, and files of labels beside them.

One triple a line, without quoting. A header line is recognised by its names ``subject``,
``predicate`` and ``object`` (or head, relation, tail; h, r, t; s, p, o) in any case; further
columns are left alone. Cells become terms:

- Wikidata's ids are its IRIs: ``Q42`` and ``P31`` are entities, ``P31`` in the predicate's place is
  ``wdt:P31``,
- IRIs (with ``//`` or ``urn:``, also in angle brackets) and CURIEs of a shared prefix (``dbr:Ulm``)
  are what they say,
- literals in N-Triples form (``"x"@en``) stay; one as a subject or predicate is skipped,
- all else is a name, percent-encoded under ``base``.

A file of labels has an id in its first column and, named by a header, columns ``label``, ``alias``
and ``description``, each with a language (``label_en``) or in the first one asked for (of ``all``,
``mul``, which holds in any); without a header the second column is the label. An id in it is read
as in a triple; that of a Wikidata property names the predicate. A source whose header is one of
labels is read as labels.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Final, Literal

from kgforge import terms
from kgforge.errors import SourceError
from kgforge.files import head, reading_text
from kgforge.schema import Entry, Label, ReadOptions, Skip, Triple

SUFFIXES: Final = (".tsv",)
LICENCE: Final = None

_BATCH: Final = 1000
_HEAD: Final = 1 << 16
_COLUMNS: Final = (
    ("subject", "predicate", "object"),
    ("head", "relation", "tail"),
    ("h", "r", "t"),
    ("s", "p", "o"),
)
"""The names by which a header line is recognised."""
_ID: Final = re.compile(r"[PQ][1-9][0-9]*")
_NAMING: Final = re.compile(r"(label|alias|description)(?:_([a-z]{2,3}(?:-[a-z0-9]{1,8})*))?", re.I)
_Kind = Literal["label", "alias", "description"]
_KINDS: Final[dict[str, _Kind]] = {
    "label": "label",
    "alias": "alias",
    "description": "description",
}
_Row = tuple[str, list[str]]
"""A line's place, and its cells."""


def recognises(path: Path) -> bool:
    """Whether a file begins with a header of labels, or has three columns and is no RDF."""
    start = head(path, _HEAD)
    first = start.partition(b"\n")[0].decode(errors="replace").removeprefix("\ufeff")
    if _is_of_labels(first.split("\t")):
        return True
    end = start.rfind(b"\n") if len(start) >= _HEAD else len(start)  # the last line may be cut
    lines = start[:end].splitlines()
    whole = [line for line in lines[:20] if line.strip()]
    return bool(whole) and all(
        line.count(b"\t") >= 2
        and line[:1] not in {b"{", b"["}
        and not line.rstrip().endswith((b" .", b"\t."))
        for line in whole
    )


def read(path: Path, options: ReadOptions) -> Iterator[Entry]:
    """The file's triples, then the labels of the files beside it, a thousand to an entry.

    The file is one document. Raises SourceError for columns that are not there; a line with too few
    columns is skipped.
    """
    if not terms.is_valid(options.base):
        raise SourceError(f"names cannot be appended to {options.base!r}, which is not an IRI")
    documents = 1
    for batch in _batches(_read(path, options)):
        yield Entry(*batch, documents=documents)
        documents = 0
    if documents:
        yield Entry()
    yield from beside(options)


def beside(options: ReadOptions) -> Iterator[Entry]:
    """The labels of the files beside a source, a thousand to an entry."""
    for file in options.labels:
        for batch in _batches(_named_in(Path(file), options)):
            yield Entry(*batch, documents=0)


_Item = Triple | Label | Skip
_Batch = tuple[tuple[Triple, ...], tuple[Label, ...], tuple[()], tuple[Skip, ...]]


def _batches(items: Iterator[_Item]) -> Iterator[_Batch]:
    while batch := list(islice(items, _BATCH)):
        yield (
            tuple(item for item in batch if isinstance(item, Triple)),
            tuple(item for item in batch if isinstance(item, Label)),
            (),
            tuple(item for item in batch if isinstance(item, Skip)),
        )


def _rows(path: Path, prefix: str = "") -> Iterator[_Row]:
    """The lines that are not blank."""
    with reading_text(path) as stream:
        for number, line in enumerate(stream, 1):
            text = line.removeprefix("\ufeff") if number == 1 else line
            if text.strip():
                yield f"{prefix}line {number}", text.rstrip("\r\n").split("\t")


def _read(path: Path, options: ReadOptions) -> Iterator[_Item]:
    rows = _rows(path)
    first = next(rows, None)
    if first is None:
        return
    if options.header is None and not options.columns and _is_of_labels(first[1]):
        yield from _labels(first, rows, options)
        return
    places, header = _layout(first[1], options, path)
    if not header:
        yield from _triples(iter([first]), places, options)
    yield from _triples(rows, places, options)


# ── Triples ─────────────────────────────────────────────────────────────────────────────────────
def _layout(
    cells: list[str], options: ReadOptions, path: Path
) -> tuple[tuple[int, int, int], bool]:
    """Where the three columns are, and whether the first line is a header."""
    names = [cell.strip().lower() for cell in cells]
    known = next((each for each in _COLUMNS if set(each) <= set(names)), None)
    header = known is not None if options.header is None else options.header
    if not options.columns:
        return (_places(known, names, path) if known and header else (0, 1, 2)), header
    if len(options.columns) != 3:
        raise SourceError(
            f"three columns are needed (subject, predicate, object), "
            f"not {len(options.columns)}: {', '.join(options.columns)}"
        )
    by_name = not all(column.isdecimal() for column in options.columns)
    if by_name and options.header is False:
        raise SourceError(f"columns {', '.join(options.columns)} of {path} need a header line")
    return _places(options.columns, names, path), header or by_name


def _places(columns: tuple[str, ...], names: list[str], path: Path) -> tuple[int, int, int]:
    subject, predicate, object = (_place(column, names, path) for column in columns)
    return subject, predicate, object


def _place(column: str, names: list[str], path: Path) -> int:
    if column.isdecimal() and int(column) > 0:
        return int(column) - 1
    if column.strip().lower() not in names:
        raise SourceError(
            f"no column {column!r} in {path}: there are {', '.join(names)} (or numbers from 1)"
        )
    return names.index(column.strip().lower())


def _triples(
    rows: Iterator[_Row], places: tuple[int, int, int], options: ReadOptions
) -> Iterator[Triple | Skip]:
    first, second, third = places
    wanted = max(places) + 1
    node, predicate = _terms(options.base)
    for where, cells in rows:
        if len(cells) < wanted:
            number = "three" if wanted == 3 else wanted
            yield Skip(f"fewer than {number} columns", where, triple=True)
            continue
        triple = Triple(node(cells[first]), predicate(cells[second]), node(cells[third]))
        if not (triple.subject and triple.predicate and triple.object):
            yield Skip("empty cell", where, triple=True)
        elif terms.is_literal(triple.subject) or terms.is_literal(triple.predicate):
            yield Skip("literal as subject or predicate", where, triple=True)
        else:
            yield triple


_Reader = Callable[[str], str]


def _terms(base: str) -> tuple[_Reader, _Reader]:
    """Two functions from a cell to its term: for subjects and objects, and for predicates."""

    @lru_cache(maxsize=1 << 18)
    def node(cell: str) -> str:
        return _term(cell.strip(), base)

    @lru_cache(maxsize=1 << 14)
    def predicate(cell: str) -> str:
        return terms.named(_term(cell.strip(), base))

    return node, predicate


def _term(text: str, base: str) -> str:
    """A cell as a term; an empty one stays empty."""
    if _ID.fullmatch(text):
        return terms.wikidata_entity(text)
    if not text or _is_literal(text):
        return text
    if text.startswith("<") and text.endswith(">"):
        return text[1:-1]
    if terms.is_iri(text) and ("//" in text or text.startswith("urn:")):
        return text
    prefix, colon, rest = text.partition(":")
    if colon and prefix in terms.PREFIXES:
        return terms.PREFIXES[prefix] + rest
    return base + terms.encoded(text)


def _is_literal(text: str) -> bool:
    if not text.startswith('"'):
        return False
    try:
        parts = terms.parse_literal(text)
    except ValueError:
        return False
    return (not parts.datatype or terms.is_valid(parts.datatype)) and (
        not parts.language or terms.is_language(parts.language)
    )


# ── Labels ──────────────────────────────────────────────────────────────────────────────────────
def _is_of_labels(cells: list[str]) -> bool:
    """Whether a header names labels; ``node1 label node2`` (KGTK) names the parts of an edge."""
    names = {cell.strip().lower() for cell in cells}
    return "node1" not in names and any(_NAMING.fullmatch(cell.strip()) for cell in cells[1:])


def _named_in(path: Path, options: ReadOptions) -> Iterator[Label | Skip]:
    rows = _rows(path, f"{path.name}, ")
    first = next(rows, None)
    if first is not None:
        yield from _labels(first, rows, options)


def _labels(first: _Row, rows: Iterator[_Row], options: ReadOptions) -> Iterator[Label | Skip]:
    if _is_of_labels(first[1]):
        columns = tuple(_label_columns(first[1], options))
    else:
        columns = ((1, _KINDS["label"], options.untagged),) if options.untagged else ()
        yield from _named(first, columns, options.base)
    for row in rows:
        yield from _named(row, columns, options.base)


_Column = tuple[int, _Kind, str]


def _label_columns(cells: list[str], options: ReadOptions) -> Iterator[_Column]:
    """The columns that name things in a language asked for."""
    for place, cell in enumerate(cells[1:], 1):
        if found := _NAMING.fullmatch(cell.strip()):
            language = (found[2] or options.untagged).lower()
            if language and options.wants(language):
                yield place, _KINDS[found[1].lower()], language


def _named(row: _Row, columns: tuple[_Column, ...], base: str) -> Iterator[Label | Skip]:
    where, cells = row
    entity = terms.named(_term(cells[0].strip(), base))
    if len(cells) < 2:
        yield Skip("fewer than two columns", where)
    elif not entity:
        yield Skip("empty cell", where)
    elif terms.is_literal(entity) or not terms.is_valid(entity):
        yield Skip("not a valid IRI", where)
    else:
        for place, kind, language in columns:
            text = cells[place].strip() if place < len(cells) else ""
            if text:
                yield Label(entity, kind, text, language)
