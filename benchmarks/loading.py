"""The same facts in each form that ``load`` reads fast: seconds and memory beside plain N-Triples.

``python -m benchmarks.loading`` (see README.md). A generated graph is written plain, compressed in
each way, and as tables of ids and of names; each load runs in a process of its own.
"""

import bz2
import gzip
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

import zstandard
from cyclopts import App

from benchmarks import readme
from benchmarks.line import MEGABYTE, Ran, timed
from benchmarks.stores import generated
from kgforge import __version__
from kgforge.cli import console
from kgforge.terms import PREFIXES

ENGINES: Final = ("duckdb", "oxigraph")
PACKED: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "zst": zstandard.ZstdCompressor().compress,
}

app = App(help="Time loads of one graph, plain, compressed and as tables.")


@app.default
def main(*, millions: float = 1, write: bool = False) -> None:
    """Load the graph in each form and print the table.

    Parameters
    ----------
    millions
        How many million triples the graph has.
    write
        Write the table into README.md beside this file.
    """
    with tempfile.TemporaryDirectory(prefix="kgforge-") as name:
        folder = Path(name)
        sources = forms(folder, round(millions * 1e6))
        rows = [row for engine in ENGINES for row in loads(folder, engine, sources)]
    columns = ("store", "source", "seconds", "processor", "times plain", "peak memory, MB")
    console.table("loads", columns, rows)
    notes = (
        f"{millions:g} million triples. How many times plain N-Triples is by processor seconds. "
        f"Run on {readme.machine()}; kgforge {__version__}."
    )
    console.say(notes)
    if write:
        readme.write("loading", f"{readme.table(columns, rows)}\n\n{notes}")


def forms(folder: Path, triples: int) -> Mapping[str, str]:
    """Source addresses of the same facts, each under what it is; plain N-Triples first."""
    plain = folder / "graph.nt"
    generated.write(plain, triples)
    data = plain.read_bytes()
    ids, names = folder / "ids.tsv", folder / "names.tsv"
    rows = [_terms(line) for line in data.decode().splitlines()]
    ids.write_text("".join("\t".join(map(_id, row)) + "\n" for row in rows), encoding="utf-8")
    names.write_text("".join("\t".join(map(_name, row)) + "\n" for row in rows), encoding="utf-8")
    found = {".nt": f"rdf:{plain}"}
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


def loads(
    folder: Path, engine: str, sources: Mapping[str, str]
) -> Iterator[tuple[str, str, str, str, str, str]]:
    """A row for each source, loaded into a new store."""
    plain: Ran | None = None
    for number, (what, source) in enumerate(sources.items()):
        ran = timed("load", source, "--store", f"{engine}:{folder}/{engine}-{number}")
        plain = plain or ran
        yield (
            engine,
            what,
            f"{ran.seconds:.1f}",
            f"{ran.processor:.1f}",
            f"{ran.processor / plain.processor:.1f}",
            f"{ran.peak / MEGABYTE:,.0f}",
        )


if __name__ == "__main__":
    app()
