"""All facts of an item, given that any of them is known: Σ (a ∧ b) / Σ (a ∨ b).

The formula is reconstructed from the paper's prose and its Table 2. An item of which no fact is
known is in neither sum: the question is whether a model that knows one direction knows the other.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import Definition, Needs, Outcome, Part

DEFINITION: Final = Definition(
    title="all given any",
    formula="items with every fact hit / items with any fact hit",
    unmet="no item had any of its facts answered right",
    source=(
        "Rethinking Language Models as Symbolic Knowledge Graphs, §3.1 (symmetry), §3.3"
        " (inverse), §3.6 (path) and §3.9 (ambiguous)"
    ),
    better="higher",
    needs=Needs(facts=2, false=False),
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """1/1 when all facts are hit, 0/1 when some are, 0/0 when none is."""
    hits = [fact.hit for fact in outcome.facts]
    yield Part(all(hits), any(hits))
