"""One record per engine: what tests need to know of it, so that no test asks which one it is.

Each makes empty graphs, and has a *back door* (``backdoors/``) that reads one without the
store under test. What an engine does differently is declared here, and nowhere else.
"""

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, Self

import msgspec
import pytest
from msgspec import Struct

from kgforge import stores
from kgforge.schema import Entry, Triple
from kgforge.stores import Access, Store
from tests import worlds
from tests.oracles.queries import Oracle, Values
from tests.sampled import PROOF, some
from tests.stores.backdoors import Held, bolt, canonical, rdf, tables
from tests.stores.servers import Servers


class Engine(Struct, frozen=True):
    """One engine as it is: the embedded store, a file, or a server behind an address."""

    name: str
    server: str = ""
    """The module of ``servers`` that it needs."""
    examples: int = 10
    """How many random graphs it is asked of in an ordinary run; 0: in ``make proof`` alone."""
    every: int = 1
    """Which of a query's questions it is asked in an ordinary run: each first, and each so many."""
    in_turns: bool = False
    """Whether in an ordinary run each of two graphs is asked every other query."""
    patience: int = 2
    """Seconds that a short query may take on a busy machine."""
    rewritten: Mapping[str, str] = {}
    """Literals that it keeps with another value or type than ours."""
    patterns: int | None = None
    """How many patterns it mines of a small graph in an ordinary run, drawn by seed; None: all."""
    in_proof: tuple[str, ...] = ()
    """Graphs that it is asked of in ``make proof`` alone, which takes its minutes."""
    left_out: Mapping[str, str] = {}
    """Graphs that it is not asked of, each with what the table says of it, with figures."""

    def fresh(self, server: Any, folder: Path) -> str:
        """The address of an empty graph; a server's one graph is emptied."""
        raise NotImplementedError

    def held(self, server: Any, address: str) -> Held:
        """What the graph holds, read through the back door."""
        raise NotImplementedError

    def access(self, server: Any, mode: Literal["read", "write"]) -> Access:
        """How its store is to be opened."""
        return Access(mode)


_FOLDERS: Final[Mapping[str, Callable[[Path], Held]]] = {
    "oxigraph": rdf.folder,
    "duckdb": tables.file,
    "spark": tables.folder,
}


class Folder(Engine, frozen=True):
    """An engine whose graph is a file or folder: a new one for each graph."""

    ending: str = ""

    def fresh(self, server: Any, folder: Path) -> str:
        return f"{self.name}:{folder}/graph{self.ending}"

    def held(self, server: Any, address: str) -> Held:
        return _FOLDERS[self.name](Path(address.partition(":")[2]))


class Endpoint(Engine, frozen=True):
    """A SPARQL endpoint."""

    def fresh(self, server: Any, folder: Path) -> str:
        server.clear()
        return f"sparql:{server.url}"

    def held(self, server: Any, address: str) -> Held:
        return canonical(rdf.dump(server))


class Neo4j(Engine, frozen=True):
    """A Neo4j server."""

    def fresh(self, server: Any, folder: Path) -> str:
        bolt.clear(server.url)
        return str(server.address)

    def held(self, server: Any, address: str) -> Held:
        return bolt.held(server.url)


def rewritten_by(name: str) -> dict[str, str]:
    """The literals that an engine rewrites, as ``tests/expected/NAME_literals.txt`` lists them."""
    lines = (EXPECTED / f"{name}_literals.txt").read_text("utf-8").removesuffix("\n").split("\n")
    return {ours: theirs for ours, _, theirs in (line.partition("\t") for line in lines)}


EXPECTED: Final = Path(__file__).parents[1] / "expected"
EMBEDDED: Final = Folder(
    "oxigraph", left_out=dict.fromkeys(("WebNLG", "CoDEx-M", "Wikidata"), "the reference")
)
DUCKDB: Final = Folder(
    "duckdb", ending=".db", examples=3, in_proof=("WebNLG", "CoDEx-M", "Wikidata")
)
SPARK: Final = Folder(
    "spark",
    examples=0,
    every=20,
    in_turns=True,
    patience=10,
    patterns=2,
    in_proof=("walks", "shipped", "WebNLG", "CoDEx-M", "Wikidata"),
)
_ASKED: Final = some(1, ("neo4j", "Oxigraph server", "Fuseki", "Virtuoso"))
"""The servers that an ordinary run asks of the shipped graph."""


def _in_proof(name: str) -> tuple[str, ...]:
    large = ("WebNLG", "CoDEx-M", "Wikidata")
    return large if name in _ASKED else ("shipped", *large)


NEO4J: Final = Neo4j("neo4j", server="neo4j", examples=2, every=3, in_proof=_in_proof("neo4j"))
ENDPOINTS: Final = (
    Endpoint(
        "Oxigraph server", server="oxigraph", examples=3, in_proof=_in_proof("Oxigraph server")
    ),
    Endpoint("Fuseki", server="fuseki", examples=3, in_proof=_in_proof("Fuseki")),
    Endpoint(
        "Virtuoso",
        server="virtuoso",
        examples=3,
        rewritten=rewritten_by("virtuoso"),
        in_proof=_in_proof("Virtuoso"),
    ),
)
ALL: Final[tuple[Engine, ...]] = (EMBEDDED, DUCKDB, SPARK, NEO4J, *ENDPOINTS)


class Place(Struct, frozen=True):
    """One engine, its running server, and a folder: where a test makes graphs and looks at them."""

    engine: Engine
    server: Any
    folder: Path

    @classmethod
    def of(cls, engine: Engine, servers: Servers, folders: pytest.TempPathFactory) -> Self:
        """The place of an engine; its server is started, or the test skipped."""
        server = servers.get(engine.server) if engine.server else None
        return cls(engine, server, folders.mktemp("graphs"))

    def fresh(self) -> str:
        """The address of an empty graph; where a server has but one, that is emptied."""
        return self.engine.fresh(self.server, _next(self.folder))

    def access(self, mode: Literal["read", "write"], **more: Any) -> Access:
        """How a store here is to be opened."""
        return msgspec.structs.replace(self.engine.access(self.server, mode), **more)

    def queries(self, names: Sequence[str], turn: int) -> Sequence[str]:
        """Those of some queries that a graph is asked: all, or those of its turn, 0 or 1."""
        return names[turn::2] if self.engine.in_turns and not PROOF else names

    def questions(self, name: str, right: Oracle) -> Sequence[Values]:
        """Those of ``worlds.questions`` that the engine is asked: in an ordinary run some."""
        every = worlds.questions(name, right)
        return every if PROOF else worlds.pairwise(every)[:: self.engine.every]

    def open(self, address: str, mode: Literal["read", "write"] = "read", **more: Any) -> Store:
        """The store under test at an address."""
        return stores.open(address, self.access(mode, **more))

    def held(self, address: str) -> Held:
        """What a graph holds, read through the back door."""
        return self.engine.held(self.server, address)

    def right(self, entries: Iterable[Entry]) -> Oracle:
        """What a graph of these entries must answer here."""
        return Oracle(map(self.kept, entries))

    def kept(self, entry: Entry) -> Entry:
        """An entry as this engine keeps it."""
        rewritten = self.engine.rewritten
        triples, axioms = (
            tuple(
                Triple(one.subject, one.predicate, rewritten.get(one.object, one.object))
                for one in found
            )
            for found in (entry.triples, entry.axioms)
        )
        return msgspec.structs.replace(entry, triples=triples, axioms=axioms)


_NUMBERS: Final = itertools.count()


def _next(folder: Path) -> Path:
    made = folder / str(next(_NUMBERS))
    made.mkdir()
    return made
