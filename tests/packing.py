"""Files packed as users have them."""

import bz2
import gzip
from collections.abc import Callable
from typing import Final

import zstandard

PACKERS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "": bytes,
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".zst": lambda data: zstandard.ZstdCompressor().compress(data),
}
"""How a file of each suffix is packed."""
