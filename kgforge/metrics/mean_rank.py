"""The mean rank of what is right among the candidates, the best of its forms; 1 at best.

Of candidates that are as likely each has the mean of their ranks.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import FLUENT, Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="mean rank",
    formula="sum of the ranks of what is right / facts whose candidates were ranked",
    source=FLUENT,
    better="lower",
    mean=True,
    needs=None,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """The ranks of the facts that have one, but of those that must be false."""
    ranks = [fact.rank for fact in outcome.facts if fact.holds is not False and fact.rank]
    yield Part(sum(ranks), len(ranks))
