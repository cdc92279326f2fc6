"""Facts that are right with a text before the question, of those asked both ways.

The slice ``context`` tells which text.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="right with the text",
    formula="facts right with the text / facts asked with and without it",
    source="kgforge",
    better="higher",
    needs=None,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """1/1 where the second of the two is right."""
    _, with_text, *_ = (fact.hit for fact in outcome.facts)
    yield Part(with_text, 1)
