"""The same facts in each form that ``load`` reads fast: seconds and memory beside plain N-Triples.

``python -m benchmarks.loading`` (see README.md). A generated graph is written plain, compressed in
each way, and as tables of ids and of names; each load runs in a process of its own. Figures are
kept in ``loading.json``, of which the table is made.
"""

import bz2
import gzip
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import zstandard
from cyclopts import App

from benchmarks import measured, readme, recorded
from benchmarks.measured import MEGABYTE
from benchmarks.recorded import Record
from benchmarks.stores import generated
from kgforge.cli import console
from kgforge.terms import PREFIXES

FILE: Final = Path(__file__).with_name("loading.json")
PLAIN: Final = ".nt"
COLUMNS: Final = ("store", "source", "seconds", "processor", "times plain", "peak memory, MB")
ENGINES: Final = ("duckdb", "oxigraph")
PACKED: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "zst": zstandard.ZstdCompressor().compress,
}

app = App(help="Time loads of one graph, plain, compressed and as tables.")


@app.default
def main(
    *, millions: float = 1, measure: bool = True, kept: Path = FILE, write: bool = False
) -> None:
    """Load the graph in each form and print the table.

    Parameters
    ----------
    millions
        How many million triples the graph has.
    measure
        Whether to load; without it the table is made of what was kept.
    kept
        The file of figures.
    write
        Write the table into README.md beside this file.
    """
    if measure:
        told = f"python -m benchmarks.loading --millions {millions:g} --write"
        with tempfile.TemporaryDirectory(prefix="kgforge-") as name:
            folder = Path(name)
            sources = forms(folder, round(millions * 1e6))
            found = [one for engine in ENGINES for one in loads(folder, engine, sources)]
        size = {"millions": millions}
        recorded.write(kept, [recorded.stamped(one | size, command=told) for one in found])
    records = recorded.read(kept)
    plain = {one["engine"]: one for one in records if one["source"] == PLAIN}
    rows = [_row(record, plain[record["engine"]]) for record in records]
    console.table("loads", COLUMNS, rows)
    if write:
        named = [(f"{record['engine']}, {record['source']}", record) for record in records]
        sizes = ", ".join(dict.fromkeys(f"{record['millions']:g}" for record in records))
        notes = f"{sizes} million triples. How many times plain N-Triples is by processor seconds."
        readme.write("loading", recorded.table(COLUMNS, rows, named, notes))


def _row(record: Record, plain: Record) -> tuple[str, ...]:
    return (
        record["engine"],
        record["source"],
        f"{record['seconds']:.1f}",
        f"{record['processor']:.1f}",
        f"{record['processor'] / plain['processor']:.1f}",
        f"{record['memory'] / MEGABYTE:,.0f}",
    )


def forms(folder: Path, triples: int) -> Mapping[str, str]:
    """Source addresses of the same facts, each under what it is; plain N-Triples first."""
    plain = folder / "graph.nt"
    generated.write(plain, triples)
    data = plain.read_bytes()
    ids, names = folder / "ids.tsv", folder / "names.tsv"
    rows = [_terms(line) for line in data.decode().splitlines()]
    ids.write_text("".join("\t".join(map(_id, row)) + "\n" for row in rows), encoding="utf-8")
    names.write_text("".join("\t".join(map(_name, row)) + "\n" for row in rows), encoding="utf-8")
    found = {PLAIN: f"rdf:{plain}"}
    for suffix, packed in PACKED.items():
        path = folder / f"graph.nt.{suffix}"
        path.write_bytes(packed(data))
        found[f".nt.{suffix}"] = f"rdf:{path}"
    path = folder / "ids.tsv.gz"
    path.write_bytes(gzip.compress(ids.read_bytes()))
    return {**found, ".tsv of ids": f"tsv:{ids}", ".tsv.gz": f"tsv:{path}",
            ".tsv of names": f"tsv:{names}"}  # fmt: skip


def _terms(line: str) -> list[str]:
    return line.removesuffix(" .").split(" ", 2)


def _id(term: str) -> str:
    """A CURIE; a literal as it is."""
    for prefix in ("dbr", "wdt"):
        if term.startswith(f"<{PREFIXES[prefix]}"):
            return f"{prefix}:{term[len(PREFIXES[prefix]) + 1 : -1]}"
    return term


def _name(term: str) -> str:
    return term.split('"')[1] if term.startswith('"') else f"the {_id(term).split(':')[1]}"


def loads(folder: Path, engine: str, sources: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """A record for each source, loaded into a new store."""
    for number, (what, source) in enumerate(sources.items()):
        ran = measured.timed("load", source, "--store", f"{engine}:{folder}/{engine}-{number}")
        yield {"engine": engine, "source": what, **ran.figures()}


if __name__ == "__main__":
    app()
