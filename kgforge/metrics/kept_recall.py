"""Of all that is wanted, the share that is among the answers of which a model is most sure.

Wanted is one answer to each question, or, where all answers are asked for, all of them.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import SELECTIVE, Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="recall of what is kept",
    formula="right answers kept / answers wanted",
    source=SELECTIVE,
    better="higher",
    needs=None,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """The lists of the facts that hold or are implied; then each fact's under its role."""
    for role, lists in outcome.lists():
        yield Part(sum(one.right for one in lists), sum(one.wanted for one in lists), role)
