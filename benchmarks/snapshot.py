"""From how many facts on a copy in DuckDB pays: mining where the graph is, and by a new copy.

``python -m benchmarks.snapshot`` (see README.md). Graphs are generated, in the embedded store. Each
command runs in a process of its own; the bytes of both must be equal.
"""

import filecmp
import os
import tempfile
from pathlib import Path
from typing import Annotated, Final

from cyclopts import App, Parameter

from benchmarks import readme
from benchmarks.line import Ran, timed
from benchmarks.stores import generated
from kgforge import __version__
from kgforge.cli import console

SIZES: Final = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)
"""Lines of the graphs."""

app = App(help="Find from how many facts on a copy in DuckDB pays.")


@app.default
def main(
    *sizes: int,
    rounds: int = 3,
    write: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Mine all patterns of graphs of several sizes, and print a table.

    Parameters
    ----------
    sizes
        How many lines of N-Triples the graphs have.
    rounds
        How often each command is run, in turns; the fastest counts.
    write
        Write the table into README.md beside this file.
    """
    rows = [row for size in sizes or SIZES for row in [_measured(size, rounds)]]
    columns = ("facts", "what", "native, s", "copied, s", "copy found, s", "native, CPU s",
               "copied, CPU s", "copy found, CPU s")  # fmt: skip
    console.table("a copy in DuckDB", columns, rows)
    notes = f"Run on {readme.machine()}; kgforge {__version__}."
    console.say(notes)
    if write:
        readme.write("snapshot", f"{readme.table(columns, rows)}\n\n{notes}")


def _measured(size: int, rounds: int) -> tuple[str, ...]:
    with tempfile.TemporaryDirectory(prefix="kgforge-") as name:
        folder = Path(name)
        os.environ["KGFORGE_CACHE"] = str(folder / "cache")
        generated.write(folder / "graph.nt", size)
        store = f"oxigraph:{folder / 'graph'}"
        facts = timed("load", f"rdf:{folder / 'graph.nt'}", "--store", store).summary["facts"]
        ran: dict[str, list[Ran]] = {"native": [], "copied": [], "found": []}
        for _ in range(rounds):
            for copy in (folder / "cache").glob("*"):
                copy.unlink()
            for what, found in ran.items():
                engine = "native" if what == "native" else "duckdb"
                out = folder / what
                words = "all", "--store", store, "--out", out, "--force", "--engine", engine
                found.append(timed("mine", *words))
            _refuse_other(folder / "native", folder / "copied")
    seconds = [f"{min(one.seconds for one in found):.1f}" for found in ran.values()]
    processor = [f"{min(one.processor for one in found):.1f}" for found in ran.values()]
    return f"{facts:,}", "mine all", *seconds, *processor


def _refuse_other(one: Path, other: Path) -> None:
    """Exit where two folders differ."""
    for path in one.rglob("*"):
        if path.is_file() and not filecmp.cmp(path, other / path.relative_to(one), shallow=False):
            raise SystemExit(f"{path.relative_to(one)} differs")


if __name__ == "__main__":
    app()
