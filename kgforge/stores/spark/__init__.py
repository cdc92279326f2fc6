"""Spark: a graph as a folder of Parquet, queried on this machine or on a cluster.

``spark:DIR`` asks with all cores of this machine, ``spark:spark://master:7077?data=DIR`` (or any
other master's address) with a cluster, which must see the same folder, the one that it lies in, and
what is loaded. Spark writes it all; DuckDB, which needs no start, looks up terms and their numbers.
"""

import glob
import uuid
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

import duckdb
from py4j.protocol import Py4JError
from pyspark.errors import AnalysisException, ParseException, PySparkException
from pyspark.sql import DataFrame, SparkSession

from kgforge import files, patterns, temporaries
from kgforge.errors import StoreError
from kgforge.patterns import Query, Row, Value
from kgforge.schema import Aside, Entry
from kgforge.stores import Access, Store, Taken, _tables, _walks
from kgforge.stores._clock import Clock
from kgforge.stores._draw import DrawsInSql
from kgforge.stores.duckdb.database import Duck
from kgforge.stores.duckdb.lines import quoted
from kgforge.stores.spark import lines, numbers
from kgforge.stores.spark.intake import Intake
from kgforge.stores.spark.numbers import HashedTerms
from kgforge.stores.spark.session import (
    LOCAL,
    Means,
    begun,
    end_process,
    means,
    refused,
    unanswered,
    unwritten,
)

_BATCH: Final = 1 << 16
"""Rows whose terms are looked up together: of many terms each look-up reads much."""


def open(rest: str, access: Access) -> "SparkStore":
    """Open the folder *rest*, or the master and folder of ``MASTER?data=DIR``.

    Raises StoreError when there is no graph to read, or no folder is named.
    """
    master, asked, folder = rest.partition("?data=")
    if not asked:
        master, folder = LOCAL, rest
    if not folder or "://" in folder:
        raise StoreError(
            f"spark:{rest} names no folder: write spark:DIR, or spark:MASTER?data=DIR for a cluster"
        )
    return SparkStore(f"spark:{rest}", master, Path(folder), access)


class SparkStore(DrawsInSql, Store):
    """See ``stores.LineStore`` and ``stores.DrawingStore``.

    A load writes into a folder that takes the old one's place at its end. What was there before is
    linked into it.
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
        self._means: Means | None = None
        self._intake: Intake | None = None
        empty = folder.is_dir() and not any(self._there())
        if access.mode == "read" or (folder.exists() and not empty):
            self._duck = self._opened()

    def _there(self) -> Iterator[Path]:
        return self._folder.iterdir() if self._folder.is_dir() else iter(())

    def _files(self) -> set[str]:
        """The names of the graph's files, each of which only one load has given."""
        return {path.name for table in self._there() for path in table.glob("*.parquet")}

    def _opened(self) -> Duck:
        missing = [name for name in _tables.SCHEMA if not self._has(name)]
        if not _tables.LATER.issuperset(missing):
            found = "a file or folder of another kind" if self._folder.exists() else "nothing"
            raise StoreError.no_graph(self.address, found)
        views = {name: self._table(name) for name in _tables.SCHEMA}
        return Duck.reading(views, self.address, numbers.known)

    def settings(self) -> str:
        """See ``stores.TunedStore.settings``; empty, too, where Spark was there before us."""
        return self._means.words if self._means else ""

    def _size(self) -> int:
        """How many facts there are, as the files say."""
        if not self._has("facts"):
            return 0
        place = quoted(f"{glob.escape(str(self._folder))}/facts/*.parquet")
        text = f"SELECT SUM(num_rows) FROM parquet_file_metadata({place})"
        [(count,)] = duckdb.execute(text).fetchall()
        return int(count)

    def _has(self, table: str) -> bool:
        return any((self._folder / table).glob("*.parquet"))

    def _table(self, name: str) -> str:
        if not self._has(name):
            return _tables.empty(name)
        place = f"{glob.escape(str(self._folder))}/{name}/*.parquet"
        return f"FROM read_parquet({quoted(place)})"

    # ── writing ─────────────────────────────────────────────────────────────────────────────────
    def add(self, entries: Iterable[Entry]) -> int:
        """See ``stores.Store.add``: all at the end, by Spark."""
        self._access.must_write(self.address)
        others = sorted({path.name for path in self._there()} - _tables.SCHEMA.keys())
        if others:
            raise StoreError(
                f"cannot write {self.address}: a load replaces the folder, and in it is "
                f"{others[0]!r}, which is not part of the graph: move it elsewhere"
            )
        if self._duck is not None and type(self._duck.terms) is not HashedTerms:
            raise StoreError(
                f"cannot write {self.address}: version 0.8 or earlier made it, and numbered terms "
                f"otherwise: copy it, with kgforge load spark:{self._folder} --store spark:NEW"
            )
        session, before = self._connected(), self._files()
        try:
            with (
                files.writing_folder(self._folder, force=True) as new,
                temporaries.Folder(new.parent) as temporary,
                Intake(session, self._folder, temporary) as self._intake,
            ):
                changed = sum(map(self._intake.write, entries))
                self._intake.store(new)
                if self._files() != before:
                    raise StoreError(
                        f"cannot write {self.address}: another load wrote it in the meantime; run "
                        "this again"
                    )
        except (PySparkException, Py4JError) as error:
            raise unwritten(self.address, error) from error
        self._close_tables()
        self._duck = self._opened()
        self._see(session)  # which knows the files that were
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
        walks = _tables.bind_walks(query, parameters, self._duck.terms)
        made: list[DataFrame] = []
        try:
            with clock.running():
                context.setJobGroup(group, str(query.path), interruptOnCancel=True)
                for walk in walks:
                    _walks.walked(query, walk, partial(_table, session, made))
                # Within parentheses a statement that is no query is an error of syntax.
                asked = session.sql(f"SELECT * FROM ({text.rstrip().rstrip(';')}\n) AS asked")
                found = asked.toLocalIterator(prefetchPartitions=True)
            each = clock.fetched(lambda: list(islice(found, _BATCH)))
            yield from _tables.rows(query, asked.columns, each, self._duck.terms)
        except (ParseException, AnalysisException) as error:
            raise refused(query, error) from error
        except (PySparkException, Py4JError, TimeoutError) as error:
            if clock.is_over:
                self._end_work(session)
                raise patterns.stopped(query, self._access.timeout or 0) from error
            raise unanswered(query, error) from error
        finally:
            self._free(session, made)

    def _free(self, session: SparkSession, made: Iterable[DataFrame]) -> None:
        """Free the tables of walks, unless their Spark is gone: they are, too, then."""
        if self._session is session:
            with suppress(PySparkException, Py4JError, OSError):
                for table in made:
                    table.unpersist()

    def _connected(self) -> SparkSession:
        """The session, with the tables as views; begun when first it is wanted."""
        if self._session is None:
            ours = bool(_sharing) or SparkSession.getActiveSession() is None
            facts = self._size()
            self._session = begun(self._master, self.address, facts).newSession()
            if ours:
                _sharing.add(self)
                self._means = means(self._master, facts)
                self._means.suit(self._session)
            self._see(self._session)
        return self._session

    def _see(self, session: SparkSession) -> None:
        for name in _tables.SCHEMA:
            found = (
                lines.table(session, self._folder / name, name)
                if self._has(name)
                else session.sql(_tables.empty(name))
            )
            found.createOrReplaceTempView(name)

    def _end_work(self, session: SparkSession) -> None:
        """End a local Spark's process after a time limit, if nobody else uses it.

        Its tasks run there, and generated code does not look whether its task was cancelled.
        """
        if session.sparkContext._jsc.sc().isLocal() and {self} == _sharing:
            self._leave()
            end_process()

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


def _table(session: SparkSession, made: list[DataFrame], name: str, select: str) -> int:
    """Make a table that is kept until the query is answered; how many rows it has.

    Each is made of those before: told how all were made, Spark would plan twice as long each time.
    """
    found = session.sql(select).localCheckpoint()
    made.append(found)
    found.createOrReplaceTempView(name)
    return int(found.count())


_sharing: Final[set[SparkStore]] = set()
"""The open stores that share a Spark which kgforge has started: the last one stops it."""
