"""DuckDB and Spark: processes that share a graph, full disks, kills, wrong files, time."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

import kgforge
from kgforge import graph, loading, patterns, stores
from kgforge.errors import KgforgeError, PatternError, QueryTimeoutError, StoreError
from kgforge.stores import Access
from tests.facts import ex, write_ntriples

FACTS = [(ex(f"s{number}"), ex(f"p{number % 5}"), ex(f"o{number % 997}")) for number in range(9000)]
ENDLESS = """-- All combinations of facts.
-- columns: n: int
SELECT count(*) AS n FROM facts a, facts b, facts c, facts d, facts e
WHERE a.s + b.o * c.s + d.o < e.s - 1000
"""
ENGINES = ["duckdb", "spark"]


def place(engine: str, folder: Path) -> str:
    return f"{engine}:{folder}/graph{'.db' if engine == 'duckdb' else ''}"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    if os.geteuid() or subprocess.run(mount, check=False).returncode:
        pytest.skip("no right to mount a small disk here")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def kgforge_process(*arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "kgforge.cli", *arguments]
    return subprocess.Popen(command, text=True, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)


def loaded(engine: str, folder: Path, facts: int = 100) -> tuple[str, str]:
    """The addresses of a source and of the graph loaded from it."""
    source, address = write_ntriples(FACTS[:facts], folder / "first.nt"), place(engine, folder)
    kgforge.load([source], address)
    return source, address


# ── time ────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("engine", ENGINES)
def test_a_time_limit_stops_the_engines_work(engine: str, tmp_path: Path) -> None:
    _, address = loaded(engine, tmp_path, 9000)
    (tmp_path / "own.sql").write_text(ENDLESS)
    query = patterns.read_query(tmp_path / "own.sql", "sql")
    with stores.open(address, Access(timeout=2.0)) as store:
        started = time.monotonic()
        with pytest.raises(QueryTimeoutError, match=r"own\.sql: stopped after 2 s .*--timeout"):
            list(store.query(query, {}))
        assert time.monotonic() - started < 30
        time.sleep(1)
        assert busy(1.0) < 0.3
        assert loading.counts(store)["facts"] == 9000


def busy(seconds: float) -> float:
    """Processor seconds per second that this process and its children use."""

    def used() -> float:
        me = psutil.Process()
        processes = [me, *me.children(recursive=True)]
        return sum(float(sum(one.cpu_times()[:2])) for one in processes)

    before = used()
    time.sleep(seconds)
    return (used() - before) / seconds


# ── other processes ─────────────────────────────────────────────────────────────────────────────
def test_two_writers_of_one_file_are_kept_apart(tmp_path: Path) -> None:
    source, address = loaded("duckdb", tmp_path)
    with stores.open(address, stores.WRITE):
        writer = kgforge_process("load", source, "--store", address)
        _, said = writer.communicate(timeout=60)
    assert writer.returncode == 1
    assert f"the process {os.getpid()} has it open to write" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("engine", ENGINES)
def test_two_readers_may_read_at_once(engine: str, tmp_path: Path) -> None:
    _, address = loaded(engine, tmp_path)
    with stores.open(address) as one:
        other = kgforge_process("mine", "symmetry", "--store", address, "--out", f"{tmp_path}/m")
        _, said = other.communicate(timeout=120)
        assert other.returncode == 0, said
        assert loading.counts(one)["facts"] == 100


# ── faults ──────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("before", [0, 100])
def test_a_full_disk_is_told_and_the_load_can_be_run_again(
    engine: str, before: int, small_disk: Path, tmp_path: Path
) -> None:
    address = place(engine, small_disk)
    if before:
        kgforge.load([write_ntriples(FACTS[:before], tmp_path / "first.nt")], address)
    facts = [(ex(f"s{n}" * 9), ex("p"), ex(f"o{n}" * 9)) for n in range(30_000)]
    source = write_ntriples(facts, tmp_path / "graph.nt")
    with pytest.raises((KgforgeError, OSError), match=r"[Nn]o space left|[Cc]ould not write|full"):
        kgforge.load([source], address)
    there = {path.name for path in small_disk.iterdir()}
    assert there <= ({"graph", "graph.db", "graph.db.wal"} if before else set())
    subprocess.run(["mount", "-o", "remount,size=128m", str(small_disk)], check=True)
    kgforge.load([source], address)
    with stores.open(address) as store:
        assert graph.graph_hash(store)[1] == 30_000 + before


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("after", [0.7, 1.3])
def test_a_killed_load_can_be_run_again(engine: str, after: float, tmp_path: Path) -> None:
    _, address = loaded(engine, tmp_path)
    facts = [(ex(f"s{number}"), ex("p"), ex(f"o{number}")) for number in range(150_000)]
    source = write_ntriples(facts, tmp_path / "graph.nt")
    load = kgforge_process("load", source, "--store", address)
    time.sleep(after)
    load.send_signal(signal.SIGKILL)
    load.communicate()
    with stores.open(address) as store:
        assert loading.counts(store)["facts"] in (100, 150_100)
    kgforge.load([source], address)
    with stores.open(address) as store, loading.open_graph(source) as right:
        found = set(store.query(patterns.lookup("facts", "sql"), {}))
        wanted = set(right.query(patterns.lookup("facts", "sparql"), {}))
    assert found == wanted | set(FACTS[:100])


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("mode", ["read", "write"])
def test_what_is_no_graph_is_told(engine: str, mode: str, tmp_path: Path) -> None:
    address = place(engine, tmp_path)
    path = Path(address.partition(":")[2])
    if engine == "duckdb":
        path.write_text("something else " * 1000)
    else:
        path.mkdir()
        (path / "notes.txt").write_text("something else")
    with pytest.raises(StoreError, match=r"holds no graph .*of another kind"):
        stores.open(address, stores.READ if mode == "read" else stores.WRITE)
    with pytest.raises(StoreError, match=r"holds no graph .*nothing there"):
        stores.open(place(engine, tmp_path / "nowhere"))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_query_cannot_change_the_graph(engine: str, tmp_path: Path) -> None:
    _, address = loaded(engine, tmp_path)
    (tmp_path / "own.sql").write_text("-- Own.\n-- columns: a: iri\nDELETE FROM facts\n")
    query = patterns.read_query(tmp_path / "own.sql", "sql")
    with stores.open(address, stores.WRITE) as store:
        with pytest.raises(PatternError, match=r"own\.sql"):
            list(store.query(query, {}))
        assert loading.counts(store)["facts"] == 100


def test_a_cluster_gives_the_same_bytes(tmp_path: Path) -> None:
    """A master and a worker of their own, in the manner of ``docker/compose.yaml``."""
    town = Path(__file__).parent / "graphs/town.tsv"
    kgforge.load([f"tsv:{town}"], f"spark:{tmp_path}/graph")
    kgforge.mine(["all"], f"tsv:{town}", tmp_path / "here", params={"least": "1"})
    cluster = f"spark:local-cluster[1,1,1024]?data={tmp_path}/graph"
    mine = kgforge_process("mine", "all", "--param", "least=1", "--store", cluster,
                           "--out", str(tmp_path / "there"))  # fmt: skip
    _, said = mine.communicate(timeout=300)
    assert mine.returncode == 0, said
    for path in (tmp_path / "here").rglob("*.jsonl"):
        other = tmp_path / "there" / path.relative_to(tmp_path / "here")
        assert other.read_bytes() == path.read_bytes()
