"""The same facts in several wordings: worked out by hand, and by the formulas written out."""

import math
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
import pytest

from kgforge import statistics
from kgforge.errors import BenchmarkError
from kgforge.schema import Score
from kgforge.scoring import Fluency, read_fluency, rewording
from kgforge.scoring.rewording import Worded


def worded(group: str, *ranks: tuple[float, float], fluency: Sequence[float] = ()) -> list[Worded]:
    """Facts of a group in two wordings: the ranks in the template, and in the translation."""
    return [
        Worded(
            f"{group}{at}",
            group,
            0,
            generator,
            rank,
            fluency=fluency[turn] if fluency else None,
        )
        for turn, generator in enumerate(("template", "translation"))
        for at, rank in enumerate(pair[turn] for pair in ranks)
    ]


FACTS: Final = [
    *worded("a", (1, 1), (2, 1), (4, 1), (9, 2)),
    *worded("b", (1, 3), (2, 1)),
]
"""In a 1 of 4 and then 3 of 4 are first; in b each time 1 of 2."""


def of(
    scores: Sequence[Score], metric: str, by: Mapping[str, str] = {}, k: int | None = 1
) -> Score:
    [found] = [
        one
        for one in scores
        if (one.metric, one.k, one.group) == (metric, k, None) and by.items() <= one.by.items()
    ]
    return found


def test_each_group_counts_once() -> None:
    scores = list(rewording.compared("fact", FACTS, (1, 3)))
    hits = {"template": (1 / 4 + 1 / 2) / 2, "translation": (3 / 4 + 1 / 2) / 2}
    ranks = {"template": (16 / 4 + 3 / 2) / 2, "translation": (5 / 4 + 4 / 2) / 2}
    for generator, hit in hits.items():
        by = {"generator": generator, "average": "macro"}
        assert of(scores, "hit", by).value == hit
        assert of(scores, "mean_rank", by, None).value == ranks[generator]
    [group] = [
        one
        for one in scores
        if (one.group, one.metric, one.by) == ("a", "mean_rank", {"generator": "template"})
    ]
    assert (group.value, group.items) == (4, 4)


def test_wordings_are_held_against_one_another_on_the_same_facts() -> None:
    alone = Worded("a9", "a", 0, "translation", 1)
    scores = list(rewording.compared("fact", [*FACTS, alone], (1,)))
    by = {"generator": "translation", "against": "template"}
    gain = of(scores, "wording_gain", by)
    assert gain.value == ((3 - 1) / 4 + 0) / 2, "a fact that was asked in one alone is none"
    assert (gain.low, gain.high) == (0, 0.5)
    only = of(scores, "wording_only", by)
    assert (only.numerator, only.denominator, only.value) == (3, 4, 0.75)
    assert only.p == pytest.approx(2 * (4 + 1) / 2**4), "two tails of a binomial of a half"


def test_the_same_groups_are_drawn_for_both_wordings() -> None:
    """Of each group this wording has half more: however groups are drawn, that is the gain."""
    facts = worded("a", (2, 1), (2, 2)) + worded("b", (1, 1), (2, 1)) + worded("c", (2, 1), (1, 1))
    gain = of(list(rewording.compared("fact", facts, (1,))), "wording_gain")
    assert (gain.value, gain.low, gain.high) == (0.5, 0.5, 0.5)


def test_a_mean_of_groups_that_are_all_right_has_an_interval() -> None:
    facts = worded("a", (1, 2), (1, 2)) + worded("b", (1, 2), (1, 2))
    scores = list(rewording.compared("fact", facts, (1,)))
    for generator, value in (("template", 1), ("translation", 0)):
        found = of(scores, "hit", {"generator": generator, "average": "macro"})
        assert (found.value, found.low, found.high) == (value, *statistics.wilson(2 * value, 2))


def test_what_differs_nowhere_is_not_tested() -> None:
    scores = list(rewording.compared("fact", worded("a", (1, 1), (2, 2)), (1,)))
    only = of(scores, "wording_only")
    assert (only.value, only.denominator, only.p) == (None, 0, msgspec.UNSET)
    assert b'"p"' not in msgspec.json.encode(only)


def test_a_fact_that_recurs_in_items_counts_once_as_it_was_answered_first() -> None:
    """One fact in nine paths and another in one: two facts, and no test of ten."""
    facts = [
        Worded(f"path-{at}", "a", 0, generator, rank, about=("Q1", "P1", "Q2", "object"))
        for at in range(9)
        for generator, rank in (("template", 2), ("translation", 1 if at < 8 else 2))
    ]
    facts += [
        Worded("path-9", "a", 0, generator, rank, about=("Q3", "P1", "Q4", "object"))
        for generator, rank in (("template", 1), ("translation", 2))
    ]
    scores = list(rewording.compared("path", facts, (1,)))
    by = {"generator": "translation", "against": "template"}
    only = of(scores, "wording_only", by)
    assert (only.numerator, only.denominator, only.items, only.p) == (1, 2, 2, 1)
    gain = of(scores, "wording_gain", by)
    assert (gain.value, gain.items) == (0, 2)
    assert gain.note == "mean over 1 groups; 2 facts, which recur: asked 10 times"
    hit = of(scores, "hit", {"generator": "translation", "average": "macro"})
    assert (hit.value, hit.items) == (0.5, 2)
    [group] = [one for one in scores if (one.group, one.metric, one.by["generator"]) == (
        "a", "hit", "translation"
    )]  # fmt: skip
    assert (group.numerator, group.denominator, group.items) == (1, 2, 2)


def test_a_fact_that_recurs_in_other_groups_counts_in_each_of_them() -> None:
    """In the mean over groups; where all are pooled, it counts once."""
    facts = [
        Worded(f"{group}1", group, 0, generator, rank, about=("Q1", "P1", "Q2", "object"))
        for group in "ab"
        for generator, rank in (("template", 2), ("translation", 1))
    ]
    scores = list(rewording.compared("path", facts, (1,)))
    assert of(scores, "wording_gain").denominator == 2
    assert (of(scores, "wording_only").denominator, of(scores, "wording_only").items) == (1, 1)


def test_open_answers_have_no_mean_rank() -> None:
    facts = [Worded("i", "a", 0, name, math.inf, is_ranked=False) for name in ("x", "y")]
    found = {one.metric for one in rewording.compared("fact", facts, (1,))}
    assert found == {"hit", "wording_gain", "wording_only"}


def test_gains_go_with_fluency() -> None:
    """Pearson's formula and Fisher's interval, written out."""
    drawn = random.Random(3)
    facts, gains, fluent = [], [], []
    for group in "abcdefgh":
        pairs = [(drawn.choice([1, 2]), drawn.choice([1, 2])) for _ in range(10)]
        level = drawn.random()
        facts += worded(group, *pairs, fluency=(0.25, 0.25 + level))
        gains.append(sum((b == 1) - (a == 1) for a, b in pairs) / 10)
        fluent.append(level)
    found = of(list(rewording.compared("fact", facts, (1,))), "fluency_pearson")
    n = len(gains)
    x, y = ([one - sum(each) / n for one in each] for each in (fluent, gains))
    r = sum(a * b for a, b in zip(x, y, strict=True)) / math.sqrt(
        sum(a * a for a in x) * sum(b * b for b in y)
    )
    assert found.value == pytest.approx(r)
    reach = 1.959964 / math.sqrt(n - 3)
    assert found.low == pytest.approx(math.tanh(math.atanh(r) - reach), abs=1e-6)
    assert found.high == pytest.approx(math.tanh(math.atanh(r) + reach), abs=1e-6)
    assert 0 < float(found.p or 0) < 1


def test_two_groups_have_no_correlation() -> None:
    facts = worded("a", (1, 2), fluency=(0, 1)) + worded("b", (2, 1), fluency=(0, 2))
    found = of(list(rewording.compared("fact", facts, (1,))), "fluency_pearson")
    assert (found.value, found.low, found.p) == (None, None, msgspec.UNSET)
    assert statistics.pearson([1, 1, 1], [1, 2, 3]) is None


def test_fluency_is_read_by_item_and_by_relation(tmp_path: Path) -> None:
    path = tmp_path / "qe.tsv"
    path.write_text(
        "id\trelation\tlanguage\twording\tscore\n"
        "fact-1\t\t\ttemplate\t0.5\n"
        "\tP19\tcs\ttemplate\t0.25\n"
        "\twdt:P19\t\ttemplate\t-1\n"
    )
    found = read_fluency(path)
    assert found.of("fact-1", "wdt:P19", "template", "cs") == 0.5
    assert found.of("fact-2", "wdt:P19", "template", "cs") == 0.25
    assert found.of("fact-2", "wdt:P19", "template", "da") == -1
    assert found.of("fact-2", "wdt:P20", "template", "cs") is None
    assert found
    assert not Fluency()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "its columns must be"),
        ("wording\tscore\na\t1\n", "its columns must be"),
        ("id\twording\tscore\ni\ta\thigh\n", ":2: a score must be a number, and 'high' is none"),
        ("id\twording\tscore\ni\ta\tnan\n", ":2: a score must be a number"),
        ("id\twording\tscore\ni\ta\n", ":2: a score must be a number"),
        (b"\xff", "no table of tab-separated UTF-8"),
    ],
)
def test_a_damaged_file_of_fluency_says_so(text: str | bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "qe.tsv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BenchmarkError, match=said):
        read_fluency(path)
