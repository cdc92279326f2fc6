"""Spark's own behaviour: other folders, kills, time, sessions, loads, and a cluster."""

import gzip
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import psutil
import pytest
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

import kgforge
from kgforge import cli, graph, mining, patterns, stores
from kgforge.errors import KgforgeError, PatternError, QueryTimeoutError, StoreError
from kgforge.graph import LoadOptions, parts
from kgforge.schema import Entry, ReadOptions, Triple
from kgforge.stores import Access, _tables
from kgforge.stores.spark import SparkStore, session
from kgforge.stores.spark.session import LOCAL, Means, begun
from tests.processes import kgforge_process
from tests.proofs.test_identity import load_shipped
from tests.sampled import PROOF
from tests.stores.servers import Servers
from tests.worlds.facts import ex, load_town, write_ntriples

FACTS = [(ex(f"s{number}"), ex(f"p{number % 5}"), ex(f"o{number % 97}")) for number in range(3000)]
Loading = Callable[[str], None]
"""Loads a graph into the store at an address."""
ENDLESS = "SELECT COUNT(*) AS n FROM facts a, facts b, facts c, facts d WHERE a.s + b.o = c.o - d.s"


@pytest.fixture
def address(tmp_path: Path) -> str:
    """A graph of three thousand facts."""
    written = f"spark:{tmp_path}/graph"
    with stores.open(written, stores.WRITE) as store:
        store.add([Entry(tuple(Triple(*fact) for fact in FACTS))])
    return written


def own(text: str, folder: Path, columns: str) -> patterns.Query:
    (folder / "own.sql").write_text(f"-- Own.\n-- columns: {columns}\n{text}\n")
    return patterns.read_query(folder / "own.sql", "sql")


def test_nothing_and_another_folder_hold_no_graph(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "notes.txt").touch()
    (tmp_path / "file").touch()
    for name, says in {"none": "nothing", "other": "of another kind", "file": "kind"}.items():
        with pytest.raises(StoreError, match=f"{name} holds no graph .found .*{says}"):
            stores.open(f"spark:{tmp_path}/{name}")
    for name in ("other", "file"):
        with pytest.raises(StoreError, match="holds no graph"):
            stores.open(f"spark:{tmp_path}/{name}", stores.WRITE)


def test_a_load_deletes_nothing_that_is_not_its_own(address: str) -> None:
    folder = Path(address.removeprefix("spark:"))
    (folder / "mined").mkdir()
    with (
        stores.open(address, stores.WRITE) as store,
        pytest.raises(StoreError, match="in it is 'mined', which is not part of the graph"),
    ):
        store.add([])
    assert (folder / "mined").is_dir()


def test_a_graph_of_an_earlier_version_has_no_axioms_until_some_are_added(address: str) -> None:
    shutil.rmtree(Path(address.removeprefix("spark:")) / "ontology")
    with stores.open(address) as store:
        assert list(graph.ask(store, "axioms")) == []
    axiom = Triple(ex("a"), ex("p"), ex("b"))
    with stores.open(address, stores.WRITE) as store:
        store.add([Entry(axioms=(axiom,))])
        assert list(graph.ask(store, "axioms")) == [(ex("a"), ex("p"), ex("b"))]


def test_a_damaged_folder_is_told(address: str) -> None:
    [file] = Path(address.removeprefix("spark:")).glob("facts/*.parquet")
    file.write_bytes(b"no parquet" * 100)
    with pytest.raises(StoreError, match="cannot open spark:"):
        stores.open(address)


@pytest.mark.parametrize("rest", ["", "spark://master:7077", "local[2]?data="])
def test_an_address_names_a_folder(rest: str) -> None:
    with pytest.raises(StoreError, match="names no folder: write spark:DIR"):
        stores.open(f"spark:{rest}")


def test_a_master_may_be_named_and_must_be_reached(address: str) -> None:
    folder = address.removeprefix("spark:")
    with stores.open(f"spark:local[1]?data={folder}") as store:
        assert set(graph.ask(store, "facts")) == set(FACTS)
    for nowhere in ("127.0.0.1:1", "127.0.0.1:1,127.0.0.1:2", "127.0.0.1"):
        with (
            stores.open(f"spark:spark://{nowhere}?data={folder}") as store,
            pytest.raises(StoreError, match="there is no master"),
        ):
            list(graph.ask(store, "facts"))


def test_without_java_it_says_what_to_install(address: str, tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "JAVA_HOME"}
    code = (
        "from kgforge import graph, stores\n"
        f"with stores.open({address!r}) as store: list(graph.ask(store, 'facts'))"
    )
    done = subprocess.run([sys.executable, "-c", code], env=environment | {"PATH": str(tmp_path)},
                          check=False, capture_output=True, text=True)  # fmt: skip
    assert "there is no program 'java': install Java 17" in done.stderr


@pytest.mark.skipif(not PROOF, reason="a start of Java of its own: in make proof")
def test_it_says_nothing_by_itself(address: str) -> None:
    """Nor does the Java below it."""
    code = (
        "from kgforge import graph, stores\n"
        f"with stores.open({address!r}) as store: print(len(list(graph.ask(store, 'facts'))))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (f"{len(FACTS)}\n", "")


@pytest.mark.skipif(not PROOF, reason="that a limit is kept in every run, that Java rests in proof")
def test_a_time_limit_ends_the_engines_work(address: str, tmp_path: Path) -> None:
    with stores.open(address, Access(timeout=10)) as store:
        assert isinstance(store, SparkStore)
        list(graph.ask(store, "predicates"))  # the engine's start is no part of a query
        started = time.monotonic()
        with pytest.raises(QueryTimeoutError, match=r"own\.sql: stopped after 10 s .*--timeout"):
            list(store.query(own(ENDLESS, tmp_path, "n: int"), {}))
        assert time.monotonic() - started < 30
        assert worked(3) < 1.5
        assert set(graph.ask(store, "facts")) == set(FACTS)


def worked(seconds: float) -> float:
    """Processor seconds that Java below this process spends in so many seconds."""

    def spent() -> float:
        java = [
            child for child in psutil.Process().children(recursive=True) if "java" in child.name()
        ]
        return sum(sum(child.cpu_times()[:2]) for child in java)

    before = spent()
    time.sleep(seconds)
    return spent() - before


def test_more_is_seen_as_soon_as_it_is_added(tmp_path: Path) -> None:
    with stores.open(f"spark:{tmp_path}/graph", stores.WRITE) as store:
        for number in range(3):
            store.add([Entry((Triple(*FACTS[number]),))])
            assert set(graph.ask(store, "facts")) == set(FACTS[: number + 1])


def test_a_folder_named_like_a_pattern_is_that_folder(tmp_path: Path) -> None:
    """Beside one that the pattern would find, and loaded twice."""
    for name, facts in (("g1", FACTS[:1]), ("g[1]", FACTS[1:2]), ("g[1]", FACTS[2:3])):
        with stores.open(f"spark:{tmp_path}/{name}", stores.WRITE) as store:
            store.add([Entry(tuple(Triple(*fact) for fact in facts))])
    with stores.open(f"spark:{tmp_path}/g[1]") as store:
        assert set(graph.ask(store, "facts")) == set(FACTS[1:3])


def test_of_two_loads_at_once_one_is_told(tmp_path: Path) -> None:
    address = f"spark:{tmp_path}/graph"

    def entries() -> Iterator[Entry]:
        yield Entry((Triple(*FACTS[0]),))
        with stores.open(address, stores.WRITE) as other:
            other.add([Entry((Triple(*FACTS[1]),))])

    with stores.open(address, stores.WRITE) as store:
        with pytest.raises(StoreError, match="another load wrote it in the meantime"):
            store.add(entries())
        assert list(graph.ask(store, "facts")) == []
    with stores.open(address) as store:
        assert list(graph.ask(store, "facts")) == [FACTS[1]]


def test_a_time_limit_in_a_walk_is_told(address: str, tmp_path: Path) -> None:
    file = tmp_path / "own.rq"
    file.write_text(
        f"# Own.\n#\n# columns: n: int\n\n"
        f"SELECT (COUNT(*) AS ?n) {{ ?x <{ex('p0')}>+ ?z . ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }}\n"
    )
    with stores.open(address) as first, stores.open(address, Access(timeout=1)) as store:
        list(graph.ask(first, "predicates"))  # the engine's start is no part of a query
        with pytest.raises(QueryTimeoutError, match=r"own\.rq.*stopped after 1 s"):
            list(store.query(patterns.read_query("own", store.language, tmp_path), {}))


def test_two_stores_share_one_spark_and_keep_their_graphs_apart(tmp_path: Path) -> None:
    addresses = [f"spark:{tmp_path}/{name}" for name in "ab"]
    for address, fact in zip(addresses, FACTS, strict=False):
        with stores.open(address, stores.WRITE) as store:
            store.add([Entry((Triple(*fact),))])
    with stores.open(addresses[0]) as one:
        with stores.open(addresses[1]) as other:
            assert list(graph.ask(one, "facts")) == [FACTS[0]]
            assert list(graph.ask(other, "facts")) == [FACTS[1]]
        assert list(graph.ask(one, "facts")) == [FACTS[0]]
    assert SparkSession.getActiveSession() is None


@pytest.mark.parametrize("text", ["DROP TABLE facts", "INSERT INTO facts VALUES (1, 2, 3)"])
def test_only_a_query_is_asked(address: str, text: str, tmp_path: Path) -> None:
    with stores.open(address) as store, pytest.raises(PatternError, match=r"own\.sql:3: "):
        list(store.query(own(text, tmp_path, "n: int"), {}))


def test_where_memory_is_short_it_says_what_would_do(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Spark said so of ten million triples with 2 GB."""
    said = (
        "Job aborted due to stage failure: Task 1 in stage 372.0 failed 1 times, most recent "
        "failure: Lost task 1.0 in stage 372.0 (TID 724) (executor driver): "
        "org.apache.spark.memory.SparkOutOfMemoryError: [UNABLE_TO_ACQUIRE_MEMORY] Unable to "
        "acquire 65536 bytes of memory, got 0. SQLSTATE: 53200"
    )

    def sql(*_: Any) -> None:
        raise PySparkException(said)

    query = own("SELECT 1 AS n", tmp_path, "n: int")
    with stores.open(address) as store:
        assert list(store.query(query, {})) == [(1,)]
        monkeypatch.setattr(SparkSession, "sql", sql)
        wanted = r"own\.sql: cannot be answered: Spark ran out of memory: set SPARK_DRIVER_MEMORY"
        with pytest.raises(StoreError, match=wanted):
            list(store.query(query, {}))


@pytest.mark.skipif(not PROOF, reason="in make proof")
def test_a_killed_load_leaves_the_graph_that_was(address: str, tmp_path: Path) -> None:
    source = write_ntriples([(ex(f"t{n}"), ex("p"), f'"{n} \\u00e9"@EN') for n in range(6_000)],
                            tmp_path / "graph.nt")  # fmt: skip
    load = kgforge_process("load", source, "--store", address)
    folder = Path(address.removeprefix("spark:"))
    while (
        load.poll() is None
        and not any(folder.parent.glob(".graph.*/.kgforge-*"))
        and not any(folder.parent.glob(".kgforge-*"))
    ):
        time.sleep(0.05)
    load.send_signal(signal.SIGKILL)
    load.communicate()
    with stores.open(address) as store:
        assert set(graph.ask(store, "facts")) == set(FACTS)
    with stores.open(address, stores.WRITE) as store:
        kgforge.load([source], address)
    with stores.open(address) as store:
        assert graph.graph_hash(store)[1] == len(FACTS) + 6_000


@pytest.mark.skipif(not PROOF, reason="in make proof")
def test_a_full_disk_is_told_and_leaves_nothing(small_disk: Path, tmp_path: Path) -> None:
    facts = [(ex(f"s{n}" * 9), ex("p"), ex(f"o{n}" * 9)) for n in range(30_000)]
    source, address = write_ntriples(facts, tmp_path / "graph.nt"), f"spark:{small_disk}/graph"
    with pytest.raises((KgforgeError, OSError), match=r"[Nn]o space left|[Cc]ould not write|full"):
        kgforge.load([source], address)
    assert not any(small_disk.iterdir())
    subprocess.run(["mount", "-o", "remount,size=128m", str(small_disk)], check=True)
    kgforge.load([source], address)
    with stores.open(address) as store:
        assert graph.graph_hash(store)[1] == len(facts)


def test_a_compressed_file_is_taken_in_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of which each takes the place of the one before."""
    monkeypatch.setattr(parts, "SIZE", 1 << 16)
    plain = write_ntriples(FACTS, tmp_path / "graph.nt").removeprefix("rdf:")
    packed = tmp_path / "graph.nt.gz"
    packed.write_bytes(gzip.compress(Path(plain).read_bytes()))
    kgforge.load([f"rdf:{packed}"], f"spark:{tmp_path}/graph")
    with stores.open(f"spark:{tmp_path}/graph") as store:
        assert set(graph.ask(store, "facts")) == set(FACTS)


def test_a_graph_of_version_0_8_is_read_and_copied_and_not_added_to(tmp_path: Path) -> None:
    """There terms are numbered from 1 on."""
    with stores.open(f"duckdb:{tmp_path}/graph.db", stores.WRITE) as store:
        store.add([Entry(tuple(Triple(*fact) for fact in FACTS[:50]))])
    old = tmp_path / "old"
    with duckdb.connect(f"{tmp_path}/graph.db", read_only=True) as tables:
        for name in _tables.SCHEMA:
            (old / name).mkdir(parents=True)
            tables.execute(f"COPY {name} TO '{old}/{name}/0.parquet'")
    with stores.open(f"spark:{old}") as store:
        asked = {"questions": (FACTS[0][:2],)}
        found = store.query(patterns.lookup("objects", store.language), asked)
        assert list(found) == [FACTS[0]]
    with (
        stores.open(f"spark:{old}", stores.WRITE) as store,
        pytest.raises(StoreError, match=r"0\.8 .*kgforge load spark:.*/old --store spark:NEW"),
    ):
        store.add([])
    kgforge.load([f"spark:{old}"], f"spark:{tmp_path}/new")
    with stores.open(f"spark:{tmp_path}/new") as store:
        assert set(graph.ask(store, "facts")) == set(FACTS[:50])


# ── memory and cores ────────────────────────────────────────────────────────────────────────────
@pytest.fixture
def laptop(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine of 16 cores and 16 GB, where nobody has set anything."""
    for name in ("SPARK_DRIVER_MEMORY", "SPARK_CONF_DIR", "SPARK_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(session, "_there", lambda: 16)
    monkeypatch.setattr(session, "_memory", lambda: 16 << 10)
    return tmp_path


@pytest.mark.parametrize(
    ("facts", "memory", "cores", "sent"),
    [
        (0, "2g", 4, 4),
        (234_000, "2g", 4, 4),
        (1_000_000, "2g", 4, 4),
        (10_000_000, "8048m", 15, 10),
        (1_000_000_000, "8g", 16, 10),
    ],
)
def test_memory_grows_with_the_graph_and_cores_share_it(
    facts: int, memory: str, cores: int, sent: int, laptop: Path
) -> None:
    """Half of the machine's at most; each core has 512 MB."""
    assert session.means(LOCAL, facts) == Means(LOCAL, memory, cores, sent)


def test_what_the_user_sets_is_kept(laptop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings of Spark before the environment, as Spark has it."""
    assert session.means("local[16]").cores is None
    monkeypatch.setenv("SPARK_DRIVER_MEMORY", "4g")
    assert session.means(LOCAL, 10_000_000) == Means(LOCAL, "4g", 8, 8)
    monkeypatch.setenv("SPARK_CONF_DIR", str(laptop))
    (laptop / "spark-defaults.conf").write_text("# mine\nspark.driver.memory   1536m\n")
    assert session.means(LOCAL) == Means(LOCAL, "1536m", 3, 3)
    (laptop / "spark-defaults.conf").write_text("spark.driver.memory=512k\n")
    assert session.means(LOCAL).cores == 1


def test_mine_says_what_was_chosen(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], laptop: Path
) -> None:
    """And Spark works so."""
    with stores.open(address) as store:
        assert isinstance(store, SparkStore)
        assert store.settings() == ""
        list(graph.ask(store, "facts"))
        running = store._session
        assert running is not None
        assert running.sparkContext.master == "local[4]"
        assert running.conf.get("spark.sql.autoBroadcastJoinThreshold") == "4m"
        assert running.sparkContext.getConf().get("spark.driver.memory") == "2g"
        assert running.sparkContext.getConf().get("spark.buffer.pageSize") == "4m"
        java: Any = running.sparkContext._jvm
        heap = java.java.lang.Runtime.getRuntime().maxMemory()
        assert 1.8 * (1 << 30) < heap <= 2 << 30
        with pytest.raises(SystemExit):
            cli.main(["mine", "symmetry", "--store", address, "--out", f"{tmp_path}/mined"])
    said = (
        "asked Spark on 4 of 16 cores, with 2g of driver memory (SPARK_DRIVER_MEMORY); tables of "
        "up to 4 MB are sent to all tasks"
    )
    assert said in " ".join(capsys.readouterr().err.split())


@pytest.mark.skipif(not PROOF, reason="minutes of Spark: in make proof")
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", ["Wikidata", "CoDEx-M with types"])
def test_two_gigabytes_do_for_composite(
    name: str, shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 16 cores, as a laptop may have them; the same is mined as by DuckDB."""
    monkeypatch.setattr(session, "_there", lambda: 16)
    monkeypatch.setenv("SPARK_DRIVER_MEMORY", "2g")
    wikidata = shared / "wikidata"
    labels = f"{wikidata}/entities.tsv.gz", f"{wikidata}/properties.tsv"
    source = f"tsv:{wikidata}/triples.tsv.gz"
    if name != "Wikidata":
        source = str(shared / "codex" / "triples" / "codex-m")
    spark, duck = f"spark:{tmp_path}/graph", f"duckdb:{tmp_path}/graph.db"
    kgforge.load([source], duck, LoadOptions(ReadOptions(labels=labels)))
    kgforge.load([duck], spark)
    for address, folder in ((duck, "right"), (spark, "found")):
        kgforge.mine(["composite"], address, tmp_path / folder)
    right = mined(tmp_path / "right")
    assert any(right.values())
    assert mined(tmp_path / "found") == right


# ── a cluster ───────────────────────────────────────────────────────────────────────────────────
def mined(folder: Path) -> dict[str, bytes]:
    """What was mined, by file, but for that which names the store."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.jsonl")}


def assert_same(servers: Servers, tmp_path: Path, load: Loading, **options: Any) -> None:
    """Loaded and mined by the cluster, the bytes are DuckDB's."""
    cluster = servers.get("spark")
    by_cluster, by_duckdb = cluster.address(tmp_path / "graph"), f"duckdb:{tmp_path}/graph.db"
    for address, name in ((by_duckdb, "right"), (by_cluster, "found")):
        before = len(cluster.applications())
        load(address)
        kgforge.mine(options["patterns"], address, tmp_path / name, params=options["params"])
        assert (len(cluster.applications()) > before) == (address == by_cluster)
    right = mined(tmp_path / "right")
    assert any(right.values())
    assert mined(tmp_path / "found") == right


def test_a_cluster_of_two_workers_loads_and_finds_the_same(
    servers: Servers, tmp_path: Path
) -> None:
    """One query of a file; the bytes of all that is mined are compared in ``make proof``."""
    turned = [(b, a) for a, _, b in FACTS[::3]]
    file = write_ntriples([*FACTS, *((a, ex("p0"), b) for a, b in turned)], tmp_path / "graph.nt")
    cluster = servers.get("spark")
    by_cluster = cluster.address(tmp_path / "graph")
    master = by_cluster.removeprefix("spark:").partition("?")[0]
    before, found = len(cluster.applications()), []
    running = begun(master, by_cluster)  # which stays: its executors start once
    try:
        for address in (by_cluster, f"duckdb:{tmp_path}/graph.db"):
            kgforge.load([file], address)
            with mining.query("symmetry", address) as asked:
                found.append(Counter(asked.rows))
    finally:
        running.stop()
    assert found[0] == found[1] != Counter()
    assert len(cluster.applications()) == before + 1


@pytest.mark.skipif(not PROOF, reason="minutes of two workers: in make proof")
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", ["town", "shipped", "Wikidata"])
def test_a_cluster_gives_the_same_bytes_of_a_large_graph(
    name: str, servers: Servers, shared: Path, tmp_path: Path
) -> None:
    def load_wikidata(address: str) -> None:
        data = shared / "wikidata"
        labels = f"{data}/entities.tsv.gz", f"{data}/properties.tsv"
        options = LoadOptions(ReadOptions(labels=labels))
        kgforge.load([f"tsv:{data}/triples.tsv.gz"], address, options)

    load = {"town": load_town, "shipped": load_shipped, "Wikidata": load_wikidata}[name]
    params = {"least": "1"} if name == "town" else {}
    assert_same(servers, tmp_path, load, patterns=["all"], params=params)
