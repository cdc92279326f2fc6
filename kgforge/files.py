"""Reading plain or compressed files, and writing files and folders whole or not at all."""

import codecs
import hashlib
import io
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Event
from typing import IO, Any, Final, TypeVar

import msgspec
from msgspec import Struct

from kgforge import bounds, charsets, compression, temporaries
from kgforge.errors import BenchmarkError, OutputError, SourceError

COMPRESSED: Final = compression.COMPRESSED
"""Suffixes that are read through a decompressor."""

DAMAGED: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What msgspec raises for bytes that are no such record; deep nesting among it."""

AnyPath = str | os.PathLike[str]
"""A path as callers of the package give it."""

T = TypeVar("T", bound=Struct)


@contextmanager
def reading(path: Path) -> Iterator[io.BufferedReader]:
    """Open a file for reading bytes, decompressed as its suffix or its content says.

    Raises SourceError, with the file and the offset in its decompressed bytes, when it is missing,
    unreadable, truncated, not of its compression, or hundreds of times its compressed bytes, also
    while the body of the ``with`` reads it.
    """
    stream: IO[bytes] | None = None
    try:
        with path.open("rb") as raw, _known(path, raw):
            stream = compression.unpacked(raw, path)
            yield stream
    except compression.BROKEN as error:
        raise _broken(path, stream, error) from error
    except OSError as error:
        if error.errno is None:  # bz2 says "Invalid data stream" so
            raise _broken(path, stream, error) from error
        if error.filename is not None and Path(error.filename) != path:
            raise
        raise SourceError(f"cannot read {path}: {error.strerror}") from error


@contextmanager
def _known(path: Path, raw: IO[bytes]) -> Iterator[None]:
    _READ.append((path, raw))
    try:
        yield
    finally:
        _READ.remove((path, raw))


_READ: Final[list[tuple[Path, IO[bytes]]]] = []
"""The files that are being read, so that another thread can tell how far they are."""


def reached(path: Path) -> int:
    """How many bytes of a file, as they lie on disk, were read so far; 0 if nobody reads it."""
    return max((_place(raw) for other, raw in [*_READ] if other == path), default=0)


def _place(raw: IO[bytes]) -> int:
    try:
        return raw.tell()
    except (ValueError, OSError):  # it was closed in the meantime
        return 0


def _broken(path: Path, stream: IO[bytes] | None, error: BaseException) -> SourceError:
    offset = stream.tell() if stream is not None and not stream.closed else 0
    return SourceError(f"cannot read {path}: truncated or damaged after {offset} bytes ({error})")


def is_compressed(path: Path) -> bool:
    """Whether a file is read through a decompressor. Raises SourceError where it cannot be read."""
    try:
        with path.open("rb") as raw:
            return bool(compression.told(raw, path))
    except OSError as error:
        raise SourceError(f"cannot read {path}: {error.strerror}") from error


def head(path: Path, size: int = 1 << 16) -> bytes:
    """The first bytes of a file, decompressed: what tells its format. Raises as ``reading``."""
    with reading(path) as stream:
        return stream.read(size)


@contextmanager
def reading_text(path: Path) -> Iterator[IO[str]]:
    """Open a UTF-8 file for reading lines, decompressed; newlines as they are.

    Raises SourceError as ``reading`` does, and for bytes that are not UTF-8 and a line that is too
    long.
    """
    with reading(path) as stream:
        text = _Text(stream, encoding="utf-8", newline="")
        try:
            yield text
        except UnicodeDecodeError as error:
            offset = stream.tell() - len(error.object) + error.start
            raise _not_utf8(path, error, offset) from error
        except _TooLongError as error:
            raise SourceError(f"cannot read {path}: {bounds.TOO_LONG} (line {error})") from error


def _not_utf8(path: Path, error: UnicodeDecodeError, offset: int) -> SourceError:
    return not_utf8(str(path), error, _line(path, offset), offset)


def not_utf8(name: str, error: UnicodeDecodeError, line: int, offset: int) -> SourceError:
    """The error for a byte of a file that is not UTF-8, with what would do, where that is known."""
    where = f"{error.reason} in line {line}, at byte {offset}"
    remedy = charsets.remedy(error.object, error.start)
    return SourceError(f"cannot read {name}: not UTF-8 ({where}){remedy and f': {remedy}'}")


def other_encoding(path: Path) -> str:
    """What is wrong with a file that begins as UTF-16 or UTF-32, and what to do; else empty."""
    found = charsets.marked(head(path, 1 << 10))
    return f"not UTF-8: {charsets.REMEDY.format(found)}" if found else ""


def must_be_utf8(path: Path) -> None:
    """Raise SourceError for a file whose first bytes are not UTF-8."""
    if said := other_encoding(path):
        raise SourceError(f"cannot read {path}: {said}")
    try:  # the last character may be cut
        codecs.getincrementaldecoder("utf-8")().decode(head(path))
    except UnicodeDecodeError as error:
        raise _not_utf8(path, error, error.start) from error


def _line(path: Path, offset: int) -> int:
    """The number of the line in which a byte stands."""
    with reading(path) as stream:
        blocks = iter(lambda: stream.read(min(1 << 16, offset - stream.tell())), b"")
        return 1 + sum(block.count(b"\n") for block in blocks)


class _TooLongError(ValueError):
    pass


class _Text(io.TextIOWrapper):
    """Lines of text, none of them too long."""

    _number = 0

    def __next__(self) -> str:  # type: ignore[override]
        line = self.readline(bounds.LONGEST + 1)
        self._number += 1
        if len(line) > bounds.LONGEST:
            raise _TooLongError(self._number)
        if not line:
            raise StopIteration
        return line


def lines(path: Path) -> Iterator[bounds.Lines]:
    """The lines of a file, of one that is too long the beginning. Raises as ``reading``."""
    with reading(path) as stream:
        yield from bounds.lines(stream)


def array_items(path: Path) -> Iterator[Any]:
    """The values of a file that is one JSON array, one after another, in constant memory.

    Raises SourceError as ``reading`` does, and where the file is no array, breaks off, or holds
    what is too large or too deeply nested (``bounds.Json``).
    """
    import ijson

    items = partial(ijson.items, prefix="item", use_float=True)
    return _parts(path, "[", "item {} of the array", items)


def object_members(path: Path) -> Iterator[tuple[str, Any]]:
    """The names and values of a file that is one JSON object; else as ``array_items``."""
    import ijson

    members = partial(ijson.kvitems, prefix="", use_float=True)
    return _parts(path, "{", "member {} of the object", members)


def _parts(
    path: Path, opening: str, place: str, parse: Callable[[bounds.Json], Iterator[Any]]
) -> Iterator[Any]:
    """What *parse* finds in a file of JSON, part after part; *place* tells the last one."""
    import ijson

    start = head(path).removeprefix(charsets.MARK)
    if not start.lstrip().startswith(opening.encode()):
        kind = place.rpartition(" ")[2]
        raise SourceError(f"{path} is not a JSON {kind}: no {opening} at the start")
    count = 0
    with reading(path) as stream:
        bounded = bounds.Json(charsets.past_mark(stream), path, parts=True)
        try:
            for part in parse(bounded):
                count += 1
                yield part
        except (ijson.JSONError, UnicodeDecodeError) as error:  # the latter for half a character
            what = " ".join(str(error).partition("\n")[0].split())
            raise SourceError(
                f"{path}: malformed JSON after {place.format(count)}, "
                f"within its first {bounded.tell()} bytes ({what})"
            ) from error


def json_lines(path: Path, kind: type[T]) -> Iterator[tuple[int, T | str]]:
    """The records of a file with one JSON object a line, each with its line's number.

    A line that is too long or crowded gives the reason, one that is no such record an empty text;
    blank lines are left out. Raises SourceError as ``reading`` does.
    """
    decode = msgspec.json.Decoder(kind).decode
    for line in lines(path):
        if line.data.strip():
            found: T | str
            try:
                found = bounds.unheld(line) or decode(line.data)
            except DAMAGED:
                found = ""
            yield line.number, found


def there(path: Path) -> Path:
    """The path of a data set. Raises BenchmarkError where nothing is there, or an empty file."""
    if not path.exists():
        raise BenchmarkError(f"{path} is no file and no folder: name one that is there")
    if path.is_file() and not path.stat().st_size:
        raise BenchmarkError(f"{path} is empty: get it again, or name another file")
    return path


def suffix(path: Path) -> str:
    """The suffix that tells the format: ``.json`` of ``dump.json.gz``."""
    return Path(path.stem).suffix if path.suffix in COMPRESSED else path.suffix


def is_inside(path: Path, folder: Path) -> bool:
    """Whether a path, whose links are followed, lies in a folder; it need not be there."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # a loop of links, or a NUL
        return False


def sha256(path: Path, over: Event | None = None) -> str:
    """SHA-256 of a file's bytes on disk, in hexadecimal; of its first part once all is *over*."""
    digest = hashlib.sha256()
    try:
        with path.open("rb") as stream:
            while (block := stream.read(1 << 20)) and not (over and over.is_set()):
                digest.update(block)
        return digest.hexdigest()
    except OSError as error:
        raise SourceError(f"cannot read {path}: {error.strerror}") from error


def content(path: Path) -> tuple[str, int]:
    """SHA-256 of what a file holds, decompressed, and its number of lines. Raises as ``reading``.

    Another version of a compressor gives other bytes of the same content.
    """
    digest, lines = hashlib.sha256(), 0
    with reading(path) as stream:
        while block := stream.read(1 << 20):
            digest.update(block)
            lines += block.count(b"\n")
    return digest.hexdigest(), lines


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
        with path.open("rb") as raw:
            for number, line in enumerate(compression.unpacked(raw, path), 1):
                if offset == end:
                    return
                offset += len(line)
                try:
                    yield decode(line)
                except DAMAGED as error:
                    raise BenchmarkError(f"{path}:{number}: damaged: {error}: {remedy}") from error
    except SourceError as error:  # it outgrew its compressed bytes
        raise BenchmarkError(str(error)) from error
    except compression.BROKEN as error:
        raise BenchmarkError(f"{path} is truncated or damaged ({error}): {remedy}") from error
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
