"""The chain, given that each of its hops is known: Σ (hops ∧ chain) / Σ hops.

An item with a hop that is not known is in neither sum. The chain is the fact whose role is
``chain``; the others of the item are its hops.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import CHAIN, Definition, Needs, Outcome, Part

DEFINITION: Final = Definition(
    title="chain given hops",
    formula="items with every hop and the chain hit / items with every hop hit",
    unmet="no item had all of its hops answered right",
    source=(
        "Press et al. 2023, Measuring and Narrowing the Compositionality Gap in Language Models, §2"
    ),
    better="higher",
    needs=Needs(facts=2, false=False, chain=True),
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """1/1 when the chain is hit with every hop, 0/1 when the hops alone are, else 0/0."""
    hops = all(fact.hit for fact in outcome.facts if fact.role != CHAIN)
    chains = [fact.hit for fact in outcome.facts if fact.role == CHAIN]
    for hit in chains:
        yield Part(hops and hit, hops)
