"""target_hit@k: share of facts whose mined object itself is in the top k; by role, and over all.

``hit`` accepts every true object of a subject and predicate; this counts the one that was mined,
by any of its names. Facts that must not hold have no part in the whole.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import Outcome, Part

DESCRIPTION: Final = "facts with the mined object itself in the top k, of all facts that hold"
BESIDE: Final = True
BY_TOKEN: Final = False
WRITTEN: Final = False
MEAN: Final = False
MERIT: Final = True


def counts(outcome: Outcome) -> Iterator[Part]:
    """Target hits among the facts that hold or are implied; then each fact under its role."""
    true = [fact.target for fact in outcome.facts if fact.holds is not False]
    yield Part(sum(true), len(true))
    for fact in outcome.facts:
        yield Part(fact.target, 1, fact.role)
