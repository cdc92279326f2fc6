"""What concerns Neo4j alone: addresses, passwords, what is created when, a server's faults."""

import logging
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import kgforge
from kgforge import graph, mining, patterns, stores, terms
from kgforge.errors import AddressError, PatternError, QueryTimeoutError, StoreError
from kgforge.mining.portions import Tick
from kgforge.patterns.queries import Query
from kgforge.schema import Entry, Label, Triple
from kgforge.stores import Access
from kgforge.stores.neo4j import check_version
from tests.sampled import PROOF
from tests.stores.backdoors import bolt
from tests.stores.servers import Servers
from tests.stores.servers.neo4j import PASSWORD, Neo4j
from tests.worlds.facts import ex, write_ntriples

ENDLESS = "UNWIND range(1, 1000000) AS a UNWIND range(1, 1000000) AS b RETURN sum(a * b) AS n"
"""What takes an engine hours to count."""


@pytest.fixture(scope="module")
def server(servers: Servers) -> Neo4j:
    """The server that all tests share."""
    found: Neo4j = servers.get("neo4j")
    return found


@pytest.fixture
def empty(server: Neo4j) -> Neo4j:
    """The shared server without a graph, and without constraints."""
    bolt.clear(server.url)
    for name in asked(server, "SHOW CONSTRAINTS YIELD name"):
        asked(server, f"DROP CONSTRAINT {name}")
    return server


@pytest.fixture(scope="module")
def second(server: Neo4j, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neo4j]:
    """Another server, for what the shared one must not suffer; a test starts it."""
    found = Neo4j(tmp_path_factory.mktemp("second"))
    yield found
    found.kill()


@pytest.fixture
def mortal(second: Neo4j) -> Neo4j:
    """A running server without a graph, which a test may kill."""
    second.start()
    bolt.clear(second.url)
    return second


@contextmanager
def configured(server: Neo4j, setting: str, value: str) -> Iterator[None]:
    """The server started with a setting, which is gone at its next start."""
    server.stop()
    server.configure({setting: value})
    server.start()
    with (
        bolt.driver(server.url) as driver,
        driver.session() as session,
        session.begin_transaction(timeout=60) as first,  # which may take seconds
    ):
        first.run("RETURN 1").consume()
    yield
    server.kill()
    server.configure({})


def asked(server: Neo4j, text: str) -> list[Any]:
    """The first column of what a query gives, asked with the driver alone."""
    with bolt.driver(server.url) as driver, driver.session() as session:
        return [record[0] for record in session.run(text)]


def own(text: str, folder: Path, columns: str = "n: int") -> Query:
    path = folder / "own.cypher"
    path.write_text(f"// Own.\n// columns: {columns}\n{text}\n")
    return patterns.read_query(path, "cypher")


def many(number: int) -> list[Entry]:
    """So many facts that loading them takes some seconds."""
    return [
        Entry(tuple(Triple(ex(f"s{n}"), ex(f"p{n % 9}"), ex(f"o{n % 997}")) for n in part))
        for part in graph.batches(range(number))
    ]


# ── addresses and passwords ─────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    "rest", ["", "localhost:7687", "http://localhost:7474", "bolt:", "bolt://"]
)
def test_an_address_that_names_no_server_is_refused(rest: str) -> None:
    with pytest.raises(AddressError, match="neo4j:bolt://localhost:7687"):
        stores.open(f"neo4j:{rest}")


def test_a_password_in_the_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(AddressError, match="set NEO4J_USERNAME and NEO4J_PASSWORD") as caught:
        stores.open(f"neo4j:bolt://neo4j:{PASSWORD}@localhost:7687")
    assert PASSWORD not in str(caught.value)


def test_a_database_may_be_named(empty: Neo4j) -> None:
    with stores.open(f"{empty.address}/neo4j", stores.WRITE) as store:
        store.add([Entry((Triple(ex("a"), ex("p"), ex("b")),))])
        assert store.address == f"{empty.address}/neo4j"
    assert len(bolt.held(empty.url).facts) == 1


def test_other_schemes_are_taken(empty: Neo4j) -> None:
    address = empty.address.replace("bolt:", "neo4j:")
    with stores.open(address) as store:
        assert graph.graph_hash(store)[1] == 0


def test_no_such_database_is_told(server: Neo4j) -> None:
    with pytest.raises(StoreError, match="has no database 'other'") as caught:
        stores.open(f"{server.address}/other")
    assert "\n" not in str(caught.value)


def test_a_refused_connection_is_told() -> None:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    with pytest.raises(StoreError, match=r"refused.*: is the server running there\?") as caught:
        stores.open(f"neo4j:bolt://127.0.0.1:{port}")
    assert "\n" not in str(caught.value)


def test_a_password_opens_and_is_never_said(empty: Neo4j, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with stores.open(empty.address, stores.WRITE) as store:
        store.add([Entry((Triple(ex("a"), ex("p"), ex("b")),))])
        assert graph.graph_hash(store)[1] == 1
        assert PASSWORD not in store.address
    assert caplog.records, "the driver logs what it does"
    assert PASSWORD not in caplog.text


def test_a_wrong_password_is_told_and_later_that_there_were_too_many(
    server: Neo4j, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NEO4J_PASSWORD")
    with pytest.raises(StoreError, match="refuses the user or the password"):
        stores.open(server.address)
    monkeypatch.setenv("NEO4J_PASSWORD", "wrong-" + PASSWORD)
    said = []
    for _ in range(8):
        with pytest.raises(StoreError) as caught:
            stores.open(server.address)
        said.append(str(caught.value))
    assert "refuses the user or the password: set NEO4J_USERNAME and NEO4J_PASSWORD" in said[0]
    assert "too many wrong passwords: wait some seconds" in said[-1]
    assert not any(PASSWORD in text or "\n" in text for text in said)
    time.sleep(2.1)  # until the server forgets them


@pytest.mark.parametrize("agent", ["Neo4j/5.25.1", "Neo4j/4.4.0", "Memgraph", "Neo4j/v5.11.0 like"])
def test_an_older_server_is_refused(agent: str) -> None:
    with pytest.raises(StoreError, match=r"neo4j:x: it is .*: run Neo4j 5\.26 or newer"):
        check_version(agent, "neo4j:x")


@pytest.mark.parametrize("agent", ["Neo4j/5.26.0", "Neo4j/5.27-aura", "Neo4j/2025.06.1"])
def test_a_newer_server_is_taken(agent: str) -> None:
    check_version(agent, "neo4j:x")


# ── what is created when ────────────────────────────────────────────────────────────────────────
def test_only_a_write_makes_constraints(empty: Neo4j) -> None:
    with stores.open(empty.address, stores.READ) as store:
        assert graph.graph_hash(store)[1] == 0
    assert asked(empty, "SHOW CONSTRAINTS") == []
    with stores.open(empty.address, stores.WRITE) as store:
        store.add([Entry((Triple(ex("a"), ex("p"), ex("b")),))])
    made = asked(empty, "SHOW CONSTRAINTS YIELD name")
    assert sorted(made) == [
        f"kgforge_{kind}"
        for kind in ("axiom", "entity", "literal", "load", "mention", "sentence", "source")
    ]


def test_a_query_cannot_write(empty: Neo4j, tmp_path: Path) -> None:
    query = own("CREATE (n:X) RETURN 1 AS n", tmp_path)
    with (
        stores.open(empty.address, stores.WRITE) as store,
        pytest.raises(PatternError, match=r"own\.cypher: .*read access mode"),
    ):
        list(store.query(query, {}))
    assert asked(empty, "MATCH (n) RETURN n") == []


def test_iris_that_look_like_types_stay_as_they_are(empty: Neo4j) -> None:
    like = ("geo:37.78,-122.39", "wdt:P26", "schema:name", "urn:x")
    p26, more = terms.PREFIXES["wdt"] + "P26", ex("p")
    facts = [Triple(one, p, other) for one in like for p in (p26, more) for other in like]
    with stores.open(empty.address, stores.WRITE) as store:
        store.add([Entry(tuple(facts))])
        found = {Triple(*map(str, row)) for row in graph.ask(store, "facts")}
        asked_of = [(one, p26) for one in like]
        objects = graph.objects(store, asked_of)
    assert found == set(facts)
    assert objects == dict.fromkeys(asked_of, tuple(sorted(like)))
    assert set(asked(empty, "MATCH (:Entity)-[r]->() RETURN DISTINCT type(r)")) == {
        "wdt:P26",
        f"<{more}>",
    }


def test_entities_that_only_have_names_are_in_no_count(empty: Neo4j) -> None:
    names = tuple(Label(ex(name), "label", name, "en") for name in "abcdefgh")
    with stores.open(empty.address, stores.WRITE) as store:
        store.add([Entry((Triple(ex("a"), ex("p"), ex("b")),), names)])
        counts = {name: int(count or 0) for name, count in graph.ask(store, "counts")}
        degrees = graph.degrees(store, map(ex, "abc"))
    assert +Counter(counts) == {"facts": 1, "labels": 8}
    assert degrees == {ex("a"): 1, ex("b"): 1}


# ── time limits ─────────────────────────────────────────────────────────────────────────────────
def test_a_time_limit_stops_the_server_s_work(empty: Neo4j, tmp_path: Path) -> None:
    running = "SHOW TRANSACTIONS YIELD currentQuery WHERE currentQuery CONTAINS 'range(1, 1000000)'"
    query = own(ENDLESS, tmp_path)
    failures: list[Exception] = []

    def ask() -> None:
        with stores.open(empty.address, Access(timeout=2.0)) as store:
            try:
                list(store.query(query, {}))
            except QueryTimeoutError as error:
                failures.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    seen = _waits_for(lambda: len(asked(empty, f"{running} AND currentQuery CONTAINS 'sum'")) > 1)
    thread.join(60)
    assert seen, "the query was never at work"
    [error] = failures
    assert str(error).startswith(f"{query.path}: stopped after 2 s (--timeout)")
    assert _waits_for(lambda: len(asked(empty, running)) == 1), "only this question itself is left"


def _waits_for(condition: Any, seconds: float = 30) -> bool:
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


@pytest.mark.skipif(not PROOF, reason="of endpoints in every run, of Neo4j in make proof")
def test_what_the_server_stops_of_its_own_is_told(second: Neo4j, tmp_path: Path) -> None:
    with configured(second, "db.transaction.timeout", "5s"):
        with stores.open(second.address, stores.WRITE) as store:
            store.add([Entry((Triple(ex("a"), ex("p"), ex("b")),))])
        with stores.open(second.address) as store, pytest.raises(QueryTimeoutError) as caught:
            list(store.query(own(ENDLESS, tmp_path), {}))
        assert "db.transaction.timeout" in str(caught.value)
        assert "(--timeout)" in str(caught.value)
        with (
            held_up(second),
            stores.open(second.address, stores.WRITE) as store,
            pytest.raises(StoreError, match=r"raise db\.transaction\.timeout and run it again"),
        ):
            store.add([Entry(labels=(Label(ex("a"), "label", "A", "en"),))])
        assert not bolt.held(second.url).labels


def word(number: int) -> str:
    """A name without a digit, as an entity needs one."""
    return "".join("abcdefghij"[int(digit)] for digit in str(number))


@pytest.mark.skipif(not PROOF, reason="a server's start and end: in make proof")
def test_rules_are_counted_in_little_memory_and_its_lack_is_told(
    second: Neo4j, tmp_path: Path
) -> None:
    """Ten thousand walks of a hundred predicates, in 32 MB for a transaction."""
    chance = random.Random(0)
    entities, predicates = ([ex(f"{kind}_{word(n)}") for n in range(100)] for kind in ("E", "like"))
    drawn = (
        [chance.choice(terms) for _ in range(1000)] for terms in (entities, predicates, entities)
    )
    facts = list(zip(*drawn, strict=True))
    with configured(second, "db.memory.transaction.max", "32m"):
        kgforge.load([write_ntriples(facts, tmp_path / "graph.nt")], second.address)
        params = {"least": "1", "composite.confidence": "0"}
        asked = ["composite", "inverse", "path"]
        mined = kgforge.mine(
            asked, second.address, tmp_path / "mined", params=params, engine="native"
        )
        assert mined.patterns[2].groups > 5000
        hungry = "UNWIND range(1, 10000000) AS n RETURN size(collect(n)) AS n"
        with (
            stores.open(second.address) as store,
            pytest.raises(StoreError, match=r"own\.cypher\).*memory\.transaction\.max.*: raise"),
        ):
            list(store.query(own(hungry, tmp_path), {}))


@contextmanager
def held_up(server: Neo4j) -> Iterator[None]:
    """Whoever writes to an entity has to wait for another transaction."""
    with (
        bolt.driver(server.url) as driver,
        driver.session() as session,
        session.begin_transaction(timeout=60) as blocking,
    ):
        blocking.run("MATCH (n:Entity) SET n.held = true").consume()
        yield


# ── read-only, and killed ───────────────────────────────────────────────────────────────────────
@pytest.mark.skipif(not PROOF, reason="a server's start and end: in make proof")
def test_a_read_only_database_is_mined_and_not_written(mortal: Neo4j, tmp_path: Path) -> None:
    with stores.open(mortal.address, stores.WRITE) as store:
        store.add(many(50))
    with configured(mortal, "server.databases.default_to_read_only", "true"):
        kgforge.mine(["symmetry"], mortal.address, tmp_path / "mined")
        with (
            stores.open(mortal.address, stores.WRITE) as store,
            pytest.raises(StoreError, match="it is read-only: allow writing") as caught,
        ):
            store.add([Entry((Triple(ex("a"), ex("p"), ex("b")),))])
        assert "\n" not in str(caught.value)
        assert len(bolt.held(mortal.url).facts) == 50


@pytest.mark.skipif(not PROOF, reason="of endpoints in every run, of Neo4j in make proof")
def test_a_load_that_a_killed_server_broke_off_is_run_again(mortal: Neo4j) -> None:
    entries = many(40_000)

    def kill() -> None:
        _waits_for(lambda: asked(mortal, "MATCH ()-[r]->() RETURN count(r)") > [0])
        mortal.kill()

    thread = threading.Thread(target=kill)
    with stores.open(mortal.address, stores.WRITE) as store:
        thread.start()
        with pytest.raises(StoreError, match="run the load again, and it ends with the same"):
            store.add(entries)
    thread.join(60)
    mortal.start()
    half = asked(mortal, "MATCH ()-[r]->() RETURN count(r)")
    assert 0 < half[0] < 40_000
    with stores.open(mortal.address, stores.WRITE) as store:
        store.add(entries)
    facts = {(fact.subject, fact.predicate, fact.object) for e in entries for fact in e.triples}
    assert bolt.held(mortal.url).facts == facts


@pytest.mark.skipif(not PROOF, reason="of endpoints in every run, of Neo4j in make proof")
def test_a_mine_that_a_killed_server_broke_off_is_run_again(mortal: Neo4j, tmp_path: Path) -> None:
    names = [ex(f"E_{word(n)}") for n in range(20_000)]
    facts = [(name, ex("like"), names[n ^ 1]) for n, name in enumerate(names)]
    source = write_ntriples(facts, tmp_path / "graph.nt")
    kgforge.load([source], mortal.address)

    def kill(tick: Tick) -> None:
        if tick.rows:
            mortal.kill()

    with pytest.raises(StoreError, match="the server was lost; run it again") as caught:
        kgforge.mine(
            ["symmetry"], mortal.address, tmp_path / "mined", progress=kill, engine="native"
        )
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "mined").exists()
    mortal.start()
    kgforge.mine(["symmetry"], mortal.address, tmp_path / "mined", engine="native")
    kgforge.mine(["symmetry"], source, tmp_path / "embedded", engine="native")
    for name in ("groups.jsonl", "instances.jsonl"):
        found, wanted = (tmp_path / out / "symmetry" / name for out in ("mined", "embedded"))
        assert found.read_bytes() == wanted.read_bytes()
        assert wanted.read_bytes()


# ── what kgforge did not write ──────────────────────────────────────────────────────────────────
MOVIES = (
    "CREATE (k:Person:Entity {name: 'Keanu'})-[:ACTED_IN]->(m:Movie {title: 'The Matrix'}) "
    "CREATE (:Sentence {text: 'A sentence.'})"
)


def test_a_load_leaves_other_data_as_it_is(empty: Neo4j, tmp_path: Path) -> None:
    """Nothing is written, not even a constraint; what is there is named."""
    asked(empty, MOVIES)
    address = f"neo4j:{empty.url}"
    (tmp_path / "facts.tsv").write_text("s\tp\to\nAda\tknows\tBo\n")
    everything = "MATCH (n) RETURN [labels(n), properties(n)] ORDER BY elementId(n)"
    before = asked(empty, everything)
    with pytest.raises(StoreError) as refused:
        graph.load([f"tsv:{tmp_path}/facts.tsv"], address)
    told = str(refused.value)
    for part in ("Movie (1)", "Person (1)", "Entity (1)", "ACTED_IN (1)", "name an empty one"):
        assert part in told
    with stores.open(address, stores.WRITE) as store, pytest.raises(StoreError, match="ACTED_IN"):
        store.add([Entry((Triple(ex("a"), ex("p"), ex("b")),))])
    assert not asked(empty, "SHOW CONSTRAINTS YIELD name")
    assert asked(empty, everything) == before


def test_a_graph_that_kgforge_did_not_write_is_said_to_be_one(empty: Neo4j, tmp_path: Path) -> None:
    asked(empty, MOVIES)
    address = f"neo4j:{empty.url}"
    with pytest.raises(StoreError, match=r"did not write \(nodes .*Movie \(1\).*ACTED_IN \(1\)"):
        kgforge.mine(["symmetry"], address, tmp_path / "mined")
    with pytest.raises(StoreError, match="did not write"):
        graph.load([address], f"oxigraph:{tmp_path}/graph")
    assert not (tmp_path / "graph").exists()


def test_nodes_beside_a_graph_do_no_harm(empty: Neo4j) -> None:
    """Of a user's own, say, who marks entities; relationships between them would be facts."""
    address = f"neo4j:{empty.url}"
    with stores.open(address, stores.WRITE) as store:
        store.add([Entry((Triple(ex("a"), ex("p"), ex("b")),))])
        asked(empty, "CREATE (:Note {text: 'mine'})-[:OF]->(:Note)")
        store.add([Entry((Triple(ex("a"), ex("p"), ex("c")),))])
        asked(empty, "MATCH (e:Entity) WITH e LIMIT 1 CREATE (e)-[:OF]->(:Note)")
        with pytest.raises(StoreError, match="OF"):
            store.add([Entry((Triple(ex("a"), ex("p"), ex("d")),))])


def test_a_query_without_a_header_is_run_as_it_is(empty: Neo4j, tmp_path: Path) -> None:
    """In Cypher also of what kgforge did not write; in SPARQL of a graph of its own."""
    asked(empty, MOVIES)
    address = f"neo4j:{empty.url}"
    text = "MATCH (p:Person)-[r]->(m) RETURN p.name AS who, type(r) AS what, m.year AS year"
    (tmp_path / "own.cypher").write_text(f"// Who acts.\n{text}\n")
    for name in (text, str(tmp_path / "own.cypher")):
        with mining.query(name, address) as found:
            assert found.names == ("who", "what", "year")
            assert list(found.rows) == [("Keanu", "ACTED_IN", None)]
    with pytest.raises(PatternError), mining.query("MATCH (p RETURN p", address):
        pass
    bolt.clear(empty.url)
    with stores.open(address, stores.WRITE) as store:
        store.add([Entry((Triple(ex("a"), ex("p"), ex("b")),))])
    with mining.query("SELECT * { ?s ?p ?o }", address) as found:
        row = dict(zip(found.names, next(iter(found.rows)), strict=True))
    assert row == {"s": ex("a"), "p": ex("p"), "o": ex("b")}
    with mining.query("MATCH (s:Entity)-[r]->() RETURN s AS s, type(r) AS p", address) as found:
        assert list(found.rows) == [(ex("a"), ex("p"))]
