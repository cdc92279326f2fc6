"""What a source address means: files, each with the loader that reads it, or a graph store."""

import glob
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

from msgspec import Struct

from kgforge import files, loaders, plugins
from kgforge.errors import AddressError, SourceError
from kgforge.graph import unpacking
from kgforge.loaders import FolderLoader


@cache
def _stores() -> frozenset[str]:
    """The names of stores, listed once: every record asks whether it comes from a graph."""
    return frozenset(plugins.names("stores"))


class Origin(Struct, frozen=True):
    """One file, or one graph, from which entries come."""

    name: str
    """A loader's name, or a store's."""
    rest: str
    """A file's path, or what follows the store's name in its address."""
    named: bool = True
    """Whether it was given as what it is, rather than found and recognised."""
    inside: str = ""
    """The folder or archive in which it was found; what is refused of one is left out."""

    @property
    def address(self) -> str:
        """Name and rest."""
        return f"{self.name}:{self.rest}"

    @property
    def is_graph(self) -> bool:
        """Whether it is a graph in a store."""
        return self.name in _stores()

    @property
    def path(self) -> Path:
        """The file."""
        return Path(self.rest)

    @property
    def title(self) -> str:
        """What a report calls it: a file by its base name, a graph by its address."""
        return self.rest if self.is_graph else self.path.name


class Found(Struct, frozen=True):
    """What one source address means."""

    address: str
    origins: tuple[Origin, ...]
    left_out: tuple[tuple[str, str], ...] = ()
    """Files that are not read, each with the reason."""


def find(address: str, room: ExitStack) -> Found:
    """The files that a source address means, in code-point order, or the one graph.

    A path without a name is recognised by its content; a path with ``*``, ``?`` or ``[`` means all
    files that fit. What must be unpacked lasts as *room* does. Raises AddressError for an unknown
    name, SourceError when nothing is there or nothing fits.
    """
    name, rest = _parted(address)
    if name in plugins.names("stores"):
        return Found(address, (Origin(name, rest),))
    path = Path(rest)
    if rest == unpacking.STANDARD_INPUT:
        path = unpacking.spooled(path, room)
    if rest and path.exists():
        return _all(address, [_one(path, name, room)])
    # A pathlib pattern must be relative, and what people quote need not be.
    fitting = sorted(glob.glob(rest, recursive=True)) if glob.has_magic(rest) else []  # noqa: PTH207
    if not fitting:
        raise SourceError(f"no file or folder {rest!r} (from {address!r})")
    return _all(address, [_one(Path(one), name, room) for one in fitting])


def _parted(address: str) -> tuple[str, str]:
    """Name and rest; an address that is a path, or begins with no name, has none."""
    name, rest = plugins.split(address)
    known = [*plugins.names("loaders"), *plugins.names("stores")]
    if name and name not in known and not Path(address).exists():
        raise AddressError(f"no source {name!r} in {address!r}; available: {', '.join(known)}")
    return (name, rest) if name in known else ("", address)


def _all(address: str, parts: list[Found]) -> Found:
    return Found(
        address,
        tuple(origin for part in parts for origin in part.origins),
        tuple(one for part in parts for one in part.left_out),
    )


def _one(path: Path, name: str, room: ExitStack) -> Found:
    if path.is_dir():
        return _folder(path, name, str(path))
    if not path.is_file():
        path = unpacking.spooled(path, room)
    if unpacking.is_archive(path):
        archive = unpacking.unpacked(path, room)
        found = _folder(archive.folder, name, str(path))
        return Found("", found.origins, (*archive.left_out, *found.left_out))
    # A suffix of its own says what a file is, as a name does; ``.txt`` says nothing.
    own = files.suffix(path) not in {"", ".txt"}
    return Found("", (Origin(name or recognise(path), str(path), named=bool(name) or own),))


# ── Folders ─────────────────────────────────────────────────────────────────────────────────────
def _folder(path: Path, name: str, title: str) -> Found:
    """The files of a folder that are read; *title* is what a person calls it."""
    origins: list[Origin] = []
    left_out: list[tuple[str, str]] = []
    for file, reader, reason in (*_inside(path, name), *_beside(path)):
        if reader:
            origins.append(Origin(reader, str(file), named=bool(name), inside=title))
        else:
            shown = str(file.relative_to(path)) if file.is_relative_to(path) else file.name
            left_out.append((shown, reason))
    if not origins:
        what = "; ".join(f"{file}: {reason}" for file, reason in left_out[:3])
        raise SourceError(
            f"no file that {name or 'any loader'} reads in {title}" + (f" ({what})" if what else "")
        )
    return Found("", tuple(origins), tuple(left_out))


def _inside(folder: Path, name: str) -> Iterator[tuple[Path, str, str]]:
    """Each file of a folder with the loader that reads it, or why none does."""
    root = folder.resolve()
    for file in sorted(folder.rglob("*"), key=str):
        if not file.resolve().is_relative_to(root):
            yield file, "", "a link that leads out of the folder"
        elif file.is_dir():
            if file.is_symlink():
                yield file, "", "a link to a folder"
        elif not file.is_file() or file.name.startswith("."):
            yield file, "", "a hidden file, or no file"
        elif name:
            suffixes = loaders.load(name).SUFFIXES
            fits = files.suffix(file) in suffixes
            yield file, name if fits else "", f"no file of {', '.join(suffixes)}, as {name}: reads"
        elif unpacking.is_archive(file):
            yield file, "", "an archive, which is read by itself"
        else:
            yield file, _recognised(file), "what no loader recognises"


def _beside(folder: Path) -> Iterator[tuple[Path, str, str]]:
    """The files that a loader knows to belong to a folder's, though they lie elsewhere."""
    for name in plugins.names("loaders"):
        if isinstance(loader := loaders.load(name), FolderLoader):
            yield from ((file, name, "") for file in loader.beside(folder))


def recognise(path: Path) -> str:
    """The loader that knows a file by its content. Raises SourceError when none does."""
    if found := _recognised(path):
        return found
    if not files.head(path, 1):
        raise SourceError(f"{path} is empty")
    known = plugins.names("loaders")
    raise SourceError(
        f"cannot tell what {path} holds: name its format, as NAME:{path} with one of "
        f"{', '.join(known)}, or the store whose graph it is, as in oxigraph:DIR"
    )


def _recognised(path: Path) -> str:
    return next(
        (name for name in plugins.names("loaders") if loaders.load(name).recognises(path)), ""
    )
