"""Precision of the triples written of a sentence, averaged over sentences."""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import TEXT2KGBENCH, Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="precision",
    formula=(
        "triples written that match a gold triple / triples written; if none is "
        "written, 1 without gold triples, else 0"
    ),
    legacy=(
        "the same, over those triples alone whose relation occurs in the sentence's "
        "gold triples; 0 if none is left"
    ),
    source=TEXT2KGBENCH,
    better="higher",
    mean=True,
    for_every_pattern=True,
    triples_written=True,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """The sentence's figure, of 1; nothing where nothing was to be written."""
    if outcome.figures is not None:
        yield Part(outcome.figures.precision, 1)
