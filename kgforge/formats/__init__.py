"""Other people's benchmark layouts: each module of this folder reads one, named as its file.

A module offers ``read(folder)``, a data set of sentences by ontology, ``answers(path)``, what a
system wrote of them, by id, ``rewrite(data, out, changed)``, the data set with lines changed, and
``write(data, out, beside)``, a data set that was made elsewhere; ``sentence_id`` names a sentence.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol, cast

from kgforge import plugins
from kgforge.extraction import Answer, Beside, DataSet, Passage


class Format(Protocol):
    """What a module of this folder offers."""

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


def load(name: str) -> Format:
    """The format of that name. Raises AddressError, with the names, when there is none."""
    return cast(Format, plugins.load("formats", name))
