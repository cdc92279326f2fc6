"""The SPARQL protocol: a query is posted as a form, and its answer is read while it comes."""

import io
import math
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx2
import pyoxigraph as ox
from httpx2 import Response

from kgforge.calling import Limit, Refused, beginning, readable, shown
from kgforge.errors import StoreError
from kgforge.stores._chunks import Chunks
from kgforge.stores.sparql.http import Client

_ACCEPT: Final = "application/sparql-results+json"
_TRIPLES: Final = "application/n-triples"
_HEADERS: Final = {"Accept": _ACCEPT, "Content-Type": "application/x-www-form-urlencoded"}
_TIMED_OUT: Final = re.compile(r"timed out|time-?out", re.I)
_LIMITS: Final = {"Fuseki": (1, 0), "Virtuoso": (1000, 1)}
"""Servers that obey the parameter ``timeout``, a whole number: how many make a second, and by how
many seconds their limit is later than ours. At its own, Virtuoso answers with a part of the rows,
and does not always say so; by then nobody reads it."""

_CANCELLED: Final = "operation has been cancelled"
"""What an Oxigraph server writes into a result at its own time limit."""
_LAST: Final = 150
"""How many bytes of a broken answer are told."""
HINTS: Final = {"Virtuoso": 'DEFINE sql:select-option "order" '}
"""What a query begins with. Left to choose the order of joins, Virtuoso 7.2.5 loses rows."""


class Endpoint:
    """A URL that answers SPARQL queries."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.shown = shown(url)
        self.url = shown(parts._replace(query="", fragment="").geturl())
        self.parameters = [pair for pair in parse_qsl(parts.query) if pair[0] != "query"]
        """What goes with every query, as ``default-graph-uri``."""
        self.server = ""
        """The kind of server, once known: Oxigraph, Fuseki, Virtuoso."""
        self.client = Client()

    @contextmanager
    def naming(self, graph: str) -> Iterator[None]:
        """Let that graph be the default one while the body runs."""
        before = list(self.parameters)
        self.parameters.append(("default-graph-uri", graph))
        try:
            yield
        finally:
            self.parameters[:] = before

    def constructed(self, text: str) -> AbstractContextManager[Iterator[bytes] | None]:
        """The triples that a CONSTRUCT gives, as N-Triples; None where an endpoint does not.

        Raises StoreError when the endpoint cannot be reached, or its answer breaks off.
        """
        headers = {**_HEADERS, "Accept": _TRIPLES}
        return self._triples(self.client.post(self.url, self._form(text), headers), Refused)

    def most(self, text: str) -> int:
        """How many rows of a SELECT query Virtuoso gives at once; 0: all that it has.

        Raises Refused, and StoreError when the endpoint cannot be reached.
        """
        headers = {**_HEADERS, "Accept": "text/csv"}  # JSON takes it ten times as long
        with self.client.post(self.url, self._form(text), headers) as response:
            return _most(response)

    def stored(self, url: str) -> AbstractContextManager[Iterator[bytes] | None]:
        """The triples of a graph at its address in a graph store, as N-Triples; None where it does
        not give them, be it busy or guarded by a password.

        Raises StoreError when its answer breaks off.
        """
        return self._triples(self.client.get(url, {"Accept": _TRIPLES}), Refused, StoreError)

    @contextmanager
    def _triples(
        self, asked: AbstractContextManager[Response], *refused: type[Exception]
    ) -> Iterator[Iterator[bytes] | None]:
        with ExitStack() as room:
            try:
                response = room.enter_context(asked)
            except refused:
                yield None
                return
            kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
            try:
                yield response.iter_bytes() if kind == _TRIPLES else None
            except httpx2.HTTPError as error:
                raise StoreError(
                    f"the answer of {self.shown} is cut off: {error or type(error).__name__}"
                ) from error

    @contextmanager
    def answer(self, text: str, limit: Limit) -> Iterator["Answer"]:
        """The answer to a query. At the limit's end its connection is closed.

        Raises Refused for a status that says no, TimeoutError for a time limit, ours or the
        server's, and StoreError when the endpoint cannot be reached or answers something else.
        """
        form = self._form(text, *self._limit(limit))
        try:
            with self.client.post(self.url, form, _HEADERS, limit) as response, limit.on(response):
                self._check(response)
                yield Answer(response, limit, self.shown)
        except Refused as refused:
            if refused.moved:
                raise StoreError(
                    f"{self.shown} has moved to {refused.moved} ({refused}): use that address"
                ) from refused
            if refused.status >= 500 and _TIMED_OUT.search(refused.text):
                raise TimeoutError from refused
            raise

    def _form(self, text: str, *more: tuple[str, str]) -> bytes:
        query = ("query", f"{HINTS.get(self.server, '')}{text}")
        return urlencode([*self.parameters, *more, query]).encode()

    def _limit(self, limit: Limit) -> Iterator[tuple[str, str]]:
        if limit.left is not None and self.server in _LIMITS:
            parts, later = _LIMITS[self.server]
            yield "timeout", str(math.ceil((limit.left + later) * parts))

    def _check(self, response: Response) -> None:
        if response.headers.get("X-SQL-State") == "S1TAT":  # Virtuoso: 200, and a part of the rows
            raise TimeoutError
        found = response.headers.get("Content-Type", "text/plain").partition(";")[0].strip().lower()
        if found not in (_ACCEPT, "application/json"):
            raise StoreError(
                f"{self.shown} is not a SPARQL endpoint: it answers a query with {found}: "
                f"{beginning(response)!r}"
            )


class Answer:
    """What an endpoint answers to a query."""

    def __init__(self, response: Response, limit: Limit, shown: str) -> None:
        self._response = response
        self._limit = limit
        self._shown = shown
        self._last = b""
        self.headers = response.headers
        self.most = _most(response)
        """Where Virtuoso has cut the result: after so many rows; 0 for a result that is whole."""
        self._count = 0

    def parsed(self) -> ox.QuerySolutions | ox.QueryBoolean:
        """The answer to a SELECT or ASK query. Raises StoreError for what is none."""
        with self._read():
            stream = io.BufferedReader(Chunks(self._chunks()), 1 << 16)
            found = ox.parse_query_results(stream, format=ox.QueryResultsFormat.JSON)
        assert isinstance(found, ox.QuerySolutions | ox.QueryBoolean)
        return found

    def each(self, solutions: ox.QuerySolutions) -> Iterator[ox.QuerySolution]:
        """The solutions as they come. Raises StoreError, or TimeoutError, where they break off."""
        with self._read():
            for solution in solutions:
                self._count += 1
                yield solution

    def _chunks(self) -> Iterator[bytes]:
        for chunk in self._response.iter_bytes():
            self._last = chunk
            yield chunk

    @contextmanager
    def _read(self) -> Iterator[None]:
        try:
            yield
        except (SyntaxError, OSError, httpx2.HTTPError) as error:
            last = readable(self._last[-_LAST:].decode(errors="replace"))
            if self._limit.over or _CANCELLED in last:
                raise TimeoutError from error
            raise StoreError(
                f"the answer of {self._shown} is cut off or malformed after {self._count:,} rows: "
                f"{error or type(error).__name__}; it ends with {last!r}"
            ) from error


def _most(response: Response) -> int:
    return int(response.headers.get("X-SPARQL-MaxRows", 0))
