"""The endpoint store on real servers: kills, rights, passwords, time, long results, literals."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import psutil
import pyoxigraph as ox
import pytest

import kgforge
from kgforge import patterns, stores, terms
from kgforge.errors import PatternError, QueryTimeoutError, StoreError
from kgforge.graph import lookups
from kgforge.patterns.queries import Query
from kgforge.schema import Entry, Label, Source, Triple
from kgforge.stores import Access
from kgforge.terms import XSD
from tests.proofs.test_identity import FILES, load_shipped, same_bytes
from tests.sampled import some
from tests.stores.backdoors import apart, rdf
from tests.stores.servers import NAMES, Servers, fuseki, oxigraph, virtuoso
from tests.worlds.facts import ex

KINDS: Final = ("oxigraph", "fuseki", "virtuoso")
LONG: Final = """# All pairs of facts, and their pairs.
# columns: n: int
SELECT (COUNT(*) AS ?n) { ?a ?p ?b . ?c ?q ?d . ?e ?r ?f . ?g ?s ?h }
"""
WALKS: Final = """# Walks there and back.
# columns: n: int
SELECT (COUNT(*) AS ?n) { ?a ?p ?b . ?c ?q ?b . ?c ?r ?d . ?e ?s ?d }
"""


@pytest.fixture(params=KINDS)
def server(request: pytest.FixtureRequest, servers: Servers) -> Any:
    """Each running server in turn, emptied."""
    found = servers.get(request.param)
    found.clear()
    return found


def own_server(kind: str, servers: Servers, folder: Path) -> Any:
    """A server of that kind of a test's own, to be killed."""
    servers.get(kind)  # skips, or fails, where the machine has none
    return OWN[kind](folder)


OWN: Final = {
    "oxigraph": oxigraph.Oxigraph,
    "fuseki": fuseki.Fuseki,
    "virtuoso": virtuoso.Virtuoso,
}


def entries(number: int) -> Iterator[Entry]:
    yield Entry(sources=(Source("facts.nt", "0" * 64),))
    for n in range(number):
        name = Label(ex(f"s{n}"), "label", f"Köln {n}", "en")
        yield Entry((Triple(ex(f"s{n}"), ex(f"p{n % 7}"), ex(f"o{n % 97}")),), (name,))


def filled(server: Any, found: Iterable[Entry]) -> str:
    address = f"sparql:{server.url}"
    with stores.open(address, stores.WRITE) as store:
        store.add(found)
    return address


def own(text: str, folder: Path) -> Query:
    (folder / "own.rq").write_text(text)
    return patterns.read_query(folder / "own.rq", "sparql")


def works(server: Any, seconds: float = 1.5) -> bool:
    """Whether the server's process works during the next seconds; it may not be alone."""
    process = psutil.Process(server.pid)
    before = sum(process.cpu_times()[:2])
    time.sleep(seconds)
    return bool(sum(process.cpu_times()[:2]) - before > seconds / 10)


# ── faults ──────────────────────────────────────────────────────────────────────────────────────
def test_a_server_that_is_not_there_is_told() -> None:
    with pytest.raises(StoreError, match=r"^cannot reach http://127.0.0.1:9/query: Connection ref"):
        stores.open("sparql:http://127.0.0.1:9/query")


def test_a_read_only_oxigraph_refuses_to_write(servers: Servers, tmp_path: Path) -> None:
    with own_server("oxigraph", servers, tmp_path / "home") as server:
        filled(server, entries(3))
    with oxigraph.Oxigraph(tmp_path / "home", verb="serve-read-only") as server:
        with pytest.raises(StoreError, match=r"cannot write .*: HTTP 403.* read-only"):
            filled(server, entries(4))
        assert len(rdf.dump(server).facts) == 3


def test_a_read_only_fuseki_refuses_to_write(servers: Servers, tmp_path: Path) -> None:
    servers.get("fuseki")
    with fuseki.Fuseki(tmp_path / "home", updates=False) as server:
        with pytest.raises(StoreError, match=r"cannot write .*/ds/data: HTTP 40[35].* read-only"):
            filled(server, entries(4))
        assert rdf.dump(server).facts == frozenset()


def test_a_wrong_password_is_told_and_not_shown(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = servers.get("virtuoso")
    server.clear()
    monkeypatch.setenv("SPARQL_PASSWORD", "secret")
    with pytest.raises(StoreError, match=r"refuses the user and password") as caught:
        filled(server, entries(3))
    assert "secret" not in str(caught.value)
    assert rdf.dump(server).facts == frozenset()


def test_no_data_set_is_told(servers: Servers) -> None:
    server = servers.get("fuseki")
    with pytest.raises(StoreError, match=r"is not a SPARQL endpoint: HTTP 40[45]"):
        stores.open(f"sparql:{server.root}/other")


def test_a_text_that_is_refused_names_its_line(servers: Servers, tmp_path: Path) -> None:
    server = servers.get("fuseki")
    address = filled(server, entries(1))
    query = own("# Own.\n# columns: a: iri\nSELECT ?a {\n  ?a ?p ?b .\n  ?a )\n}\n", tmp_path)
    with stores.open(address) as store, pytest.raises(PatternError, match=r"own\.rq:5:6: SPARQL: "):
        list(store.query(query, {}))


@pytest.mark.parametrize("kind", some(1, KINDS))
def test_a_load_that_the_server_did_not_survive_can_be_run_again(
    kind: str, servers: Servers, tmp_path: Path
) -> None:
    number = 60_000

    def until(kill: Callable[[], None]) -> Iterator[Entry]:
        yield from entries(number)
        threading.Timer(0.15, kill).start()

    with own_server(kind, servers, tmp_path / "home") as server:
        with pytest.raises(StoreError, match=r"^cannot (reach|write) http"):
            filled(server, until(server.kill))
        server.kill()
        server.start()
        filled(server, entries(number))
        with stores.open(f"sparql:{server.url}") as store:
            found = Counter(store.query(patterns.lookup("counts", "sparql"), {}))
        assert found[("facts", number)] == found[("labels", number)] == 1


@pytest.mark.parametrize("kind", some(1, KINDS))
def test_mining_that_the_server_did_not_survive_can_be_run_again(
    kind: str, servers: Servers, tmp_path: Path
) -> None:
    load_shipped(f"oxigraph:{tmp_path}/graph")
    mined = kgforge.mine(["all"], f"oxigraph:{tmp_path}/graph", tmp_path / "wanted")
    with own_server(kind, servers, tmp_path / "home") as server:
        address = f"sparql:{server.url}"
        load_shipped(address)

        def kill(tick: Any) -> None:
            if tick.stage == "rows":
                server.kill()

        with pytest.raises(StoreError, match=r"cannot reach http|breaks off"):
            kgforge.mine(["all"], address, tmp_path / "found", progress=kill)
        assert not (tmp_path / "found").exists()
        server.start()
        kgforge.mine(["all"], address, tmp_path / "found")
    for file in (f"{pattern.name}/{file}" for pattern in mined.patterns for file in FILES):
        assert same_bytes(tmp_path / "wanted" / file, tmp_path / "found" / file)


# ── time ────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("kind", ["fuseki", "virtuoso"])
def test_a_time_limit_stops_the_servers_work(kind: str, servers: Servers, tmp_path: Path) -> None:
    server = servers.get(kind)
    server.clear()
    address = filled(server, entries(3000))
    with stores.open(address, Access("read", timeout=2.0)) as store:
        with pytest.raises(QueryTimeoutError, match=r"own\.rq: stopped after 2 s"):
            list(store.query(own(LONG, tmp_path), {}))
        time.sleep(3)  # Virtuoso looks at its clock every second or two
        assert not works(server)


def test_an_oxigraph_server_cannot_be_told_and_works_on(servers: Servers, tmp_path: Path) -> None:
    with own_server("oxigraph", servers, tmp_path / "home") as server:
        address = filled(server, entries(3000))
        with stores.open(address, Access("read", timeout=1.0)) as store:
            with pytest.raises(QueryTimeoutError, match=r"own\.rq: stopped after 1 s"):
                list(store.query(own(LONG, tmp_path), {}))
            time.sleep(1)
            assert works(server)  # once it does not, say so in the store's docstring


def test_an_oxigraph_server_with_a_limit_of_its_own_stops(servers: Servers, tmp_path: Path) -> None:
    servers.get("oxigraph")
    with oxigraph.Oxigraph(tmp_path / "home", most=2) as server:
        address = filled(server, entries(20_000))
        with (
            stores.open(address, Access("read", timeout=1.0)) as store,
            pytest.raises(QueryTimeoutError, match=r"own\.rq: stopped after 1 s"),
        ):
            list(store.query(own(WALKS, tmp_path), {}))
        time.sleep(2)
        assert not works(server)
        with (
            stores.open(address) as store,
            pytest.raises(QueryTimeoutError, match="at its own time limit"),
        ):
            list(store.query(own(WALKS, tmp_path), {}))


# ── graphs ──────────────────────────────────────────────────────────────────────────────────────
def test_updates_write_what_the_graph_store_writes(servers: Servers) -> None:
    server = servers.get("fuseki")
    server.clear()
    filled(server, entries(2500))
    wanted = rdf.dump(server)
    server.clear()
    access = Access("write", update_url=f"{server.url}/update")
    with stores.open(f"sparql:{server.url}", access) as store:
        store.add(entries(2500))
    assert apart(rdf.dump(server), wanted) == {}


def test_facts_lie_in_the_graph_that_the_address_names(server: Any) -> None:
    address = f"sparql:{server.url}?default-graph-uri={ex('mine')}"
    for _ in range(2):
        with stores.open(address, stores.WRITE) as store:
            store.add(entries(50))
    with stores.open(address) as store:
        assert len(list(store.query(patterns.lookup("facts", "sparql"), {}))) == 50
        assert len(list(store.query(patterns.lookup("names", "sparql"), {}))) == 50
    with stores.open(f"sparql:{server.url}") as store:
        facts = {row[0] for row in store.query(patterns.lookup("facts", "sparql"), {})}
    assert ex("s1") not in facts or isinstance(server, virtuoso.Virtuoso)
    if isinstance(server, virtuoso.Virtuoso):
        server.tell(f"SPARQL CLEAR GRAPH <{ex('mine')}>;")


def test_a_virtuoso_of_others_is_foreign(servers: Servers) -> None:
    server = servers.get("virtuoso")
    server.clear()
    with stores.open(f"sparql:{server.url}") as store:
        assert store.foreign
        assert store.portions is None


# ── long results ────────────────────────────────────────────────────────────────────────────────
def test_a_cut_result_is_asked_for_in_slices(servers: Servers, tmp_path: Path) -> None:
    servers.get("virtuoso")  # a skip where there is none
    with virtuoso.Virtuoso(tmp_path / "home", most=virtuoso.MOST) as server:
        _ask_in_slices(server, tmp_path)


def _ask_in_slices(server: Any, tmp_path: Path) -> None:
    number = 2 * virtuoso.MOST + 1
    address = filled(server, entries(number))
    with stores.open(address) as store:
        names = Counter(store.query(patterns.lookup("names", "sparql"), {}))
        assert names == Counter((ex(f"s{n}"), "en", "label", f"Köln {n}") for n in range(number))
        query = own("# Seven kinds.\n# columns: p: iri\nSELECT ?p { ?s ?p ?o }", tmp_path)
        assert sum(Counter(store.query(query, {})).values()) == number
        query = own('# One kind.\n# columns: p: str\nSELECT ("x" AS ?p) { ?s ?q ?o }', tmp_path)
        with pytest.raises(StoreError, match="more identical rows"):
            list(store.query(query, {}))


def test_a_virtuoso_gives_its_graph_in_portions_under_its_limit(
    servers: Servers, tmp_path: Path
) -> None:
    """It cuts what it constructs and tells nobody; of one predicate is more than it gives."""
    servers.get("virtuoso")  # a skip where there is none
    number = 2 * virtuoso.MOST + 1
    with virtuoso.Virtuoso(tmp_path / "home", most=virtuoso.MOST) as server:
        one = (Triple(ex(f"t{n}"), ex("p9"), ex("o")) for n in range(number))
        address = filled(server, (*entries(number), Entry(tuple(one))))
        with stores.open(address) as store:
            assert isinstance(store, stores.BulkStore)
            before = store.version()
            assert store.write_facts(tmp_path / "facts.nt")
            assert before == store.version() != ""  # of what was written
            assert before == store.version()  # of what is read
            rows = Counter(store.query(patterns.lookup("facts", "sparql"), {}))
        lines = ox.parse(path=str(tmp_path / "facts.nt"), format=ox.RdfFormat.N_TRIPLES)
        assert Counter((q.subject.value, q.predicate.value, q.object.value) for q in lines) == rows
        assert rows.total() == 2 * number
        filled(server, [Entry((Triple(ex("s0"), ex("p9"), ex("s1")),))])
        with stores.open(address) as store:
            assert isinstance(store, stores.BulkStore)
            assert store.version() != before


# ── literals ────────────────────────────────────────────────────────────────────────────────────
LITERALS: Final = [
    *(terms.literal(text) for text in ("", " ", "x", "é", 'say "hi"', "a\\b\n\tc", "日本 𝔘", "1")),
    *(terms.literal("x", language=tag) for tag in ("en", "en-gb", "zh-hans")),
    *(
        terms.canonical(terms.literal(text, datatype=XSD + kind))
        for kind, texts in {
            "integer": (
                "7",
                "-1",
                "2147483648",
                "12345678901",
                "10264000000",
                "15100000000",
                "1" * 30,
                "no number",
            ),
            "decimal": ("1.5", "100.0", "0.1234567890123456789"),
            "double": ("1E3", "0.1", "3.141592653589793", "INF", "NaN", "1.7976931348623157E308"),
            "float": ("0.1", "3.4E38"),
            "boolean": ("true", "false"),
            "date": ("2001-10-26", "2001-10-26Z", "-0044-03-15", "12001-01-01"),
            "dateTime": ("2001-10-26T21:32:52", "2001-10-26T21:32:52.5+02:00"),
            "time": ("21:32:52", "21:32:52Z"),
            "gYear": ("1952", "-0044"),
            "gYearMonth": ("1952-03",),
            "gMonthDay": ("--03-11",),
            "duration": ("P1Y", "PT5S"),
            "anyURI": ("http://example.org/",),
            "hexBinary": ("0FB7",),
        }.items()
        for text in texts
    ),
    terms.literal("POINT(1 2)", datatype=terms.PREFIXES["geo"] + "wktLiteral"),
    terms.literal("x", datatype=ex("type")),
]
VIRTUOSO: Final = Path(__file__).parents[1] / "expected" / "virtuoso_literals.txt"


def kept(server: Any) -> Iterator[tuple[str, str]]:
    """Each literal, and the form in which the server gives it back; empty where it does not."""
    server.clear()
    facts = [Triple(ex("s"), ex(f"p{n}"), literal) for n, literal in enumerate(LITERALS)]
    address = filled(server, iter([Entry((fact,)) for fact in facts]))
    with stores.open(address, stores.WRITE) as store:
        found = {str(p): str(o) for _, p, o in store.query(patterns.lookup("facts", "sparql"), {})}
    return ((fact.object, found.get(fact.predicate, "")) for fact in facts)


@pytest.mark.parametrize("kind", ["oxigraph", "fuseki"])
def test_literals_come_back_in_their_canonical_form(kind: str, servers: Servers) -> None:
    for literal, found in kept(servers.get(kind)):
        assert found == literal


def test_what_virtuoso_makes_of_literals_is_listed(servers: Servers) -> None:
    """Regenerate the list by deleting the file and running this test twice."""
    differing = [(one, other) for one, other in kept(servers.get("virtuoso")) if one != other]
    text = "".join(f"{one}\t{other or '(not kept)'}\n" for one, other in differing)
    if not VIRTUOSO.exists():
        VIRTUOSO.write_text(text, encoding="utf-8")
        pytest.fail(f"{VIRTUOSO} was made anew: look at it, and run the test again")
    assert text == VIRTUOSO.read_text(encoding="utf-8")
    assert all("^^" in one for one, _ in differing)


def test_every_server_has_a_kind() -> None:
    assert set(KINDS) == set(NAMES) - {"neo4j", "spark"}


def test_a_union_default_graph_shows_no_name_as_a_fact(servers: Servers, tmp_path: Path) -> None:
    """Facts get a graph of their own, and count as elsewhere; nothing of the trial is left."""
    servers.get("oxigraph")
    with oxigraph.Oxigraph(tmp_path, "--union-default-graph") as server:
        address = filled(server, entries(50))
        with stores.open(address) as store:
            assert lookups.counts(store)["facts"] == 50
        loaded = kgforge.load(["tsv:" + str(_table(tmp_path))], address)
        assert (loaded.stored, loaded.facts) == (2, 52)
        assert b"trial" not in server.dump()
        with stores.open(address, stores.WRITE) as store:
            assert lookups.counts(store)["facts"] == 52


def test_facts_that_a_union_hides_are_refused(servers: Servers, tmp_path: Path) -> None:
    servers.get("oxigraph")
    plain = oxigraph.Oxigraph(tmp_path)
    with plain as server:
        filled(server, entries(50))
    with oxigraph.Oxigraph(tmp_path, "--union-default-graph") as server:
        for access in (stores.READ, stores.WRITE):
            with pytest.raises(StoreError, match="is the union of all its graphs"):
                stores.open(f"sparql:{server.url}", access)


def _table(folder: Path) -> Path:
    (folder / "two.tsv").write_text("s\tp\to\nAda\tknows\tBo\nBo\tknows\tCy\n")
    return folder / "two.tsv"
