"""Whose ids a column holds: among accessions of UniProt, ``P38398`` is no property of Wikidata's.

Ids of one column are of one scheme; in a column of objects, those of one predicate. ``P04637`` and
``Q9NZQ7`` are no ids of Wikidata's, so that ``P38398`` beside them is none; among codes of diseases
(``I10``, ``E11.9``) neither is ``Q90``. What is none is a name, as the others are.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct, structs

from kgforge.loaders._tables.rows import Row, Table
from kgforge.schema import Skip

_WIKIDATA: Final = re.compile(r"[PQ][1-9]\d*", re.A)
_ACCESSION: Final = re.compile(r"[OPQ]\d[A-Z\d]{3}\d|[A-NR-Z]\d(?:[A-Z][A-Z\d]{2}\d){1,2}", re.A)
"""An accession of UniProt. Source: https://www.uniprot.org/help/accession_numbers."""
_CODE: Final = re.compile(r"[A-Z]\d[A-Z\d]*(?:[.-][A-Z\d]+)*", re.A)
_UNUSED: Final = re.compile(r"P[2-9]\d{4}", re.A)
"""Numbers that no property of Wikidata's has (in 2026 there are some 14,000)."""
_PARTS: Final = re.compile(r"([|;,]\s*)")
"""What stands between ids in a cell that holds several."""


class Seen:
    """The ids of a column, or of some of its rows."""

    def __init__(self, cells: Iterable[str] = ()) -> None:
        self.alike: set[str] = set()
        """Those that Wikidata may have."""
        self.others: set[str] = set()
        """Other codes."""
        for cell in cells:
            self.add(cell)

    def add(self, cell: str) -> None:
        """Look at a cell, which may hold several ids."""
        for text in map(str.strip, _PARTS.split(cell)[::2]):
            if _WIKIDATA.fullmatch(text):
                self.alike.add(text)
            elif _CODE.fullmatch(text):
                self.others.add(text)

    @property
    def may_be_accessions(self) -> bool:
        """Whether all ids that Wikidata may have may be accessions of UniProt, too."""
        return bool(self.alike) and all(map(_ACCESSION.fullmatch, self.alike))

    @property
    def has_accessions(self) -> bool:
        """Whether there are accessions of UniProt that are no ids of Wikidata's."""
        return any(map(_ACCESSION.fullmatch, self.others))

    @property
    def are_others(self) -> bool | None:
        """Whether these are ids of another scheme than Wikidata's; None where nothing tells."""
        if len(self.others) > len(self.alike):
            return True
        if self.may_be_accessions:
            unused = all(map(_UNUSED.fullmatch, self.alike))
            return True if self.has_accessions or unused else None
        return False if self.alike else None

    def are_others_beside(self, *beside: "Seen") -> bool:
        """Whether these are ids of another scheme, by themselves or as accessions beside others."""
        if self.are_others is None and self.may_be_accessions:
            return any(seen.are_others and seen.has_accessions for seen in beside)
        return bool(self.are_others and self.alike)


class Schemes(Struct, frozen=True):
    """Which columns of a table hold ids of another scheme than Wikidata's."""

    base: str
    """What is put before them."""
    columns: frozenset[int] = frozenset()
    """The places of such columns."""
    predicates: tuple[int, int, frozenset[str]] = (0, 0, frozenset())
    """The places of objects and predicates, and the predicates of such objects."""
    doubts: tuple[str, ...] = ()
    """What is said of them."""

    def __bool__(self) -> bool:
        return bool(self.columns or self.predicates[2])

    def renamed(self, row: Sequence[str]) -> Sequence[str]:
        """Return a row whose ids of another scheme can be taken for none of Wikidata's."""
        cells = list(row)
        for place in self.columns:
            if place < len(cells):
                cells[place] = self._renamed(cells[place])
        value, predicate, predicates = self.predicates
        if max(value, predicate) < len(cells) and cells[predicate].strip() in predicates:
            cells[value] = self._renamed(cells[value])
        return cells

    def _renamed(self, cell: str) -> str:
        parts = _PARTS.split(cell.strip())
        if not all(_CODE.fullmatch(part.strip()) for part in parts[::2]):
            return cell
        if len(parts) == 1 and not _WIKIDATA.fullmatch(cell.strip()):
            return cell
        return "".join(
            part if place % 2 else self.base + part.strip() for place, part in enumerate(parts)
        )

    def rows(self, found: Iterable[Row | Skip]) -> Iterator[Row | Skip]:
        """Rename the rows that are found."""
        for row in found:
            yield row if isinstance(row, Skip) else Row(row.where, [*self.renamed(row.cells)])

    def table(self, table: Table, *, header: bool) -> Table:
        """Return a table with its first rows renamed."""
        first = table.sample[: int(header)]
        rest = tuple(tuple(self.renamed(row)) for row in table.sample[int(header) :])
        return structs.replace(table, sample=first + rest)


def of_facts(
    rows: Sequence[Sequence[str]], places: tuple[int, int, int], base: str, keys: Seen
) -> Schemes:
    """Return the schemes of a table's ends; *keys* are those of the labels beside it."""
    rows = [row for row in rows if len(row) > max(places)]
    subject, predicate, value = places
    subjects, values = (Seen(row[place] for row in rows) for place in (subject, value))
    by_predicate: dict[str, Seen] = {}
    for row in rows:
        by_predicate.setdefault(row[predicate].strip(), Seen()).add(row[value])
    are_others = subjects.are_others_beside(keys, values)
    beside = () if subjects.alike and not are_others else (subjects, values, keys)
    others = {name for name, seen in by_predicate.items() if seen.are_others_beside(*beside)}
    columns = {subject} if are_others else set()
    if are_others and values.alike and len(others) == len(by_predicate):
        columns.add(value)  # also where a predicate is in later rows alone
    doubts = (
        *_said(subjects, "subjects", are_others=are_others),
        *_said(values, "objects", are_others=bool(others)),
    )
    return Schemes(base, frozenset(columns), (value, predicate, frozenset(others)), doubts)


def of_labels(rows: Sequence[Sequence[str]], key: int, base: str, *, others: bool) -> Schemes:
    """Return the scheme of what a table names; *others*: that of the facts, where nothing tells."""
    seen = Seen(row[key] for row in rows if len(row) > key)
    adopted = others and seen.are_others is not False and seen.may_be_accessions
    told = bool(seen.others) and seen.are_others_beside()
    return Schemes(base, frozenset({key} if adopted or told else ()))


def _said(seen: Seen, ends: str, *, are_others: bool) -> Iterator[str]:
    """What a user is told of a column with ids that Wikidata may have, and others."""
    if not seen.alike:
        return
    first = min(seen.alike)
    if are_others:
        beside = f", as {min(seen.others)} is" if seen.others else ""
        yield (
            f"{ends} such as {first} were read as names{beside}, not as Wikidata's ids (if they "
            f"are: wd:{first})"
        )
    elif strange := [code for code in seen.others if ends == "subjects" or code[0] in "PQ"]:
        yield (
            f"{ends} such as {first} were read as Wikidata's ids, but {min(strange)} is none and "
            f"was read as a name (if {first} is none either, give both a prefix)"
        )
