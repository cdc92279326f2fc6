"""Pairs of runs: what is paired, what differs, what such sizes can show: by hand, and simulated."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from kgforge import scoring
from kgforge.reporting import comparing
from kgforge.reporting.comparing import Comparison
from kgforge.schema import Item, Score
from kgforge.statistics import detectable_apart, detectable_paired
from tests.worlds.handmade import answers, fact, item, judged, write_benchmark, write_run


def one(name: str, *, prompts: int = 1) -> Item:
    return item(name, "fact", "g", fact("f", f"{name} a", "P26", f"{name} b", prompts=prompts))


def compared(
    folder: Path, items: Sequence[Item], own: str, *hits: Sequence[Sequence[bool]]
) -> Comparison:
    """Two runs; of each its items' hits, one for each prompt of each fact in turn."""
    bench = write_benchmark(folder / "bench", items, {items[0].pattern: own})
    runs = []
    for number, known in enumerate(hits):
        responses = []
        for each, of_item in zip(items, known, strict=True):
            turns = iter(of_item)
            responses += [
                answers(
                    each.id,
                    asked.role,
                    [asked.object.label if next(turns) else "no"],
                    prompt=prompt,
                )
                for asked in each.facts
                for prompt in range(len(asked.prompts))
            ]
        runs.append(write_run(folder / f"run {number}", responses))
    (found,) = comparing.compare(judged(bench, *runs), [1])
    return found


def test_runs_on_the_same_items_are_paired(tmp_path: Path) -> None:
    """Of 100 items the one knows 60, the other 45, 40 of them both."""
    first = [[True]] * 60 + [[False]] * 40
    second = [[True]] * 40 + [[False]] * 20 + [[True]] * 5 + [[False]] * 35
    found = compared(tmp_path, [one(f"i{n}") for n in range(100)], "hit", first, second)
    assert (found.paired, found.sizes) == (True, (100, 100))
    assert found.difference == pytest.approx(0.15)
    assert found.detectable == detectable_paired([1.0] * 20 + [-1.0] * 5 + [0.0] * 75)
    assert not found.below


def test_a_difference_that_such_sizes_cannot_show_is_below(tmp_path: Path) -> None:
    first = [[True]] * 20 + [[False]] * 20
    second = [[True]] * 14 + [[False]] * 24 + [[True]] * 2
    found = compared(tmp_path, [one(f"i{n}") for n in range(40)], "hit", first, second)
    assert found.difference == pytest.approx(0.1)
    assert found.detectable is not None and found.detectable > 0.1
    assert found.below


def couples(count: int) -> list[Item]:
    return [
        item(f"i{n}", "s", "g", fact("f", f"{n}a", "P26", f"{n}b"), fact("b", f"{n}b", "P26", "x"))
        for n in range(count)
    ]


STATES = ([False, False], [True, False], [True, True])
"""Not counted; counted; counted and known."""


def studied(folder: Path, table: Sequence[Sequence[int]]) -> Comparison:
    """Two runs on couples: so many in each state of the first run (rows) and of the second."""
    cells = [
        (STATES[first], STATES[second])
        for first, row in enumerate(table)
        for second, times in enumerate(row)
        for _ in range(times)
    ]
    first, second = zip(*cells, strict=True)
    return compared(folder, couples(len(cells)), "both_given_either", first, second)


def simulated(table: Sequence[Sequence[int]], studies: int) -> float:
    """How often a two-sided test finds a difference in studies of items drawn from such a table.

    Its standard error is the jackknife's, which leaves out each item in turn (Efron 1982, *The
    Jackknife, the Bootstrap and Other Resampling Plans*).
    """
    cells = np.array(table).ravel()
    counted, known = np.array([0, 1, 1]), np.array([0, 0, 1])
    rows, columns = np.repeat(range(3), 3), np.tile(range(3), 3)
    drawn = np.random.default_rng(1).multinomial(cells.sum(), cells / cells.sum(), studies)

    def difference(left_out: int) -> Any:
        sums = [
            (drawn @ of[state])[:, None] - left_out * of[state]
            for state in (rows, columns)
            for of in (known, counted)
        ]
        return sums[0] / sums[1] - sums[2] / sums[3]

    without = difference(1)
    middle = (drawn * without).sum(1, keepdims=True) / cells.sum()
    variance = (drawn * (without - middle) ** 2).sum(1) * (1 - 1 / cells.sum())
    return float(np.mean(np.abs(difference(0)[:, 0]) > stats.norm.isf(0.025) * np.sqrt(variance)))


@pytest.mark.parametrize(
    "table",
    [  # each with a difference that is just the least detectable one
        [[25, 3, 2], [4, 14, 4], [3, 18, 27]],  # mostly the same items counted
        [[40, 6, 4], [8, 30, 8], [6, 26, 60]],
        [[50, 14, 14], [30, 5, 10], [10, 4, 6]],  # mostly others
    ],
)
def test_what_is_detectable_is_found_four_times_in_five(
    tmp_path: Path, table: Sequence[Sequence[int]]
) -> None:
    found = studied(tmp_path, table)
    assert found.paired
    assert found.difference is not None
    assert found.detectable == pytest.approx(abs(found.difference), abs=0.002)
    assert simulated(table, 20000) == pytest.approx(0.8, abs=0.03)


def test_what_runs_have_in_common_makes_their_difference_surer(tmp_path: Path) -> None:
    """The same scores, 30 of 50 and 20 of 60, with the same items known, or others."""
    alike = studied(tmp_path / "alike", [[40, 10, 0], [0, 20, 0], [0, 10, 20]])
    other = studied(tmp_path / "other", [[0, 30, 20], [20, 0, 0], [20, 10, 0]])
    for each in (alike, other):
        assert (each.paired, each.sizes) == (True, (50, 60))
        assert each.difference == pytest.approx(30 / 50 - 20 / 60)
    two = detectable_apart(20 / 60, 50, 60)
    assert alike.detectable is not None and other.detectable is not None and two is not None
    assert alike.detectable < 0.8 * two < two < other.detectable


def test_runs_that_count_no_item_in_common_are_not_paired(tmp_path: Path) -> None:
    found = studied(tmp_path, [[10, 30, 20], [20, 0, 0], [30, 0, 0]])
    assert (found.paired, found.sizes) == (False, (50, 50))
    assert found.difference == pytest.approx(0.2)
    two = detectable_apart(0.4, 50, 50)
    assert two is not None
    assert found.detectable == pytest.approx(two, abs=0.01)


def run_on(folder: Path, asked: Sequence[Item], known: int, **about: object) -> Path:
    """A run that was asked these items, and knows the first of them."""
    return write_run(
        folder,
        [
            answers(each.id, "f", [each.facts[0].object.label if place < known else "no"])
            for place, each in enumerate(asked)
        ],
        "../bench",
        **about,
    )


def test_runs_are_compared_on_the_items_that_both_answered(tmp_path: Path) -> None:
    """Of the 60 that both answered the one knows 40, the other 10."""
    items = [one(f"i{n}") for n in range(100)]
    bench = write_benchmark(tmp_path / "bench", items, {"fact": "hit"})
    first = run_on(tmp_path / "first", items[:60], 40)
    second = run_on(tmp_path / "second", items, 10)
    (found,) = comparing.compare(judged(bench, first, second), [1])
    assert (found.paired, found.sizes) == (True, (60, 60))
    assert found.difference == pytest.approx(40 / 60 - 10 / 60)
    assert found.detectable == pytest.approx(detectable_paired([1.0] * 30 + [0.0] * 30))


def test_runs_on_other_items_are_two_samples(tmp_path: Path) -> None:
    items = [one(f"i{n}") for n in range(100)]
    bench = write_benchmark(tmp_path / "bench", items, {"fact": "hit"})
    first = run_on(tmp_path / "first", items[:60], 30)
    second = run_on(tmp_path / "second", items[60:], 10)
    (found,) = comparing.compare(judged(bench, first, second), [1])
    assert (found.paired, found.sizes) == (False, (60, 40))
    assert found.difference == pytest.approx(30 / 60 - 10 / 40)
    assert found.detectable == detectable_apart(0.25, 60, 40)


def test_runs_are_compared_at_the_ks_that_both_were_made_for(tmp_path: Path) -> None:
    items = [one(f"i{n}") for n in range(4)]
    bench = write_benchmark(tmp_path / "bench", items, {"fact": "hit"})
    runs = [
        run_on(tmp_path / str(ks), items, 2, ks=ks) for ks in ([1], [1, 3, 5], [3, 5], [1, 5, 10])
    ]
    found = comparing.compare(judged(bench, *runs), [1, 3, 5, 10])
    assert [(each.k, each.first, each.second) for each in found] == [
        (1, 0, 1), (1, 0, 3), (1, 1, 3), (3, 1, 2), (5, 1, 2), (5, 1, 3), (5, 2, 3),
    ]  # fmt: skip


def test_wordings_of_an_item_are_one_pair(tmp_path: Path) -> None:
    items = [one(f"i{n}", prompts=2) for n in range(60)]
    first = [[True, True]] * 40 + [[True, False]] * 20
    second = [[True, False]] * 40 + [[False, False]] * 20
    found = compared(tmp_path, items, "hit", first, second)
    assert (found.paired, found.sizes) == (True, (60, 60))
    assert found.difference == pytest.approx(100 / 120 - 40 / 120)
    assert found.detectable == pytest.approx(detectable_paired([0.5] * 60) or 0)


def in_words(folder: Path, asked: dict[str, dict[int, bool]], role: str = "f") -> Path:
    """A run that was asked these items in these wordings, and so hit or missed each."""
    return write_run(
        folder,
        [
            answers(name, role, [f"{name} b" if hit else "no"], prompt=prompt)
            for name, of_item in asked.items()
            for prompt, hit in of_item.items()
        ],
    )


def test_runs_are_compared_in_the_wordings_that_both_answered(tmp_path: Path) -> None:
    """The one was asked wording 0 of half the items and 2 of the others, the other run all."""
    items = [one(f"i{n}", prompts=3) for n in range(60)]
    bench = write_benchmark(tmp_path / "bench", items, {"fact": "hit"})
    some = {f"i{n}": {0 if n < 30 else 2: n % 3 > 0} for n in range(60)}  # 40 of 60
    whole = {f"i{n}": {0: n < 10, 1: True, 2: n >= 50} for n in range(60)}  # of these 20
    runs = [in_words(tmp_path / "some", some), in_words(tmp_path / "whole", whole)]
    (found,) = comparing.compare(judged(bench, *runs), [1])
    assert (found.paired, found.other_words, found.sizes) == (True, False, (60, 60))
    assert found.difference == pytest.approx(40 / 60 - 20 / 60)
    both = [(n % 3 > 0) - (n < 10 or n >= 50) for n in range(60)]
    assert found.detectable == pytest.approx(detectable_paired([float(each) for each in both]))


def test_items_asked_in_other_words_alone_are_left_out(tmp_path: Path) -> None:
    items = [one(f"i{n}", prompts=2) for n in range(40)]
    bench = write_benchmark(tmp_path / "bench", items, {"fact": "hit"})
    first = {f"i{n}": {0: n % 2 > 0} for n in range(40)}
    second = {f"i{n}": {int(n >= 20): True} for n in range(40)}
    runs = [in_words(tmp_path / "first", first), in_words(tmp_path / "second", second)]
    (found,) = comparing.compare(judged(bench, *runs), [1])
    assert (found.paired, found.other_words, found.sizes) == (True, False, (20, 20))
    assert found.difference == pytest.approx(-0.5)


def test_runs_asked_in_other_words_are_two_samples_and_said_to_be(tmp_path: Path) -> None:
    items = [one(f"i{n}", prompts=2) for n in range(40)]
    bench = write_benchmark(tmp_path / "bench", items, {"fact": "hit"})
    runs = [
        in_words(tmp_path / str(prompt), {f"i{n}": {prompt: n < known} for n in range(40)})
        for prompt, known in ((0, 30), (1, 4))
    ]
    (found,) = comparing.compare(judged(bench, *runs), [1])
    assert (found.paired, found.other_words, found.sizes) == (False, True, (40, 40))
    assert found.difference == pytest.approx(26 / 40)
    assert found.detectable == detectable_apart(4 / 40, 40, 40)


def test_what_is_undefined_is_no_difference(tmp_path: Path) -> None:
    items = [one("i0"), one("i1")]
    couples = [item(each.id, "s", "g", *each.facts) for each in items]
    found = compared(tmp_path, couples, "both_given_either", [[True], [True]], [[False], [False]])
    assert (found.difference, found.detectable, found.below) == (None, None, False)


def headline(metric: str, value: float | None) -> Score:
    return Score("s", None, metric, 1, {}, 0, 0, value, None, None, 0)


def test_partial_scores_and_scores_are_correlated_over_runs(tmp_path: Path) -> None:
    figures = [(0.2, 0.1), (0.4, 0.3), (0.6, 0.2), (0.9, None)]
    runs = [[headline("partial", one), headline("own", other)] for one, other in figures]
    (found,) = comparing.correlations(runs, {"s": "own"}, [1])
    assert found.runs == 3
    assert found.pearson == pytest.approx(0.5) and found.spearman == pytest.approx(0.5)
    (few,) = comparing.correlations(runs[:2], {"s": "own"}, [1])
    assert (few.runs, few.pearson, few.spearman) == (2, None, None)
    assert scoring.pooled(runs[0])["s", "own", 1].value == 0.1
