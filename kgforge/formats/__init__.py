"""Other people's benchmark layouts: each module of this folder is one, named as its file.

A layout holds texts with ontologies, or questions about facts (``HOLDS``). Of either there is a
protocol. One of texts (``TextFormat``) offers ``read(folder)``, a data set of sentences by
ontology, ``answers(path)``, what a system wrote of them, ``rewrite`` and ``write``. One of facts
(``ItemFormat``) offers ``read(folder, base)``, a data set as items, ``write``, items as a data set,
``responses(path, kept)``, what a system answered, and ``published``, the scores that the layout's
own evaluator gives it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, Protocol, cast

from msgspec import Struct

from kgforge import plugins
from kgforge.errors import AddressError
from kgforge.extraction import Answer, Beside, DataSet, Passage
from kgforge.schema import Item, Response


class Format(Protocol):
    """What every module of this folder says."""

    HOLDS: Literal["texts", "items"]
    """What it lays out: texts with ontologies, or questions about facts."""


class TextFormat(Format, Protocol):
    """What a layout of texts with ontologies offers."""

    def read(self, folder: Path) -> DataSet:
        """The data set. Raises BenchmarkError that names every file that cannot be read."""

    def answers(self, path: Path) -> Mapping[str, Answer]:
        """The answers of a file, or of a folder of files. Raises likewise."""

    def rewrite(
        self, data: DataSet, out: Path, changed: Mapping[tuple[str, int], Passage | None]
    ) -> None:
        """Write a data set again, with some lines, by file and number, changed or left out."""

    def write(self, data: DataSet, out: Path, beside: Mapping[str, Beside]) -> None:
        """Write a data set with what stands beside it, by the names of its subsets."""

    def sentence_id(self, subset: str, split: str, number: int) -> str:
        """The id of a sentence, by its number in its split of a subset, from 1."""


class Found(Struct, frozen=True):
    """A data set of another layout as items of ours."""

    items: tuple[Item, ...]
    """Of the pattern ``fact``, without candidates."""
    files: tuple[Path, ...]
    """What was read."""
    left: Mapping[str, int]
    """Why something is in no item, to how often."""
    kept: bytes
    """JSON: what items have no place for, so that the same data set can be written again."""


class Put(Struct, frozen=True):
    """A prompt of an item as a layout puts it."""

    id: str
    """The question's id in the layout."""
    kind: str
    """Where ids are unique: one id may stand in several such parts of a data set."""
    item: str
    fact: int
    """Which of the item's facts."""
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


class Carried(Struct, frozen=True):
    """What was written of a benchmark in another layout."""

    written: Mapping[str, int]
    """What, to how many."""
    left: Mapping[str, int]
    """Why something was not, to how often."""
    remarks: Mapping[str, int]
    """What the layout's own scripts will stumble over, to how often."""


Heard = Mapping[tuple[str, int, int], Response]
"""What a model answered, by item, and number of fact and of prompt within it."""


class ItemFormat(Format, Protocol):
    """What a layout of questions about facts offers."""

    def read(self, folder: Path, base: str) -> Found:
        """The data set as items; names without an IRI are put under *base*.

        Raises BenchmarkError, with file and line, for what is damaged.
        """

    def questions(self, items: Iterable[Item], kept: bytes) -> Sequence[Put]:
        """What the layout calls the prompts of items, those alone that it has a place for."""

    def write(self, items: Iterable[Item], kept: bytes, out: Path, heard: Heard | None) -> Carried:
        """Write items, and what a model answered, into a folder that is there."""

    def responses(self, path: Path, kept: bytes) -> Iterator[Told]:
        """The answers of a file, or of all files in a folder. Raises as ``read`` does."""

    def published(self, path: Path, kept: bytes) -> Iterator[Published]:
        """What the layout's own evaluator says of these answers, if it is one. Raises likewise."""


def load(name: str) -> Format:
    """The format of that name. Raises AddressError, with the names, when there is none."""
    return cast(Format, plugins.load("formats", name))


def of_items(name: str) -> bool:
    """Whether a format holds questions about facts. Raises as ``load`` does."""
    return load(name).HOLDS == "items"


def texts(name: str) -> TextFormat:
    """The format of that name, if it holds texts. Raises AddressError else."""
    if of_items(name):
        raise AddressError(
            f"{name} holds questions about facts, and texts with ontologies are wanted: make a "
            f"benchmark of it first, with kgforge convert {name}:DIR --out BENCH"
        )
    return cast(TextFormat, load(name))


def items(name: str) -> ItemFormat:
    """The format of that name, if it holds questions about facts. Raises AddressError else."""
    if not of_items(name):
        raise AddressError(f"{name} holds texts with ontologies, and no questions about facts")
    return cast(ItemFormat, load(name))
