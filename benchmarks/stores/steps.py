"""The commands that are timed, and what a part of ``benchmarks.stores`` is told to measure."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct

from benchmarks import measured
from benchmarks.measured import Ran
from benchmarks.stores import engines
from benchmarks.stores.engines import Engine, Place
from benchmarks.stores.graphs import Graph
from kgforge.cli import console

SLOW: Final = 3600.0
"""Seconds for what is not kgforge's own."""
Contestant = Callable[[Path], Ran]
"""Something timed, in an empty folder."""


class Asked(Struct, frozen=True):
    """What a part is to measure."""

    made: tuple[Graph, ...]
    """The generated graphs, by size."""
    published: Graph
    """The published graph, of which some parts ask alone."""
    besides: bool
    """Whether the others ask of it, too."""
    further: tuple[Graph, ...]
    """Larger ones, of which DuckDB alone is asked."""
    items: tuple[int, ...]
    """About how many items are exported of one graph."""
    engines: str
    """Their names, parted by commas; all if empty."""
    rounds: int
    limit: float
    """Seconds that a command may take."""
    missing: bool
    """Whether what this version has measured before is left as it is."""
    exported: bool
    """Whether what was mined is exported, too."""

    @property
    def graphs(self) -> list[Graph]:
        """The generated graphs, and where wanted the published one, by size."""
        found = [*self.made, self.published] if self.besides else self.made
        return sorted(found, key=lambda graph: graph.triples)


def load(graph: Graph, place: Place, limit: float = measured.LIMIT) -> Ran:
    """Load a graph from its own sources, with its labels."""
    return measured.kgforge("load", *graph.sources, "--store", place.address, limit=limit)


def load_facts(graph: Graph, place: Place, limit: float = measured.LIMIT) -> Ran:
    """Load a graph's N-Triples alone."""
    return measured.kgforge("load", f"rdf:{graph.file}", "--store", place.address, limit=limit)


def mine(
    place: Place,
    out: Path,
    *more: str,
    engine: str = "native",
    limit: float = measured.LIMIT,
    copies: bool = False,
) -> Ran:
    """Mine all patterns, with their groups and the statistics of the graph.

    Only with *copies* a copy of the graph that was made before is found.
    """
    line = "all", "--store", place.address, "--engine", engine, "--out", out, *more
    return measured.kgforge("mine", *line, limit=limit, copies=copies)


def export(mined: Path, out: Path, *, engine: str = "native", limit: float = measured.LIMIT) -> Ran:
    """Export all that was mined, with candidates."""
    return measured.kgforge("export", mined, "--engine", engine, "--out", out, limit=limit)


@contextmanager
def empty(engine: Engine) -> Iterator[tuple[Place, Path]]:
    """An engine with an empty graph, and the temporary folder in which it is."""
    with tempfile.TemporaryDirectory(prefix="kgforge-") as name:
        folder = Path(name)
        with engine.running(folder) as place:
            yield place, folder


def items(ran: Ran) -> int:
    """How many items an export has written."""
    return sum(pattern["items"] for pattern in ran.summary.get("patterns", ()))


def there(names: str) -> list[Engine]:
    """The engines that this machine can run; those that it cannot are said."""
    found = []
    for engine in engines.named(names):
        if missing := engine.missing():
            console.say(f"no {engine.name}: {missing}")
        else:
            found.append(engine)
    return found
