"""A long result in slices that fit under a server's limit of rows, none lost and none twice.

Pages by OFFSET want an order, which ties leave open and which costs a sort for each page. Slices
are cut by a hash of the row instead: every row has one, whatever the order in which it comes.
"""

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Final

from kgforge.errors import StoreError

END: Final = 16**8
"""Hashes are told apart by their first eight digits."""

_PROLOGUE: Final = re.compile(
    r"(?:\s|\#[^\n]*(?:\n|\Z)|(?:PREFIX\s+[^\s:]*:|BASE)\s*<[^>]*>)*", re.I
)
_ROOM: Final = 0.9
"""How full slices are planned, since they are not equal."""

Slice = tuple[int, int]
"""The hashes from one up to before the other."""

ALL: Final[Slice] = (0, END)


def counted(text: str) -> str:
    """A query for the number of rows of a SELECT query, as ``?rows``."""
    prologue, select = _parted(text)
    return f"{prologue}SELECT (COUNT(*) AS ?rows) {{ {{ {select} }} }}"


def planned(rows: int, most: int) -> Iterator[Slice]:
    """Slices for so many rows, of which a server gives at most *most* at once."""
    return parts(ALL, int(rows / (most * _ROOM)) + 1)


def parts(slice: Slice, number: int) -> Iterator[Slice]:
    """A slice in equal parts. Raises StoreError for one too narrow: its rows are the same."""
    low, high = slice
    if high - low < number:
        raise StoreError("more identical rows than the server returns in one answer")
    ends = (low + (high - low) * part // number for part in range(number + 1))
    return itertools.pairwise(ends)


def sliced(text: str, columns: Sequence[str], slice: Slice) -> str:
    """A query for those rows of a SELECT query that are in a slice."""
    prologue, select = _parted(text)
    names = " ".join(f"?{name}" for name in columns)
    return f"{prologue}SELECT {names} {{ {{ {select} }} {within(slice, columns)} }}"


def within(slice: Slice, columns: Sequence[str]) -> str:
    """What binds a hash of a row's columns, and keeps the rows of a slice."""
    values = ', " ", '.join(f'COALESCE(STR(?{name}), "")' for name in columns)
    low, high = slice
    below = f' && ?hash__ < "{high:08x}"' if high < END else ""
    return f'BIND(MD5(CONCAT({values}, "")) AS ?hash__) FILTER(?hash__ >= "{low:08x}"{below})'


def _parted(text: str) -> tuple[str, str]:
    """A query's prologue, and the rest; a comment at its end must not swallow what follows."""
    found = _PROLOGUE.match(text)
    assert found is not None
    return found.group(), f"{text[found.end() :]}\n"
