"""A benchmark in further languages: each pattern of facts once more, with the same items.

A variant is named after its pattern and language (``symmetry_cs``), and an item of it has the hash
of the first language's item (``symmetry_cs-<same 16 hex>``), its facts and its split. Names,
aliases, candidates and wordings are asked for in that language alone: what has none there is left
out and counted, and never taken from another language, nor from an IRI or a sentence. Models and
texts before questions are of the first language alone.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import files
from kgforge.benchmark import splits
from kgforge.benchmark.folder import Written, write_items
from kgforge.benchmark.leaks import Watch
from kgforge.benchmark.making import Maker, is_of_texts
from kgforge.benchmark.tally import Tally
from kgforge.errors import BenchmarkError
from kgforge.schema import Item, Mined, Skip, folders

ELSEWHERE: Final = "instance that is no item in {}"
"""Why an item of a further language has no counterpart in the first."""
DESCRIPTION: Final = "{} The same items in {}."


class _Placed(Struct, frozen=True):
    """Of an item: where it is."""

    id: str
    split: str


def variant(pattern: str, language: str) -> str:
    """What a pattern is called in a further language.

    >>> variant("symmetry", "cs")
    'symmetry_cs'
    """
    return f"{pattern}_{language}"


def refuse(patterns: Iterable[Mined], further: Iterable[str]) -> None:
    """Raise BenchmarkError where a pattern is called as another one's variant would be."""
    names = [pattern.name for pattern in patterns]
    for language in further:
        for name in names:
            if variant(name, language) in names:
                raise BenchmarkError(
                    f"--languages: {name} in {language} would be called {variant(name, language)}, "
                    "as another mined pattern is: rename its query file, and mine again"
                )


def write(
    folder: Path,
    maker: Maker,
    language: str,
    of_first: str,
    names: tuple[str, ...],
    watch: Watch | None,
) -> Iterator[Written]:
    """Write each pattern of facts in a further language, in the splits *names*.

    The items of the language *of_first* must lie in the folder. A *watch* sees those of all.
    """
    for pattern in maker.patterns:
        if not is_of_texts(pattern):
            known = _known(folder, pattern.name, names)
            yield _written(folder, maker, pattern, known, language, of_first, names, watch)


def _written(
    folder: Path,
    maker: Maker,
    pattern: Mined,
    known: Mapping[str, str],
    language: str,
    of_first: str,
    names: tuple[str, ...],
    watch: Watch | None,
) -> Written:
    name = variant(pattern.name, language)
    tally = Tally(pattern.metric)
    paired = _paired(maker.items(pattern), known, of_first)
    called = (_called(one, name) for one in maker.placed(pattern, paired))
    ready = tally.items(called)
    written = write_items(folder, name, names, watch.watched(ready) if watch else ready)
    made = maker.made(pattern, tally)
    description = DESCRIPTION.format(made.description, language)
    return written, msgspec.structs.replace(
        made, name=name, description=description, variant_of=pattern.name
    )


def _known(folder: Path, pattern: str, names: Iterable[str]) -> dict[str, str]:
    """The split of each item of a pattern."""
    paths = (folder / splits.file_name(pattern, name) for name in names)
    there = (path for path in paths if path.is_file())
    return {
        item.id: item.split
        for path in there
        for item in files.read_lines(path, _Placed, folders.EXPORT)
    }


def _paired(
    built: Iterable[Item | Skip], known: Mapping[str, str], of_first: str
) -> Iterator[Item | Skip]:
    """The items that the first language has, each in its split there."""
    for one in built:
        if isinstance(one, Skip):
            yield one
        elif one.id in known:
            yield msgspec.structs.replace(one, split=known[one.id])
        else:
            yield Skip(ELSEWHERE.format(of_first), f"item {one.id}")


def _called(one: Item | Skip, name: str) -> Item | Skip:
    if isinstance(one, Skip):
        return one
    return msgspec.structs.replace(one, id=f"{name}-{one.id.rpartition('-')[2]}", pattern=name)
