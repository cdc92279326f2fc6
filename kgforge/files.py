"""Reading plain or compressed files, and writing files and folders whole or not at all."""

import bz2
import gzip
import hashlib
import io
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final, TypeVar

import msgspec
from msgspec import Struct

from kgforge import temporaries
from kgforge.errors import BenchmarkError, OutputError, SourceError

COMPRESSED: Final = (".gz", ".bz2", ".zst")
"""Suffixes that are read through a decompressor."""

T = TypeVar("T", bound=Struct)

_MAGIC: Final = {b"\x1f\x8b\x08": ".gz", b"BZh": ".bz2", b"\x28\xb5\x2f\xfd": ".zst"}
"""How compressed files begin, whatever they are called."""

_BROKEN: Final = (EOFError, zlib.error, gzip.BadGzipFile)


@contextmanager
def reading(path: Path) -> Iterator[IO[bytes]]:
    """Open a file for reading bytes, decompressed by suffix, or by how it begins.

    Raises SourceError, with the file and the offset in its decompressed bytes, when it is missing,
    unreadable, truncated or not of its compression, also while the body of the ``with`` reads it.
    """
    stream: IO[bytes] | None = None
    try:
        with path.open("rb") as raw:
            stream = _decompressed(raw, path)
            yield stream
    except _BROKEN as error:
        raise _broken(path, stream, error) from error
    except OSError as error:
        if error.errno is None:  # bz2 says "Invalid data stream" so
            raise _broken(path, stream, error) from error
        if error.filename is not None and Path(error.filename) != path:
            raise
        raise SourceError(f"cannot read {path}: {error.strerror}") from error


def _decompressed(raw: io.BufferedReader, path: Path) -> IO[bytes]:
    match _compression(path, raw):
        case ".gz":
            return gzip.GzipFile(fileobj=raw)  # type: ignore[return-value]
        case ".bz2":
            return bz2.BZ2File(raw)
        case ".zst":
            return io.BufferedReader(_Zstandard(raw))
    return raw


def is_compressed(path: Path) -> bool:
    """Whether a file is read through a decompressor. Raises SourceError where it cannot be read."""
    try:
        with path.open("rb") as raw:
            return bool(_compression(path, raw))
    except OSError as error:
        raise SourceError(f"cannot read {path}: {error.strerror}") from error


def _compression(path: Path, raw: io.BufferedReader) -> str:
    if path.suffix in COMPRESSED:
        return path.suffix
    start = raw.peek(4)[:4]
    return next((kind for magic, kind in _MAGIC.items() if start.startswith(magic)), "")


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
        self._read = 0

    def readable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._read

    def readinto(self, buffer: Any) -> int:
        while not self._ready:
            chunk = self._pending or self._raw.read(1 << 14)
            if not chunk:
                if self._begun:
                    raise EOFError("the last frame has no end")
                return 0
            self._ready = self._decompressed(chunk)
        size = min(len(buffer), len(self._ready))
        buffer[:size], self._ready = self._ready[:size], self._ready[size:]
        self._read += size
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


def _broken(path: Path, stream: IO[bytes] | None, error: BaseException) -> SourceError:
    offset = stream.tell() if stream is not None and not stream.closed else 0
    return SourceError(f"cannot read {path}: truncated or damaged after {offset} bytes ({error})")


def head(path: Path, size: int = 1 << 16) -> bytes:
    """The first bytes of a file, decompressed: what tells its format. Raises as ``reading``."""
    with reading(path) as stream:
        return stream.read(size)


@contextmanager
def reading_text(path: Path) -> Iterator[IO[str]]:
    """Open a UTF-8 file for reading lines, decompressed by suffix; newlines as they are.

    Raises SourceError as ``reading`` does, and for bytes that are not UTF-8.
    """
    with reading(path) as stream:
        text = io.TextIOWrapper(stream, encoding="utf-8", newline="")
        try:
            yield text
        except UnicodeDecodeError as error:
            place = _not_utf8(path)
            raise SourceError(f"cannot read {path}: not UTF-8 ({error.reason} {place})") from error


def _not_utf8(path: Path) -> str:
    """Where a file's first bytes stand that are not UTF-8: the decoder knows its own block only."""
    offset = 0
    with reading(path) as stream:
        for number, line in enumerate(stream, 1):
            try:
                line.decode()
            except UnicodeDecodeError as error:
                return f"in line {number}, at byte {offset + error.start}"
            offset += len(line)
    return "in its last line"


def array_items(path: Path) -> Iterator[Any]:
    """The values of a file that is one JSON array, one after another, in constant memory.

    Raises SourceError as ``reading`` does, and where the file is no array or breaks off.
    """
    import ijson

    if not head(path).lstrip().startswith(b"["):
        raise SourceError(f"{path} is not a JSON array: no [ at the start")
    count = 0
    with reading(path) as stream:
        try:
            for item in ijson.items(stream, "item", use_float=True):
                count += 1
                yield item
        except ijson.JSONError as error:
            what = str(error).partition("\n")[0]
            raise SourceError(
                f"{path}: malformed JSON after item {count} of the array, "
                f"within its first {stream.tell()} bytes ({what})"
            ) from error


def json_lines(path: Path, kind: type[T]) -> Iterator[tuple[int, T | None]]:
    """The records of a file with one JSON object a line, each with its line's number.

    None stands for a line that is no such record; blank lines are left out. Raises SourceError as
    ``reading`` does.
    """
    decode = msgspec.json.Decoder(kind).decode
    with reading(path) as stream:
        for number, line in enumerate(stream, 1):
            if line.strip():
                try:
                    yield number, decode(line)
                except (msgspec.MsgspecError, UnicodeDecodeError):
                    yield number, None


def suffix(path: Path) -> str:
    """The suffix that tells the format: ``.json`` of ``dump.json.gz``."""
    return Path(path.stem).suffix if path.suffix in COMPRESSED else path.suffix


def sha256(path: Path) -> str:
    """SHA-256 of a file's bytes as they lie on disk, as hexadecimal digits."""
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise SourceError(f"cannot read {path}: {error.strerror}") from error


@contextmanager
def writing_folder(path: Path, *, force: bool = False) -> Iterator[Path]:
    """A new folder that takes its name only when the body ends well.

    The body writes into a temporary folder beside it. Raises OutputError when *path* exists (unless
    *force*, which replaces it at the end), or when the disk is full or read-only.
    """
    temporaries.restore(path)
    if path.exists() and not force:
        raise OutputError(f"{path} exists: name another folder, or use --force to replace it")
    if path.exists() and Path.cwd().is_relative_to(path.resolve()):
        raise OutputError(f"{path} is the current folder and cannot be replaced: name another one")
    make_parent(path)
    with as_output_error(path), temporaries.Folder(path.parent, f".{path.name}") as temporary:
        yield temporary
        temporary.chmod(0o777 & ~_umask())
        with temporaries.replaced(path, temporary):
            temporary.rename(path)


@contextmanager
def writing_file(path: Path) -> Iterator[Path]:
    """A file that takes its name only when the body ends well; an existing one is replaced."""
    make_parent(path)
    with as_output_error(path), temporaries.file(path.parent, f".{path.name}") as temporary:
        yield temporary
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)


def make_parent(path: Path) -> None:
    """Make the folder in which *path* is to be written, if it alone is missing.

    Raises OutputError where more is missing, as after a slip of the pen, or where the folder would
    lie at the root of the disk.
    """
    parent = path.absolute().parent
    missing = [folder for folder in (parent, *parent.parents) if not folder.exists()]
    if not missing:
        return
    if len(missing) > 1 or parent.parent == Path(parent.anchor):
        raise OutputError(
            f"cannot write {path}: there is no folder {missing[-1]}: name another place, or make "
            f"the folder first, with mkdir -p {parent}"
        )
    with as_output_error(path):
        parent.mkdir(exist_ok=True)


def write_lines(path: Path, records: Iterable[Struct]) -> None:
    """Write records as JSON (UTF-8), one per line, keys in the order of their fields."""
    encode = msgspec.json.Encoder().encode
    with path.open("wb") as stream:
        stream.writelines(encode(record) + b"\n" for record in records)


def tail(path: Path) -> bytes:
    """What stands behind the last newline of a file."""
    found, block = b"", 1 << 16
    with path.open("rb") as stream:
        place = stream.seek(0, os.SEEK_END)
        while place and b"\n" not in found:
            size = min(block, place)
            place = stream.seek(place - size)
            found = stream.read(size) + found
    return found.rpartition(b"\n")[2]


def read_lines(path: Path, kind: type[T], remedy: str, end: int | None = None) -> Iterator[T]:
    """The records of a file of such lines, streamed; *remedy* says what would do where that fails.

    Lines that begin at the offset *end* or behind it are not read. Raises BenchmarkError for a file
    that cannot be read, and with file and line for a line that is damaged or no such record.
    """
    decode = msgspec.json.Decoder(kind).decode
    try:
        offset = 0
        with path.open("rb") as stream:
            for number, line in enumerate(stream, 1):
                if offset == end:
                    return
                offset += len(line)
                try:
                    yield decode(line)
                except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                    raise BenchmarkError(f"{path}:{number}: damaged: {error}: {remedy}") from error
    except OSError as error:
        raise BenchmarkError(f"cannot read {path} ({error.strerror}): {remedy}") from error


def write_json(path: Path, record: object) -> None:
    """Write one record as indented JSON (UTF-8), ended by a newline."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(record)) + b"\n")


@contextmanager
def as_output_error(path: Path) -> Iterator[None]:
    """Turn what the disk says into an OutputError that names *path*."""
    try:
        yield
    except OSError as error:
        if isinstance(error, OutputError) or error.errno is None:
            raise
        raise OutputError(f"cannot write {path}: {error.strerror}") from error


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
