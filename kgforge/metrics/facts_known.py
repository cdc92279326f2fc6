"""The share of an item's facts that are known, averaged over items.

A fact that must be false has no part in it.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="facts known",
    formula=("facts hit / facts of each item, without those that must be false; mean over items"),
    source="Rethinking Language Models as Symbolic Knowledge Graphs, §3.7 (entity)",
    better="higher",
    mean=True,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """The share of facts that are hit, of 1; 0/0 where no fact holds."""
    true = [fact.hit for fact in outcome.facts if fact.holds is not False]
    yield Part(sum(true) / len(true), 1) if true else Part(0, 0)
