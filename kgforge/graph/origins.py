"""What a source address means: files, each with the loader that reads it, or a graph store."""

from pathlib import Path

from msgspec import Struct

from kgforge import files, loaders, plugins
from kgforge.errors import AddressError, SourceError


class Origin(Struct, frozen=True):
    """One file, or one graph, from which entries come."""

    name: str
    """A loader's name, or a store's."""
    rest: str
    """A file's path, or what follows the store's name in its address."""

    @property
    def address(self) -> str:
        """Name and rest."""
        return f"{self.name}:{self.rest}"

    @property
    def is_graph(self) -> bool:
        """Whether it is a graph in a store."""
        return self.name in plugins.names("stores")

    @property
    def path(self) -> Path:
        """The file."""
        return Path(self.rest)

    @property
    def title(self) -> str:
        """What a report calls it: a file by its base name, a graph by its address."""
        return self.rest if self.is_graph else self.path.name


def origins(address: str) -> list[Origin]:
    """The files that a source address means, in code-point order, or the one graph.

    A path without a name is recognised by its content. Raises AddressError for an unknown name,
    SourceError when nothing is there or nothing fits.
    """
    name, rest = plugins.split(address)
    known = plugins.names("loaders")
    if name in plugins.names("stores"):
        return [Origin(name, rest)]
    if name and name not in known and not Path(address).exists():
        there = ", ".join([*known, *plugins.names("stores")])
        raise AddressError(f"no source {name!r} in {address!r}; available: {there}")
    if name not in known:
        name, rest = "", address
    path = Path(rest)
    if not rest or not path.exists():
        raise SourceError(f"no file or folder {rest!r} (from {address!r})")
    if path.is_dir():
        return _folder(path, name)
    return [Origin(name or recognise(path), str(path))]


def _folder(path: Path, name: str) -> list[Origin]:
    inside = sorted((file for file in path.rglob("*") if file.is_file()), key=str)
    if name:
        suffixes = loaders.load(name).SUFFIXES
        found = [Origin(name, str(file)) for file in inside if files.suffix(file) in suffixes]
    else:
        found = [Origin(recognise(file), str(file)) for file in inside]
    if not found:
        raise SourceError(f"no file that {name or 'any loader'} reads in the folder {path}")
    return found


def recognise(path: Path) -> str:
    """The loader that knows a file by its content. Raises SourceError when none does."""
    known = plugins.names("loaders")
    for name in known:
        if loaders.load(name).recognises(path):
            return name
    raise SourceError(
        f"cannot tell what {path} holds: name its format, as in "
        f"{known[0]}:{path} (available: {', '.join(known)}), or the store whose graph it is, "
        "as in oxigraph:DIR"
    )
