"""F1 of the answers that a model listed of a fact; the mean over facts.

1 where none is accepted and none was listed.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import LMKBC, Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="set F1",
    formula=(
        "2 · precision · recall / (precision + recall) of each fact's list, 0 if both are 0; mean"
        " over facts"
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
        yield Part(sum(one.f1 for one in lists), len(lists), role)
