"""How alike candidates are ranked in two languages: RankC."""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="RankC",
    formula="sum over j of w_j |top j of both| / j, w_j = e^(N-j) / sum over i of e^(N-i); "
    "mean of facts",
    source="Qi et al. 2023, Cross-Lingual Consistency, section 4",
    better="neither",
    mean=True,
    needs=None,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """What a fact adds to the mean is known from rankings alone: see ``scoring.crosslingual``."""
    yield from ()
