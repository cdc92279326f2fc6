"""The chain missed, given that each of its hops is known: Σ (hops ∧ ¬chain) / Σ hops.

What is left of ``chain_given_hops``, beside which it stands.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import CHAIN, Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="compositionality gap",
    formula="items with every hop hit and the chain missed / items with every hop hit",
    unmet="no item had all of its hops answered right",
    source=(
        "Press et al. 2023, Measuring and Narrowing the Compositionality Gap in Language Models, §2"
    ),
    better="lower",
    with_metric="chain_given_hops",
    needs=None,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """1/1 when every hop is hit and no chain is, 0/1 when the chain is hit, too, else 0/0."""
    hops = all(fact.hit for fact in outcome.facts if fact.role != CHAIN)
    chains = [fact.hit for fact in outcome.facts if fact.role == CHAIN]
    for hit in chains:
        yield Part(hops and not hit, hops)
