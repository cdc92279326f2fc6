"""Facts that are right in every wording in which they were asked: consistent accuracy."""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import PARAREL, Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="right in all wordings",
    formula="facts right in every wording / facts asked in several",
    source=PARAREL,
    better="higher",
    needs=None,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """1/1 when all wordings are right, else 0/1."""
    yield Part(all(fact.hit for fact in outcome.facts), 1)
