"""Facts that are right in every form in which they were asked, given that they are in any.

A model that has a fact by heart in one wording, and not otherwise, falls short of 1.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="right in all forms",
    formula="facts right in every form / facts right in any form",
    unmet="no fact was answered right in any form",
    source="kgforge",
    better="higher",
    needs=None,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """1/1 when all forms are right, 0/1 when some are, 0/0 when none is."""
    hits = [fact.hit for fact in outcome.facts]
    yield Part(all(hits), any(hits))
