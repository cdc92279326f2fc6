"""The manners of kgforge towards endpoints, on a server that misbehaves as it is told."""

import datetime
import gzip
import itertools
import json
import re
import time
from contextlib import closing
from email.utils import format_datetime
from pathlib import Path

import pytest

import kgforge
from kgforge import calling, patterns, stores
from kgforge.errors import AddressError, PatternError, QueryTimeoutError, StoreError
from kgforge.patterns.queries import Row
from kgforge.schema import Entry, Triple
from kgforge.stores import Access, BulkStore
from kgforge.stores.sparql import http, slices
from tests.stores.servers.scripted import JSON, Reply, Said, Scripted, boolean, facts

BUSY = Reply((b"later",), 503, {"Content-Type": "text/plain", "Retry-After": "0"})
GOOD = Reply((facts(3),))


def rows(server: Scripted, access: Access = stores.READ) -> list[Row]:
    with stores.open(f"sparql:{server.url}", access) as store:
        return list(store.query(patterns.lookup("facts", "sparql"), {}))


def refused(server: Scripted, access: Access = stores.READ) -> str:
    with server, pytest.raises(StoreError) as caught:
        rows(server, access)
    return str(caught.value)


def test_a_request_says_who_asks_and_what_it_takes() -> None:
    with Scripted.ours(GOOD) as server:
        assert len(rows(server)) == 3
    for said in server.asked:
        assert said.headers["User-Agent"] == f"kgforge/{kgforge.__version__}"
        assert said.headers["Accept"] == "application/sparql-results+json"


def test_a_connection_is_kept_until_the_store_is_closed() -> None:
    with Scripted.ours(GOOD) as server, stores.open(f"sparql:{server.url}") as store:
        for _ in range(3):
            assert len(list(store.query(patterns.lookup("facts", "sparql"), {}))) == 3
    assert len({said.port for said in server.selects}) == 1


def test_an_answer_may_be_compressed() -> None:
    small = Reply((gzip.compress(facts(2000)),), 200, {**JSON, "Content-Encoding": "gzip"})
    with Scripted.ours(small) as server:
        assert len(rows(server)) == 2000
    assert "gzip" in server.asked[0].headers["Accept-Encoding"]


def test_a_compressed_answer_that_is_none_is_told() -> None:
    wrong = Reply((facts(3),), 200, {**JSON, "Content-Encoding": "gzip"})
    assert "is cut off or malformed after 0 rows" in refused(Scripted.ours(wrong))


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_server_is_asked_again_after_as_many_seconds_as_it_wants(status: int) -> None:
    busy = Reply((), status, {"Retry-After": "1"})
    with Scripted.ours(busy, GOOD) as server:
        assert len(rows(server)) == 3
    assert 1 <= server.times[-1] - server.times[-2] < 3


def test_a_busy_server_is_asked_again_at_the_hour_that_it_wants() -> None:
    until = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=3)
    busy = Reply((), 503, {"Retry-After": format_datetime(until, usegmt=True)})
    with Scripted.ours(busy, GOOD) as server:
        assert len(rows(server)) == 3
    assert 1.5 < server.times[-1] - server.times[-2] < 5


def test_without_a_wish_pauses_grow() -> None:
    busy = Reply((), 503, {})
    with Scripted.ours(busy, busy, GOOD) as server:
        assert len(rows(server)) == 3
    first, second = (server.times[n] - server.times[n - 1] for n in (-2, -1))
    assert 0.9 < first < 1.9 < second < 4


def test_a_pause_that_would_outlast_the_time_limit_is_not_made() -> None:
    server = Scripted.ours(Reply((), 503, {"Retry-After": "100"}))
    started = time.monotonic()
    with server, pytest.raises(QueryTimeoutError):
        rows(server, Access(timeout=5))
    assert time.monotonic() - started < 4


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_what_is_written_does_not_go_astray_when_a_server_has_moved(status: int) -> None:
    moved = Reply((), status, {"Location": "http://elsewhere.example/update"})

    def answer(said: Said) -> Reply:
        return moved if said.path == "/update" else boolean(True)

    with Scripted(answer) as server:
        access = Access("write", update_url=server.url.replace("query", "update"))
        with (
            stores.open(f"sparql:{server.url}", access) as store,
            pytest.raises(StoreError, match=r"has moved to http://elsewhere\.example/update"),
        ):
            store.add([Entry((Triple("urn:a:a", "urn:a:p", "urn:a:b"),))])


def test_a_server_that_stays_busy_is_given_up() -> None:
    server = Scripted.ours(BUSY)
    assert "is busy (HTTP 503: later): try again later" in refused(server)
    assert len(server.selects) == calling.TRIES


def test_a_server_that_wants_too_long_a_pause_is_not_waited_for() -> None:
    server = Scripted.ours(Reply((), 429, {"Retry-After": "86400"}))
    assert "asks to wait 86400 s: try again later" in refused(server)
    assert len(server.selects) == 1


def test_a_wish_that_cannot_be_read_counts_as_none() -> None:
    with Scripted.ours(Reply((), 503, {"Retry-After": "soon"}), GOOD) as server:
        assert len(rows(server)) == 3


@pytest.mark.parametrize("kept", [40, 500, 900])
def test_a_body_that_breaks_off_is_told_with_its_rows(kept: int) -> None:
    whole = facts(10)
    found = refused(Scripted.ours(Reply((whole[:kept],), length=len(whole))))
    assert "is cut off or malformed after" in found
    assert "facts.rq: " in found


def test_rows_before_the_break_have_come() -> None:
    whole = facts(2000)
    broken = Reply((whole[:-500],), length=len(whole))
    with Scripted.ours(broken) as server, stores.open(f"sparql:{server.url}") as store:
        found = store.query(patterns.lookup("facts", "sparql"), {})
        assert next(found)[0] == "http://example.org/s0"
        with pytest.raises(StoreError, match=r"after 1,99\d rows"):
            list(found)


def test_a_page_is_no_result() -> None:
    page = Reply((b"<html><title>x</title><p>Please &amp; thank you</html>",), 200,
                 {"Content-Type": "text/html"})  # fmt: skip
    found = refused(Scripted(lambda said: page))
    assert (
        "is not a SPARQL endpoint: it answers a query with text/html: 'Please & thank you'" in found
    )


@pytest.mark.parametrize("body", [b'{"a": 1}', b"[]", b"", b"null"])
def test_other_json_is_no_result(body: bytes) -> None:
    assert "is cut off or malformed" in refused(Scripted.ours(Reply((body,))))


def test_an_answer_to_ask_is_none_to_select() -> None:
    with Scripted.ours(boolean(True)) as server, pytest.raises(PatternError, match="not a SELECT"):
        rows(server)


def test_an_inner_fault_is_told_in_the_words_of_the_server() -> None:
    fault = Reply((b"<html><body>Out of <b>memory</b></body></html>",), 500, {})
    assert "facts.rq: refused by the endpoint: HTTP 500: Out of memory" in refused(
        Scripted.ours(fault)
    )


def test_a_text_that_is_refused_is_the_querys_fault_with_its_line() -> None:
    wrong = Reply((b"error at 4:13: expected a variable",), 400, {})
    with (
        Scripted.ours(wrong) as server,
        pytest.raises(PatternError, match=r"facts\.rq:4: error at 4:13: expected a variable"),
    ):
        rows(server)


def test_what_is_not_there_is_no_endpoint() -> None:
    found = refused(Scripted(lambda said: Reply((b"Not here",), 404, {})))
    assert found.endswith("is not a SPARQL endpoint: HTTP 404: Not here")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_an_endpoint_that_has_moved_is_told(status: int) -> None:
    def moved(said: Said) -> Reply:
        return Reply((), status, {"Location": "http://an:secret@elsewhere.example/"})

    found = refused(Scripted(moved))
    assert f"moved to http://elsewhere.example/ (HTTP {status}): use that address" in found


class TestPasswords:
    """A server that wants a user and a password."""

    @staticmethod
    def guarded(scheme: str = "Basic", right: str = "Basic YW46YWJj") -> Scripted:
        def answer(said: Said) -> Reply:
            if not said.headers.get("Authorization", "").startswith(right):
                return Reply((b"who?",), 401, {"WWW-Authenticate": f'{scheme} realm="x", nonce=y'})
            return boolean(True) if "ASK" in said.query else GOOD

        return Scripted(answer)

    def test_they_come_from_the_environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SPARQL_USERNAME", "an")
        monkeypatch.setenv("SPARQL_PASSWORD", "abc")
        with self.guarded() as server:
            assert len(rows(server)) == 3
        assert "Authorization" not in server.asked[0].headers

    def test_a_server_may_want_a_digest(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SPARQL_USERNAME", "an")
        monkeypatch.setenv("SPARQL_PASSWORD", "abc")
        right = 'Digest username="an", realm="x", nonce="y", uri="/query", response="'
        with self.guarded("Digest", right) as server:
            assert len(rows(server)) == 3
        assert not any("abc" in text for said in server.asked for text in said.headers.values())

    def test_a_file_is_sent_again_with_the_password(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setenv("SPARQL_USERNAME", "an")
        monkeypatch.setenv("SPARQL_PASSWORD", "abc")
        (tmp_path / "file").write_bytes(b"query=ASK")
        with self.guarded("Digest", "Digest ") as server, closing(http.Client()) as client:
            headers = {"Content-Type": "application/x-www-form-urlencoded"}
            with client.post(server.url, tmp_path / "file", headers) as response:
                assert response.read() == b"".join(boolean(True).body)
        assert {said.query for said in server.asked} == {"ASK"}

    def test_those_of_the_address_are_refused_and_neither_sent_nor_shown(self) -> None:
        with Scripted.ours(GOOD) as server:
            address = f"sparql:{server.url.replace('//', '//an:secret@')}"
            with pytest.raises(AddressError, match="set SPARQL_USERNAME and") as caught:
                stores.open(address)
        assert "secret" not in str(caught.value)
        assert not server.asked

    def test_none_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("SPARQL_USERNAME", raising=False)
        assert "requires a user and a password (HTTP 401): set SPARQL_USERNAME and" in refused(
            self.guarded()
        )

    def test_wrong_ones_are_told_and_not_shown(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SPARQL_USERNAME", "an")
        monkeypatch.setenv("SPARQL_PASSWORD", "secret")
        found = refused(self.guarded())
        assert "refuses the user and password of SPARQL_USERNAME" in found
        assert "secret" not in found


class TestForeign:
    """Someone else's endpoint: it has facts, and no graph of our sources."""

    @staticmethod
    def foreign() -> Scripted:
        labels = (
            b'{"head": {"vars": ["entity", "language", "kind", "text"]}, "results": {"bindings": [{'
            b'"language": {"type": "literal", "value": "en"},'
            b'"entity": {"type": "uri", "value": "urn:a"}, "kind": {"type": "literal", "value":'
            b' "label"}, "text": {"type": "literal", "value": "A", "xml:lang": "en"}}]}}'
        )

        def answer(said: Said) -> Reply:
            if "ASK" in said.query:
                return boolean("urn:kgforge:sources" not in said.query)
            return Reply((labels,))

        return Scripted(answer)

    def test_it_is_known_by_its_graphs_and_asked_value_by_value(self) -> None:
        with self.foreign() as server, stores.open(f"sparql:{server.url}") as store:
            assert store.foreign
            assert store.portions is None

    def test_its_labels_are_among_its_facts(self) -> None:
        with self.foreign() as server, stores.open(f"sparql:{server.url}") as store:
            query = patterns.lookup("labels", "sparql")
            found = list(store.query(query, {"entities": ("urn:a",), "language": "en"}))
        assert found == [("urn:a", "en", "label", "A")]
        assert "urn:kgforge:labels" in query.text
        assert "urn:kgforge:labels" not in server.asked[-1].query

    def test_one_that_is_written_to_is_ours(self) -> None:
        with self.foreign() as server:
            address = f"sparql:{server.url}"
            with stores.open(address, stores.WRITE) as store:
                assert not store.foreign
                assert store.portions == 20


def test_parameters_of_the_address_go_with_every_query() -> None:
    with Scripted.ours(GOOD) as server:
        address = f"sparql:{server.url}?default-graph-uri=urn:g&lang=de"
        with stores.open(address) as store:
            list(store.query(patterns.lookup("facts", "sparql"), {}))
    assert {(said.form["default-graph-uri"], said.form["lang"]) for said in server.asked} == {
        ("urn:g", "de")
    }
    assert store.address == address


@pytest.mark.parametrize(("refusal", "is_union"), [
    (0, False), (404, False), (401, False), (503, False), (0, True),
])  # fmt: skip
def test_a_fuseki_gives_its_graphs_by_its_graph_store_or_else_by_a_query(
    refusal: int, is_union: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    line = b"<urn:a> <urn:p> <urn:b> .\n"
    whole = Reply((line,), 200, {"Content-Type": "application/n-triples"})

    def answer(said: Said) -> Reply:
        if said.path == "/data":
            return Reply((b"No",), refusal) if refusal else whole
        if "CONSTRUCT" in said.query:
            return whole
        is_apart = "urn:kgforge:facts" in said.query  # whether facts have a graph of their own
        asked = boolean(is_union or (not is_apart and "} ?s" not in said.query))
        return Reply(asked.body, 200, {**asked.headers, "Fuseki-Request-Id": "1"})

    with Scripted(answer) as server, stores.open(f"sparql:{server.url}") as store:
        assert isinstance(store, BulkStore)
        first = store.version()
        assert store.write_facts(tmp_path / "facts.nt")
        assert (tmp_path / "facts.nt").read_bytes() == line
        assert first == store.version() != ""
        asked = [said for said in server.asked if "CONSTRUCT" in said.query]
        assert bool(asked) == (refusal > 0 or is_union)
    with Scripted(answer) as server:  # of which graph it tells, the parameters say
        with stores.open(f"sparql:{server.url}?default-graph-uri=urn:g") as store:
            assert isinstance(store, BulkStore)
            assert store.version()
        assert "/data" not in {said.path for said in server.asked}


@pytest.mark.parametrize(("given", "most", "is_whole"), [
    ([[b"<urn:s> <urn:p> <urn:x", b"#1> .\n<urn:s> <urn:p> <urn:x#2> .\n"]], 0, True),
    ([[b"<urn:s> <urn:p> <urn:x#1> .\n"]], 0, False),
    ([[b"# Empty NT\n"]], 0, False),
    ([[]], 0, False),
    ([[b"<urn:s> <urn:p> <urn:a> .\n" * 2], [b"# Empty NT\n"], [b"# Empty NT\n"]], 1, True),
])  # fmt: skip
def test_what_a_virtuoso_cuts_off_is_noticed(
    given: list[list[bytes]], most: int, is_whole: bool, tmp_path: Path
) -> None:
    """By no header: two triples were counted. Where nothing is given, it refuses."""
    virtuoso = {**JSON, "Server": "Virtuoso/07.20"}
    cut = {"X-SPARQL-MaxRows": str(most)} if most else {}
    number = {"p": {"type": "uri", "value": "urn:p"}, "rows": {"type": "literal", "value": "2"}}
    count = {"head": {"vars": ["p", "rows"]}, "results": {"bindings": [number]}}

    def answer(said: Said) -> Reply:
        if "CONSTRUCT" in said.query:
            low = re.search(r'>= "([0-9a-f]{8})"', said.query)  # a slice's
            chunks = tuple(given[round(int(low[1], 16) / slices.END * len(given)) if low else 0])
            triples = Reply(chunks, 200, {"Content-Type": "application/n-triples"})
            return triples if chunks else Reply((b"vector too long",), 500)
        if "COUNT" in said.query:
            return Reply((json.dumps(count).encode(),), 200, virtuoso)
        return Reply(
            boolean(True).body, 200, {**virtuoso, **(cut if "LIMIT" in said.query else {})}
        )

    with Scripted(answer) as server, stores.open(f"sparql:{server.url}") as store:
        assert isinstance(store, BulkStore)
        assert store.write_facts(tmp_path / "facts.nt") == is_whole
        assert bool(store.version()) == is_whole
        asked = [said for said in server.asked if "CONSTRUCT" in said.query]
        assert not is_whole or len(asked) == len(given) * 5  # the graphs, and none twice
        found = (tmp_path / "facts.nt").read_bytes()
        lines = [line for part in given for line in part if not line.startswith(b"# ")]
        assert not is_whole or found == b"".join(lines)


def test_the_version_after_facts_were_written_is_that_of_what_was_written(tmp_path: Path) -> None:
    """So a copy is of what its version says, and the facts are read twice for it, not thrice."""
    held = {"facts": b"<urn:a> <urn:p> <urn:b> .\n", "labels": b""}

    def answer(said: Said) -> Reply:
        if "CONSTRUCT" not in said.query:
            return boolean("} ?s" not in said.query)
        what = "labels" if "GRAPH" in said.query else "facts"
        return Reply((held[what],), 200, {"Content-Type": "application/n-triples"})

    with Scripted(answer) as server, stores.open(f"sparql:{server.url}") as store:
        assert isinstance(store, BulkStore)
        before = store.version()
        assert store.write_facts(tmp_path / "facts.nt")
        held["facts"] = b"<urn:a> <urn:p> <urn:c> .\n"
        assert store.version() == before
        asked = [said.query for said in server.asked if "CONSTRUCT" in said.query]
        assert sum("GRAPH" not in query for query in asked) == 2
        assert store.version() != before  # of the facts as they are now
        held["facts"] = b"<urn:a> <urn:p> <urn:b> .\n"
        assert store.version() == before
        assert store.write_facts(tmp_path / "facts.nt")
        held["labels"] = b'<urn:a> <urn:name> "A" .\n'
        assert store.version() != before


def test_an_unknown_server_needs_to_be_told_where_updates_go() -> None:
    with Scripted.ours(GOOD) as server, stores.open(f"sparql:{server.url}", stores.WRITE) as store:
        with pytest.raises(StoreError, match=r"cannot tell where .* accepts updates.*--update-url"):
            store.add([])
        assert len(server.asked) == 2  # what the server is, and in which graph facts lie


def test_updates_go_where_they_are_wanted() -> None:
    def answer(said: Said) -> Reply:
        return boolean(True) if said.path == "/query" else Reply((), 204)

    with Scripted(answer) as server:
        place = server.url.replace("/query", "/change")
        with stores.open(f"sparql:{server.url}", Access("write", update_url=place)) as store:
            store.add([Entry((Triple("urn:a", "urn:p", "urn:b"),))])
    assert server.asked[-1].path == "/change"
    assert server.asked[-1].headers["Content-Type"] == "application/sparql-update"


@pytest.mark.parametrize("rest", ["", "graph/", "localhost:7878", "ftp://a/b"])
def test_what_is_no_url_is_refused(rest: str) -> None:
    with pytest.raises(AddressError, match="give a URL, as in sparql:http"):
        stores.open(f"sparql:{rest}")


class TestTime:
    """A time limit holds while the answer is waited for, and while it is read."""

    @pytest.mark.parametrize(
        "slow",
        [
            Reply((b"", facts(3)), pause=5),
            Reply((facts(2000)[:-5], b"", facts(2000)[-5:]), pause=5, length=len(facts(2000))),
            Reply(tuple(bytes([byte]) for byte in facts(60)), pause=0.01),
        ],
        ids=["before", "at the end", "drop by drop"],
    )
    def test_it_closes_the_connection(self, slow: Reply) -> None:
        with Scripted.ours(slow) as server:
            started = time.monotonic()
            with pytest.raises(QueryTimeoutError, match=r"facts\.rq: stopped after 1 s"):
                rows(server, Access("read", timeout=1.0))
            assert 0.9 < time.monotonic() - started < 2.5

    def test_what_is_fast_enough_is_whole(self) -> None:
        with Scripted.ours(GOOD) as server:
            assert len(rows(server, Access("read", timeout=30.0))) == 3

    def test_virtuoso_stops_after_nobody_reads_it_any_more(self) -> None:
        """At its own limit it gives a part of the rows as if that were all."""
        limit, named = 2.0, {**JSON, "Server": "Virtuoso/07.20"}

        def answer(said: Said) -> Reply:
            known = {"head": {}, "boolean": True}
            body = json.dumps(known).encode() if "ASK" in said.query else facts(3)
            return Reply((body,), 200, named)

        with Scripted(answer) as server:
            assert len(rows(server, Access("read", timeout=limit))) == 3
        [asked] = server.selects
        assert int(asked.form["timeout"]) > 1000 * (limit + 0.5)

    def test_a_limit_of_the_servers_own_is_told_as_one(self) -> None:
        cut = Reply((facts(1),), 200, {**JSON, "X-SQL-State": "S1TAT"})
        with (
            Scripted.ours(cut) as server,
            pytest.raises(QueryTimeoutError, match="at its own time limit"),
        ):
            rows(server)


def test_slices_are_all_hashes_and_none_twice() -> None:
    found = list(slices.planned(525_632, 10_000))
    assert (found[0][0], found[-1][1]) == (0, slices.END)
    assert all(one[1] == other[0] for one, other in itertools.pairwise(found))
    assert 525_632 / len(found) < 10_000


def test_rows_that_are_all_the_same_cannot_be_sliced() -> None:
    with pytest.raises(StoreError, match="more identical rows"):
        slices.parts((5, 6), 2)
