"""Recall of the gold triples of a sentence, averaged over sentences.

Source: Mihindukulasooriya et al. 2023, *Text2KGBench*, §4; by the rules of a mode (``matching``).
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import Outcome, Part

DESCRIPTION: Final = "gold triples that a system wrote, of all of them: a mean"
BESIDE: Final = True
BY_TOKEN: Final = False
WRITTEN: Final = True
MEAN: Final = True
MERIT: Final = True


def counts(outcome: Outcome) -> Iterator[Part]:
    """The sentence's figure, of 1; nothing where nothing was to be written."""
    if outcome.figures is not None:
        yield Part(outcome.figures.recall, 1)
