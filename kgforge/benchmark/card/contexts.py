"""The card on texts before questions: how many facts have one, and what is guaranteed."""

from collections.abc import Iterator

from kgforge.benchmark.card.wording import counts, row, say
from kgforge.schema import Made, Manifest


def contexts(manifest: Manifest) -> Iterator[str]:
    """The table of contexts; nothing where no question has a text before it."""
    if manifest.contexts:
        every = [(made, one) for made in manifest.patterns for one in manifest.contexts]
        yield say("contexts", rows=[_row(made, context) for made, context in every])


def limits(manifest: Manifest) -> Iterator[str]:
    """What such texts do not guarantee."""
    if manifest.contexts:
        yield say("limits of contexts")


def _row(made: Made, context: str) -> str:
    found = (made.contexts or {}).get(context, 0)
    without = (made.contextless or {}).get(context, {})
    return row(f"`{made.name}`", f"`{context}`", f"{found:,}", counts(without) or "none")
