"""What the columns of a table hold, told by its header, its file's name, or its cells.

A header that is not known never becomes a fact: what is not known is refused.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct, structs

from kgforge.errors import SourceError
from kgforge.files import COMPRESSED
from kgforge.loaders._naming import Kind
from kgforge.loaders._tables import (
    cells,
    conceptnet,
    doubts,
    edges,
    headers,
    precedence,
    signs,
)
from kgforge.loaders._tables.edges import Columns as Edges
from kgforge.loaders._tables.headers import Names
from kgforge.loaders._tables.precedence import Precedence
from kgforge.loaders._tables.rows import Row, Table, nested
from kgforge.loaders._tables.signs import Sign, Status
from kgforge.schema import ReadOptions

_TRIPLES: Final = (
    ("subject", "predicate", "object"),
    ("head", "relation", "tail"),
    ("subject", "relation", "object"),
    ("source", "relation", "target"),
    ("h", "r", "t"),
    ("s", "p", "o"),
    ("subj", "pred", "obj"),
    ("subject", "property", "object"),
    ("source", "predicate", "target"),
    ("head", "predicate", "tail"),
    ("entity", "relation", "value"),
    ("subject_id", "predicate_id", "object_id"),
    (":start_id", ":type", ":end_id"),
)
"""The names by which a header of triples is recognised."""
_SPLITS: Final = ("train", "valid", "test", "dev", "validation")
_TEXTS: Final[dict[str, Kind]] = {
    "entity2text": "label",
    "relation2text": "label",
    "entity2textlong": "description",
}
"""The files of names that data sets of link prediction have beside their splits."""
_FALSE: Final = r"(?:neg(?:s|ated|atives?)?|false)"
_NEGATIVE: Final = re.compile(rf"(?P<of>.*[._-])?{_FALSE}|{_FALSE}[._-](?P<next>.*)", re.I)
"""What files of statements are called that were verified as false: negatives, test_neg, neg_1."""
_OTHERS: Final = (
    (
        re.compile(r"(?:.*[._-])?corrupt(?:ed|ions?|s)?(?:[._-].*)?", re.I),
        "corrupted triples, by its name: drawn by chance, and neither facts nor verified as false",
    ),
    (re.compile(r"(?:readme|licen[cs]es?)(?:[._-].*)?", re.I), "a README or licence, by its name"),
)
"""What files are called that hold no statements, and why."""
_UNKNOWN: Final = "columns that are not known"
_THREE: Final = f"three {_UNKNOWN} (if they are subject, predicate and object: tsv:PATH)"
_HEADER: Final = "a first line that seems to be a header, whose names are not known"
_ALONE: Final = "a first line that may be a header: none of its cells occurs again"
_SWAPPED: Final = "subject, object, predicate, as it seems, in this order: say --columns 1,3,2"
_ORDER: Final = "if the second column holds the predicates all the same: --columns 1,2,3"
_ODD: Final = 1 / 20
"""The share of rows that may have more columns than the others."""
_NUMBERED: Final = (
    "bare numbers as predicates and as entities: relation {0} and entity {0} would be one thing"
)
_DICTIONARIES: Final = (
    "write the names that the numbers stand for, or numbers that differ (r0, e0); with its "
    "dictionaries beside it a table is read whole, as OpenKE (train2id.txt, entity2id.txt, "
    "relation2id.txt), PyKEEN (numeric_triples.tsv, entity_to_id.tsv, relation_to_id.tsv), LibKGE "
    "(train.del, entity_ids.del, relation_ids.del) and "
    "others (train.txt, entities.dict, relations.dict) call them"
)
_RULE: Final = re.compile(r"\s(?:=>|⇒|:-)\s")
_REMEDY: Final = (
    "name the columns of subject, predicate and object with --columns (names, or numbers from 1), "
    "and say with --header or --no-header whether the first line names them"
)
_EITHER: Final = (
    "if it is a fact, say --no-header; if it names the columns, --header, or --columns where these "
    "are not subject, predicate and object"
)


class Layout(Struct, frozen=True):
    """What a table holds, and where."""

    holds: Literal["facts", "negatives", "labels"]
    places: tuple[int, int, int] = (0, 1, 2)
    header: bool = False
    """Whether the first row names the columns."""
    whole: bool = False
    """Whether a row of more columns than three is none of this table's."""
    known: bool = False
    """Whether its columns are those of a known data set, and none is left alone."""
    ids: bool = False
    """Whether each row is a statement in ids, its further columns qualifiers."""
    names: Names | None = None
    """Of labels: their columns."""
    edges: Edges | None = None
    """Of edges: their columns."""
    ends: tuple[tuple[int, int], ...] = ()
    """The places of names, each with the place (0, 1, 2) in *places* of what it names."""
    sign: Sign | None = None
    """The column that says which statements are false."""
    statuses: tuple[Status, ...] = ()
    """The columns that say which rows are in force."""
    precedence: Precedence | None = None
    """The columns by which one row holds rather than another."""
    doubtful: bool = False
    """Whether the first row, which is read as a fact, may be a header."""


def layout(table: Table, options: ReadOptions) -> Layout:
    """What a table holds. Raises RefusedError where that is not known, SourceError for columns
    that are asked for and not there.
    """
    found = _layout(table, options)
    columns = found.names.columns if found.names else ()
    for place, name in nested(table):
        if place in found.places or place in {column[0] for column in columns}:
            table.refuse(
                f"the column {name} holds lists or records, which are no terms",
                "write each of their values to a row of its own",
            )
    if found.holds != "labels" and not found.edges:
        rows = _chosen(table, found.places)[int(found.header) :]
        if number := doubts.numbered(rows):
            table.refuse(_NUMBERED.format(number), _DICTIONARIES)
    return found


def _layout(table: Table, options: ReadOptions) -> Layout:
    for name, reason in _OTHERS:
        if name.fullmatch(_parts(table.path)[0]):
            table.refuse(reason, "give it another name if it holds facts")
    names = [*map(headers.normal, table.sample[0])] if table.sample else []
    if table.is_parquet:
        options = structs.replace(options, header=True)
    if kind := _texts(table.path):
        return Layout("labels", names=plain(kind))
    if options.columns:
        return _asked(table, names, options)
    if options.header is not False:
        known = next((each for each in _TRIPLES if set(each) <= set(names)), None)
        if known:
            _must_fit(table)
            places = _places(known, names, table)
            return Layout(
                _facts(table.path),
                places,
                header=True,
                ends=_names_of_ends(table, names, places),
                sign=signs.column(table, names, places),
                statuses=signs.statuses(table, names, places),
                precedence=precedence.of_table(table, names, places),
            )
        if found := edges.columns(names):
            headers.refuse_twins(table, names, found.read)
            sign = signs.column(table, names, sorted(found.read))
            return Layout(
                _facts(table.path),
                found.ends,
                header=True,
                edges=found,
                sign=sign,
                statuses=signs.statuses(table, names, found.read),
            )
        headers.refuse_edges(table)
        if headers.is_of_labels(table):
            of = headers.of_labels(table)
            read = {of.key, *(place for place, *_ in of.columns)}
            return Layout(
                "labels", header=True, names=of, statuses=signs.statuses(table, names, read)
            )
    return _headerless(table, options)


def _must_fit(table: Table) -> None:
    """Refuse rows that all are one cell wider than the header, and so are named by R."""
    header, *rest = map(len, table.sample)
    if rest and all(
        width == header + 1 and row[-1].strip()
        for width, row in zip(rest, table.sample[1:], strict=True)
    ):
        table.refuse(
            "rows that have one cell more than the header",
            "write the table without the names of its rows (R: row.names = FALSE), or say --header "
            "and --columns with the numbers of subject, predicate and object",
        )


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
    places = _places(options.columns, names, table)
    chosen = _chosen(table, places)
    if not chosen:
        table.refuse(f"no row of {max(places) + 1} columns", "name others with --columns")
    known = by_name or any(set(each) <= set(names) for each in (*_TRIPLES, edges.ENDS))
    doubtful = options.header is None and not known
    if doubtful and doubts.is_header(chosen):
        table.refuse(_HEADER, _EITHER)
    if doubtful and not is_split(table.path) and doubts.is_alone(chosen):
        table.refuse(_ALONE, _EITHER)
    header = by_name or (known if options.header is None else options.header)
    if not header:
        signs.refuse(table, places)
    sign = signs.column(table, names, places) if header else None
    ends = _names_of_ends(table, names, places) if header else ()
    doubtful = doubtful and not is_split(table.path) and doubts.is_lonely(chosen)
    statuses = signs.statuses(table, names, places) if header else ()
    return Layout(
        _facts(table.path),
        places,
        header,
        ends=ends,
        sign=sign,
        statuses=statuses,
        precedence=precedence.of_table(table, names, places) if header else None,
        doubtful=doubtful,
    )


def _chosen(table: Table, places: tuple[int, int, int]) -> list[list[str]]:
    wide = (row for row in table.sample if len(row) > max(places))
    return [[cells.plain(row[place]) for place in places] for row in wide]


def _places(columns: tuple[str, ...], names: list[str], table: Table) -> tuple[int, int, int]:
    subject, predicate, object = (_place(column, names, table) for column in columns)
    return subject, predicate, object


def _place(column: str, names: list[str], table: Table) -> int:
    if column.isdecimal() and int(column) > 0:
        return int(column) - 1
    name = headers.normal(column)
    if name not in names:
        shown = ", ".join(cell.strip() for cell in table.sample[0]) if table.sample else "none"
        raise SourceError(
            f"no column {column!r} in {table.path}: there are {shown} (or numbers from 1)"
        )
    place = names.index(name)
    headers.refuse_twins(table, names, (place,))
    return place


def _names_of_ends(
    table: Table, names: Sequence[str], places: Sequence[int]
) -> tuple[tuple[int, int], ...]:
    """Return the columns that name the ends of each statement, as SSSOM's ``subject_label`` does.

    Such a column names an end of ids. Beside a column of names it says something else, and is left
    alone.
    """
    found = []
    for end, place in enumerate(places):
        base = headers.ID.sub("", names[place]) if place < len(names) else ""
        column = next((names.index(name) for suffix in ("label", "name")
                       if base and (name := f"{base}_{suffix}") in names), None)  # fmt: skip
        if column is None or column in places:
            continue
        is_named = _are_opaque(table, place) or _are_own_names(table, place, column)
        if base != names[place] or is_named:
            headers.refuse_twins(table, names, (column,))
            found.append((column, end))
    return tuple(found)


def _are_opaque(table: Table, place: int) -> bool:
    """Return whether most cells of a column are ids."""
    found = [row[place] for row in table.sample[1:] if len(row) > place and row[place].strip()]
    return 2 * sum(map(cells.is_opaque, found)) > len(found)


def _are_own_names(table: Table, place: int, column: int) -> bool:
    """Return whether a column names the ids of another one, and repeats what is no id there.

    So does the Wikidata Query Service, whose label of a number is that number.
    """
    rows = [row for row in table.sample[1:] if len(row) > max(place, column)]
    others = [row for row in rows if not cells.is_id(row[place])]
    return len(others) < len(rows) and all(
        row[place].strip() == row[column].strip() for row in others
    )


def plain(kind: Kind = "label") -> Names:
    """The second column, in the first language asked for: of a table without a header."""
    return Names(((1, kind, ""),), guessed=True)


def width(table: Table, layout: Layout) -> int:
    """How many cells a row may have, where a delimiter may stand within a cell; 0: any number.

    It may where it is no tab; a header tells how many there are.
    """
    if not layout.header or table.is_parquet or table.delimiter == "\t":
        return 0
    return max(len(table.sample[0]), *(place + 1 for place in layout.places))


def unread(table: Table, layout: Layout) -> Iterator[str]:
    """The columns of a table of facts that are left alone, by name or number."""
    states = {status.place for status in layout.statuses if status.closed}
    if layout.names and layout.header:
        read = {layout.names.key, *(place for place, *_ in layout.names.columns)}
        for place, cell in enumerate(table.sample[0]):
            if place not in read | states | {layout.names.language} and cell.strip():
                yield cell.strip()
    if layout.holds == "labels" or layout.whole or layout.ids or layout.known:
        return
    read = set(layout.edges.read if layout.edges else layout.places)
    read |= states | ({layout.sign.place} if layout.sign else set())
    read |= {place for place, _ in layout.ends}
    read |= layout.precedence.read if layout.precedence else set()
    names = [cell.strip() for cell in table.sample[0]] if layout.header else []
    widest = max(map(_width, table.sample), default=0)
    for place in range(min(widest, width(table, layout) or widest)):
        if place not in read:
            if place < len(names) and names[place]:
                yield names[place]
            else:
                yield from _nameless(table, place, header=layout.header)


def doubtful(table: Table, layout: Layout) -> Iterator[str]:
    """That the first row was read as a fact, where it may be a header."""
    if layout.doubtful:
        first = next(row for row in table.sample if len(row) > max(layout.places))
        shown = " | ".join(first[place].strip()[:40] for place in layout.places)
        yield f"the first line was read as a fact: {shown} (if it names the columns, say --header)"


def _nameless(table: Table, place: int, *, header: bool) -> Iterator[str]:
    """A column by its number, and where it begins if only a few rows have it."""
    rows = table.sample[int(header) :]
    many = sum(_has(row, place) for row in rows)
    if many * 2 > len(rows):
        yield f"column {place + 1}"
    elif many:
        found = (row for row in table.rows() if isinstance(row, Row))
        where = next((row.where for row in found if _has(row.cells, place)), "")
        yield f"column {place + 1} (first in {where})"


def _has(row: Sequence[str], place: int) -> bool:
    return place < len(row) and bool(row[place].strip())


# ── Without a header ────────────────────────────────────────────────────────────────────────────
def _headerless(table: Table, options: ReadOptions) -> Layout:
    split = is_split(table.path)
    header = bool(options.header)
    rows = table.sample[1:] if header else table.sample
    if places := conceptnet.places(rows):
        return Layout(_facts(table.path), places, header=header, known=True)
    if doubts.is_swapped(_triples(rows), known=split):
        table.refuse(_SWAPPED, _ORDER)
    others = [row for row in rows if not _names_id(row)]
    if cells.are_statements(others) or (rows and not others):
        return Layout(_facts(table.path), header=header, ids=True)
    # The columns of Parquet have names, and none of them says what it holds.
    if table.is_parquet or not (split or options.named or options.header is not None):
        rules = _rules(table)
        reason = _UNKNOWN if rules or table.is_parquet or not _may_be_facts(rows) else _THREE
        table.refuse(reason, rules or f"{_REMEDY}; or name the format: tsv:FILE")
    _must_be_three(table, rows)
    triples = _triples(rows)
    if options.header is None and doubts.is_header(triples):
        table.refuse(_HEADER, _REMEDY)
    if reason := doubts.of_predicates(triples, known=split):
        table.refuse(reason, _REMEDY)
    # In a known layout a header is not usual, and what stands alone is a fact.
    if options.header is None and not split and doubts.is_alone(triples):
        table.refuse(_ALONE, _EITHER)
    doubtful = options.header is None and not split and doubts.is_lonely(triples)
    return Layout(_facts(table.path), header=header, whole=True, doubtful=doubtful)


def _names_id(row: Sequence[str]) -> bool:
    return cells.is_id(row[0]) and cells.naming_kind(row) is not None


def _parts(path: Path) -> tuple[str, str]:
    """A file's name without its suffixes, and these: ``train`` and ``.txt.gz``."""
    name = path.name.removesuffix(path.suffix) if path.suffix in COMPRESSED else path.name
    stem = name.rpartition(".")[0] or name
    return stem, path.name[len(stem) :]


def _facts(path: Path) -> Literal["facts", "negatives"]:
    return "negatives" if _NEGATIVE.fullmatch(_parts(path)[0]) else "facts"


def is_split(path: Path) -> bool:
    """Whether a file is a split of a data set, beside others or negatives, or these negatives."""
    stem, rest = _parts(path)
    if found := _NEGATIVE.fullmatch(stem):
        of = (found["of"] or found["next"] or "").strip("._-")
        return of in {"", *_SPLITS} and _is_beside_split(path, "", rest)
    return stem in _SPLITS and (
        _is_beside_split(path, stem, rest) or path.with_name(f"negatives{rest}").is_file()
    )


def _is_beside_split(path: Path, stem: str, rest: str) -> bool:
    others = (other for other in _SPLITS if other != stem)
    return any(path.with_name(other + rest).is_file() for other in others)


def _texts(path: Path) -> Kind | None:
    """What a file names that lies beside splits, as data sets of link prediction have them."""
    stem, rest = _parts(path)
    return _TEXTS.get(stem) if _is_beside_split(path, "", rest) else None


def _triples(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The first three cells of the rows that have so many and no more, but qualifiers of ids."""
    return [
        [*map(cells.plain, row[:3])]
        for row in rows
        if _width(row) == 3 or (_width(row) > 3 and cells.are_ids(row))
    ]


def _must_be_three(table: Table, rows: Sequence[Sequence[str]]) -> None:
    """Refuse rows of another width, unless just a few of many are wider: those are skipped."""
    widths = Counter(map(_width, rows))
    wide = sum(count for width, count in widths.items() if width > 3)
    if not widths or (wide <= widths.total() * _ODD and widths[3] * 2 >= widths.total()):
        return
    signs.refuse(table, (0, 1, 2))
    usual = max(widths, key=lambda width: (widths[width], width))
    if usual == 3 and wide:
        found = (row for row in table.rows() if isinstance(row, Row))
        where, first = next(row for row in found if _width(row.cells) > 3)
        reason = "rows of more than the usual three columns"
        shown = " | ".join(first)[:120]
        table.refuse(reason, f"the first of them, {where}, is {shown}; {_REMEDY}")
    hint = "; a table of names (id, label) goes beside one of triples, with --labels"
    table.refuse(
        f"{usual} columns whose meaning is not known" if usual != 1 else "one column",
        _rules(table) or _REMEDY + (hint if usual == 2 else ""),
    )


def _may_be_facts(rows: Sequence[Sequence[str]]) -> bool:
    """Whether rows of three columns would be facts if their table was named."""
    return all(_width(row) == 3 for row in rows) and not doubts.is_header(_triples(rows))


def _rules(table: Table) -> str:
    """What is said of a table that seems to hold rules; nothing of any other."""
    first, *rest = table.sample or ((),)
    named = any(cell.strip().lower() in {"rule", "rules"} for cell in first)
    shown = any(_RULE.search(cell) for row in rest[:20] for cell in row)
    return (
        "the first line seems to be a header of rules, which are no facts: leave this file out"
        if named or shown
        else ""
    )


def _width(row: Sequence[str]) -> int:
    """How many columns a row has, but for empty ones at its end."""
    return max((place for place, cell in enumerate(row, 1) if cell.strip()), default=0)
