"""What a source address means: files, each with the loader that reads it, or a graph store."""

import glob
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import files, loaders, plugins, stores
from kgforge.errors import AddressError, SourceError
from kgforge.graph import unpacking
from kgforge.loaders import FolderLoader

UNREADABLE: Final = "cannot be read"
"""The reason for which a folder's file is left out whose reading ends in an error."""
_UNPACK: Final = "unpack it"
_UNKNOWN: Final = "what no loader recognises"
_OF_MANY: Final = frozenset({".txt", ".json", ".jsonl", ".ndjson", ".xml"})
"""Suffixes that do not say what a file holds."""


@cache
def _stores() -> frozenset[str]:
    """The names of stores, listed once: every record asks whether it comes from a graph."""
    return frozenset(plugins.names("stores"))


class Called(Struct, frozen=True):
    """What a person calls a file that was unpacked, whose own path they never see."""

    title: str
    given: str
    """The path that they gave for it."""


@contextmanager
def calling(path: Path, called: Called | None) -> Iterator[None]:
    """Let SourceErrors of the body name a file as a person does.

    Where an error says how to read it, as ``NAME:PATH``, that is the path that was given.
    """
    try:
        yield
    except SourceError as error:
        if called:
            said = str(error).replace(f":{path}", f":{called.given}")
            error.args = (said.replace(str(path), called.title),)
        raise


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
    called: Called | None = None
    """What a person calls it, where that is not its path."""
    apart: str = ""
    """The end of its path that tells it from other files of its base name, where there are such."""
    place: str = ""
    """The same with as few folders as differ, also among those of several folders and archives:
    against it relative IRIs are resolved."""

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
    def file(self) -> str:
        """What a graph keeps of it: a file's base name, or what tells it apart; an address."""
        return self.rest if self.is_graph else self.apart or self.path.name

    @property
    def title(self) -> str:
        """What a report calls it."""
        return self.called.title if self.called else self.file


class LeftOut(Struct, frozen=True):
    """A file of a folder or archive that is not read."""

    where: str
    reason: str
    usual: bool = False
    """Whether ``--strict`` does not stop at it."""


class Found(Struct, frozen=True):
    """What one source address means."""

    address: str
    origins: tuple[Origin, ...]
    left_out: tuple[LeftOut, ...] = ()

    @property
    def is_graph(self) -> bool:
        """Whether it is a graph in a store, which has only to be opened."""
        return any(origin.is_graph for origin in self.origins)


def find(address: str, room: ExitStack) -> Found:
    """The files that a source address means, in code-point order, or the one graph.

    A path without a name is recognised by its content; a path with ``*``, ``?`` or ``[`` means all
    files that fit. What must be unpacked lasts as *room* does. Raises AddressError for an unknown
    name, SourceError when nothing is there or nothing fits.
    """
    if "://" in address and (graph := stores.address_of(address)):
        raise AddressError(f"{address} is a server: name the store behind it, {graph}")
    name, rest = _parted(address)
    if name in plugins.names("stores"):
        return Found(address, (Origin(name, rest),))
    if graph := stores.address_of(address):
        raise AddressError(f"{address} is the graph of a store: name it {graph}")
    if not name and (what := stores.said_of(address)):
        raise AddressError(what)
    path = Path(rest)
    if rest == unpacking.STANDARD_INPUT or (rest and path.exists()):
        return _all(address, [_one(path, name, room)])
    # A pathlib pattern must be relative, and what people quote need not be.
    fitting = sorted(glob.glob(rest, recursive=True)) if glob.has_magic(rest) else []  # noqa: PTH207
    if not fitting:
        raise SourceError(f"no file or folder {rest!r} (from {address!r})")
    return _all(address, [_one(Path(one), name, room) for one in fitting])


def told_apart(found: Sequence[Found]) -> list[Found]:
    """The same, with files of one base name told by their paths from the folder that has them all.

    What several folders or archives hold is not compared: where these lie is the machine's matter.
    """
    alike: dict[tuple[str, str], set[str]] = defaultdict(set)
    for origin in (origin for one in found for origin in one.origins if not origin.is_graph):
        alike[origin.inside, origin.path.name].add(_whole(origin))
    shared = {key: os.path.commonpath(paths) for key, paths in alike.items() if len(paths) > 1}

    def apart(origin: Origin) -> Origin:
        folder = shared.get((origin.inside, origin.path.name), "")
        if origin.is_graph or folder in {"", os.path.sep}:
            return origin
        told = Path(_whole(origin)).relative_to(folder).as_posix()
        return msgspec.structs.replace(origin, apart=told)

    return [msgspec.structs.replace(one, origins=tuple(map(apart, one.origins))) for one in found]


def placed(found: Sequence[Found]) -> list[Found]:
    """The same, with the places of files that share their base name."""
    places = _places(origin for one in found for origin in one.origins if not origin.is_graph)

    def place(origin: Origin) -> Origin:
        if origin.is_graph or not (place := places.get(_parts(origin))):
            return origin
        return msgspec.structs.replace(origin, place=place)

    return [msgspec.structs.replace(one, origins=tuple(map(place, one.origins))) for one in found]


def _places(origins: Iterable[Origin]) -> dict[tuple[str, ...], str]:
    """The ends of the paths of files that share their base name, as long as tells them apart."""
    alike: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for origin in origins:
        alike[origin.path.name].add(_parts(origin))
    places: dict[tuple[str, ...], str] = {}
    for paths in alike.values():
        depths = range(1, max(map(len, paths)) + 1) if len(paths) > 1 else ()
        depth = next((n for n in depths if len({path[-n:] for path in paths}) == len(paths)), 0)
        places |= {path: "/".join(path[-depth:]) for path in paths if depth}
    return places


def _parts(origin: Origin) -> tuple[str, ...]:
    """The folders of a file and its name, of an archive's with the archive in their midst."""
    if not origin.called or not origin.inside:
        return Path(_whole(origin)).parts
    archive = Path(os.path.abspath(origin.called.given))  # noqa: PTH100
    inside = origin.called.title.removesuffix(f" of {origin.inside}")
    return (*archive.parts, *Path(inside).parts)


def misnamed(origin: Origin) -> str:
    """What a person should know of a file whose suffix is that of another format; else empty."""
    suffix = files.suffix(origin.path).lower()
    if origin.named or suffix in _OF_MANY or suffix in loaders.load(origin.name).SUFFIXES:
        return ""
    readers = [name for name in plugins.names("loaders") if suffix in loaders.load(name).SUFFIXES]
    if not readers:
        return ""
    return (
        f"{origin.title}: named {suffix}, as files of {readers[0]}: are, but it holds what "
        f"{origin.name}: reads, and was read as that"
    )


def _whole(origin: Origin) -> str:
    return os.path.abspath(origin.rest)  # noqa: PTH100 (links are told as they were given)


def _parted(address: str) -> tuple[str, str]:
    """Name and rest; an address that is a path, or begins with no name, has none."""
    name, rest = plugins.split(address)
    known = [*plugins.names("loaders"), *plugins.names("stores")]
    if name and name not in known and not Path(address).exists():
        raise AddressError(
            f"no source {name!r} in {address!r}; available: {', '.join(known)}; or give the path "
            "alone, and what it holds is recognised"
        )
    return (name, rest) if name in known else ("", address)


def _all(address: str, parts: list[Found]) -> Found:
    return Found(
        address,
        tuple(origin for part in parts for origin in part.origins),
        tuple(one for part in parts for one in part.left_out),
    )


def _one(path: Path, name: str, room: ExitStack) -> Found:
    given, title = str(path), unpacking.title(path)
    if path.is_dir():
        return _folder(_Folder(path, title), name)
    called = None
    if not path.is_file():
        called = Called(title, given)
        path = unpacking.spooled(path, room)
    with calling(path, called):
        if what := unpacking.unread(path):
            raise SourceError(f"{path} is {what}: {_UNPACK}, and load that")
        if unpacking.is_archive(path):
            archive = unpacking.unpacked(path, room)
            found = _folder(_Folder(archive.folder, title, given), name)
            links = (LeftOut(f"{link} of {title}", reason) for link, reason in archive.left_out)
            return Found("", found.origins, (*links, *found.left_out))
        reader = name or recognise(path)
        named = bool(name) or _says(path, reader)
        return Found("", (Origin(reader, str(path), named, called=called),))


def _says(path: Path, reader: str) -> bool:
    """Whether a file's suffix says what it is, as a name does; ``.txt`` says nothing."""
    suffix = files.suffix(path).lower()
    return suffix != ".txt" and suffix in loaders.load(reader).SUFFIXES


# ── Folders ─────────────────────────────────────────────────────────────────────────────────────
class _Folder(Struct, frozen=True):
    """A folder, or what was unpacked of an archive."""

    path: Path
    title: str
    """What a person calls it."""
    archive: str = ""
    """The archive's path, as it was given."""

    def shown(self, file: Path) -> str:
        """What a person calls a file in it."""
        if not file.is_relative_to(self.path):
            return file.name
        inside = str(file.relative_to(self.path))
        return f"{inside} of {self.title}" if self.archive else inside

    def called(self, file: Path) -> Called | None:
        """What a person calls a file whose own path they never see."""
        return Called(self.shown(file), self.archive) if self.archive else None

    def origin(self, file: Path, reader: str, *, named: bool) -> Origin:
        """A file in it, or beside it, that a loader reads."""
        return Origin(reader, str(file), named, self.title, self.called(file))


def _folder(folder: _Folder, name: str) -> Found:
    """The files of a folder that are read."""
    found = [*_inside(folder, name), *_beside(folder, name), *_missing(folder)]
    origins = tuple(one for one in found if isinstance(one, Origin))
    left_out = tuple(one for one in found if isinstance(one, LeftOut))
    if not origins:
        what = "; ".join(f"{one.where}: {one.reason}" for one in left_out[:3])
        raise SourceError(
            f"no file that {name or 'any loader'} reads in {folder.title}"
            + (f" ({what})" if what else "")
        )
    return Found("", origins, left_out)


def _inside(folder: _Folder, name: str) -> Iterator[Origin | LeftOut]:
    """Each file of a folder, with the loader that reads it, or why none does."""
    for file in sorted(folder.path.rglob("*"), key=str):
        if _is_hidden(file.parent, folder.path):
            continue  # with its folder
        if file.is_dir() and not file.is_symlink() and not _is_hidden(file, folder.path):
            continue
        try:
            with calling(file, folder.called(file)):
                reader, reason = _judged(file, folder.path, name)
        except SourceError as error:
            yield LeftOut(str(error), UNREADABLE)
        else:
            if reader:
                yield folder.origin(file, reader, named=bool(name))
            else:
                yield LeftOut(folder.shown(file), reason)


def _judged(file: Path, folder: Path, name: str) -> tuple[str, str]:
    """The loader that reads a file of a folder; or none, and why."""
    if reason := _no_file(file, folder):
        return "", reason
    if name:
        suffixes = loaders.load(name).SUFFIXES
        fits = files.suffix(file) in suffixes
        return name if fits else "", f"no file of {', '.join(suffixes)}, as {name}: reads"
    if what := unpacking.unread(file):
        return "", f"{what}: {_UNPACK}"
    if unpacking.is_archive(file):
        return "", f"an archive within another source: load it by itself, or {_UNPACK}"
    return _recognised(file), _unlike(file)


def _unlike(file: Path) -> str:
    """Why no loader recognises a file, as the error says for it alone."""
    if not files.head(file, 1):
        return "an empty file"
    if files.other_encoding(file):
        return "text that is not UTF-8"
    like, _, _ = loaders.foreign_format(file).partition(": ")
    return f"{_UNKNOWN}: it looks like {like}" if like else _UNKNOWN


def _no_file(file: Path, folder: Path) -> str:
    """Why something in a folder is no file of it; empty for one that is."""
    if _is_hidden(file, folder):
        return "a hidden file or folder"
    if not files.is_inside(file, folder):
        return "a link that leads out of the folder, or to itself"
    if file.is_dir():
        return "a link to a folder"
    return "" if file.is_file() else "no file, or a link that leads nowhere"


def _is_hidden(file: Path, folder: Path) -> bool:
    """Whether a file, or a folder that it lies in, is hidden; those of *folder* itself aside."""
    parts = Path(os.path.relpath(file, folder)).parts
    return any(part.startswith(".") and part != ".." for part in parts)


def _beside(folder: _Folder, name: str) -> Iterator[Origin]:
    """What belongs to a folder's files."""
    for file, reader in belonging(folder.path).items():
        yield folder.origin(file, reader, named=bool(name))


def _missing(folder: _Folder) -> Iterator[LeftOut]:
    """What is looked for beside a folder, and is not there."""
    for name in plugins.names("loaders"):
        if isinstance(loader := loaders.load(name), FolderLoader):
            for one in loader.missing(folder.path):
                yield LeftOut(one, f"names or types looked for beside {folder.title}", usual=True)


def belonging(folder: Path) -> dict[Path, str]:
    """The files that belong to a folder's, though they lie elsewhere, each with its loader."""
    return {
        file: reader
        for reader in plugins.names("loaders")
        if isinstance(loader := loaders.load(reader), FolderLoader)
        for file in loader.beside(folder)
        if not _is_hidden(file, folder)
    }


def recognise(path: Path) -> str:
    """The loader that knows a file by its content. Raises SourceError when none does."""
    if found := _recognised(path):
        return found
    if not files.head(path, 1):
        raise SourceError(f"{path} is empty")
    if said := files.other_encoding(path):
        raise SourceError(f"cannot read {path}: {said}")
    if format_ := loaders.foreign_format(path):
        raise SourceError(f"cannot read {path}: it looks like {format_}")
    every = plugins.names("loaders")
    ending = files.suffix(path).lower()
    known = [name for name in every if ending in loaders.load(name).SUFFIXES] or every
    like = loaders.looks_like(path)
    said = f"it looks like {like}; or, if it is in a format of these, " if like else ""
    raise SourceError(
        f"cannot tell what {path} holds: {said}name its format, as NAME:{path} with one of "
        f"{', '.join(known)}, or the store whose graph it is, as in oxigraph:DIR"
    )


def _recognised(path: Path) -> str:
    return next(
        (name for name in plugins.names("loaders") if loaders.load(name).recognises(path)), ""
    )
