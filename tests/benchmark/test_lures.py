"""Which distractors are said to be right: who knows only what is frequent is no better for it."""

from collections import Counter
from pathlib import Path

import pytest

import kgforge
from kgforge import benchmark, stores
from kgforge.benchmark import ExportOptions, lures
from kgforge.schema import Fact, Instance, Made, Named, folders
from tests.worlds.small import EX, entries, filled, label

SEATS = {"ulm": 30, "bonn": 25, "kiel": 20, "jena": 15, "gera": 10}
RARE = tuple(f"village{n}" for n in range(60))
HEAD = f"""# Where somebody of note lives.
# columns: x: iri, y: iri
# group:   <{EX}home>
# role:    home = x <{EX}home> y
# metric:  hit
SELECT ?x ?y {{ ?x <{EX}note> ?z . ?x <{EX}home> ?y }}
"""


def named(*ids: str) -> list[Named]:
    return [Named(one, one) for one in ids]


def test_what_is_right_often_is_drawn_as_often() -> None:
    """Of two, by the weights of the draw: 9 and 1, each with a quarter more."""
    often = {("p", "a"): 9, ("p", "b"): 1, ("q", "b"): 1000}
    first = Counter(lures.drawn([named("a", "b")], "p", often, str(n))[0].id for n in range(4000))
    assert first["a"] / 4000 == pytest.approx(9.25 / 10.5, abs=0.02)


def test_tiers_come_one_after_another_and_a_draw_is_repeated() -> None:
    often = {("p", "c"): 1000}
    tiers = [named("a"), named("b"), named("c", "d", "e")]
    found = lures.drawn(tiers, "p", often, "k")
    assert found == lures.drawn([tiers[0], tiers[1], tiers[2][::-1]], "p", often, "k")
    assert [one.id for one in found[:2]] == ["a", "b"]
    assert sorted(one.id for one in found[2:]) == ["c", "d", "e"]


def test_what_must_not_hold_is_right_of_nothing() -> None:
    facts = (Fact("r", "s", "p", "o", True), Fact("n", "o", "p", "s", False))
    assert lures.counted([Instance("", "k", "g", facts)]) == {("p", "o"): 1}


@pytest.fixture
def mined(tmp_path: Path) -> Path:
    """Towns where many of note live, and villages of which no question is asked."""
    homes = [town for town, many in SEATS.items() for _ in range(many)]
    told = [f"n{n} home {town}" for n, town in enumerate(homes)]
    told += [f"n{n} note fame" for n in range(len(homes))]
    told += [f"m{n} home {one}" for n, one in enumerate(RARE)]
    graph = f"oxigraph:{tmp_path}/graph"
    with stores.open(graph, stores.WRITE) as store:
        filled(store, entries(told, [label("home", "home")]))
    (tmp_path / "own.rq").write_text(HEAD)
    kgforge.mine([tmp_path / "own.rq"], graph, tmp_path / "m")
    return tmp_path / "m"


def floor(made: Made, form: str) -> float | None:
    [one] = [one for one in made.forms or () if one.form == form]
    [found] = [one for one in one.floors if (one.answerer, one.k) == ("frequent", 1)]
    return found.value


def test_the_most_frequent_choice_is_not_the_right_one(mined: Path, tmp_path: Path) -> None:
    """Of villages and a town the town is right each time; of towns the largest often is not."""
    forms = ("cloze", "multiple_choice", "true_false")
    manifest = kgforge.export(mined, tmp_path / "b", ExportOptions(forms=forms))
    [made] = manifest.patterns
    found = floor(made, "multiple_choice")
    assert found is not None
    assert 0.1 < found < 0.45
    assert floor(made, "true_false") == pytest.approx(1 / 2, abs=0.1)
    assert benchmark.verify(tmp_path / "b") == []


COUNTED = f"""# How many children somebody has.
# columns:  x: iri, n: int
# group:    <{EX}child>
# role:     number = count x <{EX}child> n
# question: number = "How many children has [x]?"@en
# metric:   hit
SELECT ?x (COUNT(*) AS ?n) {{ ?x <{EX}child> ?y }} GROUP BY ?x
"""


def test_a_wrong_count_is_one_that_is_right_of_others(tmp_path: Path) -> None:
    """Few children are frequent, and a large number near by is right of nobody."""
    families = Counter({2: 30, 3: 25, 4: 20, 5: 15, 6: 10})
    told = [
        f"p{size}.{n} child c{size}.{n}.{m}"
        for size, many in families.items()
        for n in range(many)
        for m in range(size)
    ]
    graph = f"oxigraph:{tmp_path}/graph"
    with stores.open(graph, stores.WRITE) as store:
        filled(store, entries(told, [label("child", "child")]))
    (tmp_path / "own.rq").write_text(COUNTED)
    kgforge.mine([tmp_path / "own.rq"], graph, tmp_path / "m")
    forms = ("cloze", "multiple_choice", "true_false")
    options = ExportOptions(forms=forms, keep_flagged=True)
    manifest = kgforge.export(tmp_path / "m", tmp_path / "b", options)
    [made] = manifest.patterns
    most = families[2] / families.total()
    assert floor(made, "cloze") == pytest.approx(most)
    found = floor(made, "multiple_choice")
    assert found is not None
    assert found < most + 0.1
    assert floor(made, "true_false") == pytest.approx(1 / 2, abs=0.1)
    facts = (item.facts[0] for item in folders.read_items(tmp_path / "b", "own"))
    prompts = (prompt for fact in facts for prompt in fact.prompts)
    choices = Counter(int(choice) for prompt in prompts for choice in prompt.choices)
    assert sum(choices[size] for size in families) > 0.8 * choices.total()
    assert benchmark.verify(tmp_path / "b") == []
