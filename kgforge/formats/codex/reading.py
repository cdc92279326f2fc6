"""The files of a folder of splits, and the names of what they are about.

They are read as ``codex:`` and ``tsv:`` read them into a graph.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge import loaders
from kgforge.errors import BenchmarkError, SourceError
from kgforge.loaders import FolderLoader, Loader, NamingLoader
from kgforge.schema import Entry, ReadOptions, Triple

TRAIN: Final = "train"
SPLITS: Final[Mapping[str, str]] = {"valid": "validation", "test": "test"}
"""The splits with negatives, to our names."""
NEGATIVES: Final = "_negatives"
_ENDING: Final = ".txt"
_LABELS: Final = "labels.*"


class Data(Struct, frozen=True):
    """What a folder has."""

    true: Mapping[str, tuple[Triple, ...]]
    """By split, as CoDEx calls it."""
    false: Mapping[str, tuple[Triple, ...]]
    labels: Mapping[str, str]
    files: tuple[Path, ...]
    """CoDEx's own."""
    tables: tuple[Path, ...]
    """Whoever's: further names."""
    left: Counter[str]
    """Why lines are in none of these."""


def read_data(folder: Path, language: str) -> Data:
    """The triples, negatives and names of a folder.

    Raises BenchmarkError where it has no negatives, and for what cannot be read.
    """
    if folder.is_file():
        raise BenchmarkError(f"{folder} is a file: name its folder, codex:{folder.parent}")
    own = loaders.load("codex")
    there = {name: folder / f"{name}{_ENDING}" for name in (TRAIN, *SPLITS)}
    true = {name: file for name, file in there.items() if file.is_file()}
    wrong = {name: folder / f"{name}{NEGATIVES}{_ENDING}" for name in SPLITS}
    false = {name: file for name, file in wrong.items() if file.is_file() and name in true}
    if not false:
        wanted = f"test{_ENDING} and test{NEGATIVES}{_ENDING}"
        raise BenchmarkError(
            f"{folder} has no {wanted}: name a folder of CoDEx's splits, as triples/codex-s"
        )
    left = Counter[str]()
    options = ReadOptions(languages=(language,))
    beside = own.beside(folder) if isinstance(own, FolderLoader) else []
    tables = sorted(folder.glob(_LABELS))
    try:
        held = {name: _triples(own, file, options, left) for name, file in true.items()}
        lies = {name: _triples(own, file, options, left) for name, file in false.items()}
        labels = _labels(_names(own, beside, tables, options), language)
    except SourceError as error:
        raise BenchmarkError(str(error)) from error
    asked = chain.from_iterable(triples for name, triples in held.items() if name in SPLITS)
    if not any({one.subject, one.object} <= labels.keys() for one in asked):
        raise BenchmarkError(
            f"{folder} has no names of its entities in {language}: put a table labels.tsv with the "
            "columns id and label into it, or CoDEx's folders entities and relations beside "
            "triples"
        )
    used = (*true.values(), *false.values(), *beside)
    return Data(held, lies, labels, used, tuple(tables), left)


def recognises(path: Path) -> bool:
    """Whether a folder has a split with negatives."""
    return any((path / f"{name}{NEGATIVES}{_ENDING}").is_file() for name in SPLITS)


def _triples(
    own: Loader, file: Path, options: ReadOptions, left: Counter[str]
) -> tuple[Triple, ...]:
    """The triples of a file, each once, be they negatives."""
    found: dict[Triple, None] = {}
    lines = 0
    for entry in own.read(file, options):
        left.update(skip.reason for skip in entry.skipped)
        for triple in (*entry.triples, *entry.negatives):
            lines += 1
            found[triple] = None
    left["triple that its file has again"] += lines - len(found)
    return tuple(found)


def _names(
    own: Loader, beside: Iterable[Path], tables: Iterable[Path], options: ReadOptions
) -> Iterator[Entry]:
    """First CoDEx's own names, then those of tables."""
    for file in beside:
        yield from own.read(file, options)
    plain = loaders.load("tsv")
    named = ReadOptions(languages=options.languages, labels=tuple(map(str, tables)))
    if named.labels and isinstance(plain, NamingLoader):
        yield from plain.names(named)


def _labels(entries: Iterable[Entry], language: str) -> dict[str, str]:
    """The first label of each entity in a language."""
    found: dict[str, str] = {}
    for entry in entries:
        for one in entry.labels:
            if one.kind == "label" and one.language in (language, "") and one.text.strip():
                found.setdefault(one.entity, one.text.strip())
    return found
