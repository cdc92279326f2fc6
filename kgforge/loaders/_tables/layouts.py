"""What the columns of a table hold, told by its header, its file's name, or its cells.

A header that is not known never becomes a fact: what is not known is refused.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct, structs

from kgforge.errors import SourceError
from kgforge.files import COMPRESSED
from kgforge.loaders._naming import Kind
from kgforge.loaders._tables import cells, edges, headers
from kgforge.loaders._tables.edges import Columns as Edges
from kgforge.loaders._tables.headers import Column
from kgforge.loaders._tables.rows import Table
from kgforge.schema import ReadOptions

_TRIPLES: Final = (
    ("subject", "predicate", "object"),
    ("head", "relation", "tail"),
    ("subject", "relation", "object"),
    ("source", "relation", "target"),
    ("h", "r", "t"),
    ("s", "p", "o"),
)
"""The names by which a header of triples is recognised."""
_ENDS: Final = frozenset({
    "subject", "object", "subj", "obj", "head", "tail", "source", "target", "src", "dst", "from",
    "to", "start", "end", "entity", "entity1", "entity2", "node", "node1", "node2", "item", "value",
    "id", "name",
})  # fmt: skip
_LINKS: Final = frozenset({
    "predicate", "pred", "relation", "relationship", "rel", "property", "prop", "edge", "verb",
    "link",
})  # fmt: skip
"""With the names before: what stands in headers at the ends of a triple, and between them."""
_SPLITS: Final = ("train", "valid", "test", "dev", "validation")
_TEXTS: Final[dict[str, Kind]] = {
    "entity2text": "label",
    "relation2text": "label",
    "entity2textlong": "description",
}
"""The files of names that data sets of link prediction have beside their splits."""
_NEGATIVE: Final = "_negatives"
_HEADER: Final = "a first line that seems to be a header, whose names are not known"
_REMEDY: Final = (
    "name the columns of subject, predicate and object with --columns (names, or numbers from 1), "
    "and say with --header or --no-header whether the first line names them"
)


class Layout(Struct, frozen=True):
    """What a table holds, and where."""

    holds: Literal["facts", "negatives", "edges", "labels"]
    places: tuple[int, int, int] = (0, 1, 2)
    header: bool = False
    """Whether the first row names the columns."""
    whole: bool = False
    """Whether a row of more columns than three is none of this table's."""
    ids: bool = False
    """Whether each row is a statement in ids, its further columns qualifiers."""
    columns: tuple[Column, ...] = ()
    """Of labels: the places, and what stands there in which language."""
    edges: Edges | None = None
    """Of edges: their columns."""


def layout(table: Table, options: ReadOptions) -> Layout:
    """What a table holds. Raises RefusedError where that is not known, SourceError for columns
    that are asked for and not there.
    """
    names = [cell.strip().lower() for cell in table.sample[0]] if table.sample else []
    if table.is_parquet:
        options = structs.replace(options, header=True)
    if options.columns:
        return _asked(table, names, options)
    if options.header is not False:
        known = next((each for each in _TRIPLES if set(each) <= set(names)), None)
        if known:
            return Layout(_facts(table.path), _places(known, names, table.path), header=True)
        if found := edges.columns(names):
            return Layout("edges", found.ends, header=True, edges=found)
        headers.refuse_edges(table)
        if headers.is_of_labels(table):
            columns = headers.label_columns(table.sample[0], options)
            return Layout("labels", header=True, columns=columns)
    return _headerless(table, options)


# ── Columns by name ─────────────────────────────────────────────────────────────────────────────
def _asked(table: Table, names: list[str], options: ReadOptions) -> Layout:
    """The columns asked for, by name or number."""
    if len(options.columns) != 3:
        raise SourceError(
            f"three columns are needed (subject, predicate, object), "
            f"not {len(options.columns)}: {', '.join(options.columns)}"
        )
    by_name = not all(column.isdecimal() for column in options.columns)
    if by_name and options.header is False:
        raise SourceError(
            f"columns {', '.join(options.columns)} of {table.path} need a header line"
        )
    places = _places(options.columns, names, table.path)
    known = by_name or any(set(each) <= set(names) for each in (*_TRIPLES, edges.ENDS))
    if options.header is None and not known and _is_header(_chosen(table, places), known=False):
        table.refuse(_HEADER, "say with --header or --no-header whether the first line is one")
    header = known if options.header is None else options.header
    return Layout(_facts(table.path), places, header or by_name)


def _chosen(table: Table, places: tuple[int, int, int]) -> list[list[str]]:
    wide = (row for row in table.sample if len(row) > max(places))
    return [[row[place].strip() for place in places] for row in wide]


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


def plain_columns(options: ReadOptions, kind: Kind = "label") -> tuple[Column, ...]:
    """The second column, in the first language asked for: of a table without a header."""
    return ((1, kind, options.untagged),) if options.untagged else ()


def unread(table: Table, layout: Layout) -> Iterator[str]:
    """The columns of a table of facts that are left alone, by name or number."""
    if layout.holds == "labels" or layout.whole or layout.ids:
        return
    read = layout.edges.read if layout.edges else layout.places
    names = [cell.strip() for cell in table.sample[0]] if layout.header else []
    for place in range(max(map(_width, table.sample), default=0)):
        if place not in read:
            name = names[place] if place < len(names) else ""
            yield name or f"column {place + 1}"


# ── Without a header ────────────────────────────────────────────────────────────────────────────
def _headerless(table: Table, options: ReadOptions) -> Layout:
    stem, rest = _parts(table.path)
    split = _is_split(table.path, stem.removesuffix(_NEGATIVE), rest)
    if stem in _TEXTS and _is_split(table.path, "", rest):
        return Layout("labels", columns=plain_columns(options, _TEXTS[stem]))
    header = bool(options.header)
    rows = table.sample[1:] if header else table.sample
    if cells.are_statements(rows):
        return Layout(_facts(table.path), header=header, ids=True)
    # The columns of Parquet have names, and none of them says what it holds.
    if table.is_parquet or not (split or options.named or options.header is not None):
        table.refuse("columns that are not known", f"{_REMEDY}; or name the format: tsv:FILE")
    _must_be_three(table, rows)
    if options.header is None and (reason := _doubt(rows, known=split)):
        table.refuse(reason, _REMEDY)
    return Layout(_facts(table.path), header=header, whole=True)


def _parts(path: Path) -> tuple[str, str]:
    """A file's name without its suffixes, and these: ``train`` and ``.txt.gz``."""
    name = path.name.removesuffix(path.suffix) if path.suffix in COMPRESSED else path.name
    stem = name.rpartition(".")[0] or name
    return stem, path.name[len(stem) :]


def _facts(path: Path) -> Literal["facts", "negatives"]:
    return "negatives" if _parts(path)[0].endswith(_NEGATIVE) else "facts"


def _is_split(path: Path, stem: str, rest: str) -> bool:
    """Whether a file of that stem is one of several splits of a data set in one folder."""
    others = (other for other in _SPLITS if other != stem)
    return (not stem or stem in _SPLITS) and any(
        path.with_name(other + rest).is_file() for other in others
    )


def _must_be_three(table: Table, rows: Sequence[Sequence[str]]) -> None:
    widths = Counter(_width(row) for row in rows)
    if widths and (max(widths) > 3 or widths[3] * 2 < widths.total()):
        usual = max(widths, key=lambda width: (widths[width], width))
        if usual == 3 and max(widths) > 3:
            wide = next(" | ".join(row)[:120] for row in rows if _width(row) > 3)
            reason = "rows of more than the usual three columns"
            table.refuse(reason, f"the first of them is {wide}; {_REMEDY}")
        hint = "; a table of names (id, label) goes beside one of triples, with --labels"
        table.refuse(
            f"{usual} columns whose meaning is not known" if usual != 1 else "one column",
            _REMEDY + (hint if usual == 2 else ""),
        )


def _width(row: Sequence[str]) -> int:
    """How many columns a row has, but for empty ones at its end."""
    return max((place for place, cell in enumerate(row, 1) if cell.strip()), default=0)


def _doubt(rows: Sequence[Sequence[str]], *, known: bool) -> str:
    """Why rows of three columns may be no triples; nothing where they may be.

    In a *known* layout there is no header but one that says so.
    """
    whole = [[cell.strip() for cell in row[:3]] for row in rows if _width(row) == 3]
    if any(cells.is_item(row[1]) for row in whole):
        return "a second column of entities, which are no predicates"
    if whole and all("." in row[1] and _is_number(row[1]) for row in whole):
        return "a second column of numbers, which are no predicates"
    if _is_header(whole, known=known):
        return _HEADER
    if len(whole) >= 20 and len({row[1] for row in whole}) > 0.8 * len(whole) and not known:
        return "a second column that hardly repeats a value, as one of predicates does"
    return ""


def _is_header(rows: Sequence[Sequence[str]], *, known: bool) -> bool:
    """Whether the first of several rows seems to name columns.

    It does by its words; as what is no number, or no id, over columns of them; or as the only row
    whose predicate and entities do not occur again.
    """
    if not rows:
        return False
    first, rest = rows[0], rows[1:]
    subject, predicate, object = (cell.lower() for cell in first)
    if predicate in _LINKS or (subject in _ENDS and object in _ENDS):
        return True
    for test in (_is_number, cells.is_id):
        columns = [place for place in range(3) if rest and all(test(row[place]) for row in rest)]
        if columns and not any(test(first[place]) for place in columns):
            return True
    return not known and _is_alone(first, rest)


def _is_alone(first: Sequence[str], rest: Sequence[Sequence[str]]) -> bool:
    predicates = Counter(row[1] for row in rest)
    nodes = {node for row in rest for node in (row[0], row[2])}
    return (
        min(predicates.values(), default=0) > 1
        and first[1] not in predicates
        and not nodes & {first[0], first[2]}
    )


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
