"""Bytes that come in chunks, as a file: an engine's parser reads them while they come."""

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


class Chunks(io.RawIOBase):
    """The chunks of an iterator, one after another."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = filter(None, chunks)
        self._left = memoryview(b"")

    def readable(self) -> bool:
        """Yes."""
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        """Read what has come, at least one byte unless all has been read."""
        self._left = self._left or memoryview(next(self._chunks, b""))
        target = memoryview(buffer)
        some = self._left[: target.nbytes]
        target[: len(some)] = some
        self._left = self._left[len(some) :]
        return len(some)
