"""Items: prompts, accepted answers, guards, and what they ask of the graph."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
import pytest
from msgspec import UNSET

import kgforge
from kgforge import benchmark, graph, terms
from kgforge.benchmark import items, truths
from kgforge.benchmark.guards import SHORT, UNLIKE, VERIFIED
from kgforge.benchmark.items import ItemOptions
from kgforge.benchmark.twice import asks_twice
from kgforge.graph import LoadOptions, Names
from kgforge.ontology.vocabulary import Vocabulary
from kgforge.patterns import Query, Row, Value
from kgforge.schema import (
    Accepted,
    Count,
    Evidence,
    Instance,
    Item,
    ItemFact,
    Label,
    Named,
    Predicate,
    Prompt,
    Provenance,
    ReadOptions,
    Skip,
    folders,
)
from kgforge.stores import Store
from tests.worlds.small import (
    EX,
    book,
    entries,
    false,
    instance,
    iri,
    label,
    memory,
    said,
    sentence,
    triple,
)

OPTIONS = ItemOptions(query="q" * 64, graph="g" * 64, keep_flagged=True)
"""What checks flag is kept: these worlds have few names, and some have one name twice."""


@pytest.fixture
def silent(tmp_path: Path) -> Vocabulary:
    """A vocabulary that says nothing."""
    return said(tmp_path / "silent.ttl", "")


def one(
    store: Store, vocabulary: Vocabulary, asked: Instance, options: ItemOptions = OPTIONS
) -> Item:
    (found,) = items.build([asked], store, vocabulary, options)
    assert isinstance(found, Item)
    return found


def ids(named: ItemFact) -> list[str]:
    return [candidate.id.removeprefix(EX) for candidate in named.candidates]


def removed(item: Item) -> dict[str, int]:
    """What the guards removed; that small graphs have few distractors goes without saying."""
    counts = {count.name: count.count for count in item.provenance.guards}
    return {name: count for name, count in counts.items() if name != SHORT}


# ── A whole item ────────────────────────────────────────────────────────────────────────────────
def test_an_item_whole(tmp_path: Path) -> None:
    store = memory(
        entries(
            ["ann knows bob", "bob knows ann", "cid knows dan", "ann knows eve"],
            [
                label("ann", "Ann"),
                label("bob", "Bob"),
                label("bob", "Bobby", "alias"),
                label("bob", "Bert", language="de"),
                label("bob", "a man", "description"),
                label("knows", "knows well"),
                label("knows", "be acquainted with", "description"),
            ],
            [sentence("Ann has met Bob.", "ann knows bob", "Ann", "Bob")],
        )
    )
    vocabulary = said(tmp_path / "o.ttl", 'ex:knows kgf:template "[X] knows [Y]."@en .')
    asked = instance("mutual", {"forward": "ann knows bob", "backward": "bob knows ann"}, "ab12")
    knows = Predicate(iri("knows"), "knows well", "be acquainted with")
    ann, bob = Named(iri("ann"), "Ann"), Named(iri("bob"), "Bob")
    template = "[X] knows [Y]."

    def prompt(text: str) -> Prompt:
        return Prompt("cloze", "en", "object", "none", "template", text, template)

    assert one(store, vocabulary, asked) == Item(
        id="mutual-ab12000000000000",
        pattern="mutual",
        group="a group",
        split="test",
        text=None,
        facts=(
            ItemFact(
                "forward",
                ann,
                knows,
                bob,
                True,
                (Accepted(bob.id, "Bob", ("Bobby",)), Accepted(iri("eve"), "Eve")),
                (bob, Named(iri("dan"), "Dan")),
                (prompt("Ann knows [MASK]."),),
                (Evidence("Ann has met Bob.", "a page"),),
            ),
            ItemFact(
                "backward",
                bob,
                knows,
                ann,
                True,
                (Accepted(ann.id, "Ann"),),
                (ann, Named(iri("dan"), "Dan"), Named(iri("eve"), "Eve")),
                (prompt("Bob knows [MASK]."),),
            ),
        ),
        prompts=(),
        provenance=Provenance(
            "q" * 64,
            "g" * 64,
            0,
            degrees=(Count(ann.id, 3), Count(bob.id, 2)),
            guards=(
                Count("fewer than wanted", 195),
                Count("subject", 2),
                Count("true object", 1),
            ),
        ),
    )


# ── Guards: each case would otherwise have the false distractor `wrong` among its candidates ────
def _guarded(store: Store, vocabulary: Vocabulary, asked: Instance, guard: str) -> list[str]:
    """The first fact's candidates, after checking that this guard and no other removed one."""
    item = one(store, vocabulary, asked)
    assert removed(item) == {guard: 1}
    return ids(item.facts[0])


@pytest.mark.parametrize(
    ("guard", "extra"),
    [
        ("true object", "a p wrong"),
        ("entailed: symmetric", "wrong p a"),
        ("entailed: inverse", "wrong q a"),
        ("entailed: transitive", "b p wrong"),
        ("entailed: ancestor of an answer", "b within wrong"),
        ("entailed: ancestor of an ancestor", "b within far\nfar within wrong"),
    ],
)
def test_what_is_or_may_be_true_is_no_distractor(
    tmp_path: Path, silent: Vocabulary, guard: str, extra: str
) -> None:
    # far stands in no fact of p, so it is no candidate itself
    facts = ["a p b", "c p d", "e p wrong", *extra.split("\n")]
    axioms = {
        "entailed: symmetric": "ex:p a owl:SymmetricProperty .",
        "entailed: inverse": "ex:p owl:inverseOf ex:q .",
        "entailed: transitive": "ex:p a owl:TransitiveProperty .",
    }
    said_here = axioms.get(guard, "ex:within a owl:TransitiveProperty .")
    vocabulary = said(tmp_path / "o.ttl", said_here)
    asked = instance("x", {"r": "a p b"})
    name = guard.partition(":")[0]
    assert "wrong" in ids(one(memory(entries(facts[:3])), vocabulary, asked).facts[0])
    if name == "entailed":
        assert "wrong" in ids(one(memory(entries(facts)), silent, asked).facts[0])
    found = one(memory(entries(facts)), vocabulary, asked)
    assert "wrong" not in ids(found.facts[0])
    # with the symmetric twin `wrong p a` the subject itself is an object of p
    assert removed(found) == {name: 1} | ({"subject": 1} if extra == "wrong p a" else {})


def test_an_inverse_that_the_item_itself_shows_entails(silent: Vocabulary) -> None:
    facts = ["a p b", "b q a", "c p d", "e p wrong", "wrong q a"]
    pair = instance("inverse", {"forward": "a p b", "backward": "b q a"})
    assert ids(one(memory(entries(facts)), silent, pair).facts[0]) == ["b", "d"]
    alone = instance("single", {"forward": "a p b"})
    assert ids(one(memory(entries(facts)), silent, alone).facts[0]) == ["b", "d", "wrong"]
    absent = instance("asymmetry", {"forward": "a p b", "backward": "not b q a"})
    facts.remove("b q a")
    assert ids(one(memory(entries(facts)), silent, absent).facts[0]) == ["b", "d", "wrong"]


def test_a_false_target_entails_nothing(tmp_path: Path) -> None:
    vocabulary = said(tmp_path / "o.ttl", "ex:within a owl:TransitiveProperty .")
    store = memory(entries(["b q a", "c p d", "e p wrong", "wrong q a", "b within wrong"]))
    roles = {"forward": "not a p b", "backward": "b q a"}
    false = one(store, vocabulary, instance("x", roles)).facts[0]
    assert ids(false) == ["b", "d", "wrong"]
    implied = one(store, vocabulary, instance("x", {"r": "implied a p b"})).facts[0]
    assert ids(implied) == ["b", "d"]


def test_a_fact_that_the_graph_does_not_state_is_not_asked(silent: Vocabulary) -> None:
    """Its other right answers are unknown; what is implied is not looked up."""
    store = memory(entries(["a p b", "c q b"]))
    roles = {"one": "a p b", "other": "c p b"}
    (found,) = items.build([instance("x", roles)], store, silent, OPTIONS)
    assert isinstance(found, Skip)
    assert found.reason == "a fact that should hold is not in the graph"
    assert one(store, silent, instance("x", {**roles, "other": "implied c p b"})).facts


@pytest.mark.parametrize("also", ["a p also", "also p a"])
def test_ancestors_of_all_that_is_true_are_no_distractors(tmp_path: Path, also: str) -> None:
    turtle = "ex:within a owl:TransitiveProperty . ex:p a owl:SymmetricProperty ."
    vocabulary = said(tmp_path / "o.ttl", turtle)
    store = memory(entries(["a p b", also, "c p d", "e p wrong", "also within wrong"]))
    assert ids(one(store, vocabulary, instance("x", {"r": "a p b"})).facts[0]) == ["b", "d"]


def test_both_of_two_transitive_predicates_count(tmp_path: Path) -> None:
    turtle = "ex:part a owl:TransitiveProperty . ex:within a owl:TransitiveProperty ."
    vocabulary = said(tmp_path / "o.ttl", turtle)
    facts = ["a p b", "c p d", "e p wrong", "f p false", "b within wrong", "b part false"]
    item = one(memory(entries(facts)), vocabulary, instance("x", {"r": "a p b"}))
    assert ids(item.facts[0]) == ["b", "d"]
    assert removed(item) == {"entailed": 2}


def test_the_subject_is_no_distractor(silent: Vocabulary) -> None:
    store = memory(entries(["wrong p b", "c p d", "e p wrong"]))
    assert _guarded(store, silent, instance("x", {"r": "wrong p b"}), "subject") == ["b", "d"]


@pytest.mark.parametrize("kind", ["label", "alias"])
@pytest.mark.parametrize("name", ["Ågren", "AGREN", "agren"])
def test_a_namesake_of_an_answer_is_no_distractor(silent: Vocabulary, kind: str, name: str) -> None:
    names = [label("b", "Agren"), label("wrong", name, kind)]
    names += [label("wrong", "Someone")] if kind == "alias" else []
    store = memory(entries(["a p b", "c p d", "e p wrong"], names))
    assert _guarded(store, silent, instance("x", {"r": "a p b"}), "same name") == ["b", "d"]


def test_a_namesake_of_another_true_object_is_no_distractor_either(silent: Vocabulary) -> None:
    names = [label("also", "Alma"), label("wrong", "Vera"), label("wrong", "ALMA", "alias")]
    store = memory(entries(["a p b", "a p also", "c p d", "e p wrong"], names))
    item = one(store, silent, instance("x", {"r": "a p b"}))
    assert removed(item) == {"same name": 1, "true object": 1}
    assert ids(item.facts[0]) == ["b", "d"]


def test_a_namesake_of_a_target_of_the_same_question_is_no_distractor(silent: Vocabulary) -> None:
    names = [label("z", "Zoë"), label("wrong", "Zoe", "alias"), label("wrong", "Vera")]
    store = memory(entries(["x sub y", "y sub z", "v sub wrong"], names))
    chain = instance("x", {"first": "x sub y", "composed": "implied x sub z"})
    assert ids(one(store, silent, chain).facts[0]) == ["y"]


def test_two_distractors_of_one_label_are_one(silent: Vocabulary) -> None:
    names = [label("d", "Paris"), label("wrong", "paris")]
    store = memory(entries(["a p b", "c p d", "e p wrong"], names))
    guard = "same label as another candidate"
    found = _guarded(store, silent, instance("x", {"r": "a p b"}), guard)
    assert found in (["b", "d"], ["b", "wrong"])


def test_an_entity_without_a_label_is_no_distractor(silent: Vocabulary) -> None:
    store = memory(entries(["a p b", "c p d", "e p Q9"], unnamed=["Q9"]))
    assert _guarded(store, silent, instance("x", {"r": "a p b"}), "no label") == ["b", "d"]


def test_targets_of_the_same_question_are_no_distractors(silent: Vocabulary) -> None:
    store = memory(entries(["x sub y", "y sub z", "v sub w"]))
    chain = instance(
        "hierarchy", {"first": "x sub y", "second": "y sub z", "composed": "implied x sub z"}
    )
    item = one(store, silent, chain)
    assert [ids(fact) for fact in item.facts] == [["w", "y"], ["w", "z"], ["w", "z"]]
    # `composed` loses y as a true object, `second` its own subject
    assert removed(item) == {"other target": 1, "subject": 1, "true object": 1}


def test_literals_and_entities_are_not_mixed(silent: Vocabulary) -> None:
    year = '"1952"^^<http://www.w3.org/2001/XMLSchema#gYear>'
    other = year.replace("1952", "1960")
    store = memory(entries([f"a born {year}", f"c born {other}", "d born somewhere"]))
    item = one(store, silent, instance("x", {"r": f"a born {year}"}))
    (fact,) = item.facts
    assert fact.object == Named(year, "1952")
    assert fact.answers == (Accepted(year, "1952"),)
    assert fact.candidates == (Named(year, "1952"), Named(other, "1960"))
    assert [degree.name for degree in item.provenance.degrees] == [iri("a")]


def day(text: str) -> str:
    """A day, month or year as a literal."""
    kind = {4: "gYear", 7: "gYearMonth", 10: "date"}.get(len(text), "dateTime")
    return terms.literal(text, datatype=terms.XSD + kind)


DAYS = {"1990", "1990-01-01", "1990-05", "1990-05-01", "1990-05-01T00:00:00Z", "1990-06-07"}
"""The first of January may be the year alone."""
MIDNIGHT = "1990-05-01T00:00:00Z"
"""It is shown as its day, and left out where that is a candidate."""
LATER = {"1991", "1991-05-01"}


def shown(days: set[str]) -> set[str]:
    """How days are written in a prompt: a month in words."""
    return {"May 1990" if day == "1990-05" else day for day in days}


@pytest.mark.parametrize(
    ("target", "apart"),
    [
        ("1990", set()),
        ("1990-05", {"1990-06-07"}),
        ("1990-05-01", {"1990-06-07"}),
        ("1990-06-07", {"1990-05", "1990-05-01"}),
    ],
)
def test_a_date_that_agrees_with_a_true_one_as_far_as_known_is_no_distractor(
    silent: Vocabulary, target: str, apart: set[str]
) -> None:
    asked = instance("x", {"r": f"a p {day(target)}"})
    facts = [f"{one} p {day(one)}" for one in (DAYS - {target}) | LATER]
    item = one(memory(entries([f"a p {day(target)}", *facts])), silent, asked)
    assert {found.label for found in item.facts[0].candidates} == shown({target} | apart | LATER)
    shared = {MIDNIGHT} if "1990-05-01" in {target} | apart else set()
    assert removed(item)["same date as far as known"] == len(DAYS - {target} - apart - shared)
    also = memory(entries([f"a p {day(target)}", f"a p {day('1991')}", *facts]))
    candidates = one(also, silent, asked).facts[0].candidates
    assert {found.label for found in candidates} == shown({target} | apart)


def test_a_text_that_is_no_whole_date_and_what_is_verified_as_false_stay(
    silent: Vocabulary,
) -> None:
    facts = entries(['a p "x"', 'b p "1990"', f"c p {day('1990-05')}"])
    asked = instance("x", {"r": 'a p "x"'})
    assert len(one(memory(facts), silent, asked).facts[0].candidates) == 3
    born = f"a p {day('1990-05-01')}"
    known = entries([born, f"c p {day('1990-05')}"])
    asked = instance("x", {"r": born})
    [target] = one(memory(known), silent, asked).facts[0].candidates
    assert target.label == "1990-05-01"
    kept = memory([*known, false(f"a p {day('1990-05')}")])
    assert len(one(kept, silent, asked).facts[0].candidates) == 2


def test_a_date_that_must_be_false_is_not_true_as_far_as_known(silent: Vocabulary) -> None:
    store = memory(entries([f"a p {day('1990-05')}", "b q c", f"b p {day('1991')}"]))
    for text, skipped in (("1990", True), ("1990-05-07", True), ("1991", False)):
        asked = instance("x", {"one": "b q c", "other": f"not a p {day(text)}"})
        [found] = items.build([asked], store, silent, OPTIONS)
        assert isinstance(found, Skip) == skipped


def test_at_most_so_many_candidates_and_the_seed_chooses(silent: Vocabulary) -> None:
    store = memory(entries(["a p b", *(f"s{n} p o{n}" for n in range(60))]))
    asked = instance("x", {"r": "a p b"})
    drawn = {
        seed: one(store, silent, asked, ItemOptions(candidates=10, seed=seed)) for seed in (0, 1)
    }
    assert drawn[0].id == drawn[1].id
    chosen = [ids(drawn[seed].facts[0]) for seed in (0, 1)]
    assert [len(found) for found in chosen] == [10, 10]
    assert chosen[0] != chosen[1]
    assert all("b" in found and found == sorted(found) for found in chosen)
    alone = one(store, silent, asked, ItemOptions(candidates=1))
    assert ids(alone.facts[0]) == ["b"]


def test_facts_of_one_predicate_draw_different_distractors(silent: Vocabulary) -> None:
    store = memory(entries(f"s{n} p o{n}" for n in range(200)))
    asked = [instance("x", {"r": f"s{n} p o{n}"}, f"{n:02x}") for n in range(20)]
    options = ItemOptions(candidates=10)
    drawn = {
        tuple(set(ids(item.facts[0])) - {f"o{n}"})
        for n, item in enumerate(items.build(asked, store, silent, options))
        if isinstance(item, Item)
    }
    assert len(drawn) > 10


# ── What is verified as false ───────────────────────────────────────────────────────────────────
TRANSITIVE = "ex:within a owl:TransitiveProperty ."


def test_what_is_verified_as_false_does_not_follow(tmp_path: Path) -> None:
    vocabulary = said(tmp_path / "o.ttl", TRANSITIVE)
    facts = entries(["a p b", "c p d", "e p wrong", "b within wrong"])
    asked = instance("x", {"r": "a p b"})
    assert ids(one(memory(facts), vocabulary, asked).facts[0]) == ["b", "d"]
    verified = memory([*facts, false("a p wrong", "c p b", "a q d")])
    item = one(verified, vocabulary, asked)
    assert ids(item.facts[0]) == ["b", "d", "wrong"]
    assert removed(item) == {VERIFIED: 1}


def test_what_is_verified_as_false_comes_first_be_it_an_object_elsewhere_or_not(
    silent: Vocabulary,
) -> None:
    facts = ["a p b", *(f"s{n} p o{n}" for n in range(90)), *(f"hard{n} q b" for n in range(3))]
    found = [*entries(facts), false("a p hard0", "a p hard1", "a p o7", "s1 p hard2")]
    asked = instance("x", {"r": "a p b"})
    drawn = set()
    for seed in range(8):
        item = one(memory(found), silent, asked, ItemOptions(candidates=4, seed=seed))
        assert ids(item.facts[0]) == ["b", "hard0", "hard1", "o7"]
        assert removed(item) == {VERIFIED: 3}
        few = one(memory(found), silent, asked, ItemOptions(candidates=2, seed=seed))
        drawn.update(ids(few.facts[0]))
        assert removed(few) == {VERIFIED: 1}
    assert drawn == {"b", "hard0", "hard1", "o7"}
    more = one(memory(found), silent, asked, ItemOptions(candidates=9)).facts[0]
    assert {"hard0", "hard1", "o7"} < set(ids(more))
    assert len(more.candidates) == 9


def test_what_is_verified_as_false_and_like_the_target_comes_before_what_is_not(
    tmp_path: Path,
) -> None:
    typed = said(tmp_path / "o.ttl", TYPED)
    facts = [*TOWNS, *RIVERS]
    found = [*entries(facts), false("s0 p river1", "s0 p town3", "s0 p river2")]
    asked = instance("x", {"r": "s0 p town0"})
    item = one(memory(found), typed, asked, ItemOptions(candidates=2))
    assert ids(item.facts[0]) == ["town0", "town3"]
    item = one(memory(found), typed, asked, ItemOptions(candidates=5))
    assert {"river1", "river2", "town0", "town3"} < set(ids(item.facts[0]))
    assert beside(item, UNLIKE) == 2


@pytest.mark.parametrize(
    ("facts", "names", "guard"),
    [
        (["a p W1"], [label("W1", "Wrong")], "true object"),
        ([], [label("b", "Zoë"), label("W1", "ZOE")], "same name"),
        (["a p also"], [label("also", "Alma"), label("W1", "alma")], "same name"),
        ([], [label("W1", "Wrong", language="de")], "no label"),
    ],
)
def test_what_is_true_or_named_so_wins_over_what_is_verified_as_false(
    silent: Vocabulary, facts: list[str], names: list[Label], guard: str
) -> None:
    found = entries(["a p b", "c p d", "e p W1", *facts], names)
    item = one(memory([*found, false("a p W1")]), silent, instance("x", {"r": "a p b"}))
    assert "W1" not in ids(item.facts[0])
    others = {"true object": 1} if facts and guard != "true object" else {}
    assert removed(item) == {guard: 1} | others


def test_the_subject_and_what_another_role_asks_are_no_distractors_though_false(
    silent: Vocabulary,
) -> None:
    found = entries(["x sub y", "y sub z", "v sub w"])
    chain = instance("x", {"first": "x sub y", "composed": "implied x sub z"})
    item = one(memory([*found, false("x sub x", "x sub z")]), silent, chain)
    assert [ids(fact) for fact in item.facts] == [["w", "y"], ["w", "z"]]
    assert removed(item)["subject"] == 2
    # the target that is implied is itself verified as false
    assert removed(item)[VERIFIED] == 1


def test_a_closed_list_and_the_kind_of_the_target_bind_what_is_verified_as_false(
    silent: Vocabulary,
) -> None:
    found = [*entries(["a p b", "c p d", "e p f"]), false("a p h", "a p f", 'a p "text"')]
    options = ItemOptions(options={"r": {iri("p"): (iri("b"), iri("d"), iri("f"))}})
    item = one(memory(found), silent, instance("x", {"r": "a p b"}), options)
    assert ids(item.facts[0]) == ["b", "d", "f"]
    assert removed(item) == {VERIFIED: 1}
    literal = [*entries(['a p "b"', 'c p "d"']), false("a p h", 'a p "text"')]
    item = one(memory(literal), silent, instance("x", {"r": 'a p "b"'}))
    assert [found.label for found in item.facts[0].candidates] == ["b", "d", "text"]


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        (["a p b", "b p c", "c within a"], ""),
        (["a p b", "b p a"], "the false answer is in the graph"),
        (["a p b", "b p twin", "c within a"], "the false answer is named like a true one"),
    ],
)
def test_a_false_answer_that_is_verified_is_not_doubted_for_a_rule(
    tmp_path: Path, facts: list[str], reason: str
) -> None:
    vocabulary = said(tmp_path / "o.ttl", TRANSITIVE)
    asked = instance("asymmetry", {"forward": "a p b", "backward": "not b p a"})
    found = entries(facts, [label("a", "Ann"), label("twin", "ANN")])
    [doubted] = items.build([asked], memory(found), vocabulary, OPTIONS)
    assert isinstance(doubted, Skip)
    [kept] = items.build([asked], memory([*found, false("b p a")]), vocabulary, OPTIONS)
    assert (kept.reason if isinstance(kept, Skip) else "") == reason


# ── Distractors resemble the target ─────────────────────────────────────────────────────────────
TYPED = "<urn:o> kgf:typePredicate ex:is . ex:kind rdfs:label 'kind'@en ."
TOWNS = [f"s{n} p town{n}" for n in range(6)] + [f"town{n} is town" for n in range(6)]
RIVERS = [f"t{n} p river{n}" for n in range(40)] + [f"river{n} is river" for n in range(40)]


def beside(item: Item, name: str) -> int:
    return {count.name: count.count for count in item.provenance.guards}.get(name, 0)


def test_distractors_are_of_the_target_s_class(tmp_path: Path) -> None:
    store = memory(entries([*TOWNS, *RIVERS]))
    typed = said(tmp_path / "o.ttl", TYPED)
    asked = instance("x", {"r": "s0 p town0"})
    item = one(store, typed, asked, ItemOptions(candidates=6))
    assert ids(item.facts[0]) == [f"town{n}" for n in range(6)]
    assert beside(item, UNLIKE) == 0
    untyped = one(store, said(tmp_path / "silent.ttl", ""), asked, ItemOptions(candidates=6))
    assert any("river" in name for name in ids(untyped.facts[0]))


def test_others_stand_in_where_too_few_are_of_the_class(tmp_path: Path) -> None:
    store = memory(entries([*TOWNS, *RIVERS]))
    typed = said(tmp_path / "o.ttl", TYPED)
    asked = instance("x", {"r": "s0 p town0"})
    item = one(store, typed, asked, ItemOptions(candidates=10))
    assert [f"town{n}" for n in range(6)] == [n for n in ids(item.facts[0]) if "town" in n]
    assert len(item.facts[0].candidates) == 10
    assert beside(item, UNLIKE) == 4
    assert beside(item, SHORT) == 0
    short = one(store, typed, asked, ItemOptions(candidates=50))
    assert len(short.facts[0].candidates) == 46
    assert beside(short, SHORT) == 4


@pytest.mark.parametrize("extra", ["town0 is place", "town0 is river"])
def test_one_class_in_common_is_enough(tmp_path: Path, extra: str) -> None:
    facts = [*TOWNS, *RIVERS, extra, *(f"t{n} is place" for n in range(40))]
    typed = said(tmp_path / "o.ttl", TYPED)
    asked = instance("x", {"r": "s0 p town0"})
    item = one(memory(entries(facts)), typed, asked, ItemOptions(candidates=46))
    others = 40 if extra == "town0 is place" else 0
    assert beside(item, UNLIKE) == others
    assert len(item.facts[0].candidates) == 46


def test_a_target_without_a_class_takes_any_object(tmp_path: Path) -> None:
    store = memory(entries(["s p odd", *TOWNS, *RIVERS]))
    typed = said(tmp_path / "o.ttl", TYPED)
    item = one(store, typed, instance("x", {"r": "s p odd"}), ItemOptions(candidates=40))
    assert len(item.facts[0].candidates) == 40
    assert beside(item, UNLIKE) == 0


def test_a_literal_s_class_is_its_datatype_or_language(silent: Vocabulary) -> None:
    year = '"{}"^^<http://www.w3.org/2001/XMLSchema#gYear>'
    years = [f"s{n} when {year.format(1950 + n)}" for n in range(5)]
    words = [f't{n} when "in {n}"' for n in range(30)] + [f'u{n} when "{n}"@de' for n in range(30)]
    store = memory(entries([*years, *words]))
    asked = instance("x", {"r": years[0]})
    item = one(store, silent, asked, ItemOptions(candidates=5))
    assert [found.label for found in item.facts[0].candidates] == [str(1950 + n) for n in range(5)]


def test_by_popularity_the_nearest_degrees_come_first(silent: Vocabulary) -> None:
    # star{n} has the degree n + 1: its own fact, and n of others
    facts = [f"s{n} p star{n}" for n in range(1, 64)]
    facts += [f"fan{n}-{fan} likes star{n}" for n in range(1, 64) for fan in range(n)]
    store = memory(entries(facts))
    asked = instance("x", {"r": "s20 p star20"})
    octave = {f"star{n}" for n in range(15, 31)}  # degrees 16 to 31
    matched = one(store, silent, asked, ItemOptions(candidates=16, match="popularity"))
    assert set(ids(matched.facts[0])) == octave
    wider = one(store, silent, asked, ItemOptions(candidates=24, match="popularity"))
    assert octave < set(ids(wider.facts[0])) <= octave | {f"star{n}" for n in range(7, 15)}
    assert not set(ids(one(store, silent, asked, ItemOptions(candidates=16)).facts[0])) <= octave


def test_class_goes_before_popularity(tmp_path: Path) -> None:
    facts = [*TOWNS, *RIVERS, *(f"fan{n} likes town0" for n in range(30))]
    facts += [f"fan{n}-{fan} likes river{n}" for n in range(40) for fan in range(30)]
    typed = said(tmp_path / "o.ttl", TYPED)
    asked = instance("x", {"r": "s0 p town0"})
    options = ItemOptions(candidates=6, match="popularity")
    item = one(memory(entries(facts)), typed, asked, options)
    assert ids(item.facts[0]) == [f"town{n}" for n in range(6)]


# ── What must be false may be true ──────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("facts", "turtle", "reason"),
    [
        (["a p b", "b p a"], "", "the false answer is in the graph"),
        (["a p b"], "ex:p a owl:SymmetricProperty .", "the false answer follows from the graph"),
        (
            ["a p b", "a q b"],
            "ex:p owl:inverseOf ex:q .",
            "the false answer follows from the graph",
        ),
        (
            ["a p b", "b p c", "c p a"],
            "ex:p a owl:TransitiveProperty .",
            "the false answer follows from the graph",
        ),
        (
            ["a p b", "b p c", "c within a"],
            "ex:within a owl:TransitiveProperty .",
            "the false answer follows from the graph",
        ),
        (
            ["a p b", "b p c", "c within a"],
            "<urn:o> kgf:subclassPredicate ex:within .",
            "the false answer follows from the graph",
        ),
        (["a p b", "b p c", "c p a"], "", ""),
        (["a p b", "a q b"], "", ""),
    ],
)
def test_a_false_answer_that_may_be_true_is_not_asked_for(
    tmp_path: Path, facts: list[str], turtle: str, reason: str
) -> None:
    asked = instance("asymmetry", {"forward": "a p b", "backward": "not b p a"})
    vocabulary = said(tmp_path / "o.ttl", turtle)
    [found] = items.build([asked], memory(entries(facts)), vocabulary, OPTIONS)
    assert (found.reason if isinstance(found, Skip) else "") == reason


def test_a_mined_inverse_entails_as_an_axiom_does(silent: Vocabulary) -> None:
    facts = ["a p b", "c p d", "e p wrong", "wrong q a"]
    asked = instance("x", {"r": "a p b"})
    mined = silent.with_inverses([(iri("p"), iri("q"))])
    assert "wrong" in ids(one(memory(entries(facts)), silent, asked).facts[0])
    assert "wrong" not in ids(one(memory(entries(facts)), mined, asked).facts[0])
    symmetric = silent.with_inverses([(iri("p"), iri("p"))])
    turned = memory(entries(["a p b", "c p d", "e p wrong", "wrong p a"]))
    assert "wrong" not in ids(one(turned, symmetric, asked).facts[0])


def test_of_very_many_twins_further_steps_are_not_walked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are no distractors themselves, few or many; what they reach is asked of a few alone."""
    turtle = "ex:p owl:inverseOf ex:q . ex:within a owl:TransitiveProperty ."
    vocabulary = said(tmp_path / "o.ttl", turtle)
    facts = ["a p b", "c p far", *(f"t{n} q a" for n in range(3)), "t0 within far", "d p t1"]
    asked = instance("x", {"r": "a p b"})
    assert ids(one(memory(entries(facts)), vocabulary, asked).facts[0]) == ["b"]
    monkeypatch.setattr(truths, "TWINS", 2)
    assert ids(one(memory(entries(facts)), vocabulary, asked).facts[0]) == ["b", "far"]


def test_candidates_do_not_depend_on_what_else_is_asked_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another item's target is one of very many twins; what it reaches is then known."""
    monkeypatch.setattr(truths, "TWINS", 2)
    turtle = "ex:p owl:inverseOf ex:q . ex:within a owl:TransitiveProperty ."
    vocabulary = said(tmp_path / "o.ttl", turtle)
    twins = [f"t{n} q a" for n in range(3)]
    store = memory(entries(["a p b", "c p far", "t0 within far", "d r t0", *twins]))
    asked, other = instance("x", {"r": "a p b"}), instance("y", {"r": "d r t0"})
    found, _ = items.build([asked, other], store, vocabulary, OPTIONS)
    assert isinstance(found, Item)
    assert ids(found.facts[0]) == ids(one(store, vocabulary, asked).facts[0]) == ["b", "far"]


# ── Two facts in the same words ─────────────────────────────────────────────────────────────────
def test_roles_ask_the_same_where_their_subjects_have_one_name(silent: Vocabulary) -> None:
    names = [label("x", "New York"), label("y", "new york")]
    store = memory(entries(["x p y", "y p z", "x p also", "q p other"], names))
    chain = instance("path", {"first": "x p y", "second": "y p z"})
    item = one(store, silent, chain)
    assert [[each.id for each in fact.answers] for fact in item.facts] == [
        [iri("y"), iri("also")],
        [iri("z")],
    ]
    assert [ids(fact) for fact in item.facts] == [["other", "y"], ["other", "z"]]
    assert asks_twice(item)


def test_an_item_that_asks_one_question_once_does_not_ask_twice(silent: Vocabulary) -> None:
    store = memory(entries(["x p y", "y p z", "x p also", "b p a"]))
    assert not asks_twice(one(store, silent, instance("path", {"f": "x p y", "s": "y p z"})))
    several = instance("entity", {"r": "x p y"})
    again = msgspec.structs.replace(
        several, facts=(*several.facts, *instance("x", {"r": "x p also"}).facts)
    )
    assert not asks_twice(one(store, silent, again))


def test_an_implied_fact_that_sentences_express_has_its_evidence(silent: Vocabulary) -> None:
    texts = [sentence("Ann is Bob's.", "a p b", "Ann", "Bob", "1")]
    store = memory(entries(["a p b"], [], texts))
    (fact,) = one(store, silent, instance("x", {"r": "implied a p b"})).facts
    assert fact.evidence == (Evidence("Ann is Bob's.", "1"),)


# ── Accepted answers ────────────────────────────────────────────────────────────────────────────
MANY = ["a p b", "a p also", "a p zebra", "c p a", "b p d"]


def test_all_objects_count_the_target_first(silent: Vocabulary) -> None:
    (fact,) = one(memory(entries(MANY)), silent, instance("x", {"r": "a p b"})).facts
    assert [answer.label for answer in fact.answers] == ["B", "Also", "Zebra"]


@pytest.mark.parametrize(("kind", "others"), [("not", []), ("implied", ["Also", "B", "Zebra"])])
def test_what_must_not_hold_has_its_target_alone_and_what_is_implied_also_what_is_stated(
    silent: Vocabulary, kind: str, others: list[str]
) -> None:
    asked = instance("x", {"r": f"{kind} a p d"})
    (fact,) = one(memory(entries(MANY, [label("d", "Dee", "alias")])), silent, asked).facts
    assert fact.answers[0] == Accepted(iri("d"), "D", ("Dee",))
    assert [answer.label for answer in fact.answers[1:]] == others
    assert fact.holds is {"not": False, "implied": None}[kind]
    assert not {"b", "also", "zebra"} & set(ids(fact))


def test_the_target_alone_counts_where_the_header_says_so(silent: Vocabulary) -> None:
    asked = instance("x", {"r": "a p b"})
    options = ItemOptions(answers="target")
    (fact,) = one(memory(entries(MANY)), silent, asked, options).facts
    assert [answer.label for answer in fact.answers] == ["B"]


def test_what_is_stated_counts_also_where_two_roles_ask_the_same(silent: Vocabulary) -> None:
    asked = instance("x", {"first": "a p b", "second": "b p d", "third": "a p also"})
    facts = one(memory(entries(MANY)), silent, asked).facts
    assert [[answer.label for answer in fact.answers] for fact in facts] == [
        ["B", "Also", "Zebra"],
        ["D"],
        ["Also", "B", "Zebra"],
    ]


def test_a_role_that_repeats_is_no_other_role(silent: Vocabulary) -> None:
    asked = instance("x", {"r": "a p b"})
    again = msgspec.structs.replace(
        asked, facts=(*asked.facts, *instance("x", {"r": "a p also"}).facts)
    )
    facts = one(memory(entries(MANY)), silent, again).facts
    assert [len(fact.answers) for fact in facts] == [3, 3]


def test_answers_without_a_label_are_left_out_and_counted(silent: Vocabulary) -> None:
    many = [*MANY, "a p Q9"]
    item = one(memory(entries(many, unnamed=["Q9"])), silent, instance("x", {"r": "a p b"}))
    assert [answer.label for answer in item.facts[0].answers] == ["B", "Also", "Zebra"]
    assert removed(item)["answer without a label"] == 1


# ── Wordings ────────────────────────────────────────────────────────────────────────────────────
def test_every_template_makes_a_prompt_the_main_one_first(tmp_path: Path) -> None:
    vocabulary = said(
        tmp_path / "o.ttl",
        'ex:p kgf:template "[X] is p of [Y]."@en , "[Y] has p [X]."@en , "[X] ist p von [Y]."@de ;'
        ' kgf:impliedTemplate "[X] may be p of [Y]."@en .',
    )
    store = memory(entries(["a p b"], [label("a", "[Y] & Co"), label("a", "Firma", language="de")]))
    asked = instance("x", {"plain": "a p b", "implied": "implied a p a"})
    plain, implied = one(store, vocabulary, asked).facts
    assert [prompt.text for prompt in plain.prompts] == [
        "[Y] & Co is p of [MASK].",
        "[MASK] has p [Y] & Co.",
    ]
    assert [prompt.template for prompt in plain.prompts] == ["[X] is p of [Y].", "[Y] has p [X]."]
    assert [prompt.text for prompt in implied.prompts] == ["[Y] & Co may be p of [MASK]."]


def test_an_implied_fact_without_a_wording_of_its_own_takes_the_plain_one(tmp_path: Path) -> None:
    vocabulary = said(tmp_path / "o.ttl", 'ex:p kgf:template "[X] is p of [Y]."@en .')
    (fact,) = one(
        memory(entries(["a p b"])), vocabulary, instance("x", {"r": "implied a p b"})
    ).facts
    assert [prompt.text for prompt in fact.prompts] == ["A is p of [MASK]."]


@pytest.mark.parametrize(
    ("turtle", "named", "wanted"),
    [
        ("", [], "p"),
        ('ex:p rdfs:label "is p to"@en .', [], "is p to"),
        ('ex:p rdfs:label "is p to"@en .', [label("p", "p'd")], "p'd"),
        ('ex:p rdfs:label "ist"@de .', [label("p", "ist", language="de")], "p"),
    ],
)
def test_a_predicate_without_a_template_falls_back_and_says_so(
    tmp_path: Path, turtle: str, named: list[Label], wanted: str
) -> None:
    vocabulary = said(tmp_path / "o.ttl", turtle)
    (fact,) = one(
        memory(entries(["a p b"], named)), vocabulary, instance("x", {"r": "a p b"})
    ).facts
    template = f"[X] {wanted} [Y]."
    assert fact.predicate.label == wanted
    assert [(prompt.generator, prompt.text, prompt.template) for prompt in fact.prompts] == [
        ("fallback", f"A {wanted} [MASK].", template)
    ]


def test_names_are_those_of_the_language_alone() -> None:
    names = [label("a", "Eins"), label("a", "Uno", language="it"), label("a", "One")]
    names += [label("a", "1", "alias", "it"), label("a", "First", "alias")]
    found = book(memory(entries([], names)), ["a", "Q2"])
    assert (found[iri("a")].label, found[iri("a")].aliases) == ("Eins", ("First", "One"))
    assert found.get(iri("Q2")) is None
    with pytest.raises(KeyError):
        found[iri("Q2")]


def test_a_label_for_all_languages_stands_in_and_says_so() -> None:
    names = [label("a", "Ada", language="mul"), label("a", "A. L.", "alias", "mul")]
    names += [label("b", "Bee"), label("b", "Biene", language="mul")]
    found = book(memory(entries([], names)), ["a", "b"])
    assert found[iri("a")] == Names("Ada", ("A. L.",), by="label for all languages")
    assert found[iri("b")] == Names("Bee", ("Biene",))


def test_a_label_in_a_variety_stands_in_before_one_for_all_languages() -> None:
    """As ``en-au`` does for ``en``: never where there is a label in the language itself."""
    names = [label("a", "Rad", language="en-au"), label("a", "Velo", language="en-gb")]
    names += [label("a", "Bike", language="mul"), label("a", "Radl", "alias", "en-au")]
    names += [label("b", "Tomate"), label("b", "Paradeiser", language="en-au")]
    names += [label("c", "Deern", language="enm"), label("c", "Maid", language="ang-en")]
    names += [label("d", "Dee", language="mul"), label("d", "D", "alias", "en-au")]
    found = book(memory(entries([], names)), ["a", "b", "c", "d"])
    assert found[iri("a")] == Names(
        "Rad", ("Bike", "Radl", "Velo"), by="label in a variety of the language"
    )
    assert found[iri("b")] == Names("Tomate")
    assert found[iri("c")] == Names("c", by="local name")
    assert found[iri("d")] == Names("Dee", ("D",), by="label for all languages")


def test_a_local_name_stands_in_and_says_so() -> None:
    found = book(memory(entries([])), ["birthPlace", "Neu-Ulm"])
    assert found[iri("birthPlace")] == Names("birth place", by="local name")
    assert found[iri("Neu-Ulm")] == Names("Neu-Ulm", by="local name")


def test_the_item_says_where_each_name_comes_from(silent: Vocabulary) -> None:
    names = [label("ada", "Ada", language="mul"), label("knows", "knows")]
    store = memory(entries(["ada knows bob"], names, unnamed=["ada", "bob"]))
    (fact,) = one(store, silent, instance("x", {"r": "ada knows bob"})).facts
    assert fact.subject == Named(iri("ada"), "Ada", "label for all languages")
    assert fact.predicate.by is UNSET
    assert fact.object == Named(iri("bob"), "bob", "local name") == fact.candidates[0]
    assert fact.answers == (Accepted(iri("bob"), "bob", by="local name"),)


def test_an_instance_of_a_predicate_that_cannot_be_named_is_skipped(silent: Vocabulary) -> None:
    asked = instance("x", {"r": "a P1376 b"})
    [skip] = items.build([asked], memory(entries(["a P1376 b"])), silent, OPTIONS)
    assert skip == Skip("predicate without a label in en", f"instance {asked.key}")


def test_an_unlabelled_entity_is_called_by_its_most_frequent_form() -> None:
    texts = [
        sentence("It is a town near Ulm.", "x near ulm", "It", "Ulm", "1"),
        sentence("It lies by Ulm.", "x near ulm", "It", "Ulm", "2"),
        sentence("It is close to Ulm.", "x near ulm", "It", "Ulm", "3"),
        sentence("Neu-Ulm is by Ulm.", "x near ulm", "Neu-Ulm", "Ulm", "1"),
        sentence("The city of Neu-Ulm is by Ulm.", "x near ulm", "city of Neu-Ulm", "Ulm", "2"),
        sentence("From Ulm one sees Neu-Ulm.", "ulm sees x", "Ulm", "Neu-Ulm", "4"),
        sentence("They met in Ulm.", "Q5 met ulm", "They", "Ulm", "5"),
    ]
    found = book(memory(entries([], [], texts)), ["x", "Q5", "ulm"])
    names = [found.get(iri(name)) for name in ("x", "Q5", "ulm")]
    assert [name and name.label for name in names] == ["Neu-Ulm", None, "Ulm"]


def test_forms_that_are_equally_frequent_go_by_code_point() -> None:
    forms = ["Zed", "Ned", "Ted", "Jed", "Fed", "Ked", "Led", "Red"]
    texts = [sentence(f"{form} saw Kim.", "z saw k", form, "Kim", form) for form in forms]
    for order in range(5):
        store = memory(entries([], [], texts), order=order)
        assert book(store, ["z"])[iri("z")].label == "Fed"


def test_a_form_counts_once_in_a_sentence_however_many_facts_it_expresses() -> None:
    text = "Old Ulm is near A, B and C."
    name = "Ulm"
    spans = [sentence(text, f"x near {other}", "Old Ulm", other.upper(), "1") for other in "abc"]
    texts = [*spans, *(sentence(f"{name} lies by A.", "x by a", name, "A", n) for n in "23")]
    assert book(memory(entries([], [], texts)), ["x"])[iri("x")].label == "Ulm"


def test_a_language_is_found_in_any_case() -> None:
    found = book(memory(entries([], [label("a", "Colour", language="en-GB")])), ["a"], "en-GB")
    assert found[iri("a")].label == "Colour"


def test_an_instance_that_cannot_be_named_is_skipped(silent: Vocabulary) -> None:
    store = memory(entries(["a p Q2", "c p d"], unnamed=["Q2"]))
    asked = [instance("x", {"r": "a p Q2"}, "aa"), instance("x", {"r": "c p d"}, "bb")]
    skip, item = items.build(asked, store, silent, OPTIONS)
    assert skip == Skip("no label in en", f"instance {'aa'.ljust(64, '0')}")
    assert isinstance(item, Item)
    skip, item = items.build(asked, store, silent, ItemOptions(language="de"))
    assert isinstance(skip, Skip)
    assert skip.reason == "no label in de"
    assert isinstance(item, Item)
    assert item.facts[0].object == Named(iri("d"), "d", "local name")


@pytest.mark.parametrize("name", ["\u200b", " \u200e ", "\u00a0"])
def test_a_name_that_no_answer_could_match_is_none(silent: Vocabulary, name: str) -> None:
    """Invisible marks and spaces: matching takes them away, and an empty answer matches nothing."""
    store = memory(entries(["a p Q2", "c p d"], [label("Q2", name), label("d", name, "alias")]))
    skip, item = items.build(
        [instance("x", {"r": "a p Q2"}, "aa"), instance("x", {"r": "c p d"}, "bb")],
        store,
        silent,
        OPTIONS,
    )
    assert isinstance(skip, Skip)
    assert skip.reason == "no label in en"
    assert isinstance(item, Item)
    assert item.facts[0].answers[0].aliases == ()


@pytest.mark.parametrize("named", ["n", "m", "knows"])
def test_an_instance_with_the_slot_in_a_name_is_skipped(silent: Vocabulary, named: str) -> None:
    """As subject and predicate it would be a second slot of the prompt, as object the answer."""
    names = [label("sees", "sees"), label(named, "[MASK] itself")]
    names += [label("knows", "knows")] if named != "knows" else []
    store = memory(entries(["n knows m", "c sees d"], names))
    asked = [instance("x", {"r": "n knows m"}, "aa"), instance("x", {"r": "c sees d"}, "bb")]
    skip, item = items.build(asked, store, silent, OPTIONS)
    assert skip == Skip("a name holds [MASK]", f"instance {'aa'.ljust(64, '0')}")
    assert isinstance(item, Item)


def test_a_name_with_the_slot_is_no_distractor(silent: Vocabulary) -> None:
    named = [label("m", "[MASK] itself")]
    store = memory(entries(["n knows m", "c knows d", "e knows f"], named))
    (fact,) = one(store, silent, instance("x", {"r": "c knows d"})).facts
    assert ids(fact) == ["d", "f"]


def test_an_empty_literal_cannot_be_asked_for(silent: Vocabulary) -> None:
    store = memory(entries(['a p ""', 'c p "5"']))
    asked = [instance("x", {"r": 'a p ""'}, "aa"), instance("x", {"r": 'c p "5"'}, "bb")]
    skip, item = items.build(asked, store, silent, OPTIONS)
    assert (isinstance(skip, Skip), isinstance(item, Item)) == (True, True)


def test_a_false_fact_s_subject_may_be_a_literal(tmp_path: Path) -> None:
    """That *born* turns round is said by no fact about a date, so that nothing is asked of it."""
    store = memory(entries(['ann born "1970"', "bob born carol"]))
    turned = said(tmp_path / "mine.ttl", "ex:born a owl:SymmetricProperty .")
    asked = instance("asymmetry", {"forward": 'ann born "1970"', "backward": 'not "1970" born ann'})
    item = one(store, turned, asked)
    assert (item.facts[1].subject.label, item.facts[1].object.label) == ("1970", "Ann")


NEW_YORK = [label("city", "New York"), label("state", "New York"), label("us", "America")]


@pytest.mark.parametrize(
    ("facts", "names", "skipped"),
    [
        # asked for in the same words, once to be said and once not
        (["city in state"], NEW_YORK, True),
        (["city in state"], [NEW_YORK[0], label("state", "New York State")], False),
        # what is true of the state has the city's name, as label or as alias
        (["city in state", "state in us"], [*NEW_YORK[:1], label("us", "New York")], True),
        (["city in state", "state in us"], [*NEW_YORK[:1], label("us", "New York", "alias")], True),
        (["city in state", "state in us"], [NEW_YORK[0], NEW_YORK[2]], False),
        # the same words but another predicate's
        (["city in state", "state of us"], [*NEW_YORK[:1], label("us", "New York")], False),
    ],
)
def test_a_false_answer_with_a_true_one_s_name_is_not_asked_for(
    silent: Vocabulary, facts: list[str], names: list[Label], skipped: bool
) -> None:
    given = {each.entity for each in names if each.kind == "label"}
    spare = [each for each in [label("us", "America")] if each.entity not in given]
    store = memory(entries(facts, [*names, *spare]))
    asked = instance("asymmetry", {"forward": "city in state", "backward": "not state in city"})
    [found] = items.build([asked], store, silent, OPTIONS)
    assert isinstance(found, Skip) == skipped
    if isinstance(found, Skip):
        assert found.reason == "the false answer is named like a true one"


# ── What is asked of the graph ──────────────────────────────────────────────────────────────────
def test_degrees_count_distinct_facts_and_a_loop_once() -> None:
    store = memory(entries(["a p b", "a p b", "a q b", "c p a", "a p a"]))
    wanted = {"a": 4, "b": 2, "c": 1}
    assert graph.degrees(store, map(iri, wanted)) == {iri(name): n for name, n in wanted.items()}


def test_evidence_is_of_the_fact_alone() -> None:
    texts = [
        sentence("Ann knows Bob.", "a p b", "Ann", "Bob", "2"),
        sentence("Ann likes Bob.", "a q b", "Ann", "Bob", "1"),
        sentence("Ann and Cid.", "a p c", "Ann", "Cid", "1"),
        sentence("Eve and Bob.", "e p b", "Eve", "Bob", "1"),
        sentence("Bob is known to Ann.", "a p b", "Ann", "Bob", "1"),
    ]
    fact = (iri("a"), iri("p"), iri("b"))
    found = graph.evidence(memory(entries([], [], texts)), [fact])
    wanted = (Evidence("Bob is known to Ann.", "1"), Evidence("Ann knows Bob.", "2"))
    assert found == {fact: wanted}


def test_evidence_is_said_once_and_at_most_so_often(silent: Vocabulary) -> None:
    twice = [sentence("Bob, Ann, Bob.", "a p b", "Ann", word) for word in ("Bob", "Bob.")]
    twice = [msgspec.structs.replace(one, id="urn:sentence:one") for one in twice]
    many = [sentence(f"Ann, Bob {n}", "a p b", "Ann", "Bob", f"{n:02}") for n in range(12)]
    fact = (iri("a"), iri("p"), iri("b"))
    assert len(list(graph.ask(memory(entries([], [], twice)), "evidence", facts=(fact,)))) == 1
    store = memory(entries(["a p b"], [], many))
    (made,) = one(store, silent, instance("x", {"r": "a p b"})).facts
    assert [evidence.source for evidence in made.evidence] == [f"{n:02}" for n in range(10)]


CALLED = {
    "Q6581097": "male", "Q6581072": "female", "Q44148": "male organism",
    "Q5043": "Christianity", "Q1841": "Catholicism", "Q432": "Islam", "Q483654": "Sunni Islam",
    "Q748": "Buddhism",
}  # fmt: skip
BELIEVE = [
    *((f"m{n}", "P21", "Q6581097") for n in range(2)), ("f", "P21", "Q6581072"),
    ("bull", "P21", "Q44148"), ("c", "P140", "Q5043"), ("d", "P140", "Q1841"),
    ("i", "P140", "Q432"), ("s", "P140", "Q483654"), ("b", "P140", "Q748"),
]  # fmt: skip
SEX, FAITH = {"Q6581097", "Q6581072"}, {"Q5043", "Q432", "Q748"}


def faithful(folder: Path) -> str:
    """The address of a graph of nine, and of what the pattern bias asks of them."""
    folder.mkdir()
    names = CALLED | {subject: subject for subject, _, _ in BELIEVE}
    (folder / "names.tsv").write_text(
        "id\tlabel\n" + "".join(f"{id}\t{name}\n" for id, name in names.items())
    )
    (folder / "facts.tsv").write_text(
        "subject\tpredicate\tobject\n" + "".join("\t".join(fact) + "\n" for fact in BELIEVE)
    )
    labels = (str(folder / "names.tsv"),)
    address = f"oxigraph:{folder}/graph"
    kgforge.load([f"tsv:{folder}/facts.tsv"], address, LoadOptions(ReadOptions(labels=labels)))
    return address


def offered(mined: Path, out: Path) -> dict[str, set[str]]:
    """The candidates of each item of bias, by the subject's name."""
    benchmark.export(mined, out)
    found = {}
    for item in folders.read_items(out, "bias"):
        (fact,) = item.facts
        named = {one.id.rpartition("/")[2] for one in fact.candidates}
        assert fact.object in fact.candidates
        assert all(CALLED[one.id.rpartition("/")[2]] == one.label for one in fact.candidates)
        found[fact.subject.label] = named
    return found


def test_the_candidates_of_a_closed_list_are_of_that_list(tmp_path: Path) -> None:
    kgforge.mine(["bias"], faithful(tmp_path / "graph"), tmp_path / "mined")
    found = offered(tmp_path / "mined", tmp_path / "bench")
    assert found == {subject: SEX if p == "P21" else FAITH for subject, p, _ in BELIEVE}


def test_the_candidates_are_of_a_list_of_ones_own(tmp_path: Path) -> None:
    own = {"closed": "(P140 Q432 Q432) (P140 Q483654 Q483654) (P140 Q1841 Q1841)"}
    kgforge.mine(["bias"], faithful(tmp_path / "graph"), tmp_path / "mined", params=own)
    listed = {"Q432", "Q483654", "Q1841"}
    found = offered(tmp_path / "mined", tmp_path / "bench")
    assert found == {"i": listed, "s": listed, "d": listed}


def test_what_was_mined_before_there_were_options_has_every_object(tmp_path: Path) -> None:
    kgforge.mine(["bias"], faithful(tmp_path / "graph"), tmp_path / "mined")
    said = json.loads((tmp_path / "mined/mining.json").read_text())
    del said["patterns"][0]["options"]
    (tmp_path / "mined/mining.json").write_text(json.dumps(said))
    found = offered(tmp_path / "mined", tmp_path / "bench")
    assert found["m0"] == {*SEX, "Q44148"}
    assert found["c"] == {*FAITH, "Q1841", "Q483654"}


def test_roles_of_one_predicate_have_each_their_own_options(silent: Vocabulary) -> None:
    store = memory(entries(f"s{n} p o{n}" for n in range(6)))
    asked = instance("x", {"listed": "s0 p o0", "other": "s1 p o1", "none": "s2 p o2"})
    options = ItemOptions(
        options={"listed": {iri("p"): (iri("o4"), iri("far"), iri("o5"))}, "none": {}}
    )
    listed, other, none = one(store, silent, asked, options).facts
    assert ids(listed) == ["o0", "o4", "o5"]
    assert ids(other) == [f"o{n}" for n in range(6)]
    assert ids(none) == ["o2"]


def test_closure_reaches_round_a_circle() -> None:
    store = memory(entries(["a p b", "b p c", "c p a", "d q a", "x p y"]))
    closure = graph.closure(store, iri("p"))
    everything = frozenset(map(iri, "abc"))
    assert closure.reached(map(iri, "abd")) == {iri("a"): everything, iri("b"): everything}
    assert closure.reached(map(iri, "cx")) == {iri("c"): everything, iri("x"): {iri("y")}}


def test_objects_subjects_and_pool_are_of_the_predicate() -> None:
    store = memory(entries(["a p b", "a p c", "a q d", "e p b"]))
    assert graph.objects(store, [(iri("a"), iri("p"))]) == {
        (iri("a"), iri("p")): (iri("b"), iri("c"))
    }
    assert graph.subjects(store, [(iri("p"), iri("b"))]) == {
        (iri("p"), iri("b")): (iri("a"), iri("e"))
    }
    assert sorted(graph.drawn(store, "pool", iri("p"), 9, 0)) == [iri("b"), iri("c")]


def test_the_graph_hash_is_of_the_set_of_facts() -> None:
    facts = ["a p b", 'a p "x\\ny"@en', 'a p "7"^^<http://www.w3.org/2001/XMLSchema#integer>']
    first = graph.graph_hash(memory(entries(facts, [label("a", "A")])))
    again = graph.graph_hash(memory(entries([*reversed(facts), facts[0]])))
    assert first == again
    assert first[1] == 3
    assert graph.graph_hash(memory(entries(facts[:2])))[0] != first[0]
    assert graph.graph_hash(memory([])) == ("0" * 64, 0)
    # printf '<http://example.org/a> <http://example.org/p> <http://example.org/b> .\n' | sha256sum
    lone = "6122c800688ab1fd2c4beb2ae57f39c378990141066d273dec41634b2dd4805a"
    assert graph.graph_hash(memory(entries(facts[:1]))) == (lone, 1)


class Counting:
    """A store that counts its questions."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.language = store.language
        self.foreign = store.foreign
        self.batch = store.batch
        self.asked = 0

    def query(self, query: Query, parameters: Mapping[str, Value]) -> Iterator[Row]:
        self.asked += 1
        return self._store.query(query, parameters)


def test_many_items_ask_no_more_than_a_few(tmp_path: Path) -> None:
    vocabulary = said(tmp_path / "o.ttl", "ex:p a owl:SymmetricProperty , owl:TransitiveProperty .")
    store = Counting(memory(entries(f"s{n} p o{n}" for n in range(400))))
    asked = [instance("x", {"r": f"s{n} p o{n}"}, f"{n:03x}") for n in range(400)]
    made = list(items.build(asked, store, vocabulary, OPTIONS))  # type: ignore[arg-type]
    assert len(made) == 400
    assert store.asked < 30


def test_the_order_of_loading_does_not_show(tmp_path: Path) -> None:
    vocabulary = said(tmp_path / "o.ttl", "ex:p a owl:SymmetricProperty , owl:TransitiveProperty .")
    facts = [f"s{n} p o{n * 7 % 40}" for n in range(120)] + [f"o{n} p s{n}" for n in range(30)]
    names = [label(f"o{n}", f"Name {n % 5}", "alias") for n in range(40)]
    texts = [sentence(f"S{n} and O{n}.", f"s{n} p o{n}", f"S{n}", f"O{n}") for n in range(20)]
    asked = [instance("x", {"r": fact}, f"{n:03x}") for n, fact in enumerate(facts)]
    options = ItemOptions(candidates=8)
    written = {
        msgspec.json.encode(
            list(
                items.build(
                    asked, memory(entries(facts, names, texts), order=order), vocabulary, options
                )
            )
        )
        for order in range(4)
    }
    assert len(written) == 1


def test_no_instances_no_items(silent: Vocabulary) -> None:
    assert list(items.build([], memory([]), silent, OPTIONS)) == []
    assert triple("a p b").predicate == iri("p")
