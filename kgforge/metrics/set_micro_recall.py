"""Of all accepted answers, of all facts together, the share that a model listed."""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import LMKBC, Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="set recall, micro",
    formula="accepted answers listed / accepted answers",
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
        yield Part(sum(one.right for one in lists), sum(one.wanted for one in lists), role)
