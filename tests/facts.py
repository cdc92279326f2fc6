"""Small graphs made in a test: triples in, a store's address out."""

import gzip
from collections.abc import Iterable
from pathlib import Path

import kgforge
from kgforge.loading import LoadOptions
from kgforge.schema import ReadOptions
from kgforge.terms import ntriples
from tests.conftest import ROOT

Fact = tuple[str, str, str]


def ex(name: str) -> str:
    """An IRI of the examples' own."""
    return f"http://example.org/{name}"


def write_ntriples(facts: Iterable[Fact], path: Path) -> str:
    """Write facts (IRIs, or literals in N-Triples form) and give the file's source address."""
    path.write_text("".join(f"{' '.join(map(ntriples, fact))} .\n" for fact in facts))
    return f"rdf:{path}"


def lines_of(path: Path) -> list[str]:
    """The lines of a plain or gzipped text file."""
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode().splitlines()


def load_town(address: str) -> None:
    """Load the small graph whose answers are plain, with its names."""
    town, names = (ROOT / "tests/graphs" / name for name in ("town.tsv", "town.names.tsv"))
    kgforge.load([f"tsv:{town}"], address, LoadOptions(ReadOptions(labels=(str(names),))))


def codex(shared: Path, size: str, target: Path) -> Path:
    """All three splits of CoDEx-S, -M or -L in one file, under a line that names the columns."""
    folder = shared / f"codex/triples/codex-{size}"
    parts = [(folder / f"{split}.txt").read_text() for split in ("train", "valid", "test")]
    target.write_text("subject\tpredicate\tobject\n" + "".join(parts))
    return target
