"""A Neo4j server, 5.26 or newer: ``neo4j:bolt://host:7687``, or with a database ``…:7687/name``.

User and password come from NEO4J_USERNAME (else ``neo4j``) and NEO4J_PASSWORD (else none is sent).
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final, Self
from urllib.parse import urlsplit

import neo4j
from msgspec import Struct

from kgforge import files, temporaries, terms
from kgforge.errors import AddressError, KgforgeError, StoreError
from kgforge.patterns import Query, Row, Value
from kgforge.schema import Aside, Entry
from kgforge.stores import Access, Store, Taken, _ntriples
from kgforge.stores.neo4j import nodes, records, reltypes, strangers
from kgforge.stores.neo4j.faults import Faults
from kgforge.stores.neo4j.spool import Spool

_SCHEMES: Final = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
_OLDEST: Final = (5, 26)
"""The first version that takes a relationship's type as a parameter."""
_FETCH: Final = 5000
"""Rows that the server sends at a time."""
_FACTS: Final = """
MATCH (s:Entity)
WITH s, [(s)-[r]->(o) | [type(r), coalesce(o.iri, o.term)]] AS facts
WHERE facts <> []
RETURN s.iri, facts
"""
"""The facts of each subject in one record: of many records the driver is slow."""
_STARTED: Final = "SHOW DATABASES YIELD name, lastStartTime"
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
                "the address of a Neo4j server must not contain a user or password: "
                "set NEO4J_USERNAME and NEO4J_PASSWORD"
            )
        if parts.scheme not in _SCHEMES or not parts.netloc:
            raise AddressError(
                f"'neo4j:{rest}' names no server: write neo4j:bolt://localhost:7687 "
                f"(available: {', '.join(_SCHEMES)})"
            )
        query = f"?{parts.query}" if parts.query else ""
        url = f"{parts.scheme}://{parts.netloc}{query}"
        return cls(f"neo4j:{rest}", url, parts.path.strip("/") or None)


class Neo4jStore(Store):
    """See ``stores.Store``, ``stores.LineStore`` and ``stores.BulkStore``.

    Constraints are made by the first write, and by nothing else.
    """

    language = "cypher"
    foreign = False
    portions = 20

    def __init__(self, place: _Place, access: Access) -> None:
        self.address = place.address
        self._database = place.database
        self._access = access
        self._faults = Faults(place.address, place.database, access.timeout)
        self._load: tuple[Spool, Path] | None = None
        with self._faults.caught("open"):
            self._driver = neo4j.GraphDatabase.driver(
                place.url,
                auth=_authentication(),
                max_transaction_retry_time=_PATIENCE,
                notifications_min_severity="OFF",
            )
        try:
            with self._faults.caught("open"), self._session(neo4j.READ_ACCESS) as session:
                check_version(session.run("RETURN 1").consume().server.agent, self.address)
        except KgforgeError:
            self.close()
            raise

    def add(self, entries: Iterable[Entry]) -> int:
        """See ``stores.Store.add``: all is read first, into a temporary file, then written.

        It is written in many transactions: a load that the server did not survive is run again.
        """
        self._access.must_write(self.address)
        with (
            temporaries.Folder() as folder,
            temporaries.Folder() as lines,
            closing(Spool(folder / "rows")) as spool,
        ):
            self._load = spool, lines
            changed = spool.add(entries)
            self.refuse_strange()
            with self._faults.caught("write"), self._session(neo4j.WRITE_ACCESS) as session:
                nodes.write(spool, session)
        return changed

    def refuse_strange(self) -> None:
        """See ``stores.GuardedStore``."""
        with self._faults.caught("ask"), self._session(neo4j.READ_ACCESS) as session:
            found = strangers.find(session)
        if found is None or (found.is_ours and not found.is_mixed):
            return
        if self._access.mode == "write":
            raise StoreError(
                f"cannot write {self.address}: it holds what kgforge did not write ({found}), and "
                "a graph needs a database of its own: name an empty one, as in "
                "neo4j:bolt://HOST:7687/DATABASE (nothing was written)"
            )
        raise StoreError(
            f"cannot read {self.address}: it holds a graph that kgforge did not write ({found}), "
            "and which of its properties are names is not known: write its relationships into a "
            "table, as with MATCH (s)-[p]->(o) RETURN s.name AS s, type(p) AS p, o.name AS o in "
            "cypher-shell --format plain, and load that (kgforge load graph.csv --store "
            "oxigraph:graph/); or ask it with kgforge query"
        )

    def take(self, path: Path, aside: Aside) -> Taken:
        """See ``stores.LineStore.take``: a plain line is parted by its spaces."""
        assert self._load is not None
        spool, folder = self._load
        rest = folder / f"{len(list(folder.iterdir()))}.rest.nt"
        with files.as_output_error(folder), rest.open("wb") as others:
            return Taken(spool.add_lines(_ntriples.plain_runs(path, others, aside)), rest)

    def query(self, query: Query, parameters: Mapping[str, Value]) -> Iterator[Row]:
        """See ``stores.Store.query``."""
        asked = neo4j.Query(query.text, timeout=self._access.timeout)
        bound = reltypes.bound(query, parameters)
        with self._faults.caught("ask", query), self._session(neo4j.READ_ACCESS) as session:
            result = session.run(asked, bound)
            values = (record.values() for record in result)
            yield from records.rows(values, list(result.keys()), query)

    def names(self, query: Query) -> tuple[str, ...]:
        """See ``stores.NamingStore``."""
        text = neo4j.Query(f"EXPLAIN {query.text}")
        with self._faults.caught("ask", query), self._session(neo4j.READ_ACCESS) as session:
            return tuple(session.run(text).keys())

    def version(self) -> str:
        """See ``stores.BulkStore.version``: the last transaction, by its bookmark.

        A bookmark names the database and the last transaction that was committed in it. One that
        was put in place of another, as from a backup, was started anew.
        """
        with self._faults.caught("ask"), self._session(neo4j.READ_ACCESS) as session:
            started = session.run(_STARTED).values()
        with self._faults.caught("ask"), self._session(neo4j.READ_ACCESS) as session:
            session.run("RETURN 1").consume()
            marks = sorted(session.last_bookmarks().raw_values)
        return f"{self.address} {sorted(map(str, started))} {marks}" if marks else ""

    def write_facts(self, file: Path) -> bool:
        """See ``stores.BulkStore.write_facts``."""
        with (
            files.as_output_error(file),
            file.open("w", encoding="utf-8", newline="\n") as lines,
            self._faults.caught("ask"),
            self._session(neo4j.READ_ACCESS) as session,
        ):
            for subject, facts in session.run(_FACTS):
                lines.writelines(
                    f"<{subject}> <{reltypes.expand(type_)}> {_written(term)} .\n"
                    for type_, term in facts
                )
        return True

    def close(self) -> None:
        """See ``stores.Store.close``."""
        self._driver.close()

    def _session(self, mode: str) -> neo4j.Session:
        return self._driver.session(
            database=self._database, default_access_mode=mode, fetch_size=_FETCH
        )


def _written(term: str) -> str:
    return term if terms.is_literal(term) else f"<{term}>"


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
