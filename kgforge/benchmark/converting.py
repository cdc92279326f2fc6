"""A benchmark of texts converted into a published layout.

Ids are numbered by ontology and split, but for those that are of the layout already; ``ids.jsonl``
has each beside that of its item.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import extraction, files, formats, forms, ontology, terms
from kgforge.benchmark import splits
from kgforge.benchmark.adopting import ALIGNMENT
from kgforge.benchmark.folder import SELECTED
from kgforge.errors import BenchmarkError
from kgforge.extraction import (
    GOLD,
    TFIDF,
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
from kgforge.formats import TextFormat
from kgforge.ontology import Ontology
from kgforge.schema import Item, ItemFact, Response, Triple, folders

IDS: Final = "ids.jsonl"
NEAREST: Final = 5
"""So many similar training sentences are listed for a test sentence, as it is published."""
_NUMBERED: Final = re.compile(r"ont_([0-9]+_\w+)")


class SameItem(Struct, frozen=True):
    """A line of ``ids.jsonl``."""

    id: str
    """The sentence's id in the layout."""
    item: str
    """The item's in the benchmark."""


def convert(
    folder: Path,
    layout: str,
    out: Path,
    *,
    run: Path | None = None,
    ids: Path | None = None,
    similarity: str = TFIDF,
    force: bool = False,
) -> DataSet:
    """Write the texts of a benchmark in a layout, and give back what was written.

    A *run* gives what a model wrote of them. *ids* is a file with the ids of those test items that
    were verified by hand, those of items or of the layout, a line each; without it those are taken
    that the benchmark has itself. Similar training sentences are found by *similarity*
    (``demonstrations.similarity``). Raises BenchmarkError where the benchmark has no texts or is
    damaged, for a run of another one and for an id of no test item; AddressError for a layout that
    is none; OutputError when *out* exists (unless *force*).
    """
    form = formats.texts(layout)
    writer = _Writer(folder, form)
    own = folder / SELECTED
    if ids is not None or own.is_file():
        writer.select(ids or own)
    if run is not None:
        writer.answer(run)
    data = DataSet(out, tuple(writer.subsets()))
    with files.writing_folder(out, force=force) as temporary:
        form.write(data, temporary, writer.beside(similarity))
        files.write_lines(temporary / IDS, writer.same)
    return data


class _Part(Struct, frozen=True):
    """The items of one ontology, by split, and their passages in the layout."""

    name: str
    ontology: Ontology
    file: Path | None
    items: Mapping[str, Sequence[Item]]
    passages: Mapping[str, tuple[Passage, ...]]


class _Writer:
    """A benchmark's texts under the names of a layout."""

    def __init__(self, folder: Path, form: TextFormat) -> None:
        self._folder = folder
        self._form = form
        self._selected: frozenset[str] | None = None
        self._answers: dict[str, Response] | None = None
        self._parts = list(self._all())
        self.same = [
            SameItem(passage.id, item.id)
            for part in self._parts
            for split in part.items
            for item, passage in _in_split(part, split)
        ]

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
        manifest = folders.read_manifest(self._folder)
        shares = tuple(manifest.split.shares) if manifest.split else (splits.TEST,)
        names = [made.name for made in manifest.patterns if forms.asks_items(made.form)]
        seen = [name for name in names if not name.endswith(unseen.NAME)]
        if len(seen) != 1:
            raise BenchmarkError(
                f"{self._folder} has {len(seen)} patterns of texts ({', '.join(seen) or 'none'}): "
                f"name a benchmark with one, as {ALIGNMENT} is"
            )
        groups: dict[str, dict[str, list[Item]]] = {}
        for name in names:
            for split in shares if name in seen else (splits.TEST,):
                theirs = GOLD if split == splits.TEST else split
                path = self._folder / splits.file_name(name, split)
                for item in files.read_lines(path, Item, folders.EXPORT):
                    parts = groups.setdefault(item.group, {})
                    before = "" if name in seen else UNSEEN
                    parts.setdefault(before + theirs, []).append(item)
        return groups

    def _passages(self, name: str, split: str, items: Sequence[Item]) -> Iterator[Passage]:
        stem = self._form.sentence_id(name, split, 0).removesuffix("0")
        theirs = all(re.fullmatch(rf"{re.escape(stem)}[0-9]+", item.id) for item in items)
        for number, item in zip(count(1), items, strict=False):
            facts = [fact for fact in item.facts if fact.holds is not False]
            yield Passage(
                item.id if theirs else f"{stem}{number}",
                item.text or "",
                extraction.triples(item),
                terms=tuple(map(_terms, facts)),
            )

    def select(self, path: Path) -> None:
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

    def answer(self, run: Path) -> None:
        """Take in what a model wrote."""
        said = folders.read_responses(run)
        self._answers = {one.item: one for one in said if forms.asks_items(one.form)}
        if others := self._answers.keys() - {one.item for one in self.same}:
            raise BenchmarkError(
                f"{run} has responses to {len(others)} items that {self._folder} lacks: "
                f"{folders.OTHER_BENCHMARK}"
            )

    def subsets(self) -> Iterator[Subset]:
        """What the layout holds of each ontology."""
        for part in self._parts:
            lines = {split: Lines(Path(), found) for split, found in part.passages.items()}
            for split, found in part.passages.items():
                if split.endswith(GOLD):
                    test = split.removesuffix(GOLD) + splits.TEST
                    asked = (msgspec.structs.replace(one, gold=()) for one in found)
                    lines[test] = Lines(Path(), tuple(asked))
            yield Subset(part.name, part.ontology, part.file, lines, self._of(part))

    def _of(self, part: _Part) -> frozenset[str] | None:
        if self._selected is None:
            return None
        return self._selected & {passage.id for passage in part.passages.get(GOLD, ())}

    def beside(self, similarity: str) -> dict[str, Beside]:
        """Prompts, similar sentences and answers, by ontology."""
        return {
            part.name: Beside(
                dict(_prompts(part)),
                dict(_near(part, similarity)),
                None if self._answers is None else tuple(_answers(part, self._answers)),
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
    train = part.passages.get(splits.SPLITS[0], ())
    tests = [passage for _, passage in _tested(part)]
    found = demonstrations.nearest(
        [passage.text for passage in train],
        [passage.text for passage in tests],
        demonstrations.similarity(similarity),
        k=NEAREST,
    )
    for passage, near in zip(tests, found, strict=True):
        yield passage.id, tuple(train[one.place].id for one in near)


def _answers(part: _Part, said: Mapping[str, Response]) -> Iterator[Answer]:
    """What was written, parsed; what could not be asked has no line."""
    for item, passage in _tested(part):
        response = said.get(item.id)
        if response and not response.error:
            found = parsing.parse(response.text, part.ontology.relation_labels)
            yield Answer(passage.id, response.text, found.triples)
