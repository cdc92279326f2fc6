"""Scores of hand-made runs: planted values, and a plain recount of random ones."""

import itertools
import random
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from scipy import stats

from kgforge import scoring
from kgforge.errors import AddressError, BenchmarkError
from kgforge.reporting.runs import read_runs
from kgforge.schema import Item, Response, Score, folders
from kgforge.statistics import wilson
from tests.worlds.handmade import answers, by_token, fact, item, ranking, write_benchmark, write_run

SYMMETRY = {"symmetry": "both_given_either"}
HIERARCHY = {"hierarchy": "composed_given_premises"}


def couple(name: str, group: str = "wdt:P26", *, prompts: int = 1) -> Item:
    """a and b of the item's own, married to one another."""
    a, b = f"{name} a", f"{name} b"
    return item(
        name,
        "symmetry",
        group,
        fact("forward", a, "P26", b, prompts=prompts),
        fact("backward", b, "P26", a, prompts=prompts),
    )


def said(name: str, forward: int, backward: int, *, prompt: int = 0) -> list[Response]:
    """Answers that have the right one at these places, from 1; 0: nowhere."""
    return [
        answers(name, "forward", _list(f"{name} b", forward), prompt=prompt),
        answers(name, "backward", _list(f"{name} a", backward), prompt=prompt),
    ]


def _list(right: str, place: int) -> list[str]:
    return [right if place == position else f"wrong {position}" for position in range(1, 6)]


def score(
    folder: Path,
    items: Sequence[Item],
    responses: Sequence[Response],
    own: dict[str, str] = SYMMETRY,
    ks: Sequence[int] = (1, 3, 5),
) -> list[Score]:
    benchmark = write_benchmark(folder / "bench", items, own)
    return scoring.score_run(write_run(folder / "run", responses), benchmark, ks)


def one(scores: Sequence[Score], metric: str, k: int, group: str | None = None, **by: str) -> Score:
    (found,) = [
        each
        for each in scores
        if (each.metric, each.k, each.group, each.by) == (metric, k, group, by)
    ]
    return found


def ratio(found: Score) -> tuple[float, float]:
    return found.numerator, found.denominator


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> list[Score]:
    """Four couples: both at 1; one at 1 and one at 3; one at 5; none."""
    items = [couple("i1"), couple("i2"), couple("i3", "wdt:P47"), couple("i4", "wdt:P47")]
    places = [said("i1", 1, 1), said("i2", 1, 3), said("i3", 0, 5), said("i4", 0, 0)]
    return score(tmp_path_factory.mktemp("planted"), items, list(itertools.chain(*places)))


@pytest.mark.parametrize(
    ("metric", "at_1", "at_3", "at_5"),
    [
        ("both_given_either", (1, 2), (2, 2), (2, 3)),
        ("all_roles", (1, 4), (2, 4), (2, 4)),
        ("hit", (3, 8), (4, 8), (5, 8)),
        ("target_hit", (3, 8), (4, 8), (5, 8)),
        ("partial", (2, 4), (2, 4), (3, 4)),
    ],
)
def test_planted_ratios(
    planted: list[Score],
    metric: str,
    at_1: tuple[int, int],
    at_3: tuple[int, int],
    at_5: tuple[int, int],
) -> None:
    found = [one(planted, metric, k) for k in (1, 3, 5)]
    assert list(map(ratio, found)) == [at_1, at_3, at_5]
    assert [each.value for each in found] == [n / d for n, d in (at_1, at_3, at_5)]
    assert [each.items for each in found] == [4, 4, 4]


def test_planted_roles(planted: list[Score]) -> None:
    assert ratio(one(planted, "hit", 1, role="forward")) == (2, 4)
    assert ratio(one(planted, "hit", 5, role="backward")) == (3, 4)


def test_planted_groups_and_their_mean(planted: list[Score]) -> None:
    assert ratio(one(planted, "both_given_either", 5, "wdt:P26")) == (2, 2)
    assert ratio(one(planted, "both_given_either", 5, "wdt:P47")) == (0, 1)
    macro = one(planted, "both_given_either", 5, average="macro")
    assert (macro.value, macro.denominator, macro.items) == (0.5, 2, 4)
    # items of a group are wholly alike, so that two groups that differ are worth one item
    assert (macro.low, macro.high) == pytest.approx(wilson(0.5, 1))
    assert macro.note == "mean over 2 groups; worth few independent items (1)"


def test_nothing_over_nothing_is_undefined(planted: list[Score]) -> None:
    nothing = one(planted, "both_given_either", 1, "wdt:P47")
    assert (nothing.numerator, nothing.denominator) == (0, 0)
    assert (nothing.value, nothing.low, nothing.high) == (None, None, None)
    macro = one(planted, "both_given_either", 1, average="macro")
    assert (macro.value, macro.low, macro.high) == (0.5, None, None)
    assert macro.note == "mean over 1 groups; 1 undefined"


def test_intervals_are_wilsons_of_as_many_items_as_they_are_worth(planted: list[Score]) -> None:
    alone, shared = one(planted, "both_given_either", 5), one(planted, "hit", 5)
    assert (alone.low, alone.high) == pytest.approx(wilson(alone.numerator, alone.denominator))
    eight = stats.binomtest(5, 8).proportion_ci(method="wilson")
    assert shared.low is not None and shared.high is not None
    assert shared.low < eight.low and eight.high < shared.high  # the facts of an item are alike


def test_a_small_denominator_is_warned_of(tmp_path: Path) -> None:
    names = [f"i{number}" for number in range(30)]
    responses = [each for name in names for each in said(name, 1, 1)]
    scores = score(tmp_path / "30", [couple(name) for name in names], responses)
    assert one(scores, "both_given_either", 1).note == ""
    fewer = score(tmp_path / "29", [couple(name) for name in names[1:]], responses[2:])
    assert one(fewer, "both_given_either", 1).note == "small denominator (29)"


def test_a_hierarchy_counts_the_conclusion_given_the_premises(tmp_path: Path) -> None:
    def chain(name: str) -> Item:
        x, y, z = (f"{name} {letter}" for letter in "xyz")
        return item(
            name,
            "hierarchy",
            "wdt:P279",
            fact("first", x, "P279", y),
            fact("second", y, "P279", z),
            fact("composed", x, "P279", z, holds=None),
        )

    plan = list(itertools.product([False, True], repeat=3))
    names = [f"i{number}" for number in range(len(plan))]
    responses = [
        answers(name, role, [f"{name} {right}" if hit else "wrong"])
        for name, hits in zip(names, plan, strict=True)
        for role, right, hit in zip(("first", "second", "composed"), "yzz", hits, strict=True)
    ]
    scores = score(tmp_path, [chain(name) for name in names], responses, HIERARCHY)
    assert ratio(one(scores, "composed_given_premises", 1)) == (1, 2)
    assert ratio(one(scores, "partial", 1)) == (2, 8)
    assert ratio(one(scores, "all_roles", 1)) == (1, 8)
    assert ratio(one(scores, "hit", 1)) == (12, 24)


def test_other_true_objects_and_aliases_are_hits_but_only_the_target_is_one(tmp_path: Path) -> None:
    borders = item(
        "i",
        "symmetry",
        "wdt:P47",
        fact("forward", "Norway", "P47", "Sweden", others=["Finland"], aliases=["Sverige"]),
        fact("backward", "Sweden", "P47", "Norway", others=["Finland"]),
    )
    responses = [
        answers("i", "forward", ["sverige."]),
        answers("i", "backward", ["Finland", "Oslo", "Norway"]),
    ]
    scores = score(tmp_path, [borders], responses)
    assert ratio(one(scores, "hit", 1)) == (2, 2)
    assert ratio(one(scores, "target_hit", 1, role="forward")) == (1, 1)
    assert ratio(one(scores, "target_hit", 1, role="backward")) == (0, 1)
    assert ratio(one(scores, "target_hit", 3, role="backward")) == (1, 1)


def test_another_object_s_alias_is_no_hit_on_the_target(tmp_path: Path) -> None:
    asked = fact("forward", "Norway", "P47", "Sweden", others=["Finland"], aliases=["Sverige"])
    named = [msgspec.structs.replace(asked.answers[1], aliases=("Suomi",))]
    asked = msgspec.structs.replace(asked, answers=(asked.answers[0], *named))
    borders = item("i", "fact", "wdt:P47", asked)
    scores = score(tmp_path, [borders], [answers("i", "forward", ["Suomi"])], {"fact": "hit"})
    assert ratio(one(scores, "hit", 1)) == (1, 1)
    assert ratio(one(scores, "target_hit", 1)) == (0, 1)


def test_the_best_wording_of_a_target_is_its_own(tmp_path: Path) -> None:
    """The first wording gives another true object, the second gives the target third."""
    borders = item("i", "fact", "wdt:P47", fact("f", "a", "P47", "b", others=["c"], prompts=2))
    responses = [answers("i", "f", ["c"]), answers("i", "f", ["x", "y", "b"], prompt=1)]
    scores = score(tmp_path, [borders], responses, {"fact": "hit"})
    assert ratio(one(scores, "hit", 1, prompts="best")) == (1, 1)
    assert ratio(one(scores, "target_hit", 1, prompts="best")) == (0, 1)
    assert ratio(one(scores, "target_hit", 3, prompts="best")) == (1, 1)


def test_a_mean_over_groups_takes_each_group_once_whatever_its_roles(planted: list[Score]) -> None:
    groups = [one(planted, "hit", 1, group).value for group in ("wdt:P26", "wdt:P47")]
    mean = one(planted, "hit", 1, average="macro")
    assert mean.denominator == 2
    assert mean.value == pytest.approx(sum(value or 0 for value in groups) / 2)


def test_wordings_are_pooled_and_each_is_shown(tmp_path: Path) -> None:
    """Two couples, two wordings: (both, one), then (one, the other)."""
    items = [couple("i1", prompts=2), couple("i2", prompts=2)]
    responses = [
        *said("i1", 1, 1),
        *said("i1", 1, 0, prompt=1),
        *said("i2", 1, 0),
        *said("i2", 0, 1, prompt=1),
    ]
    scores = score(tmp_path, items, responses)
    metric = "both_given_either"
    pooled = one(scores, metric, 1)
    assert (ratio(pooled), pooled.items) == ((1, 4), 2)
    assert pooled.note == "small denominator (2); 4 wordings of 2 items pooled"
    one_each = stats.binomtest(1, 4).proportion_ci(method="wilson")
    assert pooled.low is not None and pooled.low < one_each.low
    assert pooled.high is not None and pooled.high > one_each.high
    assert ratio(one(scores, metric, 1, prompt="0")) == (1, 2)
    assert ratio(one(scores, metric, 1, prompt="1")) == (0, 2)
    mean = one(scores, metric, 1, prompts="mean")
    assert (mean.value, mean.numerator, mean.denominator) == (0.25, 0.5, 2)
    best = one(scores, metric, 1, prompts="best")
    assert ratio(best) == (2, 2)
    assert "oracle" in best.note


def test_one_wording_has_no_slices_of_wordings(planted: list[Score]) -> None:
    assert not [each for each in planted if {"prompt", "prompts"} & set(each.by)]


def test_a_fact_with_fewer_wordings_starts_again(tmp_path: Path) -> None:
    chain = item(
        "i",
        "path",
        "wdt:P26+wdt:P27",
        fact("first", "a", "P26", "b", prompts=3),
        fact("second", "b", "P27", "c", prompts=2),
    )
    responses = [
        answers("i", "first", ["b"], prompt=0),
        answers("i", "first", ["no"], prompt=1),
        answers("i", "first", ["b"], prompt=2),
        answers("i", "second", ["c"], prompt=0),
        answers("i", "second", ["no"], prompt=1),
    ]
    scores = score(tmp_path, [chain], responses, {"path": "both_given_either"})
    assert ratio(one(scores, "both_given_either", 1)) == (2, 2)
    assert ratio(one(scores, "hit", 1, role="second")) == (2, 3)
    assert ratio(one(scores, "both_given_either", 1, prompt="2")) == (1, 1)


def test_prompts_that_cannot_be_asked_are_counted_and_left_out(tmp_path: Path) -> None:
    why = "not askable: the slot is not at the end"
    items = [couple("i1", prompts=2), couple("i2"), couple("i3")]
    responses = [
        answers("i1", "forward", ["i1 b"]),
        answers("i1", "forward", error=why, prompt=1),
        answers("i1", "backward", error=why),
        answers("i1", "backward", ["i1 a"], prompt=1),
        answers("i2", "forward", ["i2 b"]),
        answers("i2", "backward", error=why),
    ]
    found = one(score(tmp_path, items, responses), "both_given_either", 1)
    assert (ratio(found), found.items) == ((1, 1), 1)
    assert found.note.split("; ") == [
        "small denominator (1)",
        "1 of 3 items not asked",
        "1 items left out, for want of an answer to some fact",
        f"3 prompts {why}",
    ]


def test_a_run_that_could_be_asked_nothing_has_undefined_scores(tmp_path: Path) -> None:
    responses = [answers("i1", role, error="not askable") for role in ("forward", "backward")]
    found = one(score(tmp_path, [couple("i1")], responses), "both_given_either", 1)
    assert (found.value, found.items) == (None, 0)


def test_a_pattern_that_was_not_asked_has_no_scores(tmp_path: Path) -> None:
    other = item("j", "path", "g", fact("first", "a", "P26", "b"))
    own = {**SYMMETRY, "path": "both_given_either"}
    scores = score(tmp_path, [couple("i1"), other], said("i1", 1, 1), own)
    assert {each.pattern for each in scores} == {"symmetry"}


def capital(candidates: Sequence[str]) -> Item:
    return item("i", "fact", "wdt:P36", fact("f", "x", "P36", "b", candidates=candidates))


@pytest.mark.parametrize(
    ("sums", "ranks_at"),
    [
        ({"a": [-3.0], "b": [-0.5, -0.5], "c": [-4.0], "d": [-9.0]}, 1),
        ({"a": [-1.0], "b": [-3.0], "c": [-2.0], "d": [-9.0]}, 3),
        ({"a": [-1.0], "b": [-1.0], "c": [-2.0], "d": [-9.0]}, 1.5),
        ({"a": [-1.0], "b": [-1.0], "c": [-0.5, -0.5], "d": [-1.0]}, 2.5),
    ],
)
def test_ranking_reads_the_summed_log_probabilities(
    tmp_path: Path, sums: dict[str, list[float]], ranks_at: float
) -> None:
    benchmark = write_benchmark(tmp_path / "bench", [capital("acd")], {"fact": "hit"})
    run = write_run(tmp_path / "run", [ranking("i", "f", sums)])
    scores = scoring.score_run(run, benchmark, (1, 2, 3))
    values = [one(scores, "hit", k).value for k in (1, 2, 3)]
    assert values == [float(ranks_at <= k) for k in (1, 2, 3)]
    assert "4 candidates ranked, by chance 0.250" in one(scores, "hit", 1).note
    more = scoring.score_run(run, benchmark, (9,))
    assert "4 candidates ranked, by chance 1.000" in one(more, "hit", 9).note


def guessed(item_: Item, places: Sequence[int]) -> list[Response]:
    """Each fact's target at some place among its candidates, from 0."""
    responses = []
    for asked, place in zip(item_.facts, places, strict=True):
        order = [named.label for named in asked.candidates if named != asked.object]
        order.insert(place, asked.object.label)
        ranks = {label: [-float(rank)] for rank, label in enumerate(order)}
        responses.append(ranking(item_.id, asked.role, ranks))
    return responses


@pytest.mark.parametrize("metric", ["hit", "target_hit"])
def test_chance_is_the_mean_over_all_orders_of_the_facts_counted(
    tmp_path: Path, metric: str
) -> None:
    """Two, three and four candidates; the third fact must not hold, and is no hit to be had."""
    asked = item(
        "i",
        "fact",
        "g",
        fact("f", "x", "P36", "b", candidates="a"),
        fact("g", "x", "P47", "b", candidates="ac", holds=None),
        fact("h", "b", "P36", "x", candidates="acd", holds=False),
    )
    slices: list[dict[str, str]] = [{}, {"role": "f"}, {"role": "g"}, {"role": "h"}]
    every: dict[tuple[int, int], list[float]] = {}
    notes: dict[tuple[int, int], str] = {}
    bench = write_benchmark(tmp_path / "bench", [asked], {"fact": "hit"})
    orders = list(itertools.product(range(2), range(3), range(4)))
    for places in orders:
        run = write_run(tmp_path / str(places), guessed(asked, places))
        for found in scoring.score_run(run, bench, (1, 2, 3)):
            if found.metric == metric and found.group is None and found.by in slices:
                at = (slices.index(found.by), found.k or 0)
                every.setdefault(at, []).append(found.value or 0)
                notes[at] = found.note
    assert len(every) == 12
    for at, values in every.items():
        assert len(values) == len(orders)
        assert f"ranked, by chance {sum(values) / len(values):.3f}" in notes[at]
    assert "2.5 candidates ranked" in notes[0, 1]
    assert "4 candidates ranked" in notes[3, 1]


def test_chance_is_of_the_facts_that_were_ranked(tmp_path: Path) -> None:
    asked = item(
        "i", "fact", "g", fact("f", "x", "P36", "b", candidates="acd"), fact("g", "x", "P47", "b")
    )
    responses = [ranking("i", "f", {name: [-1.0] for name in "abcd"}), answers("i", "g", ["b"])]
    scores = score(tmp_path, [asked], responses, {"fact": "hit"})
    said = "4 candidates ranked for 1 of 2 facts, by chance 0.250"
    assert said in one(scores, "hit", 1).note
    assert "4 candidates ranked, by chance 0.250" in one(scores, "hit", 1, role="f").note
    assert "by chance" not in one(scores, "hit", 1, role="g").note


def test_mask_average_reads_the_mean_of_the_answer_s_tokens(tmp_path: Path) -> None:
    """A long answer of likely tokens, the target, beside a short and less likely one."""
    said = ranking("i", "f", {"a": [-1.5], "b": [-1.0, -1.0, -1.0], "c": [-2.0, -0.5]})
    for method, ranks_at in (("mask_average", 1), ("answer_l2r", 3)):
        response = msgspec.structs.replace(said, method=method)
        folder = tmp_path / method
        scores = score(folder, [capital("ac")], [response], {"fact": "hit"})
        assert [one(scores, "hit", k).value for k in (1, 3)] == [float(ranks_at == 1), 1.0]


# ── Token by token ──────────────────────────────────────────────────────────────────────────────
def test_a_token_average_stands_beside_the_strict_scores(tmp_path: Path) -> None:
    """Of the first couple 1 and 2 of 2 tokens at one answer, of the second 2 of 3 and 0 of 1."""
    items = [couple("i1"), couple("i2", "wdt:P47")]
    responses = [
        by_token("i1", "forward", [1, 4]),
        by_token("i1", "backward", [1, 1]),
        by_token("i2", "forward", [1, 3, 1]),
        by_token("i2", "backward", [2]),
    ]
    scores = score(tmp_path, items, responses)
    average = [one(scores, "token_average", k) for k in (1, 3, 5)]
    sums = [1 / 2 + 1 + 2 / 3 + 0, 1 / 2 + 1 + 1 + 1, 4]
    assert [each.numerator for each in average] == pytest.approx(sums)
    assert [each.denominator for each in average] == [4, 4, 4]
    assert scoring.FRACTIONAL in average[0].note
    forward = one(scores, "token_average", 1, role="forward")
    assert ratio(forward) == pytest.approx((1 / 2 + 2 / 3, 2))
    for each in (forward, average[0]):
        assert each.low is not None and each.value is not None and each.high is not None
        assert each.low < each.value < each.high
    macro = one(scores, "token_average", 1, average="macro")
    assert macro.value == pytest.approx((3 / 4 + 1 / 3) / 2)
    for metric in ("hit", "target_hit"):
        assert [ratio(one(scores, metric, k)) for k in (1, 3, 5)] == [(1, 4), (3, 4), (4, 4)]
    strict = [ratio(one(scores, "both_given_either", k)) for k in (1, 3, 5)]
    assert strict == [(0, 1), (1, 2), (2, 2)]


def test_the_best_wording_of_tokens_is_one_of_the_wordings(tmp_path: Path) -> None:
    """At one answer the second wording has more of the tokens, at three the first."""
    asked = item("i", "fact", "g", fact("f", "a", "P47", "b", prompts=2))
    responses = [by_token("i", "f", [2, 2, 2]), by_token("i", "f", [1, 9], prompt=1)]
    scores = score(tmp_path, [asked], responses, {"fact": "hit"})
    found = [one(scores, "token_average", k, prompts="best").value for k in (1, 3)]
    assert found == [0.5, 1]
    assert [one(scores, "hit", k, prompts="best").value for k in (1, 3)] == [0, 1]


def test_open_answers_have_no_token_average(planted: list[Score]) -> None:
    assert "token_average" not in {each.metric for each in planted}


SCORED = by_token("i1", "forward", [1, 4]).candidates[0]


@pytest.mark.parametrize(
    "fields",
    [
        {"ranks": ()},
        {"ranks": (1, 4, 2)},
        {"candidates": ()},
        {"candidates": (SCORED, SCORED)},
        {"candidates": (msgspec.structs.replace(SCORED, tokens=("t",)),)},
        {"candidates": (msgspec.structs.replace(SCORED, logprobs=()),)},
        {"candidates": (msgspec.structs.replace(SCORED, tokens=(), logprobs=()),), "ranks": ()},
    ],
)
def test_a_damaged_answer_token_by_token_is_an_error(
    tmp_path: Path, fields: dict[str, object]
) -> None:
    """To whoever reads it: for scores, and for the pages that show single items."""
    damaged = msgspec.structs.replace(by_token("i1", "forward", [1, 4]), **fields)
    says = r"item i1, role 'forward': method 'token_average' has \d ranks .*: probe again$"
    with pytest.raises(BenchmarkError, match=says):
        score(tmp_path, [couple("i1")], [damaged])
    with pytest.raises(BenchmarkError, match=says):
        read_runs([tmp_path / "run"], tmp_path / "bench")


def test_ranking_without_the_target_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match=r"target 'b' is not among the 1 .*: name the ben"):
        score(tmp_path, [capital("a")], [ranking("i", "f", {"a": [-1.0]})], {"fact": "hit"})


def test_legacy_matching_says_so(tmp_path: Path) -> None:
    benchmark = write_benchmark(tmp_path / "bench", [couple("i1")], SYMMETRY)
    responses = [
        answers("i1", "forward", ["It is i1 b, of course"]),
        answers("i1", "backward", ["i1 a"]),
    ]
    run = write_run(tmp_path / "run", responses)
    assert ratio(one(scoring.score_run(run, benchmark, [1]), "hit", 1)) == (1, 2)
    legacy = scoring.score_run(run, benchmark, [1], legacy=True)
    assert ratio(one(legacy, "hit", 1, matching="legacy")) == (2, 2)
    assert all(each.by["matching"] == "legacy" for each in legacy)


def test_roles_that_repeat_are_answered_by_prompts_whose_numbers_go_on(tmp_path: Path) -> None:
    entity = item(
        "i",
        "entity",
        "wd:Q5",
        fact("about", "x", "P26", "b", prompts=2),
        fact("about", "x", "P27", "c", prompts=1),
        fact("about", "x", "P36", "d", prompts=3),
    )
    said = {0: "b", 1: "no", 2: "c", 3: "no", 4: "no", 5: "d"}
    responses = [answers("i", "about", [text], prompt=number) for number, text in said.items()]
    scores = score(tmp_path, [entity], responses, {"entity": "hit"})
    assert ratio(one(scores, "hit", 1)) == (6, 9)  # the second and the first start again
    assert ratio(one(scores, "hit", 1, prompt="0")) == (2, 3)
    assert ratio(one(scores, "hit", 1, prompt="2")) == (3, 3)


def test_wordings_of_an_item_are_no_independent_trials(tmp_path: Path) -> None:
    """Three groups of items with 1 wording each, missed, and three with 9, hit."""
    items, said = [], []
    for number in range(6):
        prompts, text = (1, "no") if number < 3 else (9, "b")
        items.append(
            item(
                f"i{number}",
                "entity",
                f"g{number}",
                fact("about", "x", "P26", "b", prompts=prompts),
            )
        )
        said += [answers(f"i{number}", "about", [text], prompt=turn) for turn in range(prompts)]
    found = one(score(tmp_path, items, said, {"entity": "facts_known"}), "facts_known", 1)
    assert ratio(found) == (27, 30)
    low, high = wilson(27, 30)
    assert low is not None and high is not None
    assert found.low is not None and found.low < low - 0.3
    assert found.high is not None and found.high > high


@pytest.mark.parametrize(
    ("response", "complaint"),
    [
        (answers("elsewhere", "forward", ["x"]), "answers item 'elsewhere', which"),
        (answers("i1", "sideways", ["x"]), "an answer to prompt 0 of role 'sideways'"),
        (answers("i1", "forward", ["x"]), "a second answer to prompt 0 of role 'forward'"),
    ],
)
def test_responses_that_do_not_fit_are_refused(
    tmp_path: Path, response: Response, complaint: str
) -> None:
    with pytest.raises(BenchmarkError, match=f"{complaint}.*: name the ben.*probe again$"):
        score(tmp_path, [couple("i1")], [*said("i1", 1, 1), response])


@pytest.mark.parametrize(
    ("pattern", "where"), [("symmetry", "symmetry"), ("path", "symmetry and path")]
)
def test_two_items_of_one_id_are_refused(tmp_path: Path, pattern: str, where: str) -> None:
    twin = msgspec.structs.replace(couple("i1"), pattern=pattern)
    own = {**SYMMETRY, "path": "both_given_either"}
    with pytest.raises(BenchmarkError, match=rf"two items have the id 'i1' \(in {where}\)"):
        score(tmp_path, [couple("i1"), couple("i2"), twin], said("i1", 1, 1), own)


def test_a_damaged_line_names_file_and_line(tmp_path: Path) -> None:
    benchmark = write_benchmark(tmp_path / "bench", [couple("i1")], SYMMETRY)
    run = write_run(tmp_path / "run", said("i1", 1, 1))
    path = run / "responses.jsonl"
    path.write_bytes(path.read_bytes()[:-20] + b"\n")
    with pytest.raises(BenchmarkError, match=r"responses\.jsonl:2: damaged: .*again \(--force\)$"):
        scoring.score_run(run, benchmark)


@pytest.mark.parametrize(
    "absent", ["bench/manifest.json", "bench/symmetry.jsonl", "run/responses.jsonl"]
)
def test_a_missing_file_is_named_with_what_would_do(tmp_path: Path, absent: str) -> None:
    benchmark = write_benchmark(tmp_path / "bench", [couple("i1")], SYMMETRY)
    run = write_run(tmp_path / "run", said("i1", 1, 1))
    (tmp_path / absent).unlink()
    with pytest.raises(BenchmarkError, match=f"cannot read .*{absent.split('/')[1]} .*: "):
        scoring.score_run(run, benchmark)


def test_an_unknown_metric_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AddressError, match="no 'luck' among metrics"):
        score(tmp_path, [couple("i1")], said("i1", 1, 1), {"symmetry": "luck"})


def test_scores_are_written_and_read_back_with_the_same_bytes(
    tmp_path: Path, planted: list[Score]
) -> None:
    path = tmp_path / "scores.json"
    scoring.write_scores(planted, path)
    first = path.read_bytes()
    assert folders.read_scores(path) == planted
    scoring.write_scores(folders.read_scores(path), path)
    assert path.read_bytes() == first


def test_scores_come_in_a_fixed_order(planted: list[Score]) -> None:
    groups = [each.group for each in planted]
    assert groups == sorted(groups, key=lambda group: (group is not None, group or ""))
    assert planted[0].metric == "both_given_either"
    order = [(each.k, each.by) for each in planted if each.metric == "hit" and not each.group]
    assert order[:4] == [
        (1, {}),
        (1, {"role": "forward"}),
        (1, {"role": "backward"}),
        (1, {"average": "macro"}),
    ]


def test_a_random_run_agrees_with_a_plain_recount(tmp_path: Path) -> None:
    chance = random.Random(5)
    names = [f"i{number}" for number in range(120)]
    items = [couple(name, chance.choice(["g1", "g2", "g3"])) for name in names]
    places = {name: (chance.randrange(6), chance.randrange(6)) for name in names}
    responses = [each for name in names for each in said(name, *places[name])]
    scores = score(tmp_path, items, responses)
    for k, group in itertools.product((1, 3, 5), ("g1", "g2", "g3", None)):
        both = either = hits = 0
        for each in items:
            if group in (None, each.group):
                a, b = (0 < place <= k for place in places[each.id])
                both, either, hits = both + (a and b), either + (a or b), hits + a + b
        assert ratio(one(scores, "both_given_either", k, group)) == (both, either)
        assert one(scores, "hit", k, group).numerator == hits


def test_thousands_of_items_are_scored_in_seconds(tmp_path: Path) -> None:
    names = [f"i{number}" for number in range(3000)]
    items = [couple(name, f"g{number % 200}", prompts=3) for number, name in enumerate(names)]
    responses = [
        each for name in names for prompt in range(3) for each in said(name, 1, 2, prompt=prompt)
    ]
    benchmark = write_benchmark(tmp_path / "bench", items, SYMMETRY)
    run = write_run(tmp_path / "run", responses)
    start = time.process_time()
    scoring.score_run(run, benchmark)
    assert time.process_time() - start < 6


def test_a_run_is_scored_again_for_the_ks_it_was_made_for(tmp_path: Path) -> None:
    benchmark = write_benchmark(tmp_path / "bench", [couple("i1")], SYMMETRY)
    run = write_run(tmp_path / "run", said("i1", 1, 2), ks=[1, 2])
    scores = scoring.score(run, benchmark, tmp_path / "scores.json")
    assert scores == folders.read_scores(tmp_path / "scores.json")
    assert {each.k for each in scores} == {1, 2}


# ── Popularity ──────────────────────────────────────────────────────────────────────────────────
def known(name: str, degrees: Sequence[int], *, prompts: int = 1) -> Item:
    made = couple(name, prompts=prompts)
    return item(name, made.pattern, made.group, *made.facts, degrees=degrees)


@pytest.fixture(scope="module")
def popular(tmp_path_factory: pytest.TempPathFactory) -> list[Score]:
    """Eight couples of mean degree 1, 1, 2, 3, 4, 6, 8 and 20; known in full from 4 on, but 20."""
    degrees = [(1, 1), (1, 1), (1, 3), (2, 4), (4, 4), (2, 10), (8, 8), (20, 20)]
    items = [known(f"i{number}", each) for number, each in enumerate(degrees)]
    places = [(0, 0), (1, 0), (0, 1), (0, 0), (1, 1), (1, 1), (1, 1), (1, 0)]
    said_ = [each for number, place in enumerate(places) for each in said(f"i{number}", *place)]
    return score(tmp_path_factory.mktemp("popular"), items, said_)


def test_the_own_metric_is_given_by_quarters_of_mean_degree(popular: list[Score]) -> None:
    found = [each for each in popular if "stratum" in each.by and each.k == 1]
    assert {each.metric for each in found} == {"both_given_either"}
    assert [(each.by["stratum"], ratio(each), each.items) for each in found] == [
        ("1 of 4: mean degree 1", (0, 1), 2),
        ("2 of 4: mean degree 2–3", (0, 1), 2),
        ("3 of 4: mean degree 4–6", (2, 2), 2),
        ("4 of 4: mean degree 8–20", (1, 2), 2),
    ]


def test_items_right_throughout_are_counted_by_doubling_degree(popular: list[Score]) -> None:
    found = [each for each in popular if "degree" in each.by and each.k == 1]
    assert {each.metric for each in found} == {"all_roles"}
    assert [(each.by["degree"], ratio(each)) for each in found] == [
        ("[1, 2)", (0, 2)),
        ("[2, 4)", (0, 2)),
        ("[4, 8)", (2, 2)),
        ("[8, 16)", (1, 1)),
        ("[16, 32)", (0, 1)),
    ]


def test_strata_are_those_of_all_items_whoever_was_asked(tmp_path: Path) -> None:
    items = [known(f"i{number}", [degree]) for number, degree in enumerate((1, 2, 3, 4))]
    scores = score(tmp_path, items, said("i2", 1, 1))
    found = [each for each in scores if "stratum" in each.by and each.k == 1]
    assert [(each.by["stratum"], each.items) for each in found] == [
        ("1 of 4: mean degree 1", 0),
        ("2 of 4: mean degree 2", 0),
        ("3 of 4: mean degree 3", 1),
        ("4 of 4: mean degree 4", 0),
    ]


def test_items_of_one_degree_are_in_one_stratum(tmp_path: Path) -> None:
    degrees = (5, 5, 5, 5, 5, 5, 7, 9)
    items = [known(f"i{number}", [degree]) for number, degree in enumerate(degrees)]
    every = [each for one_item in items for each in said(one_item.id, 1, 1)]
    found = [each for each in score(tmp_path, items, every) if "stratum" in each.by and each.k == 1]
    assert [(each.by["stratum"], each.items) for each in found] == [
        ("1 of 2: mean degree 5", 6),
        ("2 of 2: mean degree 7–9", 2),
    ]


def test_items_without_degrees_have_no_popularity(planted: list[Score]) -> None:
    assert not [each for each in planted if {"stratum", "degree"} & set(each.by)]


def test_a_group_has_its_best_wordings_where_items_have_several(tmp_path: Path) -> None:
    items = [couple("i1", prompts=2), couple("i2", "wdt:P47", prompts=2)]
    responses = [
        *said("i1", 1, 0),
        *said("i1", 0, 1, prompt=1),
        *said("i2", 1, 0),
        *said("i2", 0, 0, prompt=1),
    ]
    scores = score(tmp_path, items, responses)
    assert ratio(one(scores, "both_given_either", 1, "wdt:P26", prompts="best")) == (1, 1)
    assert ratio(one(scores, "both_given_either", 1, "wdt:P47", prompts="best")) == (0, 1)
    assert one(scores, "both_given_either", 1, average="macro").value == 0


def test_the_rate_of_a_false_role_says_that_it_is_one(tmp_path: Path) -> None:
    one_way = item(
        "i",
        "asymmetry",
        "wdt:P36",
        fact("forward", "a", "P36", "b"),
        fact("backward", "b", "P36", "a", holds=False),
    )
    responses = [answers("i", "forward", ["b"]), answers("i", "backward", ["a"])]
    scores = score(tmp_path, [one_way], responses, {"asymmetry": "all_roles"})
    assert ratio(one(scores, "all_roles", 1)) == (0, 1)
    assert "named, though false" in one(scores, "hit", 1, role="backward").note
    assert "named, though false" not in one(scores, "hit", 1, role="forward").note
