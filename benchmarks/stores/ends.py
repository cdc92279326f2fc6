"""``mine all`` on the published graph as a user runs it, from each engine that has a target.

At first no copy of the graph is there, and one is made where that pays (``--engine auto``, the
default); the second time it is found. Compiled texts are there both times.
"""

from pathlib import Path
from typing import Any, Final

from benchmarks.measured import Ran
from benchmarks.stores import shown, steps
from benchmarks.stores.engines import Place
from benchmarks.stores.shown import Results
from benchmarks.stores.steps import Asked
from kgforge.cli import console

ENGINES: Final = ",".join(("DuckDB", *shown.TARGETS))
TURNS: Final = {"first": False, "again": True}
"""The two turns, and whether a copy is found in them."""


def ends(results: Results, asked: Asked) -> None:
    """Load once, then mine twice in each round; the best of each turn by seconds counts."""
    graph = asked.published
    for engine in steps.there(asked.engines or ENGINES):
        done = results.of("ends", graph.name, engine.name).get("rounds", 0)
        if asked.missing and done >= asked.rounds:
            continue
        console.say(f"{engine.name}, {graph.name}: load …")
        with steps.empty(engine) as (place, folder):
            load = steps.load(graph, place, asked.limit)
            found: dict[str, Any] = {"load": load.figures()}
            if load.failure:
                results.put("ends", graph.name, {engine.name: {"failure": f"load {load.failure}"}})
                continue
            for number in range(1, asked.rounds + 1):
                console.say(f"{engine.name}, {graph.name}: mine, round {number} …")
                found = {**found, **_round(place, folder, asked.limit, found), "rounds": number}
                results.put("ends", graph.name, {engine.name: found})
                if "failure" in found:
                    break


def _round(place: Place, folder: Path, limit: float, before: dict[str, Any]) -> dict[str, Any]:
    """Of either turn the better of this round and of those before; or what failed."""
    best: dict[str, Any] = {}
    for turn, copies in TURNS.items():
        told = "--force"  # the folder is that of the turn before
        ran = steps.mine(place, folder / "mined", told, engine="auto", limit=limit, copies=copies)
        if ran.failure:
            return {"failure": f"mine {ran.failure}"}
        fresh = _figures(ran)
        best[turn] = min(before.get(turn, fresh), fresh, key=lambda one: float(one["seconds"]))
    return best


def _figures(ran: Ran) -> dict[str, Any]:
    return {**ran.figures(), "copied": ran.summary["asked"]["copied"]}
