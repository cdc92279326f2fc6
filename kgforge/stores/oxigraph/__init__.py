"""The embedded store: Oxigraph in a folder, or in memory where the address names none.

The engine cannot stop a query, so one with a time limit runs in a process that can be killed.
"""

import io
import shutil
import tempfile
import threading
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Final, Literal, Self

import pyoxigraph as ox

from kgforge import files, patterns
from kgforge.errors import OutputError, PatternError, StoreError
from kgforge.patterns import Query, Row, Value
from kgforge.schema import Entry
from kgforge.stores import Access, Taken, _plain, _quads, _solutions
from kgforge.stores.oxigraph import process

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_READERS: Final = 2
"""Loaders of lines at once: each parses in a thread of its own, and keeps a million facts."""


def open(rest: str, access: Access) -> "OxigraphStore":
    """Open the folder *rest*; empty means a graph in memory.

    Raises StoreError when there is no graph to read, when another process holds it for writing, or
    when the folder holds something else.
    """
    return OxigraphStore(Path(rest) if rest else None, access)


class OxigraphStore:
    """See ``stores.Store`` and ``stores.LineStore``.

    A new folder appears only when its first load has ended well.
    """

    language = "sparql"
    foreign = False
    portions = 20

    def __init__(self, folder: Path | None, access: Access) -> None:
        self.address = f"oxigraph:{folder or ''}"
        self._mode = access.mode
        self._timeout = access.timeout
        self._temporary: tempfile.TemporaryDirectory[str] | None = None
        if folder is None and access.timeout is not None:  # another process has to see it
            self._temporary = tempfile.TemporaryDirectory(prefix="kgforge-")
            folder = Path(self._temporary.name) / "graph"
        self._folder = folder
        self._store: ox.Store | None = None
        self._load: _Load | None = None
        if folder is not None and (access.mode == "read" or folder.exists()):
            self._store = _opened(folder, access.mode)

    def add(self, entries: Iterable[Entry]) -> int:
        """See ``stores.Store.add``: all is read first, into a temporary file, then written."""
        if self._mode == "read":
            raise StoreError(f"{self.address} was opened to read: open it to write")
        place = self._folder.parent if self._folder else None
        if place:
            _make(place)
        with tempfile.TemporaryDirectory(prefix=".kgforge-", dir=place) as temporary:
            graph = Path(temporary) / "graph"
            new = graph if self._folder else None
            with _Load(Path(temporary), self._store, new, self.address) as self._load:
                changed = _quads.spool(entries, self._load.spool)
                self._load.end()
                if self._folder is None:
                    self._store = self._load.store
            if self._folder and self._store is None:
                graph.rename(self._folder)
                self._store = _opened(self._folder, "write")
        return changed

    def take(self, path: Path, aside: Collection[str]) -> Taken:
        """See ``stores.LineStore.take``: Oxigraph's own loader reads those lines as they stand."""
        assert self._load is not None
        return self._load.take(path, aside)

    def query(self, query: Query, parameters: Mapping[str, Value]) -> Iterator[Row]:
        """See ``stores.Store.query``. Raises PatternError for a text that Oxigraph refuses."""
        text = patterns.bind_sparql(query, parameters)
        try:
            with self._asked(text) as found:
                if not isinstance(found, ox.QuerySolutions):
                    raise PatternError(f"{query.path}: not a SELECT query")
                each = _solutions.selected(found, query, _answered(found, query))
                yield from _solutions.rows(each, query)
        except SyntaxError as error:
            raise _solutions.refused(query, " ".join(str(error.msg).split())) from error
        except TimeoutError as error:
            raise patterns.stopped(query, self._timeout or 0) from error
        except OSError as error:
            raise StoreError(f"{query.path}: cannot be answered: {error}") from error

    @contextmanager
    def _asked(self, text: str) -> Iterator[object]:
        if self._store is None:
            yield ox.Store().query(text)  # an empty graph answers, too
        elif self._timeout is None or self._folder is None:
            yield self._store.query(text)
        else:
            with process.solutions(self._folder, text, self._timeout) as found:
                yield found

    def close(self) -> None:
        """See ``stores.Store.close``."""
        self._store = None
        if self._temporary:
            self._temporary.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _opened(folder: Path, mode: Literal["read", "write"]) -> ox.Store:
    if not (folder / "CURRENT").is_file():
        if folder.is_dir() and not any(folder.iterdir()) and mode == "write":
            return ox.Store(folder)
        found = "a file or folder of another kind" if folder.exists() else "nothing"
        raise StoreError.no_graph(f"oxigraph:{folder}", found)
    try:
        return ox.Store.read_only(str(folder)) if mode == "read" else ox.Store(folder)
    except OSError as error:
        if "lock" in str(error).lower():
            raise StoreError(
                f"cannot open oxigraph:{folder} to write: another process has it open; wait until "
                "that one has ended (reading is allowed meanwhile)"
            ) from error
        raise StoreError(f"cannot open oxigraph:{folder}: {error}") from error


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot write {folder}: {error.strerror}") from error


class _Load:
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

    def take(self, path: Path, aside: Collection[str]) -> Taken:
        """See ``stores.LineStore.take``."""
        name = len(list(self._lines.iterdir()))
        rest = self._lines / f"{name}.rest.nt"
        with files.as_output_error(self._lines), rest.open("wb") as others:
            with closing(_Shared(_plain.runs(path, others, aside))) as shared:
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

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        del self.store  # which releases a new folder, so that it can be renamed or removed


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
    return io.BufferedReader(_Share(shared))


class _Share(io.RawIOBase):
    def __init__(self, shared: _Shared) -> None:
        self._shared = shared
        self._left = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        self._left = self._left or memoryview(self._shared.draw())
        some = self._left[: memoryview(buffer).nbytes]
        memoryview(buffer)[: len(some)] = some
        self._left = self._left[len(some) :]
        return len(some)


def _answered(found: ox.QuerySolutions, query: Query) -> Iterator[ox.QuerySolution]:
    """The solutions. Raises StoreError where asking breaks off, as at a SERVICE out of reach."""
    try:
        yield from found
    except RuntimeError as error:
        raise StoreError(f"{query.path}: cannot be answered: {error}") from error
