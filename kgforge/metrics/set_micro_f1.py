"""The harmonic mean of ``set_micro_precision`` and ``set_micro_recall``."""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import LMKBC, Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="set F1, micro",
    formula="2 · accepted answers listed / (answers listed + accepted answers)",
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
        yield Part(
            2 * sum(one.right for one in lists),
            sum(one.given + one.wanted for one in lists),
            role,
        )
