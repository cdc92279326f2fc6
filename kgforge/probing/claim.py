"""The responses of a run, held by one process: no other writes the folder meanwhile.

The lock is on ``responses.jsonl`` itself, so that no file of its own is left behind. A process that
was killed holds nothing; one that was stopped still does. Before each write it is checked that the
folder is still the one that was taken, for a user may have removed or replaced it.
"""

import os
from contextlib import suppress
from pathlib import Path

from kgforge import files, locks
from kgforge.closing import Closing
from kgforge.errors import OutputError
from kgforge.schema import folders


class Claim(Closing):
    """The open responses of a run's folder, which is made where it is not there.

    Where nothing has come of it at the end, as after an error, the folder is as it was. Raises
    OutputError where another process writes them, and, from then on, where another has changed,
    replaced or removed them.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / folders.RESPONSES
        self._is_new = not folder.exists()
        with files.as_output_error(self._path):
            folder.mkdir(parents=True, exist_ok=True)
            self._stream = self._path.open("ab")
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
        mine = os.fstat(self._stream.fileno())
        try:
            is_there = os.path.samestat(mine, self._path.stat())
        except OSError:
            is_there = False
        if not is_there or mine.st_size != self._size:
            raise OutputError(
                f"{self._path} was changed, replaced or removed while this probe was running: "
                "nothing more is written; probe again"
            )

    def close(self) -> None:
        """Give the folder free."""
        if not self._size and not (self._folder / folders.RUN).exists():
            with suppress(OSError):
                self._path.unlink()
                if self._is_new:
                    self._folder.rmdir()
        self._stream.close()
