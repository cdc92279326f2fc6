"""Every engine on the same graphs: seconds, memory and disk, beside what one would do by hand.

``python -m benchmarks.stores`` (see README.md). Each command runs in a process of its own. What was
measured is kept in ``stores.json``, where a run replaces what it measures again; the tables and the
plot are made of that file.
"""

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from cyclopts import App
from msgspec import Struct

from benchmarks import measured
from benchmarks.measured import Ran
from benchmarks.stores import agreed, engines, graphs, shown
from benchmarks.stores.engines import Engine, Place
from benchmarks.stores.graphs import Graph
from benchmarks.stores.shown import Results
from kgforge.cli import console

app = App(help="Time every engine on the same graphs, beside what one would do by hand.")
DUCKDB, OXIGRAPH = engines.named("DuckDB,Oxigraph")
SLOW: Final = 3600.0
"""Seconds for what is not kgforge's own."""
COMPARED: Final = 2_000_000
"""Up to how many triples the script's rows are held against kgforge's; for more it takes long."""
Contestant = Callable[[Path], Ran]
"""Something timed, in an empty folder."""


class Asked(Struct, frozen=True):
    """What a part is to measure."""

    graphs: tuple[Graph, ...]
    """By size."""
    engines: str
    """Their names, parted by commas; all if empty."""
    rounds: int
    limit: float
    """Seconds that ``load`` or ``mine`` may take."""

    @property
    def published(self) -> Graph:
        """The published graph, of which some parts ask alone."""
        [found] = (graph for graph in self.graphs if graph.name == graphs.PUBLISHED)
        return found


@app.default
def main(
    *,
    sizes: str = "0.2,2,10",
    engines: str = "",
    parts: str = "growth,overhead,script,bulk,neo4j",
    rounds: int = 3,
    limit: float = measured.LIMIT,
    folder: Path | None = None,
    write: bool = False,
) -> None:
    """Measure, and print the tables.

    Parameters
    ----------
    sizes
        Millions of triples of the generated graphs, parted by commas; none: the published one only.
    engines
        Which engines, parted by commas; all if not said.
    parts
        What to measure, of growth, overhead, script, bulk, neo4j; none: show what was measured.
    rounds
        How often contestants that are held against one another take turns; the best counts.
    limit
        Seconds that ``load`` or ``mine`` may take in growth, and ``load`` in overhead.
    folder
        Where graphs are made and kept for another run; a temporary folder if not said.
    write
        Write the tables of what was measured into README.md, and the plot into docs.
    """
    results = Results()
    wanted = [part.strip() for part in parts.split(",") if part.strip()]
    unknown = [part for part in wanted if part not in PARTS]
    if unknown:
        raise SystemExit(f"no part {unknown[0]!r}; available: {', '.join(PARTS)}")
    with _kept(folder) as place:
        found = [graphs.made(float(size), place) for size in sizes.split(",") if size.strip()]
        found.append(graphs.published(place))
        ordered = tuple(sorted(found, key=lambda graph: graph.triples))
        for part in wanted:
            PARTS[part](results, Asked(ordered, engines, rounds, limit))
    shown.show(results)
    if write:
        shown.write(results, wanted)


# ── Each engine on each graph ───────────────────────────────────────────────────────────────────
def growth(results: Results, asked: Asked) -> None:
    """Load and mine, once; an engine that is too slow for one graph is spared larger ones."""
    for engine in _there(asked.engines):
        slow = ""
        for graph in asked.graphs:
            if slow and graph.name != graphs.PUBLISHED:
                found = {"triples": graph.triples, "failure": f"not tried ({slow})"}
                results.put("growth", graph.name, {engine.name: found})
                continue
            console.say(f"{engine.name}, {graph.name} …")
            with tempfile.TemporaryDirectory(prefix="kgforge-") as name:
                found = _grown(engine, graph, Path(name), asked.limit)
            results.put("growth", graph.name, {engine.name: found})
            if found.get("failure"):
                slow = f"{graph.name}: {found['failure']}"


def _grown(engine: Engine, graph: Graph, folder: Path, limit: float) -> dict[str, Any]:
    with engine.running(folder) as place:
        load = _load(graph, place, limit)
        found: dict[str, Any] = {"triples": graph.triples, "load": load.figures()}
        if load.failure:
            return {**found, "failure": f"load {load.failure}"}
        found["disk"] = measured.disk(place.data)
        mine = _mine(place, folder, limit)
        if mine.failure:
            return {**found, "failure": f"mine {mine.failure}"}
        return {**found, "mine": mine.figures(), "outcome": _outcome(folder / "mined")}


def _load(graph: Graph, place: Place, limit: float) -> Ran:
    return measured.kgforge("load", *graph.sources, "--store", place.address, limit=limit)


def _load_facts(graph: Graph, place: Place) -> Ran:
    return measured.kgforge("load", f"rdf:{graph.file}", "--store", place.address)


def _mine(place: Place, folder: Path, limit: float = measured.LIMIT) -> Ran:
    out = folder / "mined"
    line = (*agreed.PATTERNS, "--store", place.address, "--engine", "native", "--out", out)
    return measured.kgforge("mine", *line, limit=limit)


def _outcome(mined: Path) -> str:
    """One hash of all that was mined, which is to be the same from every engine."""
    found = hashlib.sha256()
    for file in sorted(mined.glob("*/*.jsonl")):
        found.update(file.read_bytes())
    return found.hexdigest()


# ── Side by side ────────────────────────────────────────────────────────────────────────────────
def overhead(results: Results, asked: Asked) -> None:
    """The questions of the patterns through kgforge and by hand, on the published graph."""
    graph = asked.published
    for engine in _there(asked.engines):
        console.say(f"{engine.name}, through kgforge and by hand …")
        with _engine(engine) as place:
            load = _load(graph, place, asked.limit)
            asked_both = "benchmarks.stores.byhand", place.address, asked.rounds
            ran = load if load.failure else measured.run(*asked_both, limit=SLOW)
        found = {"failure": ran.failure} if ran.failure else ran.summary
        results.put("overhead", graph.name, {engine.name: found})


def script(results: Results, asked: Asked) -> None:
    """From N-Triples to mined patterns: DuckDB, and the script over dictionaries."""
    for graph in asked.graphs:
        if graph.name == graphs.PUBLISHED:
            continue
        if graph.triples <= COMPARED:
            _compare(graph)
        taking = {"script": _scripted(graph), "kgforge": _through_duckdb(graph)}
        results.put("script", graph.name, _turns(taking, asked.rounds))


def _scripted(graph: Graph) -> Contestant:
    return lambda folder: measured.run("benchmarks.stores.script", graph.file, limit=SLOW)


def _through_duckdb(graph: Graph) -> Contestant:
    def take(folder: Path) -> Ran:
        with DUCKDB.running(folder) as place:
            return _load_facts(graph, place).then(_mine(place, folder))

    return take


def _compare(graph: Graph) -> None:
    """Exits when the script finds other rows or groups than kgforge."""
    with tempfile.TemporaryDirectory(prefix="kgforge-") as name:
        _through_duckdb(graph)(Path(name))
        found = measured.run("benchmarks.stores.script", graph.file, "--digests", limit=SLOW)
        with DUCKDB.running(Path(name)) as place:
            agreed.check(found.summary, Path(name) / "mined", place.address)


def bulk(results: Results, asked: Asked) -> None:
    """Loading Oxigraph, and its own bulk loader, from one file of N-Triples."""
    for graph in asked.graphs:
        taking = {
            "kgforge": _into_oxigraph(graph),
            "own loader": _bulk_loaded(graph, "oxigraph"),
            "own loader, parsed in Python": _bulk_loaded(graph, "parsed"),
        }
        results.put("bulk", graph.name, _turns(taking, asked.rounds))


def _into_oxigraph(graph: Graph) -> Contestant:
    def take(folder: Path) -> Ran:
        with OXIGRAPH.running(folder) as place:
            return _load_facts(graph, place)

    return take


def _bulk_loaded(graph: Graph, loader: str) -> Contestant:
    return lambda folder: measured.run(
        "benchmarks.stores.bare", loader, graph.file, folder / "graph"
    )


def neo4j(results: Results, asked: Asked) -> None:
    """Loading Neo4j, and bare batches by hand, from one file of N-Triples: the published graph."""
    graph = asked.published
    [engine] = _there("neo4j")

    def through(folder: Path) -> Ran:
        with engine.running(folder) as place:
            return _load_facts(graph, place)

    def by_hand(folder: Path) -> Ran:
        with engine.running(folder) as place:
            url = place.address.removeprefix("neo4j:")
            return measured.run("benchmarks.stores.bare", "neo4j", graph.file, url)

    results.put("neo4j", graph.name, _turns({"kgforge": through, "by hand": by_hand}, asked.rounds))


def _turns(contestants: dict[str, Contestant], rounds: int) -> dict[str, Any]:
    """Of each contestant the best round by seconds; each round is in a fresh folder."""
    best: dict[str, Ran] = {}
    order = list(contestants)
    for _ in range(rounds):
        for name in order:
            console.say(f"{name} …")
            folder = Path(tempfile.mkdtemp(prefix="kgforge-"))
            ran = contestants[name](folder)
            shutil.rmtree(folder)
            if ran.failure:
                raise SystemExit(f"{name}: {ran.failure}")
            best[name] = min(ran, best.get(name, ran), key=lambda ran: ran.seconds)
        order.reverse()
    return {name: ran.figures() for name, ran in best.items()}


PARTS: Final = {
    "growth": growth, "overhead": overhead, "script": script, "bulk": bulk, "neo4j": neo4j
}  # fmt: skip


def _there(names: str) -> list[Engine]:
    """The engines that this machine can run; those that it cannot are said."""
    found = []
    for engine in engines.named(names):
        if missing := engine.missing():
            console.say(f"no {engine.name}: {missing}")
        else:
            found.append(engine)
    return found


@contextmanager
def _engine(engine: Engine) -> Iterator[Place]:
    """An engine with an empty graph in a temporary folder."""
    with (
        tempfile.TemporaryDirectory(prefix="kgforge-") as name,
        engine.running(Path(name)) as place,
    ):
        yield place


@contextmanager
def _kept(folder: Path | None) -> Iterator[Path]:
    if folder is None:
        with tempfile.TemporaryDirectory(prefix="kgforge-") as name:
            yield Path(name)
    else:
        folder.mkdir(parents=True, exist_ok=True)
        yield folder


if __name__ == "__main__":
    app()
