"""Compressed files: told by their content, read to their end, and bounded in what they may become.

Half a megabyte of gzip can hold 500 MB, and so few bytes of bzip2 or Zstandard far more. What has
grown large, and is so many times its compressed bytes as no data is, is refused, and is not written
either. What is written has no time and no name in it: one version of a compressor gives the same
bytes for the same content.
"""

import bz2
import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import IO, Any, Final

from kgforge.errors import OutputError, SourceError

COMPRESSED: Final = (".gz", ".bz2", ".zst")
"""Suffixes that are read through a decompressor, as is what begins like one of them."""
BROKEN: Final = (EOFError, zlib.error, gzip.BadGzipFile)
"""What decompressors raise for a file that is cut or damaged, beside OSError without a number."""

_MAGIC: Final = {
    b"\x1f\x8b\x08": ".gz",
    b"\x28\xb5\x2f\xfd": ".zst",
    **{b"BZh%d" % level + block: ".bz2" for level in range(1, 10) for block in (b"1AY", b"\x17rE")},
}
"""How a compressed file begins; no text does."""
_LARGE: Final = 64 << 20
MOST: Final = 500
"""A file that became larger than so many bytes may be so many times its compressed ones."""
LEVELS: Final = {".gz": 6, ".zst": 12}
"""How hard files are compressed: of items, higher levels save a tenth or less, and take several
times as long (``python -m benchmarks.compact``)."""


def told(raw: io.BufferedReader, path: Path) -> str:
    """The suffix of the compression of a file that *raw* reads; empty for a plain one."""
    if path.suffix in COMPRESSED:
        return path.suffix
    start = raw.peek(8)[:8]
    return next((suffix for magic, suffix in _MAGIC.items() if start.startswith(magic)), "")


def unpacked(raw: io.BufferedReader, path: Path) -> io.BufferedReader:
    """The content of the file at *path*, which *raw* reads."""
    found: Any
    match told(raw, path):
        case ".gz":
            found = gzip.GzipFile(fileobj=raw)
        case ".bz2":
            found = bz2.BZ2File(raw)
        case ".zst":
            found = _Zstandard(raw)
        case _:
            return raw
    return io.BufferedReader(_Bounded(found, raw, path), 1 << 16)


@contextmanager
def packing(path: Path) -> Iterator[IO[bytes]]:
    """Write a new file, compressed as its suffix says; without such a suffix it is plain."""
    stream: Any
    with path.open("wb") as raw:
        match path.suffix:
            case ".gz":
                stream = gzip.GzipFile("", "wb", LEVELS[path.suffix], raw, mtime=0)
            case ".zst":
                import zstandard

                # The checksum tells damage, as that of gzip does.
                packer = zstandard.ZstdCompressor(LEVELS[path.suffix], write_checksum=True)
                stream = packer.stream_writer(raw, closefd=False)
            case _:
                stream = nullcontext(raw)
        with stream as found:
            yield found


def refuse_outgrown(path: Path, size: int) -> None:
    """Raise OutputError for a file that holds so many bytes that ``unpacked`` would refuse it."""
    packed = path.stat().st_size
    if is_outgrown(size, packed):
        raise OutputError(
            f"{path.name} would hold {size:,} bytes in {packed:,}, over {MOST} times as many, and "
            "readers refuse what grows so: write it without --compress, or with fewer --candidates"
        )


def is_outgrown(size: int, packed: int) -> bool:
    """Whether so many bytes are too many to be what a file of *packed* bytes holds: no data."""
    return size > _LARGE and size > MOST * packed


class _Bounded(io.RawIOBase):
    """What a decompressor gives; SourceError where that outgrows its file."""

    def __init__(self, stream: Any, raw: IO[bytes], path: Path) -> None:
        self._stream = stream
        self._raw = raw
        self._path = path
        self._size = 0

    def readable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._size

    def readinto(self, buffer: Any) -> int:
        size: int = self._stream.readinto(buffer)
        self._size += size
        if is_outgrown(self._size, self._raw.tell()):
            raise SourceError(
                f"cannot read {self._path}: its first {self._raw.tell()} bytes unpack to "
                f"{self._size}, over {MOST} times as many, as only files made to fill a memory "
                "do: unpack it if it is none"
            )
        return size


class _Zstandard(io.RawIOBase):
    """A Zstandard file, frame after frame; EOFError when the last one is cut short.

    The package's own ``stream_reader`` ends a truncated file without a word.
    """

    def __init__(self, raw: IO[bytes]) -> None:
        import zstandard

        self._error = zstandard.ZstdError
        self._new = zstandard.ZstdDecompressor().decompressobj
        self._raw = raw
        self._frame = self._new()
        self._begun = False
        self._pending = self._ready = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._ready:
            # So few bytes become 64 MB at most: all that a chunk holds is unpacked at once.
            chunk = self._pending or self._raw.read(1 << 11)
            if not chunk:
                if self._begun:
                    raise EOFError("the last frame has no end")
                return 0
            self._ready = self._decompressed(chunk)
        size = min(len(buffer), len(self._ready))
        buffer[:size], self._ready = self._ready[:size], self._ready[size:]
        return size

    def _decompressed(self, chunk: bytes) -> bytes:
        try:
            found = self._frame.decompress(chunk)
        except self._error as error:
            raise EOFError(str(error)) from error
        self._begun, self._pending = True, b""
        if self._frame.eof:
            self._begun, self._pending = False, self._frame.unused_data
            self._frame = self._new()
        return found
