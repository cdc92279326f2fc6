"""Scores by stratum of popularity and by kind of predicate, against a plain count."""

import random
from collections import defaultdict
from pathlib import Path

import msgspec
import pytest

from kgforge import reporting
from kgforge.reporting import slices
from kgforge.schema import Item, Score
from kgforge.scoring import popularity
from tests.worlds.handmade import answers, fact, item, judged, write_benchmark, write_run

STRATA = ("tail", "head", "torso")
KINDS = ("N-M", "1-1", "N-1")
OWN = {"fact": "hit"}


def made(number: int, *, stratum: str = "", kind: str = "") -> Item:
    one = fact("fact", f"s{number}", "P36", f"o{number}", others=[f"other {number}"])
    one = msgspec.structs.replace(one, predicate=msgspec.structs.replace(one.predicate, kind=kind))
    found = item(f"i{number}", "fact", f"g{number % 2}", one, degrees=[number, 1])
    if not stratum:
        return found
    provenance = msgspec.structs.replace(found.provenance, stratum=stratum)
    return msgspec.structs.replace(found, provenance=provenance)


def test_each_stratum_and_kind_has_the_score_of_its_items(tmp_path: Path) -> None:
    chance = random.Random(2)
    bench = [
        made(number, stratum=STRATA[number % 3], kind=KINDS[number // 3 % 3])
        for number in range(45)
    ]
    bench.append(made(45))  # of neither
    said = {one.id: chance.choice(("right", "other", "wrong")) for one in bench}
    texts = {"right": "o{}", "other": "other {}", "wrong": "wrong {}"}
    responses = [answers(one.id, "fact", [texts[said[one.id]].format(one.id[1:])]) for one in bench]
    run = write_run(tmp_path / "run", responses, write_benchmark(tmp_path / "bench", bench, OWN))
    [found] = judged(tmp_path / "bench", run)
    scores = found.scores()
    counts: dict[tuple[str, str, str], list[bool]] = defaultdict(list)
    for one in bench:
        right = {"hit": said[one.id] != "wrong", "target_hit": said[one.id] == "right"}
        for metric, hit in right.items():
            counts["kind", metric, one.facts[0].predicate.kind].append(hit)
            counts["stratum", metric, one.provenance.stratum or ""].append(hit)
    got: dict[tuple[str, str, str], Score] = {
        (name, score.metric, score.by[name]): score
        for score in scores
        for name in ("kind", "stratum")
        if name in score.by and score.k == 1 and score.metric in ("hit", "target_hit")
    }
    wanted = {
        key: hits for key, hits in counts.items() if key[2] and key[:2] != ("stratum", "target_hit")
    }
    assert got.keys() == wanted.keys()
    for key, hits in wanted.items():
        score = got[key]
        assert (score.numerator, score.denominator, score.items) == (
            sum(hits),
            len(hits),
            len(hits),
        )
        assert score.low is not None
        assert score.low <= sum(hits) / len(hits) <= (score.high or 0)
    told = [one for one in scores if "stratum" in one.by and one.k == 1]
    assert [one.by["stratum"] for one in told] == ["head", "torso", "tail"]
    shown = reporting.report([run], tmp_path / "page.html").runs
    for sheet in (slices.strata(shown, OWN), slices.predicates(shown, OWN)):
        assert sheet.row_count == 3


def test_items_that_say_nothing_have_quarters_of_mean_degree_and_no_kinds(tmp_path: Path) -> None:
    bench = [made(number) for number in range(12)]
    responses = [answers(one.id, "fact", ["o1"]) for one in bench]
    run = write_run(tmp_path / "run", responses, write_benchmark(tmp_path / "bench", bench, OWN))
    [found] = judged(tmp_path / "bench", run)
    scores = found.scores()
    names = {score.by["stratum"] for score in scores if "stratum" in score.by}
    assert {name.partition(":")[0] for name in names} == {f"{n} of 4" for n in range(1, 5)}
    assert not any("kind" in score.by for score in scores)


@pytest.mark.parametrize("right", [
    ["head", "torso", "tail"], ["1 of 12", "2 of 12", "10 of 12"],
    ["[0, 1)", "[1, 10)", "[10, 100)", "[100, 1000)"],
])  # fmt: skip
def test_strata_are_told_in_order(right: list[str]) -> None:
    assert sorted(sorted(right), key=popularity.rank) == right
