"""Sources that are no files yet: what comes from standard input, and the members of archives."""

import shutil
import sys
import tarfile
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Final

from msgspec import Struct

from kgforge.errors import SourceError
from kgforge.files import head, reading

STANDARD_INPUT: Final = "-"
_MAGIC: Final = b"ustar"
_PLACE: Final = 257
"""Where a tar archive says that it is one."""


class Unpacked(Struct, frozen=True):
    """The folder of an archive's members, and those that were left there, each with the reason."""

    folder: Path
    left_out: tuple[tuple[str, str], ...]


def is_archive(path: Path) -> bool:
    """Whether a file is a tar archive, compressed or not, whatever it is called."""
    return head(path, _PLACE + len(_MAGIC)).endswith(_MAGIC)


def unpacked(path: Path, room: ExitStack) -> Unpacked:
    """The members of a tar archive as files of a temporary folder, which lasts as *room* does.

    Files alone are unpacked, and below that folder alone. Raises SourceError for an archive that
    is damaged.
    """
    folder = _folder(room)
    left_out: list[tuple[str, str]] = []
    with reading(path) as stream:
        try:
            with tarfile.open(fileobj=stream, mode="r|") as archive:
                for member in archive:
                    if member.isfile():
                        archive.extract(member, folder, filter="data")
                    elif not member.isdir():
                        left_out.append((member.name, "a link or device in an archive"))
        except tarfile.FilterError as error:
            raise SourceError(f"{path}: a member leads out of the archive ({error})") from error
        except tarfile.TarError as error:
            raise SourceError(f"cannot read {path}: damaged archive ({error})") from error
    return Unpacked(folder, tuple(left_out))


def spooled(path: Path, room: ExitStack) -> Path:
    """What standard input (``-``) or a pipe holds, as a temporary file, which lasts as *room*."""
    file = _folder(room) / ("stdin" if str(path) == STANDARD_INPUT else path.name)
    if str(path) == STANDARD_INPUT:
        _copy(sys.stdin.buffer, file)
    else:
        with reading(path) as stream:
            _copy(stream, file)
    return file


def _copy(stream: IO[bytes], file: Path) -> None:
    with file.open("wb") as written:
        shutil.copyfileobj(stream, written)


def _folder(room: ExitStack) -> Path:
    return Path(room.enter_context(tempfile.TemporaryDirectory(prefix="kgforge-")))
