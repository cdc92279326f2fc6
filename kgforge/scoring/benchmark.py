"""A benchmark as runs on it are judged: read once for all of them."""

from functools import cached_property
from itertools import chain
from pathlib import Path

from msgspec import Struct

from kgforge import files
from kgforge.schema import Manifest, folders
from kgforge.scoring import judging
from kgforge.scoring.asked import AskedItem
from kgforge.scoring.judging import Desk


class Benchmark(Struct, frozen=True, dict=True):
    """A benchmark that was asked: what its manifest says, and the items of each pattern."""

    folder: Path
    manifest: Manifest
    items: dict[str, list[AskedItem]]
    """By pattern, in the manifest's order."""

    @cached_property
    def sha256(self) -> str:
        """Of its ``manifest.json``."""
        return files.sha256(self.folder / folders.MANIFEST)

    @cached_property
    def hashes(self) -> dict[str, str]:
        """The SHA-256 of each pattern's items, as they lie there."""
        return folders.item_hashes(self.folder, self.items)

    @cached_property
    def desks(self) -> dict[str, Desk]:
        """The desk of each item, shared by all runs: what answers are compared with is made once.

        Raises BenchmarkError where two items have one id.
        """
        return judging.desks(chain.from_iterable(self.items.values()))

    def legacy_desks(self) -> dict[str, Desk]:
        """The same, matching answers as published evaluations do."""
        return judging.desks(chain.from_iterable(self.items.values()), legacy=True)


def read_benchmark(folder: Path) -> Benchmark:
    """A benchmark with all its items. Raises BenchmarkError where it is missing or damaged."""
    manifest = folders.read_manifest(folder)
    names = [made.name for made in manifest.patterns]
    items = {name: list(folders.read_items(folder, name, AskedItem)) for name in names}
    return Benchmark(folder, manifest, items)
