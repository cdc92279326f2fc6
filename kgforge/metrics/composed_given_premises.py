"""The conclusion, given that its premises are known: Σ (a ∧ b ∧ c) / Σ (a ∧ b).

The formula is reconstructed from the paper's prose and its Table 2. The conclusion is the fact
whose role is ``composed``, or that is implied by the others; where neither is marked, the last. The
rest are its premises. An item with a premise that is not known is in neither sum.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import CONCLUSION, Definition, FactHit, Needs, Outcome, Part

DEFINITION: Final = Definition(
    title="conclusion given premises",
    formula="items with premises and conclusion hit / items with every premise hit",
    unmet="no item had all of its premises answered right",
    source=(
        "Rethinking Language Models as Symbolic Knowledge Graphs, §3.4 (hierarchy) and "
        "§3.5 (composite)"
    ),
    better="higher",
    needs=Needs(facts=2, false=False, conclusion=True),
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """1/1 when premises and conclusion are hit, 0/1 when only the premises are, else 0/0."""
    conclusions = [fact for fact in outcome.facts if _concludes(fact)] or [outcome.facts[-1]]
    premises = all(fact.hit for fact in outcome.facts if fact not in conclusions)
    yield Part(premises and all(fact.hit for fact in conclusions), premises)


def _concludes(fact: FactHit) -> bool:
    return fact.role == CONCLUSION or fact.holds is None
