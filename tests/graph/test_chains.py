"""What chains of predicates reach: against walks found by Python alone."""

import itertools
import random

import pytest

from kgforge import graph, paths
from kgforge.graph import chains
from tests.worlds.small import EX, entries, iri, memory


def walks(facts: set[tuple[str, str, str]], start: str, path: list[str]) -> set[tuple[str, ...]]:
    """All walks from a start, node by node."""
    found: set[tuple[str, ...]] = {(start,)}
    for predicate in path:
        found = {
            (*walk, o) for walk in found for s, p, o in facts if (s, p) == (walk[-1], predicate)
        }
    return found


@pytest.mark.parametrize("seed", range(8))
def test_all_ends_are_reached_over_any_middle(seed: int) -> None:
    chance = random.Random(seed)
    nodes, predicates = "abcdefgh", "pqr"
    facts = {
        (s, p, o)
        for s, p, o in itertools.product(nodes, predicates, nodes)
        if chance.random() < 0.15
    }
    store = memory(entries([" ".join(fact) for fact in facts]))
    asked = {
        (start, path)
        for start in nodes
        for length in (2, 3, 4)
        for path in itertools.product(predicates, repeat=length)
    }
    questions = {(iri(start), paths.joined(map(iri, path))): (start, path) for start, path in asked}
    for question, reach in graph.reached(store, questions).items():
        start, path = questions[question]
        right = walks(facts, start, list(path))
        assert reach.ends == {iri(walk[-1]) for walk in right}
        for end in sorted(reach.ends):
            via = reach.via(iri(start), end)
            assert (start, *(one.removeprefix(EX) for one in via), end.removeprefix(EX)) in right


def test_the_walk_of_known_facts_is_taken_else_the_first() -> None:
    store = memory(entries(["x p a", "x p b", "x p c", "a q z", "b q z", "c q y"]))
    question = iri("x"), paths.joined([iri("p"), iri("q")])
    reach = graph.reached(store, [question])[question]
    assert reach.via(iri("x"), iri("z")) == [iri("a")]
    assert reach.via(iri("x"), iri("z"), {(iri("x"), iri("b"))}) == [iri("b")]
    assert reach.via(iri("x"), iri("z"), {(iri("x"), iri("c"))}) == [iri("a")]  # leads elsewhere
    assert reach.via(iri("x"), iri("y")) == [iri("c")]


def test_a_literal_ends_a_chain_and_leads_nowhere() -> None:
    store = memory(entries(["x p a", 'a q "1970"', 'x p "a"']))
    path = [iri("p"), iri("q")]
    for hops, ends in ((path, {'"1970"'}), ([*path, iri("p")], set())):
        question = iri("x"), paths.joined(hops)
        assert graph.reached(store, [question])[question].ends == ends


@pytest.mark.parametrize("seed", range(4))
def test_reversed_facts_lead_on_at_every_hop(seed: int) -> None:
    """p is symmetric, q and r are inverses: the same walks as with the reversed facts stated."""
    chance = random.Random(seed)
    inverses = {"p": {"p"}, "q": {"r"}, "r": {"q"}, "s": set[str]()}
    facts = {
        (s, p, o)
        for s, p, o in itertools.product("abcdefg", inverses, "abcdefg")
        if chance.random() < 0.1
    }
    whole = facts | {(o, q, s) for s, p, o in facts for q in inverses[p]}
    store = memory(entries([" ".join(fact) for fact in facts]))
    asked = {
        (iri(start), paths.joined(map(iri, path))): (start, list(path))
        for start in "abcdefg"
        for path in itertools.product(inverses, repeat=3)
    }
    named = {iri(one): set(map(iri, found)) for one, found in inverses.items()}
    found = graph.either_way(store, asked, named.__getitem__)
    for question, (start, path) in asked.items():
        right = {iri(walk[-1]) for walk in walks(whole, start, path)}
        assert question not in found if set(path) == {"s"} else found[question] == right


def test_of_very_many_reversed_facts_only_the_last_are_followed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chains, "MOST", 2)
    many = [f"{one} p x" for one in "abc"]
    store = memory(entries(["x p d", "d q end", "a q more", *many, "y q x"]))
    inverse = {iri("p"): {iri("p")}, iri("q"): set[str]()}
    first = iri("x"), paths.joined([iri("p"), iri("q")])
    last = iri("y"), paths.joined([iri("q"), iri("p")])
    found = graph.either_way(store, [first, last], inverse.__getitem__)
    assert found == {first: {iri("end")}, last: set(map(iri, "abcd"))}
    monkeypatch.setattr(chains, "MOST", 4)
    assert graph.either_way(store, [first], inverse.__getitem__) == {
        first: {iri("end"), iri("more")}
    }


def test_a_chain_that_reaches_too_much_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chains, "MOST", 2)
    facts = ["x p a", "x p b", "x p c", "a q z", "y p a", "y p b"]
    store = memory(entries(facts))
    path = paths.joined([iri("p"), iri("q")])
    found = graph.reached(store, [(iri("x"), path), (iri("y"), path)])
    assert found[iri("x"), path].wide
    assert found[iri("x"), path].ends == frozenset()
    assert not found[iri("y"), path].wide
    assert found[iri("y"), path].ends == {iri("z")}
