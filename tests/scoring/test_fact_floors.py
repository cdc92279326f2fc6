"""What the four answerers score, counted by hand; and a benchmark that does not prove itself."""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import msgspec
import pytest

from kgforge import scoring
from kgforge.errors import BenchmarkError
from kgforge.schema import KS, NONE, Floor, Item, Response, folders
from kgforge.scoring import fact_floors
from tests.worlds.handmade import fact, item, write_benchmark, write_run

OWN = {"asymmetry": "all_roles", "symmetry": "both_given_either", "entity": "facts_known"}


def couple(name: str, *, prompts: int = 1) -> Item:
    a, b = f"{name} a", f"{name} b"
    return item(
        name,
        "symmetry",
        "wdt:P26",
        fact("forward", a, "P26", b, candidates=[f"x{n}" for n in range(9)], prompts=prompts),
        fact("backward", b, "P26", a, candidates=["y"], prompts=prompts),
    )


def citizen(name: str, land: str, others: Sequence[str] = ()) -> Item:
    """Somebody is a citizen of a land, and no land is one of somebody."""
    return item(
        name,
        "asymmetry",
        "wdt:P27",
        fact("forward", name, "P27", land, others=others),
        fact("backward", land, "P27", name, holds=False),
    )


def measured(folder: Path, pattern: str, items: Sequence[Item]) -> dict[tuple[str, int], Floor]:
    bench = write_benchmark(folder / "bench", items, {pattern: OWN[pattern]})
    found = fact_floors.measure(folders.lying(bench, pattern), pattern, OWN[pattern])
    return {(floor.answerer, floor.k): floor for floor in found}


def ratios(found: dict[tuple[str, int], Floor], name: str) -> list[tuple[float, float]]:
    return [(found[name, k].numerator, found[name, k].denominator) for k in (1, 3, 5)]


# ── What they score ─────────────────────────────────────────────────────────────────────────────
def test_gold_is_right_throughout_and_empty_never(tmp_path: Path) -> None:
    found = measured(tmp_path, "symmetry", [couple(f"i{n}") for n in range(4)])
    assert list(found) == [
        (name, k) for name in ("gold", "empty", "random", "frequent") for k in (1, 3, 5)
    ]
    assert ratios(found, "gold") == [(4, 4)] * 3
    assert [found["gold", k].value for k in (1, 3, 5)] == [1, 1, 1]
    assert ratios(found, "empty") == [(0, 0)] * 3
    assert [found["empty", k].value for k in (1, 3, 5)] == [None] * 3


def test_gold_says_nothing_where_a_fact_must_not_hold(tmp_path: Path) -> None:
    found = measured(tmp_path, "asymmetry", [citizen("i", "France")])
    assert ratios(found, "gold") == [(1, 1)] * 3
    assert ratios(found, "empty") == [(0, 1)] * 3


def test_frequent_says_what_is_most_often_the_target(tmp_path: Path) -> None:
    """France 3, Chad and Peru 2, Cuba, Fiji, Laos and Mali 1: of which Mali is the seventh."""
    lands = ["France"] * 3 + ["Chad", "Peru"] * 2 + ["Fiji", "Cuba", "Mali", "Laos"]
    items = [citizen(f"i{n}", land) for n, land in enumerate(lands)]
    found = measured(tmp_path, "asymmetry", items)
    assert ratios(found, "frequent") == [(3, 11), (7, 11), (9, 11)]


def test_frequent_is_told_apart_by_predicate_and_judged_by_every_right_answer(
    tmp_path: Path,
) -> None:
    both = [
        item(
            f"i{n}",
            "entity",
            "kg:human",
            fact("fact", f"i{n}", "P27", land, others=others),
            fact("fact", f"i{n}", "P26", f"spouse {n}"),
        )
        for n, (land, others) in enumerate([("Chad", ()), ("Chad", ()), ("Peru", ["Chad"])])
    ]
    found = measured(tmp_path, "entity", both)
    # a land each time; of three spouses, each the target once, one at the first answer
    assert ratios(found, "frequent") == [(3 / 2 + 1 / 2, 3), (3, 3), (3, 3)]


def test_of_many_frequent_names_no_more_are_read_than_can_be_said() -> None:
    """Else the baselines of a pattern would take the square of its items."""
    [read] = msgspec.convert(msgspec.to_builtins([couple("i")]), list[fact_floors.Item])
    names = [f"name {n}" for n in range(5000)]
    names[3] = NONE.label
    asked = read.facts[0]
    targets = {asked.predicate.id: dict.fromkeys(names, 1)}
    said = fact_floors.answerers(targets)["frequent"](asked, asked.prompts[0], "")
    most = max(KS)
    assert [*said] == [*names[:3], *names[4 : most + 1]]


def test_random_draws_from_the_candidates(tmp_path: Path) -> None:
    """Of ten candidates one is right, or of two: 0.1 and 0.5 of the time at one answer."""
    items = [couple(f"i{n}") for n in range(4000)]
    found = measured(tmp_path, "symmetry", items)
    for k in (1, 3, 5):
        first, second = k / 10, min(k / 2, 1)
        for expected, came in (
            (first * second, found["random", k].numerator),
            (first + second - first * second, found["random", k].denominator),
        ):
            noise = math.sqrt(len(items) * expected * (1 - expected)) + 1e-9
            assert abs(came - len(items) * expected) <= 4 * noise, k


def test_random_is_silent_where_the_target_is_the_only_candidate(tmp_path: Path) -> None:
    """One of an item's two facts has one distractor; of the other there is nothing to choose."""
    lone = [
        item(
            f"i{n}",
            "entity",
            "g",
            fact("fact", f"i{n}", "P27", "Chad", candidates=["Peru"]),
            fact("fact", f"i{n}", "P26", f"spouse {n}"),
        )
        for n in range(400)
    ]
    found = measured(tmp_path, "entity", lone)
    assert found["random", 1].numerator == pytest.approx(100, abs=4 * 5)
    assert ratios(found, "random")[1:] == [(200, 400)] * 2


def test_a_draw_is_even_and_without_replacement() -> None:
    drawn = Counter("".join(fact_floors.draw("abcd", f"seed {n}")) for n in range(24_000))
    assert set(drawn) == {"".join(order) for order in permutations("abcd")}
    assert all(abs(times - 1000) < 5 * math.sqrt(1000) for times in drawn.values())
    assert [len(set(fact_floors.draw(range(n), "s"))) for n in (0, 1, 5, 99)] == [0, 1, 5, 5]  # type: ignore[arg-type]


def test_the_figures_are_those_of_runs_with_the_same_answers(tmp_path: Path) -> None:
    """Two wordings each: the answers to the second are those to the first."""
    items = [couple(f"i{n}", prompts=2) for n in range(200)]
    found = measured(tmp_path, "symmetry", items)
    read = msgspec.convert(msgspec.to_builtins(items), list[fact_floors.Item])
    frequent = fact_floors.most_frequent(read)
    for name, say in fact_floors.answerers(frequent).items():
        said = [response for one in read for response in fact_floors.responses(one, name, say)]
        said += [_second(response) for response in said]
        run = write_run(tmp_path / name, said)
        for score in scoring.score_run(run, tmp_path / "bench"):
            if score.metric == OWN["symmetry"] and score.group is None and not score.by:
                floor = found[name, score.k or 0]
                assert (score.numerator, score.value) == (2 * floor.numerator, floor.value)


def _second(response: Response) -> Response:
    return msgspec.structs.replace(response, prompt=1)


def test_a_pattern_without_items_proves_nothing(tmp_path: Path) -> None:
    assert {floor.value for floor in measured(tmp_path, "symmetry", []).values()} == {None}


# ── What is refused ─────────────────────────────────────────────────────────────────────────────
def test_a_target_that_is_no_accepted_answer_is_refused(tmp_path: Path) -> None:
    right = couple("i1")
    wrong = msgspec.structs.replace(right.facts[1], answers=right.facts[0].answers)
    broken = msgspec.structs.replace(right, id="i2", facts=(right.facts[0], wrong))
    with pytest.raises(
        BenchmarkError,
        match=r"symmetry: gold is wrong about item i2, role backward: 'i1 a' .* \('i1 b'\)",
    ):
        measured(tmp_path, "symmetry", [right, broken])


def test_a_target_that_no_answer_can_match_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match="gold is wrong about item i, role forward"):
        measured(tmp_path, "asymmetry", [citizen("i", "\u200b")])


def mine(folder: Path, metric: str) -> tuple[Floor, ...]:
    """The floors of a pattern of one's own, with a fact that must not hold."""
    asked = item("i", "mine", "g", *reversed(citizen("i", "Chad").facts))
    bench = write_benchmark(folder / "bench", [asked], {"mine": metric})
    return fact_floors.measure(folders.lying(bench, "mine"), "mine", metric)


@pytest.mark.parametrize(
    ("metric", "ratio"), [("both_given_either", "0/1"), ("composed_given_premises", "0/0")]
)
def test_a_metric_that_does_not_fit_the_roles_is_refused(
    tmp_path: Path, metric: str, ratio: str
) -> None:
    said = f"mine: gold answers every fact, but {metric} at 1 is {ratio}, not 1: the metric"
    with pytest.raises(BenchmarkError, match=said):
        mine(tmp_path, metric)


def test_a_metric_that_leaves_out_what_must_not_hold_fits(tmp_path: Path) -> None:
    assert mine(tmp_path, "hit")[0].value == 1
