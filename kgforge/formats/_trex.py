"""T-REx's facts as LAMA and what is built on it lay them out: a file of lines for each relation.

A line has ids, labels and evidence, as in LAMA's ``TREx/``, or two labels alone, as those whose
objects all models have in their vocabularies.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge import files, loaders, naming, terms
from kgforge.formats import _sources
from kgforge.formats._items import FACT, LANGUAGE, ROLE, code, of_fact
from kgforge.schema import (
    SLOT,
    Accepted,
    Entry,
    Evidence,
    Item,
    ItemFact,
    Named,
    Predicate,
    Prompt,
    ReadOptions,
)

NAMELESS: Final = "fact without the label of its subject or object"
AGAIN: Final = "fact that an earlier line has"
FILES: Final = "P*.jsonl*"
"""Files of relations, also compressed."""
SUBJECT, OBJECT = "[X]", "[Y]"
"""Where the ends of a fact stand in a template."""


class _Plain(Struct, frozen=True):
    """A fact of two labels."""

    sub_label: str
    obj_label: str


class Fact(Struct, frozen=True):
    """A fact, and the sentences that say it."""

    subject: Named
    object: Named
    evidence: tuple[Evidence, ...] = ()


Right = Mapping[str, Mapping[str, Fact]]
"""The facts of a relation, by subject and object."""


def licence() -> str:
    """LAMA's own, as its loader says."""
    return loaders.load("lama").LICENCE or ""


def iri(relation: str, base: str) -> str:
    """The predicate of a relation: Wikidata's, or one under *base*."""
    relation, _ = naming.parted(relation)
    if relation[:1] == "P" and relation[1:].isdigit():
        return terms.wikidata_predicate(relation)
    return base + terms.encoded(relation)


def has_slots(template: str) -> bool:
    """Whether a template has each end of a fact once."""
    return all(template.count(place) == 1 for place in (SUBJECT, OBJECT))


def facts(file: Path, base: str, left: Counter[str]) -> Right:
    """The facts of a file, each once; what is none is counted in *left*.

    Raises SourceError for a file that cannot be read.
    """
    right: dict[str, dict[str, Fact]] = defaultdict(dict)
    for fact in _lines(file, base, left):
        left[AGAIN] += fact.object.id in right[fact.subject.id]
        right[fact.subject.id].setdefault(fact.object.id, fact)
    return right


def _lines(file: Path, base: str, left: Counter[str]) -> Iterator[Fact]:
    """As the loader of such files reads them, or of two labels each."""
    own = loaders.load("lama")
    _sources.text(file)
    _, language = naming.parted(code(file))
    if own.recognises(file):
        for entry in own.read(file, ReadOptions(languages=(language,))):
            left.update(skip.reason for skip in entry.skipped)
            if entry.triples:
                yield from _told(entry, left)
        return
    for _, one in files.json_lines(file, _Plain):
        if isinstance(one, str):
            left[one or "malformed fact"] += 1
        elif not (one.sub_label.strip() and one.obj_label.strip()):
            left[NAMELESS] += 1
        else:
            names = (one.sub_label.strip(), one.obj_label.strip())
            subject, object = (Named(base + terms.encoded(name), name) for name in names)
            yield Fact(subject, object)


def _told(entry: Entry, left: Counter[str]) -> Iterator[Fact]:
    """The fact of an entry, if both its ends have a label."""
    [triple] = entry.triples
    labels = {one.entity: one.text for one in entry.labels}
    if not labels.get(triple.subject, "").strip() or not labels.get(triple.object, "").strip():
        left[NAMELESS] += 1
        return
    subject, object = (Named(id, labels[id].strip()) for id in (triple.subject, triple.object))
    evidence = (Evidence(one.text, one.source) for one in entry.sentences)
    yield Fact(subject, object, tuple(evidence))


def item(
    fact: Fact,
    predicate: Predicate,
    right: Iterable[Named],
    form: str,
    templates: Sequence[str],
    candidates: tuple[Named, ...] = (),
    *,
    language: str = LANGUAGE,
    pattern: str = FACT,
) -> Item:
    """A fact, asked in all *templates* as they are written; its own object is right, then others.

    *right*: all objects that are, its own among them.
    """
    others = [one for one in right if one != fact.object]
    prompts = (
        Prompt(form, language, "object", "none", "template", _text(one, fact.subject), one)
        for one in templates
    )
    made = ItemFact(
        ROLE,
        fact.subject,
        predicate,
        fact.object,
        holds=True,
        answers=tuple(Accepted(one.id, one.label) for one in (fact.object, *others)),
        candidates=candidates,
        prompts=tuple(prompts),
        evidence=fact.evidence,
    )
    return of_fact(made, fact.object.id, pattern=pattern)


def _text(template: str, subject: Named) -> str:
    return template.replace(OBJECT, SLOT).replace(SUBJECT, subject.label)
