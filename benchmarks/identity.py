"""Whether every store gives the same bytes: the table, from the tests that compare them.

``python -m benchmarks.identity`` runs ``tests/proofs/test_identity.py`` as ``make proof`` does, on
real servers. What came of it is kept in ``identity.json``, where a run replaces what it compares
again; the table in README.md is made of that file.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from cyclopts import App
from msgspec import Struct

from benchmarks import readme
from benchmarks.stores.engines import versions
from kgforge import __version__

app = App(help="Hold what each store's patterns give against embedded Oxigraph's, byte by byte.")
ROOT: Final = Path(__file__).parents[1]
FILE: Final = Path(__file__).with_name("identity.json")
TEST: Final = (
    "tests/proofs/test_identity.py::test_the_same_is_mined_and_exported_to_the_byte[{}-{}]"
)
STORES: Final[Mapping[str, str]] = {
    "duckdb": "DuckDB",
    "neo4j": "Neo4j",
    "spark": "Spark",
    "Oxigraph server": "Oxigraph server",
    "Fuseki": "Fuseki",
    "Virtuoso": "Virtuoso",
}
"""The stores as the tests name them, and as the table does."""
GRAPHS: Final[Mapping[str, str]] = {
    "town": "made by hand",
    "shipped": "shipped",
    "WebNLG": "WebNLG train",
    "CoDEx-M": "CoDEx-M",
    "Wikidata": "Wikidata, 525,632 facts",
}
"""The graphs as the tests name them, and as the table does."""
SAME: Final = "identical"
LIMIT: Final = 7200
"""Seconds after which Python says where a test hangs; above the tests' own time limit."""
Line = tuple[str, str, str, str]
"""Graph, store, pattern and outcome, as the tests note them."""


class Cell(Struct, frozen=True):
    """What came of one graph in one store."""

    graph: str
    store: str
    outcome: str
    """``identical``, but for what; or the patterns that differ."""
    patterns: int
    """How many were compared."""
    kgforge: str
    """The version that compared them."""

    def __str__(self) -> str:
        return f"{self.outcome}, {self.patterns} patterns ({self.kgforge})"


@app.default
def main(*, graphs: str = ",".join(GRAPHS), stores: str = ",".join(STORES)) -> None:
    """Compare, and write the table into README.md beside this file.

    A store of which nothing came keeps its last cell; it is told at the end, with status 1.

    Parameters
    ----------
    graphs
        Which graphs, parted by commas; all if not said. None: only write the table.
    stores
        Which stores, parted by commas; all if not said.
    """
    wanted = _named(stores, STORES)
    cells = {(cell.graph, cell.store): cell for cell in _kept()}
    lacking = []
    for graph in _named(graphs, GRAPHS):
        found = {cell.store: cell for cell in _compared(graph, wanted)}
        cells |= {(graph, store): cell for store, cell in found.items()}
        _keep(cells.values())
        if missing := [store for store in wanted if store not in found]:
            lacking.append(f"{graph}: nothing came of {', '.join(missing)}")
    table = readme.table(("store", *GRAPHS.values()), _rows(cells))
    readme.write("identity", f"{table}\n\nRun on {readme.machine()}; {', '.join(versions())}.")
    if lacking:
        raise SystemExit(f"{'; '.join(lacking)}; see the tests above")


def _named(names: str, known: Mapping[str, str]) -> list[str]:
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise SystemExit(f"no {unknown[0]!r}; available: {', '.join(known)}")
    return wanted


def _compared(graph: str, stores: Sequence[str]) -> list[Cell]:
    """What the tests say of a graph in each store of which anything came, also if it differs."""
    tests = [TEST.format(store, graph) for store in stores]
    with tempfile.TemporaryDirectory() as folder:
        noted = Path(folder) / "cells.json"
        asked = {"HYPOTHESIS_PROFILE": "proof", "KGFORGE_SERVERS": "all"}
        asked["KGFORGE_STORES_TABLE"] = str(noted)
        subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-o", f"faulthandler_timeout={LIMIT}", *tests],
            cwd=ROOT, env=os.environ | asked, check=False,
        )  # fmt: skip
        lines = noted.read_bytes() if noted.is_file() else b"[]"
    found: dict[str, dict[str, str]] = {}
    for _, store, pattern, outcome in msgspec.json.decode(lines, type=list[Line]):
        found.setdefault(store, {})[pattern] = outcome
    return [_cell(graph, store, outcomes) for store, outcomes in found.items()]


def _cell(graph: str, store: str, outcomes: Mapping[str, str]) -> Cell:
    differing = [name for name, outcome in outcomes.items() if not outcome.startswith(SAME)]
    outcome = f"{', '.join(differing)} differ" if differing else min(outcomes.values())
    return Cell(graph, store, outcome, len(outcomes), __version__)


def _rows(cells: Mapping[tuple[str, str], Cell]) -> Iterator[Sequence[str]]:
    for store, title in STORES.items():
        yield title, *(str(cells.get((graph, store), "–")) for graph in GRAPHS)


def _kept() -> list[Cell]:
    return msgspec.json.decode(FILE.read_bytes(), type=list[Cell]) if FILE.is_file() else []


def _keep(cells: Iterable[Cell]) -> None:
    order = sorted(cells, key=lambda cell: (cell.graph, cell.store))
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(order)) + b"\n")


if __name__ == "__main__":
    app()
