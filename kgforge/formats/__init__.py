"""Other people's benchmark layouts: each module of this folder is one, named as its file.

The door has two small protocols, and a layout offers what it can of them: it *reads items* (a
published data set becomes a benchmark: ``ItemReader``), and it *writes items* (a benchmark becomes
a data set, and what the layout cannot carry is listed by item: ``ItemWriter``). Beside these it may
read *answers*, what a system said to its questions (``AnswerReader``), and *marks*, what was
published of a system: scores, or ranks from which they follow (``MarkReader``). A layout of texts
with ontologies also offers its data set as it lies there (``TextFormat``).
"""

import difflib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Final, Protocol, cast, runtime_checkable

from msgspec import Struct

from kgforge import plugins
from kgforge.errors import AddressError
from kgforge.extraction import TFIDF, Answer, DataSet, Passage
from kgforge.schema import Item, Manifest, Response, folders

SPLITS: Final = ("train", "validation", "test")
TEST: Final = SPLITS[-1]
SELECTED: Final = "selected.txt"
"""The file of a benchmark with the ids of items that were verified by hand, where there is one."""
WHOLE: Final = -1
"""In the place of a fact's number: the item as a whole, as where it is a text."""


@runtime_checkable
class TextFormat(Protocol):
    """What a layout of texts with ontologies offers."""

    def read(self, folder: Path) -> DataSet:
        """The data set. Raises BenchmarkError that names every file that cannot be read."""

    def answers(self, path: Path) -> Mapping[str, Answer]:
        """The answers of a file, or of a folder of files. Raises likewise."""

    def rewrite(
        self, data: DataSet, out: Path, changed: Mapping[tuple[str, int], Passage | None]
    ) -> None:
        """Write a data set again, with some lines, by file and number, changed or left out."""


class Found(Struct, frozen=True):
    """A data set of another layout as items of ours."""

    items: tuple[Item, ...]
    """In their order. Each is of a pattern that ships, ``fact`` most often, or of a variant of one
    (``fact_cs``); all of one pattern stand together. A fact without candidates is given some, from
    what else its predicate has in the data set; one with candidates keeps them."""
    files: tuple[Path, ...]
    """What was read."""
    left: Mapping[str, int]
    """Why something is in no item, to how often."""
    kept: bytes = b""
    """JSON: what items have no place for, so that the same data set can be written again; empty
    where there is nothing."""
    languages: tuple[str, ...] = ("en",)
    """Of the prompts."""
    candidates: int = 0
    """So many a fact is to have that comes with candidates, its own object among them; 0: none
    does."""
    of_patterns: Mapping[str, Mapping[str, int]] = {}
    """As ``left``, of one pattern alone."""
    licence: str = ""
    """Of the files, where they say."""
    foreign: tuple[Path, ...] = ()
    """Those of the files that this is not the licence of."""
    ontologies: tuple[tuple[str, bytes], ...] = ()
    """Names and contents of the files of ontologies that its texts belong to."""
    selected: tuple[str, ...] = ()
    """The ids of those test items that were verified by hand, where the data set says so."""


class Put(Struct, frozen=True):
    """A prompt of an item as a layout puts it."""

    id: str
    """The question's id in the layout."""
    kind: str
    """Where ids are unique: one id may stand in several such parts of a data set."""
    item: str
    fact: int
    """Which of the item's facts, or ``WHOLE``."""
    prompt: int
    """Which of the fact's prompts."""
    message: str
    """The question in the layout's words."""
    ids: tuple[str, ...] = ()
    """What the layout calls the fact's answers, where a system may answer by their ids."""


class Told(Struct, frozen=True):
    """What a system answered to a question of a layout."""

    where: str
    """File and line."""
    id: str
    kind: str
    """As in ``Put``; empty where the file does not say."""
    asked: str
    """What it was asked, in which the question stands; empty where the file does not say."""
    model: str
    text: str
    error: str
    """Why there is no answer."""
    listed: tuple[str, ...] | None = None
    """What it listed, where the answer is a list and no text."""
    by_id: bool = False
    """Whether the list has ids of objects, and not names."""


class Published(Struct, frozen=True):
    """A figure that a layout's own evaluator gives of a system's output."""

    evaluator: str
    """Which: the data set and its year."""
    group: str
    """Of which group of items; empty: of all."""
    metric: str
    value: float
    over: int
    """So many questions, or groups."""
    of_groups: bool = False
    """Whether it is the mean over groups."""


class Lack(Struct, frozen=True):
    """Something of an item that a layout has no place for: a line of ``left_out.jsonl``."""

    item: str
    role: str
    """Of the fact; empty where it is the whole item."""
    prompt: int | None
    """Which of the fact's prompts; null where it is the whole fact."""
    reason: str
    count: int = 1
    """So many, where they are told apart by nothing: aliases, evidence sentences."""


def counted(counts: Mapping[str, int]) -> dict[str, int]:
    """What was counted at all, by code point."""
    return {name: count for name, count in sorted(counts.items()) if count}


class Lacks:
    """Gathers what a layout has no place for, while items are written."""

    def __init__(self) -> None:
        self._found: list[Lack] = []

    def add(
        self, reason: str, item: str, role: str = "", prompt: int | None = None, *, count: int = 1
    ) -> None:
        """Note it of an item, its fact of a role, or a prompt of that, unless there is none."""
        if count:
            self._found.append(Lack(item, role, prompt, reason, count))

    def listed(self) -> tuple[Lack, ...]:
        """All, in the order in which they were found."""
        return tuple(self._found)


class Carried(Struct, frozen=True):
    """What was written of a benchmark in another layout."""

    written: Mapping[str, int]
    """What, to how many."""
    puts: tuple[Put, ...] = ()
    """What the layout calls each prompt, where its questions have ids."""
    lacks: tuple[Lack, ...] = ()
    """What was not, item by item."""
    remarks: Mapping[str, int] = {}
    """What the layout's own programs will stumble over, to how often."""

    @property
    def left(self) -> dict[str, int]:
        """Why something was not written, to how often, by code point."""
        found = Counter[str]()
        for lack in self.lacks:
            found[lack.reason] += lack.count
        return dict(sorted(found.items()))


Heard = Mapping[tuple[str, int, int], Response]
"""What a model answered, by item, and number of fact (or ``WHOLE``) and of prompt within it."""


class Bench(Struct, frozen=True):
    """A benchmark, as a layout writes it."""

    folder: Path
    manifest: Manifest
    kept: bytes = b""
    """What the layout kept beside the items when they were read from it (``Found.kept``)."""
    heard: Heard | None = None
    """What a model answered, to be written, too."""
    ids: Path | None = None
    """A file with the ids of those test items that were verified by hand, those of items or of the
    layout, a line each; None: as the benchmark itself has it (``SELECTED``)."""
    similarity: str = TFIDF
    """How similar texts are found (``demonstrations.similarity``)."""

    @property
    def splits(self) -> tuple[str, ...]:
        """The splits that it has, in their order."""
        return tuple(self.manifest.split.shares) if self.manifest.split else (TEST,)

    def items(self, split: str = TEST) -> Iterator[Item]:
        """The items of a split, of all patterns in their order, streamed."""
        for made in self.manifest.patterns:
            yield from self.of(made.name, split)

    def of(self, pattern: str, split: str = TEST) -> Iterator[Item]:
        """Those of one pattern, streamed; none where it has no such split."""
        name = folders.item_name(pattern, split)
        plain = f"{name}{folders.ITEMS}"
        if split == TEST or any(file.plain == plain for file in self.manifest.files):
            yield from folders.read_items(self.folder, name)

    def questions(self, left: Lacks) -> Iterator[Item]:
        """The items for testing that ask about facts, streamed; *left* gathers all others."""
        for split in self.splits:
            for item in self.items(split):
                if split != TEST:
                    left.add("item that is not for testing", item.id)
                elif item.text is not None:
                    left.add("text, of which triples are to be written", item.id)
                else:
                    yield item


class Rank(Struct, frozen=True):
    """Where a system has the right answer to a fact, in one wording."""

    pattern: str
    """That its item has in a benchmark (``fact_da``)."""
    language: str
    group: str
    item: str
    """The id of its item."""
    generator: str
    """As ``Prompt.generator``."""
    rank: float
    """From 1, the best: of whichever of its accepted forms is ranked first."""
    text: str = ""
    """The whole sentence, the answer in it."""


class Ranks(Struct, frozen=True):
    """What was published of a system, fact by fact."""

    ranks: tuple[Rank, ...]
    left: Mapping[str, int]
    """Why facts are not among these, to how many are not."""
    said: tuple[str, ...] = ()
    """What else has to be known of them: a line each."""


@runtime_checkable
class ItemReader(Protocol):
    """What a layout offers that reads items."""

    def read_items(self, path: Path, base: str) -> Found:
        """The data set of a file or folder as items; names without an IRI are put under *base*.

        Raises BenchmarkError, with file and line, for what is damaged.
        """


@runtime_checkable
class LegacyReader(Protocol):
    """What a layout offers of which there are items as its publication asked them, beside ours."""

    def read_legacy(self, path: Path, base: str) -> Found:
        """The same as ``ItemReader.read_items``, with all that the publication does."""


@runtime_checkable
class ItemWriter(Protocol):
    """What a layout offers that writes items."""

    def write_items(self, bench: Bench, out: Path) -> Carried:
        """Write a benchmark, and what a model answered, into a folder that is there."""


@runtime_checkable
class AnswerReader(Protocol):
    """What a layout offers whose questions have ids, by which a system's answers are found."""

    def questions(self, items: Iterable[Item], kept: bytes) -> Sequence[Put]:
        """What the layout calls the prompts of items, those alone that it has a place for."""

    def responses(self, path: Path, kept: bytes) -> Iterator[Told]:
        """The answers of a file, or of all files in a folder. Raises as ``read_items`` does."""


@runtime_checkable
class MarkReader(Protocol):
    """What a layout offers of which scores are published."""

    def published(self, path: Path, kept: bytes) -> Iterator[Published]:
        """The scores that a file or folder has, or that the layout's own evaluator gives it.

        *kept* is as in ``Bench``, empty where no benchmark is named. Raises as ``read_items`` does.
        """


@runtime_checkable
class RankReader(Protocol):
    """What a layout offers of which the ranks of answers are published, fact by fact."""

    def ranks(self, path: Path) -> Ranks:
        """The ranks of a file or folder. Raises as ``read_items`` does."""


@runtime_checkable
class Recogniser(Protocol):
    """What a layout offers whose files tell that they are of it."""

    def recognises(self, path: Path) -> bool:
        """Whether a file or folder, which is there, looks like a data set of the layout."""


def recognising(path: Path) -> list[str]:
    """The layouts of which a path looks like a data set, by code point; none where none is."""
    fit = offering(Recogniser) if path.exists() else []
    return [name for name in fit if plugins.load("formats", name).recognises(path)]


def reader(name: str) -> ItemReader:
    """The layout of that name, if it reads items. Raises AddressError, with those that do, else."""
    return cast(ItemReader, _offered(name, ItemReader, "is written, and not read", "read"))


def writer(name: str) -> ItemWriter:
    """The layout of that name, if it writes items. Raises likewise."""
    return cast(ItemWriter, _offered(name, ItemWriter, "is read, and not written", "written"))


def answers(name: str) -> AnswerReader:
    """The layout of that name, if it reads answers to its questions. Raises likewise."""
    return cast(AnswerReader, _offered(name, AnswerReader, "has no files of answers", "scored"))


def marks(name: str) -> MarkReader | None:
    """The layout of that name, if scores of it are published. Raises AddressError if it is none."""
    module = plugins.load("formats", name)
    return module if isinstance(module, MarkReader) else None


def legacy_reader(name: str) -> LegacyReader | None:
    """The layout of that name, if it reads items as they were published. Raises likewise."""
    module = plugins.load("formats", name)
    return module if isinstance(module, LegacyReader) else None


def rank_reader(name: str) -> RankReader | None:
    """The layout of that name, if ranks of its facts are published. Raises likewise."""
    module = plugins.load("formats", name)
    return module if isinstance(module, RankReader) else None


def texts(name: str) -> TextFormat:
    """The format of that name, if it holds texts with ontologies. Raises AddressError else."""
    module = plugins.load("formats", name)
    if isinstance(module, TextFormat):
        return module
    raise AddressError(
        f"{name} holds questions about facts, and texts with ontologies are wanted: make a "
        f"benchmark of it first, with kgforge convert {name}:DIR --out BENCH"
    )


def of_texts(name: str) -> bool:
    """Whether a layout holds texts with ontologies. Raises AddressError if it is none."""
    return isinstance(plugins.load("formats", name), TextFormat)


def offering(part: type[object]) -> list[str]:
    """The layouts that offer a part of the door, by code point."""
    every = plugins.names("formats")
    return [name for name in every if isinstance(plugins.load("formats", name), part)]


def _offered(name: str, part: type[object], lacking: str, done: str) -> ModuleType:
    """The layout of a name, if it offers a part of the door."""
    fit = offering(part)
    said = f"{name} {lacking}:"
    if name not in plugins.names("formats"):
        near = difflib.get_close_matches(name.lower(), fit, 1, 0.5)
        said = f"{name!r} is no layout{f', did you mean {near[0]}?' if near else ':'}"
    elif name in fit:
        return plugins.load("formats", name)
    raise AddressError(f"{said} {', '.join(fit)} can be {done}")
