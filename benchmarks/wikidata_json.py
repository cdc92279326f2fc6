"""A dump of Wikidata's JSON: a load beside a bare loop of the fastest decoders over its lines.

``python -m benchmarks.wikidata_json`` (see README.md). The dump is the published sample, repeated
with other ids until it is large. Each loop and each load runs in processes of its own.
"""

import gzip
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cyclopts import App
from msgspec import Struct

from benchmarks import readme
from benchmarks.line import DATA, MEGABYTE, ROOT, timed
from kgforge import __version__
from kgforge.cli import console

DECODERS: Final = {
    "orjson": "from orjson import loads",
    "msgspec": "from msgspec.json import decode as loads",
}
"""How a function of that name is imported; of one that fails it is told why."""
LOOP: Final = """
import sys
from gzip import open as unpack
path, start, end = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
with (unpack if path.endswith(".gz") else open)(path, "rb") as lines:
    for number, line in enumerate(lines):
        if start <= number < end and len(text := line.rstrip(b",\\n")) > 1:
            loads(text)
"""

app = App(help="Time the load of a large dump of Wikidata's JSON.")


class Took(Struct, frozen=True):
    """What something took."""

    what: str
    seconds: float
    processor: float


@app.default
def main(*, copies: int = 100, write: bool = False) -> None:
    """Make a dump, time loops and loads, and print the table.

    Parameters
    ----------
    copies
        How often the sample of 49 entities (3.7 MB) is repeated.
    write
        Write the table into README.md beside this file.
    """
    with tempfile.TemporaryDirectory(prefix="kgforge-") as name:
        path = Path(name) / "dump.json"
        lines = _dump(path, copies)
        size = path.stat().st_size
        packed = Path(name) / "dump.json.gz"
        packed.write_bytes(gzip.compress(path.read_bytes(), 6))
        rows = [row for one in (path, packed) for row in _rows(one, lines)]
    columns = ("file", "what", "seconds", "processor", "times the fastest loop")
    console.table("a dump of Wikidata", columns, rows)
    notes = (
        f"{size / MEGABYTE:,.0f} MB plain, {49 * copies:,} entities. How many times is by "
        "processor seconds, of the loop on one core. "
        f"Run on {readme.machine()}; kgforge {__version__}."
    )
    console.say(notes)
    if write:
        readme.write("wikidata", f"{readme.table(columns, rows)}\n\n{notes}")


def _dump(path: Path, copies: int) -> int:
    """Write the dump; how many lines it has."""
    data = Path(os.environ.get("KGFORGE_DATA", DATA)) / "wikidata_json"
    sample = gzip.decompress((data / "dump_sample_49_items.json.gz").read_bytes())
    entities = [line.removesuffix(b",") for line in sample.splitlines()[1:-1]]
    with path.open("wb") as out:
        out.write(b"[\n")
        for copy in range(copies):
            renamed = (_renamed(one, copy * 10**9) for one in entities)
            out.write(b",\n".join(renamed) + (b",\n" if copy < copies - 1 else b"\n]\n"))
    return copies * len(entities) + 2


def _renamed(entity: bytes, shift: int) -> bytes:
    """An entity with another id; what it says is the same."""
    before, start, rest = entity.partition(b'"id":"Q')
    number, after = re.split(rb"(?=\D)", rest, maxsplit=1)
    return before + start + str(int(number) + shift).encode() + after


def _rows(path: Path, lines: int) -> Iterator[tuple[str, ...]]:
    loops = [took for name in DECODERS if (took := _looped(path, name, lines, 1))]
    fastest = min(loops, key=lambda one: one.processor)
    name = fastest.what.split(",")[0]
    both = _looped(path, name, lines, 2) if path.suffix == ".json" else None
    with tempfile.TemporaryDirectory(prefix="kgforge-") as folder:
        ran = timed("load", f"wikidata:{path}", "--store", f"duckdb:{folder}/graph.db")
    load = Took("load, duckdb:", ran.seconds, ran.processor)
    for one in filter(None, (*loops, both, load)):
        times = f"{one.processor / fastest.processor:.1f}"
        yield path.suffix, one.what, f"{one.seconds:.1f}", f"{one.processor:.1f}", times


def _looped(path: Path, decoder: str, lines: int, cores: int) -> Took | None:
    """A loop over all lines, each process over as many of them; None where one fails."""
    text = f"{DECODERS[decoder]}{LOOP}"
    share = -(-lines // cores)
    before, started = os.times(), time.perf_counter()
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", text, str(path), str(start), str(start + share)],
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        for start in range(0, lines, share)
    ]
    failures = [one.communicate()[1] for one in processes]
    if any(one.returncode for one in processes):
        why = next(filter(None, failures), "no word of why").strip().splitlines()[-1]
        console.say(f"{decoder}: {why}")
        return None
    seconds, after = time.perf_counter() - started, os.times()
    processor = sum(after[2:4]) - sum(before[2:4])
    return Took(f"{decoder}, {cores} process{'es' if cores > 1 else ''}", seconds, processor)


if __name__ == "__main__":
    app()
