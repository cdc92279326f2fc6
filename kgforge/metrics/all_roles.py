"""Share of items on which a model is right about every fact, known or not.

The unconditional figure beside a conditional score: a model that knows little can have a high
score over a small denominator, and has a low share here. A fact that must not hold is right when
it is not hit.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import Outcome, Part, right

DESCRIPTION: Final = (
    "items with every fact right, of all items; a fact that must not hold is right if not hit"
)
BESIDE: Final = True
BY_TOKEN: Final = False
WRITTEN: Final = False
MEAN: Final = False
MERIT: Final = True


def counts(outcome: Outcome) -> Iterator[Part]:
    """1/1 when every fact is right, else 0/1."""
    yield Part(all(map(right, outcome.facts)), 1)
