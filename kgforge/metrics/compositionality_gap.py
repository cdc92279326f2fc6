"""The chain missed, given that each of its hops is known: Σ (hops ∧ ¬chain) / Σ hops.

What is left of ``chain_given_hops``, beside which it stands.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import Definition, Outcome, Part, chain_given_hops

DEFINITION: Final = Definition(
    title="compositionality gap",
    formula="items with every hop hit and the chain missed / items with every hop hit",
    source=(
        "Press et al. 2023, Measuring and Narrowing the Compositionality Gap in Language Models, §2"
    ),
    better="lower",
    with_metric="chain_given_hops",
    needs=None,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """1/1 when every hop is hit and no chain is, 0/1 when the chain is hit, too, else 0/0."""
    for part in chain_given_hops.counts(outcome):
        yield Part(part.denominator - part.numerator, part.denominator)
