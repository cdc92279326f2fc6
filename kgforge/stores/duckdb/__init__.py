"""DuckDB: a graph in one file, or in memory where the address names none; facts as numbers.

The fastest store on one machine. Any number of processes may read a file, or one may write to it.
"""

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from kgforge import files, temporaries
from kgforge.errors import StoreError
from kgforge.patterns import Query, Row, Value
from kgforge.schema import Aside, Entry
from kgforge.stores import Access, Store, Taken, _tables
from kgforge.stores._draw import DrawsInSql
from kgforge.stores.duckdb.database import Duck
from kgforge.stores.duckdb.intake import Intake

_PORTION: Final = 2_500_000
"""The facts of a graph for each portion of a question: of more what is grouped does not fit into
memory. Of 10 million the groups of composite took 66 s whole, of which 25 went to a try with too
little memory, and some 34 in four portions or in ten; those of inverse 4 s whole, 13 in four and 23
in ten."""


def _name(file: Path, path: Path) -> None:
    """Move a file to a name. Raises FileExistsError where something has it."""
    try:
        os.link(file, path)  # which, other than a renaming, replaces nothing
    except FileExistsError:
        raise
    except OSError:  # some file systems know no links
        path.touch(exist_ok=False)
        file.replace(path)
    else:
        file.unlink()


def open(rest: str, access: Access) -> "DuckdbStore":
    """Open the file *rest*; empty means a graph in memory.

    Raises StoreError when there is no graph to read, when another process holds it, or when the
    file holds something else.
    """
    return DuckdbStore(Path(rest) if rest else None, access)


class DuckdbStore(DrawsInSql, Store):
    """See ``stores.LineStore`` and ``stores.DrawingStore``.

    A new file appears only when its first load has ended well.
    """

    language = "sql"
    foreign = False
    portions = 1
    batch = 20_000

    def __init__(self, file: Path | None, access: Access) -> None:
        self.address = f"duckdb:{file or ''}"
        self._file = file
        self._access = access
        self._duck: Duck | None = None
        self._intake: Intake | None = None
        if file is None:
            self._duck = Duck.new(None, self.address)
        elif access.mode == "read" or file.exists():
            self._duck = Duck.opened(file, self.address, access.mode)
        self._suit()

    def _suit(self) -> None:
        """Part questions by the size of the graph, and give them memory for it."""
        if self._duck is not None:
            self.portions = max(1, -(-self._duck.suited() // _PORTION))

    def add(self, entries: Iterable[Entry]) -> int:
        """See ``stores.Store.add``: one transaction."""
        self._access.must_write(self.address)
        place = self._file.parent if self._file else None
        if self._file:
            files.make_parent(self._file)
        with (
            files.as_output_error(self._file or Path(tempfile.gettempdir())),
            temporaries.Folder(place) as folder,
        ):
            changed = (
                self._create(entries, folder)
                if self._duck is None
                else self._load(self._duck, entries, folder)
            )
        self._suit()
        return changed

    def _create(self, entries: Iterable[Entry], folder: Path) -> int:
        assert self._file is not None
        file = folder / "graph.db"
        with Duck.new(file, self.address) as duck:
            changed = self._load(duck, entries, folder)
        try:
            _name(file, self._file)
        except FileExistsError as error:
            raise StoreError(
                f"cannot write {self.address}: another load made it in the meantime; run this again"
            ) from error
        self._duck = Duck.opened(self._file, self.address, "write")
        return changed

    def _load(self, duck: Duck, entries: Iterable[Entry], folder: Path) -> int:
        with duck.loading(folder) as self._intake:
            changed = sum(map(self._intake.write, entries))
            self._intake.store()
        return changed

    def take(self, path: Path, aside: Aside) -> Taken:
        """See ``stores.LineStore.take``."""
        assert self._intake is not None
        return Taken(*self._intake.take(path, aside))

    def query(self, query: Query, parameters: Mapping[str, Value]) -> Iterator[Row]:
        """See ``stores.Store.query``. Raises PatternError for a text that DuckDB refuses."""
        if self._duck is not None:
            lists: _tables.Lists = {}
            text = _tables.bind_sql(query, parameters, self._duck.terms, lists)
            walks = _tables.bind_walks(query, parameters, self._duck.terms)
            yield from self._duck.rows(query, text, self._access.timeout, lists, walks)

    def close(self) -> None:
        """See ``stores.Store.close``."""
        if self._duck is not None:
            self._duck.close()
        self._duck = None
