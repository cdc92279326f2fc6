"""Spark as graphs grow: seconds, memory and disk of load and mine, and how they grow.

``python -m benchmarks.stores.spark`` (see README.md). Each command runs in a process of its own, on
two cores. *--before* names a checkout of an earlier version, which takes turns with this one. What
was measured is kept in ``spark.json``, where a run replaces what it measures again.
"""

import contextlib
import importlib.metadata
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from cyclopts import App

from benchmarks import measured, readme
from benchmarks.stores import graphs
from kgforge.cli import console

app = App(
    help="Time Spark's load and mine on graphs of several sizes, beside an earlier version's."
)
KEPT: Final = Path(__file__).with_name("spark.json")
CORES: Final = "local[2]"
MEGABYTE: Final = 1 << 20
_FIGURES: Final = ("seconds", "processor", "memory")
Found = dict[str, dict[str, dict[str, float]]]
"""By step and checkout (``load, before``) and number of triples the figures."""


@app.default
def main(
    *,
    sizes: str = "0.1,0.5,2",
    patterns: str = "symmetry,hierarchy",
    before: Path | None = None,
    mined: str = "0.1,0.5,2",
    limit: float = 1800.0,
    folder: Path | None = None,
    write: bool = False,
) -> None:
    """Measure, and print the table.

    Parameters
    ----------
    sizes
        Millions of triples of the graphs to load, parted by commas; none: show what was measured.
    patterns
        The patterns to mine.
    before
        A checkout of an earlier version, whose load is measured besides.
    mined
        The sizes that are mined, too.
    limit
        Seconds that a command may take.
    folder
        Where graphs are made and kept for another run; a temporary folder if not said.
    write
        Write the table into README.md.
    """
    found: Found = msgspec.json.decode(KEPT.read_bytes()) if KEPT.exists() else {}
    with contextlib.ExitStack() as room:
        place = folder or Path(room.enter_context(tempfile.TemporaryDirectory(prefix="kgforge-")))
        for size in filter(None, sizes.split(",")):
            graph = graphs.made(float(size), place)
            asked = patterns.split(",") if size in mined.split(",") else []
            for name, checkout in (("before", before), ("now", measured.ROOT)):
                steps = _measured(graph.file, checkout, asked, limit) if checkout else ()
                for step, figures in steps:
                    found.setdefault(f"{step}, {name}", {})[str(graph.triples)] = figures
                    KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")
    columns, rows = table(found)
    console.table("Spark, by size", columns, rows)
    if write:
        version = importlib.metadata.version("pyspark")
        notes = f"Run on {readme.machine()}; pyspark {version}, {CORES}, a heap of 2 GB."
        readme.write("stores spark", f"{readme.table(columns, rows)}\n\n{notes}")


def _measured(
    file: Path, checkout: Path, patterns: Sequence[str], limit: float
) -> Iterator[tuple[str, dict[str, float]]]:
    """What loading takes with the kgforge of a checkout, and mining with it."""
    with tempfile.TemporaryDirectory(prefix="kgforge-") as name:
        data = Path(name) / "graph"
        address = f"spark:{CORES}?data={data}"
        console.say(f"load {file.name} with {checkout} …")
        load = measured.kgforge(
            "load", f"rdf:{file}", "--store", address, limit=limit, source=checkout
        )
        if load.failure:
            raise SystemExit(f"load with {checkout}: {load.failure}")
        yield "load", _figures(load) | {"disk": measured.disk(data)}
        for pattern in patterns:
            console.say(f"mine {pattern} with {checkout} …")
            out = Path(name) / "mined"
            line = pattern, "--store", address, "--out", out
            ran = measured.kgforge("mine", *line, limit=limit, source=checkout)
            if ran.failure:
                raise SystemExit(f"mine {pattern} with {checkout}: {ran.failure}")
            yield f"mine {pattern}", _figures(ran)
            shutil.rmtree(out)


def _figures(ran: measured.Ran) -> dict[str, float]:
    return {name: float(getattr(ran, name)) for name in _FIGURES}


# ── The table ───────────────────────────────────────────────────────────────────────────────────
def table(found: Found) -> tuple[Sequence[str], list[Sequence[str]]]:
    """A row for each step and size, and behind the sizes of a step how its figures grow."""
    columns = "step", "triples", "seconds", "processor, s", "memory, MB", "disk, bytes a triple"
    rows: list[Sequence[str]] = []
    for step, sizes in found.items():
        for triples, figures in sizes.items():
            disk = f"{figures['disk'] / int(triples):.1f}" if "disk" in figures else ""
            rows.append((step, f"{int(triples):,}", f"{figures['seconds']:,.0f}",
                         f"{figures['processor']:,.0f}", f"{figures['memory'] / MEGABYTE:,.0f}",
                         disk))  # fmt: skip
        if len(sizes) > 1:
            grown = (f"n^{exponent(sizes, name):.2f}" for name in _FIGURES)
            rows.append((step, "growth", *grown, ""))
    return columns, rows


def exponent(sizes: dict[str, dict[str, float]], name: str) -> float:
    """The exponent of a power of the number of triples that fits a figure best."""
    sizes_of = np.log([float(triples) for triples in sizes])
    figures = np.log([one[name] for one in sizes.values()])
    return float(np.polyfit(sizes_of, figures, 1)[0])


if __name__ == "__main__":
    app()
