"""target_hit@k: facts whose mined object itself is in the top k; by role, and over all facts.

``hit`` accepts every true object of a subject and predicate; this counts the one that was mined, by
any of its names. Facts that must be false have no part in the whole.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="target hit",
    formula=(
        "facts with the mined object itself in the top k / facts, without those that must be false"
    ),
    source="kgforge",
    better="higher",
    for_every_pattern=True,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """Target hits among the facts that hold or are implied; then each fact under its role."""
    true = [fact.target for fact in outcome.facts if fact.holds is not False]
    yield Part(sum(true), len(true))
    for fact in outcome.facts:
        yield Part(fact.target, 1, fact.role)
