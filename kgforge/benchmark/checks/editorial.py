"""Predicates about the database rather than the world: categories, lists, ids of catalogues."""

from collections.abc import Iterator, Set
from functools import cache
from typing import Final, Self

from msgspec import Struct

from kgforge import paths, resources, terms
from kgforge.ontology import Vocabulary, vocabulary
from kgforge.schema import Flag, Instance, Triple
from kgforge.terms import KGF

NAME: Final = "editorial"
REASON: Final = "its predicate is editorial"
_EDITORIAL: Final = KGF + "editorial"
_FOLDER: Final = "editorial"
_IDENTIFIERS: Final = "identifiers.txt"
_WDT: Final = terms.PREFIXES["wdt"]


class Editorial(Struct, frozen=True):
    """The editorial predicates that ship, and those that a vocabulary declares."""

    declared: Set[str]
    asked: Set[str]
    """Those of which a vocabulary says that they are not."""

    @classmethod
    def of(cls, words: Vocabulary) -> Self:
        """Return the check by what is known and what a vocabulary declares (``kgf:editorial``)."""
        said = {
            subject: terms.parse_literal(values[-1]).value in ("true", "1")
            for (subject, link), values in words.links.items()
            if link == _EDITORIAL and terms.is_literal(values[-1])
        }
        declared = {one for one, is_so in said.items() if is_so}
        return cls(_shipped() | declared, said.keys() - declared)

    def __contains__(self, predicate: str) -> bool:
        """Say whether a predicate is editorial."""
        if predicate in self.asked:
            return False
        return predicate in self.declared or _is_identifier(predicate)

    def flags(self, instance: Instance) -> Iterator[Flag]:
        """Yield a flag for each fact of an editorial predicate."""
        for fact in instance.facts:
            if any(hop in self for hop in paths.hops(fact.predicate)):
                told = Triple(fact.subject, fact.predicate, fact.object)
                yield Flag(NAME, REASON, fact.role, (told,))


@cache
def _shipped() -> frozenset[str]:
    """The predicates that the files of ``ontologies/editorial`` name."""
    files = sorted((resources.folder("ontologies") / _FOLDER).glob("*.ttl"))
    links = vocabulary.read_only(files).links
    return frozenset(subject for subject, link in links if link == _EDITORIAL)


def _is_identifier(predicate: str) -> bool:
    number = predicate.removeprefix(_WDT + "P")
    return number != predicate and number.isdecimal() and int(number) in _identifiers()


@cache
def _identifiers() -> frozenset[int]:
    """The numbers of Wikidata's properties that hold ids of other catalogues."""
    text = (resources.folder("ontologies") / _FOLDER / _IDENTIFIERS).read_text(encoding="utf-8")
    runs = (run for line in text.splitlines() if line[:1] != "#" for run in line.split())
    ends = (run.partition("-") for run in runs)
    return frozenset(
        number for first, _, last in ends for number in range(int(first), int(last or first) + 1)
    )
