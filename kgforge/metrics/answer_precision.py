"""Of the answers that a model gave in words, the share that is right.

What abstains or cannot be read is no answer. Facts that must be false have no part in the whole.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import JUDGED, Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="answer precision",
    formula="C / (C + I); C correct, I incorrect",
    source=JUDGED,
    better="higher",
    for_every_pattern=True,
    needs_verdict=True,
    needs=None,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """What is said of the facts that hold or are implied; then each fact under its role."""
    for role, verdicts in outcome.verdicts():
        yield Part(
            sum(one == "correct" for one in verdicts),
            sum(one in {"correct", "incorrect"} for one in verdicts),
            role,
        )
