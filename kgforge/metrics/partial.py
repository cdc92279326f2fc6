"""Partial score: the share of items that the pattern's own metric has in its denominator.

It says how often the condition is met, and is not triple accuracy.
"""

from collections.abc import Iterator
from typing import Final

from kgforge import metrics
from kgforge.metrics import Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="partial score",
    formula="items in the denominator of the pattern's own metric / items",
    source=(
        "Rethinking Language Models as Symbolic Knowledge Graphs, §4.3 (“partial scores"
        " (i.e., denominator)”)"
    ),
    better="higher",
    for_every_pattern=True,
    needs=None,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """1/1 when the own metric has the item in its denominator, else 0/1."""
    for part in metrics.load(outcome.metric).counts(outcome):
        if part.role is None:
            yield Part(part.denominator > 0, 1)
