"""Intervals for proportions and for means over groups.

Undefined is None everywhere: a proportion of nothing is not zero.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RESAMPLES: Final = 2000
"""How many bootstrap samples an interval is made from."""


def wilson(successes: float, n: float, level: float = 0.95) -> tuple[float | None, float | None]:
    """Wilson's score interval of a proportion, without continuity correction.

    Counts may be fractional (an effective sample size). ``(None, None)`` for n = 0. Source: Wilson
    1927; formula 3 of Newcombe 1998, *Two-sided confidence intervals for the single proportion*.
    Raises ValueError unless 0 ≤ successes ≤ n.

    >>> wilson(81, 263)
    (0.2552..., 0.3662...)
    """
    if not 0 <= successes <= n * (1 + 1e-12):
        raise ValueError(f"a proportion of {successes} in {n} is none")
    if n == 0:
        return None, None
    z = _quantile(level)
    share = min(successes / n, 1.0)
    middle = share + z * z / (2 * n)
    reach = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    low = 0.0 if successes == 0 else (middle - reach) / scale
    high = 1.0 if share == 1 else (middle + reach) / scale
    return low, high


@lru_cache
def _quantile(level: float) -> float:
    return NormalDist().inv_cdf((1 + level) / 2)


def cluster_bootstrap(
    values: Sequence[float],
    sizes: Sequence[float] | None = None,
    *,
    level: float = 0.95,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> tuple[float | None, float | None]:
    """Percentile interval of the mean over groups, when whole groups are drawn again.

    *values* holds one figure for each group (its own mean), and *sizes*, where the mean is over
    items, how many items it has; groups, not items, are the unit of sampling, since items of one
    group resemble each other. ``(None, None)`` for fewer than two groups. The same values, in the
    same order, and seed give the same interval. Source: Efron and Tibshirani 1993, *An Introduction
    to the Bootstrap*, chapters 8 and 13.
    """
    if len(values) < 2:
        return None, None
    import numpy as np

    weights = _weights(len(values), resamples, seed)
    weighing = np.ones(len(values)) if sizes is None else np.asarray(sizes, dtype=float)
    means = weights @ (weighing * np.asarray(values, dtype=float)) / (weights @ weighing)
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


@lru_cache(maxsize=32)
def _weights(groups: int, resamples: int, seed: int) -> "NDArray[np.float64]":
    """How much each group weighs in each resample: (resamples, groups), rows that sum to 1."""
    import numpy as np

    even = np.full(groups, 1 / groups)
    return np.random.default_rng(seed).multinomial(groups, even, size=resamples) / groups
