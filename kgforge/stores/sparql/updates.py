"""Where and how an endpoint takes data: by the graph-store protocol, else by SPARQL updates.

Oxigraph and Fuseki take a whole load in one transaction. Virtuoso (whose default graph is the union
of all, so that our facts have a graph of their own) and endpoints with no more than updates take it
in batches; a load that broke off there is mended by running it again.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import quote, urlencode

import pyoxigraph as ox
from msgspec import Struct

from kgforge.calling import Refused, shown
from kgforge.errors import StoreError
from kgforge.stores import _quads
from kgforge.stores.sparql.http import Client

FACTS: Final = "urn:kgforge:facts"
"""The graph of our facts on Virtuoso."""
NAMED: Final = (_quads.LABELS, _quads.SENTENCES, _quads.ONTOLOGY, _quads.SOURCES)
"""The graphs that our queries name."""

TRIAL: Final = "<urn:kgforge:trial> <urn:kgforge:trial> <urn:kgforge:trial>"
"""A triple that is written to see whether the default graph shows what other graphs hold."""
_TRIED: Final = "urn:kgforge:trial"
_OF_FUSEKI: Final = ("query", "sparql")
"""What the address of a data set's queries ends in."""

_TRIPLES_A_BATCH: Final = 10_000
"""Virtuoso was seen to hang for good over a body of half a million triples."""
_TRIPLES_AN_UPDATE: Final = 1000
"""Virtuoso takes 1,000 in an ``INSERT DATA`` and refuses 5,000."""


class Target(Protocol):
    """Something that takes a file of N-Quads."""

    def write(self, file: Path, client: Client) -> None:
        """Send it all. Raises StoreError when it is refused or cannot be reached."""


def server(headers: Mapping[str, str]) -> str:
    """The kind of server by its headers (lower case): Oxigraph, Fuseki, Virtuoso, or empty."""
    if "fuseki-request-id" in headers:
        return "Fuseki"
    named = headers.get("server", "")
    return next((name for name in ("Oxigraph", "Virtuoso") if name in named), "")


def target(kind: str, url: str, update_url: str | None, facts: str) -> Target:
    """Where a server of a kind takes data; *facts* is the graph of facts, empty for the default.

    Raises StoreError for a server that is not known when no URL for updates is given.
    """
    if update_url:
        return Updates(update_url, facts)
    before, _, last = url.rpartition("/")
    match kind:
        case "Oxigraph":
            return Quads(f"{before}/store", facts)
        case "Fuseki":
            return Quads(f"{before if last in _OF_FUSEKI else url.rstrip('/')}/data", facts)
        case "Virtuoso":
            return Graphs(f"{before}/sparql-graph-crud-auth", facts or FACTS)
    return place(kind, url, update_url)


def place(kind: str, url: str, update_url: str | None) -> "Updates":
    """Return where a server of a kind takes SPARQL updates. Raises StoreError as ``target``."""
    before, _, last = url.rpartition("/")
    if update_url:
        return Updates(update_url, "")
    match kind:
        case "Oxigraph":
            return Updates(f"{before}/update", "")
        case "Fuseki":
            return Updates(f"{before if last in _OF_FUSEKI else url.rstrip('/')}/update", "")
    raise StoreError(
        f"cannot tell where {shown(url)} accepts updates (it is neither Oxigraph, Fuseki nor "
        "Virtuoso): give the address of its SPARQL updates with --update-url"
    )


def graph(kind: str, url: str, name: str) -> str:
    """The address of a graph, or of the default one, in a server's graph store; empty where there
    is none that gives it sooner than a query does.
    """
    if kind != "Fuseki":
        return ""
    place, _, last = url.rpartition("/")
    dataset = place if last in ("query", "sparql") else url.rstrip("/")
    return f"{dataset}/data?{urlencode({'graph': name}) if name else 'default'}"


class Quads(Struct, frozen=True):
    """A dataset that takes N-Quads, all or nothing; *facts* is the default graph's name."""

    url: str
    facts: str = ""

    def write(self, file: Path, client: Client) -> None:
        """See ``Target``."""
        if self.facts:
            _name_facts(file, self.facts)
        _post(client, self.url, file, "application/n-quads")


def _name_facts(file: Path, facts: str) -> None:
    """Put what a file of N-Quads has in the default graph into a graph of that name."""
    named = file.with_suffix(".named.nq")
    graph = ox.NamedNode(facts)
    ox.serialize(
        (
            ox.Quad(quad.subject, quad.predicate, quad.object, graph)
            if isinstance(quad.graph_name, ox.DefaultGraph)
            else quad
            for quad in ox.parse(path=str(file), format=ox.RdfFormat.N_QUADS, lenient=True)
        ),
        str(named),
        ox.RdfFormat.N_QUADS,
    )
    named.replace(file)


class Graphs(Struct, frozen=True):
    """A graph store that takes triples graph by graph."""

    url: str
    facts: str

    def write(self, file: Path, client: Client) -> None:
        """See ``Target``."""
        self._post(client, self.facts, "")  # asks for the password before much is sent
        for graph, triples in _batches(file, self.facts, _TRIPLES_A_BATCH):
            self._post(client, graph, triples)

    def _post(self, client: Client, graph: str, triples: str) -> None:
        url = f"{self.url}?{urlencode({'graph-uri': graph}, quote_via=quote)}"
        _post(client, url, triples.encode(), "text/turtle")


class Updates(Struct, frozen=True):
    """An endpoint that takes SPARQL updates."""

    url: str
    facts: str

    def write(self, file: Path, client: Client) -> None:
        """See ``Target``."""
        for graph, triples in _batches(file, self.facts, _TRIPLES_AN_UPDATE):
            data = f"GRAPH <{graph}> {{\n{triples}}}" if graph else triples
            self._send(client, f"INSERT DATA {{\n{data}}}")

    @contextmanager
    def trying(self, client: Client) -> Iterator[None]:
        """Let a graph hold ``TRIAL`` while the body runs, and nothing after it."""
        self._send(client, f"INSERT DATA {{ GRAPH <{_TRIED}> {{ {TRIAL} }} }}")
        try:
            yield
        finally:
            self._send(client, f"DELETE DATA {{ GRAPH <{_TRIED}> {{ {TRIAL} }} }}")

    def _send(self, client: Client, text: str) -> None:
        _post(client, self.url, text.encode(), "application/sparql-update")


def _batches(file: Path, facts: str, size: int) -> Iterator[tuple[str, str]]:
    """A file of N-Quads as a graph and its next triples; *facts* is the default graph's name."""
    waiting: dict[str, list[str]] = defaultdict(list)
    for quad in ox.parse(path=str(file), format=ox.RdfFormat.N_QUADS, lenient=True):
        graph = quad.graph_name.value if isinstance(quad.graph_name, ox.NamedNode) else facts
        waiting[graph].append(f"{quad.triple} .\n")
        if len(waiting[graph]) == size:
            yield graph, "".join(waiting.pop(graph))
    for graph, triples in waiting.items():
        yield graph, "".join(triples)


def _post(client: Client, url: str, content: bytes | Path, media_type: str) -> None:
    try:
        with client.post(url, content, {"Content-Type": media_type}):
            pass
    except Refused as refused:
        raise StoreError(f"cannot write {shown(url)}: {refused}{_advice(refused)}") from refused


def _advice(refused: Refused) -> str:
    if refused.moved:
        return f" (it has moved to {refused.moved}: say that)"
    match refused.status:
        case 403 | 405:
            return " (it is read-only, or this user may not write)"
        case 404:
            return " (it accepts no updates there: give the address of updates with --update-url)"
    return ""
