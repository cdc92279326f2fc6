"""Intervals for proportions, means over groups and correlations; which differences can be shown.

Undefined is None everywhere: a proportion of nothing is not zero.

**Clusters.** Items that ask the same question, or are about the same entity, are not independent:
a model that is wrong about a fact is wrong in every item that asks it. ``effective_size`` estimates
how many independent items a score is worth, by the variance components of a linear model with
random effects of questions and of entities; intervals are then those of so many items (Kish 1965;
Korn and Graubard 1998, *Confidence intervals for proportions with small expected number of positive
counts estimated from survey data*). Variance components, unlike the sandwich estimators of
Cameron, Gelbach and Miller 2011 (*Robust inference with multiway clustering*), remain usable where
one question makes up a third of all items.
"""

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from statistics import NormalDist
from typing import TYPE_CHECKING, Final, Self

from msgspec import Struct

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


# ── Items that share questions or entities ──────────────────────────────────────────────────────
QUESTION_PRIOR: Final = 2.0
"""How many clusters the prior correlation within a question counts for: one half where two facts
of an item can be shared, 1 where there is but one. Few clusters then do not look independent by
chance, and many overrule it."""

ENTITY_PRIOR: Final = 2.0
"""The same of entities, whose prior correlation is 0: what shows none does not widen an interval.
"""

LEAST: Final = 0.03
"""Clusters are weighted as if their rows correlated at least so much, so that large ones do not
decide alone."""

_ROUNDS: Final = 5
"""A correlation and the bias of its estimate depend on each other; so many rounds settle both."""


class Sharing(Struct, frozen=True):
    """Which rows belong to which clusters, as arrays; a row may be in several, or in none.

    Pairs of rows in a cluster count with its sign for its parent, so that clusters within a parent
    can take pairs away that share more than the parent alone.
    """

    rows: "NDArray[np.intp]"
    clusters: "NDArray[np.intp]"
    """Of each membership, beside its row."""
    signs: "NDArray[np.float64]"
    """Of each cluster."""
    parents: "NDArray[np.intp]"
    """Of each cluster, from 0; a cluster of its own has a parent of its own."""

    @classmethod
    def of(cls, keys: Iterable[Iterable[Hashable]]) -> Self:
        """Clusters of the rows that have a key in common; *keys* holds those of each row."""
        return cls.signed([{(key, None): 1 for key in of_row} for of_row in keys])

    @classmethod
    def signed(cls, keys: Sequence[Mapping[tuple[Hashable, Hashable], int]]) -> Self:
        """Clusters named by parent and part, with their signs; those of one row are left out."""
        import numpy as np

        sizes: dict[tuple[Hashable, Hashable], int] = {}
        for of_row in keys:
            for key in of_row:
                sizes[key] = sizes.get(key, 0) + 1
        numbers: dict[tuple[Hashable, Hashable], int] = {}
        parents: dict[Hashable, int] = {}
        signs, of_clusters, members = [], [], []
        for row, of_row in enumerate(keys):
            for key, sign in of_row.items():
                if sizes[key] > 1:
                    if key not in numbers:
                        numbers[key] = len(numbers)
                        signs.append(float(sign))
                        of_clusters.append(parents.setdefault(key[0], len(parents)))
                    members.append((row, numbers[key]))
        placed = np.array(members, dtype=np.intp).reshape(-1, 2)
        return cls(
            placed[:, 0], placed[:, 1], np.array(signs), np.array(of_clusters, dtype=np.intp)
        )

    def __bool__(self) -> bool:
        """Whether any two rows share a cluster."""
        return len(self.rows) > 0

    def pairs(self, values: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """Of each parent the sum of the products of two rows' values, over its ordered pairs."""
        import numpy as np

        of_rows = values[self.rows]
        sums = np.bincount(self.clusters, of_rows, len(self.signs))
        squares = np.bincount(self.clusters, of_rows * of_rows, len(self.signs))
        return np.bincount(self.parents, self.signs * (sums * sums - squares)).astype(float)

    def sums(self, values: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """Of each parent the largest sum of values in one of its clusters."""
        import numpy as np

        sums = np.bincount(self.clusters, values[self.rows], len(self.signs))
        found = np.zeros(int(self.parents.max()) + 1)
        np.maximum.at(found, self.parents, sums)
        return found


class Ties(Struct, frozen=True):
    """How rows depend on one another."""

    questions: tuple[tuple[Sharing, ...], ...] = ()
    """Ways in which rows share questions; the effects of a way's parts add up (such as those of an
    item's first and second fact), and the widest way counts."""
    entities: tuple[Sharing, ...] = ()
    """Pairs of rows that share an entity, but no question; the widest counts."""

    def __bool__(self) -> bool:
        """Whether any two rows depend on each other."""
        return any(any(way) for way in self.questions) or any(self.entities)


INDEPENDENT: Final = Ties()


def effective_size(
    numerators: Sequence[float], denominators: Sequence[float], ties: Ties = INDEPENDENT
) -> float:
    """Estimate how many independent items a ratio Σ numerator / Σ denominator is worth.

    A row's residual is e = y - R x (Cochran 1977, *Sampling Techniques*, chapter 6). Residuals of
    two rows that share a cluster correlate by ρ, which is the mean of their products over pairs,
    each cluster weighted by how sure its own mean is, corrected for the bias that comes of R
    being estimated from the same rows (Searle, Casella and McCulloch 1992, *Variance Components*,
    chapter 3). The variance is then Σ ρᵢⱼ / n² (Kish 1965, *Survey Sampling*, chapter 8) times that
    of one row. Rows outside the denominator belong to the clusters, too: whether they are outside
    depends on their answers. 0 where there is no denominator.
    """
    import numpy as np

    y, x = np.asarray(numerators, dtype=float), np.asarray(denominators, dtype=float)
    total, square = float(x.sum()), float((x * x).sum())
    if not total:
        return 0.0
    ratio = min(float(y.sum()) / total, 1.0)
    residuals = y - ratio * x
    size = total**2 / square / (len(x) * _design_effect(residuals, ties))
    spread, most = float((residuals * residuals).sum()) / square, ratio * (1 - ratio)
    if spread < most:  # one trial of a proportion more, so that what is alike has some width
        spread = (spread * size + most) / (size + 1)
    return max(size * most / spread if most else size, 1.0)


def _design_effect(residuals: "NDArray[np.float64]", ties: Ties) -> float:
    """The variance of a mean of such rows by that of a single one."""
    alone = widest = 1 / len(residuals)
    for way in ties.questions:
        prior = 1 / len(way), QUESTION_PRIOR
        added = (_added(sharing, residuals, alone, prior) for sharing in way)
        widest = max(widest, alone + math.fsum(added))
    prior = 0.0, ENTITY_PRIOR
    return widest + max(
        (_added(sharing, residuals, widest, prior) for sharing in ties.entities), default=0.0
    )


def _added(
    sharing: Sharing, residuals: "NDArray[np.float64]", alone: float, prior: tuple[float, float]
) -> float:
    """What the pairs of rows in clusters add to a design effect."""
    import numpy as np

    if not sharing:
        return 0.0
    rows = len(residuals)
    each = np.ones(rows)
    pairs, sums = sharing.pairs(each), sharing.sums(each)
    counted = pairs > 0.5
    if not counted.any():
        return 0.0
    pairs, sums = pairs[counted], sums[counted]
    products = sharing.pairs(residuals)[counted] / pairs
    rest = 1 - pairs / (sums * sums)  # 1 / n of n rows
    share, of_pairs = sums / rows, float(pairs.sum()) / rows**2
    spread = float((residuals * residuals).mean())
    expected, strength = prior
    found = expected
    for _ in range(_ROUNDS if spread else 0):
        effect = min(alone + found * of_pairs, 0.9)
        weights = 2 * (1 - rest) * (max(found, LEAST) / (found + (1 - found) * rest)) ** 2
        unbiased = products * ((1 - effect) / spread) + 2 * found * share - effect
        mean = float((weights * unbiased).sum()) + strength * expected
        found = min(max(mean / (float(weights.sum()) + strength), 0.0), 1.0)
    return found * of_pairs


def ratio_interval(
    numerators: Sequence[float], denominators: Sequence[float], ties: Ties = INDEPENDENT
) -> tuple[float | None, float | None, float]:
    """Return a ratio's 95 % interval, and how many independent items it is worth.

    Wilson's, with ``effective_size`` for the number of trials (Dean and Pagano 2015, *Evaluating
    confidence interval methods for binomial proportions in clustered surveys*, find it to keep its
    level where Wald's does not). The ratio has to be in [0, 1].
    """
    size = effective_size(numerators, denominators, ties)
    if not size:
        return None, None, 0.0
    value = min(math.fsum(numerators) / math.fsum(denominators), 1.0)
    return *wilson(value * size, size), size


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


def paired_size(differences: Sequence[float], ties: Ties = INDEPENDENT) -> float:
    """Estimate how many independent items a mean of paired differences is worth.

    As ``effective_size``, of the differences themselves.
    """
    import numpy as np

    if not differences:
        return 0.0
    values = np.asarray(differences, dtype=float)
    return 1 / _design_effect(values - values.mean(), ties)


def paired_interval(
    differences: Sequence[float], size: float | None = None, level: float = 0.95
) -> tuple[float | None, float | None]:
    """Return the interval of a mean of paired differences; ``(None, None)`` of none.

    Wald's with Laplace's estimate: two items more, of which one differs each way (Bonett and Price
    2012, *Adjusted Wald confidence interval for a difference of binomial proportions based on
    paired data*). *size*: how many independent items they are worth (``paired_size``); None: all.
    """
    n = size if size is not None else float(len(differences))
    if not differences or not n:
        return None, None
    mean = math.fsum(differences) / len(differences)
    square = math.fsum(each * each for each in differences) / len(differences)
    middle = n * mean / (n + 2)
    variance = max(n * square + 2 - (n * mean) ** 2 / (n + 2), 0.0) / (n + 2) ** 2
    reach = _quantile(level) * math.sqrt(variance)
    return max(middle - reach, -1.0), min(middle + reach, 1.0)


def apart_interval(
    first: tuple[float, float], second: tuple[float, float]
) -> tuple[float | None, float | None]:
    """Return the interval of the difference of two proportions of independent samples.

    Each is a value and the number of independent trials. Source: method 10 of Newcombe 1998,
    *Interval estimation for the difference between independent proportions*.

    >>> apart_interval((56 / 70, 70), (48 / 80, 80))
    (0.0524..., 0.3338...)
    """
    (one, n), (other, m) = first, second
    low, high = wilson(one * n, n)
    below, above = wilson(other * m, m)
    if low is None or high is None or below is None or above is None:
        return None, None
    difference = one - other
    return (
        difference - math.hypot(one - low, above - other),
        difference + math.hypot(high - one, other - below),
    )


def detectable_paired(
    differences: Sequence[float],
    *,
    size: float | None = None,
    alpha: float = ALPHA,
    power: float = POWER,
) -> float | None:
    """How large the mean of paired differences must be, so that a paired test shows it.

    *differences* holds one figure for each item, and *size* is how many independent items they are
    worth (``paired_size``); None: all. Where they are 1, 0 and -1, their mean square ψ is
    the share of discordant pairs, and this solves for δ the sample size of McNemar's test,
    n δ² = (z(1 - α/2) √ψ + z(power) √(ψ - δ²))²; of other figures it is the same argument about
    their mean. Spread is taken to be as found; None where even differences that all point one way
    would not do. Source: Connor 1987, *Sample size for testing differences in proportions for the
    paired-sample design*, Biometrics 43.
    """
    items = len(differences)
    n = size if size is not None else items
    square = math.fsum(each * each for each in differences) / items if items else 0.0
    reach = math.fsum(map(abs, differences)) / items if items else 0.0
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
