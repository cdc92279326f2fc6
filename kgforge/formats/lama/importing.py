"""A folder of relations as items: each fact is asked in the template of its relation.

Facts are lines with ids and evidence, as in ``TREx/``, or lines of two labels alone, as those whose
objects all models have in their vocabularies.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge import files, loaders, terms
from kgforge.errors import BenchmarkError, SourceError
from kgforge.formats import Found, counted
from kgforge.formats._items import LANGUAGE, ROLE, of_fact
from kgforge.formats.lama.ways import STATEMENT
from kgforge.formats.lama.writing import RELATIONS
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
WITHOUT: Final = "relation of the list without a file"
UNLISTED: Final = "file of a relation that is not in the list"
UNASKED: Final = "relation whose template has not each of [X] and [Y] once"


class _Relation(Struct, frozen=True):
    """A line of the list."""

    relation: str
    template: str
    label: str = ""
    description: str = ""
    type: str = ""


class _Plain(Struct, frozen=True):
    """A fact of two labels."""

    sub_label: str
    obj_label: str


class _Fact(Struct, frozen=True):
    subject: Named
    object: Named
    evidence: tuple[Evidence, ...] = ()


def read_items(path: Path, base: str) -> Found:
    """The facts of all relations of the list that have a file.

    Raises BenchmarkError where there is no list, none of its relations has a file, and with file
    and line for a list that cannot be read.
    """
    place = next(
        (one for one in (path / RELATIONS, path.parent / RELATIONS) if one.is_file()), None
    )
    if place is None or not path.is_dir():
        raise BenchmarkError(
            f"{path} has no {RELATIONS} in it or beside it, which has the templates: name LAMA's "
            "folder"
        )
    left = Counter[str]()
    try:
        listed = {one.relation: one for one in _listed(place)}
        there = {_code(file): file for file in sorted(path.rglob("P*.jsonl*"))}
        used = {code: there[code] for code in listed if code in there}
        if not used:
            raise BenchmarkError(f"{path} has no file of a relation that {place.name} lists")
        left[WITHOUT] += len(listed.keys() - there.keys())
        left[UNLISTED] += len(there.keys() - listed.keys())
        items = [
            item
            for code, file in used.items()
            for item in _items(listed[code], list(_facts(file, base, left)), base, left)
        ]
    except SourceError as error:
        raise BenchmarkError(str(error)) from error
    return Found(tuple(items), (place, *used.values()), counted(left), languages=(LANGUAGE,))


def _code(file: Path) -> str:
    return file.name.partition(".")[0]


def _listed(place: Path) -> Iterator[_Relation]:
    for number, one in files.json_lines(place, _Relation):
        if isinstance(one, str):
            reason = one or "no relation with a template"
            raise BenchmarkError(f"{place}:{number}: {reason}")
        yield one


def _facts(file: Path, base: str, left: Counter[str]) -> Iterator[_Fact]:
    """The facts of a file, as the loader of such files reads them, or of two labels each."""
    own = loaders.load("lama")
    if own.recognises(file):
        for entry in own.read(file, ReadOptions(languages=(LANGUAGE,))):
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
            yield _Fact(subject, object)


def _told(entry: Entry, left: Counter[str]) -> Iterator[_Fact]:
    """The fact of an entry, if both its ends have a label."""
    [triple] = entry.triples
    labels = {one.entity: one.text for one in entry.labels}
    if not labels.get(triple.subject, "").strip() or not labels.get(triple.object, "").strip():
        left[NAMELESS] += 1
        return
    subject, object = (Named(id, labels[id].strip()) for id in (triple.subject, triple.object))
    evidence = (Evidence(one.text, one.source) for one in entry.sentences)
    yield _Fact(subject, object, tuple(evidence))


def _items(
    relation: _Relation, facts: Iterable[_Fact], base: str, left: Counter[str]
) -> Iterator[Item]:
    if not all(relation.template.count(place) == 1 for place in ("[X]", "[Y]")):
        left[UNASKED] += 1
        return
    code = relation.relation
    iri = terms.wikidata_predicate(code) if code[1:].isdigit() else base + terms.encoded(code)
    predicate = Predicate(iri, relation.label or code, relation.description, relation.type)
    right: dict[str, dict[str, _Fact]] = defaultdict(dict)
    for fact in facts:
        left[AGAIN] += fact.object.id in right[fact.subject.id]
        right[fact.subject.id].setdefault(fact.object.id, fact)
    for of_subject in right.values():
        for fact in of_subject.values():
            yield _item(relation.template, predicate, fact, of_subject.values())


def _item(template: str, predicate: Predicate, fact: _Fact, every: Iterable[_Fact]) -> Item:
    """A fact, to which all objects of its subject are right, its own first."""
    others = [one.object for one in every if one.object != fact.object]
    text = template.replace("[Y]", SLOT).replace("[X]", fact.subject.label)
    made = ItemFact(
        ROLE,
        fact.subject,
        predicate,
        fact.object,
        holds=True,
        answers=tuple(Accepted(one.id, one.label) for one in (fact.object, *others)),
        candidates=(),
        prompts=(Prompt(STATEMENT, LANGUAGE, "object", "none", "template", text, template),),
        evidence=fact.evidence,
    )
    return of_fact(made, fact.object.id)
