"""Plain facts by relation, each with its templates: for layouts of statements without choices."""

from collections import Counter
from collections.abc import Iterator
from typing import Final
from urllib.parse import quote

from msgspec import UNSET, Struct

from kgforge import naming, terms
from kgforge.formats import TEST, Bench, Lacks
from kgforge.formats._rows import asking
from kgforge.formats._rows.asking import FALSE, Asked
from kgforge.schema import PLAIN, Item, ItemFact

_ENTITY: Final = "http://www.wikidata.org/entity/"
_OTHER: Final = "prompt of another form, end of the fact or context"
_TWICE: Final = "fact that another item has"
_UNSHARED: Final = "fact of a relation without a wording that most of its facts have"
_STRANGE: Final = "fact without a wording that (almost) all others of its relation have"
OWN: Final = "wording that is no template: not (almost) all facts of its relation have it"
_NAMED: Final = "wording without the label of its subject as a word of its own"
_SHARED: Final = 0.9
"""A template is a wording that at least this share of a relation's facts have; the facts without it
are left out, so that each fact is asked as it is in the benchmark."""
_UNSTATED: Final = "fact without a statement that asks for its object"


class Stated(Struct, frozen=True):
    """A fact, and the statements that ask for its object."""

    item: Item
    fact: ItemFact
    language: str
    templates: tuple[str, ...]


class Relation(Struct, frozen=True):
    """A predicate in one language, with its facts."""

    code: str
    """What its file is called: ``P36``; in a language other than English ``P36@cs``."""
    templates: tuple[str, ...]
    """Wordings that all its facts have, the main one first."""
    facts: tuple[Stated, ...]

    @property
    def label(self) -> str:
        """The predicate's."""
        return self.facts[0].fact.predicate.label

    @property
    def kind(self) -> str:
        """The predicate's, where it is known."""
        return self.facts[0].fact.predicate.kind


def short(iri: str) -> str:
    """An id of Wikidata without what stands before it; any other term as it is."""
    return iri.removeprefix(_ENTITY)


def relations(bench: Bench, left: Lacks) -> list[Relation]:
    """The facts of the items for testing, by relation in the order in which these come first."""
    names: dict[str, str] = {}
    found: dict[str, list[Stated]] = {}
    seen: set[tuple[str, str, str]] = set()
    for one in _stated(bench, left):
        fact = one.fact
        key = one.language, fact.predicate.id, f"{fact.subject.id} {fact.object.id}"
        if key in seen:
            left.add(_TWICE, one.item.id, fact.role)
            continue
        seen.add(key)
        name = names.setdefault(fact.predicate.id, _name(fact.predicate.id, names))
        found.setdefault(naming.in_language(name, one.language), []).append(one)
    every = (_relation(code, facts, left) for code, facts in found.items())
    return [one for one in every if one.facts]


def _relation(code: str, facts: list[Stated], left: Lacks) -> Relation:
    """The wordings that (almost) all facts have, and the facts that have all of these."""
    counts = Counter(one for fact in facts for one in fact.templates)
    main = max(counts, key=lambda one: counts[one])  # of several the first
    if 2 * counts[main] <= len(facts):
        for one in facts:
            left.add(_UNSHARED, one.item.id, one.fact.role)
        return Relation(code, (), ())
    asked = [one for one in facts if main in one.templates]
    counts = Counter(one for fact in asked for one in fact.templates)
    shared = [one for one, many in counts.items() if many >= _SHARED * len(asked) and one != main]
    templates = (main, *shared)
    kept = []
    for one in facts:
        if set(templates) <= set(one.templates):
            kept.append(one)
            own = len(set(one.templates) - set(templates))
            left.add(OWN, one.item.id, one.fact.role, count=own)
        else:
            left.add(_STRANGE, one.item.id, one.fact.role)
    return Relation(code, templates, tuple(kept))


def _name(iri: str, names: dict[str, str]) -> str:
    """A predicate's last part; where another has it the whole IRI."""
    name = terms.local_name(iri)
    return quote(iri if name in names.values() else name, safe="")


def _stated(bench: Bench, left: Lacks) -> Iterator[Stated]:
    for item in bench.questions(left):
        asking.uncounted(item, left)
        prompts = list(asking.of(item, TEST))
        for at, fact in enumerate(item.facts):
            if reason := _refusal(fact):
                left.add(reason, item.id, fact.role)
                continue
            yield from _of_fact([one for one in prompts if one.at == at], left)


def _refusal(fact: ItemFact) -> str:
    """Why a fact is no plain one; empty where it is."""
    if fact.via is not UNSET or fact.computed is not UNSET:
        return "chain of facts" if fact.via is not UNSET else "answer that is computed"
    if fact.holds is not True:
        return FALSE if fact.holds is False else "fact that is implied"
    return "" if fact.answers else "fact without an answer"


def _of_fact(prompts: list[Asked], left: Lacks) -> Iterator[Stated]:
    """The statements about a fact, by language."""
    templates: dict[str, list[str]] = {}
    for asked in prompts:
        prompt = asked.prompt
        plain = asked.way == "rank" and prompt.slot == "object" and prompt.context == PLAIN
        if not plain or "[Y]" not in prompt.template:
            asked.lack(_OTHER, left)
        elif "[X]" not in prompt.template:
            asked.lack(_NAMED, left)
        else:
            templates.setdefault(prompt.language, []).append(prompt.template)
    if prompts and prompts[0].fact is not None:
        item, fact = prompts[0].item, prompts[0].fact
        if not templates:
            left.add(_UNSTATED, item.id, fact.role)
        for language, found in templates.items():
            yield Stated(item, fact, language, tuple(dict.fromkeys(found)))
