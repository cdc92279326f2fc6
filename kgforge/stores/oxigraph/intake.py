"""A load into Oxigraph: entries are spooled to a file, plain lines go to its own loader."""

import io
import shutil
import threading
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Final

import pyoxigraph as ox

from kgforge import files
from kgforge.closing import Closing
from kgforge.errors import StoreError
from kgforge.schema import Aside
from kgforge.stores import Taken, _ntriples
from kgforge.stores._chunks import Chunks

_READERS: Final = 2
"""Loaders of lines at once: each parses in a thread of its own, and keeps a million facts."""


class Intake(Closing):
    """One load into *store*, or into a new one: in the folder *new*, or in memory.

    Plain lines go into a new store while they are found; into one that holds a graph nothing goes
    before all has been read.
    """

    def __init__(
        self, folder: Path, store: ox.Store | None, new: Path | None, address: str
    ) -> None:
        self.spool = folder / "load.nq"
        self._address = address
        self._is_new = store is None
        with self._faults():
            self.store = ox.Store(new) if store is None else store
        self._lines = folder / "lines"
        self._lines.mkdir()
        self._taken: list[Path] = []

    def take(self, path: Path, aside: Aside) -> Taken:
        """See ``stores.LineStore.take``."""
        name = len(list(self._lines.iterdir()))
        rest = self._lines / f"{name}.rest.nt"
        with files.as_output_error(self._lines), rest.open("wb") as others:
            with closing(_Shared(_ntriples.plain_runs(path, others, aside))) as shared:
                if self._is_new:
                    self._stream(shared)
                else:
                    taken = self._lines / f"{name}.plain.nt"
                    self._taken.append(taken)
                    with taken.open("wb") as lines:
                        shutil.copyfileobj(_share(shared), lines)
            return Taken(shared.count, rest)

    def _stream(self, shared: "_Shared") -> None:
        # The engine works beside, since it does not hear Ctrl-C.
        with ThreadPoolExecutor(_READERS) as threads, closing(shared):
            loads = [
                threads.submit(self._read, _share(shared), ox.RdfFormat.N_TRIPLES)
                for _ in range(_READERS)
            ]
            for load in as_completed(loads):  # one that fails ends the others
                load.result()

    def end(self) -> None:
        """Load what was only written down."""
        written = [(file, ox.RdfFormat.N_TRIPLES) for file in self._taken]
        for file, syntax in (*written, (self.spool, ox.RdfFormat.N_QUADS)):
            with file.open("rb") as lines:
                self._read(lines, syntax)

    def _read(self, lines: IO[bytes], syntax: ox.RdfFormat) -> None:
        with self._faults():  # what kgforge wrote or found plain needs no validation
            self.store.bulk_load(lines, format=syntax, lenient=True)

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except MemoryError as error:  # its parser's own, of some megabytes
            raise StoreError(
                f"cannot write {self._address}: a term is longer than Oxigraph takes ({error})"
            ) from error
        except (OSError, SyntaxError) as error:
            raise StoreError(f"cannot write {self._address}: {error}") from error

    def close(self) -> None:
        """Release a new folder, so that it can be renamed or removed."""
        del self.store


class _Shared:
    """Runs of lines that several threads draw from."""

    def __init__(self, runs: Generator[bytes]) -> None:
        self.count = 0
        """Lines drawn."""
        self._runs = runs
        self._drawing = threading.Lock()

    def draw(self) -> bytes:
        """A run of lines; empty: there are no more."""
        with self._drawing:
            run = next(filter(None, self._runs), b"")
            self.count += run.count(b"\n")
            return run

    def close(self) -> None:
        """Let there be no more."""
        with self._drawing:
            self._runs.close()


def _share(shared: _Shared) -> IO[bytes]:
    """What one thread draws of the runs of lines, as a file."""
    return io.BufferedReader(Chunks(iter(shared.draw, b"")))
