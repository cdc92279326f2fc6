"""How often two forms say the same of a fact: both right, or both wrong; the mean over facts."""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from kgforge.metrics import Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="forms agree",
    formula="pairs of forms both right or both wrong of a fact / pairs of its forms; mean of facts",
    source="kgforge",
    better="neither",
    mean=True,
    needs=None,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """The share of a fact's pairs of forms that agree."""
    pairs = list(combinations([fact.hit for fact in outcome.facts], 2))
    if pairs:
        yield Part(sum(one == other for one, other in pairs) / len(pairs), 1)
