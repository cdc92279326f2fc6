"""Other people's benchmark layouts: each module of this folder reads one, named as its file.

A module offers ``read(folder)``, a data set of sentences by ontology, and ``answers(path)``, what a
system wrote of them, by id.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol, cast

from kgforge import plugins
from kgforge.extraction import Answer, DataSet


class Format(Protocol):
    """What a module of this folder offers."""

    def read(self, folder: Path) -> DataSet:
        """The data set. Raises BenchmarkError that names every file that cannot be read."""

    def answers(self, path: Path) -> Mapping[str, Answer]:
        """The answers of a file, or of a folder of files. Raises likewise."""


def load(name: str) -> Format:
    """The format of that name. Raises AddressError, with the names, when there is none."""
    return cast(Format, plugins.load("formats", name))
