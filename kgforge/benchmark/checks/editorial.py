"""What is about the database rather than the world: categories, lists, ids of catalogues."""

from collections.abc import Callable, Collection, Iterator, Mapping, Set
from functools import cache
from typing import Final, Self

from msgspec import Struct

from kgforge import naming, paths, resources, terms
from kgforge.benchmark.ends import named
from kgforge.ontology import Vocabulary, vocabulary
from kgforge.schema import Flag, Instance, Triple
from kgforge.terms import KGF

NAME: Final = "editorial"
REASON: Final = "its predicate is editorial"
OF_PAGES: Final = "it is about a category, a list or another page of the database"
_EDITORIAL: Final = KGF + "editorial"
_FOLDER: Final = "editorial"
_IDENTIFIERS: Final = "identifiers.txt"
_PAGES: Final = "pages.txt"
_END: Final = "…"
_WDT: Final = terms.PREFIXES["wdt"]


class Editorial(Struct, frozen=True):
    """The editorial predicates and classes that ship, and those that a vocabulary declares."""

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

    def flags(
        self,
        instance: Instance,
        types: Mapping[str, Collection[str]],
        label: Callable[[str], str],
    ) -> Iterator[Flag]:
        """Yield a flag for each fact of an editorial predicate, or about a page of the database.

        *types* are the classes of entities, *label* what a term is called.
        """
        for fact in instance.facts:
            told = Triple(fact.subject, fact.predicate, fact.object)
            if any(hop in self for hop in paths.hops(fact.predicate)):
                yield Flag(NAME, REASON, fact.role, (told,))
            elif any(self.is_page(end, types, label) for end in named(fact)):
                yield Flag(NAME, OF_PAGES, fact.role, (told,))

    def is_page(
        self, entity: str, types: Mapping[str, Collection[str]], label: Callable[[str], str]
    ) -> bool:
        """Say whether an entity is a page of the database, or a class of such pages."""
        if terms.is_literal(entity):
            return False
        of_classes = any(one in self for one in (entity, *types.get(entity, ())))
        return of_classes or _is_named_so(label(entity)) or _is_named_so(naming.local_part(entity))


@cache
def _shipped() -> frozenset[str]:
    """The predicates that the files of ``ontologies/editorial`` name."""
    files = sorted((resources.folder("ontologies") / _FOLDER).glob("*.ttl"))
    links = vocabulary.read_only(files).links
    return frozenset(subject for subject, link in links if link == _EDITORIAL)


def _is_identifier(predicate: str) -> bool:
    number = predicate.removeprefix(_WDT + "P")
    return number != predicate and number.isdecimal() and int(number) in _identifiers()


def _is_named_so(name: str) -> bool:
    spelt = name.replace("_", " ").casefold()
    heads, ends = _of_pages()
    return spelt.startswith(heads) or spelt.endswith(ends)


@cache
def _of_pages() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """How names of pages begin, and how they end."""
    text = (resources.folder("ontologies") / _FOLDER / _PAGES).read_text(encoding="utf-8")
    lines = [line.casefold() for line in text.splitlines() if line and line[:1] != "#"]
    heads = (line if line.endswith(":") else f"{line} " for line in lines if line[:1] != _END)
    ends = (line.removeprefix(_END) for line in lines if line[:1] == _END)
    return tuple(heads), tuple(ends)


@cache
def _identifiers() -> frozenset[int]:
    """The numbers of Wikidata's properties that hold ids of other catalogues."""
    text = (resources.folder("ontologies") / _FOLDER / _IDENTIFIERS).read_text(encoding="utf-8")
    runs = (run for line in text.splitlines() if line[:1] != "#" for run in line.split())
    ends = (run.partition("-") for run in runs)
    return frozenset(
        number for first, _, last in ends for number in range(int(first), int(last or first) + 1)
    )
