"""Relation hallucination: the share of the triples written whose relation is invented.

Source: Mihindukulasooriya et al. 2023, *Text2KGBench*, §4; by the rules of a mode (``matching``).
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import Outcome, Part

DESCRIPTION: Final = (
    "triples written whose relation is not the ontology's, of all written: a mean; no merit"
)
BESIDE: Final = True
BY_TOKEN: Final = False
WRITTEN: Final = True
MEAN: Final = True
MERIT: Final = False


def counts(outcome: Outcome) -> Iterator[Part]:
    """The sentence's figure, of 1; nothing where it is undefined, or nothing was to be written."""
    if outcome.figures is not None and outcome.figures.relation_hallucination is not None:
        yield Part(outcome.figures.relation_hallucination, 1)
