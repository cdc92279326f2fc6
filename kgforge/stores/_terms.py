"""How terms become the numbers of a graph's tables, and numbers terms again."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Final

from kgforge import terms

if TYPE_CHECKING:  # what mines by any engine imports this module
    from duckdb import DuckDBPyConnection

KNOWN: Final = 250_000
"""How many terms are kept at hand, with their numbers."""

_ABSENT: Final = 1 << 62
"""From here on terms are numbered that a graph lacks, literals downwards from its negative: no
graph has so many."""


class Terms:
    """The numbers of terms, and the terms of numbers, read from the table ``terms`` as needed."""

    def __init__(self, connection: "DuckDBPyConnection") -> None:
        self._connection = connection
        self._numbers: dict[str, int] = {}
        self._texts: dict[object, str] = {}
        self._next = count(_ABSENT)
        self._absent: dict[object, str] = {}
        """Terms that the graph lacks, by their numbers: a query may return its parameter."""

    def numbers(self, wanted: Collection[str]) -> Mapping[str, int]:
        """The number of each term; for one that the graph lacks one of its own, beyond all."""
        new = [term for term in set(wanted) if term not in self._numbers]
        if not new:
            return self._numbers
        if len(self._numbers) + len(new) > KNOWN:
            self._numbers.clear()
            new = list(set(wanted))
        for term, number in zip(new, self._next, strict=False):
            self._numbers[term] = -number if terms.is_literal(term) else number
        self._numbers.update(self._numbered(new))
        self._absent.update((self._numbers[term], term) for term in new if self.lacks(term))
        return self._numbers

    def lacks(self, term: str) -> bool:
        """Whether the graph lacks a term that was numbered."""
        return abs(self._numbers[term]) >= _ABSENT

    def texts(self, wanted: Collection[object]) -> Mapping[object, str]:
        """The terms of numbers; those that no term has are left out."""
        new = [number for number in wanted if number not in self._texts]
        if len(self._texts) + len(new) > KNOWN:
            self._texts.clear()
            new = list(wanted)
        if new:
            told: dict[object, str] = {
                number: value if number > 0 else literal(value, datatype, language)
                for number, value, datatype, language in self._told(new)
            }
            self._texts.update(told)
            self._know(told)
            known = (number for number in new if number not in self._texts)
            self._texts.update(
                (number, self._absent[number]) for number in known if number in self._absent
            )
        return self._texts

    def _know(self, told: Mapping[object, str]) -> None:
        """Keep the numbers of terms that were told: what a query returns, the next one asks of."""
        if len(self._numbers) + len(told) > KNOWN:
            self._numbers.clear()
        self._numbers.update((term, number) for number, term in told.items())  # type: ignore[misc]

    def _numbered(self, new: Sequence[str]) -> Iterable[tuple[str, int]]:
        """Those of some terms that the graph has, with their numbers."""
        parts = [_parted(terms.canonical(term)) for term in new]
        found = self._connection.execute(
            "SELECT asked.place, terms.id FROM terms JOIN (SELECT UNNEST(?::BIGINT[]) AS place, "
            "UNNEST(?::VARCHAR[]) AS kind, UNNEST(?::VARCHAR[]) AS value, "
            "UNNEST(?::VARCHAR[]) AS datatype, UNNEST(?::VARCHAR[]) AS language) AS asked "
            "USING (kind, value, datatype, language)",
            [list(range(len(new))), *([part[at] for part in parts] for at in range(4))],
        )
        return ((new[place], number) for place, number in found.fetchall())

    def _told(self, numbers: Sequence[object]) -> Iterable[tuple[int, str, str, str]]:
        """Those of some numbers that are a term's, with its value, datatype and language."""
        return self._connection.execute(
            "SELECT id, value, datatype, language FROM terms "
            "WHERE id IN (SELECT UNNEST(?::BIGINT[]))",
            [numbers],
        ).fetchall()


def _parted(term: str) -> tuple[str, str, str, str]:
    if not terms.is_literal(term):
        return "iri", term, "", ""
    found = terms.parse_literal(term)
    return "literal", found.value, found.datatype, found.language


def literal(value: str, datatype: str, language: str) -> str:
    """A literal of the columns of ``terms``."""
    return terms.literal(value, datatype=datatype, language=language)
