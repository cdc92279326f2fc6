"""Which rows of one subject and predicate hold: by their rank, and by when they ended.

A column ``rank`` has Wikidata's words: deprecated statements are no facts, nor are normal ones
beside a preferred one. A column such as ``end_time`` or ``valid_to`` says when a fact ended. A fact
that ended is none beside one of the same subject and predicate without an end: Bonn was the capital
of Germany, and Berlin is. Where all facts have an end, they are kept, and that is said. Which day
is today is not asked, so that a table is read alike on every day.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from kgforge.loaders import _ranks
from kgforge.loaders._tables import cells, rows
from kgforge.loaders._tables.rows import Row, Table
from kgforge.schema import Skip

_RANK: Final = frozenset({"rank", "statement_rank", "wikibase_rank", "wikibase:rank"})
_UNTIL: Final = frozenset({
    "end_time", "endtime", "time_end", "end_date", "enddate", "date_end", "end_year", "endyear",
    "year_end", "end_timestamp", "valid_to", "validto", "valid_until", "valid_till",
    "valid_through", "valid_end", "date_to", "to_date", "year_to", "to_year", "until", "ended_at",
    "ended_on", "ended_in", "expires_at", "expires_on", "expired_at", "expired_on", "expiry_date",
    "expiration_date", "termination_date", "terminated_at", "terminated_on", "p582", "pq:p582",
    "enddatum", "bis_datum", "gültig_bis", "date_fin", "date_de_fin", "fecha_fin", "data_fine",
})  # fmt: skip
"""What columns are called that say when a fact ended; they may be called, too, …"""
_MAYBE_UNTIL: Final = frozenset({
    "end", "to", "till", "ended", "expired", "expires", "expiry", "bis", "fin", "hasta", "fine",
})  # fmt: skip
"""… these, if they have dates."""
_DATE: Final = re.compile(
    r"[\"+^-]{0,2}\d{4}[./-]\d{1,2}(?!\d).*|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}"
    r"|.*[^\W\d_]{3}.*(?<!\d)\d{4}|\d{1,2} .*(?<!\d)\d{4}|\"?\+?(?:1\d|20)\d\d\"?(?:\^\^.*)?",
    re.S,
)
"""A date or a year; the position of a character in a text is none."""
_OPEN: Final = re.compile(r"\D?(?:9999|2999|3000|2262|0000|0001)-.*|9999|.*9999")
"""A date that says that there is no end, as databases have them."""
_LASTING: Final = frozenset({
    "present", "now", "ongoing", "current", "today", "open", "heute", "aujourd'hui", "actualidad",
    "infinity", "inf", "novalue", "-1", "0",
})  # fmt: skip
ENDED: Final = "a fact that ended, by its column {}, beside one without an end"
"""The reason for which such a row is left out."""
PAST: Final = (
    "a fact with an end in the column {}, which is asked as any other (if not: delete its row)"
)
"""What is said of one that is kept."""
_MOST: Final = 1 << 20
"""Of so many subjects and predicates it is kept that they have a preferred or a lasting fact."""


class Remark(Skip, frozen=True):
    """What is said of a row that is kept."""


class Precedence(Struct, frozen=True):
    """The columns by which one row holds rather than another."""

    key: tuple[int, int]
    """The places of subject and predicate."""
    rank: int | None = None
    untils: tuple[tuple[int, str], ...] = ()
    """The places of the columns that say when a fact ended, with their names."""

    @property
    def read(self) -> frozenset[int]:
        """The columns that are not left alone."""
        ranks = () if self.rank is None else (self.rank,)
        return frozenset({*ranks, *(place for place, _ in self.untils)})

    def rows(
        self, found: Iterator[Row | Skip], table: Table, *, header: bool
    ) -> Iterator[Row | Skip]:
        """Yield what is found, with a word in place of each row that does not hold."""
        preferred, lasting = self._beside(table)
        for row in found:
            if header and isinstance(row, Row):  # which names the columns
                header = False
                yield row
            elif isinstance(row, Skip):
                yield row
            else:
                key = self._key(row.cells)
                reason = self._outranked(row.cells, beside_preferred=key in preferred)
                until = "" if reason else self._until(row.cells)
                if until and key in lasting:
                    reason = ENDED.format(until)
                if reason:
                    yield Skip(reason, row.where, triple=True, usual=True)
                else:
                    yield row
                    if until:
                        yield Remark(PAST.format(until), row.where)

    def _beside(self, table: Table) -> tuple[set[int], set[int]]:
        """Return the keys of preferred rows, and of those that have no end, by their hashes."""
        preferred: set[int] = set()
        lasting: set[int] = set()
        ended: set[int] = set()
        for row in rows.after_first(table.rows()):
            if isinstance(row, Row) and self._rank(row.cells) != "deprecated":
                key = self._key(row.cells)
                if self._rank(row.cells) == "preferred" and len(preferred) < _MOST:
                    preferred.add(key)
                of_key = ended if self._until(row.cells) else lasting
                if self.untils and len(of_key) < _MOST:
                    of_key.add(key)
        return preferred, lasting & ended

    def _key(self, row: Sequence[str]) -> int:
        return hash(tuple(row[place].strip() if place < len(row) else "" for place in self.key))

    def _rank(self, row: Sequence[str]) -> str:
        return _plain_rank(_cell(row, self.rank)) if self.rank is not None else ""

    def _outranked(self, row: Sequence[str], *, beside_preferred: bool) -> str:
        if self.rank is None:
            return ""
        return _ranks.left_out(self._rank(row), beside_preferred=beside_preferred)

    def _until(self, row: Sequence[str]) -> str:
        """Return the name of the column that says when a row ended; empty where none does."""
        return next((name for place, name in self.untils if _is_end(_cell(row, place))), "")


def of_table(table: Table, names: Sequence[str], places: Sequence[int]) -> Precedence | None:
    """Return the columns of a header by which rows hold; None where there are none."""
    shown = table.sample[0]
    rank = None
    untils = []
    for place, name in enumerate(names):
        texts = [text for row in table.sample[1:] if (text := _cell(row, place))]
        if place in places:
            continue
        if name in _RANK and any(_plain_rank(text) in _ranks.KNOWN for text in texts):
            rank = place
        elif (name in _UNTIL or name in _MAYBE_UNTIL) and _are_ends(texts):
            untils.append((place, shown[place].strip()))
    if rank is None and not untils:
        return None
    return Precedence((places[0], places[1]), rank, tuple(untils))


def _are_ends(texts: Sequence[str]) -> bool:
    """Return whether most cells that say something are dates."""
    said = [text for text in texts if not _is_open(text)]
    return bool(said) and 2 * sum(map(_is_end, said)) > len(said)


def _is_end(text: str) -> bool:
    """Return whether a cell says when something ended.

    >>> [_is_end(text) for text in ("1990-10-03", "03.10.1990", "3 October 1990", "1990")]
    [True, True, True, True]
    >>> [_is_end(text) for text in ("", "9999-12-31", "present", "17", "true")]
    [False, False, False, False, False]
    """
    return not _is_open(text) and _DATE.fullmatch(text) is not None


def _is_open(text: str) -> bool:
    return (
        not text
        or text.lower() in _LASTING
        or cells.is_missing(text)
        or _OPEN.fullmatch(text) is not None
    )


def _plain_rank(said: str) -> str:
    """Return a rank as Wikidata's JSON has it, of any spelling (``wikibase:NormalRank``)."""
    return re.split("[:#/]", said.strip('"<>').lower())[-1].removesuffix("rank") or "normal"


def _cell(row: Sequence[str], place: int | None) -> str:
    return row[place].strip() if place is not None and place < len(row) else ""
