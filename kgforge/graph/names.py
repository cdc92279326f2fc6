"""What entities and predicates are called in one language."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from kgforge import matching, terms
from kgforge.graph.lookups import ask, batches
from kgforge.stores import Store

PRONOUNS: Final = frozenset(
    """
    he him his she her hers it its they them their theirs this that these those who whom whose
    which what i me my mine we us our ours you your yours himself herself itself themselves
    er ihn ihm sein seine sie ihr ihre ihnen es dieser diese dieses welcher welche welches
    il elle lui leur ils elles celui celle ceux celles qui que dont
    él ella ello ellos ellas su sus este esta esto quien quienes
    lei esso essa essi esse loro egli
    """.split()  # noqa: SIM905
)
"""Words by which a sentence points at an entity without naming it (en, de, fr, es, it)."""


class Names(Struct, frozen=True):
    """How an entity or predicate is called."""

    label: str
    aliases: tuple[str, ...] = ()
    description: str = ""


class Book:
    """The names of a graph's terms in one language, asked in batches and kept.

    An entity without a label is called by its most frequent surface form; a literal by its value.
    What no answer could match (an empty text, invisible marks) is no name.
    """

    def __init__(self, store: Store, language: str) -> None:
        self._store = store
        self._language = language
        self._found: dict[str, Names | None] = {}

    def ask(self, wanted: Iterable[str]) -> None:
        """Learn the names of terms, of which those that are new are looked up."""
        new = {term for term in wanted if term not in self._found}
        entities = {term for term in new if not terms.is_literal(term)}
        found = labelled(self._store, entities, self._language)
        forms = surfaces(self._store, entities - found.keys())
        for term in new - entities:
            value = terms.text_of(term)
            self._found[term] = Names(value) if matching.normalised(value) else None
        for entity in entities:
            form = forms.get(entity)
            self._found[entity] = found.get(entity) or (Names(form) if form else None)

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


def labelled(store: Store, entities: Iterable[str], language: str) -> dict[str, Names]:
    """The names of entities or predicates in one language, of those that have a label.

    Of several labels the first by code point is *the* label, the others are aliases.
    """
    texts: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for batch in batches(sorted(set(entities))):
        for entity, kind, text in ask(store, "labels", entities=batch, language=language.lower()):
            if matching.normalised(str(text)):
                texts[str(entity)][str(kind)].add(str(text))
    return {entity: _names(found) for entity, found in texts.items() if found["label"]}


def _names(found: dict[str, set[str]]) -> Names:
    label, *others = sorted(found["label"])
    aliases = (found["alias"] | set(others)) - {label}
    return Names(label, tuple(sorted(aliases)), min(found["description"], default=""))


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
    for batch in batches(sorted(set(entities))):
        for entity, _, text, start, end in ask(store, "surfaces", entities=batch):
            form = " ".join(str(text)[int(start or 0) : int(end or 0)].split())
            if matching.normalised(form) and form.casefold() not in PRONOUNS:
                yield str(entity), str(text), form
