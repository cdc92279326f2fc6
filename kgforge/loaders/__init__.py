"""The door to the sources: each file of the top-level folder ``loaders/`` is one.

What several of them share lies here, beside the door.

A loader is a module with

- ``SUFFIXES``: the file suffixes that it reads when an address names a folder (``(".json",)``;
  compression aside),
- ``LICENCE``: the licence of what it reads, as an SPDX name, or None where files differ,
- ``recognises(path)``: whether a file without a name is of this format, judged by its content,
- ``read(path, options)``: the file's entries, streamed.

``read`` raises SourceError for a file that cannot be read on; a record that cannot be used becomes
a ``Skip`` on its entry.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast, runtime_checkable

from kgforge import plugins, resources
from kgforge.loaders._years import CONVENTIONS as CONVENTIONS
from kgforge.schema import Aside, Entry, ReadOptions

if TYPE_CHECKING:  # the packages of a loader are imported with it
    import pyoxigraph as ox

__path__ = [str(resources.folder("loaders")), *__path__]


class Loader(Protocol):
    """What a module of this folder offers."""

    SUFFIXES: tuple[str, ...]
    LICENCE: str | None

    def recognises(self, path: Path) -> bool:
        """Whether a file is of this format, judged by its content."""

    def read(self, path: Path, options: ReadOptions) -> Iterator[Entry]:
        """The file's entries, streamed."""


@runtime_checkable
class FolderLoader(Protocol):
    """A loader that knows of files which belong to a folder, though they lie elsewhere."""

    def beside(self, folder: Path) -> list[Path]:
        """Those files of a folder, in code-point order."""

    def missing(self, folder: Path) -> list[str]:
        """The folders in which such files were looked for, and that are not there."""


@runtime_checkable
class LineLoader(Protocol):
    """A loader that a store may be spared: of N-Triples, it reads what the store leaves over."""

    def is_lines(self, path: Path) -> bool:
        """Whether a file is N-Triples, compressed or not: a statement to a line."""

    def aside(self, path: Path) -> Aside:
        """What of a file a store may not take, however plain its lines are."""

    def read_rest(self, path: Path, rests: Iterable[Path], options: ReadOptions) -> Iterator[Entry]:
        """The entries of those lines of *path* that stand, in their order, in the files *rests*.

        Each is read before the next one is asked for.
        """


@runtime_checkable
class WritingLoader(Protocol):
    """A loader that writes plain facts as lines of N-Triples, for a store that reads these."""

    def written(self, path: Path, options: ReadOptions) -> Iterator[Entry | bytes]:
        """As ``read``; some facts are no entry's, but whole lines as bytes.

        Each is ``<s> <p> o .`` with single spaces, of terms that are valid (``terms.is_valid``).
        """


@runtime_checkable
class RdfLoader(Protocol):
    """A loader that reads RDF, whose statements another one may take for annotations."""

    def quads(self, path: Path) -> "Iterator[ox.Quad]":
        """The statements of a file, in their order."""


@runtime_checkable
class LicensedLoader(Protocol):
    """A loader of files that may state their licence."""

    def licence(self, path: Path) -> str | None:
        """The licence that a file states of itself, as SPDX; None where it states none."""


@runtime_checkable
class NamingLoader(Protocol):
    """A loader of sources that have files of labels beside them (``ReadOptions.labels``)."""

    def names(self, options: ReadOptions) -> Iterator[Entry]:
        """The entries of these files."""


def looks_like(path: Path) -> str:
    """What a file looks like that no loader reads, and what to do with it; empty if unknown."""
    from kgforge.loaders import _foreign

    return _foreign.told(path)


def foreign_format(path: Path) -> str:
    """Return the name of a format that no loader reads, and what to do; empty for another file."""
    from kgforge.loaders import _foreign

    return _foreign.name(path)


def load(name: str) -> Loader:
    """The loader of that name. Raises AddressError when there is none."""
    return cast(Loader, plugins.load("loaders", name))
