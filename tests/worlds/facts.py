"""Small graphs made in a test: triples in, a store's address out."""

import gzip
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import kgforge
from kgforge import stores, terms
from kgforge.graph import LoadOptions
from kgforge.schema import Entry, Mention, ReadOptions, Sentence, Triple
from kgforge.terms import ntriples

ROOT: Final = Path(__file__).parents[2]

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


TOWN: Final = ROOT / "tests/worlds/graphs"
ONTOLOGIES: Final = (TOWN / "town.ttl", TOWN / "town.json")
"""Ontologies of the small graph: one in Turtle, one in Text2KGBench's form."""
_TOLD: Final = {
    "Ann was born in Springfield, Land, in 1970.": (
        "ann P19 oak", "oak P17 land", 'ann P569 "1970-01-01"', "ann P26 bob",
    ),
    "Bob is a citizen of the land and from the shire's Springfield.": (
        "bob P19 elm", "elm P17 shire", "bob P27 land",
    ),
    "Springfield is the land's capital.": ("oak P1376 land", "land P36 oak"),
    "Ann and Bob are married.": ("ann P26 bob", "bob P26 ann", "ann P26 bob"),
    "Eve loves Eve.": ("eve P26 eve",),
    "Ann is human.": ("ann P31 human",),
}  # fmt: skip
"""Sentences, and the facts that they tell; one of them twice."""
_GIVEN: Final = ("human P279 being", "being P279 human", "land P31 country")
"""What is known beside the facts."""


def load_town(address: str) -> None:
    """Load the small graph whose answers are plain, with its names, sentences and given types."""
    labels = (str(TOWN / "town.names.tsv"),)
    kgforge.load([f"tsv:{TOWN / 'town.tsv'}"], address, LoadOptions(ReadOptions(labels=labels)))
    sentences = (
        Sentence(f"urn:sentence:{number}", text, "the town", tuple(_mentions(facts)))
        for number, (text, facts) in enumerate(_TOLD.items())
    )
    given = tuple(map(_fact, _GIVEN))
    with stores.open(address, stores.WRITE) as store:
        store.add([Entry(sentences=tuple(sentences), axioms=given)])


def _mentions(facts: Iterable[str]) -> Iterator[Mention]:
    for place, fact in enumerate(facts):
        yield Mention(_fact(fact), (place, place + 1))


def _fact(text: str) -> Triple:
    s, p, o = text.split()
    names = (one if one.startswith('"') else ReadOptions().base + one for one in (s, o))
    subject, object_ = names
    return Triple(subject, terms.wikidata_predicate(p), object_)


def codex(shared: Path, size: str, target: Path) -> Path:
    """All three splits of CoDEx-S, -M or -L in one file, under a line that names the columns."""
    folder = shared / f"codex/triples/codex-{size}"
    parts = [(folder / f"{split}.txt").read_text() for split in ("train", "valid", "test")]
    target.write_text("subject\tpredicate\tobject\n" + "".join(parts))
    return target
