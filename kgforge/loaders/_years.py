"""Years before Christ in dates of XML Schema, which has counted them in two ways.

Its version 1.0 has no year 0, so that ``-0044`` is 44 BC; version 1.1, as ISO 8601, has one, and 44
BC is ``-0043`` there. A graph counts with a year 0. Which namespaces follow 1.0 is data:
``ontologies/calendars.tsv``. A year 0000 shows that a file follows 1.1, wherever it stands, so that
such dates are given out last.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from kgforge import calendars, terms
from kgforge.schema import Entry, ReadOptions, Skip, Triple

_OLD: Final = "xsd1.0"
_NEW: Final = "xsd1.1"
CONVENTIONS: Final = (_OLD, _NEW)
_READ: Final = {
    _OLD: "a year before Christ, read by XSD 1.0: -0044 is 44 BC (if not: --years xsd1.1)",
    _NEW: "a year before Christ, read by XSD 1.1: -0043 is 44 BC (if not: --years xsd1.0)",
}
_NO_YEAR: Final = "a date in the year 0, which XSD 1.0 does not have"
_NAMES: Final = "|".join(("date", "dateTime", "dateTimeStamp", "gYear", "gYearMonth"))
_BEFORE: Final = re.compile(
    rf'"(?P<sign>-?)(?P<year>\d{{1,12}})(?P<rest>.*\^\^<{terms.XSD}(?:{_NAMES})>)'
)
_BEGINNINGS: Final = ('"-', '"0000')
_KEPT: Final = 1 << 18
"""So many dates are kept until the file ends."""


def settled(found: Iterable[Entry | bytes], options: ReadOptions) -> Iterator[Entry | bytes]:
    """Yield entries with their dates before Christ as a graph has them; lines stay as they are."""
    years = _Years(options)
    for entry in found:
        yield years.entry(entry) if isinstance(entry, Entry) else entry
    yield from years.kept()


def entries(found: Iterable[Entry], options: ReadOptions) -> Iterator[Entry]:
    """As ``settled``, of entries alone."""
    for entry in settled(found, options):
        assert isinstance(entry, Entry)
        yield entry


def is_before(term: str) -> bool:
    """Say whether a term is a date in a year before the year 1.

    >>> is_before('"-0044"^^<http://www.w3.org/2001/XMLSchema#gYear>'), is_before('"-0044"')
    (True, False)
    """
    return term.startswith(_BEGINNINGS) and _parts(term) is not None


def _parts(term: str) -> re.Match[str] | None:
    found = _BEFORE.fullmatch(term)
    return found if found and (found["sign"] or not int(found["year"])) else None


def _is_old(triple: Triple) -> bool:
    habit = calendars.of(triple.subject) or calendars.of(triple.predicate)
    return habit is not None and habit.years == _OLD


class _Years:
    """Reads the dates before Christ of one file."""

    def __init__(self, options: ReadOptions) -> None:
        self._asked = options.years
        self._waits = not options.years and options.limit is None
        self._has_year_0 = False
        """Whether a statement of a namespace that follows XSD 1.0 has a year 0 none the less."""
        self._kept: list[tuple[Triple, bool]] = []
        """Statements, and whether they are verified as false."""

    def entry(self, entry: Entry) -> Entry:
        """Return an entry without the dates that wait until the file ends, others converted."""
        every = (*entry.triples, *entry.negatives)
        before = [triple for triple in every if is_before(triple.object)]
        if not before:
            return entry
        self._look(before)
        if self._waits and not entry.sentences and len(self._kept) < _KEPT:
            self._kept += ((one, False) for one in entry.triples if is_before(one.object))
            self._kept += ((one, True) for one in entry.negatives if is_before(one.object))
            waiting = frozenset(before)
            return msgspec.structs.replace(
                entry,
                triples=tuple(one for one in entry.triples if one not in waiting),
                negatives=tuple(one for one in entry.negatives if one not in waiting),
            )
        return self._converted(entry)

    def kept(self) -> Iterator[Entry]:
        """Yield the dates that waited."""
        if self._kept:
            triples = tuple(triple for triple, is_false in self._kept if not is_false)
            false = tuple(triple for triple, is_false in self._kept if is_false)
            yield self._converted(Entry(triples, negatives=false, documents=0))

    def _look(self, before: Iterable[Triple]) -> None:
        for triple in before:
            found = _parts(triple.object)
            if found and not int(found["year"]) and _is_old(triple):
                self._has_year_0 = True

    def _converted(self, entry: Entry) -> Entry:
        known = {
            triple: self._convert(triple)
            for triple in (*entry.triples, *entry.negatives)
            if is_before(triple.object)
        }
        remarks = tuple(
            Skip(_READ[self._convention(triple)], f"{triple.subject} {triple.predicate}")
            for triple in (*entry.triples, *entry.negatives)
            if known.get(triple)
        )
        skipped = tuple(
            Skip(_NO_YEAR, f"{triple.subject} {triple.predicate}", triple=True)
            for triple in (*entry.triples, *entry.negatives)
            if triple in known and known[triple] is None
        )
        sentences = tuple(
            msgspec.structs.replace(
                sentence,
                mentions=tuple(
                    msgspec.structs.replace(mention, fact=fact)
                    for mention in sentence.mentions
                    if (fact := known.get(mention.fact, mention.fact))
                ),
            )
            for sentence in entry.sentences
        )
        return msgspec.structs.replace(
            entry,
            triples=tuple(new for old in entry.triples if (new := known.get(old, old))),
            negatives=tuple(new for old in entry.negatives if (new := known.get(old, old))),
            sentences=sentences,
            skipped=(*entry.skipped, *skipped),
            remarks=(*entry.remarks, *remarks),
        )

    def _convention(self, triple: Triple) -> str:
        if self._asked:
            return self._asked
        return _OLD if _is_old(triple) and not self._has_year_0 else _NEW

    def _convert(self, triple: Triple) -> Triple | None:
        """Return a statement whose year is counted with a year 0; None where there is no such."""
        found = _parts(triple.object)
        assert found is not None
        year = int(found["year"])
        if self._convention(triple) == _OLD:
            if not year:
                return None
            year -= 1
        sign = "-" if year else ""
        return Triple(triple.subject, triple.predicate, f'"{sign}{year:04}{found["rest"]}')
