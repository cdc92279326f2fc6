"""Benchmarks of items at hand, as layouts write them."""

from collections.abc import Iterable
from pathlib import Path

from kgforge import __version__, formats
from kgforge.benchmark import folder
from kgforge.formats import Bench
from kgforge.schema import FORMAT, GraphId, Item, Made, Manifest


def bench(items: Iterable[Item], out: Path, kept: bytes = b"") -> Bench:
    """Items, each pattern's together, in a folder of their own beside *out*."""
    where = out.parent / f"{out.name}-items"
    where.mkdir()
    by_pattern: dict[str, list[Item]] = {}
    for item in items:
        by_pattern.setdefault(item.pattern, []).append(item)
    files = tuple(
        file
        for name, found in by_pattern.items()
        for file in folder.write_items(where, name, (formats.TEST,), found)
    )
    made = tuple(
        Made(name, "", "hit", {}, {}, 0, len(found), 1, {}, 0, {})
        for name, found in by_pattern.items()
    )
    manifest = Manifest(
        format=FORMAT,
        name="kgforge-test",
        kgforge=__version__,
        files=files,
        graph=GraphId(None, None),
        sources=(),
        patterns=made,
        seed=0,
        languages=("en",),
        templates=(),
        candidates=1,
    )
    return Bench(where, manifest, kept)
