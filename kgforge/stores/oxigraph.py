"""The embedded store: Oxigraph in a folder, or in memory where the address names none."""

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import pyoxigraph as ox

from kgforge import files, patterns, quads, terms
from kgforge.errors import OutputError, PatternError, StoreError
from kgforge.patterns import Query, Row, Value
from kgforge.schema import Entry
from kgforge.stores import Mode


def open(rest: str, mode: Mode) -> "OxigraphStore":
    """Open the folder *rest*; empty means a graph in memory.

    Raises StoreError when there is no graph to read, when another process holds it for writing, or
    when the folder holds something else.
    """
    return OxigraphStore(Path(rest) if rest else None, mode)


class OxigraphStore:
    """See ``stores.Store``. A new folder appears only when its first load has ended well."""

    language = "sparql"

    def __init__(self, folder: Path | None, mode: Mode) -> None:
        self.address = f"oxigraph:{folder or ''}"
        self._folder = folder
        self._store: ox.Store | None = None
        if folder is None:
            self._store = ox.Store()
        elif mode == "read" or folder.exists():
            self._store = _opened(folder, mode)

    def add(self, entries: Iterable[Entry]) -> int:
        """See ``stores.Store.add``: all is read first, into a temporary file, then written."""
        place = self._folder.parent if self._folder else None
        if place:
            _make(place)
        with tempfile.TemporaryDirectory(prefix=".kgforge-", dir=place) as temporary:
            spool = Path(temporary) / "load.nq"
            changed = _spool(entries, spool)
            if self._store is None:
                self._create(spool, Path(temporary) / "graph")
            else:
                _bulk_load(self._store, spool, self.address)
        return changed

    def _create(self, spool: Path, temporary: Path) -> None:
        assert self._folder is not None
        store = ox.Store(temporary)
        _bulk_load(store, spool, self.address)
        del store  # releases the folder's lock, so that it can take its name
        temporary.rename(self._folder)
        self._store = _opened(self._folder, "write")

    def query(self, query: Query, parameters: Mapping[str, Value]) -> Iterator[Row]:
        """See ``stores.Store.query``. Raises PatternError for a text that Oxigraph refuses."""
        text = patterns.bind_sparql(query, parameters)
        if self._store is None:
            return
        try:
            solutions = self._store.query(text)
        except SyntaxError as error:
            raise PatternError(f"{query.path}: {_syntax(error)}") from error
        if not isinstance(solutions, ox.QuerySolutions):
            raise PatternError(f"{query.path}: not a SELECT query")
        patterns.columns_must_match(query, [found.value for found in solutions.variables])
        yield from rows(solutions, query)

    def close(self) -> None:
        """See ``stores.Store.close``."""
        self._store = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _opened(folder: Path, mode: Mode) -> ox.Store:
    if not (folder / "CURRENT").is_file():
        if folder.is_dir() and not any(folder.iterdir()) and mode == "write":
            return ox.Store(folder)
        found = "a file or folder of another kind" if folder.exists() else "nothing"
        raise StoreError(
            f"oxigraph:{folder} holds no graph (found {found} there): "
            f"make one with kgforge load SOURCE --store oxigraph:{folder}"
        )
    try:
        return ox.Store.read_only(str(folder)) if mode == "read" else ox.Store(folder)
    except OSError as error:
        raise StoreError(f"cannot open oxigraph:{folder}: {error}") from error


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot write {folder}: {error.strerror}") from error


def _spool(entries: Iterable[Entry], spool: Path) -> int:
    changed = 0
    with files.writing_file(spool) as path, path.open("w", encoding="utf-8") as stream:
        for entry in entries:
            for line, unlike in quads.lines(entry):
                stream.write(line)
                changed += unlike
    return changed


def _bulk_load(store: ox.Store, spool: Path, address: str) -> None:
    try:
        store.bulk_load(path=str(spool), format=ox.RdfFormat.N_QUADS, lenient=True)
    except (OSError, SyntaxError) as error:
        raise StoreError(f"cannot write {address}: {error}") from error


def _syntax(error: SyntaxError) -> str:
    return " ".join(str(error.msg).split())


Converter = Callable[[object], str | int | float]


def rows(solutions: ox.QuerySolutions, query: Query) -> Iterator[Row]:
    """Solutions as plain rows in the order of the header's columns; blank nodes are left out.

    Raises PatternError for a value that is not of its column's type.
    """
    columns = [(column.name, _CONVERTERS[column.type]) for column in query.header.columns]
    for solution in _answered(solutions, query):
        try:
            yield tuple(convert(solution[name]) for name, convert in columns)
        except _Blank:
            continue
        except (TypeError, ValueError) as error:
            raise PatternError(
                f"{query.at('columns:')}: columns: {_misfit(solution, query)}"
            ) from error


def _answered(solutions: ox.QuerySolutions, query: Query) -> Iterator[ox.QuerySolution]:
    """The solutions. Raises StoreError where asking breaks off, as at a SERVICE out of reach."""
    try:
        yield from solutions
    except (OSError, RuntimeError) as error:
        raise StoreError(f"{query.path}: cannot be answered: {error}") from error


class _Blank(Exception):  # noqa: N818
    """A row holds a blank node, which has no name to be called by."""


def _misfit(solution: ox.QuerySolution, query: Query) -> str:
    for column in query.header.columns:
        try:
            _CONVERTERS[column.type](solution[column.name])
        except (TypeError, ValueError):
            return (
                f"{column.name} is declared {column.type} and holds "
                f"{solution[column.name] or 'nothing'}: filter the query or declare 'term'"
            )
    return "a value is not of its column's type"


def _iri(value: object) -> str:
    if isinstance(value, ox.NamedNode):
        return value.value
    if isinstance(value, ox.BlankNode):
        raise _Blank
    raise TypeError


def _term(value: object) -> str:
    if isinstance(value, ox.Literal):
        return terms.literal(
            value.value, datatype=value.datatype.value, language=value.language or ""
        )
    return _iri(value)


def _text(value: object) -> str:
    if isinstance(value, ox.Literal):
        return value.value
    return _iri(value)


def _int(value: object) -> int:
    return int(_text(value))


def _float(value: object) -> float:
    return float(_text(value))


_CONVERTERS: Final[Mapping[str, Converter]] = {
    "iri": _iri,
    "term": _term,
    "str": _text,
    "int": _int,
    "float": _float,
}
