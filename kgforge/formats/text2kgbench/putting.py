"""The texts of a benchmark as a data set.

Ids are numbered by ontology and split, but for those that are of the layout already.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import extraction, files, ontology, terms
from kgforge.errors import BenchmarkError
from kgforge.extraction import (
    GOLD,
    UNSEEN,
    Answer,
    Beside,
    DataSet,
    Lines,
    Passage,
    Subset,
    demonstrations,
    parsing,
    unseen,
)
from kgforge.formats import SELECTED, SPLITS, TEST, WHOLE, Bench, Carried, Heard, Lacks, Put
from kgforge.formats.text2kgbench import layout, writing
from kgforge.formats.text2kgbench.importing import ALIGNMENT
from kgforge.formats.text2kgbench.ways import are_texts
from kgforge.ontology import Ontology
from kgforge.schema import Item, ItemFact, Triple

NEAREST: Final = 5
"""So many similar training sentences are listed for a test sentence, as it is published."""
_NUMBERED: Final = re.compile(r"ont_([0-9]+_\w+)")


def write_items(bench: Bench, out: Path) -> Carried:
    """Write the texts of a benchmark, and what a model wrote of them.

    Raises BenchmarkError where it has no texts, or several patterns of them, and for an id of
    ``Bench.ids`` that is none of a test item.
    """
    return _Writer(bench).write(out)


class _Part(Struct, frozen=True):
    """The items of one ontology, by split, and their passages in the layout."""

    name: str
    ontology: Ontology
    file: Path | None
    items: Mapping[str, Sequence[Item]]
    passages: Mapping[str, tuple[Passage, ...]]


class _Writer:
    """A benchmark's texts under the names of a layout."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._folder = bench.folder
        self._selected: frozenset[str] | None = None
        self._parts = list(self._all())
        own = bench.folder / SELECTED
        if bench.ids is not None or own.is_file():
            self._select(bench.ids or own)

    def _all(self) -> Iterator[_Part]:
        paths = sorted((self._folder / ontology.FOLDER).glob("*"))
        read = {
            found.name: (found, path)
            for path, found in zip(paths, map(ontology.read, paths), strict=True)
        }
        groups = self._groups()
        for group, name in _names(sorted(groups, key=_natural)).items():
            known, path = read.get(group, (Ontology(group, "", "", {}, {}), None))
            passages = {
                split: tuple(self._passages(name, split, items))
                for split, items in groups[group].items()
            }
            turtle = path if path and path.suffix == ".ttl" else None
            yield _Part(name, known, turtle, groups[group], passages)

    def _groups(self) -> dict[str, dict[str, list[Item]]]:
        """The items by group and the layout's split."""
        seen = [name for name in self._texts if not name.endswith(unseen.NAME)]
        if len(seen) != 1:
            raise BenchmarkError(
                f"{self._folder} has {len(seen)} patterns of texts ({', '.join(seen) or 'none'}): "
                f"name a benchmark with one, as {ALIGNMENT} is"
            )
        groups: dict[str, dict[str, list[Item]]] = {}
        for name in self._texts:
            before = "" if name in seen else UNSEEN
            for split in self._bench.splits if name in seen else (TEST,):
                theirs = before + (GOLD if split == TEST else split)
                for item in self._bench.of(name, split):
                    groups.setdefault(item.group, {}).setdefault(theirs, []).append(item)
        return groups

    @property
    def _texts(self) -> list[str]:
        """The patterns of texts."""
        return [made.name for made in self._bench.manifest.patterns if are_texts(made)]

    def _passages(self, name: str, split: str, items: Sequence[Item]) -> Iterator[Passage]:
        stem = layout.sentence_id(name, split, 0).removesuffix("0")
        theirs = all(re.fullmatch(rf"{re.escape(stem)}[0-9]+", item.id) for item in items)
        for number, item in zip(count(1), items, strict=False):
            facts = [fact for fact in item.facts if fact.holds is not False]
            yield Passage(
                item.id if theirs else f"{stem}{number}",
                item.text or "",
                extraction.triples(item),
                terms=tuple(map(_terms, facts)),
            )

    def _select(self, path: Path) -> None:
        """Take in the ids of what was verified by hand."""
        known = {
            name: passage.id
            for part in self._parts
            for item, passage in _in_split(part, GOLD)
            for name in (item.id, passage.id)
        }
        with files.reading_text(path) as stream:
            wanted = stream.read().split()
        for id in wanted:
            if id not in known:
                raise BenchmarkError(
                    f"{path}: {id} is not a test item of {self._folder}: remove it from the list"
                )
        self._selected = frozenset(known[id] for id in wanted)

    def write(self, out: Path) -> Carried:
        """Write the texts, and what stands beside them."""
        data = DataSet(out, tuple(self._subsets()))
        writing.write(data, out, self._beside())
        written = {
            f"sentences of {subset.name}: {split}": len(lines.passages)
            for subset in data.subsets
            for split, lines in subset.lines.items()
        }
        return Carried(written, tuple(self._puts()), self._left().listed())

    def _puts(self) -> Iterator[Put]:
        """What the layout calls the prompt of each item."""
        for part in self._parts:
            for split in part.items:
                for item, passage in _in_split(part, split):
                    yield Put(passage.id, "", item.id, WHOLE, 0, passage.text)

    def _left(self) -> Lacks:
        """What is not of the texts."""
        left = Lacks()
        for made in self._bench.manifest.patterns:
            if not are_texts(made):
                for split in self._bench.splits:
                    for item in self._bench.of(made.name, split):
                        left.add("question about facts, and no text", item.id)
        return left

    def _subsets(self) -> Iterator[Subset]:
        """What the layout holds of each ontology."""
        for part in self._parts:
            lines = {split: Lines(Path(), found) for split, found in part.passages.items()}
            for split, found in part.passages.items():
                if split.endswith(GOLD):
                    test = split.removesuffix(GOLD) + TEST
                    asked = (msgspec.structs.replace(one, gold=()) for one in found)
                    lines[test] = Lines(Path(), tuple(asked))
            yield Subset(part.name, part.ontology, part.file, lines, self._of(part))

    def _of(self, part: _Part) -> frozenset[str] | None:
        if self._selected is None:
            return None
        return self._selected & {passage.id for passage in part.passages.get(GOLD, ())}

    def _beside(self) -> dict[str, Beside]:
        """Prompts, similar sentences and answers, by ontology."""
        heard = self._bench.heard
        return {
            part.name: Beside(
                dict(_prompts(part)),
                dict(_near(part, self._bench.similarity)),
                None if heard is None else tuple(_answers(part, heard)),
            )
            for part in self._parts
        }


def _terms(fact: ItemFact) -> Triple:
    """The IRIs of a fact; a literal has none."""
    object = "" if terms.is_literal(fact.object.id) else fact.object.id
    return Triple(fact.subject.id, fact.predicate.id, object)


def _names(groups: Sequence[str]) -> dict[str, str]:
    """What the layout calls ontologies: as their own names say if all do, else by number."""
    found = {group: _NUMBERED.fullmatch(group) for group in groups}
    if all(found.values()):
        return {group: match[1] for group, match in found.items() if match}
    plain = (match[1].partition("_")[2] if match else group for group, match in found.items())
    return {
        group: f"{number}_{re.sub(r'[^0-9A-Za-z]+', '_', name)}"
        for number, (group, name) in enumerate(zip(groups, plain, strict=True), 1)
    }


def _natural(group: str) -> tuple[bool, int, str]:
    """By the number in a name; those without one last."""
    number = re.search(r"[0-9]+", group)
    return number is None, int(number[0]) if number else 0, group


def _in_split(part: _Part, split: str) -> Iterator[tuple[Item, Passage]]:
    """The items of a split, and their passages."""
    return zip(part.items.get(split, ()), part.passages.get(split, ()), strict=True)


def _tested(part: _Part) -> Iterator[tuple[Item, Passage]]:
    """The test items, unseen ones too, and their passages."""
    for split in (GOLD, UNSEEN + GOLD):
        yield from _in_split(part, split)


def _prompts(part: _Part) -> Iterator[tuple[str, str]]:
    for item, passage in _tested(part):
        for prompt in item.prompts[:1]:
            yield passage.id, prompt.text


def _near(part: _Part, similarity: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    train = part.passages.get(SPLITS[0], ())
    tests = [passage for _, passage in _tested(part)]
    found = demonstrations.nearest(
        [passage.text for passage in train],
        [passage.text for passage in tests],
        demonstrations.similarity(similarity),
        k=NEAREST,
    )
    for passage, near in zip(tests, found, strict=True):
        yield passage.id, tuple(train[one.place].id for one in near)


def _answers(part: _Part, heard: Heard) -> Iterator[Answer]:
    """What was written, parsed; what could not be asked has no line."""
    for item, passage in _tested(part):
        response = heard.get((item.id, WHOLE, 0))
        if response and not response.error:
            found = parsing.parse(response.text, part.ontology.relation_labels)
            yield Answer(passage.id, response.text, found.triples)
