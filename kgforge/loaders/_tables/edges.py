"""Tables of KGTK: edges ``node1``, ``label``, ``node2``, and the values that stand in them.

Source: https://kgtk.readthedocs.io, *KGTK File Format*: strings in double quotes, strings of a
language in single ones (``'media'@en``), dates after ``^`` with Wikidata's precision (days before
1582 as Julian ones, as Wikidata has them), coordinates after ``@``, numbers, and quantities, whose
tolerance is left out: ``+8848[8847,8849]Q11573``.

An edge whose ``node1`` is the id of another one is a qualifier: an id as Wikidata's edges have
(``Q42-P69-Q691283-0``) wherever it stands, any other after its own edge, some 260,000 edges long.

Of statements with a rank only those of the best one are facts. It stands in a column (``rank`` or
``…;rank``), or is an edge of the same file, whose ``node1`` is the id of the statement: ``e1 rank
deprecated``. As ranks may stand behind what they rank, the file is read beforehand: once for the
ranks, and again for the statements that such edges prefer, if there are any. Kept are hashes, of
statements whose rank is not normal. The columns ``node1;label``, ``label;label`` and
``node2;label`` name the parts of their edge.
"""

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge import terms
from kgforge.loaders import _naming, _ranks
from kgforge.loaders._naming import KINDS, Kind, Unasked
from kgforge.loaders._tables import cells, signs
from kgforge.loaders._tables.labels import Recent
from kgforge.loaders._tables.rows import Row
from kgforge.loaders._tables.signs import Denied, Sign
from kgforge.loaders._wikidata import values
from kgforge.schema import Label, ReadOptions, Skip, Triple

_TEXT: Final = re.compile(r"'(?P<text>.*)'@(?P<language>[a-zA-Z]+)(?P<rest>-[\w-]+)?", re.S)
_DATE: Final = re.compile(
    r"\^(?P<time>(?P<sign>[+-]?)\d{1,16}-\d\d-\d\d)T(?P<clock>\d\d:\d\d(?::\d\d)?)Z?"
    r"(?:/(?P<precision>\d+))?"
)
_NUMERIC: Final = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
_NUMBER: Final = re.compile(_NUMERIC, re.A)
_SI: Final = r"(?:kg|mol|cd|ohms|Hz|lx|Wb|Pa|[msCKFMANVJHW])(?:-1|2|3)?"
_QUANTITY: Final = re.compile(
    rf"(?P<number>{_NUMERIC})(?:\[{_NUMERIC},{_NUMERIC}\])?(?P<unit>Q[1-9]\d*|{_SI}(?:[./]{_SI})*)?",
    re.A,
)
"""A number with its tolerance and its unit, an item of Wikidata or of the SI."""
_UNITS: Final = {
    "m": "Q11573", "kg": "Q11570", "s": "Q11574", "A": "Q25272", "K": "Q11579", "mol": "Q41509",
    "cd": "Q83216", "Hz": "Q39369", "N": "Q12438", "Pa": "Q44395", "J": "Q25269", "W": "Q25236",
    "V": "Q25250", "m2": "Q25343", "m3": "Q25517", "m/s": "Q182429",
}  # fmt: skip
"""The items of Wikidata for units of the SI, as units of its statements are."""
_COORDINATES: Final = re.compile(
    r"@(?P<latitude>[+-]?\d+(?:\.\d+)?)/(?P<longitude>[+-]?\d+(?:\.\d+)?)", re.A
)
_ONE: Final = "Q199"
"""The number one, which Wikidata gives as the unit of what has none."""
_OTHER: Final = re.compile(r"[\^@!']|[+-]?\.?\d")
"""How a value begins that is no symbol, and so no entity."""
_STATEMENT: Final = re.compile(r"(?:[PQ][1-9]\d*|L[1-9]\d*(?:-[FS][1-9]\d*)?)-P[1-9]\d*-.+", re.A)
"""The id of an edge of Wikidata: its subject, its property, and what tells it from others."""
_ESCAPED: Final = re.compile(r"\\+(['\"|\\])")
_PARTED: Final = re.compile(r"(?<!\\)\|")
"""What stands between several values of one cell."""
_WHOLE: Final = re.compile(rf"\"[^\"]*\"|{_TEXT.pattern}", re.S)
"""A string that is closed where it ends: elsewhere the bar was not escaped, and parts nothing."""
_RANK: Final = frozenset({"rank", "wikibase:rank"})
"""The labels of edges that say the rank of another one."""
_DAY: Final = 11

_BOOLEANS: Final = frozenset({"True", "False"})

_Item = Triple | Denied | Label | Unasked | Skip | str

ENDS: Final = ("node1", "label", "node2")
"""The columns that every table of KGTK has."""
_NO_VALUES: Final = frozenset({"novalue", "somevalue"})
"""How Wikidata says that there is no value, or that it is not known."""


class Columns(Struct, frozen=True):
    """Where the columns of a table of edges are."""

    ends: tuple[int, int, int]
    id: int | None = None
    rank: int | None = None
    names: tuple[tuple[int, int], ...] = ()
    """The places of names, each with the place (0, 1, 2) of what it names."""

    @property
    def read(self) -> frozenset[int]:
        """The columns that are not left alone."""
        single = {place for place in (self.id, self.rank) if place is not None}
        return frozenset({*self.ends, *single, *(place for place, _ in self.names)})


def columns(header: Sequence[str]) -> Columns | None:
    """The columns that a header names, in lower case; None for one that is not KGTK's."""
    if not set(header) >= set(ENDS):
        return None
    subject, label, value = map(header.index, ENDS)
    names = ((header.index(f"{end};label"), place) for place, end in enumerate(ENDS)
             if f"{end};label" in header)  # fmt: skip
    ranks = (place for place, name in enumerate(header) if name.rpartition(";")[2] == "rank")
    id = header.index("id") if "id" in header else None
    return Columns((subject, label, value), id, next(ranks, None), tuple(names))


class Edges:
    """Reads the edges of a table of KGTK."""

    def __init__(
        self, places: Columns, options: ReadOptions, sign: Sign | None, path: Path
    ) -> None:
        self._sign = sign
        self._path = path
        self._node, self._predicate = cells.readers(options.base)
        self._places = places
        self._missing = cells.marks(options)
        self._options = options
        self._ids = Recent()
        self._names = Recent()
        self._ranks: dict[int, str] = {}
        """By the hashes of edges' ids, the ranks that other edges say; without normal ones."""
        self._preferred: set[int] = set()
        """The hashes of the subjects and labels that have a preferred statement."""

    def read(
        self,
        found: Iterable[Row | Skip],
        again: Callable[[], Iterable[Row | Skip]],
        plain: "Callable[[Edges], Callable[[Sequence[str]], str] | None] | None" = None,
    ) -> Iterator[_Item]:
        """The facts and names of the rows that were *found*; *again* gives them once more.

        *plain* gives what tells the line of N-Triples of a row that is plain.
        """
        if self._places.rank is not None or self._places.id is not None:
            self._find_ranks(again())
        if "preferred" in self._ranks.values():
            self._find_preferred(again())
        line = plain and plain(self)
        for row in found:
            if isinstance(row, Skip):
                yield row
            elif line and (fact := line(row.cells)):
                yield fact
                self._end(row.cells)
            elif not self._is_whole(row.cells):
                reason = f"fewer than {max(self._places.ends) + 1} columns"
                yield Skip(reason, row.where, triple=True)
            else:
                yield from self._row(row.cells, row.where)

    def _find_ranks(self, rows: Iterable[Row | Skip]) -> None:
        """Find what edges say of others, and the preferred statements of a column of ranks."""
        column = self._places.rank
        for row in self._whole(rows):
            subject, label, value = self._ends(row)
            if column is not None and _plain_rank(_cell(row, column)) == "preferred":
                self._preferred.add(hash((subject, label)))
            if self._is_rank(label, value) and (rank := _plain_rank(value)) != "normal":
                self._ranks[hash(subject)] = rank

    def _find_preferred(self, rows: Iterable[Row | Skip]) -> None:
        """Find the statements that edges prefer, once the ranks are known."""
        for row in self._whole(rows):
            if self._rank(row) == "preferred":
                subject, label, _ = self._ends(row)
                self._preferred.add(hash((subject, label)))

    def _whole(self, rows: Iterable[Row | Skip]) -> Iterator[Sequence[str]]:
        return (one.cells for one in rows if isinstance(one, Row) and self._is_whole(one.cells))

    def _is_whole(self, row: Sequence[str]) -> bool:
        return len(row) > max(self._places.ends)

    def _row(self, row: Sequence[str], where: str) -> Iterator[_Item]:
        edges = list(itertools.product(*map(_parted, self._ends(row))))
        if len(edges) > 1:
            yield Skip(cells.LIST, where, usual=True)
        for subject, label, value in edges:
            item = self._edge(subject, label, value, where)
            if isinstance(item, Triple) and (reason := self._outranked(row)):
                yield Skip(reason, where, triple=True, usual=True)
            elif isinstance(item, Triple) and (said := self._denial(row, where)) is not False:
                yield Denied(item) if said else Skip(signs.NEITHER, where, triple=True)
            else:
                yield item
                if isinstance(item, Triple) and len(edges) == 1:
                    yield from self._naming(item, row, where)
        self._end(row)

    def _denial(self, row: Sequence[str], where: str) -> bool | None:
        """Return whether a row denies its statement; None where it leaves that open."""
        true = self._sign is None or self._sign.of(row, f"{self._path}, {where}")
        return None if true is None else not true

    def _end(self, row: Sequence[str]) -> None:
        if id := _cell(row, self._places.id):
            self._know(id)

    # ── Plain edges ─────────────────────────────────────────────────────────────────────────────
    @property
    def are_alike(self) -> bool:
        """Whether an edge is a fact by its ends alone: there are no ranks, and no names beside."""
        return self._places.rank is None and not self._ranks and not self._places.names

    @property
    def ends(self) -> tuple[int, int, int]:
        """Where the ends are."""
        return self._places.ends

    def subject(self, text: str) -> str:
        """The term of a subject that is an id, of which no edge's id is; empty for any other."""
        if "|" in text:
            return ""
        return self._node(text) if cells.is_id(text) and not _STATEMENT.fullmatch(text) else ""

    def predicate(self, text: str) -> str:
        """The term of a label that is an id, and so a property's; empty for any other."""
        is_property = cells.is_id(text) and text not in KINDS and text not in _RANK
        return self._predicate(text) if is_property else ""

    def value(self, text: str) -> str:
        """The term of a value; empty where it is none."""
        is_plain = "|" not in text and not _lack(self._missing, text)
        return self._object(text) if is_plain else ""

    def _ends(self, row: Sequence[str]) -> tuple[str, str, str]:
        subject, label, value = (row[place].strip() for place in self._places.ends)
        return subject, label, value

    def _outranked(self, row: Sequence[str]) -> str:
        """Why an edge's rank makes it no fact; empty for one that is."""
        if self._places.rank is None and not self._ranks:
            return ""
        subject, label, _ = self._ends(row)
        preferred = hash((subject, label)) in self._preferred
        return _ranks.left_out(self._rank(row), beside_preferred=preferred)

    def _rank(self, row: Sequence[str]) -> str:
        """An edge's rank, by another edge or else by its column."""
        id = _cell(row, self._places.id)
        by_edge = self._ranks.get(hash(id)) if id else None
        return by_edge or _plain_rank(_cell(row, self._places.rank))

    def _naming(
        self, edge: Triple, row: Sequence[str], where: str
    ) -> Iterator[Label | Unasked | Skip]:
        """The names of an edge's parts, each once among many edges."""
        parts = (terms.named(edge.subject), edge.predicate, terms.named(edge.object))
        for place, end in self._places.names:
            cell = _cell(row, place)
            if not cell or terms.is_literal(parts[end]) or (parts[end], cell) in self._names:
                continue
            self._names.add((parts[end], cell))
            for text in _PARTED.split(cell):
                yield self._label(parts[end], "label", text, where, self._options.untagged)

    def _know(self, id: str) -> None:
        """Remember an edge's id, unless it is a number or also an entity's."""
        if not _NUMBER.fullmatch(id) and not cells.is_id(id):
            self._ids.add(id)

    def _is_edge(self, node: str) -> bool:
        return node in self._ids or _STATEMENT.fullmatch(node) is not None

    def _is_rank(self, label: str, value: str) -> bool:
        """Whether an edge says the rank of another one, wherever that stands: in a known word."""
        return label in _RANK and self._places.id is not None and _plain_rank(value) in _ranks.KNOWN

    def _edge(
        self, subject: str, label: str, value: str, where: str
    ) -> Triple | Label | Unasked | Skip:
        """A fact, a name in a language asked for, or why it is neither."""
        if reason := _lack(self._missing, subject, label, value):
            return Skip(reason, where, triple=True)
        if self._is_edge(subject) or self._is_rank(label, value):
            return Skip("qualifier of a statement (KGTK)", where, triple=True)
        if kind := KINDS.get(label):
            return self._label(terms.named(self._node(subject)), kind, value, where)
        if cells.is_id(subject) and not cells.is_id(label):
            # Of things with ids only other ids are properties; the rest are KGTK's own figures.
            return Skip("a label of KGTK that is no property", where, triple=True)
        object = self._object(value)
        if not object:
            return Skip("a value of KGTK that is not read", where, triple=True)
        return Triple(self._node(subject), self._predicate(label), object)

    def _label(
        self, entity: str, kind: Kind, value: str, where: str, untagged: str = ""
    ) -> Label | Unasked | Skip:
        """A name in a language asked for; one without a language is *untagged*, if that is any."""
        found = _TEXT.fullmatch(value.strip())
        if not found and not untagged:
            return Skip("a name without a language", where)
        text = found["text"] if found else value.strip().removeprefix('"').removesuffix('"')
        language = (found["language"] + (found["rest"] or "")).lower() if found else untagged
        if not text.strip() or cells.is_missing(text, self._missing):
            return Skip("an empty name", where, usual=True)
        label = Label(entity, kind, _ESCAPED.sub(r"\1", text), language)
        return _naming.asked(label, where, self._options)

    def _object(self, value: str) -> str:
        """A value as a term; empty for one that is not read."""
        if found := _TEXT.fullmatch(value):
            language = found["language"] + (found["rest"] or "")
            return terms.literal(_ESCAPED.sub(r"\1", found["text"]), language=language)
        if value in _BOOLEANS:
            return terms.literal(value.lower(), datatype=terms.XSD + "boolean")
        if special := _special(value):
            return special
        if _NUMBER.fullmatch(value):
            return terms.literal(value, datatype=terms.XSD + _kind_of_number(value))
        if found := _QUANTITY.fullmatch(value):
            return _quantity(found["number"], found["unit"] or _ONE)
        return "" if _OTHER.match(value) else self._node(_unescaped(value))


def _parted(cell: str) -> list[str]:
    """Return the values of a cell, which KGTK parts by bars; a bar within one is escaped."""
    parts = [part.strip() for part in _PARTED.split(cell) if part.strip()] or [cell]
    are_texts = cell[:1] not in {"'", '"'} or all(map(_WHOLE.fullmatch, parts))
    return parts if are_texts else [cell]


def _unescaped(value: str) -> str:
    """Return a string in double quotes as N-Triples have it; any other value as it is."""
    if not (len(value) > 1 and value[0] == value[-1] == '"'):
        return value
    text = value.replace("\\|", "|")
    return text if cells.is_literal(text) else terms.literal(_ESCAPED.sub(r"\1", value[1:-1]))


def _plain_rank(said: str) -> str:
    """A rank as Wikidata's JSON has it; its RDF's words are read, too (``wikibase:NormalRank``)."""
    return re.split("[:#/]", said.strip('"<>').lower())[-1].removesuffix("rank") or "normal"


def _cell(row: Sequence[str], place: int | None) -> str:
    """A cell of a column that may not be there, or not in this row."""
    return row[place].strip() if place is not None and place < len(row) else ""


def _lack(missing: frozenset[str], *edge: str) -> str:
    """Why an edge says nothing; empty for one that does."""
    if not all(edge):
        return "empty cell"
    for node in (edge[0], edge[-1]):
        if node in _NO_VALUES:
            return node
    return next((reason for node in edge if (reason := cells.lack(node, missing))), "")


def _special(value: str) -> str:
    """Return the term of a date or of coordinates; empty for any other value."""
    if found := _DATE.fullmatch(value):
        return _time(found)
    place = _COORDINATES.fullmatch(value)
    return values.point(place["latitude"], place["longitude"]) if place else ""


def _time(found: re.Match[str]) -> str:
    """Return a time as Wikidata's JSON has it, 44 BC as -44; empty where it is none."""
    clock = found["clock"] if found["clock"].count(":") > 1 else f"{found['clock']}:00"
    sign = "" if found["sign"] else "+"
    try:
        return values.undated(f"{sign}{found['time']}T{clock}Z", int(found["precision"] or _DAY))
    except values.UnusableError:
        return ""


def _quantity(number: str, unit: str) -> str:
    """Return a quantity without its tolerance, its datatype the IRI of its unit if it has one.

    Empty where it is too large, or its unit is not known.
    """
    item = unit if unit.startswith("Q") else _UNITS.get(unit, "")
    try:
        value = values.shortest(number)
    except values.UnusableError:
        return ""
    if item == _ONE:
        return terms.literal(value, datatype=terms.XSD + "decimal")
    return terms.literal(value, datatype=terms.wikidata_entity(item)) if item else ""


def _kind_of_number(value: str) -> str:
    if "e" in value.lower():
        return "double"
    return "decimal" if "." in value else "integer"
