"""How a graph was loaded, as the arguments of ``kgforge load``: kept in it, and told by the card.

Paths are told by their last part: whole ones would make bytes depend on the machine. A folder to
which files belong that lie beside it is told from where it and they lie (``triples/codex-s``), so
that they are found again. ``--store`` is left out, and so is what changes nothing in the graph.
"""

import os
import shlex
from collections.abc import Iterator, Sequence, Set
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from kgforge import plugins, terms
from kgforge.graph import origins

FLAGS: Final = {"ontologies": "ontology"}
"""Fields of ``LoadOptions`` and ``ReadOptions`` whose flag has another name."""
INTERNAL: Final = frozenset({"named", "place"})
"""Those that no flag gives: they follow from the addresses."""
ADDING: Final = ("types_as_facts", "restrictions_as_facts", "names_from_ids")
"""Those that add to what the sources hold, also to that of a graph that is copied."""
FILES: Final = frozenset({"labels", "ontologies", "types_from"})
"""Those that are files or source addresses: their flag is repeated for each."""


def command(sources: Sequence[str], *options: Struct) -> str:
    """The arguments of a load: its sources, and every option that is not as it is by default."""
    words = [*_bases(sources), *(word for one in options for word in _words(one))]
    return shlex.join(words)


def told(sources: Sequence[str], *options: Struct, beside: Sequence[str] = ()) -> tuple[str, ...]:
    """How to load the same files again; how to copy a graph, the graph itself says.

    *beside* are sources of what is no facts.
    """
    stored = plugins.names("stores")
    files = [address for address in sources if plugins.split(address)[0] not in stored]
    return (command(files, *options),) if files or beside else ()


def copied(known: Sequence[str], options: Struct) -> tuple[str, ...]:
    """How to load what was copied of a graph that says how it was loaded.

    *options* are those of the copy, of which some add to the graph. Nothing where a load before it
    gave another value to one of these.
    """
    added = [words for field in ADDING if (words := [*_words_of(field, options)])]
    if not added or not known:
        return tuple(known)
    *before, last = known
    for words in added:
        given = [word for command in known for word in shlex.split(command)]
        if words[0] not in given:
            last = f"{last} {shlex.join(words)}"
        elif words[-1] not in given:
            return ()
    return (*before, last)


def flag(field: str) -> str:
    """The flag of the command line for a field.

    >>> flag("types_from"), flag("ontologies")
    ('--types-from', '--ontology')
    """
    return f"--{FLAGS.get(field, field).replace('_', '-')}"


def _words(options: Struct) -> Iterator[str]:
    for field in options.__struct_fields__:
        if field not in INTERNAL:
            yield from _words_of(field, options)


def _words_of(field: str, options: Struct) -> Iterator[str]:
    """Yield the words that give an option; none where it is as by default."""
    value = getattr(options, field)
    if value != getattr(type(options)(), field) and not isinstance(value, Struct):
        yield from _told(field, value)


def _told(field: str, value: Any) -> Iterator[str]:
    if isinstance(value, bool):
        yield flag(field) if value else flag(field).replace("--", "--no-", 1)
    elif field in FILES:
        for one in value:
            yield from (flag(field), _base(one))
    elif isinstance(value, Set):
        yield from (flag(field), ",".join(sorted(map(terms.compact, value))))
    elif isinstance(value, tuple):
        yield from (flag(field), ",".join(value))
    else:
        yield from (flag(field), str(value))


def _bases(addresses: Sequence[str]) -> Iterator[str]:
    """Addresses with the last part of their paths; of several alike with what parts them before."""
    short = [_base(address) for address in addresses]
    for address, base in zip(addresses, short, strict=True):
        alike = {_path(other) for other, same in zip(addresses, short, strict=True) if same == base}
        if len(alike) < 2:
            yield base
        else:
            shared = os.path.commonpath(alike)
            told = Path(_path(address)).relative_to(shared).as_posix()
            name = _parted(address)[0]
            yield f"{name}:{told}" if name else told


def _path(address: str) -> str:
    return os.path.abspath(_parted(address)[1])  # noqa: PTH100 (links are told as they were given)


def _base(address: str) -> str:
    """An address with the last part of its path alone; a URL as it is."""
    if "://" in address:
        return address
    name, rest = _parted(address)
    path = Path(rest)
    base = _from_where_all_lies(path) if path.is_dir() else path.name
    return f"{name}:{base}" if name else base


def _parted(address: str) -> tuple[str, str]:
    """The name of a loader or store, and the rest; a path has no name."""
    name, rest = plugins.split(address)
    known = {*plugins.names("loaders"), *plugins.names("stores")}
    return (name, rest) if name in known else ("", address)


def _from_where_all_lies(folder: Path) -> str:
    """A folder's path from the least folder that also has the files that belong to it."""
    here = folder.resolve()
    beside = [str(file.resolve()) for file in origins.belonging(folder)]
    if not beside:
        return folder.name.strip(".") or here.name
    return here.relative_to(os.path.commonpath([here.parent, *beside])).as_posix()
