"""Facts that a text before the question makes wrong, of those right without it.

Who knows the fact and is robust loses nothing.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="lost by the text",
    formula="facts right without the text and wrong with it / facts right without it",
    unmet="no fact was answered right without the text",
    source="kgforge",
    better="lower",
    needs=None,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """1/1 where the text harms, 0/1 where it does not, 0/0 of what is wrong anyway."""
    without, with_text, *_ = (fact.hit for fact in outcome.facts)
    yield Part(without and not with_text, without)
