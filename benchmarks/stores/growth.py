"""How load, mine and export grow: of every engine with the graph, and of DuckDB with the items.

What was measured is kept after each command, so that a run that is stopped loses nothing.
"""

import hashlib
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from benchmarks import measured
from benchmarks.measured import Ran
from benchmarks.stores import agreed, engines, graphs, shown, steps
from benchmarks.stores.engines import Engine, Place
from benchmarks.stores.graphs import Graph
from benchmarks.stores.shown import Results
from benchmarks.stores.steps import Asked
from kgforge.cli import console

GROUPS: Final = 600
"""Groups of a generated graph of which so many instances are drawn as are asked for."""
_DUCKDB: Final = "DuckDB"
_EXPORT: Final = "export "
"""How a failure of that step begins."""


# ── Each engine on each graph ───────────────────────────────────────────────────────────────────
def growth(results: Results, asked: Asked) -> None:
    """Load, mine and export, once; a step that is too slow for one graph is spared larger ones.

    A store that is copied into DuckDB by itself is asked in two ways, itself and by a new copy.
    """
    for engine in steps.there(asked.engines):
        slow: dict[str, str] = {}
        further = asked.further if engine.name == _DUCKDB else ()
        for graph in (*asked.graphs, *further):
            ways = dict(_ways(engine, graph, results, asked))
            spared = {} if graph.name == graphs.PUBLISHED else slow
            for way in [way for way in ways if way in spared and _EXPORT not in spared[way]]:
                failure = f"not tried ({spared[way]})"
                results.put("growth", graph.name, {way: _begun(graph) | {"failure": failure}})
                del ways[way]
            if ways:
                _grown(results, (engine, ways), graph, asked, spared)
            for way in engine.ways:
                failure = results.of("growth", graph.name, way).get("failure", "")
                if failure and "not tried" not in failure:
                    slow[way] = f"{graph.name}: {failure}"


def _ways(
    engine: Engine, graph: Graph, results: Results, asked: Asked
) -> Iterator[tuple[str, str]]:
    """The names of ways to ask an engine, each with what ``--engine`` is told."""
    for way, told in engine.ways.items():
        found = results.of("growth", graph.name, way)
        if not (asked.missing and is_complete(found, "export" if asked.exported else "mine")):
            yield way, told


def is_complete(found: Mapping[str, Any], last: str = "export") -> bool:
    """Whether all commands of a row, to the last, were run by this version, of all patterns."""
    return shown.has_all_patterns(found) and (last in found or "failure" in found)


def _begun(graph: Graph) -> dict[str, Any]:
    return {"triples": graph.triples, "patterns": len(agreed.PATTERNS)}


def _grown(
    results: Results,
    through: tuple[Engine, dict[str, str]],
    graph: Graph,
    asked: Asked,
    spared: Mapping[str, str],
) -> None:
    """Load, mine and export; *spared* says of which ways export is not tried, and why."""
    engine, ways = through
    with steps.empty(engine) as (place, folder):
        console.say(f"{engine.name}, {graph.name}: load …")
        load = steps.load(graph, place, asked.limit)
        found = {**_begun(graph), "load": load.figures()}
        if load.failure:
            found["failure"] = f"load {load.failure}"
        else:
            found["disk"] = measured.disk(place.data)
        results.put("growth", graph.name, dict.fromkeys(ways, found))
        if load.failure:
            return
        for number, (way, told) in enumerate(ways.items()):
            what = way, graph.name, told, spared.get(way, "")
            for more in _mined(place, what, folder / str(number), asked):
                found = {**found, **more}
                results.put("growth", graph.name, {way: found})
            found = {name: found[name] for name in ("triples", "patterns", "load", "disk")}


def _mined(
    place: Place, what: tuple[str, str, str, str], folder: Path, asked: Asked
) -> Iterator[dict[str, Any]]:
    """The figures of mine, then of export, or what failed."""
    way, graph, told, why_not = what
    console.say(f"{way}, {graph}: mine …")
    mine = steps.mine(place, folder / "mined", engine=told, limit=asked.limit)
    if mine.failure:
        yield {"failure": f"mine {mine.failure}"}
        return
    yield {"mine": mine.figures(), "copied": _copied(mine), "outcome": _outcome(folder / "mined")}
    if not asked.exported:
        return
    if why_not:
        yield {"failure": f"{_EXPORT}not tried ({why_not})"}
        return
    console.say(f"{way}, {graph}: export …")
    export = steps.export(folder / "mined", folder / "bench", engine=told, limit=asked.limit)
    if export.failure:
        yield {"failure": f"{_EXPORT}{export.failure}"}
        return
    yield {"export": export.figures(), "items": steps.items(export)}


def _copied(ran: Ran) -> float | None:
    """The seconds that a copy took; None where there was none."""
    seconds: float | None = ran.summary["asked"]["copied"]
    return seconds


def _outcome(mined: Path) -> str:
    """One hash of all that was mined, which is to be the same from every engine."""
    found = hashlib.sha256()
    for file in sorted(mined.glob("*/*.jsonl")):
        found.update(file.read_bytes())
    return found.hexdigest()


# ── Ever more items of one graph ────────────────────────────────────────────────────────────────
def export(results: Results, asked: Asked) -> None:
    """Export ever more items of the largest generated graph, which DuckDB holds.

    There are as many as ``mine`` has drawn of each group, so it is told how many.
    """
    if not asked.made:
        raise SystemExit("export: give the size of a graph, as in --sizes 10")
    if not asked.items or min(asked.items) < 1:
        raise SystemExit("export: say how many items, one or more, as in --items 10_000")
    graph = asked.made[-1]
    [engine] = engines.named(_DUCKDB)
    with steps.empty(engine) as (place, _):
        console.say(f"{engine.name}, {graph.name}: load …")
        load = steps.load(graph, place, asked.limit)
        if load.failure:
            raise SystemExit(f"load: {load.failure}")
        for number in asked.items:
            wanted = f"{number:,} items"
            if asked.missing and "items" in results.of("export", graph.name, wanted):
                continue
            with tempfile.TemporaryDirectory(prefix="kgforge-") as room:
                found = _exported(place, number, Path(room), asked.limit)
            results.put("export", graph.name, {wanted: found})


def _exported(place: Place, number: int, folder: Path, limit: float) -> dict[str, Any]:
    each = -(-number // GROUPS)
    console.say(f"{number:,} items: mine {each:,} of each group …")
    most = "--param", f"most={each}", "--param", f"each={each}"
    mine = steps.mine(place, folder / "mined", *most, limit=limit)
    if mine.failure:
        return {"failure": f"mine {mine.failure}"}
    console.say(f"{number:,} items: export …")
    ran = steps.export(folder / "mined", folder / "bench", limit=limit)
    if ran.failure:
        return {"failure": f"export {ran.failure}"}
    if not steps.items(ran):
        return {"failure": "export wrote no item"}
    size = measured.disk(folder / "bench")
    return {"items": steps.items(ran), "export": ran.figures(), "disk": size}
