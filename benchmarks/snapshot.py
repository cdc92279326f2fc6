"""From how many facts on a copy in DuckDB pays: mining where the graph is, and by a new copy.

``python -m benchmarks.snapshot`` (see README.md). Graphs are generated, in the embedded store. Each
command runs in a process of its own; the bytes of both must be equal. Figures are kept in
``snapshot.json``, of which the table is made.
"""

import filecmp
import tempfile
from pathlib import Path
from typing import Any, Final

from cyclopts import App

from benchmarks import measured, readme, recorded
from benchmarks.measured import Ran
from benchmarks.recorded import Record
from benchmarks.stores import generated
from kgforge.cli import console

SIZES: Final = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)
"""Lines of the graphs."""
FILE: Final = Path(__file__).with_name("snapshot.json")
WAYS: Final = ("native", "copied", "copy found")
COLUMNS: Final = ("facts", "what", *(f"{way}, s" for way in WAYS),
                  *(f"{way}, CPU s" for way in WAYS))  # fmt: skip

app = App(help="Find from how many facts on a copy in DuckDB pays.")


@app.default
def main(
    *sizes: int,
    rounds: int = 3,
    measure: bool = True,
    kept: Path = FILE,
    write: bool = False,
) -> None:
    """Mine all patterns of graphs of several sizes, and print a table.

    Parameters
    ----------
    sizes
        How many lines of N-Triples the graphs have.
    rounds
        How often each command is run, in turns; the fastest counts.
    measure
        Whether to run the commands; without it the table is made of what was kept.
    kept
        The file of figures.
    write
        Write the table into README.md beside this file.
    """
    if measure:
        told = " ".join(("python -m benchmarks.snapshot", *map(str, sizes), f"--rounds {rounds}"))
        found = [_measured(size, rounds) for size in sizes or SIZES]
        recorded.write(kept, [recorded.stamped(one, command=f"{told} --write") for one in found])
    records = recorded.read(kept)
    rows = [*map(_row, records)]
    console.table("a copy in DuckDB", COLUMNS, rows)
    if write:
        named = [(f"{record['facts']:,} facts", record) for record in records]
        readme.write("snapshot", recorded.table(COLUMNS, rows, named))


def _row(record: Record) -> tuple[str, ...]:
    figures = [f"{record[way][name]:.1f}" for name in ("seconds", "processor") for way in WAYS]
    return f"{record['facts']:,}", "mine all", *figures


def _measured(size: int, rounds: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="kgforge-") as name:
        folder = Path(name)
        generated.write(folder / "graph.nt", size)
        store = f"oxigraph:{folder / 'graph'}"
        loaded = measured.timed("load", f"rdf:{folder / 'graph.nt'}", "--store", store)
        ran: dict[str, list[Ran]] = {way: [] for way in WAYS}
        for _ in range(rounds):
            for way, found in ran.items():
                engine = "native" if way == "native" else "duckdb"
                out = folder / way
                words = "all", "--store", store, "--out", out, "--force", "--engine", engine
                found.append(measured.timed("mine", *words, copies=way == "copy found"))
            for way in WAYS:
                _refuse_other(folder / "native", folder / way)
    return {"facts": loaded.summary["facts"], **{way: _best(found) for way, found in ran.items()}}


def _best(found: list[Ran]) -> dict[str, float]:
    return {name: min(getattr(one, name) for one in found) for name in ("seconds", "processor")}


def _refuse_other(one: Path, other: Path) -> None:
    """Exit where two folders differ."""
    names = {path.relative_to(one) for path in one.rglob("*")}
    if names != {path.relative_to(other) for path in other.rglob("*")}:
        raise SystemExit(f"{one.name} and {other.name} do not hold the same files")
    for path in one.rglob("*"):
        if path.is_file() and not filecmp.cmp(path, other / path.relative_to(one), shallow=False):
            raise SystemExit(f"{path.relative_to(one)} differs")


if __name__ == "__main__":
    app()
