"""The embedded store's own behaviour: processes that share a folder, full disks, kills, time."""

import signal
import subprocess
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import psutil
import pytest

import kgforge
from kgforge import graph, patterns, stores
from kgforge.errors import (
    KgforgeError,
    PatternError,
    QueryTimeoutError,
    SourceError,
    StoreError,
)
from kgforge.graph import loading
from kgforge.schema import Entry, Triple
from kgforge.stores import Access, _ntriples, oxigraph
from kgforge.stores.oxigraph import process
from tests.processes import kgforge_process
from tests.sampled import some
from tests.worlds.facts import ex, write_ntriples

FACTS = [(ex(f"s{number}"), ex(f"p{number % 5}"), ex(f"o{number % 997}")) for number in range(9000)]
ENDLESS = "# All pairs of facts, and their pairs.\n# columns: n: int\n"
ENDLESS += "SELECT (COUNT(*) AS ?n) { ?a ?p ?b . ?c ?q ?d . ?e ?r ?f . ?g ?s ?h FILTER(?a = ?h) }\n"


def asked(address: str, text: str, folder: Path, timeout: float | None) -> list[patterns.Row]:
    (folder / "own.rq").write_text(text)
    with loading.open_graph(address, Access(timeout=timeout)) as store:
        return list(store.query(patterns.read_query(folder / "own.rq", "sparql"), {}))


def children() -> set[int]:
    return {child.pid for child in psutil.Process().children(recursive=True)}


# ── time ────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("place", ["folder", "memory"])
def test_a_time_limit_ends_the_engines_process(place: str, tmp_path: Path) -> None:
    source = address = write_ntriples(FACTS, tmp_path / "graph.nt")
    if place == "folder":
        address = f"oxigraph:{tmp_path}/graph"
        kgforge.load([source], address)
    before, started = children(), time.monotonic()
    with pytest.raises(QueryTimeoutError, match=r"own\.rq: stopped after 1 s .*--timeout"):
        asked(address, ENDLESS, tmp_path, 1.0)
    assert time.monotonic() - started < 5
    assert children() == before


def test_rows_are_the_same_with_and_without_a_time_limit(tmp_path: Path) -> None:
    source = write_ntriples(
        [*FACTS[:50], (ex("a"), ex("p"), '"say \\"é\\"\\n"@en')], tmp_path / "g.nt"
    )
    text = "# Facts.\n# columns: s: iri, p: iri, o: term\nSELECT ?s ?p ?o { ?s ?p ?o }\n"
    found = asked(source, text, tmp_path, 60.0)
    assert sorted(found) == sorted(asked(source, text, tmp_path, None))
    assert len(found) == 51


def test_rows_left_unread_end_the_engines_process(tmp_path: Path) -> None:
    before = children()
    with loading.open_graph(write_ntriples(FACTS, tmp_path / "g.nt"), Access(timeout=60)) as store:
        next(store.query(patterns.lookup("facts", "sparql"), {}))
    assert children() == before


@pytest.mark.parametrize(("text", "says"), [
    ("SELECT ?a { ?a ?p } ?b", r"own\.rq:3:19: SPARQL: after .\?p. a variable, an IRI"),
    ("ASK { ?a ?p ?b }", r"own\.rq:\d+: not a SELECT"),
    ("SELECT ?b { ?a ?p ?b }", r"own\.rq:2: columns: .*not return a"),
])  # fmt: skip
def test_a_wrong_text_is_told_as_without_a_time_limit(text: str, says: str, tmp_path: Path) -> None:
    source = write_ntriples(FACTS[:5], tmp_path / "graph.nt")
    for timeout in (None, 30.0):
        with pytest.raises(PatternError, match=says):
            asked(source, f"# Own.\n# columns: a: iri\n{text}\n", tmp_path, timeout)


def test_mine_says_which_query_was_stopped_and_writes_nothing(tmp_path: Path) -> None:
    source = write_ntriples(FACTS, tmp_path / "graph.nt")
    lines = "# group: a\n# role: one = a p b\n# metric: hit\n"
    text = "# columns: a: iri, p: iri, b: iri\n" + lines
    where = "SELECT ?a ?p ?b { ?a ?p ?b . ?c ?q ?d . ?e ?r ?f . ?g ?s ?h FILTER(?a = ?h) }\n"
    (tmp_path / "own.rq").write_text(f"# All.\n{text}{where}")
    command = kgforge_process("mine", str(tmp_path / "own.rq"), "--store", source, "--timeout", "3",
                              "--engine", "native", "--out", str(tmp_path / "mined"))  # fmt: skip
    _, said = command.communicate(timeout=60)
    assert command.returncode == 1
    assert "own.rq: stopped after 3 s (--timeout)" in said
    assert said.count("\n") == 1
    assert not (tmp_path / "mined").exists()


# ── two processes ───────────────────────────────────────────────────────────────────────────────
def test_two_writers_are_kept_apart_and_readers_are_let_in(tmp_path: Path) -> None:
    source, address = write_ntriples(FACTS, tmp_path / "graph.nt"), f"oxigraph:{tmp_path}/graph"
    kgforge.load([source], address)
    with stores.open(address, stores.WRITE):
        writer = kgforge_process("load", source, "--store", address)
        _, said = writer.communicate(timeout=60)
        assert writer.returncode == 1
        assert "another process has it open" in said
        reader = kgforge_process(
            "mine", "symmetry", "--store", address, "--out", str(tmp_path / "m")
        )
        _, said = reader.communicate(timeout=60)
        assert reader.returncode == 0, said


def test_a_graph_that_may_only_be_read_can_be_mined_and_not_loaded(tmp_path: Path) -> None:
    source, address = write_ntriples(FACTS, tmp_path / "graph.nt"), f"oxigraph:{tmp_path}/graph"
    kgforge.load([source], address)
    with (
        stores.open(address, stores.READ) as store,
        pytest.raises(StoreError, match="opened for reading"),
    ):
        store.add([])


@pytest.mark.parametrize(("end", "says"), [
    ("print('the disk is gone', file=sys.stderr); sys.exit(4)", "the disk is gone"),
    ("os.kill(os.getpid(), 9)", "its process ended with status -9"),
])  # fmt: skip
def test_a_process_that_dies_while_it_answers_is_told(
    end: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"oxigraph:{tmp_path}/graph"
    kgforge.load([write_ntriples(FACTS, tmp_path / "graph.nt")], address)
    half = '{"head": {"vars": ["s", "p", "o"]}, "results": {"bindings": [{"s": '
    monkeypatch.setattr(
        process, "_CHILD", f"import os, sys; sys.stdout.write({half!r}); sys.stdout.flush(); {end}"
    )
    with (
        stores.open(address, Access(timeout=60)) as store,
        pytest.raises(StoreError, match=rf"facts\.rq: cannot be answered: {says}"),
    ):
        list(graph.ask(store, "facts"))


# ── faults ──────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("before", [0, 100])
def test_a_full_disk_is_told_and_the_load_can_be_run_again(
    before: int, small_disk: Path, tmp_path: Path
) -> None:
    address = f"oxigraph:{small_disk}/graph"
    if before:
        kgforge.load([write_ntriples(FACTS[:before], tmp_path / "first.nt")], address)
    more = [(ex(f"s{number}"), ex("p"), ex(f"o{number}")) for number in range(30_000)]
    source = write_ntriples([*FACTS, *more], tmp_path / "graph.nt")
    with pytest.raises((KgforgeError, OSError), match="No space left on device"):
        kgforge.load([source], address)
    assert [path.name for path in small_disk.iterdir()] == (["graph"] if before else [])
    subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)
    kgforge.load([source], address)
    with stores.open(address) as store, loading.open_graph(source) as right:
        assert graph.graph_hash(store) == graph.graph_hash(right)


@pytest.mark.parametrize(("after", "before"), some(2, [*product([0.3, 0.8, 1.2], [0, 10])]))
def test_a_killed_load_can_be_run_again(after: float, before: int, tmp_path: Path) -> None:
    facts = [(ex(f"s{number}"), ex("p"), ex(f"o{number}")) for number in range(60_000)]
    source, address = write_ntriples(facts, tmp_path / "graph.nt"), f"oxigraph:{tmp_path}/graph"
    if before:
        kgforge.load([write_ntriples(FACTS[:before], tmp_path / "first.nt")], address)
    load = kgforge_process("load", source, "--store", address)
    time.sleep(after)
    load.send_signal(signal.SIGKILL)
    load.communicate()
    kgforge.load([source], address)
    with stores.open(address) as store:
        assert graph.graph_hash(store)[1] == 60_000 + before


@pytest.mark.parametrize(("broken", "says"), [
    (SourceError("cannot read graph.nt: it ended"), "cannot read graph.nt: it ended"),
    (b"no fact at all\n", "cannot write oxigraph:.*graph"),
], ids=["source", "engine"])  # fmt: skip
def test_what_breaks_off_while_lines_are_streamed_leaves_nothing(
    broken: SourceError | bytes, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, address = write_ntriples(FACTS, tmp_path / "graph.nt"), f"oxigraph:{tmp_path}/graph"
    good = (tmp_path / "graph.nt").read_bytes()

    def runs(*_: object) -> Iterator[bytes]:
        yield good
        if isinstance(broken, SourceError):
            raise broken
        yield broken
        for _again in range(100):  # more than a pipe holds
            yield good

    with monkeypatch.context() as patched, pytest.raises(KgforgeError, match=says):
        patched.setattr(_ntriples, "plain_runs", runs)
        kgforge.load([source], address)
    assert [path.name for path in tmp_path.iterdir()] == ["graph.nt"]
    assert kgforge.load([source], address).stored == len(FACTS)


def test_a_folder_that_the_engine_cannot_read_is_told(tmp_path: Path) -> None:
    address = f"oxigraph:{tmp_path}/graph"
    with stores.open(address, stores.WRITE) as store:
        store.add([Entry((Triple(*FACTS[0]),))])
    (tmp_path / "graph" / "CURRENT").write_text("not this one's\n")
    for mode in (stores.READ, stores.WRITE):
        with pytest.raises(StoreError, match=f"cannot open {address}: .*CURRENT"):
            stores.open(address, mode)


def test_an_answer_that_breaks_off_is_told(tmp_path: Path) -> None:
    def broken() -> Iterator[Any]:
        raise RuntimeError("no such file")
        yield

    (tmp_path / "own.rq").write_text("# Own.\n# columns: a: iri\nSELECT ?a { ?a ?p ?b }\n")
    query = patterns.read_query(tmp_path / "own.rq", "sparql")
    with pytest.raises(StoreError, match=r"own\.rq: cannot be answered: no such file"):
        list(oxigraph._answered(broken(), query))  # type: ignore[arg-type]
