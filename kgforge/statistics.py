"""Intervals for proportions, means over groups and correlations; which differences can be shown.

Undefined is None everywhere: a proportion of nothing is not zero.

**Clusters.** Items that ask the same question are not independent: a model that is wrong about a
fact is wrong in every item that asks it, and what it knows of an entity goes together.
``effective_size`` estimates how many independent items a score is worth; intervals are then those
of so many items (Kish 1965; Korn and Graubard 1998, *Confidence intervals for proportions with
small expected number of positive counts estimated from survey data*). The sandwich estimators of
Cameron, Gelbach and Miller 2011 (*Robust inference with multiway clustering*) are too small where
one question makes up a third of all items.
"""

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from statistics import NormalDist
from typing import TYPE_CHECKING, Final, Self, TypeAlias

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
ENTITY_PRIOR: Final = 1.0
"""How many clusters the prior correlation of questions about one entity counts for, which is 0:
what shows none does not widen an interval."""

LEAST: Final = 0.1
"""Clusters are weighted as if their questions correlated at least so much, so that large ones do
not decide alone."""

EVENTS: Final = 0.5
"""How many right or wrong items the prior design effect counts for, that of a score whose every
question matters alike: a score of 0 or 1 says nothing of which do."""

_ROUNDS: Final = 20
"""A correlation and the bias of its estimate depend on each other; so many rounds settle both."""


Outcomes: TypeAlias = Sequence[float] | Sequence[Sequence[float]]
"""How a model did on each asking, in [0, 1]; or each of several models."""


class Ties(Struct, frozen=True):
    """Which questions rows ask, in which role, and which entities these are about.

    An asking is one question of one row. Arrays of a length belong together.
    """

    rows: "NDArray[np.intp]"
    """Of each asking."""
    questions: "NDArray[np.intp]"
    """Of each asking."""
    roles: "NDArray[np.intp]"
    """Of each asking."""
    pairs: "NDArray[np.intp]"
    """Of each asking, the number of its row and question: a row may ask a question twice."""
    alike: float
    """How many ordered pairs of rows ask the same questions."""
    entities: tuple[tuple["NDArray[np.intp]", "NDArray[np.intp]", "NDArray[np.float64]"], ...]
    """In each way in which questions are about entities: the question, the entity, and the weight
    of each membership; those of a question sum to 1."""

    @classmethod
    def of(
        cls,
        rows: Sequence[Sequence[tuple[Hashable, Hashable]]],
        entities: Iterable[Iterable[tuple[Hashable, Hashable]]] = (),
    ) -> Self:
        """Return the ties of rows by the (role, question) of each of their askings.

        *entities* holds, for each way, pairs of a question and an entity.
        """
        import numpy as np

        questions: dict[Hashable, int] = {}
        roles: dict[Hashable, int] = {}
        pairs: dict[tuple[int, int], int] = {}
        same = Counter(frozenset(question for _, question in of_row) for of_row in rows)
        askings = []
        for row, of_row in enumerate(rows):
            for role, question in of_row:
                number = questions.setdefault(question, len(questions))
                pair = pairs.setdefault((row, number), len(pairs))
                askings.append((row, number, roles.setdefault(role, len(roles)), pair))
        placed = np.array(askings, dtype=np.intp).reshape(-1, 4)
        ways = []
        for way in entities:
            named: dict[Hashable, int] = {}
            members = sorted(
                {
                    (questions[question], named.setdefault(entity, len(named)))
                    for question, entity in way
                    if question in questions
                }
            )
            of, about = np.array(members, dtype=np.intp).reshape(-1, 2).T
            ways.append((of, about, 1 / np.bincount(of, minlength=1)[of]))
        return cls(
            placed[:, 0],
            placed[:, 1],
            placed[:, 2],
            placed[:, 3],
            float(sum(count * count - count for asked, count in same.items() if asked)),
            tuple(ways),
        )

    def shared(self, weights: "NDArray[np.float64]") -> float:
        """Sum the products of askings' weights over ordered pairs of rows that ask a question."""
        import numpy as np

        of_questions = np.bincount(self.questions, weights)
        of_pairs = np.bincount(self.pairs, weights)
        return float((of_questions**2).sum() - (of_pairs**2).sum())


def effective_size(
    numerators: Sequence[float],
    denominators: Sequence[float],
    ties: Ties | None = None,
    outcomes: Outcomes | None = None,
) -> float:
    """Estimate how many independent items a ratio Σ numerator / Σ denominator is worth.

    A row's residual is e = y - R x (Cochran 1977, *Sampling Techniques*, chapter 6), and the
    variance of their sum that of one row, n times, by a design effect (``_design_effect``). Rows
    outside the denominator ask questions, too: whether they are outside depends on their answers.
    *outcomes* holds how the model did on each asking, in [0, 1]; None: as on its row. No ties: rows
    are independent. 0 where there is no denominator.
    """
    import numpy as np

    y, x = np.asarray(numerators, dtype=float), np.asarray(denominators, dtype=float)
    total, square = float(x.sum()), float((x * x).sum())
    if not total:
        return 0.0
    ratio = min(float(y.sum()) / total, 1.0)
    residuals, most = y - ratio * x, ratio * (1 - ratio)
    size = total**2 / square
    if ties is not None and len(ties.rows):
        marks = y[ties.rows] if outcomes is None else outcomes
        size /= _design_effect(residuals, ties, marks, size * most)
    spread = float((residuals * residuals).sum()) / square
    if spread < most:  # one trial of a proportion more, so that what is alike has some width
        spread = (spread * size + most) / (size + 1)
    return max(size * most / spread if most else size, 1.0)


def _design_effect(
    residuals: "NDArray[np.float64]",
    ties: Ties,
    outcomes: "Outcomes | NDArray[np.float64]",
    events: float,
) -> float:
    """Estimate the variance of a sum of residuals by what it were if rows were independent.

    A model does the same on a question wherever it is asked, so residuals are functions of the
    outcomes of questions, of which those of different questions are independent. Such a sum
    decomposes into a part of each question and a remainder (Hoeffding 1948, *A class of statistics
    with asymptotically normal distribution*; van der Vaart 1998, *Asymptotic Statistics*, chapter
    11). The part of a question is that of all its askings together, by the regression of residuals
    on the outcomes in each role; the remainder is shared by rows that ask the same questions alone.
    No correlation has to be estimated: where an item is one question, this is Σ n² / Σ n, n being
    how often each is asked (Kish 1965, *Survey Sampling*, section 11.7).

    Questions about one entity may go together. How far, is estimated from their outcomes: the mean
    product over pairs of questions, each cluster weighted by how sure its own mean is, corrected
    for the bias of centring (Searle, Casella and McCulloch 1992, *Variance Components*, chapter 3);
    a question about several belongs to each in part (Browne, Goldstein and Rasbash 2001, *Multiple
    membership multiple classification models*). The wider of subjects and objects counts. As this
    is an estimate, the effect grows by the square of Student's quantile to the normal one, of
    Satterthwaite's (1946) degrees of freedom (Korn and Graubard 1998).

    *outcomes* may have a column for each of several models. *events*: how many items are right or
    wrong beyond what all are, if all were independent.
    """
    import numpy as np

    marks = np.asarray(outcomes, dtype=float).reshape(len(ties.rows), -1)
    places = len(ties.rows) / len(residuals)
    alone = np.full(len(ties.rows), 1 / math.sqrt(places))
    expected = 1 + ties.shared(alone) / len(residuals)
    total = float((residuals * residuals).sum())
    if not total:
        return expected
    parts, remainder = _parts(residuals, ties, marks)
    shared = sum(ties.shared(part) for part in parts.T) + remainder * ties.alike
    own = total + max(shared, 0.0)
    found, freedom = own / total, math.inf
    unlike = _standardised(ties, marks)
    added, uncertain = max(
        (_of_entities(ties, way, np.abs(parts), unlike) for way in range(len(ties.entities))),
        default=(0.0, 0.0),
    )
    if uncertain:
        found, freedom = (own + added) / total, (own + added) ** 2 / uncertain
    known = events / expected
    effect = (known * found + EVENTS * expected) / (known + EVENTS)
    return effect * (_student(freedom) / _quantile(0.95)) ** 2


def _parts(
    residuals: "NDArray[np.float64]", ties: Ties, marks: "NDArray[np.float64]"
) -> tuple["NDArray[np.float64]", float]:
    """Return what each asking adds to residuals, in standard deviations, and the remainder.

    A column for each model; the remainder is the mean square of what the regression leaves.
    """
    import numpy as np

    roles, models = int(ties.roles.max()) + 1, marks.shape[1]
    design = np.zeros((len(residuals), roles, models))
    roots = np.zeros((roles, models, models))
    for role in range(roles):
        of_role = ties.roles == role
        centred = marks[of_role] - marks[of_role].mean(axis=0)
        np.add.at(design[:, role], ties.rows[of_role], centred)
        roots[role] = _root(centred.T @ centred / len(centred), 0.5)
    flat = design.reshape(len(residuals), -1)
    slopes = np.linalg.lstsq(flat, residuals, rcond=1e-8)[0]
    left = residuals - flat @ slopes
    deviations = np.einsum("rij,rj->ri", roots, slopes.reshape(roles, models))
    return deviations[ties.roles], float((left * left).mean())


def _root(matrix: "NDArray[np.float64]", power: float) -> "NDArray[np.float64]":
    """Return a power of a covariance matrix; 0 in directions without variance."""
    import numpy as np

    values, vectors = np.linalg.eigh(matrix)
    there = values > 1e-9
    powers = np.where(there, np.where(there, values, 1.0) ** power, 0.0)
    raised: NDArray[np.float64] = (vectors * powers) @ vectors.T
    return raised


def _standardised(ties: Ties, marks: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """Return the outcome of each question, with mean 0 and variance 1 over the questions of a role.

    A column for each model; a question of several roles has their mean.
    """
    import numpy as np

    count = int(ties.questions.max()) + 1
    times = np.bincount(ties.questions, minlength=count)
    found = np.zeros((count, marks.shape[1]))
    for role in range(int(ties.roles.max()) + 1):
        of_role = ties.roles == role
        asked = np.bincount(ties.questions[of_role], minlength=count)
        there = asked > 0
        means = (
            np.stack(
                [np.bincount(ties.questions[of_role], mark, count) for mark in marks[of_role].T],
                axis=1,
            )[there]
            / asked[there, None]
        )
        means -= means.mean(axis=0)
        scaled = means @ _root(means.T @ means / len(means), -0.5)
        found[there] += scaled * (asked / times)[there, None]
    spread = np.sqrt((found * found).mean(axis=0))
    return found / np.where(spread > 0, spread, 1.0)


def _of_entities(
    ties: Ties, way: int, parts: "NDArray[np.float64]", unlike: "NDArray[np.float64]"
) -> tuple[float, float]:
    """Return what pairs of questions about an entity add to a variance, and the variance of that.

    The latter as Satterthwaite's degrees of freedom want it: the square over the clusters that the
    correlation is estimated from.
    """
    import numpy as np

    questions, entities, weights = ties.entities[way]
    sizes = np.bincount(entities, weights), np.bincount(entities, weights**2)
    several = np.bincount(entities) > 1
    if not several.any():
        return 0.0, 0.0
    pairs = (sizes[0] ** 2 - sizes[1])[several].astype(float)
    members = (sizes[0] ** 2 / sizes[1])[several]
    added = uncertain = 0.0
    for part, outcome in zip(parts.T, unlike.T, strict=True):
        of_questions = weights * np.bincount(ties.questions, part)[questions]
        shared = np.bincount(entities, of_questions) ** 2 - np.bincount(entities, of_questions**2)
        if (reach := float(shared.sum())) > 0:
            values = weights * outcome[questions]
            products = np.bincount(entities, values) ** 2 - np.bincount(entities, values**2)
            found, clusters = _correlation(products[several] / pairs, pairs, members, len(outcome))
            added += found * reach
            uncertain += (found * reach) ** 2 / clusters
    return added, uncertain


def _correlation(
    products: "NDArray[np.float64]",
    pairs: "NDArray[np.float64]",
    members: "NDArray[np.float64]",
    count: int,
) -> tuple[float, float]:
    """Return the correlation within clusters, and how many clusters tell it.

    *products* are the mean products of two members, *pairs* how many there are of each cluster, and
    *count* all that the mean, which is 0, was taken of.
    """
    all_pairs = float(pairs.sum())
    found = clusters = 0.0
    for _ in range(_ROUNDS):
        floor = max(found, LEAST)
        weights = 2 * (1 - 1 / members) * (floor / (found + (1 - found) / members)) ** 2
        clusters = float(weights.sum())
        effect = min((1 + found * all_pairs / count) / count, 0.9)
        bias = 2 * (1 + (members - 1) * found) / count - effect
        mean = float((weights * (products * (1 - effect) + bias)).sum())
        found = min(max(mean / (clusters + ENTITY_PRIOR), 0.0), 1.0)
    return found, max(clusters / 2, 1.0)


def _student(freedom: float) -> float:
    """Return Student's quantile for a 95 % interval; the normal one for many degrees of freedom."""
    if freedom > 1000:
        return _quantile(0.95)
    from scipy.special import stdtrit

    return float(stdtrit(max(freedom, 1.0), 0.975))


def ratio_interval(
    numerators: Sequence[float],
    denominators: Sequence[float],
    ties: Ties | None = None,
    outcomes: Outcomes | None = None,
) -> tuple[float | None, float | None, float]:
    """Return a ratio's 95 % interval, and how many independent items it is worth.

    Wilson's, with ``effective_size`` for the number of trials (Dean and Pagano 2015, *Evaluating
    confidence interval methods for binomial proportions in clustered surveys*, find it to keep its
    level where Wald's does not). The ratio has to be in [0, 1].
    """
    size = effective_size(numerators, denominators, ties, outcomes)
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


def paired_size(
    differences: Sequence[float],
    ties: Ties | None = None,
    outcomes: Outcomes | None = None,
) -> float:
    """Estimate how many independent items a mean of paired differences is worth.

    As ``effective_size``, of the differences themselves; *outcomes* has a column for each of two
    models.
    """
    import numpy as np

    if not differences:
        return 0.0
    values = np.asarray(differences, dtype=float)
    if ties is None or not len(ties.rows):
        return float(len(values))
    marks = values[ties.rows] if outcomes is None else outcomes
    events = float((values * values).sum())
    effect = _design_effect(values - values.mean(), ties, marks, events)
    return max(len(values) / effect, 1.0)


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
