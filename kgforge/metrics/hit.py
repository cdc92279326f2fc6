"""hit@k: facts with an accepted answer in the top k; by role, and over all facts.

Over all facts it is plain triple accuracy: LAMA's precision at k with all true objects accepted.
Facts that must be false have a rate of their own role, but no part in the whole: there is nothing
true to hit.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="triple accuracy",
    formula=(
        "facts with an accepted answer in the top k / facts, without those that must be false"
    ),
    source=("Petroni et al. 2019, Language Models as Knowledge Bases?, §4.4 (precision at k)"),
    better="higher",
    for_every_pattern=True,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """Hits among the facts that hold or are implied; then each fact under its role."""
    true = [fact.hit for fact in outcome.facts if fact.holds is not False]
    yield Part(sum(true), len(true))
    for fact in outcome.facts:
        yield Part(fact.hit, 1, fact.role)
