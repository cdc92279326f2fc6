"""A file that a manifest names."""

from msgspec import Struct


class DataFile(Struct, frozen=True):
    """One file of a benchmark."""

    path: str
    """Relative to the benchmark's folder."""
    sha256: str
    lines: int
