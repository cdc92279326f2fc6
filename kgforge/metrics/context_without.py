"""Facts that are right without a text before the question, of those asked both ways.

The slice ``context`` tells with which text they were asked, too.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="right without the text",
    formula="facts right without the text / facts asked with and without it",
    source="kgforge",
    better="higher",
    needs=None,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """1/1 where the first of the two is right."""
    without, *_ = (fact.hit for fact in outcome.facts)
    yield Part(without, 1)
