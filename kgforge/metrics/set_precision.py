"""Of all answers that a model listed of a fact, the share that is right; the mean over facts.

An empty list has no wrong answer: 1.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import LMKBC, Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="set precision",
    formula=(
        "accepted answers listed / answers listed of each fact, 1 if none is listed; mean over"
        " facts"
    ),
    source=LMKBC,
    better="higher",
    mean=True,
    for_every_pattern=True,
    needs_list=True,
    needs=None,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """The lists of the facts that hold or are implied; then each fact's under its role."""
    for role, lists in outcome.lists():
        yield Part(sum(one.precision for one in lists), len(lists), role)
