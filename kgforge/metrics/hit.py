"""hit@k: share of facts with an accepted answer in the top k; by role, and over all facts.

Over all facts it is plain triple accuracy, as LAMA's precision at k (Petroni et al. 2019) with all
true objects accepted. Facts that must not hold have a rate of their own role, but no part in the
whole: there is nothing true to hit.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import Outcome, Part

DESCRIPTION: Final = (
    "facts with an accepted answer in the top k, of all facts that hold (triple accuracy)"
)
BESIDE: Final = True
BY_TOKEN: Final = False
WRITTEN: Final = False
MEAN: Final = False
MERIT: Final = True


def counts(outcome: Outcome) -> Iterator[Part]:
    """Hits among the facts that hold or are implied; then each fact under its role."""
    true = [fact.hit for fact in outcome.facts if fact.holds is not False]
    yield Part(sum(true), len(true))
    for fact in outcome.facts:
        yield Part(fact.hit, 1, fact.role)
