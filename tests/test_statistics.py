"""Figures against published values, scipy, plain resampling, and studies that are simulated."""

import math
import random

import numpy as np
import pytest
from scipy import optimize, stats

from kgforge.statistics import (
    Ties,
    alike,
    cluster_bootstrap,
    correlations,
    detectable_apart,
    detectable_paired,
    effective_size,
    paired_size,
    wilson,
)


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [  # Newcombe 1998, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_is_the_published_interval(successes: int, n: int, low: float, high: float) -> None:
    assert wilson(successes, n) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
@pytest.mark.parametrize("n", [1, 2, 7, 100, 20856])
def test_wilson_agrees_with_scipy(n: int, level: float) -> None:
    for successes in {0, 1, n // 3, n - 1, n}:
        expected = stats.binomtest(successes, n).proportion_ci(level, method="wilson")
        low, high = wilson(successes, n, level)
        assert (low, high) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_wilson_of_nothing_is_undefined() -> None:
    assert wilson(0, 0) == (None, None)


def test_wilson_ends_exactly_at_the_ends() -> None:
    assert wilson(0, 9)[0] == 0.0
    assert wilson(9, 9)[1] == 1.0


@pytest.mark.parametrize(("successes", "n"), [(-1, 5), (6, 5), (1, 0)])
def test_wilson_refuses_what_is_no_proportion(successes: int, n: int) -> None:
    with pytest.raises(ValueError, match="is none"):
        wilson(successes, n)


def test_wilson_narrows_with_fractional_counts_too() -> None:
    wide, narrow = wilson(2.5, 5.0), wilson(25, 50)
    assert wide[0] is not None and narrow[0] is not None
    assert wide[0] < narrow[0] < 0.5


VALUES = [0.0, 0.1, 0.4, 0.45, 0.5, 0.8, 1.0]


def test_bootstrap_agrees_with_scipy() -> None:
    expected = stats.bootstrap(
        (VALUES,),
        lambda x, axis: x.mean(axis=axis),
        method="percentile",
        n_resamples=20000,
        rng=random.Random(1).randrange(2**32),
    ).confidence_interval
    found = cluster_bootstrap(VALUES, resamples=20000)
    assert found == pytest.approx((expected.low, expected.high), abs=0.02)


def test_bootstrap_of_sized_groups_is_that_of_their_items() -> None:
    groups = [[1.0, 0.5], [0.0] * 6, [0.25, 0.75, 1.0], [0.4]]
    chance = random.Random(1)
    drawn = sorted(
        sum(map(sum, sample)) / sum(map(len, sample))
        for sample in (chance.choices(groups, k=4) for _ in range(20000))
    )
    means = [sum(group) / len(group) for group in groups]
    found = cluster_bootstrap(means, [len(group) for group in groups], resamples=20000)
    assert found == pytest.approx((drawn[500], drawn[-500]), abs=0.02)


def test_bootstrap_is_seeded() -> None:
    assert cluster_bootstrap(VALUES, seed=3) == cluster_bootstrap(VALUES, seed=3)
    assert cluster_bootstrap(VALUES, seed=3) != cluster_bootstrap(VALUES, seed=4)


def test_bootstrap_of_equal_groups_has_no_width() -> None:
    assert cluster_bootstrap([0.25] * 8) == pytest.approx((0.25, 0.25))


@pytest.mark.parametrize("values", [[], [0.5]])
def test_bootstrap_needs_two_groups(values: list[float]) -> None:
    assert cluster_bootstrap(values) == (None, None)


# ── Which differences can be shown ──────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("h", "n"),
    # Cohen 1988, table 6.4.1, two-sided α .05, power .80: n of each sample
    [(0.1, 1570), (0.2, 392), (0.3, 174), (0.4, 98), (0.5, 63), (0.6, 44), (0.7, 32), (0.8, 25)],
)
def test_two_samples_show_what_cohens_table_says(h: float, n: int) -> None:
    base = 0.3
    found = detectable_apart(base, n, n)
    assert found is not None
    angle = 2 * math.asin(math.sqrt(base + found)) - 2 * math.asin(math.sqrt(base))
    assert angle == pytest.approx(h, rel=0.01)


def test_unequal_samples_count_as_their_harmonic_mean() -> None:
    assert detectable_apart(0.3, 100, 300) == pytest.approx(detectable_apart(0.3, 150, 150))


def test_two_proportions_so_far_apart_are_found_four_times_in_five() -> None:
    chance = np.random.default_rng(1)
    base, n, m = 0.35, 140, 90
    found = detectable_apart(base, n, m)
    assert found is not None
    one = chance.binomial(n, base, 20000) / n
    other = chance.binomial(m, base + found, 20000) / m
    both = (one * n + other * m) / (n + m)
    z = np.abs(one - other) / np.sqrt(both * (1 - both) * (1 / n + 1 / m))
    assert np.mean(z > stats.norm.isf(0.025)) == pytest.approx(0.8, abs=0.02)


@pytest.mark.parametrize(
    ("base", "n", "m"), [(0.5, 0, 10), (0.5, 10, 0), (0.9, 20, 20), (1, 99, 99)]
)
def test_what_two_samples_cannot_show_is_undefined(base: float, n: int, m: int) -> None:
    assert detectable_apart(base, n, m) is None


def pairs(up: int, down: int, same: int) -> list[float]:
    return [1.0] * up + [-1.0] * down + [0.0] * same


@pytest.mark.parametrize(("up", "down", "same"), [(30, 10, 60), (25, 25, 450), (90, 60, 50)])
def test_paired_differences_solve_connors_formula(up: int, down: int, same: int) -> None:
    """n = (1.96 √ψ + 0.84 √(ψ - δ²))² / δ², with ψ the share of discordant pairs."""
    n, discordant = up + down + same, (up + down) / (up + down + same)
    level, strength = stats.norm.isf(0.025), stats.norm.isf(0.2)

    def lacking(delta: float) -> float:
        root = level * math.sqrt(discordant) + strength * math.sqrt(discordant - delta**2)
        return root**2 / delta**2 - n

    expected = optimize.brentq(lacking, 1e-6, discordant)
    assert detectable_paired(pairs(up, down, same)) == pytest.approx(expected)


def test_pairs_so_far_apart_are_found_four_times_in_five() -> None:
    chance = np.random.default_rng(1)
    n, discordant = 300, 0.3
    found = detectable_paired(pairs(45, 45, 210))
    assert found is not None
    up, down = (discordant + found) / 2, (discordant - found) / 2
    drawn = chance.multinomial(n, [up, down, 1 - discordant], 20000)
    z = np.abs(drawn[:, 0] - drawn[:, 1]) / np.sqrt(drawn[:, 0] + drawn[:, 1])
    assert np.mean(z > stats.norm.isf(0.025)) == pytest.approx(0.8, abs=0.02)


def test_shares_are_compared_as_means_of_pairs() -> None:
    """Differences of a normal kind: the usual formula of a paired test of means, nearly."""
    differences = list(np.random.default_rng(1).normal(0, 0.05, 400))
    spread = float(np.std(differences))
    usual = (stats.norm.isf(0.025) + stats.norm.isf(0.2)) * spread / math.sqrt(400)
    assert detectable_paired(differences) == pytest.approx(usual, rel=0.01)


@pytest.mark.parametrize("differences", [[], [0.0] * 50, [1.0], pairs(3, 2, 95), pairs(5, 0, 95)])
def test_what_pairs_cannot_show_is_undefined(differences: list[float]) -> None:
    assert detectable_paired(differences) is None


def test_correlations_are_scipys_and_undefined_under_three() -> None:
    first, second = [0.1, 0.5, 0.4, 0.9], [1.0, 2.0, 4.0, 3.0]
    ranks = [1, 3, 2, 4], [1, 2, 4, 3]
    expected = np.corrcoef(first, second)[0, 1], np.corrcoef(*ranks)[0, 1]
    assert correlations(first, second) == pytest.approx(expected)
    assert correlations(first[:2], second[:2]) == (None, None)
    assert correlations([0.5] * 3, [1, 2, 3]) == (None, None)


def test_groups_that_are_all_alike_have_an_interval_with_width() -> None:
    assert alike(0.0, [1] * 20) == wilson(0, 20)
    assert alike(1.0, [2, 2]) == wilson(2, 2)


# ── Items that share questions or entities ──────────────────────────────────────────────────────
def test_rows_of_one_question_each_are_worth_what_kish_says() -> None:
    """(Σ n)² / Σ n² of questions that are asked n times."""
    asked = [name for name, times in (("a", 5), ("b", 3), ("c", 1), ("d", 1)) for _ in range(times)]
    known = [float(name in "ac") for name in asked]
    ties = Ties.of([[("first", name)] for name in asked])
    assert effective_size(known, [1.0] * 10, ties, known) == pytest.approx(100 / 36)


def test_rows_that_share_nothing_are_as_many_as_they_are() -> None:
    ties = Ties.of([[("first", row), ("second", -row - 1)] for row in range(20)])
    known = [float(row % 3 > 0) for row in range(20)]
    marks = [mark for row in range(20) for mark in (float(row % 3 > 0), float(row % 2))]
    assert effective_size(known, [1.0] * 20, ties, marks) == pytest.approx(20)
    assert effective_size(known, [1.0] * 20) == pytest.approx(20)
    assert effective_size([], [], None) == 0


def test_the_variance_of_items_that_share_a_question_is_that_of_draws() -> None:
    """Two facts an item, the second one of thirty questions: against the spread over many draws."""
    chance = np.random.default_rng(4)
    second = np.repeat(np.arange(30), [20, 10, 10, 5, 5, *[2] * 25])
    ties = Ties.of([[("first", f"a{row}"), ("second", int(of))] for row, of in enumerate(second)])
    sizes, means = [], []
    for _ in range(1000):
        first, known = chance.random(100) < 0.8, (chance.random(30) < 0.6)[second]
        both = (first & known).astype(float)
        means.append(both.mean())
        marks = np.stack([first, known], axis=1).ravel().astype(float)
        sizes.append(effective_size(both.tolist(), [1.0] * 100, ties, marks.tolist()))
    worth = 0.48 * 0.52 / np.var(means)
    assert np.median(sizes) == pytest.approx(worth, rel=0.15)


def test_what_goes_together_by_entity_counts_less_and_what_does_not_counts_in_full() -> None:
    """Forty entities of five questions each: all of an entity alike, or each by chance."""
    chance = np.random.default_rng(5)
    rows = [[("first", row)] for row in range(200)]
    ties = Ties.of(rows, [[(row, row // 5) for row in range(200)]])
    alike_ = np.repeat(chance.random(40) < 0.5, 5).astype(float).tolist()
    apart = (chance.random(200) < 0.5).astype(float).tolist()
    assert effective_size(alike_, [1.0] * 200, ties, alike_) == pytest.approx(40, rel=0.2)
    assert effective_size(apart, [1.0] * 200, ties, apart) > 150


def test_pairs_that_share_a_question_are_worth_what_their_questions_are() -> None:
    rows = [[("first", row // 4)] for row in range(40)]
    this = [float(row // 4 % 2) for row in range(40)]
    other = [float(row // 4 % 3 > 0) for row in range(40)]
    differences = [one - another for one, another in zip(this, other, strict=True)]
    marks = list(zip(this, other, strict=True))
    assert paired_size(differences, Ties.of(rows), marks) == pytest.approx(10)
    assert paired_size(differences) == 40
