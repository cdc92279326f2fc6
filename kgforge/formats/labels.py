"""The names of a benchmark's entities and predicates as a table, for ``kgforge load --labels``.

``labels.tsv`` has the columns ``id``, ``language``, ``label`` and ``alias``: a line for each name
of a predicate, or of an entity that a fact is of or that is right, in the language of the prompts
that it stands in. So the names of one data set, in languages that a graph lacks, can be loaded into
that graph. Names that are none in that language (``Named.by``), of candidates alone, of literals
and inflected forms are left out.
"""

import csv
from collections.abc import Callable, Container, Iterable, Iterator
from pathlib import Path
from typing import Final

from kgforge import terms
from kgforge.formats import Bench, Carried, Lacks
from kgforge.schema import Accepted, Item, ItemFact, Named, Predicate

FILE: Final = "labels.tsv"
COLUMNS: Final = ("id", "language", "label", "alias")
ALONE: Final = "candidate that no fact has: who drew it need not have kept to the language"
BORROWED: Final = "name that is no label in the language of its prompts"

_Line = tuple[str, str, str, str]
_Named = Named | Accepted | Predicate


def write_items(bench: Bench, out: Path) -> Carried:
    """Write the names of all items, each once, by id, language and name."""
    left = Lacks()
    entities, predicates = set[_Line](), set[_Line]()
    for split in bench.splits:
        for item in bench.items(split):
            entities.update(_lines(item, _entities, left))
            predicates.update(_lines(item, _predicate, left))
    known = {(id, language) for id, language, *_ in entities}
    for split in bench.splits:
        for item in bench.items(split):
            _unnamed(item, known, left)
    with (out / FILE).open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, "excel-tab", lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(sorted(entities | predicates))
    labels = sum(bool(label) for _, _, label, _ in entities)
    written = {
        "labels": labels,
        "aliases": len(entities) - labels,
        "labels of predicates": len(predicates),
    }
    return Carried({name: count for name, count in written.items() if count}, (), left.listed())


def _lines(
    item: Item, called: Callable[[ItemFact], Iterable[_Named]], left: Lacks
) -> Iterator[_Line]:
    """The names of what is *called* in the facts of an item."""
    for fact in item.facts:
        languages = {prompt.language for prompt in fact.prompts}
        for one in called(fact):
            if one.by and one.label:
                left.add(BORROWED, item.id, fact.role)
            elif one.id and not terms.is_literal(one.id):
                for language in languages:
                    yield from _names(one, language)


def _entities(fact: ItemFact) -> Iterator[_Named]:
    """What a fact is of, and what is right: distractors may be of mixed languages, as published."""
    yield fact.subject
    yield fact.object
    yield from fact.answers
    if fact.subjects:
        yield from fact.subjects.answers


def _unnamed(item: Item, known: Container[tuple[str, str]], left: Lacks) -> None:
    """Note the candidates whose names are not written."""
    for fact in item.facts:
        every = {one.id for one in fact.candidates}
        if fact.subjects:
            every.update(one.id for one in fact.subjects.candidates)
        languages = {prompt.language for prompt in fact.prompts}
        many = sum(
            not terms.is_literal(one) and any((one, each) not in known for each in languages)
            for one in every
        )
        left.add(ALONE, item.id, fact.role, count=many)


def _predicate(fact: ItemFact) -> Iterator[Predicate]:
    """The fact's; a path of several has no name of its own."""
    if terms.is_iri(fact.predicate.id):
        yield fact.predicate


def _names(one: _Named, language: str) -> Iterator[_Line]:
    yield one.id, language, one.label, ""
    if isinstance(one, Accepted):
        forms = set(one.forms or ())
        for alias in one.aliases:
            if alias not in forms:
                yield one.id, language, "", alias
