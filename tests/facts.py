"""Small graphs made in a test: triples in, a store's address out."""

import gzip
from collections.abc import Iterable
from pathlib import Path

from kgforge.terms import ntriples

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
