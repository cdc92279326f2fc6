"""Pairs of runs: what is paired, what differs, and what such sizes can show; by hand."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from kgforge import comparing, scoring
from kgforge.comparing import Comparison
from kgforge.schema import Item, Score
from kgforge.statistics import detectable_apart, detectable_paired
from tests.handmade import answers, fact, item, write_benchmark, write_run


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
    (found,) = comparing.compare(runs, bench, [1])
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


def test_conditional_metrics_have_samples_of_their_own(tmp_path: Path) -> None:
    """Both of 30 of 50 that the one knows any of; 20 of 80 for the other."""
    couples = [
        item(f"i{n}", "s", "g", fact("f", f"{n}a", "P26", f"{n}b"), fact("b", f"{n}b", "P26", "x"))
        for n in range(100)
    ]
    first = [[True, True]] * 30 + [[True, False]] * 20 + [[False, False]] * 50
    second = [[True, True]] * 20 + [[False, True]] * 60 + [[False, False]] * 20
    found = compared(tmp_path, couples, "both_given_either", first, second)
    assert (found.paired, found.sizes) == (False, (50, 80))
    assert found.difference == pytest.approx(30 / 50 - 20 / 80)
    assert found.detectable == pytest.approx(detectable_apart(0.25, 50, 80))


def test_wordings_of_an_item_are_one_pair(tmp_path: Path) -> None:
    items = [one(f"i{n}", prompts=2) for n in range(60)]
    first = [[True, True]] * 40 + [[True, False]] * 20
    second = [[True, False]] * 40 + [[False, False]] * 20
    found = compared(tmp_path, items, "hit", first, second)
    assert (found.paired, found.sizes) == (True, (60, 60))
    assert found.difference == pytest.approx(100 / 120 - 40 / 120)
    assert found.detectable == pytest.approx(detectable_paired([0.5] * 60) or 0)


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
