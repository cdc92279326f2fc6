"""F1 of the triples written of a sentence, averaged over sentences."""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import TEXT2KGBENCH, Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="F1",
    formula=("2 · precision · recall / (precision + recall) of each sentence; 0 if both are 0"),
    legacy="the same, of the legacy precision and recall",
    source=TEXT2KGBENCH,
    better="higher",
    mean=True,
    for_every_pattern=True,
    triples_written=True,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """The sentence's figure, of 1; nothing where nothing was to be written."""
    if outcome.figures is not None:
        yield Part(outcome.figures.f1, 1)
