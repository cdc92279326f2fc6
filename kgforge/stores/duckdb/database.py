"""A DuckDB database with a graph's tables: opened, loaded and asked, its faults in plain words."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final, Literal, Self

import duckdb
from duckdb import DuckDBPyConnection

from kgforge import patterns, temporaries
from kgforge.closing import Closing
from kgforge.errors import KgforgeError, OutputError, PatternError, StoreError
from kgforge.patterns import Query, Row, Walk
from kgforge.stores import _tables, _walks
from kgforge.stores._clock import AGAIN, Clock
from kgforge.stores._tables import SCHEMA, Lists
from kgforge.stores._terms import Terms
from kgforge.stores.duckdb.intake import HASH, Intake
from kgforge.stores.duckdb.lines import quoted
from kgforge.stores.duckdb.memory import A_FACT, Memory

BATCH: Final = 2_048
"""How many rows are fetched at once, DuckDB's own measure: of many more, Python's are slower."""

_Rows = list[tuple[object, ...]]
_Done = Callable[[Callable[[], _Rows]], _Rows]
_RECURSIVE: Final = re.compile(r"\bWITH\s+RECURSIVE\b", re.I)
_PLACE: Final = re.compile(
    r"^(?P<mark>LINE (?P<line>\d+): )(?P<text>.*)(?:\n(?P<caret> *)\^)?", re.M
)
_KIND: Final = re.compile(r"^(?:\w+ )+Error: ")
_STOPPED: Final = "Invalid Input Error: "
"""What stands before the words of a query that stops itself."""
_HINT: Final = re.compile(r"^(?:Candidate bindings|Did you mean).*", re.M)
_REFUSED: Final = (duckdb.ProgrammingError, duckdb.DataError, duckdb.NotSupportedError)


class Duck(Closing):
    """A database and how it is asked. It ends its temporary files when it is closed."""

    def __init__(
        self, connection: DuckDBPyConnection, address: str, spill: temporaries.Folder
    ) -> None:
        self._connection = connection
        self._address = address
        self._spill = spill
        self._memory = Memory(connection)
        self._asking = connection.cursor()
        self.terms = Terms(self._asking)
        self._absent: frozenset[str] = frozenset()
        self._idle: list[DuckDBPyConnection] = []
        """Cursors that can be asked again: to teach a new one our functions takes time."""

    @classmethod
    def new(cls, file: Path | None, address: str) -> Self:
        """An empty graph in a new file, or in memory."""
        duck = cls._connected(file or Path(":memory:"), address, "write")
        with duck._first():
            _tables.create(duck._connection)
        return duck

    @classmethod
    def opened(cls, file: Path, address: str, mode: Literal["read", "write"]) -> Self:
        """The graph in a file. Raises StoreError when there is none."""
        duck = cls._connected(file, address, mode)
        found = duck._connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()
        names = {str(name) for (name,) in found}
        absent = SCHEMA.keys() - names
        if absent - _tables.LATER:
            duck.close()
            there = f"other tables: {', '.join(sorted(names))}" if names else "no tables"
            raise StoreError.no_graph(address, there)
        if mode == "write":
            with duck._first():
                _tables.create(duck._connection)
        else:
            duck._absent = frozenset(absent)
        return duck

    @classmethod
    def reading(
        cls,
        views: Mapping[str, str],
        address: str,
        known: Callable[[DuckDBPyConnection], Terms] = Terms,
    ) -> Self:
        """A graph whose tables lie elsewhere: *views* are their names, each with its SQL.

        *known* gives the terms of a connection.
        """
        duck = cls._connected(Path(":memory:"), address, "write")
        with duck._first():
            for name, text in views.items():
                duck._connection.execute(f"CREATE VIEW {name} AS {text}")
            duck.terms = known(duck._asking)
        return duck

    @contextmanager
    def _first(self) -> Iterator[None]:
        """What is done first with a database: when it fails, that is closed. Raises StoreError."""
        try:
            yield
        except duckdb.Error as error:
            self.close()
            raise StoreError(f"cannot open {self._address}: {_first(error)}") from error

    @classmethod
    def _connected(cls, file: Path, address: str, mode: Literal["read", "write"]) -> Self:
        spill = temporaries.Folder()
        try:
            connection = duckdb.connect(str(file), read_only=mode == "read")
            connection.execute(f"SET temp_directory = {quoted(str(spill.path))}")
        except duckdb.Error as error:
            spill.close()
            raise _unopened(file, address, error) from error
        return cls(connection, address, spill)

    # ── loading ─────────────────────────────────────────────────────────────────────────────────
    @contextmanager
    def loading(self, folder: Path, key: str = HASH) -> Iterator[Intake]:
        """A load, which the body ends by ``Intake.store``; *folder* is for its files."""
        with _faults(self._address):
            with Intake(self._connection, self._memory, folder, key) as intake:
                yield intake
            self._connection.execute("CHECKPOINT")  # all is in the file, which may be renamed
        self.terms = Terms(self._asking)

    # ── asking ──────────────────────────────────────────────────────────────────────────────────
    def rows(
        self,
        query: Query,
        text: str,
        timeout: float | None,
        lists: Lists | None = None,
        walks: Sequence[Walk] = (),
    ) -> Iterator[Row]:
        """The rows of a query whose parameters are written into *text*, or are in *lists*."""
        _refuse_endless(query)
        cursor = self._idle.pop() if self._idle else self._cursor()
        is_read = False
        clock = Clock(timeout, cursor.interrupt)
        above, body = _body(text)
        try:
            _select_alone(cursor, query, body)
            with _beside(cursor) as done:
                for walk in walks:
                    _walks.walked(query, walk, partial(self._table, done, cursor, clock))
                begin = partial(_begun, done, cursor, body, lists or {}, clock)
                first = self._memory.enough(begin)
                names = [str(column[0]) for column in cursor.description or ()]
                more = clock.fetched(lambda: done(partial(cursor.fetchmany, BATCH)))
                every = chain([first] if first else [], more)
                yield from _tables.rows(query, names, every, self.terms)
            is_read = True
        except (duckdb.Error, TimeoutError) as error:
            if clock.is_over:  # whatever it then says: once a stream is closed, that it is
                raise patterns.stopped(query, timeout or 0) from error
            if isinstance(error, _REFUSED):
                raise _refused(query, above, error) from error
            raise StoreError(f"{query.path}: cannot be answered: {_first(error)}") from error
        finally:
            if is_read and not walks:  # whose tables go with their cursor
                self._idle.append(cursor)
            else:
                _end(cursor)

    def _cursor(self) -> DuckDBPyConnection:
        return _tables.speak(self._connection.cursor(), self._absent)

    def _table(
        self, done: _Done, cursor: DuckDBPyConnection, clock: Clock, name: str, select: str
    ) -> int:
        """Make a temporary table; how many rows it has."""
        text = f"CREATE OR REPLACE TEMP TABLE {name} AS {select}"
        [(count,)] = self._memory.enough(lambda: _begun(done, cursor, text, {}, clock))
        return int(str(count))

    def suited(self) -> int:
        """How many facts there are, for which there is memory from now on."""
        with _faults(self._address):
            [(count,)] = self._connection.execute("SELECT COUNT(*) FROM facts").fetchall()
            self._memory.allow(int(count) * A_FACT)
        return int(count)

    def execute(self, text: str) -> None:
        """Run a statement that kgforge itself wrote."""
        with _faults(self._address):
            self._connection.execute(text)

    def close(self) -> None:
        """Close the database and remove its temporary files."""
        for cursor in (self._asking, *self._idle):
            cursor.close()
        self._connection.close()
        self._spill.close()


def _begun(done: _Done, cursor: DuckDBPyConnection, text: str, lists: Lists, clock: Clock) -> _Rows:
    """Execute a text; its first rows."""
    with clock.running():
        return done(lambda: cursor.execute(text, lists).fetchmany(BATCH))


def _end(cursor: DuckDBPyConnection) -> None:
    """Close a cursor that may not be read to its end: the engine may work on for rows to come."""
    with suppress(duckdb.ConnectionException):  # the database was closed before
        cursor.interrupt()
    cursor.close()


@contextmanager
def _beside(cursor: DuckDBPyConnection) -> Iterator[_Done]:
    """Gives the outcome of work that another thread does: this one hears Ctrl-C, and ends it.

    DuckDB itself hears it only between its tasks, and a task may be endless.
    """
    with ThreadPoolExecutor(1) as thread:

        def done(work: Callable[[], _Rows]) -> _Rows:
            future = thread.submit(work)
            try:
                return future.result()
            except BaseException:
                while not future.done():
                    cursor.interrupt()
                    wait([future], AGAIN)  # it may have had nothing yet to stop
                raise

        yield done


def _body(text: str) -> tuple[int, str]:
    """The text from its first line that is no comment, and how many lines stand above.

    Of a text with comments before it DuckDB says wrong lines.
    """
    lines = text.splitlines(keepends=True)
    above = next((at for at, line in enumerate(lines) if not _is_comment(line)), len(lines))
    return above, "".join(lines[above:])


def _is_comment(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("--")


def _select_alone(cursor: DuckDBPyConnection, query: Query, text: str) -> None:
    """Refuse a text that is not one SELECT: a query must not change the graph."""
    statements = cursor.extract_statements(text)
    if [statement.type for statement in statements] != [duckdb.StatementType.SELECT]:
        raise query.no_select()


def _refuse_endless(query: Query) -> None:
    """Refuse a recursion in DuckDB 2.0, which waits for ever when one is stopped or left."""
    if duckdb.__version__.startswith("2.0.") and _RECURSIVE.search(query.text):
        raise PatternError(
            f"{query.path}: a recursive query, which DuckDB {duckdb.__version__} cannot stop: "
            "install an earlier one (pip install 'duckdb<2') and load the graph again, or query "
            "each step separately"
        )


def _refused(query: Query, above: int, error: duckdb.Error) -> PatternError:
    """The error for a text that DuckDB refuses; it says at which line, and marks the column."""
    first = _first(error)
    if first.startswith(_STOPPED):
        return PatternError(f"{query.path}: {first.removeprefix(_STOPPED)}")
    said = _KIND.sub("", first, 1)
    hint = _HINT.search(str(error))
    help = f" ({hint[0].replace(': :', ':')})" if hint else ""
    found = _PLACE.search(str(error))
    at = f":{_place(query, above, found)}" if found else ""
    return PatternError(f"{query.path}{at}: SQL: {said}{help}")


def _place(query: Query, above: int, found: re.Match[str]) -> str:
    """Line and column in the file; the line alone where values stand before that column."""
    number = int(found["line"]) + above
    column = len(found["caret"] or "") - len(found["mark"])
    own = query.text.splitlines()[number - 1]
    is_own = 0 <= column < len(own) and own[: column + 1] == found["text"][: column + 1]
    return f"{number}:{column + 1}" if is_own else str(number)


# ── Faults ──────────────────────────────────────────────────────────────────────────────────────
@contextmanager
def _faults(address: str) -> Iterator[None]:
    """What DuckDB says while a graph is written, as a StoreError, or OutputError for the disk."""
    try:
        yield
    except duckdb.Error as error:
        if isinstance(error, duckdb.IOException) or "No space left" in str(error):
            raise OutputError(f"cannot write {address}: {_first(error)}") from error
        raise StoreError(f"cannot write {address}: {_first(error)}") from error
    except RuntimeError as error:
        raise _interrupted(error) from error


def _interrupted(error: RuntimeError) -> BaseException:
    """DuckDB takes Ctrl-C for itself, and then raises a bare RuntimeError."""
    return KeyboardInterrupt() if str(error) == "Query interrupted" else error


def _unopened(file: Path, address: str, error: duckdb.Error) -> KgforgeError:
    said = str(error)
    if not file.exists():
        return StoreError.no_graph(address, "nothing")
    if re.search(r"\block\b", said):  # and not "block", as of a damaged one
        holder = said.rpartition("(PID ")[2].partition(")")[0] if "(PID " in said else ""
        by = f"the process {holder}" if holder else "another process"
        return StoreError(
            f"cannot open {address}: {by} has it open for writing, or for reading while this "
            "one is to write; wait until that ends"
        )
    if "not a valid DuckDB" in said or not file.is_file():
        return StoreError.no_graph(address, "a file or folder of another kind")
    if "newer version of DuckDB" in said:
        return StoreError(
            f"cannot open {address}: {_first(error)}: pip install --upgrade duckdb, or load it "
            "again with this one"
        )
    return StoreError(f"cannot open {address}: {_first(error)}")


def _first(error: Exception) -> str:
    return str(error).partition("\n")[0]
