"""How much memory DuckDB may use: little at first, and more where that does not suffice."""

import errno
import os
from collections.abc import Callable
from typing import Final, TypeVar

import duckdb
from duckdb import DuckDBPyConnection

LEAST: Final = 384 << 20
"""Bytes that it may always use: enough to load ten million facts."""
_HELD: Final = {
    "allocator_flush_threshold": "8MB",
    "allocator_bulk_deallocation_flush_threshold": "32MB",
}
"""How much that it has freed it may keep from the system; by itself 128 and 512 MB."""
_FULL: Final = os.strerror(errno.ENOSPC)
"""What DuckDB says when it cannot write a temporary file for want of room on the disk."""
A_FACT: Final = 68
"""Bytes for each fact of a graph that is asked: of more than six million it gets more at once. Of
ten million, 600 MB suffice for all patterns; what ends for want of memory takes twice that."""
_UNITS: Final = ("bytes", "KiB", "MiB", "GiB", "TiB")
_T = TypeVar("_T")


class Memory:
    """The bound of one database. What does not fit DuckDB keeps in temporary files, if it can.

    Its own bound is most of the machine's memory, and it uses what it may.
    """

    def __init__(self, connection: DuckDBPyConnection) -> None:
        self._connection = connection
        found = connection.execute(
            "SELECT value FROM duckdb_settings() WHERE name = 'memory_limit'"
        ).fetchall()
        number, unit = str(found[0][0]).split()
        self._most = int(float(number) * 1024 ** _UNITS.index(unit))
        self._bound = 0
        self.allow(LEAST)
        for setting, size in _HELD.items():
            connection.execute(f"SET {setting} = '{size}'")

    def allow(self, size: int) -> None:
        """Let it use so many bytes at least, if it would by itself."""
        if size > self._bound:
            self._bound = min(size, self._most)
            self._connection.execute(f"SET memory_limit = '{self._bound >> 10}KiB'")

    def enough(self, work: Callable[[], _T]) -> _T:
        """The outcome of some work, done again with twice the memory as long as that is too little,
        and with all of it where the disk is full of temporary files.

        Raises duckdb.OutOfMemoryException, or duckdb.IOException for the disk, when all that there
        is does not suffice.
        """
        while True:
            try:
                return work()
            except (duckdb.OutOfMemoryException, duckdb.IOException) as error:
                is_disk = isinstance(error, duckdb.IOException)
                if self._bound >= self._most or (is_disk and _FULL not in str(error)):
                    raise
                self.allow(self._most if is_disk else 2 * self._bound)
