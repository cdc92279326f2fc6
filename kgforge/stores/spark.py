"""Spark: a graph as a folder of Parquet, queried on this machine or on a cluster.

``spark:DIR`` asks with all cores of this machine, ``spark:spark://master:7077?data=DIR`` (or any
other master's address) with a cluster, which must see the same folder. DuckDB writes the folder;
it also turns terms into their numbers, and numbers into terms, since these are look-ups.
"""

import logging
import os
import re
import shutil
import socket
import sys
import tempfile
import uuid
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final

from py4j.protocol import Py4JError, Py4JJavaError
from pyspark import SparkContext
from pyspark.errors import AnalysisException, ParseException, PySparkException
from pyspark.sql import SparkSession

from kgforge import files, patterns, temporaries
from kgforge.errors import PatternError, StoreError
from kgforge.patterns import Query, Row, Value
from kgforge.schema import Aside, Entry
from kgforge.stores import Access, Store, Taken, _tables
from kgforge.stores._clock import Clock
from kgforge.stores._draw import DrawsInSql
from kgforge.stores.duckdb.database import BATCH, Duck
from kgforge.stores.duckdb.intake import Intake
from kgforge.stores.duckdb.lines import quoted

_SETTINGS: Final = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.session.timeZone": "UTC",
    # Three numbers of 8 bytes take 5 in Parquet, and more where they are sent to all tasks.
    "spark.sql.sources.fileCompressionFactor": "10",
    # Generated code does not look whether its task was cancelled: then the process is killed.
    "spark.task.reaper.enabled": "true",
    "spark.task.reaper.killTimeout": "10s",
}
_HEAP: Final = "2g"
"""The memory of a Spark that is begun here, unless the user says another: 1 GB, its own, does not
hold the tables that it sends to all tasks, as it takes a table to be as large as its files."""
_PATIENCE: Final = 10
"""Seconds in which a master must take a connection: Spark itself tries for a minute."""
_LINE: Final = re.compile(r"\bline (\d+)")


def open(rest: str, access: Access) -> "SparkStore":
    """Open the folder *rest*, or the master and folder of ``MASTER?data=DIR``.

    Raises StoreError when there is no graph to read, or no folder is named.
    """
    master, asked, folder = rest.partition("?data=")
    if not asked:
        master, folder = "local[*]", rest
    if not folder or "://" in folder:
        raise StoreError(
            f"spark:{rest} names no folder: write spark:DIR, or spark:MASTER?data=DIR for a cluster"
        )
    return SparkStore(f"spark:{rest}", master, Path(folder), access)


class SparkStore(DrawsInSql, Store):
    """See ``stores.LineStore`` and ``stores.DrawingStore``.

    A load writes all tables anew, into a folder that takes the old one's place at its end.
    """

    language = "sql"
    foreign = False
    portions = 1

    def __init__(self, address: str, master: str, folder: Path, access: Access) -> None:
        self.address = address
        self._master = master
        self._folder = folder.resolve()
        self._access = access
        self._duck: Duck | None = None
        self._session: SparkSession | None = None
        self._intake: Intake | None = None
        empty = folder.is_dir() and not any(self._there())
        if access.mode == "read" or (folder.exists() and not empty):
            self._duck = self._opened()

    def _there(self) -> Iterator[Path]:
        return self._folder.iterdir() if self._folder.is_dir() else iter(())

    def _opened(self) -> Duck:
        missing = [name for name in _tables.SCHEMA if not self._has(name)]
        if not _tables.LATER.issuperset(missing):
            found = "a file or folder of another kind" if self._folder.exists() else "nothing"
            raise StoreError.no_graph(self.address, found)
        return Duck.reading({name: self._table(name) for name in _tables.SCHEMA}, self.address)

    def _has(self, table: str) -> bool:
        return any((self._folder / table).glob("*.parquet"))

    def _table(self, name: str) -> str:
        if not self._has(name):
            return _tables.empty(name)
        return f"FROM read_parquet({quoted(f'{self._folder}/{name}/*.parquet')})"

    # ── writing ─────────────────────────────────────────────────────────────────────────────────
    def add(self, entries: Iterable[Entry]) -> int:
        """See ``stores.Store.add``: into tables of DuckDB, and from these to Parquet."""
        self._access.must_write(self.address)
        others = sorted({path.name for path in self._there()} - _tables.SCHEMA.keys())
        if others:
            raise StoreError(
                f"cannot write {self.address}: a load replaces the folder, and in it is "
                f"{others[0]!r}, which is not part of the graph: move it elsewhere"
            )
        with (
            files.writing_folder(self._folder, force=True) as new,
            temporaries.Folder(new.parent) as temporary,
        ):
            changed = self._write(entries, temporary, new)
        self._close_tables()
        self._duck = self._opened()
        self._leave()  # its session knows the files that were
        return changed

    def _write(self, entries: Iterable[Entry], temporary: Path, new: Path) -> int:
        with Duck.new(temporary / "graph.db", self.address) as duck:
            for name in _tables.SCHEMA if self._duck else ():
                duck.execute(f"INSERT INTO {name} {self._table(name)}")
            with duck.loading(temporary) as self._intake:
                changed = sum(map(self._intake.write, entries))
                self._intake.store()
            for name in _tables.SCHEMA:
                (new / name).mkdir()
                file = quoted(str(new / name / "0.parquet"))
                duck.execute(f"COPY {name} TO {file} (FORMAT parquet, COMPRESSION zstd)")
        return changed

    def take(self, path: Path, aside: Aside) -> Taken:
        """See ``stores.LineStore.take``."""
        assert self._intake is not None
        return Taken(*self._intake.take(path, aside))

    # ── asking ──────────────────────────────────────────────────────────────────────────────────
    def query(self, query: Query, parameters: Mapping[str, Value]) -> Iterator[Row]:
        """See ``stores.Store.query``. Raises PatternError for a text that Spark refuses."""
        if self._duck is None:
            return
        text = _tables.bind_sql(query, parameters, self._duck.terms)
        session, group = self._connected(), uuid.uuid4().hex
        context = session.sparkContext
        clock = Clock(self._access.timeout, lambda: context.cancelJobGroup(group))
        try:
            with clock.running():
                context.setJobGroup(group, str(query.path), interruptOnCancel=True)
                # Within parentheses a statement that is no query is an error of syntax.
                asked = session.sql(f"SELECT * FROM ({text.rstrip().rstrip(';')}\n) AS asked")
                found = asked.toLocalIterator(prefetchPartitions=True)
            each = clock.fetched(lambda: list(islice(found, BATCH)))
            yield from _tables.rows(query, asked.columns, each, self._duck.terms)
        except (ParseException, AnalysisException) as error:
            raise _refused(query, error) from error
        except (PySparkException, Py4JError, TimeoutError) as error:
            if clock.is_over:
                self._end_work(session)
                raise patterns.stopped(query, self._access.timeout or 0) from error
            raise StoreError(f"{query.path}: cannot be answered: {_first(error)}") from error

    def _connected(self) -> SparkSession:
        """The session, with the tables as views; begun when first it is wanted."""
        if self._session is None:
            ours = bool(_sharing) or SparkSession.getActiveSession() is None
            self._session = _session(self._master, self.address).newSession()
            if ours:
                _sharing.add(self)
            for name in _tables.SCHEMA:
                place = str(self._folder / name)
                found = (
                    self._session.read.parquet(place)
                    if self._has(name)
                    else self._session.sql(_tables.empty(name))
                )
                found.createOrReplaceTempView(name)
        return self._session

    def _end_work(self, session: SparkSession) -> None:
        """End a local Spark's process after a time limit, if nobody else uses it.

        Its tasks run there, and generated code does not look whether its task was cancelled.
        """
        if session.sparkContext._jsc.sc().isLocal() and {self} == _sharing:
            self._leave()
            _end_process()

    def _leave(self) -> None:
        session, self._session = self._session, None
        if session is not None and self in _sharing:
            _sharing.remove(self)
            if not _sharing:
                session.stop()

    def close(self) -> None:
        """See ``stores.Store.close``: a Spark that was there before us stays."""
        self._close_tables()
        self._leave()

    def _close_tables(self) -> None:
        if self._duck is not None:
            self._duck.close()
        self._duck = None


_sharing: Final[set[SparkStore]] = set()
"""The open stores that share a Spark which kgforge has started: the last one stops it."""


# ── The session ─────────────────────────────────────────────────────────────────────────────────
def _session(master: str, address: str) -> SparkSession:
    builder = SparkSession.Builder().master(master).appName("kgforge")
    for name, value in _SETTINGS.items():
        builder = builder.config(name, value)
    logging.getLogger("SQLQueryContextLogger").setLevel(logging.CRITICAL)
    os.environ.setdefault("SPARK_DRIVER_MEMORY", _HEAP)
    before = SparkContext._active_spark_context
    if before is None:
        _assert_there(master, address)
    with tempfile.TemporaryFile() as log:
        try:
            with _errors_into(log), warnings.catch_warnings(action="ignore"):
                session = builder.getOrCreate()
        except (PySparkException, Py4JError, OSError) as error:
            if before is None and SparkContext._active_spark_context is not None:
                SparkContext._active_spark_context.stop()  # else the next session would begin in it
            log.seek(0)
            raise _unstarted(address, error, log.read().decode(errors="replace")) from error
        session.sparkContext.setLogLevel("OFF")
    return session


def _assert_there(master: str, address: str) -> None:
    """Refuse a cluster of whose masters (``spark://HOST:PORT,HOST:PORT``) none is there."""
    if not master.startswith("spark://"):
        return
    found = []
    for place in master.removeprefix("spark://").split(","):
        host, _, port = place.rpartition(":")
        try:
            socket.create_connection((host, int(port)), _PATIENCE).close()
        except (OSError, ValueError) as error:
            found.append(f"{place}: {error}")
        else:
            return
    raise StoreError(
        f"cannot open {address}: Spark does not start: there is no master ({'; '.join(found)}): "
        "start one, or use spark:DIR to run on this machine's cores"
    )


def _end_process() -> None:
    """End the Java process behind this one; the next session begins another."""
    gateway: Any = SparkContext._gateway
    SparkContext._gateway = SparkContext._jvm = None
    gateway.shutdown()
    with gateway.proc as process:  # which waits for it, and closes its pipes
        process.kill()


@contextmanager
def _errors_into(log: IO[bytes]) -> Iterator[None]:
    """While the body runs, what goes to standard error goes into a file.

    The Java process that is started meanwhile keeps that file, and so does not talk into ours.
    """
    sys.stderr.flush()
    kept = os.dup(2)
    try:
        os.dup2(log.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _unstarted(address: str, error: Exception, log: str) -> StoreError:
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        return StoreError(
            f"cannot open {address}: Spark runs on Java, and there is no program 'java': install "
            "Java 17 or later (such as the package openjdk-17-jre-headless)"
        )
    said = next((line for line in reversed(log.splitlines()) if line.strip()), "")
    return StoreError(f"cannot open {address}: Spark does not start: {_first(error)} {said}")


def _refused(query: Query, error: PySparkException) -> PatternError:
    found = _LINE.search(str(error))
    return PatternError(f"{query.path}{f':{found[1]}' if found else ''}: {_first(error)}")


def _first(error: Exception) -> str:
    """The first line that says something; of an error of Java the exception, not the call."""
    said = str(error.java_exception) if isinstance(error, Py4JJavaError) else str(error)
    lines = (line.strip() for line in said.splitlines())
    return next((line.removeprefix(": ") for line in lines if line), type(error).__name__)
