"""What entities and predicates are called in one language."""

import re
from collections import ChainMap, Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from kgforge import (
    calendars,
    magnitudes,
    matching,
    naming,
    patterns,
    scripts,
    terms,
    units,
    value_names,
)
from kgforge.graph.lookups import ask, batches
from kgforge.patterns import Query, Row
from kgforge.schema import ALL, MULTILINGUAL, Entry, Label, NamedBy, is_variety
from kgforge.stores import Store

KEPT: Final = 100_000
"""The names of so many terms are kept from one batch of items to the next, some 50 MB."""

_BATCH: Final = 1_000


class Names(Struct, frozen=True):
    """How an entity or predicate is called."""

    label: str
    aliases: tuple[str, ...] = ()
    description: str = ""
    by: NamedBy | UnsetType = UNSET
    """Where the name comes from, if it is no label in the language asked for."""


class Book:
    """The names of a graph's terms in one language, asked in batches and kept.

    An entity without a label is called by the one that it has in a variety of the language
    (``en-gb`` of ``en``), else by the one for all languages (``mul``), else by its most frequent
    surface form, else by its local name where a person can read it; a literal by its value. What no
    answer could match (an empty text, invisible marks) is no name.

    With *labels_only* a language has no other names than its labels, be they of a variety of it or
    for all languages: these only in a script that the language is written in, as are literals, of
    which those with the tag of another language have no name. Surface forms and local names are
    none: in which language they are, nobody says.
    """

    def __init__(self, store: Store, language: str, *, labels_only: bool = False) -> None:
        self._store = store
        self.language = language
        self.labels_only = labels_only
        self._found: dict[str, Names | None] = {}

    def trim(self) -> None:
        """Forget all names where too many are kept: those wanted next are to be asked again."""
        if len(self._found) > KEPT:
            self._found.clear()

    def ask(self, wanted: Iterable[str]) -> None:
        """Learn the names of terms, of which those that are new are looked up."""
        self._found.update(self._new(wanted))

    def told(self, wanted: Iterable[str]) -> Mapping[str, Names | None]:
        """The names of terms, without keeping them: of many that are looked at once."""
        new = self._new(wanted)
        return ChainMap(new, self._found) if new else self._found

    def _new(self, wanted: Iterable[str]) -> dict[str, Names | None]:
        new = {term for term in wanted if term not in self._found}
        entities = {term for term in new if not terms.is_literal(term)}
        found = labelled(self._store, entities, self.language, labels_only=self.labels_only)
        unnamed = set() if self.labels_only else entities - found.keys()
        forms = surfaces(self._store, unnamed)
        told = {term: self._literal(term) for term in new - entities}
        self._add_units(told)
        for entity in entities:
            form = forms.get(entity)
            told[entity] = (
                found.get(entity)
                or (Names(form, by="surface form") if form else None)
                or (self._by_local_name(entity) if entity in unnamed else None)
            )
        return told

    def _by_local_name(self, entity: str) -> Names | None:
        joined = naming.joins(entity) is True and self._are_joined
        return by_local_name(entity, self.language, joined=joined)

    @cached_property
    def _are_joined(self) -> bool:
        return are_joined(self._store, self.language)

    def _literal(self, term: str) -> Names | None:
        """The value of a literal, where an answer could match it, and the language can have it."""
        value = terms.text_of(term)
        if not matching.normalised(value):
            return None
        if self.labels_only:
            tag, own = terms.parse_literal(term).language.lower(), self.language.lower()
            is_own = tag == own or is_variety(tag, own)
            if not (is_own if tag else scripts.fits(value, own) or magnitudes.is_date(term)):
                return None
        spelt = value_names.spelt(term, self.language, self.calendar)
        if spelt is None:
            return Names(value)
        return Names(spelt[0], spelt[1:]) if spelt else None

    @cached_property
    def calendar(self) -> value_names.Calendar:
        """How the graph's sources count days before the Gregorian calendar."""
        if self._store.foreign:
            return "either"
        habits = (calendars.of(str(found)) for (found,) in ask(self._store, "predicates"))
        days = {habit.days for habit in habits if habit}
        if days == {"gregorian"}:
            return "gregorian"
        return "either" if "gregorian" in days else "as written"

    def _add_units(self, names: dict[str, Names | None]) -> None:
        """Write the units that no table knows by their labels; without one a value has no name."""
        of = {term: terms.parse_literal(term).datatype for term in names}
        unknown = {
            term: unit
            for term, unit in of.items()
            if units.is_unknown(unit) and not value_names.is_malformed(term)
        }
        if unknown:
            labels = labelled(self._store, set(unknown.values()), self.language)
            for term, unit in unknown.items():
                label = labels.get(unit)
                names[term] = Names(f"{terms.text_of(term)} {label.label}") if label else None

    def get(self, term: str) -> Names | None:
        """The names of a term that was asked for; None when it has none."""
        return self._found[term]

    def __getitem__(self, term: str) -> Names:
        """The names of a term. Raises KeyError when it has none."""
        names = self._found[term]
        if names is None:
            raise KeyError(term)
        return names

    def known(self, wanted: Iterable[str]) -> Iterator[Names]:
        """The names of those terms that have any."""
        return (names for term in wanted if (names := self._found[term]) is not None)


def by_local_name(
    iri: str, language: str, *, predicate: bool = False, joined: bool = False
) -> Names | None:
    """Return the name in an IRI; None where a person cannot read it, or no answer could match it.

    A name that the IRI says to be in another language is none. Names of two words are parted where
    the graph's are *joined* by capitals (``are_joined``); as the IRI has it, it is an alias.
    """
    own, wanted = naming.language(iri), language.lower()
    if own and own != wanted and not is_variety(wanted, own):
        return None
    name = naming.readable(iri, predicate=predicate, joined=joined)
    if not matching.normalised(name):
        return None
    others = () if predicate else naming.otherwise(iri, name)
    return Names(name, others, by="local name")


_FEWEST_JOINED: Final = 3
"""Fewer names joined by capitals make no habit."""


def are_joined(store: Store, language: str) -> bool:
    """Return whether most names of several words in a graph's IRIs are joined by capitals.

    Names of entities with a label in the language do not count, nor do those of a foreign endpoint,
    which may be too large to be asked.
    """
    if store.foreign:
        return False
    return _are_mostly_joined(unlabelled(store, language))


def _are_mostly_joined(entities: Iterable[str]) -> bool:
    counts = Counter(map(naming.joins, entities))
    return counts[True] >= _FEWEST_JOINED and counts[True] > counts[False]


def has_local_name(iri: str, language: str) -> bool:
    """Return whether ``by_local_name`` finds a name in an entity's IRI."""
    if naming.is_of_words(iri) and not naming.language(iri):
        return True
    return by_local_name(iri, language) is not None


def spell_out(store: Store, pattern: str, languages: Iterable[str]) -> int:
    """Give what has no name the local part of its IRI as one, where a pattern matches; count them.

    The names are labels for all languages, so that every later step and store finds them. Raises as
    the store does.
    """
    wanted = re.compile(pattern)
    asked = [language for language in languages if language != ALL] or [""]
    without = {str(found) for (found,) in ask(store, "predicates")}
    for language in asked:
        without.update(unlabelled(store, language))
    labels = []
    for term in sorted(without):
        text = "" if term.startswith(terms.BLANK) else naming.local_part(term)
        is_named = naming.readable(term) or naming.readable(term, predicate=True)
        if matching.normalised(text) and not is_named and wanted.fullmatch(text):
            labels.append(Label(terms.named(term), "label", text, MULTILINGUAL))
    store.add(Entry(labels=tuple(batch), documents=0) for batch in batches(labels, _BATCH))
    return len(labels)


def predicates(
    store: Store,
    wanted: Iterable[str],
    language: str,
    others: Callable[[str], str | None],
    *,
    labels_only: bool = False,
) -> dict[str, Names]:
    """The names of predicates, of those that have any.

    By the graph's label in the language, else by what *others* call them, else by the graph's label
    in a variety of it or for all languages, else by their local name, unless *labels_only*.
    """
    wanted = set(wanted)
    found = labelled(store, wanted, language, labels_only=labels_only)
    names: dict[str, Names] = {}
    for predicate in wanted:
        known = found.get(predicate)
        other = others(predicate) if known is None or known.by else None
        one = Names(other) if other else known
        if one is None and not labels_only:
            one = by_local_name(predicate, language, predicate=True)
        if one is not None:
            names[predicate] = one
    return names


def labelled(
    store: Store, entities: Iterable[str], language: str, *, labels_only: bool = False
) -> dict[str, Names]:
    """The names of entities or predicates in one language, of those that have a label.

    Of several labels the first by code point is *the* label, the others are aliases. An entity
    without any label is called by the first of its aliases in the language. Where there is
    none, one in a variety of the language stands in, of the first tag by code point, and the texts
    in others are aliases. A label for all languages stands in where there is none of these either;
    else it is an alias, as are its aliases. The entity of a Wikidata property, whose labels lie on
    its predicate, is called by these. With *labels_only* a text for all languages counts only in a
    script of the language.
    """
    language, wanted = language.lower(), set(entities)
    texts: dict[str, _Texts] = defaultdict(lambda: defaultdict(set))
    for batch in batches(sorted(wanted | set(map(terms.named, wanted))), store.batch):
        for row in ask(store, "labels", entities=batch, language=language):
            entity, tag, kind, text = map(str, row)
            is_foreign = labels_only and tag == MULTILINGUAL and not scripts.fits(text, language)
            if matching.normalised(text) and not is_foreign:
                texts[entity][tag, kind].add(text)
    every = {entity: _names(found, language) for entity, found in texts.items()}
    called = {entity: every.get(entity) or every.get(terms.named(entity)) for entity in wanted}
    return {entity: names for entity, names in called.items() if names is not None}


_Texts = dict[tuple[str, str], set[str]]
"""Texts by tag and kind."""


def _names(found: _Texts, language: str) -> Names | None:
    """What texts call an entity; in varieties of the language they count where it has no label."""
    tags = [language]
    if not found[language, "label"]:
        tags += sorted({tag for tag, _ in found} - {language, MULTILINGUAL})
    tags.append(MULTILINGUAL)
    of, kind = next(
        ((tag, "label") for tag in tags if found[tag, "label"]),
        (language, "alias"),
    )
    if not found[of, kind]:
        return None
    label = min(found[of, kind])
    texts = {text for tag in tags for kind in ("label", "alias") for text in found[tag, kind]}
    described = (found[tag, "description"] for tag in (language, of, *tags))
    return Names(
        label,
        tuple(sorted(texts - {label})),
        min(next(filter(None, described), ()), default=""),
        _by(of, language),
    )


def _by(tag: str, language: str) -> NamedBy | UnsetType:
    if tag == language:
        return UNSET
    if tag == MULTILINGUAL:
        return "label for all languages"
    return "label in a variety of the language"


def unlabelled(store: Store, language: str) -> Iterator[str]:
    """The entities of the facts without a label in a language."""
    properties: set[str] = set()
    for (found,) in ask(store, "unlabelled", language=language.lower()):
        if terms.named(str(found)) == found:
            yield str(found)
        else:
            properties.add(str(found))
    known = labelled(store, properties, language)
    yield from (one for one in properties if one not in known or known[one].by)


def titles(store: Store, language: str, *, labels_only: bool = False) -> Iterator[tuple[str, str]]:
    """Yield each entity of a graph with what it is called, as ``Book`` calls it.

    All of its labels count, not the first alone. Predicates are left out; so are the entities of
    properties, whose labels lie on these. Of a foreign endpoint, which may be too large, nothing is
    told (``namesakes``).
    """
    if store.foreign:
        return
    language = language.lower()
    predicates_ = {str(found) for (found,) in ask(store, "predicates")}
    for row in ask(store, "titles", language=language):
        entity, tag, text = map(str, row)
        if entity in predicates_ or terms.property_of(entity):
            continue
        if tag == MULTILINGUAL and labels_only and not scripts.fits(text, language):
            continue
        if matching.normalised(text):
            yield entity, text
    if not labels_only:
        yield from _called_otherwise(store, language)


def namesakes(store: Store, names: Iterable[str], language: str) -> Iterator[tuple[str, str]]:
    """Yield each entity that has one of some names as its label, and the label.

    For a foreign endpoint, of which not all names can be asked for: the engine looks the names up,
    as they are spelled and in small and capital letters.
    """
    tags = dict.fromkeys((language, language.lower(), MULTILINGUAL, ""))
    spelt = {
        terms.literal(text, language=tag)
        for name in names
        for text in (name, name.lower(), name.upper(), name.title(), name[:1].upper() + name[1:])
        for tag in tags
    }
    for batch in batches(sorted(spelt), _BATCH):
        for entity, text in store.query(_namesakes(), {"names": batch}):
            yield str(entity), str(text)


@cache
def _namesakes() -> Query:
    """The question of a foreign endpoint, which speaks SPARQL."""
    return patterns.read_query(Path(__file__).with_name("namesakes.rq"), "sparql")


def _called_otherwise(store: Store, language: str) -> Iterator[tuple[str, str]]:
    """The entities of the facts without a label, by their forms in sentences or their IRIs."""
    unnamed_ = set(unlabelled(store, language))
    joined = _are_mostly_joined(unnamed_)
    if unnamed_:
        unnamed_.difference_update(in_varieties(store, language))
        unnamed_.difference_update(multilingual(store))
    forms = surfaces(store, unnamed_)
    for entity in unnamed_:
        names = None if entity in forms else by_local_name(entity, language, joined=joined)
        if form := forms.get(entity, names.label if names else ""):
            yield entity, form


def multilingual(store: Store) -> Iterator[str]:
    """The entities and predicates that have a label for all languages."""
    return _named(ask(store, "labelled", language=MULTILINGUAL))


def in_varieties(store: Store, language: str) -> Iterator[str]:
    """The entities and predicates that have a label in a variety of a language."""
    return _named(ask(store, "varieties", language=language.lower()))


def _named(rows: Iterable[Row]) -> Iterator[str]:
    """What has labels, and the entities of the properties among it."""
    for found, *_ in rows:
        yield str(found)
        if entity := terms.property_of(str(found)):
            yield entity


def unnamed(store: Store, language: str) -> frozenset[str]:
    """The entities of the facts that ``Book`` finds no name for; none of a foreign endpoint.

    Of someone else's graph, which may be too large to be asked, nothing is known beforehand.
    """
    if store.foreign:
        return frozenset()
    found = {
        entity for entity in unlabelled(store, language) if not has_local_name(entity, language)
    }
    if found:
        found.difference_update(in_varieties(store, language))
        found.difference_update(multilingual(store))
        found.difference_update(surfaces(store, found))
    return frozenset(found)


def surfaces(store: Store, entities: Iterable[str]) -> dict[str, str]:
    """The form in which sentences most often name each entity, pronouns excepted.

    Ties go to the first by code point; an entity that no sentence names is absent.
    """
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for entity, _, form in _forms(store, entities):
        counts[entity][form] += 1
    return {
        entity: min(forms, key=lambda form: (-forms[form], form))
        for entity, forms in counts.items()
    }


def surface_forms(store: Store, entities: Iterable[str]) -> dict[str, dict[str, set[str]]]:
    """The forms in which each text names each entity, pronouns excepted: by entity, then text."""
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for entity, text, form in _forms(store, entities):
        found[entity][text].add(form)
    return found


def _forms(store: Store, entities: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """Each entity with a text that names it, and the form."""
    for batch in batches(sorted(set(entities)), store.batch):
        for entity, _, text, start, end in ask(store, "surfaces", entities=batch):
            form = " ".join(str(text)[int(start or 0) : int(end or 0)].split())
            if matching.normalised(form) and form.casefold() not in matching.PRONOUNS:
                yield str(entity), str(text), form
