"""Of the answers of which a model is most sure, the share that is right.

The slice ``kept`` tells how many of all are kept.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import SELECTIVE, Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="precision of what is kept",
    formula="right answers kept / answers kept",
    source=SELECTIVE,
    better="higher",
    needs=None,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """The lists of the facts that hold or are implied; then each fact's under its role."""
    for role, lists in outcome.lists():
        yield Part(sum(one.right for one in lists), sum(one.given for one in lists), role)
