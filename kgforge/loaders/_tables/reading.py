"""A table's facts, verified negatives, and labels, streamed."""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from kgforge import terms
from kgforge.errors import RefusedError, SourceError
from kgforge.loaders import _foreign, _naming
from kgforge.loaders._naming import Unasked
from kgforge.loaders._tables import cells, edges, headers, layouts, openke, rows
from kgforge.loaders._tables.headers import Names
from kgforge.loaders._tables.layouts import Layout
from kgforge.loaders._tables.rows import Row, Table
from kgforge.loaders._tables.signs import Sign
from kgforge.loaders._tables.spelt import Spelt
from kgforge.schema import Entry, Label, ReadOptions, Skip, Triple

_BATCH: Final = 1000


class _False(NamedTuple):
    """A statement that its row says is false."""

    triple: Triple


_Item = Triple | _False | Label | Unasked | Skip


def is_table(path: Path) -> bool:
    """Whether a file is text in columns, or Parquet, and no RDF, JSON or XML."""
    if openke.is_split(path) or openke.is_names(path):
        return True
    try:
        table = rows.opened(path)
    except RefusedError:
        return False
    return table.is_parquet or not any(map(_is_other, table.sample[:20]))


def _is_other(row: Sequence[str]) -> bool:
    """Whether a row begins as JSON or XML, or ends as a statement of RDF."""
    first, last = row[0].strip(), row[-1].rstrip()
    is_iri = first.startswith("<") and first.endswith(">") and "<" not in first[1:]
    return (first[:1] in {"{", "[", "<"} and not is_iri) or last == "." or last.endswith(" .")


def read(path: Path, options: ReadOptions) -> Iterator[Entry]:
    """The file's statements and labels, then the labels of the files beside it.

    The file is one document, a thousand items to an entry. Raises RefusedError where it is not
    known what the columns hold, SourceError for columns that are not there; a line that cannot be
    used is skipped.
    """
    if not terms.is_valid(options.base):
        raise SourceError(f"names cannot be appended to {options.base!r}, which is not an IRI")
    if openke.is_split(path):
        table, layout, found = openke.table(path), Layout("facts", whole=True), openke.rows(path)
    elif openke.is_names(path):  # which the splits read
        yield Entry()
        return
    else:
        if like := _foreign.markup(path):
            raise RefusedError(f"{path} looks like {like}", "no table, but JSON or XML")
        table = rows.opened(path, options.delimiter, text=True)
        layout, found = layouts.layout(table, options), table.rows()
    facts = layout.holds != "negatives"
    yield Entry(unread=tuple(layouts.unread(table, layout)))  # which counts the document, too
    for batch in _batches(_items(found, table, layout, options)):
        yield _entry(batch, facts=facts)
    yield from names(options)


def names(options: ReadOptions) -> Iterator[Entry]:
    """The labels of the files beside a table, a thousand to an entry."""
    for file in options.labels:
        for batch in _batches(_beside(Path(file), options)):
            yield _entry(batch, facts=True)


def _batches(items: Iterator[_Item]) -> Iterator[list[_Item]]:
    while batch := list(islice(items, _BATCH)):
        yield batch


def _entry(items: list[_Item], *, facts: bool) -> Entry:
    triples = tuple(item for item in items if isinstance(item, Triple))
    false = (item.triple for item in items if isinstance(item, _False))
    return Entry(
        triples=triples if facts else (),
        labels=tuple(item for item in items if isinstance(item, Label)),
        skipped=tuple(_naming.skips(items)),
        documents=0,
        negatives=(*(() if facts else triples), *false),
        unasked=tuple(_naming.elsewhere(items)),
    )


def _items(
    found: Iterator[Row | Skip], table: Table, layout: Layout, options: ReadOptions
) -> Iterator[_Item]:
    if layout.header:
        found = rows.after_first(found)
    if layout.edges:
        return edges.Edges(layout.edges, options).read(found, table.rows)
    if layout.names:
        return _labels(found, layout.names, options)
    return _triples(found, table, layout, options)


# ── Triples ─────────────────────────────────────────────────────────────────────────────────────
def _triples(
    found: Iterator[Row | Skip], table: Table, layout: Layout, options: ReadOptions
) -> Iterator[_Item]:
    first, second, third = layout.places
    wanted = max(layout.places) + 1
    node, predicate = cells.readers(options.base)
    spelt = Spelt(table, layout, node)
    for row in found:
        if isinstance(row, Skip):
            yield row
            continue
        where, parts = row
        if len(parts) < wanted:
            number = "three" if wanted == 3 else wanted
            yield Skip(f"fewer than {number} columns", where, triple=True)
        elif len(parts) != 3 and layout.whole and any(map(str.strip, parts[3:])):
            yield Skip("more than three columns", where, triple=True)
        elif any(parts[place].strip() in cells.MISSING for place in layout.places):
            yield Skip(cells.NOTHING, where, triple=True)
        elif layout.ids and not cells.are_ids(parts):
            yield Skip("not an id, as the first lines have them", where, triple=True)
        else:
            triple = Triple(node(parts[first]), predicate(parts[second]), node(parts[third]))
            item = _statement(triple, parts[third].strip(), where, options)
            yield _signed(item, layout.sign, parts, where)
            if isinstance(item, Triple):
                yield from spelt.labels((parts[first], parts[third]))
            if layout.ids and len(parts) > 3:
                yield from _qualifiers(parts, where)


def _signed(item: _Item, sign: Sign | None, parts: Sequence[str], where: str) -> _Item:
    """A statement, as false where its row says so; one of which it says neither is skipped."""
    if sign is None or not isinstance(item, Triple):
        return item
    true = sign.of(parts)
    if true is None:
        return Skip("neither true nor false", where, triple=True)
    return item if true else _False(item)


def _statement(triple: Triple, object: str, where: str, options: ReadOptions) -> _Item:
    """A triple, or the name that it gives in a language asked for, or why it is none."""
    if not (triple.subject and triple.predicate and triple.object):
        return Skip("empty cell", where, triple=True)
    if terms.is_literal(triple.subject) or terms.is_literal(triple.predicate):
        return Skip("literal as subject or predicate", where, triple=True)
    if triple.predicate in _naming.PREDICATES and not cells.is_id(object):
        literal = triple.object if terms.is_literal(triple.object) else terms.literal(object)
        return _name(triple, literal, where, options)
    return triple


def _name(triple: Triple, literal: str, where: str, options: ReadOptions) -> _Item:
    text = terms.parse_literal(literal)
    language = (text.language or options.untagged).lower()
    if not text.value:
        return Skip("an empty name", where, usual=True)
    if not language:
        return Skip(_naming.UNASKED, where, usual=True)
    kind = _naming.PREDICATES[triple.predicate]
    label = Label(terms.named(triple.subject), kind, text.value, language)
    return _naming.asked(label, where, options)


def _qualifiers(parts: Sequence[str], where: str) -> Iterator[Skip]:
    for _ in parts[3::2]:
        yield Skip("qualifier of a statement (the triple is kept)", where)


# ── Labels ──────────────────────────────────────────────────────────────────────────────────────
_Named = Label | Unasked | Skip


def _beside(path: Path, options: ReadOptions) -> Iterator[_Named]:
    """The labels of a file beside the triples: without a header the second column is the label."""
    if like := _foreign.markup(path):
        raise RefusedError(f"{path} looks like {like}", "no table, but JSON or XML")
    table = rows.opened(path, text=True)
    found = table.rows(f"{path.name}, ")
    headers.refuse_edges(table)
    if named := headers.beside(table):
        found = rows.after_first(found)
    return _labels(found, named or layouts.plain(), options)


def _labels(found: Iterator[Row | Skip], names: Names, options: ReadOptions) -> Iterator[_Named]:
    for row in found:
        if isinstance(row, Skip):
            yield row
        else:
            yield from _named(row, names, options)


def _named(row: Row, names: Names, options: ReadOptions) -> Iterator[_Named]:
    where, parts = row
    if len(parts) < max(2, names.key + 1):
        yield Skip("fewer than two columns", where)
    elif not (entity := terms.named(cells.term(parts[names.key].strip(), options.base))):
        yield Skip("empty cell", where)
    else:
        said = _language(parts, names) or options.untagged
        for place, kind, language in names.columns:
            text = parts[place].strip() if place < len(parts) else ""
            if text in cells.MISSING:
                yield Skip(cells.NOTHING, where)
            elif text and not terms.is_language(language or said):
                yield Skip("a name without a language tag", where)
            elif text:
                label = Label(entity, kind, text, language or said)
                yield _naming.asked(label, where, options)


def _language(parts: Sequence[str], names: Names) -> str:
    """The language that a row says its names are in; empty where it says none."""
    place = names.language
    said = parts[place].strip() if place is not None and place < len(parts) else ""
    return "" if said in cells.MISSING else said.replace("_", "-").lower()
