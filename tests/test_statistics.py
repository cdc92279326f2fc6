"""Intervals against published values, scipy, and a plain resampling."""

import random

import pytest
from scipy import stats

from kgforge.statistics import cluster_bootstrap, wilson


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
