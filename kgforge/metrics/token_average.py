"""The mean over facts of the share of the target's tokens that are in the top k.

The fractional way of *Rethinking Language Models as Symbolic Knowledge Graphs*, §4.1: a name of
several tokens is asked with as many masks at once, and "the average of the accuracy of the multiple
tokens" is its score. Every other metric is strict: it wants every token. Facts that must not hold
have no part in the whole.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import Outcome, Part

DESCRIPTION: Final = (
    "facts, each by the share of the target's tokens in the top k, of all facts that hold: a mean"
)
BESIDE: Final = True
BY_TOKEN: Final = True
WRITTEN: Final = False
MEAN: Final = True
MERIT: Final = True


def counts(outcome: Outcome) -> Iterator[Part]:
    """Shares of the facts that hold or are implied; then each fact under its role."""
    asked = [(fact, fact.share) for fact in outcome.facts if fact.share is not None]
    true = [share for fact, share in asked if fact.holds is not False]
    yield Part(sum(true), len(true))
    for fact, share in asked:
        yield Part(share, 1, fact.role)
