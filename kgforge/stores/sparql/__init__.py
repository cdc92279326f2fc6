"""A SPARQL 1.1 endpoint over HTTP, your own or a public one.

The rest of the address is the URL of its queries (``sparql:http://localhost:7878/query``), of a
Fuseki data set (``sparql:http://localhost:3030/ds``), or of Virtuoso's ``/sparql``. Parameters of
the URL (``?default-graph-uri=…``) go with every query; facts are written to the graph that it names
so. Where to write is found out for Oxigraph, Fuseki and Virtuoso. A server that wants a user and a
password gets ``SPARQL_USERNAME`` and ``SPARQL_PASSWORD`` of the environment, by HTTP Basic or
Digest.

An endpoint is ours when kgforge has loaded it (it has our graph of sources), or when it is empty.
Of another one labels are asked for among its facts, and large questions predicate by predicate.

A time limit closes the connection. Whether the server stops too is the server's affair:

- Fuseki and Virtuoso are told the limit and obey, Fuseki to the second and Virtuoso to two or so.
  (Fuseki 5.6 was seen to work on in a join whose every row a filter refuses.)
- An Oxigraph server cannot be told, and works on: start it with ``--timeout-s``, which stops most
  queries (not a product of unconnected facts).
- Of others nothing is known.

Virtuoso rewrites literals: integers beyond 32 bits become decimals, doubles lose digits after the
sixth, durations their sense. ``tests/expected/virtuoso_literals.txt`` lists what was seen; IRIs,
plain and tagged strings stay as they are. Where it cuts long results (``ResultSetMaxRows``), they
are asked for in slices that fit, and whole graphs by their predicates.
"""

import hashlib
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pyoxigraph as ox

from kgforge import files, patterns, temporaries, terms
from kgforge.calling import Limit, Refused
from kgforge.errors import AddressError, KgforgeError, PatternError, QueryTimeoutError, StoreError
from kgforge.patterns import Query, Row, Value
from kgforge.schema import Entry
from kgforge.stores import Access, Store, _quads, _solutions
from kgforge.stores._solutions import Solution
from kgforge.stores.sparql import constructed, slices, updates
from kgforge.stores.sparql.protocol import Answer, Endpoint

_OURS: Final = f"ASK {{ GRAPH <{_quads.SOURCES}> {{ ?s ?p ?o }} }}"
_UNION: Final = f"ASK {{ GRAPH <{_quads.SOURCES}> {{ ?s ?p ?o }} ?s ?p ?o }}"
"""Whether the default graph has what we keep beside the facts."""
_OWN: Final = f"ASK {{ GRAPH <{updates.FACTS}> {{ ?s ?p ?o }} }}"
_UNNAMED: Final = (
    "http://rdf4j.org/schema/rdf4j#nil",
    "http://www.bigdata.com/rdf#nullGraph",
)
"""What servers call the graph without a name, where a query's default graph is the union: RDF4J and
GraphDB, Blazegraph."""
_FILLED: Final = "ASK { ?s ?p ?o }"
_NAMES: Final = re.compile(rf"GRAPH\s*<{_quads.LABELS}>", re.I)


def open(rest: str, access: Access) -> "SparqlStore":
    """Open the endpoint at the URL *rest*.

    Raises AddressError for what is no URL, or has a user or password, StoreError when it cannot be
    reached or is no endpoint.
    """
    if "@" in urlsplit(rest).netloc:
        raise AddressError(
            "the address of an endpoint must not contain a user or password: "
            "set SPARQL_USERNAME and SPARQL_PASSWORD"
        )
    if urlsplit(rest).scheme not in ("http", "https"):
        raise AddressError(
            f"sparql:{rest} is not an endpoint: give a URL, as in sparql:http://localhost:7878/query"
        )
    return SparqlStore(rest, access)


class SparqlStore(Store):
    """See ``stores.Store`` and ``stores.BulkStore``."""

    language = "sparql"

    def __init__(self, url: str, access: Access) -> None:
        self._endpoint = Endpoint(url)
        self._access = access
        self.address = f"sparql:{self._endpoint.shown}"
        self._given: str | None = None
        """The hash of the facts that were given away last, of which the next version tells."""
        self._facts = dict(self._endpoint.parameters).get("default-graph-uri", "")
        if self._facts:
            self._name_graphs()
        try:
            self.foreign = self._is_foreign()
        except KgforgeError:
            self.close()
            raise
        self.portions = None if self.foreign else 20

    def _is_foreign(self) -> bool:
        """Whether the endpoint is someone else's; of one that is ours, find the graph of facts."""
        ours = self._asks(_OURS)
        writes = self._access.mode == "write"
        if not self._facts and (ours or writes):
            self._facts = self._graph_of_facts(ours=ours)
            if self._facts:
                self._endpoint.parameters.append(("default-graph-uri", self._facts))
                self._name_graphs()
        return not (ours or writes) and self._asks(_FILLED)

    def _graph_of_facts(self, *, ours: bool) -> str:
        """Return the graph of the facts: empty for the default one.

        Where the default graph is the union of all graphs, the facts need one of their own.
        """
        if self._endpoint.server == "Virtuoso" or self._asks(_OWN):
            return updates.FACTS
        if not ours:
            return updates.FACTS if self._is_union() else ""
        if not self._asks(_UNION):
            return ""
        for graph in _UNNAMED:
            with self._endpoint.naming(graph):
                if self._asks(_FILLED) and not self._asks(_UNION):
                    return graph
        raise StoreError(
            f"cannot open {self.address}: its default graph is the union of all its graphs, so "
            "that names, sentences and sources would be counted as facts: load the graph anew, "
            "into an empty store, and kgforge gives the facts a graph of their own; or start the "
            "server without that switch (Oxigraph's --union-default-graph)"
        )

    def _is_union(self) -> bool:
        """Whether the default graph shows other graphs: a triple is written to see, and removed."""
        try:
            place = updates.place(
                self._endpoint.server, self._endpoint.url, self._access.update_url
            )
            with place.trying(self._endpoint.client):
                return self._asks(f"ASK {{ {updates.TRIAL} }}")
        except StoreError:  # what writes may not or cannot is told by the load itself
            return False

    def _name_graphs(self) -> None:
        """Name the graphs besides that of facts with every query, unless the address names some."""
        named = self._endpoint.parameters
        if "named-graph-uri" not in dict(named):
            named += [("named-graph-uri", graph) for graph in updates.NAMED]

    # ── writing ─────────────────────────────────────────────────────────────────────────────────
    def add(self, entries: Iterable[Entry]) -> int:
        """See ``stores.Store.add``: all is read first, into a temporary file, then sent."""
        self._access.must_write(self.address)
        place = updates.target(
            self._endpoint.server, self._endpoint.url, self._access.update_url, self._facts
        )
        with temporaries.Folder() as temporary:
            spool = temporary / "load.nq"
            changed = _quads.spool(entries, spool)
            if spool.stat().st_size:
                place.write(spool, self._endpoint.client)
        return changed

    # ── copying ─────────────────────────────────────────────────────────────────────────────────
    def version(self) -> str:
        """See ``stores.BulkStore.version``: the hashes of its triples, graph by graph.

        Servers tell nothing less that changes with every write. They give triples in the order of
        an index, the same again and again; should one not, its graph is copied again.
        """
        given, self._given = self._given, None
        graphs = updates.NAMED if given else ("", *updates.NAMED)
        with ThreadPoolExecutor(2) as threads:  # a server answers each request on one core
            hashes = [*([given] if given else []), *threads.map(self._hash, graphs)]
        return "" if None in hashes else f"{self.address} {' '.join(map(str, hashes))}"

    def _hash(self, graph: str) -> str | None:
        """The hash of a graph's triples, or the facts', as they come; None where they do not."""
        found = hashlib.sha256()
        return found.hexdigest() if self._read(graph, found.update) else None

    def write_facts(self, file: Path) -> bool:
        """See ``stores.BulkStore.write_facts``."""
        found = hashlib.sha256()
        with files.as_output_error(file), file.open("wb") as lines:

            def take(chunk: bytes) -> None:
                lines.write(chunk)
                found.update(chunk)

            is_whole = self._read("", take)
        self._given = found.hexdigest() if is_whole else None
        return is_whole

    def _read(self, graph: str, take: Callable[[bytes], object]) -> bool:
        """Read the triples of a graph, or the facts; whether a server gave them, and all."""
        with self._triples(graph) as chunks:
            if chunks is None:
                return False
            try:
                for chunk in chunks:
                    take(chunk)
            except constructed.IncompleteError:
                return False
            return True

    @contextmanager
    def _triples(self, graph: str) -> Iterator[Iterator[bytes] | None]:
        """The triples of a graph, or the facts, as N-Triples; None where a server does not."""
        part = f"GRAPH <{graph}> {{ ?s ?p ?o }}" if graph else "?s ?p ?o"
        if self._endpoint.server == "Virtuoso":
            yield constructed.triples(self._endpoint, part)
            return
        if place := self._place(graph):
            with self._endpoint.stored(place) as chunks:
                if chunks is not None:
                    yield chunks
                    return
        with self._endpoint.constructed(f"CONSTRUCT {{ ?s ?p ?o }} {{ {part} }}") as chunks:
            yield chunks

    def _place(self, graph: str) -> str:
        """The address of a graph, or of the facts, in the server's graph store; empty where only a
        query knows what it holds: of parameters in the endpoint's address, and where the default
        graph is the union of all.
        """
        if self._endpoint.parameters or self.foreign:
            return ""
        place = updates.graph(self._endpoint.server, self._endpoint.url, graph)
        return "" if place and self._asks(_UNION) else place

    # ── asking ──────────────────────────────────────────────────────────────────────────────────
    def _asks(self, text: str) -> bool:
        """The answer to an ASK query, by which the server is known too."""
        try:
            with self._endpoint.answer(text, Limit(self._access.timeout)) as answer:
                self._endpoint.server = updates.server(answer.headers)
                return bool(answer.parsed())
        except TimeoutError as error:
            raise StoreError(
                f"{self.address} does not answer within the time limit (--timeout)"
            ) from error
        except Refused as refused:
            raise StoreError(f"{self.address} is not a SPARQL endpoint: {refused}") from refused

    def query(self, query: Query, parameters: Mapping[str, Value]) -> Iterator[Row]:
        """See ``stores.Store.query``."""
        limit = Limit(self._access.timeout)
        overlooks_tagged = self._endpoint.server == "Virtuoso"
        for values in _tagged_apart(query, parameters) if overlooks_tagged else [parameters]:
            text = patterns.bind_sparql(query, values)
            yield from self._rows(_NAMES.sub("", text) if self.foreign else text, query, limit)

    def _rows(self, text: str, query: Query, limit: Limit) -> Iterator[Row]:
        with closing(self._solutions(text, query, limit)) as found:
            try:
                yield from _solutions.rows(found, query, rewritten=True)
            except TimeoutError as error:
                raise _stopped(query, limit) from error
            except Refused as refused:
                raise _refusal(refused, query) from refused
            except StoreError as error:
                raise StoreError(f"{query.path}: {error}") from error

    def _solutions(self, text: str, query: Query, limit: Limit) -> Generator[Solution]:
        with self._endpoint.answer(text, limit) as answer:
            most = answer.most
            if not most:
                yield from _selected(answer, query)
        if most:
            yield from self._sliced(text, query, limit, most)

    def _sliced(self, text: str, query: Query, limit: Limit, most: int) -> Iterator[Solution]:
        """The solutions in slices, from a server that gives no more than so many at once."""
        wanted = self._counted(text, limit)
        found = 0
        waiting = list(slices.planned(wanted, most))
        while waiting:
            slice = waiting.pop()
            part = slices.sliced(text, query.header.names, slice)
            with self._endpoint.answer(part, limit) as answer:
                if answer.most:
                    waiting += slices.parts(slice, 2)
                    continue
                for solution in _selected(answer, query):
                    found += 1
                    yield solution
        if found != wanted:
            raise StoreError(
                f"{self.address} counted {wanted:,} rows and gave {found:,}: the graph changed "
                "meanwhile; run this again"
            )

    def _counted(self, text: str, limit: Limit) -> int:
        with self._endpoint.answer(slices.counted(text), limit) as answer:
            parsed = answer.parsed()
            assert isinstance(parsed, ox.QuerySolutions)
            (rows,) = (solution["rows"] for solution in answer.each(parsed))
            assert isinstance(rows, ox.Literal)
            return int(rows.value)

    def close(self) -> None:
        """See ``stores.Store.close``."""
        self._endpoint.client.close()


def _tagged_apart(query: Query, parameters: Mapping[str, Value]) -> Iterator[Mapping[str, Value]]:
    """The parameters, a table's rows with tagged literals one by one.

    In a table of several rows and columns Virtuoso finds nothing for such a literal.
    """
    others = dict(parameters)
    for name in (declared.name for declared in query.header.params if declared.table):
        table = parameters.get(name)
        tagged = {row for row in table if _has_tag(row)} if isinstance(table, tuple) else set()
        for row in tagged:
            yield {**parameters, name: (row,)}  # type: ignore[dict-item]  # rows of one table
        if isinstance(table, tuple) and tagged:
            others[name] = tuple(row for row in table if row not in tagged)  # type: ignore[assignment]
    yield others


def _has_tag(row: str | tuple[str, ...]) -> bool:
    """Whether a row of a table holds a tagged literal."""
    literals = filter(terms.is_literal, row) if isinstance(row, tuple) else ()
    return any(terms.parse_literal(found).language for found in literals)


def _selected(answer: Answer, query: Query) -> Iterator[Solution]:
    found = answer.parsed()
    if not isinstance(found, ox.QuerySolutions):
        raise query.no_select()
    yield from _solutions.selected(found, query, answer.each(found))


def _stopped(query: Query, limit: Limit) -> QueryTimeoutError:
    if limit.seconds is not None:
        return patterns.stopped(query, limit.seconds)
    return QueryTimeoutError(
        f"{query.path}: stopped by the server at its own time limit: ask for less (--param), or "
        "load the graph into a store of your own (kgforge load STORE --store duckdb:graph.db)"
    )


def _refusal(refused: Refused, query: Query) -> PatternError | StoreError:
    """The error for a query that was refused: for a text that is wrong with its line, if told."""
    if refused.status != 400:
        return StoreError(f"{query.path}: refused by the endpoint: {refused}")
    return _solutions.refused(query, refused.text)
