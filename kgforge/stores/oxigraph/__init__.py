"""The embedded store: Oxigraph in a folder, or in memory where the address names none.

The engine cannot stop a query, so one with a time limit runs in a process that can be killed.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Literal

import pyoxigraph as ox

from kgforge import files, patterns, temporaries
from kgforge.errors import StoreError
from kgforge.patterns import Query, Row, Value
from kgforge.schema import Aside, Entry
from kgforge.stores import Access, Store, Taken, _quads, _solutions
from kgforge.stores.oxigraph import process
from kgforge.stores.oxigraph.intake import Intake


def open(rest: str, access: Access) -> "OxigraphStore":
    """Open the folder *rest*; empty means a graph in memory.

    Raises StoreError when there is no graph to read, when another process holds it for writing, or
    when the folder holds something else.
    """
    return OxigraphStore(Path(rest) if rest else None, access)


class OxigraphStore(Store):
    """See ``stores.Store``, ``stores.LineStore`` and ``stores.BulkStore``.

    A new folder appears only when its first load has ended well.
    """

    language = "sparql"
    foreign = False
    portions = 20

    def __init__(self, folder: Path | None, access: Access) -> None:
        self.address = f"oxigraph:{folder or ''}"
        self._access = access
        self._temporary: temporaries.Folder | None = None
        if folder is None and access.timeout is not None:  # another process has to see it
            self._temporary = temporaries.Folder()
            folder = self._temporary.path / "graph"
        self._folder = folder
        self._store: ox.Store | None = None
        self._intake: Intake | None = None
        if folder is not None and (access.mode == "read" or folder.exists()):
            self._store = _opened(folder, access.mode)

    def add(self, entries: Iterable[Entry]) -> int:
        """See ``stores.Store.add``: all is read first, into a temporary file, then written."""
        self._access.must_write(self.address)
        place = self._folder.parent if self._folder else None
        if self._folder:
            files.make_parent(self._folder)
        with temporaries.Folder(place) as temporary:
            graph = temporary / "graph"
            new = graph if self._folder else None
            with Intake(temporary, self._store, new, self.address) as self._intake:
                changed = _quads.spool(entries, self._intake.spool)
                self._intake.end()
                if self._folder is None:
                    self._store = self._intake.store
            if self._folder and self._store is None:
                graph.rename(self._folder)
                self._store = _opened(self._folder, "write")
        return changed

    def take(self, path: Path, aside: Aside) -> Taken:
        """See ``stores.LineStore.take``: Oxigraph's own loader reads those lines as they stand."""
        assert self._intake is not None
        return self._intake.take(path, aside)

    def query(self, query: Query, parameters: Mapping[str, Value]) -> Iterator[Row]:
        """See ``stores.Store.query``. Raises PatternError for a text that Oxigraph refuses."""
        text = patterns.bind_sparql(query, parameters)
        try:
            with self._asked(text) as found:
                if not isinstance(found, ox.QuerySolutions):
                    raise query.no_select()
                each = _solutions.selected(found, query, _answered(found, query))
                yield from _solutions.rows(each, query)
        except SyntaxError as error:
            raise _solutions.refused(query, " ".join(str(error.msg).split())) from error
        except TimeoutError as error:
            raise patterns.stopped(query, self._access.timeout or 0) from error
        except OSError as error:
            raise StoreError(f"{query.path}: cannot be answered: {error}") from error

    def version(self) -> str:
        """See ``stores.BulkStore.version``: which files hold the graph, and as of when."""
        return "" if self._folder is None or self._temporary else _version(self._folder)

    def write_facts(self, file: Path) -> bool:
        """See ``stores.BulkStore.write_facts``."""
        if self._store is None:
            return False
        with files.as_output_error(file):
            self._store.dump(str(file), ox.RdfFormat.N_TRIPLES, from_graph=ox.DefaultGraph())
        return True

    @contextmanager
    def _asked(self, text: str) -> Iterator[object]:
        if self._store is None:
            yield ox.Store().query(text)  # an empty graph answers, too
        elif self._access.timeout is None or self._folder is None:
            yield self._store.query(text)
        else:
            with process.solutions(self._folder, text, self._access.timeout) as found:
                yield found

    def close(self) -> None:
        """See ``stores.Store.close``."""
        self._store = None
        if self._temporary:
            self._temporary.close()


def _opened(folder: Path, mode: Literal["read", "write"]) -> ox.Store:
    if not (folder / "CURRENT").is_file():
        if folder.is_dir() and not any(folder.iterdir()) and mode == "write":
            return ox.Store(folder)
        found = "a file or folder of another kind" if folder.exists() else "nothing"
        raise StoreError.no_graph(f"oxigraph:{folder}", found)
    try:
        return ox.Store.read_only(str(folder)) if mode == "read" else ox.Store(folder)
    except (OSError, RuntimeError) as error:  # RuntimeError: what it cannot read, as a newer one
        if "lock" in str(error).lower():
            raise StoreError(
                f"cannot open oxigraph:{folder} for writing: another process has it open; wait "
                "until that ends (it can be read now)"
            ) from error
        raise StoreError(f"cannot open oxigraph:{folder}: {error}") from error


_HOLDING: Final = re.compile(r"CURRENT|MANIFEST-\d+|\d+\.(?:sst|log|blob)")
"""RocksDB's files of data: tables, which are never changed, and logs, which only grow."""


def _version(folder: Path) -> str:
    """Each file of data with its number, size and time.

    A write adds to the newest log, or makes tables and says so in the manifest.
    """
    lines = []
    with os.scandir(folder) as found:
        for one in found:
            if _HOLDING.fullmatch(one.name):
                with suppress(FileNotFoundError):  # its writer has just replaced it
                    is_ = one.stat()
                    lines.append(f"{one.name} {is_.st_ino} {is_.st_size} {is_.st_mtime_ns}")
    return "\n".join((str(folder.resolve()), *sorted(lines)))


def _answered(found: ox.QuerySolutions, query: Query) -> Iterator[ox.QuerySolution]:
    """The solutions. Raises StoreError where asking breaks off."""
    try:
        yield from found
    except RuntimeError as error:
        raise StoreError(f"{query.path}: cannot be answered: {error}") from error
