"""The composed fact, given that its premises are known: Σ (a ∧ b ∧ c) / Σ (a ∧ b).

Of hierarchy and composite. Source: *Rethinking Language Models as Symbolic Knowledge Graphs*, §3,
reconstructed from its prose and its Table 2. The composed fact is the one whose role is
``composed``, or that is implied by the others; where neither is marked, the last. The rest are its
premises; an item with a premise that is not known is in neither sum.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import CONCLUSION, FactHit, Outcome, Part

DESCRIPTION: Final = "items with premises and conclusion right, of items with all premises right"
BESIDE: Final = False
BY_TOKEN: Final = False
WRITTEN: Final = False
MEAN: Final = False
MERIT: Final = True


def counts(outcome: Outcome) -> Iterator[Part]:
    """1/1 when premises and conclusion are hit, 0/1 when only the premises are, else 0/0."""
    conclusions = [fact for fact in outcome.facts if _concludes(fact)] or [outcome.facts[-1]]
    premises = all(fact.hit for fact in outcome.facts if fact not in conclusions)
    yield Part(premises and all(fact.hit for fact in conclusions), premises)


def _concludes(fact: FactHit) -> bool:
    return fact.role == CONCLUSION or fact.holds is None
