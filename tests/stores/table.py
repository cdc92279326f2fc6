"""The table of stores × patterns × graphs that the tests of byte identity fill, as they go.

It stands at the end of the run; ``KGFORGE_STORES_TABLE=FILE`` also writes its cells as JSON, of
which ``benchmarks.identity`` makes the table of the docs.
"""

import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

_CELLS: Final[dict[tuple[str, str, str], str]] = {}
"""Graph, store and pattern to what came out."""


def note(graph: str, store: str, pattern: str, outcome: str) -> None:
    """Keep what came of one pattern on one graph in one store."""
    _CELLS[graph, store, pattern] = outcome


def cells() -> list[tuple[str, ...]]:
    """All that was noted, as plain lines, for another process to add."""
    return [(*place, outcome) for place, outcome in _CELLS.items()]


def add(lines: Iterable[tuple[str, str, str, str]]) -> None:
    """Add what another process noted."""
    for line in lines:
        note(*line)


def markdown() -> str:
    """The table of what was noted: a row for each graph and store, a column for each pattern."""
    patterns = sorted({pattern for _, _, pattern in _CELLS})
    rows = dict.fromkeys((graph, store) for graph, store, _ in _CELLS)
    lines = [("graph", "store", *patterns), ("---",) * (2 + len(patterns))]
    lines += [
        (graph, store, *(_CELLS.get((graph, store, pattern), "") for pattern in patterns))
        for graph, store in rows
    ]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def show(write: Callable[[str], None]) -> None:
    """Write the table, if a test noted anything, line by line, and into the file that is asked."""
    if not _CELLS:
        return
    write("the bytes of groups.jsonl and instances.jsonl, held against embedded Oxigraph's:")
    for line in markdown().splitlines():
        write(line)
    if wanted := os.environ.get("KGFORGE_STORES_TABLE"):
        Path(wanted).write_text(json.dumps(cells()), encoding="utf-8")
