"""How far a load is, told while it goes on, also while a store is busy with a file by itself."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from kgforge import files
from kgforge.closing import Closing
from kgforge.graph.options import LoadOptions
from kgforge.graph.origins import Origin
from kgforge.graph.tallies import Tally

Progress = Callable[[str, int, int | None], None]
"""Called with what is being done, how far it is, and the total if it is known.

Of files these are the kB that lie on disk. Calls come from two threads, one at a time.
"""

_SECONDS: Final = 0.2
"""Between two calls."""
_UNIT: Final = 1000


class Gauge(Closing):
    """Tells *progress* how far a load is that counts in *tally*, until it is closed."""

    def __init__(
        self,
        progress: Progress | None,
        sources: Sequence[Origin],
        options: LoadOptions,
        tally: Tally,
    ) -> None:
        self._progress = progress
        self._limit = options.limit
        self._tally = tally
        read = [one.path for one in sources if not one.is_graph]
        paths = [*read, *map(Path, options.read.labels)]
        self._total = sum(map(_size, paths))
        self._what = (
            sources[0].title if len(paths) == len(sources) == 1 else f"{len(paths):,} files"
        )
        self._done = 0
        """Bytes of the files before, and …"""
        self._reached = 0
        """… the most that was read of this one."""
        self._before = 0
        self._at: Origin | None = None
        self._is_stored = False
        self._ended = threading.Event()
        self._telling = threading.Lock()
        self._thread = threading.Thread(target=self._run, daemon=True)
        if progress:
            self._thread.start()

    @contextmanager
    def at(self, origin: Origin) -> Iterator[None]:
        """While a file or graph is read."""
        self._at, self._before = origin, self._tally.read
        yield
        self._at = None
        self._reached = 0
        self._done += 0 if origin.is_graph else _size(origin.path)
        self._tell()

    def storing(self) -> None:
        """All has been read."""
        self._is_stored = True
        self._tell()

    def close(self) -> None:
        """See ``closing.Closing``."""
        self._ended.set()
        if self._progress:
            self._thread.join()

    def _run(self) -> None:
        self._tell()
        while not self._ended.wait(_SECONDS):
            self._tell()

    def _tell(self) -> None:
        if self._progress:
            with self._telling:
                self._progress(*self._far())

    def _far(self) -> tuple[str, int, int | None]:
        at, read = self._at, self._tally.read
        if self._is_stored:
            return "storing", 0, None
        if at and self._limit is not None and read < self._limit:
            return f"reading triples of {at.title}", read, self._limit
        if at and at.is_graph:
            return f"reading facts of {at.title}", read - self._before, self._tally.expected
        if at:
            self._reached = max(self._reached, files.reached(at.path))
        done = self._done + self._reached
        return f"reading kB of {self._what}", done // _UNIT, -(-self._total // _UNIT)


def _size(path: Path) -> int:
    """Bytes of a file; whoever reads it says if it is not there."""
    try:
        return path.stat().st_size
    except OSError:
        return 0
