"""Terms' numbers in Spark's tables: hashes, so that no join is needed to number a fact.

A term's number is 62 bits of XXH64 of the term as N-Triples writes it, negative for a literal. Two
terms may have one hash: among a billion some do with a chance of one in ten. Then one of them
has another hash, that of its *next level*. So a term whose number is another's is looked for on the
next level, until it is found or nothing is there.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

import xxhash
from duckdb import DuckDBPyConnection

from kgforge import terms
from kgforge.patterns import sql_text
from kgforge.stores import _terms
from kgforge.stores._terms import Terms

BITS: Final = 62
"""Of a hash, so that each number is below those that stand for terms that a graph lacks."""
_SEED: Final = 42
"""That of Spark's function ``xxhash64``."""
_FEW: Final = 2_000
"""Up to so many numbers are written into a query, by which DuckDB leaves out whole row groups."""

Held = Callable[[Collection[int]], Iterable[tuple[int, str]]]
"""Gives those of some numbers that are a term's, each with its term as N-Triples writes it."""


def number(text: str, level: int = 0, bits: int = BITS) -> int:
    """The number of a term, as N-Triples writes it, on a level; *bits* are those of the first."""
    said = f"{text}\n{level}" if level else text
    hashed = xxhash.xxh64_intdigest(said.encode(), _SEED) >> (64 - min(bits + level, BITS))
    return max(1, hashed) * (1 if text.startswith("<") else -1)


def in_sql(column: str, moved: Mapping[str, int], bits: int = BITS) -> str:
    """The number of a column's term in Spark's SQL; *moved* are terms of another level."""
    first = (
        f"GREATEST(1, SHIFTRIGHTUNSIGNED(XXHASH64({column}), {64 - bits})) * "
        f"CASE WHEN STARTSWITH({column}, '<') THEN 1 ELSE -1 END"
    )
    if not moved:
        return first
    others = ", ".join(f"{sql_text(text)}, {id}L" for text, id in moved.items())
    return f"COALESCE(TRY_ELEMENT_AT(MAP({others}), {column}), {first})"


def places(
    texts: Iterable[str], held: Held, level: int = 0, bits: int = BITS
) -> Iterator[tuple[str, int, bool]]:
    """Each term with its number from a level on, and whether the term is held there already.

    A term that is not held has the first number that no other term has.
    """
    given: dict[int, str] = {}
    waiting = sorted(texts)
    while waiting:
        numbers = [number(text, level, bits) for text in waiting]
        there = dict(held(numbers))
        others = []
        for text, id in zip(waiting, numbers, strict=True):
            if (there.get(id) or given.setdefault(id, text)) == text:
                yield text, id, id in there
            else:
                others.append(text)
        waiting, level = others, level + 1


class HashedTerms(Terms):
    """The numbers of terms, and the terms of numbers, in Parquet that is sorted by number."""

    bits: int = BITS
    """Those of a hash of the first level."""

    def _numbered(self, new: Sequence[str]) -> Iterable[tuple[str, int]]:
        written: dict[str, list[str]] = {}
        for term in new:
            with suppress(ValueError):  # what is no term is in no graph
                written.setdefault(terms.ntriples(terms.canonical(term)), []).append(term)
        found = places(written, self._held, bits=self.bits)
        return ((term, id) for text, id, is_there in found if is_there for term in written[text])

    def _held(self, numbers: Collection[int]) -> Iterator[tuple[int, str]]:
        return (
            (id, f"<{value}>" if id > 0 else _terms.literal(value, datatype, language))
            for id, value, datatype, language in self._told(list(numbers))
        )

    def _told(self, numbers: Sequence[object]) -> Iterable[tuple[int, str, str, str]]:
        if len(numbers) > _FEW:
            return super()._told(numbers)
        return self._connection.execute(
            "SELECT id, value, datatype, language FROM terms "
            f"WHERE id IN ({', '.join(map(str, numbers)) or 'NULL'})"
        ).fetchall()

    def are_there(self) -> bool:
        """Whether the graph's numbers are such hashes, which those of version 0.8 are not."""
        found = self._connection.execute("SELECT id FROM terms LIMIT 1").fetchall()
        texts = [text for id, text in self._held([id for (id,) in found])]
        return all(is_there for _, _, is_there in places(texts, self._held, bits=self.bits))


def known(connection: DuckDBPyConnection) -> Terms:
    """The terms of a graph, by whatever numbers it has."""
    hashed = HashedTerms(connection)
    return hashed if hashed.are_there() else Terms(connection)
