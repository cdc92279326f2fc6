"""All facts of an item, given that any of them is known: Σ (a ∧ b) / Σ (a ∨ b).

Of symmetry, inverse and path. Source: *Rethinking Language Models as Symbolic Knowledge Graphs*,
§3, reconstructed from its prose and its Table 2. An item of which no fact is known is in neither
sum: what is asked is whether a model that knows one direction knows the other.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import Outcome, Part

DESCRIPTION: Final = "items with all facts right, of items with any fact right"
BESIDE: Final = False
BY_TOKEN: Final = False
WRITTEN: Final = False
MEAN: Final = False
MERIT: Final = True


def counts(outcome: Outcome) -> Iterator[Part]:
    """1/1 when all facts are hit, 0/1 when some are, 0/0 when none is."""
    hits = [fact.hit for fact in outcome.facts]
    yield Part(all(hits), any(hits))
