"""Pools for which memory has no room: in a temporary file, so that the graph is not asked again."""

import sqlite3
import weakref
from typing import Final

import msgspec
from msgspec import Struct

from kgforge.benchmark.members import Member, Pool
from kgforge.errors import OutputError
from kgforge.schema import Named


class _Row(Struct, frozen=True, array_like=True):
    """A member, its classes by their place in the list of all."""

    named: Named
    label: str
    forms: tuple[str, ...]
    classes: int
    popularity: int


class _Written(Struct, frozen=True, array_like=True):
    """A pool: few of its members' sets of classes differ, and each is written once."""

    classes: tuple[frozenset[str], ...]
    members: tuple[_Row, ...]


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(_Written)


class Overflow:
    """Keeps pools by number. Raises OutputError where the disk has no room for them."""

    def __init__(self) -> None:
        # A file without a name, which goes with its connection; some of it is in memory.
        self._base = sqlite3.connect("", isolation_level=None)
        weakref.finalize(self, self._base.close)
        self._base.execute("CREATE TABLE pools (number INTEGER PRIMARY KEY, written BLOB)")

    def put(self, number: int, pool: Pool) -> None:
        """Keep a pool, unless it is kept."""
        if self._base.execute("SELECT 1 FROM pools WHERE number = ?", (number,)).fetchone():
            return
        try:
            self._base.execute("INSERT INTO pools VALUES (?, ?)", (number, _written(pool)))
        except sqlite3.OperationalError as error:
            raise OutputError(f"cannot write a temporary file: {error}") from error

    def get(self, number: int) -> Pool | None:
        """A pool as it was kept; None where it is not."""
        asked = "SELECT written FROM pools WHERE number = ?"
        found = self._base.execute(asked, (number,)).fetchone()
        return _read(found[0]) if found else None


def _written(pool: Pool) -> bytes:
    classes: dict[frozenset[str], int] = {}
    rows = tuple(
        _Row(
            one.named,
            one.label,
            one.forms,
            classes.setdefault(one.classes, len(classes)),
            one.popularity,
        )
        for one in pool.members
    )
    return _ENCODER.encode(_Written(tuple(classes), rows))


def _read(written: bytes) -> Pool:
    found = _DECODER.decode(written)
    return Pool(
        Member(one.named, one.label, one.forms, found.classes[one.classes], one.popularity)
        for one in found.members
    )
