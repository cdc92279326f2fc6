"""What the names of a graph cover: how many entities and predicates are named, and by what."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Literal

from msgspec import Struct

from kgforge import patterns, terms
from kgforge.graph import lookups, names
from kgforge.ontology import vocabulary
from kgforge.schema import ALL, MULTILINGUAL
from kgforge.stores import Store

_LANGUAGES: Final = 3
"""Of all languages, so many are told of: those with most labels."""
_EXAMPLES: Final = 3


class Coverage(Struct, frozen=True):
    """How many entities, or predicates, of the facts are named in one language, and by what."""

    of: Literal["entities", "predicates"]
    language: str
    labelled: int
    """By a label in that language; of predicates also by one of the ontologies that ship."""
    multilingual: int
    """Of the others, by a label for all languages."""
    readable: int
    """Of the others, by a local name that a person can read."""
    unnamed: int
    """Those that remain. A sentence may name some of them."""
    first: tuple[str, ...] = ()
    """A few of the entities that remain, the first by code point."""


def named_in(store: Store, asked: Iterable[str]) -> Iterator[Coverage]:
    """How what is in a graph is named in the languages asked for; of ``all`` in the main ones."""
    wanted = [one.lower() for one in asked]
    if ALL in wanted:
        wanted = [one for one, _ in languages(store)[:_LANGUAGES]]
    return coverage(store, dict.fromkeys(wanted), vocabulary.shipped().label)


def coverage(
    store: Store, languages: Iterable[str], called: Callable[[str, str], str | None]
) -> Iterator[Coverage]:
    """Of each language, how the entities and then the predicates of a graph's facts are named.

    *called* gives the label of a predicate in a language, where the graph has none. The graph is
    asked twice for each language, however many facts it has.
    """
    [(ends,)] = lookups.ask(store, "ends")
    predicates = [str(found) for (found,) in lookups.ask(store, "predicates")]
    for language in languages:
        yield _entities(store, language, patterns.integer(ends))
        yield _predicates(store, language, predicates, called)


def languages(store: Store) -> list[tuple[str, int]]:
    """The languages of a graph's labels, the most frequent first; how many terms each names."""
    found = lookups.ask(store, "languages")
    counts = ((str(language), patterns.integer(count)) for language, count in found)
    own = (one for one in counts if one[0] != MULTILINGUAL)
    return sorted(own, key=lambda one: (-one[1], one[0] != "en", one[0]))


def _entities(store: Store, language: str, ends: int) -> Coverage:
    multilingual = readable = unnamed = 0
    first: list[str] = []
    every: frozenset[str] | None = None
    for term in names.unlabelled(store, language):
        if every is None:  # not before: most graphs have none, and all entities labelled
            every = frozenset(names.multilingual(store))
        if term in every:
            multilingual += 1
        elif names.by_local_name(term):
            readable += 1
        else:
            unnamed += 1
            first = sorted([*first, term])[:_EXAMPLES]
    labelled = ends - multilingual - readable - unnamed
    shown = tuple(map(terms.spelt, first))
    return Coverage("entities", language, labelled, multilingual, readable, unnamed, shown)


def _predicates(
    store: Store,
    language: str,
    predicates: list[str],
    called: Callable[[str, str], str | None],
) -> Coverage:
    found = names.predicates(store, predicates, language, lambda iri: called(iri, language))
    by = [one.by for one in found.values()]
    multilingual = by.count("label for all languages")
    readable = by.count("local name")
    labelled = len(found) - multilingual - readable
    unnamed = len(predicates) - len(found)
    return Coverage("predicates", language, labelled, multilingual, readable, unnamed)
