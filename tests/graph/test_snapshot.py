"""Copies in DuckDB that are asked in place of slower engines: the same bytes, and never stale."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest
from neo4j import GraphDatabase

import kgforge
from kgforge import graph, mining, stores
from kgforge.errors import OutputError, StoreError
from kgforge.graph import copying, loading, lookups, snapshot
from kgforge.graph.snapshot import Asked, Engine, How, Watch
from kgforge.mining import MineOptions
from kgforge.schema import Entry, Label, Triple
from kgforge.stores import BulkStore
from kgforge.stores.oxigraph import OxigraphStore
from tests import worlds
from tests.stores.engines import Place
from tests.worlds.facts import ex

FEW = {"least": "1", "most": "5"}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of copies of one test."""
    monkeypatch.setenv("KGFORGE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def paying(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a copy of any graph pay."""
    monkeypatch.setattr(snapshot, "LEAST", 1)


def friends(address: str, count: int = 30) -> str:
    """A graph of symmetric facts and names in a store; its address."""
    knows = ex("knows")
    pairs = [(ex(f"a{n}"), ex(f"b{n}")) for n in range(count)]
    facts = [Triple(*fact) for a, b in pairs for fact in ((a, knows, b), (b, knows, a))]
    named = {knows: "knows"} | {one: one[-4:] for pair in pairs for one in pair}
    labels = tuple(Label(iri, "label", text, "en") for iri, text in named.items())
    with stores.open(address, stores.WRITE) as store:
        store.add([Entry(triples=tuple(facts), labels=labels), *worlds.dense(1)])
    return address


@contextmanager
def asked(address: str, engine: Engine = "auto", **more: Any) -> Iterator[Asked]:
    """What is asked of a graph."""
    with (
        loading.open_graph(address) as native,
        snapshot.asked(native, address, engine, **more) as found,
    ):
        yield found


def how(address: str, engine: Engine = "auto", **more: Any) -> How:
    """How a graph is asked."""
    with asked(address, engine, **more) as found:
        return found.how


def hashes(store: stores.Store) -> tuple[object, ...]:
    """What identifies a graph, with all that is beside its facts."""
    beside = graph.sources(store), graph.loads(store), lookups.counts(store)
    return graph.graph_hash(store), graph.beside_hash(store), beside


def held(folder: Path) -> dict[str, bytes]:
    """The files of a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


# ── The same bytes ──────────────────────────────────────────────────────────────────────────────
def test_each_engine_gives_the_same_bytes_by_itself_and_by_a_copy(
    quick_place: Place, tmp_path: Path
) -> None:
    place = quick_place
    address = place.fresh()
    with stores.open(address, place.engine.access(place.server, "write")) as store:
        store.add(worlds.dense(3))
    said: list[How] = []
    for engine in ("native", "duckdb"):
        folder = tmp_path / engine
        params, watch = {"least": "1"}, Watch(heard=said.append)
        kgforge.mine(["symmetry", "inverse", "path", "fact"], address, tmp_path / f"mined-{engine}",
                     params=params, engine=engine)  # fmt: skip
        kgforge.induce(address, folder / "induced", engine=engine, watch=watch)
        mined = tmp_path / "mined-native"
        kgforge.export(mined, folder / "bench", engine=engine, watch=watch)
    assert held(tmp_path / "mined-native") == held(tmp_path / "mined-duckdb")
    assert held(tmp_path / "native") == held(tmp_path / "duckdb")
    copied = "native" if address.startswith("duckdb:") else "duckdb"
    assert [one.engine for one in said] == ["native", "native", copied, copied]


def test_a_copy_holds_all_of_a_graph_as_it_stands(quick_place: Place) -> None:
    place = quick_place
    address = place.fresh()
    with stores.open(address, place.engine.access(place.server, "write")) as store:
        store.add([*worlds.odd(), *worlds.dense(5), Entry(loads=("load 'a b'", "load c"))])
    with asked(address, "duckdb") as found:
        assert hashes(found.store) == hashes(found.native)
        assert found.store.address == found.native.address


# ── Never stale ─────────────────────────────────────────────────────────────────────────────────
def test_a_copy_is_found_again_until_the_graph_is_written(quick_place: Place, cache: Path) -> None:
    place = quick_place
    address = friends(place.fresh())
    with loading.open_graph(address) as store:
        if not isinstance(store, BulkStore) or not store.version():
            pytest.skip("an engine of columns, or one whose changes nothing tells")
    assert how(address, "duckdb").copied is not None
    assert how(address, "duckdb") == How("duckdb")
    with stores.open(address, place.engine.access(place.server, "write")) as store:
        store.add([Entry(triples=(Triple(ex("new"), ex("knows"), ex("a1")),))])
    with asked(address, "duckdb") as found:
        assert found.how.copied is not None
        assert hashes(found.store) == hashes(found.native)
    with stores.open(address, place.engine.access(place.server, "write")) as store:
        store.add([Entry(labels=(Label(ex("new"), "label", "New", "en"),))])
    assert how(address, "duckdb").copied is not None
    assert len(list(cache.glob("*.duckdb"))) == 1  # earlier ones serve nobody


def test_any_write_to_a_folder_of_oxigraph_is_noticed(tmp_path: Path) -> None:
    address = friends(f"oxigraph:{tmp_path}/graph")
    quads = [
        ox.Quad(ox.NamedNode(ex(f"z{n}")), ox.NamedNode(ex("p")), ox.Literal("x")) for n in "ab"
    ]
    (tmp_path / "more.nt").write_text(f"<{ex('c')}> <{ex('p')}> <{ex('d')}> .\n")

    reader = loading.open_graph(address)
    assert isinstance(reader, BulkStore)
    seen = [reader.version()]
    with loading.open_graph(address) as other:
        assert list(lookups.ask(other, "predicates"))
    assert reader.version() == seen[0]
    writes = (
        lambda store: store.add(quads[0]),
        lambda store: store.extend(quads),
        lambda store: store.bulk_load(path=str(tmp_path / "more.nt")),
        lambda store: store.remove(quads[0]),
        lambda store: store.update(f"DELETE WHERE {{ <{ex('c')}> ?p ?o }}"),
        lambda store: (store.add(quads[0]), store.flush()),
        lambda store: store.optimize(),
    )
    for write in writes:
        store = ox.Store(str(tmp_path / "graph"))
        opened = reader.version()
        write(store)
        seen.append(reader.version())  # while the writer has it open, too
        assert seen[-1] not in (opened, *seen[:-1])
        del store
    reader.close()
    with asked(address, "duckdb") as found:
        assert hashes(found.store) == hashes(found.native)


def test_a_write_of_another_program_to_neo4j_is_noticed(servers: Any) -> None:
    server = servers.get("neo4j")
    address = friends(server.address)
    assert how(address, "duckdb").engine == "duckdb"
    assert how(address, "duckdb").copied is None
    with GraphDatabase.driver(server.url, auth=("neo4j", "not-a-real-secret")) as driver:
        driver.execute_query("MATCH (n:Entity) WITH n LIMIT 1 SET n.label_de = ['Neu']")
    with asked(address, "duckdb") as found:
        assert found.how.copied is not None
        assert hashes(found.store) == hashes(found.native)


def test_what_is_written_while_it_is_copied_is_no_copy(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, paying: None
) -> None:
    address = friends(f"oxigraph:{tmp_path}/graph")
    whole = copying.whole

    def disturbed(*given: Any) -> Iterator[Entry]:
        yield from whole(*given)
        store = ox.Store(str(tmp_path / "graph"))
        store.add(ox.Quad(ox.NamedNode(ex("x")), ox.NamedNode(ex("p")), ox.NamedNode(ex("y"))))

    monkeypatch.setattr(copying, "whole", disturbed)
    with pytest.raises(StoreError, match="was changed while it was copied: run this again"):
        how(address, "duckdb")
    found = how(address)
    assert found.engine == "native" and "was changed" in found.why
    assert not list(cache.glob("*.duckdb"))


def test_a_graph_of_which_a_part_cannot_be_copied_is_asked_itself(
    tmp_path: Path, paying: None
) -> None:
    address = friends(f"oxigraph:{tmp_path}/graph")
    store = ox.Store(str(tmp_path / "graph"))
    store.add(ox.Quad(ox.BlankNode(), ox.NamedNode(ex("p")), ox.NamedNode(ex("y"))))
    del store
    found = how(address)
    assert found.engine == "native" and "other counts" in found.why
    assert f"asked the store itself: the copy of {address}" in found.words


# ── The folder of copies ────────────────────────────────────────────────────────────────────────
def test_a_broken_off_copy_leaves_nothing(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = friends(f"oxigraph:{tmp_path}/graph")

    def stopped(*given: Any) -> Iterator[Entry]:
        yield Entry(triples=(Triple(ex("a"), ex("p"), ex("b")),))
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(copying, "whole", stopped)
        with pytest.raises(KeyboardInterrupt):
            how(address, "duckdb")
    assert [path.suffix for path in cache.iterdir()] == [".lock"]
    assert how(address, "duckdb").copied is not None


def test_two_processes_share_one_copy(tmp_path: Path, cache: Path) -> None:
    address = friends(f"oxigraph:{tmp_path}/graph", 2000)
    words = "mine", "symmetry", "--store", address, "--engine", "duckdb", "--json", "--out"
    command = [sys.executable, "-m", "kgforge.cli", *words]
    running = [
        subprocess.Popen([*command, str(tmp_path / name)], stdout=subprocess.PIPE, text=True)
        for name in ("one", "two")
    ]
    said = [json.loads(one.communicate()[0])["asked"] for one in running]
    assert [one.returncode for one in running] == [0, 0]
    assert [one["engine"] for one in said] == ["duckdb", "duckdb"]
    assert held(tmp_path / "one") == held(tmp_path / "two")
    assert len(list(cache.glob("*.duckdb"))) == 1


def test_copies_longest_unused_are_removed(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two, three = (friends(f"oxigraph:{tmp_path}/graph{n}") for n in range(3))
    how(one, "duckdb")
    how(two, "duckdb")
    [size, *_] = [path.stat().st_size for path in cache.glob("*.duckdb")]
    assert how(one, "duckdb").copied is None  # and is used last
    monkeypatch.setattr(snapshot, "MOST", 5 * size // 2)
    how(three, "duckdb")
    assert [how(each, "duckdb").copied is None for each in (three, one, two)] == [True, True, False]
    monkeypatch.setattr(snapshot, "MOST", 1)
    with asked(friends(f"oxigraph:{tmp_path}/graph4"), "duckdb") as found:
        assert hashes(found.store) == hashes(found.native)
        assert len(list(cache.glob("*.duckdb"))) == 1


def test_a_damaged_copy_is_made_again(tmp_path: Path, cache: Path) -> None:
    address = friends(f"oxigraph:{tmp_path}/graph")
    how(address, "duckdb")
    [kept] = cache.glob("*.duckdb")
    kept.write_bytes(b"no database")
    assert how(address, "duckdb").copied is not None
    assert how(address, "duckdb").copied is None


def test_where_a_copy_cannot_be_locked_the_store_itself_is_asked(
    tmp_path: Path, cache: Path, paying: None
) -> None:
    address = friends(f"oxigraph:{tmp_path}/graph")
    how(address)
    [kept], [lock] = cache.glob("*.duckdb"), cache.glob("*.lock")
    kept.unlink()
    lock.unlink()
    lock.mkdir()  # as unwritable as a file of another user
    assert how(address).why == f"a copy of the graph cannot be written: {lock}: Is a directory"
    with pytest.raises(OutputError, match=f"cannot be written: {lock}: Is a directory"):
        how(address, "duckdb")


def test_graphs_of_one_name_in_two_folders_keep_their_copies(
    tmp_path: Path, cache: Path, paying: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for count, folder in ((30, "one"), (31, "two")):
        (tmp_path / folder).mkdir()
        monkeypatch.chdir(tmp_path / folder)
        friends("oxigraph:graph", count)
        assert how("oxigraph:graph").copied is not None
    assert how("oxigraph:graph").copied is None
    monkeypatch.chdir(tmp_path / "one")
    assert how("oxigraph:graph").copied is None


def test_where_no_copy_can_be_kept_one_serves_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KGFORGE_CACHE", str(tmp_path / "file" / "cache"))
    address = friends(f"oxigraph:{tmp_path}/graph")
    assert [how(address, "duckdb").copied is None for _ in range(2)] == [False, False]


# ── What is chosen, and what is said ────────────────────────────────────────────────────────────
def test_a_small_graph_is_asked_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = friends(f"oxigraph:{tmp_path}/graph")
    assert how(address) == How("native") and not how(address).words
    monkeypatch.setattr(snapshot, "LEAST", 1)
    assert how(address, "native") == How("native")
    assert "asked a DuckDB copy of the graph, made in" in how(address).words
    assert how(address).words == "asked a DuckDB copy of the graph, found"


def test_a_pattern_without_sql_is_asked_of_the_store_and_others_of_the_copy(
    tmp_path: Path, paying: None
) -> None:
    address = friends(f"oxigraph:{tmp_path}/graph")
    own = tmp_path / "own.rq"
    for ending in (".rq", ".groups.rq"):
        text = Path(f"sparql/symmetry{ending}").read_text(encoding="utf-8")
        assert "$predicates: iri*" in text
        chosen = text.replace("$predicates: iri*", "$predicates: iri* = p of chosen")
        own.with_suffix(ending).write_text(chosen, encoding="utf-8")
    (tmp_path / "chosen.rq").write_text(
        "# Chosen.\n#\n# columns: p: iri\n\n"
        "SELECT DISTINCT ?p { ?s ?p ?o FILTER(STRLEN(MD5(STR(?p))) = 32) }\n",
        encoding="utf-8",
    )
    found = mining.find(["symmetry", own], address, tmp_path / "mined", MineOptions(FEW))
    assert found.how.native == ("own",)
    assert found.how.words.endswith("cannot be put into SQL, asked of the store itself: own")
    for engine in ("native", "duckdb"):
        kgforge.mine([own], address, tmp_path / engine, params=FEW, engine=engine)
    assert held(tmp_path / "mined" / "own") == held(tmp_path / "native" / "own")
    assert held(tmp_path / "native") == held(tmp_path / "duckdb")
    assert "own cannot be put into SQL" in how(address, patterns=[_pattern(own)]).why


def _pattern(path: Path) -> Any:
    from kgforge.patterns import read_pattern

    return read_pattern(path)


def test_someone_elses_endpoint_is_not_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, paying: None
) -> None:
    address = friends(f"oxigraph:{tmp_path}/graph")
    monkeypatch.setattr(OxigraphStore, "foreign", True)
    assert how(address) == How("native")
    with pytest.raises(StoreError, match="someone else's endpoint, which is not copied whole"):
        how(address, "duckdb")


def test_a_time_limit_is_that_of_each_query_of_the_copy(tmp_path: Path) -> None:
    address = friends(f"oxigraph:{tmp_path}/graph")
    for engine in ("native", "duckdb"):
        kgforge.mine(["symmetry"], address, tmp_path / engine, params=FEW, timeout=60,
                     engine=engine)  # fmt: skip
    assert held(tmp_path / "native") == held(tmp_path / "duckdb")
