"""What compressing a benchmark saves and costs: megabytes and seconds, of the Wikidata graph.

``python -m benchmarks.compact`` (see README.md). The same benchmark is exported plain and
compressed, and all its items are read. Beside it stands what was not built: pools of candidates
written once, of which an item has numbers alone, so that it cannot be read by itself.
"""

import json
import tempfile
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import zstandard
from cyclopts import App

from benchmarks import readme
from benchmarks.line import published
from benchmarks.measured import MEGABYTE, timed
from kgforge import __version__, compression
from kgforge.cli import console
from kgforge.schema import folders

PLAIN: Final = "plain"
WAYS: Final[Mapping[str, Callable[[bytes, int], bytes]]] = {
    "gz": zlib.compress,
    "zst": lambda data, level: zstandard.ZstdCompressor(level).compress(data),
}
OTHERS: Final = {"gz": (1, 9), "zst": (3, 19)}
"""Levels besides those that kgforge writes with."""

Row = tuple[str, ...]

app = App(help="Sizes and times of a benchmark of the published Wikidata graph, compressed.")


@app.default
def main(*, write: bool = False) -> None:
    """Export in each way, read the items, and print the table.

    Parameters
    ----------
    write
        Write the table into README.md beside this file.
    """
    triples, labels = published()
    with tempfile.TemporaryDirectory(prefix="kgforge-") as name:
        folder = Path(name)
        store = f"duckdb:{folder / 'graph.db'}"
        timed("load", triples, *labels, "--store", store)
        timed("mine", "all", "--store", store, "--out", folder / "mined")
        rows = [exported(folder, way) for way in (PLAIN, *WAYS)]
        whole = lines(folder / PLAIN)
        rows += other_levels(whole)
        rows += pooled(whole)
        items = sum(made.items for made in folders.read_manifest(folder / PLAIN).patterns)
    columns = ("what", "as", "MB", "times smaller", "seconds to compress", "to export", "to read")
    console.table("a benchmark of the Wikidata graph", columns, rows)
    notes = (
        f"{items:,} items of {len(whole)} patterns, at most 100 candidates. Seconds are those of "
        f"the processor. Run on {readme.machine()}; kgforge {__version__}, zlib "
        f"{zlib.ZLIB_RUNTIME_VERSION}, zstandard {zstandard.__version__}."
    )
    console.say(notes)
    if write:
        readme.write("compact", f"{readme.table(columns, rows)}\n\n{notes}")


def exported(folder: Path, way: str) -> Row:
    """The benchmark as kgforge writes it, and how long all its items take to read."""
    options = () if way == PLAIN else ("--compress", way)
    ran = timed("export", folder / "mined", "--out", folder / way, *options)
    size = sum(path.stat().st_size for path in folder.glob(f"{way}/*.jsonl*"))
    begun = time.process_time()
    for made in folders.read_manifest(folder / way).patterns:
        for _ in folders.read_items(folder / way, made.name):
            pass
    read = time.process_time() - begun
    seconds = (f"{ran.processor:.1f}", f"{read:.1f}")
    return ("items", way, *_size(size, _plain(folder)), "", *seconds)


def _plain(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.glob(f"{PLAIN}/*.jsonl"))


def lines(bench: Path) -> dict[str, bytes]:
    """The items of each pattern."""
    return {path.stem: path.read_bytes() for path in sorted(bench.glob("*.jsonl"))}


def other_levels(whole: Mapping[str, bytes]) -> Iterator[Row]:
    """The same files at the level that kgforge writes with, and at others."""
    for way in WAYS:
        for level in sorted((compression.LEVELS[f".{way}"], *OTHERS[way])):
            yield _packed("items", way, level, whole.values(), sum(map(len, whole.values())))


def pooled(whole: Mapping[str, bytes]) -> Iterator[Row]:
    """Items with numbers in the place of candidates, and the pools that these are of."""
    size = sum(map(len, whole.values()))
    found = [in_pools(data) for data in whole.values()]
    yield ("numbers, and pools", PLAIN, *_size(sum(map(len, found)), size), "", "", "")
    for way in WAYS:
        yield _packed("numbers, and pools", way, compression.LEVELS[f".{way}"], found, size)


def in_pools(data: bytes) -> bytes:
    """The lines of a pattern so: a pool for each group, role and predicate, behind the items."""
    pools: dict[tuple[str, str, str], dict[str, int]] = {}
    written = []
    for item in map(json.loads, data.splitlines()):
        for fact in item["facts"]:
            pool = pools.setdefault((item["group"], fact["role"], fact["predicate"]["id"]), {})
            texts = [_line(one) for one in fact["candidates"]]
            fact["candidates"] = [pool.setdefault(text, len(pool)) for text in texts]
        written.append(_line(item))
    for key, pool in pools.items():
        written.append(_line({"pool": key, "candidates": list(map(json.loads, pool))}))
    return "".join(f"{line}\n" for line in written).encode()


def _line(record: Any) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def _packed(what: str, way: str, level: int, parts: Iterable[bytes], plain: int) -> Row:
    begun = time.process_time()
    size = sum(len(WAYS[way](part, level)) for part in parts)
    seconds = f"{time.process_time() - begun:.1f}"
    return (what, f"{way}, level {level}", *_size(size, plain), seconds, "", "")


def _size(size: int, plain: int) -> tuple[str, str]:
    return f"{size / MEGABYTE:,.1f}", f"{plain / size:.1f}"


if __name__ == "__main__":
    app()
