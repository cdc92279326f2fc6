"""A dump of Wikidata's JSON: a load beside a bare loop of the fastest decoders over its lines.

``python -m benchmarks.wikidata_json`` (see README.md). The dump is the published sample, repeated
with other ids until it is large. Each loop and each load runs in processes of its own. Figures are
kept in ``wikidata_json.json``, of which the table is made.
"""

import gzip
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from cyclopts import App

from benchmarks import line, readme, recorded
from benchmarks.measured import MEGABYTE, ROOT, timed
from benchmarks.recorded import Record
from kgforge.cli import console

FILE: Final = Path(__file__).with_name("wikidata_json.json")
SAMPLE: Final = 49
"""Entities of the sample."""
COLUMNS: Final = ("file", "what", "seconds", "processor", "times the fastest loop")

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


@app.default
def main(
    *, copies: int = 100, measure: bool = True, kept: Path = FILE, write: bool = False
) -> None:
    """Make a dump, time loops and loads, and print the table.

    Parameters
    ----------
    copies
        How often the sample of 49 entities (3.7 MB) is repeated.
    measure
        Whether to run loops and loads; without it the table is made of what was kept.
    kept
        The file of figures.
    write
        Write the table into README.md beside this file.
    """
    if measure:
        recorded.write(kept, list(_run(copies)))
    records = recorded.read(kept)
    rows = [_row(record, records) for record in records]
    console.table("a dump of Wikidata", COLUMNS, rows)
    if write:
        named = [(f"{record['file']}, {record['what']}", record) for record in records]
        size, copies = records[0]["size"], records[0]["copies"]
        notes = (
            f"{size / MEGABYTE:,.0f} MB plain, {SAMPLE * copies:,} entities. How many times is by "
            "processor seconds, of the loop on one core."
        )
        readme.write("wikidata", recorded.table(COLUMNS, rows, named, notes))


def _run(copies: int) -> Iterator[dict[str, Any]]:
    """A record for each loop and load of the dump, plain and packed."""
    told = f"python -m benchmarks.wikidata_json --copies {copies} --write"
    with tempfile.TemporaryDirectory(prefix="kgforge-") as name:
        path = Path(name) / "dump.json"
        lines = _dump(path, copies)
        about = {"size": path.stat().st_size, "copies": copies}
        packed = Path(name) / "dump.json.gz"
        packed.write_bytes(gzip.compress(path.read_bytes(), 6))
        for one in (path, packed):
            for record in _timed(one, lines):
                yield recorded.stamped({"file": one.suffix, **record, **about}, command=told)


def _row(record: Record, records: Sequence[Record]) -> tuple[str, ...]:
    loops = [one["processor"] for one in records if one["file"] == record["file"]
             and one["processes"] == 1]  # fmt: skip
    times = f"{record['processor'] / min(loops):.1f}"
    figures = (f"{record[name]:.1f}" for name in ("seconds", "processor"))
    return record["file"], record["what"], *figures, times


def _dump(path: Path, copies: int) -> int:
    """Write the dump; how many lines it has."""
    data = line.data() / "wikidata_json"
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


def _timed(path: Path, lines: int) -> Iterator[dict[str, Any]]:
    """What each loop takes, on one core and the fastest on two, and what the load takes."""
    loops = [took for name in DECODERS if (took := _looped(path, name, lines, 1))]
    fastest = min(loops, key=lambda one: float(one["processor"]))
    name = fastest["what"].split(",")[0]
    both = _looped(path, name, lines, 2) if path.suffix == ".json" else None
    yield from filter(None, (*loops, both))
    with tempfile.TemporaryDirectory(prefix="kgforge-") as folder:
        ran = timed("load", f"wikidata:{path}", "--store", f"duckdb:{folder}/graph.db")
    yield {"what": "load, duckdb:", "processes": None, **ran.figures()}


def _looped(path: Path, decoder: str, lines: int, cores: int) -> dict[str, Any] | None:
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
    what = f"{decoder}, {cores} process{'es' if cores > 1 else ''}"
    return {"what": what, "processes": cores, "seconds": seconds, "processor": processor}


if __name__ == "__main__":
    app()
