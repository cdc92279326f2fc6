"""Sources that are no files yet: what comes from standard input, and the members of archives."""

import os
import shutil
import sys
import tarfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, Final

from msgspec import Struct

from kgforge import files, temporaries
from kgforge.errors import OutputError, SourceError

STANDARD_INPUT: Final = "-"
_MAGIC: Final = b"ustar"
_PLACE: Final = 257
"""Where a tar archive says that it is one."""
_UNREAD: Final = {
    b"PK\x03\x04": "a zip archive, or a file of an office program",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!\x1a\x07": "a rar archive",
    b"\xfd7zXZ\x00": "compressed with xz",
}
"""How files begin that hold what is read only once it is taken out of them."""
_REPLACED: Final = "a member of an archive that a later one of its name replaces"
_BLOCK: Final = 1 << 20
_FILE: Final = 4096
"""What a file takes on a disk at least."""
_SHARE: Final = 0.9
"""The part of what is free on a disk that a source may fill."""


class Unpacked(Struct, frozen=True):
    """The folder of an archive's members, and those that were left there, each with the reason."""

    folder: Path
    left_out: tuple[tuple[str, str], ...]


def title(path: Path) -> str:
    """What a person calls a source: its path, unless it is standard input."""
    return "standard input" if str(path) == STANDARD_INPUT else str(path)


def is_archive(path: Path) -> bool:
    """Whether a file is a tar archive, compressed or not, whatever it is called."""
    return files.head(path, _PLACE + len(_MAGIC)).endswith(_MAGIC)


def unread(path: Path) -> str:
    """What a file is whose content is not read; empty for any other."""
    start = files.head(path, max(map(len, _UNREAD)))
    return next((what for magic, what in _UNREAD.items() if start.startswith(magic)), "")


def unpacked(path: Path, room: ExitStack) -> Unpacked:
    """The members of a tar archive as files of a temporary folder, which lasts as *room* does.

    Files alone are unpacked, and below that folder alone. Raises SourceError for an archive that
    is damaged, also behind its first members, and for one that would fill the disk.
    """
    folder = room.enter_context(temporaries.Folder())
    left_out: list[tuple[str, str]] = []
    seen: set[str] = set()
    with files.reading(path) as stream, _faults(path):
        disk = _Disk(path, folder)
        with tarfile.open(fileobj=stream, mode="r|", tarinfo=_Member) as archive:
            for member in archive:
                if reason := _no_file(member):
                    left_out.append((member.name, reason))
                elif member.isfile():
                    place = os.path.normpath(member.name.lstrip("/"))
                    if place in seen:
                        left_out.append((member.name, _REPLACED))
                    seen.add(place)
                    disk.take(member.size)
                    with _naming(path, member):
                        archive.extract(member, folder, filter="data")
            _end(archive)
    return Unpacked(folder, tuple(left_out))


@contextmanager
def _faults(path: Path) -> Iterator[None]:
    try:
        yield
    except tarfile.FilterError as error:
        raise SourceError(f"{path}: a member leads out of the archive ({error})") from error
    except tarfile.TarError as error:
        raise SourceError(f"cannot read {path}: damaged archive ({error})") from error


@contextmanager
def _naming(path: Path, member: tarfile.TarInfo) -> Iterator[None]:
    """Name the member that a disk cannot hold under its name."""
    try:
        yield
    except (OSError, UnicodeEncodeError) as error:
        if isinstance(error, OSError) and error.errno is None:  # a decompressor's
            raise
        said = error.strerror if isinstance(error, OSError) else error
        raise SourceError(f"cannot unpack {member.name!r} of {path}: {said}") from error


def _no_file(member: tarfile.TarInfo) -> str:
    """Why a member is neither a file to unpack nor a folder; empty for one that is."""
    if not member.isfile():
        return "" if member.isdir() else "a link or device in an archive"
    # One that leads out of the archive is refused by tarfile, and with it the archive.
    inside = not os.path.normpath(member.name).startswith("..")
    return "a path with .. in an archive" if inside and ".." in member.name.split("/") else ""


class _Member(tarfile.TarInfo):
    """A member's header. Behind the first one, tarfile takes a damaged header for the end."""

    @classmethod
    def fromtarfile(cls, tarfile_: tarfile.TarFile) -> "_Member":
        place = tarfile_.offset
        try:
            return super().fromtarfile(tarfile_)
        except tarfile.EOFHeaderError:  # type: ignore[attr-defined]  # the end, as it has to be
            raise
        except tarfile.HeaderError as error:
            raise tarfile.ReadError(f"{error} at byte {place}") from error


def _end(archive: tarfile.TarFile) -> None:
    """Read what is behind the end: a decompressor finds damage only there."""
    stream: Any = archive.fileobj
    while block := stream.read(_BLOCK):
        if block.strip(b"\0"):
            raise tarfile.ReadError(f"more behind the end of the archive, at byte {archive.offset}")


def spooled(path: Path, room: ExitStack) -> Path:
    """What standard input (``-``) or a pipe holds, as a temporary file, which lasts as *room*."""
    folder = room.enter_context(temporaries.Folder())
    if str(path) == STANDARD_INPUT:
        return _copied(sys.stdin.buffer, folder / "stdin", path)
    try:
        with path.open("rb") as stream:
            return _copied(stream, folder / path.name, path)
    except OSError as error:
        if isinstance(error, OutputError):
            raise
        raise SourceError(f"cannot read {path}: {error.strerror}") from error


def _copied(stream: IO[bytes], file: Path, source: Path) -> Path:
    disk = _Disk(source, file.parent)
    with files.as_output_error(file), file.open("wb") as written:
        while block := stream.read(_BLOCK):
            disk.take(len(block))
            written.write(block)
    return file


class _Disk:
    """How much of a disk a source may still fill."""

    def __init__(self, source: Path, folder: Path) -> None:
        self._source = source
        self._folder = folder
        self._left = int(shutil.disk_usage(folder).free * _SHARE)

    def take(self, size: int) -> None:
        """Count what is about to be written; SourceError where that is too much."""
        self._left -= size + _FILE
        if self._left < 0:
            raise SourceError(
                f"cannot read {title(self._source)}: there is no room for its content in "
                f"{self._folder.parent}: name a folder on a larger disk with TMPDIR, or store the "
                "content as files and load these"
            )
