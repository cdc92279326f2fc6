"""The card on the sizes of the patterns."""

from collections.abc import Iterator

from kgforge.benchmark.card.wording import cell, row, say
from kgforge.schema import Manifest, Sizes


def sizes(manifest: Manifest) -> Iterator[str]:
    """The table of sizes; none for a manifest of version 0.2 or older."""
    counted = {made.name: made.sizes for made in manifest.patterns if made.sizes and made.items}
    if counted:
        yield say("sizes", rows=[_row(name, found) for name, found in counted.items()])


def _row(name: str, found: Sizes) -> str:
    each = found.triples / found.predicates if found.predicates else 0
    figures = (found.triples, found.predicates, found.entities, f"{each:.2f}")
    return row(f"`{name}`", *figures, cell(found.example))
