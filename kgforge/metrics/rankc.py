"""How alike candidates are ranked in two languages: RankC."""

import math
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
    """RankC of two rankings over the candidates that stand in both, where these are two or more.

    One that stands in a ranking twice, by two names, has its better place.
    """
    both = set.intersection(*map(set, outcome.rankings))
    first, second = (
        [one for one in dict.fromkeys(each) if one in both] for each in outcome.rankings
    )
    if len(both) > 1:
        weights = [math.exp(-place) for place in range(len(both))]
        shares = (
            weight * len({*first[:place]} & {*second[:place]}) / place
            for place, weight in enumerate(weights, 1)
        )
        yield Part(math.fsum(shares) / math.fsum(weights), 1)
