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
_NAMES: Final = "names.txt"
_CLASSES: Final = "classes.txt"
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
        """Say whether a predicate is editorial, by its IRI."""
        if predicate in self.asked:
            return False
        known = predicate in self.declared or _is_identifier(predicate)
        return known or is_called_so(naming.readable(predicate, predicate=True))

    def flags(
        self,
        instance: Instance,
        types: Mapping[str, Collection[str]],
        label: Callable[[str], str],
        called: Callable[[str], str] = lambda predicate: "",
    ) -> Iterator[Flag]:
        """Yield a flag for each fact of an editorial predicate, or about a page of the database.

        *types* are the classes of entities, *label* what an entity is *called*, and that what a
        predicate is.
        """
        for fact in instance.facts:
            told = Triple(fact.subject, fact.predicate, fact.object)
            if any(self.is_of_records(hop, called(hop)) for hop in paths.hops(fact.predicate)):
                yield Flag(NAME, REASON, fact.role, (told,))
            elif self._is_class_of_records(fact.object) or any(
                self.is_page(end, types, label) for end in named(fact)
            ):
                yield Flag(NAME, OF_PAGES, fact.role, (told,))

    def _is_class_of_records(self, entity: str) -> bool:
        return entity in _of_records() and entity not in self.asked

    def is_of_records(self, predicate: str, label: str) -> bool:
        """Say whether a predicate is editorial, by its IRI or label."""
        return predicate in self or (predicate not in self.asked and is_called_so(label))

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


def is_named_so(entity: str) -> bool:
    """Say whether an IRI is that of a page of the database, by its name.

    >>> is_named_so("http://dbpedia.org/resource/Category:Berlin")
    True
    """
    return not terms.is_literal(entity) and _is_named_so(naming.local_part(entity))


@cache
def _of_records() -> frozenset[str]:
    """The classes of records that things of any kind are in."""
    text = (resources.folder("ontologies") / _FOLDER / _CLASSES).read_text(encoding="utf-8")
    return frozenset(line for line in text.splitlines() if line[:1] != "#")


def _is_named_so(name: str) -> bool:
    spelt = name.replace("_", " ").casefold()
    heads, ends = _of_pages()
    return spelt.startswith(heads) or spelt.endswith(ends)


def is_called_so(name: str) -> bool:
    """Say whether a predicate of some name is editorial, in whatever vocabulary.

    >>> [name for name in ("photo url", "IMDb ID", "birth date", "valid") if is_called_so(name)]
    ['photo url', 'IMDb ID']
    """
    spelt = name.replace("-", " ").replace("_", " ").casefold().removeprefix("has ")
    names, ends = _of_names()
    return spelt in names or spelt.endswith(ends)


@cache
def _of_names() -> tuple[frozenset[str], tuple[str, ...]]:
    """What editorial predicates are called, and how their names end."""
    text = (resources.folder("ontologies") / _FOLDER / _NAMES).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and line[:1] != "#"]
    names = frozenset(line for line in lines if line[:1] != _END)
    return names, tuple(line.removeprefix(_END) for line in lines if line[:1] == _END)


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
