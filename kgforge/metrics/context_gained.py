"""Facts that a text before the question makes right, of those wrong without it.

A relevant text has the answer in it.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="gained by the text",
    formula="facts wrong without the text and right with it / facts wrong without it",
    unmet="no fact was answered wrong without the text",
    source="kgforge",
    better="neither",
    needs=None,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """1/1 where the text helps, 0/1 where it does not, 0/0 of what is right anyway."""
    without, with_text, *_ = (fact.hit for fact in outcome.facts)
    yield Part(with_text and not without, not without)
