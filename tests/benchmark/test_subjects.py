"""The other end of a fact: when its subject is asked for, and what is kept meanwhile."""

from collections.abc import Callable, Collection, Iterable
from pathlib import Path

import pytest
from msgspec import UNSET

from kgforge import graph
from kgforge.benchmark import items, subjects
from kgforge.benchmark.guards import CROWDED
from kgforge.benchmark.items import ItemOptions
from kgforge.benchmark.known import Known
from kgforge.ontology import Vocabulary
from kgforge.schema import Count, Item, Skip
from kgforge.stores import Store
from tests.worlds.small import EX, entries, instance, iri, memory, said

FACTS = [*(f"s{n} p land" for n in range(4)), *(f"s{n} p isle" for n in range(4, 7))]
BOTH = ("object", "subject")
Key = tuple[str, str]
Found = dict[Key, tuple[str, ...]]
Ask = Callable[[Store, Iterable[Key]], Found]


@pytest.fixture
def silent(tmp_path: Path) -> Vocabulary:
    return said(tmp_path / "silent.ttl", "")


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subjects, "MOST", 3)


def built(
    store: Store, vocabulary: Vocabulary, *facts: str, slots: tuple[str, ...] = BOTH
) -> list[Item | Skip]:
    asked = [instance("x", {"fact": fact}, str(n)) for n, fact in enumerate(facts)]
    return list(items.build(asked, store, vocabulary, ItemOptions(slots=slots)))


def _noting(ask: Ask, read: list[str]) -> Ask:
    """The same, which notes what was read."""

    def asked(store: Store, questions: Iterable[Key]) -> Found:
        found = ask(store, questions)
        read.extend(one for subjects in found.values() for one in subjects)
        return found

    return asked


def test_a_subject_among_too_many_is_not_asked_for_and_the_others_are_not_read(
    silent: Vocabulary, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    monkeypatch.setattr(graph, "subjects", _noting(graph.subjects, read))
    crowded, open_ = built(memory(entries(FACTS)), silent, "s0 p land", "s4 p isle")
    assert isinstance(crowded, Item)
    assert isinstance(open_, Item)
    assert crowded.facts[0].subjects is UNSET
    assert {one.slot for one in crowded.facts[0].prompts} == {"object"}
    assert Count(CROWDED, 1) in crowded.provenance.guards
    [fact] = open_.facts
    assert fact.subjects
    assert [one.id.removeprefix(EX) for one in fact.subjects.answers] == ["s4", "s5", "s6"]
    assert {one.slot for one in fact.prompts} == {"object", "subject"}
    assert read == [iri(f"s{n}") for n in (4, 5, 6)]


def test_an_item_that_asks_nothing_else_is_skipped(silent: Vocabulary) -> None:
    store = memory(entries(FACTS))
    skipped, made = built(store, silent, "s0 p land", "s4 p isle", slots=("subject",))
    assert isinstance(skipped, Skip)
    assert skipped.reason == CROWDED
    assert isinstance(made, Item)


def test_a_literal_has_no_side_and_is_an_item_all_the_same(silent: Vocabulary) -> None:
    [made] = built(memory(entries(['a p "x"'])), silent, 'a p "x"', slots=("subject",))
    assert isinstance(made, Item)
    assert made.facts[0].subjects is UNSET


def test_where_a_rival_has_too_many_subjects_nobody_is_asked_either(silent: Vocabulary) -> None:
    """Both lands have one name: all subjects of the other are right by the question's words."""
    facts = [*FACTS, "t p Land"]
    asked = instance("x", {"own": "t p Land", "other": "s0 p land"})
    [made] = items.build(
        [asked], memory(entries(facts)), silent, ItemOptions(slots=BOTH, keep_flagged=True)
    )
    assert isinstance(made, Item)
    assert [fact.subjects for fact in made.facts] == [UNSET, UNSET]
    assert Count(CROWDED, 2) in made.provenance.guards


def test_answers_that_facts_share_are_made_once(silent: Vocabulary) -> None:
    one, other = built(memory(entries(FACTS)), silent, "s4 p isle", "s5 p isle")
    assert isinstance(one, Item)
    assert isinstance(other, Item)
    [first], [second] = one.facts, other.facts
    assert first.subjects
    assert second.subjects
    mine = {answer.id: answer for answer in first.subjects.answers}
    assert all(answer is mine[answer.id] for answer in second.subjects.answers)


def test_crowds_are_told_by_their_number() -> None:
    store = memory(entries(FACTS))
    asked = [(iri("p"), iri("land")), (iri("p"), iri("isle")), (iri("p"), iri("unknown"))]
    assert graph.crowded(store, asked, 3) == {(iri("p"), iri("land"))}
    assert graph.crowded(store, asked, 4) == frozenset()


# ── What is kept ────────────────────────────────────────────────────────────────────────────────
LANDS = [f"s{n} {p} land" for p in "pqr" for n in range(3)]


@pytest.mark.parametrize(("room", "asked"), [(5, "pqrp"), (3, "pqrp"), (9, "pqr")])
def test_what_leads_to_objects_is_kept_by_the_number_of_pairs(
    room: int, asked: str, silent: Vocabulary, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three predicates have one object and three subjects each: three pairs."""
    monkeypatch.setattr(subjects, "LED", room)
    links: list[str] = []

    def linked(store: Store, some: Iterable[str], predicates: Collection[str]) -> Found:
        links.extend(predicates)
        return found(store, some, predicates)

    found = graph.links
    pools = Known(memory(entries(LANDS)), silent, "en", 0, "", labels_only=False).subject_pools
    monkeypatch.setattr(graph, "links", linked)
    for predicate in "pqrp":
        led = pools.leading(iri(predicate), iri("land"))
        assert led == frozenset(map(iri, ("s0", "s1", "s2")))
    assert links == list(map(iri, asked))
