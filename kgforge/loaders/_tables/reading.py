"""A table's facts, verified negatives, and labels, streamed."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from msgspec import structs

from kgforge import cleaning, licences, terms
from kgforge.errors import RefusedError, SourceError
from kgforge.files import head
from kgforge.loaders import _foreign, _naming, _value_nodes, _wikibase, _years
from kgforge.loaders._naming import Kind, Unasked
from kgforge.loaders._tables import (
    cells,
    conceptnet,
    edges,
    headers,
    layouts,
    literals,
    numbered,
    plain,
    prefixes,
    published,
    quickstatements,
    remarks,
    results,
    rows,
    schemes,
    signs,
)
from kgforge.loaders._tables.labels import EndNames, Labels, Named
from kgforge.loaders._tables.layouts import Layout
from kgforge.loaders._tables.precedence import Remark
from kgforge.loaders._tables.rows import Row, Table
from kgforge.loaders._tables.schemes import Schemes, Seen
from kgforge.loaders._tables.signs import Denied, Sign
from kgforge.loaders._tables.spelt import Spelt
from kgforge.schema import Entry, Label, ReadOptions, Skip, Triple

_BATCH: Final = 1000
_HEADER: Final = "a first line that names columns (a file of labels)"
"""The reason for which it names no entity."""
_BARE: Final = "a row of label, name, alias or description: what names an id is no fact"
"""The reason for which a bare word is no predicate."""


_Item = Triple | Denied | Label | Unasked | Skip | str
"""What is found in a row; a text is a plain fact as a line of N-Triples."""


def is_table(path: Path) -> bool:
    """Whether a file is text in columns, or Parquet, and no RDF, JSON or XML."""
    if numbered.is_split(path) or numbered.is_names(path):
        return True
    try:
        table = rows.opened(path)
    except RefusedError:
        return False
    if table.is_parquet or table.results in {"json", "xml"}:
        return True
    return not any(map(_is_other, table.sample[:20]))


def licence(path: Path) -> str | None:
    """Return the licence that remarks before the first row state, as SPDX; None for none."""
    lines = head(path).decode(errors="replace").removeprefix("\ufeff").splitlines()
    before = itertools.takewhile(remarks.is_before_rows, lines)
    return licences.remarked("\n".join(before))


def _is_other(row: Sequence[str]) -> bool:
    """Whether a row begins as JSON or XML, or ends as a statement of RDF."""
    first, last = row[0].strip(), row[-1].rstrip()
    is_iri = first.startswith("<") and first.endswith(">") and "<" not in first[1:]
    return (first[:1] in {"{", "[", "<"} and not is_iri) or last == "." or last.endswith(" .")


def read(path: Path, options: ReadOptions) -> Iterator[Entry]:
    """The file's statements and labels, then the labels of the files beside it.

    Raises as ``written``.
    """
    for one in _found(path, options, quick=False):
        assert isinstance(one, Entry)
        yield one


def written(path: Path, options: ReadOptions) -> Iterator[Entry | bytes]:
    """As ``read``, plain facts as lines of N-Triples, some at once.

    The file is one document, a thousand items to an entry. Raises RefusedError where it is not
    known what the columns hold, SourceError for columns that are not there; a line that cannot be
    used is skipped.
    """
    yield from _found(path, options, quick=True)


def _found(path: Path, options: ReadOptions, *, quick: bool) -> Iterator[Entry | bytes]:
    if not terms.is_valid(options.base):
        raise SourceError(f"names cannot be appended to {options.base!r}, which is not an IRI")
    if numbered.is_names(path) and not numbered.is_split(path):  # which the splits read
        yield Entry()
        return
    table, layout, found = _opened(path, options)
    if not options.years and literals.are_of_yago(table.sample):
        options = structs.replace(options, years=_years.CONVENTIONS[0])
    facts = layout.holds != "negatives"
    unread, doubts = layouts.unread(table, layout), [*layouts.doubtful(table, layout)]
    places = (layout.names.key,) if layout.names else layout.places
    completing = prefixes.of_table(table, places)
    if completing:
        found = completing.rows(found)
        doubts += [completing.doubt] if completing.doubt else []
    is_apart = completing is not None and bool(completing.spaces)
    spaces = Schemes(options.base) if is_apart else _schemes(table, layout, options)
    if spaces:
        found, table = spaces.rows(found), spaces.table(table, header=layout.header)
    doubts += spaces.doubts
    if _has_times(table, layout):
        doubts.append(_value_nodes.NO_PRECISION)
    yield Entry(unread=tuple(unread), doubts=tuple(doubts))  # which counts the document, too
    said = _said(_items(found, table, layout, options, quick=quick), facts=facts)
    # Dates of KGTK are counted as in Wikidata's JSON, in one way alone.
    yield from said if layout.edges else _years.settled(said, options)
    yield from names(options, others=bool(spaces))


def _opened(path: Path, options: ReadOptions) -> tuple[Table, Layout, Iterator[Row | Skip]]:
    """Return a table, what it holds, and its rows."""
    if numbered.is_split(path):
        return numbered.table(path), Layout("facts", whole=True), numbered.rows(path)
    if strings := numbered.strings(path):
        return strings, Layout("labels", names=layouts.plain()), numbered.named(path)
    if like := _markup(path):
        raise RefusedError(f"{path} looks like {like}", "no table, but JSON or XML")
    table = rows.opened(path, options.delimiter, text=True)
    if form := published.form(table, options):
        layout = Layout("facts", known=True, ends=((3, 0),))
        if form.form.holds == "labels":
            layout = Layout("labels", names=published.NAMES)
        return form.turned(), layout, form.rows(table.rows())
    if not (options.columns or options.header) and quickstatements.are_commands(table.sample):
        layout = Layout("facts", known=True, edges=edges.Columns((0, 1, 2)))
        return table, layout, quickstatements.edges(table.rows())
    layout, found = layouts.layout(table, options), table.rows()
    if _is_of_service(table, layout):
        found = results.of_service(found, layout.places)
    if layout.precedence:
        found = layout.precedence.rows(found, table, header=layout.header)
    return table, layout, found


def _has_times(table: Table, layout: Layout) -> bool:
    """Return whether Wikidata states times in a table, of which the precision is not known."""
    if layout.names or layout.edges or not (table.results or _is_of_service(table, layout)):
        return False
    _, predicate, object = layout.places
    return any(
        terms.PREFIXES["wdt"] in row[predicate]
        and results.guessed(row[object]).endswith(f"^^<{terms.XSD}dateTime>")
        for row in table.sample
        if len(row) > max(layout.places)
    )


def _is_of_service(table: Table, layout: Layout) -> bool:
    """Return whether a table without types is a result of SPARQL, as of Wikidata's service."""
    if table.results or table.is_parquet or layout.names or layout.edges:
        return False
    return results.are_of_service(table.sample[int(layout.header) :], layout.places)


def _schemes(table: Table, layout: Layout, options: ReadOptions) -> Schemes:
    """Return which columns of a table hold ids that only look like Wikidata's."""
    sample = table.sample[int(layout.header) :]
    if layout.names:
        return schemes.of_labels(sample, layout.names.key, options.base, others=False)
    return schemes.of_facts(sample, layout.places, options.base, _keys(options))


def _keys(options: ReadOptions) -> Seen:
    """Return the ids that the files of labels beside a table name."""
    seen = Seen()
    for path in map(Path, options.labels):
        if path.is_file() and not _markup(path):
            table = rows.opened(path, text=True)
            named = headers.beside(table)
            key = named.key if named else 0
            for row in table.sample:
                if len(row) > key:
                    seen.add(row[key])
    return seen


def _said(items: Iterator[_Item], *, facts: bool) -> Iterator[Entry | bytes]:
    for batch in _batches(items):
        lines = [one for one in batch if isinstance(one, str)]
        if lines:
            yield "".join(lines).encode()
        if len(lines) < len(batch):
            yield _entry([one for one in batch if not isinstance(one, str)], facts=facts)


def names(options: ReadOptions, *, others: bool = False) -> Iterator[Entry]:
    """The labels of the files beside a table, a thousand to an entry.

    *others*: what in the facts looks like Wikidata's ids is of another scheme.
    """
    for file in options.labels:
        for batch in _batches(_beside(Path(file), options, others=others)):
            yield _entry(batch, facts=True)


def _batches(items: Iterator[_Item]) -> Iterator[list[_Item]]:
    while batch := list(islice(items, _BATCH)):
        yield batch


def _entry(items: list[_Item], *, facts: bool) -> Entry:
    triples = tuple(item for item in items if isinstance(item, Triple))
    false = (item.triple for item in items if isinstance(item, Denied))
    return Entry(
        triples=triples if facts else (),
        labels=tuple(item for item in items if isinstance(item, Label)),
        skipped=tuple(one for one in _naming.skips(items) if not isinstance(one, Remark)),
        documents=0,
        negatives=(*(() if facts else triples), *false),
        unasked=tuple(_naming.elsewhere(items)),
        remarks=tuple(item for item in items if isinstance(item, Remark)),
    )


def _items(
    found: Iterator[Row | Skip],
    table: Table,
    layout: Layout,
    options: ReadOptions,
    *,
    quick: bool,
) -> Iterator[_Item]:
    if layout.header:
        found = rows.after_first(found)
        if width := layouts.width(table, layout):
            found = rows.within(found, width)
    if layout.statuses:
        is_of_facts = layout.holds != "labels"
        found = signs.in_force(found, layout.statuses, table.path, facts=is_of_facts)
    if layout.edges:
        told = plain.edges if quick and layout.holds == "facts" and not layout.sign else None
        return edges.Edges(layout.edges, options, layout.sign, table.path).read(
            found, table.rows, told
        )
    if layout.names:
        sample = table.sample[int(layout.header) :]
        return Labels(sample, layout.names, options).read(found)
    return _triples(found, table, layout, options, quick=quick)


# ── Triples ─────────────────────────────────────────────────────────────────────────────────────
def _triples(
    found: Iterator[Row | Skip],
    table: Table,
    layout: Layout,
    options: ReadOptions,
    *,
    quick: bool,
) -> Iterator[_Item]:
    reader = _Statements(table, layout, options)
    line = None
    if quick:
        line = plain.facts(layout, reader.spelt, options, of_wikidata=reader.of_wikidata)
    for row in found:
        if isinstance(row, Skip):
            yield row
        elif line and (fact := line(row.cells)):
            yield fact
        elif reason := reader.fault(row.cells):
            yield Skip(reason, row.where, triple=True)
        else:
            yield from reader.read(row.cells, row.where)


class _Statements:
    """Reads the rows of a table of statements."""

    def __init__(self, table: Table, layout: Layout, options: ReadOptions) -> None:
        self._node, self._predicate = cells.readers(options.base)
        self._path = table.path
        self._layout = layout
        self._options = options
        self._missing = cells.marks(options)
        self._names = EndNames(layout.ends, options)
        place = layout.places[0]
        subjects = [
            row[place].strip() for row in table.sample[int(layout.header) :] if len(row) > place
        ]
        self._subjects = frozenset(subjects)
        self.of_wikidata = cells.are_of_wikidata(subjects)
        self._subjects_are_dates = _are_dates(table, layout.places[0])
        self._named, self._dated = _predicates_by_objects(table, layout)
        self._words = conceptnet.Words(self._node, options)
        self.spelt = Spelt(table, layout, self._node)

    def fault(self, row: Sequence[str]) -> str:
        """Return why a row says nothing; empty for one that does."""
        wanted = max(self._layout.places) + 1
        if len(row) < wanted:
            return f"fewer than {'three' if wanted == 3 else wanted} columns"
        if len(row) != 3 and self._layout.whole and any(map(str.strip, row[3:])):
            return "more than three columns"
        if reason := self._fault_of_ends([row[place] for place in self._layout.places]):
            return reason
        is_strange = self._layout.ids and not cells.are_ids(row) and not cells.naming_kind(row)
        return "not an id, as the first lines have them" if is_strange else ""

    def _fault_of_ends(self, ends: Sequence[str]) -> str:
        """Return why one of the cells that make a statement says nothing."""
        if any(cell.lstrip().startswith("<<") for cell in ends):
            return results.ABOUT_TRIPLE
        if reason := _lack(ends, self._missing):
            return reason
        if reason := next(filter(None, (literals.rewritten(cell).reason for cell in ends)), ""):
            return reason
        if reason := next(filter(None, map(cells.fault, map(str.strip, ends))), ""):
            return reason
        # What is a subject elsewhere is one name, however many lines it has.
        if cells.are_lines(ends[2].strip()) and ends[2].strip() not in self._subjects:
            return cells.LINES
        return cells.CHANGED if self._is_changed(ends) else ""

    def _is_changed(self, ends: Sequence[str]) -> bool:
        """Return whether a spreadsheet seems to have changed an end, among others that it kept."""
        subject, predicate, object = map(str.strip, ends)
        if cells.is_changed(subject) or cells.is_rounded(subject):
            return not self._subjects_are_dates
        if cells.is_changed(object):
            return predicate not in self._dated
        return predicate in self._named and cells.is_rounded(object)

    def read(self, row: Sequence[str], where: str) -> Iterator[_Item]:
        """Yield the statements of a row, and the names of their ends."""
        ends = [literals.rewritten(row[place]).cell for place in self._layout.places]
        subject, predicate, object = map(cells.raised, ends) if self.of_wikidata else ends
        if kind := cells.naming_kind((subject, predicate, object)):
            naming = subject, predicate, object
            yield from _naming_row(self._node(subject), kind, naming, where, self._options)
            return
        if conceptnet.is_link(predicate.strip()):
            yield Skip(conceptnet.LINK, where, triple=True, usual=True)
            return
        affirmed = conceptnet.affirmed(predicate.strip()) or signs.affirmed(predicate)
        predicate = affirmed or predicate
        pairs = _pairs(subject, object)
        read = (predicate, *itertools.chain.from_iterable(pairs))
        damaged = next((cell.strip() for cell in read if cells.is_damaged(cell)), "")
        if damaged:
            change = cleaning.difference(damaged, cells.plain(damaged))
            yield Skip(cleaning.MENDED, f"{where}: {change}", usual=True)
        if not pairs:
            yield Skip(cells.NESTED, where, triple=True)
        elif len(pairs) > 1:
            yield Skip(cells.LIST, where, usual=True)
        elif any(map(cells.may_be_names, pairs[0])):
            yield Skip(cells.SEMICOLONS, where, usual=True)
        elif cells.is_changed(object.strip()):
            yield Skip(cells.DAYS, where, usual=True)
        for first, second in pairs:
            triple = Triple(self._node(first), self._predicate(predicate), self._node(second))
            if results.is_unknown(triple.predicate, second.strip()):
                yield Skip(_wikibase.SOME_VALUE, where, triple=True, usual=True)
                continue
            item = _statement(triple, where)
            said = _signed(item, self._layout.sign, row, where, self._path)
            yield Denied(said) if affirmed and isinstance(said, Triple) else said
            if isinstance(item, Triple):
                yield from self._words.labels((first, predicate.strip(), second), where)
                if len(pairs) == 1:
                    yield from self._names.read(item, row, where)
                yield from self.spelt.labels((first, second))
        if self._layout.ids and len(row) > 3:
            yield from _qualifiers(row, where)


def _are_dates(table: Table, place: int) -> bool:
    """Return whether most cells of a column are days or months, or numbers, and meant to be."""
    found = [row[place].strip() for row in table.sample if len(row) > place]
    return 2 * sum(cells.is_changed(cell) or cells.is_rounded(cell) for cell in found) > len(found)


def _predicates_by_objects(table: Table, layout: Layout) -> tuple[frozenset[str], frozenset[str]]:
    """Return the predicates of which a quarter of the objects or more are no numbers, and those of
    which most are days without a year.
    """
    _, link, end = layout.places
    every: dict[str, list[str]] = {}
    for row in table.sample[int(layout.header) :]:
        if len(row) > max(link, end) and row[end].strip() and not cells.is_missing(row[end]):
            every.setdefault(row[link].strip(), []).append(row[end].strip())
    named = (
        name
        for name, found in every.items()
        if 4 * sum(map(cells.is_number, found)) <= 3 * len(found)
    )
    dated = (
        name for name, found in every.items() if 2 * sum(map(cells.is_changed, found)) > len(found)
    )
    return frozenset(named), frozenset(dated)


def _lack(ends: Iterable[str], missing: frozenset[str]) -> str:
    """Return the reason for which one of a row's ends is missing; empty where none is."""
    return next((reason for cell in ends if (reason := cells.lack(cell.strip(), missing))), "")


def _pairs(subject: str, object: str) -> list[tuple[str, str]]:
    """Return each subject of a row with each object: several where a cell holds a list."""
    if not (cells.may_be_list(subject) or cells.may_be_list(object)):
        return [(subject, object)]
    return [*itertools.product(cells.values(subject.strip()), cells.values(object.strip()))]


def _signed(item: _Item, sign: Sign | None, parts: Sequence[str], where: str, path: Path) -> _Item:
    """A statement, as false where its row says so; one of which it says neither is skipped."""
    if sign is None or not isinstance(item, Triple):
        return item
    true = sign.of(parts, f"{path}, {where}")
    if true is None:
        return Skip(signs.NEITHER, where, triple=True)
    return item if true else Denied(item)


def _statement(triple: Triple, where: str) -> Triple | Skip:
    """A triple, or why it is none."""
    if not (triple.subject and triple.predicate and triple.object):
        return Skip("empty cell", where, triple=True)
    if terms.is_literal(triple.subject) or terms.is_literal(triple.predicate):
        return Skip("literal as subject or predicate", where, triple=True)
    return triple


def _naming_row(
    entity: str, kind: Kind, row: tuple[str, str, str], where: str, options: ReadOptions
) -> Iterator[_Item]:
    """The name that a row gives in a language asked for, or why it is none."""
    if not entity or not row[2].strip():
        yield Skip("empty cell", where, triple=True)
    elif terms.is_literal(entity):
        yield Skip("literal as subject or predicate", where, triple=True)
    else:
        if not cells.iri(row[1].strip()):
            yield Skip(_BARE, where, usual=True)
        found = cells.spoken(row[2].strip()) or terms.Literal(row[2].strip())
        language = (found.language or options.untagged).lower()
        if not found.value:
            yield Skip("an empty name", where, usual=True)
        elif not language:
            yield Skip(_naming.UNASKED, where, usual=True)
        else:
            label = Label(terms.named(entity), kind, found.value, language)
            yield _naming.asked(label, where, options)


def _qualifiers(parts: Sequence[str], where: str) -> Iterator[Skip]:
    for _ in parts[3::2]:
        yield Skip("qualifier of a statement (the triple is kept)", where)


# ── Labels ──────────────────────────────────────────────────────────────────────────────────────
def _markup(path: Path) -> str:
    """Return what a file of JSON or XML looks like; empty for any other, and for results."""
    return "" if results.kind(head(path)) else _foreign.of_neo4j(path) or _foreign.markup(path)


def _beside(path: Path, options: ReadOptions, *, others: bool) -> Iterator[Named]:
    """The labels of a file beside the triples: without a header the second column is the label."""
    if like := _markup(path):
        raise RefusedError(f"{path} looks like {like}", "no table, but JSON or XML")
    table = rows.opened(path, text=True)
    found = table.rows(f"{path.name}, ")
    if form := published.form(table, ReadOptions()):
        if form.form.holds == "facts":
            table.refuse(f"facts ({form.form.name}), no names", "load it as a source")
        return Labels(form.turned().sample, published.NAMES, options).read(form.rows(found))
    headers.refuse_edges(table)
    if named := headers.beside(table):
        found = rows.after_first(found)
        places = {named.key, *(place for place, *_ in named.columns)}
        columns = [*map(headers.normal, table.sample[0])]
        statuses = signs.statuses(table, columns, places)
        found = signs.in_force(found, statuses, path, facts=False)
    else:
        headers.refuse_languages(table)
        if named := headers.in_other_words(table):
            found = _without_header(found)
    sample = table.sample[int(named is not None) :]
    of = named or layouts.plain()
    if spaces := schemes.of_labels(sample, of.key, options.base, others=others):
        found = spaces.rows(found)
    return Labels(sample, of, options).read(found)


def _without_header(found: Iterator[Row | Skip]) -> Iterator[Row | Skip]:
    """What is found, with a word in place of the first row."""
    for one in found:
        if isinstance(one, Row):
            yield Skip(_HEADER, one.where, usual=True)
            break
        yield one
    yield from found
