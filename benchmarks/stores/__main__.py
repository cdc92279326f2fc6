"""Every engine on the same graphs: seconds, memory and disk, beside what one would do by hand.

``python -m benchmarks.stores`` (see README.md). Each command runs in a process of its own. What was
measured is kept in ``stores.json`` as soon as it is there, where a run replaces what it measures
again; the tables and the plots are made of that file.
"""

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Final

from cyclopts import App

from benchmarks import measured
from benchmarks.measured import Ran
from benchmarks.stores import agreed, engines, graphs, shown, steps
from benchmarks.stores.ends import ends
from benchmarks.stores.graphs import Graph
from benchmarks.stores.growth import export, growth
from benchmarks.stores.shown import Results
from benchmarks.stores.steps import SLOW, Asked, Contestant
from kgforge.cli import console

app = App(help="Time every engine on the same graphs, beside what one would do by hand.")
DUCKDB, OXIGRAPH = engines.named("DuckDB,Oxigraph")
COMPARED: Final = 2_000_000
"""Up to how many triples the script's rows are held against kgforge's; for more it takes long."""


@app.default
def main(
    *,
    sizes: str | None = None,
    further: str = "50",
    published: bool = True,
    items: str = "10_000,100_000,300_000,1_000_000",
    engines: str = "",
    parts: str = "ends,growth,export,overhead,script,bulk,neo4j",
    rounds: int = 3,
    limit: float = measured.LIMIT,
    folder: Path | None = None,
    kept: Path = shown.FILE,
    missing: bool = False,
    exported: bool = True,
    write: bool = False,
) -> None:
    """Measure, and print the tables.

    Parameters
    ----------
    sizes
        Millions of triples of the generated graphs, parted by commas; empty: the published graph
        only. If not said: 0.1,0.2,0.5,1,2,5,10 for growth, 10 for export, 0.2,2,10 for script,
        0.2,2 for bulk, none for overhead.
    further
        Millions of triples of larger graphs, with which growth asks DuckDB alone.
    published
        Whether growth and bulk ask of the published graph, too.
    items
        About how many items are exported of one graph, parted by commas.
    engines
        Which engines, parted by commas; all if not said, and for ends those with a target.
    parts
        What to measure, of ends, growth, export, overhead, script, bulk, neo4j; none: measure
        nothing.
    rounds
        How often contestants that are held against one another take turns; the best counts.
    limit
        Seconds that a command of kgforge may take.
    folder
        Where graphs are made and kept for another run; a temporary folder if not said.
    kept
        The file of figures.
    missing
        Leave what was measured of this version before as it is: of a run that was stopped, go on.
    exported
        Whether growth exports what it has mined: of what is copied, as of DuckDB itself.
    write
        Write the tables of these parts into README.md, and the plots into docs; those of all parts
        where nothing is measured.
    """
    results = Results(kept)
    wanted = [part.strip() for part in parts.split(",") if part.strip()]
    unknown = [part for part in wanted if part not in PARTS]
    if unknown:
        raise SystemExit(f"no part {unknown[0]!r}; available: {', '.join(PARTS)}")
    with _kept(folder) as place:
        for part in wanted:
            own = SIZES.get(part, "") if sizes is None else sizes
            asked = Asked(
                made=tuple(sorted(_made(own, place), key=lambda graph: graph.triples)),
                published=graphs.published(place),
                besides=published,
                further=tuple(_made(further if part == "growth" else "", place)),
                items=tuple(map(int, filter(None, map(str.strip, items.split(","))))),
                engines=engines, rounds=rounds, limit=limit, missing=missing,
                exported=exported,
            )  # fmt: skip
            PARTS[part](results, asked)
            if write:
                shown.write(results, [part])
    if write and not wanted:
        shown.write(results, list(PARTS))
    shown.show(results)


def _made(sizes: str, place: Path) -> Iterator[Graph]:
    """The generated graphs of these sizes."""
    for size in filter(None, map(str.strip, sizes.split(","))):
        yield graphs.made(float(size), place)


# ── Side by side ────────────────────────────────────────────────────────────────────────────────
def overhead(results: Results, asked: Asked) -> None:
    """The questions of the patterns through kgforge and by hand, on each graph."""
    for graph, engine in product(asked.made or (asked.published,), steps.there(asked.engines)):
        if asked.missing and agreed.PATTERNS[0] in results.of("overhead", graph.name, engine.name):
            continue
        console.say(f"{engine.name}, through kgforge and by hand …")
        with steps.empty(engine) as (place, _):
            load = steps.load(graph, place, asked.limit)
            asked_both = "benchmarks.stores.byhand", place.address, asked.rounds
            ran = load if load.failure else measured.run(*asked_both, limit=SLOW)
        found = {"failure": ran.failure} if ran.failure else ran.summary
        results.put("overhead", graph.name, {engine.name: found})


def script(results: Results, asked: Asked) -> None:
    """From N-Triples to mined patterns: DuckDB, and the script over dictionaries."""
    for graph in asked.made:
        if graph.triples <= COMPARED:
            _compare(graph, asked.limit)
        taking = {"script": _scripted(graph), "kgforge": _through_duckdb(graph, asked.limit)}
        about = {"patterns": len(agreed.PATTERNS)}
        _take_turns(results, ("script", graph), taking, asked, about)


def _scripted(graph: Graph) -> Contestant:
    return lambda folder: measured.run("benchmarks.stores.script", graph.file, limit=SLOW)


def _through_duckdb(graph: Graph, limit: float) -> Contestant:
    def take(folder: Path) -> Ran:
        with DUCKDB.running(folder) as place:
            loaded = steps.load_facts(graph, place, limit)
            return loaded.then(steps.mine(place, folder / "mined", limit=limit))

    return take


def _compare(graph: Graph, limit: float) -> None:
    """Exits when the script finds other rows or groups than kgforge."""
    with tempfile.TemporaryDirectory(prefix="kgforge-") as name:
        _through_duckdb(graph, limit)(Path(name))
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
        _take_turns(results, ("bulk", graph), taking, asked)


def _into_oxigraph(graph: Graph) -> Contestant:
    def take(folder: Path) -> Ran:
        with OXIGRAPH.running(folder) as place:
            return steps.load_facts(graph, place)

    return take


def _bulk_loaded(graph: Graph, loader: str) -> Contestant:
    return lambda folder: measured.run(
        "benchmarks.stores.bare", loader, graph.file, folder / "graph"
    )


def neo4j(results: Results, asked: Asked) -> None:
    """Loading Neo4j, and bare batches by hand, from one file of N-Triples: the published graph."""
    graph = asked.published
    [engine] = steps.there("neo4j")

    def through(folder: Path) -> Ran:
        with engine.running(folder) as place:
            return steps.load_facts(graph, place)

    def by_hand(folder: Path) -> Ran:
        with engine.running(folder) as place:
            url = place.address.removeprefix("neo4j:")
            return measured.run("benchmarks.stores.bare", "neo4j", graph.file, url)

    taking: dict[str, Contestant] = {"kgforge": through, "by hand": by_hand}
    _take_turns(results, ("neo4j", graph), taking, asked)


def _take_turns(
    results: Results,
    what: tuple[str, Graph],
    contestants: dict[str, Contestant],
    asked: Asked,
    about: Mapping[str, int] = {},
) -> None:
    """Keep of each contestant the best round by seconds; each round is in a fresh folder."""
    part, graph = what
    kept = [results.of(part, graph.name, name).get("rounds", 0) for name in contestants]
    if asked.missing and min(kept) >= asked.rounds:
        return
    best: dict[str, Ran] = {}
    order = list(contestants)
    for number in range(1, asked.rounds + 1):
        for name in order:
            console.say(f"{graph.name}, {name}, round {number} …")
            with tempfile.TemporaryDirectory(prefix="kgforge-") as folder:
                ran = contestants[name](Path(folder))
            if ran.failure:
                raise SystemExit(f"{name}: {ran.failure}")
            best[name] = min(ran, best.get(name, ran), key=lambda ran: ran.seconds)
            found = best[name].figures() | {"rounds": number, **about}
            results.put(part, graph.name, {name: found})
        order.reverse()


PARTS: Final = {
    "ends": ends, "growth": growth, "export": export, "overhead": overhead, "script": script,
    "bulk": bulk, "neo4j": neo4j,
}  # fmt: skip
SIZES: Final[Mapping[str, str]] = {
    "growth": "0.1,0.2,0.5,1,2,5,10", "export": "10", "script": "0.2,2,10", "bulk": "0.2,2"
}  # fmt: skip
"""Millions of triples of the graphs that a part asks."""


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
