"""The mean over facts of the share of the target's tokens that are in the top k.

A name of several tokens is asked with as many masks at once. Every other metric is strict: it wants
every token. Facts that must be false have no part in the whole.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="token average",
    formula=(
        "the target's tokens in the top k / its tokens; mean over the facts asked token"
        " by token, without those that must be false"
    ),
    source=(
        "Rethinking Language Models as Symbolic Knowledge Graphs, §4.1 (“the average of"
        " the accuracy of the multiple tokens”)"
    ),
    better="higher",
    mean=True,
    for_every_pattern=True,
    needs_tokens=True,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """Shares of the facts that hold or are implied; then each fact under its role."""
    asked = [(fact, fact.share) for fact in outcome.facts if fact.share is not None]
    true = [share for fact, share in asked if fact.holds is not False]
    yield Part(sum(true), len(true))
    for fact, share in asked:
        yield Part(share, 1, fact.role)
