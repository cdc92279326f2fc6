"""By how much more facts are right in one wording than in another, on the same facts."""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import FLUENT, Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="gained by the wording",
    formula=(
        "(facts right in this wording - facts right in the other) / facts asked in both; "
        "mean of groups"
    ),
    source=FLUENT,
    better="neither",
    mean=True,
    needs=None,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """1/1 where this wording alone is right, -1/1 where the other alone is, else 0/1."""
    other, this = (fact.hit for fact in outcome.facts)
    yield Part(this - other, 1)
