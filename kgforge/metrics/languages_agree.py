"""How often a fact is right in two languages, or wrong in both."""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="languages agree",
    formula="facts right in both languages, or wrong in both / facts asked in both",
    source="kgforge",
    better="neither",
    needs=None,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """1/1 where both are right or both wrong, else 0/1."""
    other, this = (fact.hit for fact in outcome.facts)
    yield Part(other == this, 1)
