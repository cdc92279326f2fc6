"""The share of an item's facts that are known, averaged over items.

Of entity. Source: *Rethinking Language Models as Symbolic Knowledge Graphs*, §3.7: the mean over
entities of the share of facts that are predicted. A fact that must not hold has no part in it.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import Outcome, Part

DESCRIPTION: Final = "items, each by the share of its facts that are right, of all items: a mean"
BESIDE: Final = False
BY_TOKEN: Final = False
WRITTEN: Final = False
MEAN: Final = True
MERIT: Final = True


def counts(outcome: Outcome) -> Iterator[Part]:
    """The share of facts that are hit, of 1; 0/0 where no fact holds."""
    true = [fact.hit for fact in outcome.facts if fact.holds is not False]
    yield Part(sum(true) / len(true), 1) if true else Part(0, 0)
