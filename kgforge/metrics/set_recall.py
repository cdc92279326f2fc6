"""Of all accepted answers of a fact, the share that a model listed; the mean over facts.

Where none is accepted, none is missing: 1.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import LMKBC, Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="set recall",
    formula=(
        "accepted answers listed / accepted answers of each fact, 1 if none is accepted; mean over"
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
        yield Part(sum(one.recall for one in lists), len(lists), role)
