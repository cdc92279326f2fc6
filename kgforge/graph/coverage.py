"""What the names of a graph cover: how many entities and predicates are named, and by what."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

from kgforge import naming, patterns, terms
from kgforge.graph import lookups, names
from kgforge.ontology import vocabulary
from kgforge.schema import ALL, MULTILINGUAL
from kgforge.stores import Store

_LANGUAGES: Final = 3
"""Of all languages, so many are told of: those with most labels."""
_EXAMPLES: Final = 3
_KNOWN: Final = 1 << 18
"""So many ids and titles are known at once."""
_OF_NAMES: Final = re.compile(
    r"http://xmlns\.com/foaf/0\.1/name|https?://schema\.org/name"
    r"|http://purl\.org/dc/(?:terms|elements/1\.1)/title"
    r"|http://www\.geonames\.org/ontology#(?:officialN|n)ame"
    r"|.+[/#](?:(?:full|short|display|common|legal|official|preferred|variant|canonical|scientific"
    r"|proper|primary|main|alt(?:ernat(?:e|ive))?|recommended)[_-]?)?(?:[nN]ame|[lL]abel)"
    r"(?:ForThe\w+)?"
)
"""FOAF, schema.org, Dublin Core, GeoNames; and whatever is called a name."""

_CODE: Final = re.compile(r"(?![LPQ]\d)[A-Z]{1,4}\d{1,3}[A-Z]?", re.A)
"""``G20``, ``B12``: what is called so may be a name, for all that is known."""

Unasked = Mapping[str, Collection[str]]
"""By entity, the languages of its labels that were left out."""


class Coverage(Struct, frozen=True):
    """How many entities, or predicates, of the facts are named in one language, and by what."""

    of: Literal["entities", "predicates"]
    language: str
    labelled: int
    """By a label in that language; of predicates also by one of the ontologies that ship."""
    multilingual: int
    """Of those without one, also in a variety of it, by a label for all languages."""
    readable: int
    """Of the others, by a local name that a person can read."""
    unnamed: int
    """Those that remain."""
    first: tuple[str, ...] = ()
    """A few of those that remain, the first by code point."""
    told: int = 0
    """Entities that nothing but a sentence names."""
    elsewhere: int = 0
    """Those without a label, or one for all languages, that have one in a language left out."""
    languages: tuple[str, ...] = ()
    """Languages of those labels, the most frequent first."""
    varieties: int = 0
    """Those without a label in that language that have one in a variety of it: ``en-gb``."""
    codes: tuple[str, ...] = ()
    """A few of those that remain that are a letter or more with a number, and may be names."""
    alike: int = 0
    """Those without a label whose id or title another one has in another namespace, and …"""
    pairs: tuple[tuple[str, str], ...] = ()
    """… the first of them."""
    naming: tuple[str, ...] = ()
    """Of predicates, those that give names in other vocabularies (``foaf:name``), and none here."""


def named_in(
    store: Store,
    asked: Iterable[str],
    unasked: Unasked = MappingProxyType({}),
) -> Iterator[Coverage]:
    """How what is in a graph is named in the languages asked for; of ``all`` in the main ones.

    *unasked* are the languages of labels that were left out, by entity.
    """
    wanted = [one.lower() for one in asked]
    if ALL in wanted:
        wanted = [one for one, _ in languages(store)[:_LANGUAGES]]
    spoken = vocabulary.spoken().label
    return coverage(store, dict.fromkeys(wanted), spoken, unasked)


def coverage(
    store: Store,
    languages: Iterable[str],
    called: Callable[[str, str], str | None],
    unasked: Unasked = MappingProxyType({}),
) -> Iterator[Coverage]:
    """Of each language, how the entities and then the predicates of a graph's facts are named.

    *called* gives the label of a predicate in a language, where the graph has none. The graph is
    asked a few times for each language, however many facts it has, and what its sentences call
    entities that have no other name.
    """
    [(ends,)] = lookups.ask(store, "ends")
    told = lookups.counts(store)["mentions"] > 0
    predicates = [str(found) for (found,) in lookups.ask(store, "predicates")]
    for language in languages:
        yield _entities(store, language, patterns.integer(ends), unasked, told=told)
        yield _predicates(store, language, predicates, called)


def are_of_nothing(store: Store, named: Collection[str]) -> bool:
    """Whether nothing that was named is an entity or predicate of the facts; not if nothing was."""
    if store.foreign or not named:
        return False
    rest = set(named).union(filter(None, map(terms.property_of, named)))
    if not rest.isdisjoint(str(found) for (found,) in lookups.ask(store, "predicates")):
        return False
    return not any(
        any(lookups.degrees(store, batch).values()) for batch in lookups.batches(sorted(rest))
    )


def without_facts(store: Store, named: Collection[str]) -> list[str]:
    """What was named and is no entity or predicate of the facts, by code point."""
    if store.foreign:
        return []
    rest = set(named) - {str(found) for (found,) in lookups.ask(store, "predicates")}
    wanted = rest.union(filter(None, map(terms.property_of, rest)))
    there = {term for term, degree in lookups.degrees(store, wanted).items() if degree}
    return sorted(term for term in rest if not there & {term, terms.property_of(term)})


def languages(store: Store) -> list[tuple[str, int]]:
    """The languages of a graph's labels, the most frequent first; how many terms each names."""
    found = lookups.ask(store, "languages")
    counts = ((str(language), patterns.integer(count)) for language, count in found)
    own = (one for one in counts if one[0] != MULTILINGUAL)
    return sorted(own, key=lambda one: (-one[1], one[0] != "en", one[0]))


def _entities(store: Store, language: str, ends: int, unasked: Unasked, *, told: bool) -> Coverage:
    count: Counter[str] = Counter()
    spoken: Counter[str] = Counter()
    first: list[str] = []
    codes: list[str] = []
    twins = _Twins()
    rest = _without(store, language, unasked, count, spoken, twins)
    for batch in lookups.batches(rest):
        said = names.surfaces(store, batch) if told else {}
        count["told"] += len(said)
        count["unnamed"] += len(batch) - len(said)
        unnamed = [term for term in batch if term not in said]
        first = sorted([*first, *unnamed])[:_EXAMPLES]
        codes = sorted([*codes, *filter(_may_be_name, unnamed)])[:_EXAMPLES]
    by_any = ("varieties", "multilingual", "readable", "told", "unnamed")
    by_count = sorted(spoken, key=lambda one: (-spoken[one], one))
    return Coverage(
        "entities",
        language,
        ends - sum(count[one] for one in by_any),
        count["multilingual"],
        count["readable"],
        count["unnamed"],
        tuple(map(terms.spelt, first)),
        count["told"],
        count["elsewhere"],
        tuple(by_count[:_LANGUAGES]),
        count["varieties"],
        codes=tuple(map(naming.local_part, codes)),
        alike=twins.count,
        pairs=tuple(twins.pairs),
    )


class _Twins:
    """Ids and titles that stand in two namespaces, and so may be of one thing."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}
        self.count = 0
        self.pairs: list[tuple[str, str]] = []

    def add(self, term: str) -> None:
        """Look at an entity; of too many the first are known."""
        if not (key := naming.key(term)):
            return
        first = self._known.get(key)
        if first is None:
            if len(self._known) < _KNOWN:
                self._known[key] = term
        elif first != term:
            self.count += 1
            if len(self.pairs) < _EXAMPLES:
                self.pairs.append((terms.spelt(first), terms.spelt(term)))


def _may_be_name(term: str) -> bool:
    return _CODE.fullmatch(naming.local_part(term)) is not None


def _without(
    store: Store,
    language: str,
    unasked: Unasked,
    count: Counter[str],
    spoken: Counter[str],
    twins: _Twins,
) -> Iterator[str]:
    """The entities that neither a label nor their IRI names; the others are counted."""
    every: frozenset[str] | None = None
    varieties: frozenset[str] = frozenset()
    for term in names.unlabelled(store, language):
        twins.add(term)
        if every is None:  # not before: most graphs have none, and all entities labelled
            every = frozenset(names.multilingual(store))
            varieties = frozenset(names.in_varieties(store, language))
        if term in varieties or term in every:
            count["varieties" if term in varieties else "multilingual"] += 1
            continue
        if elsewhere := unasked.get(term):
            count["elsewhere"] += 1
            spoken.update(elsewhere)
        if names.has_local_name(term, language):
            count["readable"] += 1
        else:
            yield term


def _predicates(
    store: Store,
    language: str,
    predicates: list[str],
    called: Callable[[str, str], str | None],
) -> Coverage:
    found = names.predicates(store, predicates, language, lambda iri: called(iri, language))
    by = [one.by for one in found.values()]
    varieties = by.count("label in a variety of the language")
    multilingual = by.count("label for all languages")
    readable = by.count("local name")
    labelled = len(found) - varieties - multilingual - readable
    rest = sorted(set(predicates) - found.keys())
    first = tuple(map(terms.spelt, rest[:_EXAMPLES]))
    return Coverage(
        "predicates",
        language,
        labelled,
        multilingual,
        readable,
        len(rest),
        first,
        varieties=varieties,
        naming=tuple(sorted(terms.spelt(one) for one in predicates if _OF_NAMES.fullmatch(one))),
    )
