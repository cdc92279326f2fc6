"""How often two wordings of a fact get the same answer, right or wrong: consistency.

Of a relation it is the sum over facts of Σ_{i<j} [a_i = a_j], over that of n (n - 1) / 2, where a_i
is the first candidate in wording i of n (Elazar et al. 2021).
"""

from collections.abc import Iterator
from itertools import combinations, starmap
from operator import eq
from typing import Final

from kgforge.metrics import PARAREL, Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="wordings agree",
    formula="pairs of wordings of a fact with the same first candidate / pairs of its wordings",
    source=PARAREL,
    better="neither",
    mean=True,
    needs=None,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """The pairs of a fact's wordings that agree, of all of its pairs."""
    first = [ranked[0] for ranked in outcome.rankings]
    pairs = list(starmap(eq, combinations(first, 2)))
    yield Part(sum(pairs), len(pairs))
