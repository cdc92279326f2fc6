"""The responses of a run, held by one process: no other writes the folder meanwhile.

The lock is on ``responses.jsonl`` itself, so that no file of its own is left behind. A process that
was killed holds nothing; one that was stopped still does. Before each write it is checked that the
folder is still the one that was taken, for a user may have removed or replaced it.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import IO

from kgforge import files, locks
from kgforge.closing import Closing
from kgforge.errors import OutputError
from kgforge.schema import folders


class Claim(Closing):
    """The open responses of a run's folder, which is made where it is not there.

    Where nothing has come of it at the end, as after an error, the folder is as it was. Raises
    OutputError where they are a link or another process writes them, and, from then on, where
    another has changed, replaced or removed them.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / folders.RESPONSES
        self._is_new = not folder.exists()
        with files.as_output_error(self._path):
            folder.mkdir(parents=True, exist_ok=True)
            self._stream = _opened(self._path)
        if locks.take(self._stream.fileno()) is False:
            self._stream.close()
            raise OutputError(
                f"another kgforge probe writes {folder} (it may be stopped): wait until it ends, "
                "or name another folder"
            )
        self._size = os.fstat(self._stream.fileno()).st_size

    def cut(self, offset: int) -> None:
        """Keep this many bytes."""
        with files.as_output_error(self._path):
            self.check()
            self._stream.truncate(offset)
        self._size = offset

    def write(self, data: bytes) -> None:
        """Add lines: they are on the disk when this returns."""
        with files.as_output_error(self._path):
            self.check()
            self._stream.write(data)
            self._stream.flush()
            os.fsync(self._stream.fileno())
        self._size += len(data)

    def check(self) -> None:
        """Raise OutputError where the folder is no longer the one that was taken."""
        if not self._is_there() or os.fstat(self._stream.fileno()).st_size != self._size:
            raise OutputError(
                f"{self._path} was changed, replaced or removed while this probe was running: "
                "nothing more is written; probe again"
            )

    def _is_there(self) -> bool:
        """Whether the file of that name is still the one that was taken."""
        try:
            return os.path.samestat(os.fstat(self._stream.fileno()), self._path.lstat())
        except OSError:
            return False

    def close(self) -> None:
        """Give the folder free."""
        is_idle = not self._size and not (self._folder / folders.RUN).exists()
        if is_idle and self._is_there():
            with suppress(OSError):
                self._path.unlink()
                if self._is_new:
                    self._folder.rmdir()
        self._stream.close()


def _opened(path: Path) -> IO[bytes]:
    """A file to append to, made where it is not there. Raises OutputError for a link."""
    if path.is_symlink():
        raise OutputError(
            f"{path} is a link, and what a link leads to is not written: remove it, or name "
            "another folder"
        )
    no_link = getattr(os, "O_NOFOLLOW", 0)  # Windows has none
    return open(path, "ab", opener=lambda name, flags: os.open(name, flags | no_link, 0o666))
