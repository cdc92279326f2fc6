"""Graphs that move between stores: everything arrives, counts and hashes equal."""

from pathlib import Path

import pytest

import kgforge
from kgforge import graph, negatives, stores
from kgforge.errors import AddressError
from kgforge.graph import LoadOptions, copying, loading, lookups
from kgforge.schema import Entry, Triple
from kgforge.stores.oxigraph import OxigraphStore
from tests import worlds
from tests.oracles.queries import Oracle
from tests.stores import backdoors
from tests.stores.engines import EMBEDDED, Place
from tests.worlds.facts import ex


def embedded(folder: Path) -> str:
    """The address of an embedded graph with everything that is odd."""
    address = f"oxigraph:{folder}/odd"
    with stores.open(address, stores.WRITE) as store:
        store.add(worlds.odd())
    return address


def test_a_graph_goes_into_each_engine_and_comes_back_whole(
    quick_place: Place, tmp_path: Path
) -> None:
    place = quick_place
    source, there, back = embedded(tmp_path), place.fresh(), f"oxigraph:{tmp_path}/back"
    access = place.engine.access(place.server, "write")
    first = kgforge.load([source], there, access=access)
    wanted = backdoors.expected(place.right(worlds.odd()))
    assert backdoors.apart(place.held(there), wanted) == {}
    again = kgforge.load([there], back)
    assert first.stored == again.stored == again.facts == len(wanted.facts)
    assert (first.labels, first.sentences, first.mentions, first.pairs) == (
        again.labels, again.sentences, again.mentions, again.pairs)  # fmt: skip
    assert backdoors.apart(backdoors.canonical(EMBEDDED.held(None, back)), wanted) == {}
    with loading.open_graph(there) as one, loading.open_graph(back) as other:
        assert graph.graph_hash(one) == graph.graph_hash(other)
        assert lookups.counts(one) == lookups.counts(other)


def test_a_second_copy_adds_nothing(tmp_path: Path) -> None:
    source, there = embedded(tmp_path), f"oxigraph:{tmp_path}/there"
    kgforge.load([source], there)
    again = kgforge.load([source], there)
    assert (again.stored, again.labels, again.sentences, again.mentions) == (0, 0, 0, 0)
    assert again.read == again.duplicate


def test_some_predicates_can_be_copied_with_what_tells_of_them(tmp_path: Path) -> None:
    source, there = f"oxigraph:{tmp_path}/here", f"oxigraph:{tmp_path}/there"
    with stores.open(source, stores.WRITE) as store:
        store.add(worlds.dense(1))
    options = LoadOptions(predicates=frozenset({ex("p")}))
    report = kgforge.load([source], there, options)
    right = Oracle(worlds.dense(1))
    facts = {row for row in right.rows("facts", {}) if row[1] == ex("p")}
    found = EMBEDDED.held(None, there)
    assert found.facts == facts
    assert found.mentions == {row for row in right.spans() if row[2] == ex("p")}
    assert report.read == report.stored == len(facts)
    assert not report.skipped


def test_what_is_verified_as_false_is_copied(tmp_path: Path) -> None:
    """All of it, or that of the predicates asked for; OWL's words do not stand among the facts."""
    false = [Triple(ex("a"), ex(p), value) for p in "pq" for value in (ex("x"), '"x"@en')]
    axiom = Triple(ex("C"), ex("below"), ex("D"))
    source = f"oxigraph:{tmp_path}/here"
    with stores.open(source, stores.WRITE) as store:
        written = [Triple(*one) for each in false for one in negatives.assertion(
            each.subject, each.predicate, each.object)]  # fmt: skip
        store.add([Entry(axioms=(axiom, *written))])
    asked = [(ex("a"), ex("p")), (ex("a"), ex("q"))]
    for name, predicates, kept, axioms in (
        ("all", (), asked, 1), ("some", (ex("q"),), asked[1:], 0),
    ):  # fmt: skip
        there = f"duckdb:{tmp_path}/{name}.db"
        options = LoadOptions(predicates=frozenset(predicates))
        reports = [kgforge.load([source], there, options) for _ in range(2)]
        assert [report.negatives for report in reports] == [2 * len(kept)] * 2
        assert [report.axioms for report in reports] == [axioms, 0]
        with stores.open(there) as store:
            found = graph.false_objects(store, asked)
            assert lookups.counts(store)["negatives"] == 2 * len(kept)
        assert found == {question: ('"x"@en', ex("x")) for question in kept}


def test_some_facts_can_be_copied_with_the_names(tmp_path: Path) -> None:
    source, there = embedded(tmp_path), f"oxigraph:{tmp_path}/there"
    report = kgforge.load([source], there, LoadOptions(limit=3))
    assert report.read == report.stored == 3
    with stores.open(source) as one, stores.open(there) as other:
        facts = graph.ask(other, "facts")
        kept = {term for row in facts for term in map(str, row)}
        names = {row for row in graph.ask(one, "names") if row[0] in kept}
        assert set(graph.ask(other, "names")) == names
        assert 0 < len(names) < lookups.counts(one)["labels"]
        assert graph.sources(one) == graph.sources(other)


def test_a_graph_is_not_copied_onto_itself(tmp_path: Path) -> None:
    source = embedded(tmp_path)
    with pytest.raises(AddressError, match="is both source and store"):
        kgforge.load([f"{source}/"], source)


def test_of_a_foreign_graph_come_its_facts_and_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of an endpoint that is not ours: names only of what is in the facts, by language.

    Those for all languages are kept besides.
    """
    source = f"oxigraph:{tmp_path}/here"
    with stores.open(source, stores.WRITE) as store:
        store.add(worlds.dense(1))
    monkeypatch.setattr(OxigraphStore, "foreign", True)
    with stores.open(source) as store:
        taken = Oracle(copying.entries(store, (ex("p"),), ("DE",)))
        assert graph.graph_id(store).hash is None
    right = Oracle(worlds.dense(1))
    facts = {row for row in right.rows("facts", {}) if row[1] == ex("p")}
    assert set(taken.rows("facts", {})) == facts
    named = {str(term) for fact in facts for term in fact}
    wanted = {row for row in right.rows("names", {}) if row[0] in named}
    wanted = {row for row in wanted if row[1] in {"de", "de-at", "mul"}}
    assert set(taken.rows("names", {})) == wanted
