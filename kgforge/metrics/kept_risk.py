"""The mean share of wrong answers, as each answer is added, the most certain first.

0 where every wrong answer comes after all right ones and none is wrong before; the area under the
curve of risk and coverage.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import SELECTIVE, Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="risk by confidence",
    formula="mean of (1 - precision of what is kept) over the answers, the most certain first",
    source=SELECTIVE,
    better="lower",
    needs=None,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """What is wrong of lists; its mean over the answers is taken by ``scoring.abstention``."""
    for role, lists in outcome.lists():
        yield Part(
            sum(one.given - one.right for one in lists), sum(one.given for one in lists), role
        )
