"""The SPARQL protocol: a query sent with SPARQLWrapper, and its answer read while it comes."""

import ast
import http.client
import io
import math
import re
import urllib.error
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final
from urllib.parse import parse_qsl, urlsplit

import pyoxigraph as ox
from SPARQLWrapper import JSON, POST, SELECT, SPARQLWrapper
from SPARQLWrapper.SPARQLExceptions import SPARQLWrapperException

from kgforge.errors import StoreError
from kgforge.stores.sparql.http import Body, Caller, Limit, Refused, readable, shown

_ACCEPT: Final = "application/sparql-results+json"
_TIMED_OUT: Final = re.compile(r"timed out|time-?out", re.I)
_LIMITS: Final = {"Fuseki": 1, "Virtuoso": 1000}
"""Servers that obey the parameter ``timeout``, a whole number: how many make a second."""

_CANCELLED: Final = "operation has been cancelled"
"""What an Oxigraph server writes into a result at its own time limit."""
HINTS: Final = {"Virtuoso": 'DEFINE sql:select-option "order" '}
"""What a query begins with. Left to choose the order of joins, Virtuoso 7.2.5 loses rows."""


class Endpoint:
    """A URL that answers SPARQL queries."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.shown = shown(url)
        self.url = parts._replace(query="", fragment="").geturl()
        self.parameters = parse_qsl(parts.query)
        """What goes with every query, as ``default-graph-uri``."""
        self.server = ""
        """The kind of server, once known: Oxigraph, Fuseki, Virtuoso."""
        self.caller = Caller()

    @contextmanager
    def answer(self, text: str, limit: Limit) -> Iterator["Answer"]:
        """The answer to a query. At the limit's end its connection is closed.

        Raises Refused for a status that says no, TimeoutError for a time limit, ours or the
        server's, and StoreError when the endpoint cannot be reached or answers something else.
        """
        try:
            response = self.caller.call(self.url, lambda more: self._sent(text, limit, more), limit)
        except Refused as refused:
            if refused.status >= 500 and _TIMED_OUT.search(refused.text):
                raise TimeoutError from refused
            raise
        with response, limit.on(response):
            self._check(response)
            yield Answer(response, limit, self.shown)

    def _sent(
        self, text: str, limit: Limit, headers: Mapping[str, str]
    ) -> http.client.HTTPResponse:
        request = SPARQLWrapper(self.url, returnFormat=JSON)
        request.setMethod(POST)
        request.setOnlyConneg(True)
        # Not setQuery, whose guess of the kind takes a comment's "loaded" for LOAD, an update.
        request.queryString = f"{HINTS.get(self.server, '')}{text}"
        request.queryType = SELECT
        request.timeout = limit.left  # type: ignore[assignment]  # setTimeout cuts fractions off
        for name, value in [*self.parameters, *self._limit(limit)]:
            request.addParameter(name, value)
        for name, value in {**headers, "Accept": _ACCEPT}.items():
            request.addCustomHttpHeader(name, value)
        try:
            response = request.query().response
        except SPARQLWrapperException as error:
            raise _refused(error) from error
        except urllib.error.HTTPError as error:
            raise Refused.of(error) from error
        assert isinstance(response, http.client.HTTPResponse)
        return response

    def _limit(self, limit: Limit) -> Iterator[tuple[str, str]]:
        if limit.left is not None and self.server in _LIMITS:
            yield "timeout", str(math.ceil(limit.left * _LIMITS[self.server]))

    def _check(self, response: http.client.HTTPResponse) -> None:
        if response.headers.get("X-SQL-State") == "S1TAT":  # Virtuoso: 200, and a part of the rows
            raise TimeoutError
        if response.url != self.url:
            raise StoreError(f"{self.shown} has moved to {shown(response.url)}: use that address")
        found = response.headers.get_content_type()
        if found not in (_ACCEPT, "application/json"):
            raise StoreError(
                f"{self.shown} is no SPARQL endpoint: it answers a query with {found}: "
                f"{readable(response.read1(4096))!r}"
            )


def _refused(error: SPARQLWrapperException) -> Refused:
    """The wrapper keeps what it has read of an error's text only inside its own, as bytes."""
    http_error = error.__context__
    assert isinstance(http_error, urllib.error.HTTPError)
    written = str(error).partition("Response:\n")[2]
    return Refused.of(http_error, ast.literal_eval(written) if written else b"")


class Answer:
    """What an endpoint answers to a query."""

    def __init__(self, response: http.client.HTTPResponse, limit: Limit, shown: str) -> None:
        self._body = Body(response)
        self._limit = limit
        self._shown = shown
        self.headers = {name.lower(): value for name, value in response.headers.items()}
        self.most = int(response.headers.get("X-SPARQL-MaxRows", 0))
        """Where Virtuoso has cut the result: after so many rows; 0 for a result that is whole."""
        self._count = 0

    def parsed(self) -> ox.QuerySolutions | ox.QueryBoolean:
        """The answer to a SELECT or ASK query. Raises StoreError for what is none."""
        with self._read():
            stream = io.BufferedReader(self._body, 1 << 16)
            found = ox.parse_query_results(stream, format=ox.QueryResultsFormat.JSON)
        assert isinstance(found, ox.QuerySolutions | ox.QueryBoolean)
        return found

    def each(self, solutions: ox.QuerySolutions) -> Iterator[ox.QuerySolution]:
        """The solutions as they come. Raises StoreError, or TimeoutError, where they break off."""
        with self._read():
            for solution in solutions:
                self._count += 1
                yield solution

    @contextmanager
    def _read(self) -> Iterator[None]:
        try:
            yield
        except (SyntaxError, OSError, http.client.HTTPException) as error:
            if self._limit.over or _CANCELLED in self._body.last:
                raise TimeoutError from error
            raise StoreError(
                f"the answer of {self._shown} breaks off, or is none, after {self._count:,} rows: "
                f"{error or type(error).__name__}; it ends with {self._body.last!r}"
            ) from error
