"""The harmonic mean of ``answer_precision`` and ``answer_recall``, over all facts at once.

Facts that must be false have no part in the whole.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import JUDGED, Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="answer F1",
    formula="2C / (2C + 2I + A); C correct, I incorrect, A abstained",
    source=JUDGED,
    better="higher",
    mean=True,
    for_every_pattern=True,
    needs_verdict=True,
    needs=None,
)

_WEIGHTS: Final = {"correct": 2, "incorrect": 2, "abstained": 1, "unreadable": 0}
"""What an answer adds to the denominator."""


def counts(outcome: Outcome) -> Iterator[Part]:
    """What is said of the facts that hold or are implied; then each fact under its role."""
    for role, verdicts in outcome.verdicts():
        right = 2 * sum(one == "correct" for one in verdicts)
        yield Part(right, sum(_WEIGHTS[one] for one in verdicts), role)
