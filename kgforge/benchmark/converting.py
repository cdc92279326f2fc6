"""A published data set into a benchmark, and a benchmark into a published layout.

Into a benchmark (``adopt``): each sentence is an item of the pattern alignment, with the published
id and in the published split, in the group of its ontology's name; invented sentences are of
alignment_unseen. Entities have the ids that their line gives, else their name under a base;
relations likewise that of the line, else the ontology's, of Wikidata where its local name is one.

Into a layout (``write``): ids are numbered by ontology and split, but for those that are of the
layout already; ``ids.jsonl`` has each beside that of its item.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import extraction, files, formats, ontology, plugins, terms
from kgforge.benchmark import exporting, splits
from kgforge.benchmark.exporting import ALIGNMENT, Adopted
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
    prompted,
    unseen,
)
from kgforge.formats import Format
from kgforge.ontology import Ontology, local_name
from kgforge.schema import (
    EXTRACTION,
    Accepted,
    Entity,
    Item,
    ItemFact,
    Manifest,
    Named,
    Predicate,
    Provenance,
    ReadOptions,
    Response,
    Showing,
    Source,
    Triple,
    folders,
)
from kgforge.scoring import judging

IDS: Final = "ids.jsonl"
NEAREST: Final = 5
"""So many similar training sentences are listed for a test sentence, as it is published."""
LANGUAGE: Final = "en"
_NUMBERED: Final = re.compile(r"ont_([0-9]+_\w+)")
_WIKIDATA: Final = re.compile(r"P[0-9]+")


class SameItem(Struct, frozen=True):
    """A line of ``ids.jsonl``."""

    id: str
    """The sentence's id in the layout."""
    item: str
    """The item's in the benchmark."""


# ── Into a benchmark ────────────────────────────────────────────────────────────────────────────
def adopt(
    address: str,
    out: Path,
    showing: Showing = Showing(),  # noqa: B008 (frozen)
    *,
    base: str = ReadOptions().base,
    force: bool = False,
) -> Manifest:
    """Make the benchmark *out* of a data set (``FORMAT:FOLDER``).

    Prompts show what *showing* says; names without an id are put under *base*. Raises
    BenchmarkError where the data set cannot be read or two ontologies have one name, AddressError
    for a format that is none, OutputError as ``benchmark.adopt``.
    """
    name, folder = plugins.split(address)
    data = formats.load(name).read(Path(folder))
    _refuse_twins(data)
    ontologies = {subset.ontology.name: subset.ontology for subset in data.subsets}
    patterns = {ALIGNMENT: "", ALIGNMENT + unseen.NAME: UNSEEN}
    there = {pattern: before for pattern, before in patterns.items() if _gold(data, before)}
    if ALIGNMENT not in there:
        raise BenchmarkError(f"{folder} has no {GOLD}/: name a data set with the triples of test")
    items = {
        pattern: [item for subset in data.subsets for item in _items(subset, pattern, before, base)]
        for pattern, before in there.items()
    }
    train: dict[str, list[Item]] = {}
    for item in items[ALIGNMENT]:
        if item.split == splits.SPLITS[0]:
            train.setdefault(item.group, []).append(item)
    adopted = Adopted(
        layout=name,
        sources=tuple(Source(path.name, files.sha256(path)) for path in _files(data)),
        ontologies={
            subset.ontology.source: _ontology_file(data, subset).read_bytes()
            for subset in data.subsets
        },
        patterns={
            pattern: prompted(found, train, ontologies, showing, LANGUAGE)
            for pattern, found in items.items()
        },
        language=LANGUAGE,
        showing=msgspec.structs.replace(showing, unseen=len(there) > 1),
        selected=tuple(sorted(id for subset in data.subsets for id in subset.selected or ())),
    )
    return exporting.adopt(adopted, out, force=force)


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
    return split.removeprefix(UNSEEN) == splits.TEST


def _items(subset: Subset, pattern: str, before: str, base: str) -> Iterator[Item]:
    """The items of one ontology: of train, validation and test, or (*before*) the unseen ones."""
    writer = _Facts(subset.ontology, base)
    for split in splits.SPLITS:
        theirs = before + (GOLD if split == splits.TEST else split)
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
            local = local_name(iri)
            wikidata = _WIKIDATA.fullmatch(local)
            self._relations[label] = terms.PREFIXES["wdt"] + local if wikidata else iri
        return self._relations[label]


def _ends(fact: ItemFact) -> tuple[Named, Named]:
    return fact.subject, fact.object


# ── Into a layout ───────────────────────────────────────────────────────────────────────────────
def write(
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
    form = formats.load(layout)
    writer = _Writer(folder, form)
    own = folder / exporting.SELECTED
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

    def __init__(self, folder: Path, form: Format) -> None:
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
        names = [made.name for made in manifest.patterns if made.form == EXTRACTION]
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
                for item in files.read_lines(path, Item, "export again"):
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
                    f"{path}: {id} is no test item of {self._folder}: take it out of the list"
                )
        self._selected = frozenset(known[id] for id in wanted)

    def answer(self, run: Path) -> None:
        """Take in what a model wrote."""
        said = folders.read_responses(run)
        self._answers = {one.item: one for one in said if one.form == EXTRACTION}
        if others := self._answers.keys() - {one.item for one in self.same}:
            raise BenchmarkError(
                f"{run} has responses to {len(others)} items that {self._folder} lacks: "
                f"{judging.OTHER}"
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
