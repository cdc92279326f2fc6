"""Answers that are what an antifactual text before the question says.

Who reads and believes the text is misled by all of them; who keeps to what is known, by none.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="misled by the text",
    formula="questions answered by what the antifactual text says / questions after such a text",
    source="kgforge",
    better="lower",
    needs=None,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """1/1 where the third is hit, nothing where there is none."""
    for fact in outcome.facts[2:]:
        yield Part(fact.hit, 1)
