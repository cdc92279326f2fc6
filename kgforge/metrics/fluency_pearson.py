"""How the gain by a wording goes with its fluency, over groups: Pearson's correlation.

Of each group: by how much the wording is more fluent than the other, in the mean of its facts, and
by how much more of its facts are right. 1: the more fluent, the more is found.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import FLUENT, Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="gain by fluency",
    formula="Pearson's correlation of the gains of groups in fluency and in facts that are right",
    source=FLUENT,
    better="neither",
    needs=None,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """What a fact adds to its group's gain; the correlation is taken by ``scoring.rewording``."""
    other, this = (fact.hit for fact in outcome.facts)
    yield Part(this - other, 1)
