"""A data set as items: each sentence is one of the pattern alignment, in the published split.

It keeps its published id, and stands in the group of its ontology's name; invented sentences are of
alignment_unseen. Entities have the ids that their line gives, else their name under a base;
relations likewise that of the line, else the ontology's, of Wikidata where its local name is one.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from kgforge import ontology, terms
from kgforge.errors import BenchmarkError
from kgforge.extraction import GOLD, UNSEEN, DataSet, Passage, Subset, unseen
from kgforge.formats import SPLITS, TEST, Found
from kgforge.formats.text2kgbench import reading
from kgforge.ontology import Ontology
from kgforge.schema import Accepted, Entity, Item, ItemFact, Named, Predicate, Provenance, Triple

ALIGNMENT: Final = "alignment"
"""The pattern whose items are sentences by ontology."""
_WIKIDATA: Final = re.compile(r"P[0-9]+")


def read_items(path: Path, base: str) -> Found:
    """The sentences of a data set as items, with its ontologies.

    Raises BenchmarkError where the data set cannot be read, two of its ontologies have one name, or
    it has no triples of its test sentences.
    """
    data = reading.read(path)
    _refuse_twins(data)
    ontologies = {subset.ontology.source: _ontology_file(data, subset) for subset in data.subsets}
    return Found(
        tuple(_of_patterns(data, base)),
        tuple(_files(data)),
        {},
        ontologies=tuple((name, path.read_bytes()) for name, path in ontologies.items()),
        selected=tuple(sorted(id for subset in data.subsets for id in subset.selected or ())),
    )


def _of_patterns(data: DataSet, base: str) -> Iterator[Item]:
    """The items of each pattern: of the sentences, and of invented ones where there are any."""
    if not _gold(data, ""):
        raise BenchmarkError(
            f"{data.path} has no {GOLD}/: name a data set with the triples of test"
        )
    for pattern, before in ((ALIGNMENT, ""), (ALIGNMENT + unseen.NAME, UNSEEN)):
        if _gold(data, before):
            for subset in data.subsets:
                yield from _items(subset, pattern, before, base)


def _refuse_twins(data: DataSet) -> None:
    names: dict[str, str] = {}
    for subset in data.subsets:
        other = names.setdefault(subset.ontology.name, subset.name)
        if other != subset.name:
            raise BenchmarkError(
                f"{data.path}: the ontologies {other} and {subset.name} are both called "
                f"{subset.ontology.name}: give them ids of their own"
            )


def _gold(data: DataSet, before: str) -> bool:
    return any(before + GOLD in subset.lines for subset in data.subsets)


def _ontology_file(data: DataSet, subset: Subset) -> Path:
    return data.path / ontology.FOLDER / subset.ontology.source


def _files(data: DataSet) -> Iterator[Path]:
    for subset in data.subsets:
        yield _ontology_file(data, subset)
        yield from (lines.path for split, lines in subset.lines.items() if not _is_asked(split))


def _is_asked(split: str) -> bool:
    """Whether its sentences stand in another split with their triples."""
    return split.removeprefix(UNSEEN) == TEST


def _items(subset: Subset, pattern: str, before: str, base: str) -> Iterator[Item]:
    """The items of one ontology: of train, validation and test, or (*before*) the unseen ones."""
    writer = _Facts(subset.ontology, base)
    for split in SPLITS:
        theirs = before + (GOLD if split == TEST else split)
        for passage in subset.lines[theirs].passages if theirs in subset.lines else ():
            facts = tuple(writer.facts(passage))
            ends = {Entity(end.id, end.label) for fact in facts for end in _ends(fact)}
            yield Item(
                passage.id,
                pattern,
                subset.ontology.name,
                split,
                passage.text,
                facts,
                (),
                Provenance("", "", 0),
                tuple(sorted(ends, key=lambda end: (end.id, end.label))),
            )


class _Facts:
    """Gives the triples of one ontology's sentences their ids."""

    def __init__(self, found: Ontology, base: str) -> None:
        self._ontology = found
        self._base = base
        self._relations: dict[str, str] = {}

    def facts(self, passage: Passage) -> Iterator[ItemFact]:
        """The triples of a sentence as facts."""
        known = passage.terms or (Triple("", "", ""),) * len(passage.gold)
        for triple, ids in zip(passage.gold, known, strict=True):
            object = Named(ids.object or self._under_base(triple.object), triple.object)
            yield ItemFact(
                "fact",
                Named(ids.subject or self._under_base(triple.subject), triple.subject),
                Predicate(ids.predicate or self._relation(triple.relation), triple.relation),
                object,
                holds=True,
                answers=(Accepted(object.id, object.label),),
                candidates=(),
                prompts=(),
            )

    def _under_base(self, name: str) -> str:
        return self._base + terms.encoded(name)

    def _relation(self, label: str) -> str:
        """The IRI of a relation: what the ontology alone calls so, else a name under the base."""
        if label not in self._relations:
            named = self._ontology.properties_named(label)
            iri = named[0] if len(named) == 1 else self._under_base(label)
            local = terms.local_name(iri)
            wikidata = _WIKIDATA.fullmatch(local)
            self._relations[label] = terms.PREFIXES["wdt"] + local if wikidata else iri
        return self._relations[label]


def _ends(fact: ItemFact) -> tuple[Named, Named]:
    return fact.subject, fact.object
