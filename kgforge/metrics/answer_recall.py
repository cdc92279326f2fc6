"""Of what a model was asked and answered readably, or abstained from, the share that is right.

Facts that must be false have no part in the whole.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import JUDGED, Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="answer recall",
    formula="C / (C + I + A); C correct, I incorrect, A abstained",
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
            sum(one != "unreadable" for one in verdicts),
            role,
        )
