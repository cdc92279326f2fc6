"""The graphs on which stores are timed: generated ones of any size, and the published one."""

import gzip
import hashlib
import os
from pathlib import Path
from typing import Final

from msgspec import Struct

from benchmarks.stores import generated
from kgforge.terms import PREFIXES

DATA: Final = Path(__file__).parents[3] / "shared" / "data"
PUBLISHED: Final = "Wikidata"


class Graph(Struct, frozen=True):
    """A graph to be loaded."""

    name: str
    triples: int
    """Statements in its sources, repetitions counted."""
    sources: tuple[str, ...]
    """What ``kgforge load`` is told."""
    file: Path
    """Its facts as N-Triples."""


def made(millions: float, folder: Path) -> Graph:
    """A generated graph of so many million triples, kept in *folder* for another run.

    A file that another version of the generator has made is not taken for it, nor one half made.
    """
    triples = round(millions * 1e6)
    made_by = hashlib.sha256(Path(generated.__file__).read_bytes()).hexdigest()[:8]
    file = folder / f"generated-{triples}-{made_by}.nt"
    if not file.is_file():
        partly = file.with_suffix(".part")
        generated.write(partly, triples)
        partly.replace(file)
    return Graph(f"{millions:g} million", triples, (f"rdf:{file}",), file)


def published(folder: Path) -> Graph:
    """The published Wikidata graph: loaded from its own files, with labels."""
    data = Path(os.environ.get("KGFORGE_DATA", DATA)) / "wikidata"
    if not data.is_dir():
        raise SystemExit(f"no published graph at {data}: set KGFORGE_DATA")
    file = folder / "wikidata.nt"
    if not file.is_file():
        _write_facts(data / "triples.tsv.gz", file)
    with file.open("rb") as stream:
        triples = sum(1 for _ in stream)
    labels = [f"--labels={data / name}" for name in ("entities.tsv.gz", "properties.tsv")]
    return Graph(PUBLISHED, triples, (f"tsv:{data / 'triples.tsv.gz'}", *labels), file)


def _write_facts(source: Path, file: Path) -> None:
    with gzip.open(source, "rt", encoding="utf-8") as rows, file.open("w") as out:
        next(rows)
        lines = (
            f"<{PREFIXES['wd']}{s}> <{PREFIXES['wdt']}{p}> <{PREFIXES['wd']}{o}> .\n"
            for s, p, o, *_ in (row.rstrip("\n").split("\t") for row in rows)
        )
        out.writelines(dict.fromkeys(lines))
