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

from kgforge.benchmark.folder import Packed, Written, write_items
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


class Beside(Struct, frozen=True):
    """What lies there of the first language, and how what stands beside it is written."""

    folder: Path
    of_first: str
    """The first language."""
    splits: tuple[str, ...]
    watch: Watch | None
    """What sees all items of the splits."""
    packed: Packed


def write(maker: Maker, language: str, beside: Beside) -> Iterator[Written]:
    """Write each pattern of facts in a further language, in the splits of the first.

    The items of the first language must lie in the folder.
    """
    for pattern in maker.patterns:
        if not is_of_texts(pattern):
            yield _written(maker, pattern, language, beside)


def _written(maker: Maker, pattern: Mined, language: str, beside: Beside) -> Written:
    name, watch = variant(pattern.name, language), beside.watch
    tally = Tally(pattern.metric)
    known = dict(_known(beside, pattern.name))
    paired = _paired(maker.items(pattern, known), known, beside.of_first)
    called = (_called(one, name) for one in maker.placed(pattern, paired))
    ready = tally.items(called)
    ready = watch.watched(ready) if watch else ready
    written = write_items(beside.folder, name, beside.splits, ready, beside.packed)
    made = maker.made(pattern, tally)
    description = DESCRIPTION.format(made.description, language)
    return written, msgspec.structs.replace(
        made, name=name, description=description, variant_of=pattern.name
    )


def _known(beside: Beside, pattern: str) -> Iterator[tuple[str, str]]:
    """The id and the split of each item of a pattern in the first language."""
    for split in beside.splits:
        lying = folders.lying(beside.folder, folders.item_name(pattern, split))
        for item in lying.read(_Placed):
            yield item.id, item.split


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
