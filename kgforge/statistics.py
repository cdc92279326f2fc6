"""Intervals for proportions, means over groups and correlations; which differences can be shown.

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

ALPHA: Final = 0.05
POWER: Final = 0.8
"""Of the smallest difference that is likely to be found: a two-sided test at ALPHA finds it in this
share of such studies."""

FEWEST: Final = 3
"""A correlation of fewer points says nothing: two always lie on a line."""


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


def alike(value: float, sizes: Sequence[float]) -> tuple[float | None, float | None]:
    """The interval of a mean of shares where each group has the same, 0 or 1: a bootstrap has none.

    Wilson's, over as many trials as the groups are worth: (Σ size)² / Σ size² (Kish 1965, *Survey
    Sampling*, section 11.7). No share in [0, 1] of the same mean varies more than a proportion
    (Bhatia and Davis 2000, *A better bound on the variance*), so this is wide enough.

    >>> alike(0.0, [1] * 20)
    (0.0, 0.1611...)
    """
    trials = math.fsum(sizes) ** 2 / math.fsum(size * size for size in sizes)
    return wilson(value * trials, trials)


def are_alike(means: Sequence[float]) -> bool:
    """Whether several groups have the same share, 0 or 1, of which a bootstrap has no width."""
    return len(means) > 1 and set(means) in ({0.0}, {1.0})


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


def detectable_apart(
    base: float, first: float, second: float, *, alpha: float = ALPHA, power: float = POWER
) -> float | None:
    """By how much a proportion must exceed *base*, so that two independent samples show it.

    *first* and *second* are the samples' sizes. By the arcsines φ = 2 arcsin √p of the proportions,
    φ₂ - φ₁ = (z(1 - α/2) + z(power)) √(1/n₁ + 1/n₂). None where no proportion is so large, or a
    sample is empty. Source: Cohen 1988, *Statistical Power Analysis for the Behavioral Sciences*,
    2nd ed., chapter 6 (for unequal samples with the harmonic mean of their sizes, as here).

    >>> round(detectable_apart(0.5, 392, 392), 3)
    0.099
    """
    if not first or not second:
        return None
    wanted = _both(alpha, power) * math.sqrt(1 / first + 1 / second)
    angle = math.asin(math.sqrt(base)) + wanted / 2
    return math.sin(angle) ** 2 - base if angle <= math.pi / 2 else None


def detectable_paired(
    differences: Sequence[float], *, alpha: float = ALPHA, power: float = POWER
) -> float | None:
    """How large the mean of paired differences must be, so that a paired test shows it.

    *differences* holds one figure for each item. Where they are 1, 0 and -1, their mean square ψ is
    the share of discordant pairs, and this solves for δ the sample size of McNemar's test,
    n δ² = (z(1 - α/2) √ψ + z(power) √(ψ - δ²))²; of other figures it is the same argument about
    their mean. Spread is taken to be as found; None where even differences that all point one way
    would not do. Source: Connor 1987, *Sample size for testing differences in proportions for the
    paired-sample design*, Biometrics 43.
    """
    n = len(differences)
    square = math.fsum(each * each for each in differences) / n if n else 0.0
    reach = math.fsum(map(abs, differences)) / n if n else 0.0
    level, strength = _quantile(1 - alpha), NormalDist().inv_cdf(power)
    under = n + strength**2 - level**2
    if not square or under < 0:
        return None
    wanted = math.sqrt(square) * (level * math.sqrt(n) + strength * math.sqrt(under))
    found = wanted / (n + strength**2)
    return found if found <= reach else None


def _both(alpha: float, power: float) -> float:
    return _quantile(1 - alpha) + NormalDist().inv_cdf(power)


def correlations(
    first: Sequence[float], second: Sequence[float]
) -> tuple[float | None, float | None]:
    """Pearson's and Spearman's correlation of two figures of the same things.

    ``(None, None)`` for fewer than three things, or where either figure is the same of all.
    """
    if len(first) < FEWEST or len(set(first)) < 2 or len(set(second)) < 2:
        return None, None
    from scipy import stats

    pearson = stats.pearsonr(first, second).statistic
    spearman = stats.spearmanr(first, second).statistic
    return float(pearson), float(spearman)


def pearson(
    first: Sequence[float], second: Sequence[float], level: float = 0.95
) -> tuple[float, float, float, float] | None:
    """Pearson's correlation, its interval and its two-sided p; None where there is none.

    The interval is Fisher's, by z = artanh r with the variance 1/(n - 3): of three things it is all
    of [-1, 1]. There is none for fewer, or where either figure is the same of all. Source: Fisher
    1921, *On the "probable error" of a coefficient of correlation*, as scipy has it.

    >>> pearson([1, 2, 3, 4], [1, 3, 2, 4])
    (0.8, -0.6..., 0.99..., 0.19...)
    """
    if len(first) < FEWEST or len(set(first)) < 2 or len(set(second)) < 2:
        return None
    from scipy import stats

    found = stats.pearsonr(first, second)
    interval = found.confidence_interval(level)
    return float(found.statistic), float(interval.low), float(interval.high), float(found.pvalue)


def mcnemar(this: int, other: int) -> tuple[float, float, float] | None:
    """Of pairs that differ: the exact interval of the share of *this*, and its two-sided p.

    p is the exact binomial test of a half (McNemar 1947), the interval Clopper's and Pearson's
    (1934). None where no pair differs.

    >>> mcnemar(1, 9)
    (0.0025..., 0.445..., 0.0214...)
    """
    if not this + other:
        return None
    from scipy import stats

    found = stats.binomtest(this, this + other)
    interval = found.proportion_ci(0.95, "exact")
    return float(interval.low), float(interval.high), float(found.pvalue)
