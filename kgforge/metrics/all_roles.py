"""Items with every fact right, known or not.

A model that knows little can have a high conditional score over a small denominator. It has a low
figure here.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import Definition, Needs, Outcome, Part, right

DEFINITION: Final = Definition(
    title="all facts right",
    formula=(
        "items with every fact right / items; a fact that must be false is right if it is not hit"
    ),
    source=(
        "Rethinking Language Models as Symbolic Knowledge Graphs, §3.2, for asymmetry; "
        "beside other patterns: kgforge"
    ),
    better="higher",
    for_every_pattern=True,
    needs=Needs(facts=0),
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """1/1 when every fact is right, else 0/1."""
    yield Part(all(map(right, outcome.facts)), 1)
