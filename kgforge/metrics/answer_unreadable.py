"""Of the texts that a model wrote, the share of which nothing can be told.

They are in no other figure of answers. Facts that must be false have no part in the whole.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import JUDGED, Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="unreadable answers",
    formula="U / (C + I + A + U); U unreadable",
    source=JUDGED,
    better="lower",
    for_every_pattern=True,
    needs_verdict=True,
    needs=None,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """What is said of the facts that hold or are implied; then each fact under its role."""
    for role, verdicts in outcome.verdicts():
        yield Part(sum(one == "unreadable" for one in verdicts), len(verdicts), role)
