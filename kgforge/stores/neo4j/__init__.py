"""A Neo4j server, 5.26 or newer: ``neo4j:bolt://host:7687``, or with a database ``…:7687/name``.

User and password come from NEO4J_USERNAME (else ``neo4j``) and NEO4J_PASSWORD (else none is sent).
"""

import os
import re
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, Self
from urllib.parse import urlsplit

import neo4j
from msgspec import Struct
from neo4j.exceptions import DriverError, Neo4jError, ServiceUnavailable, SessionExpired

from kgforge import files, patterns
from kgforge.errors import AddressError, KgforgeError, PatternError, QueryTimeoutError, StoreError
from kgforge.patterns import Query, Row, Value
from kgforge.schema import Entry
from kgforge.stores import Access, Taken, _plain
from kgforge.stores.neo4j import nodes, reltypes
from kgforge.stores.neo4j.nodes import Rows

_SCHEMES: Final = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
_OLDEST: Final = (5, 26)
"""The first version that takes a relationship's type as a parameter."""
_BATCH: Final = 10_000
"""Nodes, or relationships, that one transaction writes."""
_FETCH: Final = 5000
"""Rows that the server sends at a time."""
_PATIENCE: Final = 10
"""Seconds for which a transaction is tried again when the server is gone or too busy."""


def open(rest: str, access: Access) -> "Neo4jStore":
    """Connect to the server at *rest*.

    Raises AddressError for what is no address of a server, StoreError when it cannot be reached,
    refuses the password, has no such database, or is too old.
    """
    return Neo4jStore(_Place.parse(rest), access)


class _Place(Struct, frozen=True):
    """Where the graph is."""

    address: str
    url: str
    database: str | None
    """None: the user's own."""

    @classmethod
    def parse(cls, rest: str) -> Self:
        """Part an address into server and database."""
        parts = urlsplit(rest)
        if "@" in parts.netloc:
            raise AddressError(
                "the address of a Neo4j server holds no user or password: "
                "set NEO4J_USERNAME and NEO4J_PASSWORD"
            )
        if parts.scheme not in _SCHEMES or not parts.netloc:
            raise AddressError(
                f"'neo4j:{rest}' names no server: say neo4j:bolt://localhost:7687 "
                f"(there are: {', '.join(_SCHEMES)})"
            )
        query = f"?{parts.query}" if parts.query else ""
        url = f"{parts.scheme}://{parts.netloc}{query}"
        return cls(f"neo4j:{rest}", url, parts.path.strip("/") or None)


class Neo4jStore:
    """See ``stores.Store`` and ``stores.LineStore``.

    Constraints are made by the first write, and by nothing else.
    """

    language = "cypher"
    foreign = False
    portions = 20

    def __init__(self, place: _Place, access: Access) -> None:
        self.address = place.address
        self._database = place.database
        self._access = access
        self._load: tuple[Rows, Path] | None = None
        with self._faults("open"):
            self._driver = neo4j.GraphDatabase.driver(
                place.url,
                auth=_authentication(),
                max_transaction_retry_time=_PATIENCE,
                notifications_min_severity="OFF",
            )
        try:
            with self._faults("open"), self._session(neo4j.READ_ACCESS) as session:
                check_version(session.run("RETURN 1").consume().server.agent, self.address)
        except KgforgeError:
            self.close()
            raise

    def add(self, entries: Iterable[Entry]) -> int:
        """See ``stores.Store.add``: all is read first, into a temporary file, then written.

        It is written in many transactions: a load that the server did not survive is run again.
        """
        if self._access.mode == "read":
            raise StoreError(f"{self.address} was opened to read: open it to write")
        with (
            tempfile.TemporaryDirectory(prefix="kgforge-") as folder,
            tempfile.TemporaryDirectory(prefix="kgforge-") as lines,
            closing(Rows(Path(folder) / "rows")) as rows,
        ):
            self._load = rows, Path(lines)
            changed = rows.add(entries)
            with self._faults("write"), self._session(neo4j.WRITE_ACCESS) as session:
                _write(rows, session)
        return changed

    def take(self, path: Path, aside: Collection[str]) -> Taken:
        """See ``stores.LineStore.take``: a plain line is parted by its spaces."""
        assert self._load is not None
        rows, folder = self._load
        rest = folder / f"{len(list(folder.iterdir()))}.rest.nt"
        with files.as_output_error(folder), rest.open("wb") as others:
            return Taken(rows.add_lines(_plain.runs(path, others, aside)), rest)

    def query(self, query: Query, parameters: Mapping[str, Value]) -> Iterator[Row]:
        """See ``stores.Store.query``."""
        asked = neo4j.Query(query.text, timeout=self._access.timeout)
        bound = reltypes.bound(query, parameters)
        with self._faults("ask", query), self._session(neo4j.READ_ACCESS) as session:
            result = session.run(asked, bound)
            names = list(result.keys())
            patterns.columns_must_match(query, names)
            yield from reltypes.rows((record.values() for record in result), names, query)

    def close(self) -> None:
        """See ``stores.Store.close``."""
        self._driver.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _session(self, mode: str) -> neo4j.Session:
        return self._driver.session(
            database=self._database, default_access_mode=mode, fetch_size=_FETCH
        )

    @contextmanager
    def _faults(self, doing: str, query: Query | None = None) -> Iterator[None]:
        """Turn what the driver raises into an error of ours, of one line."""
        try:
            yield
        except Neo4jError as error:
            raise self._refusal(error, doing, query) from error
        except DriverError as error:
            raise StoreError(f"cannot {doing} {self.address}: {_lost(error, doing)}") from error

    def _refusal(self, error: Neo4jError, doing: str, query: Query | None) -> KgforgeError:
        """The error for what the server has refused or stopped."""
        code = error.code or ""
        if query and "TransactionTimedOut" in code:
            return self._timed_out(query)
        if query and ".Statement." in code:
            return PatternError(_refused_text(error, query))
        known = next((text for part, text in _REFUSALS.items() if part in code), None)
        text = known.format(database=self._database) if known else _first_line(error.message)
        return StoreError(f"cannot {doing} {self.address}: {text}")

    def _timed_out(self, query: Query) -> QueryTimeoutError:
        if self._access.timeout is not None:
            return patterns.stopped(query, self._access.timeout)
        return QueryTimeoutError(
            f"{query.path}: stopped by the time limit of {self.address} (db.transaction.timeout): "
            "a longer one of yours (--timeout) goes before it"
        )


def check_version(agent: str, address: str) -> None:
    """Refuse a server that is no Neo4j of 5.26 or newer by what it calls itself."""
    found = re.match(r"Neo4j/(\d+)\.(\d+)", agent)
    if found is None or (int(found[1]), int(found[2])) < _OLDEST:
        raise StoreError(
            f"cannot open {address}: it is {agent}, which cannot take a relationship's type as a "
            "parameter: run Neo4j 5.26 or newer"
        )


def _authentication() -> tuple[str, str] | None:
    password = os.environ.get("NEO4J_PASSWORD")
    return (os.environ.get("NEO4J_USERNAME", "neo4j"), password) if password else None


# ── what can go wrong ───────────────────────────────────────────────────────────────────────────
_TOO_LONG: Final = (
    "a transaction took, or waited, longer than the server allows: "
    "raise db.transaction.timeout and run it again"
)
_REFUSALS: Final = {
    "Security.Unauthorized": "the server refuses the user or the password: "
    "set NEO4J_USERNAME and NEO4J_PASSWORD",
    "Security.AuthenticationRateLimit": "too many wrong passwords: "
    "wait some seconds, then set NEO4J_PASSWORD",
    "Security.Forbidden": "this user may not: give it the right, or set NEO4J_USERNAME",
    "Database.DatabaseNotFound": "the server has no database {database!r}: "
    "make it first, or name none for the user's own",
    "ReadOnly": "it is read-only: allow writing (server.databases.default_to_read_only), "
    "or name another",
    "TransactionTimedOut": _TOO_LONG,
    "LockClientStopped": _TOO_LONG,
}
"""Part of a server's code to what would help."""


def _lost(error: DriverError, doing: str) -> str:
    """Why the server does not answer, from the first cause there is."""
    cause: BaseException = error
    while cause.__cause__ is not None:
        cause = cause.__cause__
    said = cause.strerror if isinstance(cause, OSError) and cause.strerror else str(cause)
    if not isinstance(error, ServiceUnavailable | SessionExpired):
        return _first_line(said)
    helps = {
        "open": "is the server running there?",
        "write": "the server was lost; run the load again, and it ends with the same graph",
        "ask": "the server was lost; run it again",
    }
    return f"{_first_line(said)}: {helps[doing]}"


def _refused_text(error: Neo4jError, query: Query) -> str:
    said, place, _ = (error.message or "").partition(" (line ")
    number, _, _ = place.partition(",")
    where = f"{query.path}:{number}" if place else str(query.path)
    return f"{where}: {_first_line(said)}"


def _first_line(text: str | None) -> str:
    return (text or "no reason given").strip().partition("\n")[0].rstrip(".: ")


# ── writing ─────────────────────────────────────────────────────────────────────────────────────
def _write(rows: Rows, session: neo4j.Session) -> None:
    """Write what was gathered, batch by batch.

    Into a graph without entities facts are created, for there all are new: half the time of MERGE.
    A load that was broken off has left entities, so that running it again merges.
    """
    new = session.execute_read(_is_true, "RETURN NOT EXISTS { MATCH (:Entity) }")
    for constraint in nodes.CONSTRAINTS:
        session.execute_write(_run, constraint)
    for statement, found in nodes.statements(rows, "CREATE" if new else "MERGE"):
        for batch in nodes.batches(found, _BATCH):
            session.execute_write(_run, statement, batch)


def _run(
    transaction: neo4j.ManagedTransaction, statement: str, rows: list[nodes.Row] | None = None
) -> None:
    transaction.run(statement, rows=rows).consume()


def _is_true(transaction: neo4j.ManagedTransaction, question: str) -> bool:
    record = transaction.run(question).single()
    return bool(record and record[0])
