"""A file that a manifest names."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

Compression = Literal["gz", "zst"]
"""How files of items can be compressed, as their names end: gzip, Zstandard."""


class DataFile(Struct, frozen=True):
    """One file of a benchmark."""

    path: str
    """Relative to the benchmark's folder."""
    sha256: str
    lines: int
    """A file of items that would have none is not written."""
    compression: Compression | UnsetType = UNSET
    """How it is compressed. Its hash and its lines are then those of what it holds, for another
    version of a compressor gives other bytes. Absent: not at all."""

    @property
    def plain(self) -> str:
        """Its path without the suffix of its compression."""
        return self.path.removesuffix(f".{self.compression}") if self.compression else self.path
