"""Recall of the gold triples of a sentence, averaged over sentences."""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import TEXT2KGBENCH, Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="recall",
    formula=("gold triples that a written triple matches / gold triples; 1 without gold triples"),
    legacy="gold triples written / gold triples; 0 without gold triples",
    source=TEXT2KGBENCH,
    better="higher",
    mean=True,
    for_every_pattern=True,
    triples_written=True,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """The sentence's figure, of 1; nothing where nothing was to be written."""
    if outcome.figures is not None:
        yield Part(outcome.figures.recall, 1)
