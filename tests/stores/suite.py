"""The suite that every store passes: what goes in is seen through the back door, and comes out.

A test gets a *place*: one engine, with its server. What is right is said by the oracle, which knows
no query and no store.
"""

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import kgforge
from kgforge import graph, loaders, negatives, patterns, terms
from kgforge.errors import PatternError, QueryTimeoutError, StoreError
from kgforge.graph import lookups
from kgforge.patterns.contract import Value
from kgforge.patterns.queries import Query
from kgforge.schema import Entry, ReadOptions, Source, Triple
from kgforge.stores import Store
from tests import worlds
from tests.oracles.queries import Bag, Values
from tests.stores import backdoors
from tests.stores.engines import Place
from tests.worlds.facts import ex

SOURCE = Source("a.tsv", "0" * 64)
"""By which an endpoint knows a graph for ours."""


def sourced(*facts: Triple) -> Entry:
    """Facts, and the file they come from."""
    return Entry(facts, sources=(SOURCE,))


ONE = sourced(Triple(ex("a"), ex("p"), ex("b")))
OTHER = sourced(Triple(ex("b"), ex("p"), ex("c")))


def filled(place: Place, entries: list[Entry]) -> str:
    """The address of a fresh graph that holds the entries."""
    address = place.fresh()
    with place.open(address, "write") as store:
        store.add(entries)
    return address


def rows(store: Store, name: str, values: Values) -> Bag:
    """The rows of a query that ships, by its name, as it is written or compiled."""
    return Counter(store.query(patterns.read_query(name, store.language), values))


def own(store: Store, texts: dict[str, str], columns: str, folder: Path) -> Query:
    """A query of one's own in the store's language; its text binds the columns that it says."""
    marker = {"sparql": "#", "cypher": "//", "sql": "--"}[store.language]
    path = folder / f"own{patterns.SUFFIXES[store.language]}"
    path.write_text(f"{marker} Own.\n{marker} columns: {columns}\n{texts[store.language]}\n")
    return patterns.read_query(path, store.language)


def breaking(entries: list[Entry]) -> Iterator[Entry]:
    """The entries, and then a fault, as when a source's file is cut off."""
    yield from entries
    raise ConnectionResetError("the source broke off")


def differing(place: Place, address: str, entries: Iterable[Entry]) -> dict[str, object]:
    """In what a graph, seen through the back door, differs from the right one."""
    return {**backdoors.apart(place.held(address), backdoors.expected(place.right(entries)))}


class StoreTests:
    """Tests of ``stores.Store``, for the engine of the fixture ``place``."""

    # ── writing ─────────────────────────────────────────────────────────────────────────────────
    @pytest.mark.parametrize("entries", [worlds.odd(), worlds.dense(1)], ids=["odd", "dense"])
    def test_the_graph_holds_just_what_was_added(self, place: Place, entries: list[Entry]) -> None:
        address = filled(place, entries)
        assert differing(place, address, entries) == {}

    def test_added_twice_in_another_order_is_once(self, place: Place) -> None:
        entries = worlds.odd()
        address = filled(place, entries)
        with place.open(address, "write") as store:
            store.add(reversed(entries))
        assert differing(place, address, entries) == {}

    def test_two_loads_add_up(self, place: Place) -> None:
        address = filled(place, worlds.dense(1))
        with place.open(address, "write") as store:
            store.add(worlds.dense(2))
            store.add([])
        both = [*worlds.dense(1), *worlds.dense(2)]
        assert differing(place, address, both) == {}

    def test_repetitions_in_one_load_are_once(self, place: Place) -> None:
        address = filled(place, [ONE, OTHER, ONE, Entry((*ONE.triples, *ONE.triples))])
        assert differing(place, address, [ONE, OTHER]) == {}

    def test_terms_of_another_form_are_counted(self, place: Place) -> None:
        with place.open(place.fresh(), "write") as store:
            found = store.add(worlds.odd())
        objects = [fact.object for entry in worlds.odd() for fact in entry.triples]
        assert found == sum(terms.canonical(term) != term for term in objects) > 3

    @pytest.mark.parametrize("twice", [False, True], ids=["once", "twice"])
    def test_a_file_of_triples_is_loaded_as_its_loader_reads_it(
        self, place: Place, twice: bool, tmp_path: Path
    ) -> None:
        file = tmp_path / "odd.nt"
        file.write_bytes("".join(worlds.ODD_LINES).encode())
        wanted = backdoors.expected(place.right(loaders.load("rdf").read(file, ReadOptions())))
        address = place.fresh()
        for _ in range(1 + twice):
            report = kgforge.load([f"rdf:{file}"], address, access=place.access("write"))
        held = place.held(address)
        assert held.facts == wanted.facts
        assert report.facts == len(wanted.facts)
        assert [file for file, _, _ in held.sources] == ["odd.nt"]

    @pytest.mark.parametrize("before", [[], [OTHER]], ids=["empty", "filled"])
    def test_a_source_that_breaks_off_changes_nothing(
        self, place: Place, before: list[Entry]
    ) -> None:
        address = filled(place, before)
        with place.open(address, "write") as store, pytest.raises(ConnectionResetError):
            store.add(breaking([ONE, *worlds.dense(1)]))
        assert differing(place, address, before) == {}

    def test_a_store_opened_to_read_writes_nothing(self, place: Place) -> None:
        address = filled(place, [ONE])
        with place.open(address, "read") as store, pytest.raises(StoreError):
            store.add([OTHER])
        assert differing(place, address, [ONE]) == {}

    def test_axioms_are_no_facts(self, place: Place) -> None:
        """Neither counted nor hashed among them, nor the ends of any."""
        axioms = Entry(axioms=tuple(Triple(ex("a"), ex("p"), ex(name)) for name in "bcd"))
        with place.open(filled(place, [ONE]), "write") as store:
            before = lookups.counts(store), graph.graph_hash(store)
            store.add([axioms])
            store.add([axioms])
            after = lookups.counts(store), graph.graph_hash(store)
            assert after[1] == before[1]
            assert after[0] - before[0] == Counter({"axioms": 3})
            assert rows(store, "lookup/degrees", {"entities": (ex("a"), ex("d"))}) == Counter(
                {(ex("a"), 1): 1}
            )

    def test_what_is_verified_as_false_is_no_fact_and_is_found(self, place: Place) -> None:
        false = [Triple(ex("a"), ex("p"), one) for one in (ex("c"), '"7"@en')]
        said = [
            Triple(*one)
            for fact in [*false, *false[:1]]
            for one in negatives.assertion(fact.subject, fact.predicate, fact.object)
        ]
        with place.open(filled(place, [ONE]), "write") as store:
            before = lookups.counts(store), graph.graph_hash(store)
            store.add([Entry(axioms=tuple(said))])
            after = lookups.counts(store), graph.graph_hash(store)
            assert after[1] == before[1]
            assert after[0] - before[0] == Counter({"axioms": 8, "negatives": 2})
            asked = [(ex("a"), ex("p")), (ex("a"), ex("q")), (ex("b"), ex("p"))]
            wanted = {} if store.foreign else {asked[0]: ('"7"@en', ex("c"))}
            assert graph.false_objects(store, asked) == wanted

    def test_a_query_of_ones_own_asks_for_types_given_beside_the_facts(
        self, place: Place, tmp_path: Path
    ) -> None:
        given = Entry(axioms=(Triple(ex("b"), worlds.P31, ex("Town")),))
        with place.open(filled(place, [ONE, OTHER, given])) as store:
            query = own(store, GIVEN, "s: iri, type: iri", tmp_path)
            assert list(store.query(query, {})) == [(ex("a"), ex("Town"))]

    # ── asking ──────────────────────────────────────────────────────────────────────────────────
    @pytest.mark.parametrize(
        ("entries", "turn"), [(worlds.odd(), 0), (worlds.dense(3), 1)], ids=["odd", "dense"]
    )
    def test_every_query_gives_the_right_rows(
        self, place: Place, entries: list[Entry], turn: int
    ) -> None:
        right = place.right(entries)
        with place.open(filled(place, entries)) as store:
            for name in place.queries(worlds.queries(store.language), turn):
                for values in place.questions(name, right):
                    wanted = right.rows(name, values)
                    assert rows(store, name, values) == wanted, (name, values)

    def test_the_hashes_of_the_graph_are_those_of_its_facts_and_of_what_stands_beside_them(
        self, place: Place
    ) -> None:
        right = place.right(worlds.odd())
        with place.open(filled(place, worlds.odd())) as store:
            assert graph.graph_hash(store) == right.hash()
            assert graph.beside_hash(store) == right.beside()

    def test_a_thousand_questions_are_one_batch(self, place: Place) -> None:
        facts = [Triple(ex(f"s{n}"), ex("p"), ex(f"o{n % 7}")) for n in range(1000)]
        asked: Value = tuple((fact.subject, fact.predicate) for fact in facts)
        with place.open(filled(place, [sourced(*facts)])) as store:
            found = rows(store, "lookup/objects", {"questions": asked})
        assert found == Counter((fact.subject, fact.predicate, fact.object) for fact in facts)

    def test_an_empty_graph_answers_with_nothing(self, place: Place) -> None:
        with place.open(place.fresh(), "write") as store:
            assert rows(store, "lookup/facts", {}) == Counter()
            assert rows(store, "symmetry", {"predicates": (ex("p"),)}) == Counter()

    def test_two_queries_may_be_open_at_once(self, place: Place) -> None:
        with place.open(filled(place, worlds.dense(1))) as store:
            facts = store.query(patterns.lookup("facts", store.language), {})
            first = next(facts)
            names = Counter(store.query(patterns.lookup("names", store.language), {}))
            rest = Counter(facts)
        right = place.right(worlds.dense(1))
        assert rest + Counter([first]) == right.rows("facts", {})
        assert names == right.rows("names", {})

    def test_rows_may_be_left_unread(self, place: Place) -> None:
        with place.open(filled(place, worlds.dense(1))) as store:
            next(store.query(patterns.lookup("facts", store.language), {}))
            assert rows(store, "lookup/facts", {}) == place.right(worlds.dense(1)).rows("facts", {})

    # ── queries that do not fit ─────────────────────────────────────────────────────────────────
    def test_a_text_that_is_no_query_is_refused_by_name(self, place: Place, tmp_path: Path) -> None:
        with place.open(filled(place, [ONE])) as store:
            query = own(store, dict.fromkeys(patterns.SUFFIXES, "SELEC ?a"), "a: iri", tmp_path)
            with pytest.raises(PatternError, match=r"own\.\w+(:\d+){0,2}: "):
                list(store.query(query, {}))

    def test_a_missing_column_is_told_with_its_line(self, place: Place, tmp_path: Path) -> None:
        with place.open(filled(place, [ONE])) as store:
            query = own(store, ONE_COLUMN, "a: iri, b: iri", tmp_path)
            with pytest.raises(PatternError, match=r"own\.\w+:2: columns: .*not return b"):
                list(store.query(query, {}))

    @pytest.mark.parametrize("type", ["iri", "int", "float"])
    def test_a_value_of_another_type_is_told(self, place: Place, type: str, tmp_path: Path) -> None:
        literal = sourced(Triple(ex("a"), ex("p"), '"ten"'))
        with place.open(filled(place, [literal])) as store:
            texts = AN_OBJECT if type == "iri" else A_VALUE
            query = own(store, texts, f"a: {type}", tmp_path)
            with pytest.raises(PatternError, match=rf"own\.\w+:2: columns: a is declared {type}"):
                list(store.query(query, {}))

    def test_further_columns_and_their_order_do_not_matter(
        self, place: Place, tmp_path: Path
    ) -> None:
        with place.open(filled(place, [ONE])) as store:
            query = own(store, THREE_COLUMNS, "b: iri, a: iri", tmp_path)
            assert list(store.query(query, {})) == [(ex("b"), ex("a"))]

    # ── time ────────────────────────────────────────────────────────────────────────────────────
    def test_a_long_query_is_stopped_and_the_store_still_answers(
        self, place: Place, tmp_path: Path
    ) -> None:
        facts = [Triple(ex(f"e{n % 40}"), ex(f"p{n % 7}"), ex(f"e{n // 40}")) for n in range(1600)]
        address = filled(place, [sourced(*facts)])
        limit = place.engine.patience
        with place.open(address, timeout=float(limit)) as store:
            query = own(store, LONG, "n: int", tmp_path)
            started = time.monotonic()
            with pytest.raises(QueryTimeoutError, match=rf"own\.\w+: stopped after {limit} s"):
                list(store.query(query, {}))
            assert time.monotonic() - started < limit + 18
            assert rows(store, "lookup/facts", {}).total() == len(set(facts))
        place.fresh()  # ends a query that a server cannot be told to stop


ONE_COLUMN = {
    "sparql": "SELECT ?a { ?a ?p ?b }",
    "cypher": "MATCH (a:Entity)-[r]->(b) RETURN a.iri AS a",
    "sql": "SELECT s AS a FROM facts",
}
THREE_COLUMNS = {
    "sparql": "SELECT ?a ?p ?b { ?a ?p ?b }",
    "cypher": "MATCH (a:Entity)-[r]->(b) RETURN a.iri AS a, type(r) AS p, b.iri AS b",
    "sql": "SELECT s AS a, p, o AS b FROM facts",
}
AN_OBJECT = {
    "sparql": "SELECT ?a { ?s ?p ?a }",
    "cypher": "MATCH (s:Entity)-->(o) RETURN coalesce(o.iri, o.term) AS a",
    "sql": "SELECT o AS a FROM facts",
}
A_VALUE = {
    "sparql": "SELECT ?a { ?s ?p ?a }",
    "cypher": "MATCH (s:Entity)-->(o) RETURN o.value AS a",
    "sql": "SELECT t.value AS a FROM facts f JOIN terms t ON t.id = f.o",
}
GIVEN = {
    "sparql": "SELECT ?s ?type { ?s ?p ?o GRAPH <urn:kgforge:ontology> { ?o wdt:P31 ?type } }",
    "cypher": "MATCH (s)-[]->(o:Entity) MATCH (a:Axiom {subject: o.iri, type: 'wdt:P31'}) "
    "RETURN s.iri AS s, a.object AS type",
    "sql": "SELECT f.s, a.o AS type FROM facts f JOIN ontology a ON a.s = f.o JOIN terms p "
    f"ON p.id = a.p WHERE p.value = '{worlds.P31}'",
}
"""Facts about what has a type that is no fact."""
LONG = {
    "sparql": "SELECT (COUNT(*) AS ?n) { ?a ?p ?b . ?c ?q ?d . ?e ?r ?f . ?g ?s ?h . ?i ?t ?j "
    "FILTER(STRLEN(STR(?a)) + STRLEN(STR(?d)) + STRLEN(STR(?j)) < STRLEN(STR(?f))) }",
    "cypher": "MATCH (a)-->(b) MATCH (c)-->(d) MATCH (e)-->(f) MATCH (g)-->(h) MATCH (i)-->(j) "
    "WHERE size(a.iri) + size(d.iri) + size(j.iri) < size(f.iri) RETURN count(*) AS n",
    "sql": "SELECT count(*) AS n FROM facts a, facts b, facts c, facts d, facts e "
    "WHERE (a.s % 9 + b.o % 9 + c.s % 9 + d.o % 9) % 9 = e.s % 9",
}
"""A question whose 10**16 combinations no engine can count in its time."""
