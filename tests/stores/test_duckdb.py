"""DuckDB's own behaviour: other files, processes that share one, full disks, kills, time, text."""

import errno
import os
import random
import re
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path

import duckdb
import pytest

import kgforge
from kgforge import graph, patterns, stores, terms
from kgforge.errors import KgforgeError, OutputError, PatternError, QueryTimeoutError, StoreError
from kgforge.graph import loading, lookups
from kgforge.patterns.contract import Value
from kgforge.patterns.queries import Query, Row
from kgforge.schema import Entry, Label, Triple
from kgforge.stores import Access, _tables
from kgforge.stores import duckdb as engine
from kgforge.stores._clock import Clock
from kgforge.stores.duckdb.memory import A_FACT, Memory
from tests.processes import kgforge_process
from tests.sampled import PROOF, some
from tests.worlds.facts import ROOT, Fact, ex, load_town, write_ntriples

FACTS = [(ex(f"s{number}"), ex(f"p{number % 5}"), ex(f"o{number % 997}")) for number in range(9000)]
ENDLESS = "SELECT COUNT(*) AS n FROM facts a, facts b, facts c, facts d WHERE a.s + b.o = c.o - d.s"


@pytest.fixture
def address(tmp_path: Path) -> str:
    """A graph of nine thousand facts."""
    loaded = f"duckdb:{tmp_path}/graph.db"
    kgforge.load([write_ntriples(FACTS, tmp_path / "graph.nt")], loaded)
    return loaded


def own(text: str, folder: Path, columns: str, params: str = "") -> Query:
    header = f"-- Own.\n{f'-- params: {params}' if params else '--'}\n-- columns: {columns}\n"
    (folder / "own.sql").write_text(f"{header}{text}\n")
    return patterns.read_query(folder / "own.sql", "sql")


def asked(address: str, query: Query, timeout: float | None = None, **values: Value) -> list[Row]:
    with stores.open(address, Access(timeout=timeout)) as store:
        return list(store.query(query, values))


def hashed(address: str) -> tuple[str, int]:
    with loading.open_graph(address) as store:
        return graph.graph_hash(store)


# ── what is there ───────────────────────────────────────────────────────────────────────────────
def test_nothing_a_text_a_folder_and_another_database_hold_no_graph(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("no database" * 1000)
    (tmp_path / "folder.db").mkdir()
    with duckdb.connect(str(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE sales (n INTEGER)")
    found = {
        "none": "found nothing", "text": "of another kind", "folder": "of another kind",
        "other": "found other tables: sales",
    }  # fmt: skip
    for name, says in found.items():
        with pytest.raises(StoreError, match=f"{name}.db holds no graph .*{says}.*kgforge load"):
            stores.open(f"duckdb:{tmp_path}/{name}.db")
    for name in ("text", "folder", "other"):
        with pytest.raises(StoreError, match="holds no graph"):
            stores.open(f"duckdb:{tmp_path}/{name}.db", stores.WRITE)


def test_a_graph_of_an_earlier_version_has_no_axioms_until_some_are_added(tmp_path: Path) -> None:
    file = tmp_path / "graph.db"
    with stores.open(f"duckdb:{file}", stores.WRITE) as store:
        store.add([Entry((Triple(*FACTS[0]),))])
    with duckdb.connect(str(file)) as tables:
        tables.execute("DROP TABLE ontology")
    with stores.open(f"duckdb:{file}") as store:
        assert +lookups.counts(store) == {"facts": 1}
        assert list(graph.ask(store, "axioms")) == []
    with stores.open(f"duckdb:{file}", stores.WRITE) as store:
        store.add([Entry(axioms=(Triple(*FACTS[1]),))])
        assert list(graph.ask(store, "axioms")) == [FACTS[1]]


def test_a_file_of_a_newer_engine_and_a_damaged_one_are_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "graph.db"
    with stores.open(f"duckdb:{file}", stores.WRITE) as store:
        store.add([Entry((Triple(*FACTS[0]),))])
    data = bytearray(file.read_bytes())
    data[12:20] = struct.pack("<Q", 1000)  # the version of the format
    file.write_bytes(data)
    with pytest.raises(StoreError, match=r"cannot open .*computed checksum") as caught:
        stores.open(f"duckdb:{file}")
    right = re.search(r"computed checksum (\d+)", str(caught.value))
    assert right
    data[:8] = struct.pack("<Q", int(right[1]))
    file.write_bytes(data)
    for mode in (stores.READ, stores.WRITE):
        with pytest.raises(StoreError, match=r"version number 1000.*pip install --upgrade duckdb"):
            stores.open(f"duckdb:{file}", mode)


def test_without_a_file_the_graph_is_in_memory() -> None:
    with stores.open("duckdb:", stores.WRITE) as store:
        store.add([Entry((Triple(*FACTS[0]),))])
        assert list(graph.ask(store, "facts")) == [FACTS[0]]


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    source = write_ntriples(FACTS[:3], tmp_path / "graph.nt")
    with pytest.raises(OutputError, match=r"cannot write .*file/graph\.db"):
        kgforge.load([source], f"duckdb:{tmp_path}/file/graph.db")


# ── two processes ───────────────────────────────────────────────────────────────────────────────
def test_a_writer_keeps_others_out_and_is_named(address: str, tmp_path: Path) -> None:
    with stores.open(address, stores.WRITE):
        reader = kgforge_process("mine", "symmetry", "--store", address, "--out", f"{tmp_path}/m")
        _, said = reader.communicate(timeout=60)
    assert reader.returncode == 1
    assert f"the process {os.getpid()} has it open" in said
    assert said.count("\n") == 1


def test_readers_let_one_another_in_and_keep_a_writer_out(address: str, tmp_path: Path) -> None:
    with stores.open(address):
        reader = kgforge_process("mine", "symmetry", "--store", address, "--out", f"{tmp_path}/m")
        _, said = reader.communicate(timeout=60)
        assert reader.returncode == 0, said
        writer = kgforge_process("load", f"rdf:{tmp_path}/graph.nt", "--store", address)
        _, said = writer.communicate(timeout=60)
    assert writer.returncode == 1
    assert f"the process {os.getpid()} has it open" in said


# ── faults ──────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("before", [0, 100])
def test_a_full_disk_is_told_and_the_load_can_be_run_again(
    before: int, small_disk: Path, tmp_path: Path
) -> None:
    address = f"duckdb:{small_disk}/graph.db"
    if before:
        kgforge.load([write_ntriples(FACTS[:before], tmp_path / "first.nt")], address)
    chance = random.Random(1)
    names = [(s, p, f'"{chance.getrandbits(4000):x}"') for s, p, _ in FACTS]
    source = write_ntriples(names, tmp_path / "graph.nt")
    with pytest.raises((KgforgeError, OSError), match="No space left on device"):
        kgforge.load([source], address)
    assert {path.name for path in small_disk.iterdir()} <= {"graph.db", "graph.db.wal"}
    assert not before or hashed(address)[1] == before
    subprocess.run(["mount", "-o", "remount,size=128m", str(small_disk)], check=True)
    kgforge.load([source], address)
    assert hashed(address)[1] == before + len(names)


@pytest.mark.parametrize(("before", "share"), some(1, [*product([0, 10], [0.3, 0.6, 0.8, 0.95])]))
def test_a_killed_load_can_be_run_again(before: int, share: float, tmp_path: Path) -> None:
    """Killed at several moments of the time that a whole load takes here."""
    many = 30_000 if PROOF else 8_000
    facts: list[Fact] = [(ex(f"s{n}"), ex("p"), f'"{n} \\u00e9"@EN') for n in range(many)]
    facts += [(ex(f"s{n}"), ex("q"), ex(f"o{n}")) for n in range(4 * many)]
    source, address = write_ntriples(facts, tmp_path / "graph.nt"), f"duckdb:{tmp_path}/graph.db"
    started = time.monotonic()
    kgforge_process("load", source, "--store", f"duckdb:{tmp_path}/whole.db").communicate()
    whole = time.monotonic() - started
    if before:
        kgforge.load([write_ntriples(FACTS[:before], tmp_path / "first.nt")], address)
    load = kgforge_process("load", source, "--store", address)
    time.sleep(share * whole)
    load.send_signal(signal.SIGKILL)
    load.communicate()
    if before:
        assert hashed(address)[1] in {before, before + len(facts)}
    kgforge.load([source], address)
    assert hashed(address)[1] == before + len(facts)
    if not before:
        assert hashed(address) == hashed(f"duckdb:{tmp_path}/whole.db")


# ── time ────────────────────────────────────────────────────────────────────────────────────────
def test_a_time_limit_ends_the_engines_work(address: str, tmp_path: Path) -> None:
    query, started = own(ENDLESS, tmp_path, "n: int"), time.monotonic()
    with stores.open(address, Access(timeout=0.5)) as store:
        with pytest.raises(QueryTimeoutError, match=r"own\.sql: stopped after 0\.5 s .*--timeout"):
            list(store.query(query, {}))
        assert time.monotonic() - started < 5
        worked = time.process_time()
        time.sleep(0.5)
        assert time.process_time() - worked < 0.25
        assert len(list(graph.ask(store, "facts"))) == len(FACTS)


def test_an_engine_that_works_on_is_stopped_again() -> None:
    stopped: list[float] = []
    clock = Clock(0.1, lambda: stopped.append(time.monotonic()))
    with pytest.raises(TimeoutError), clock.running():
        time.sleep(1.5)
    assert len(stopped) >= 2


@pytest.fixture
def interrupts() -> Iterator[None]:
    """Ctrl-C is heard, which shells turn off for what runs in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interrupts")
def test_an_interrupt_is_one(address: str, tmp_path: Path) -> None:
    query = own(ENDLESS, tmp_path, "n: int")
    with stores.open(address) as store, pytest.raises(KeyboardInterrupt):
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        list(store.query(query, {}))


EARLIER = "1.5.6"
"""The last DuckDB before 2.0."""
RECURSIONS = f"""
import sys
from pathlib import Path
import duckdb
import kgforge
from kgforge import patterns, stores
from kgforge.errors import QueryTimeoutError
from kgforge.stores import Access

assert duckdb.__version__ == "{EARLIER}"
address, triples, query = sys.argv[1:]
kgforge.load([triples], address)
for turn in range(100):
    with stores.open(address, Access(timeout=0.001 * turn)) as store:
        rows = store.query(patterns.read_query(Path(query), "sql"), {{}})
        try:
            next(rows) if turn % 2 else list(rows)
        except QueryTimeoutError:
            pass
        rows.close()
"""


def recursion(union: str, folder: Path) -> Query:
    text = (
        f"WITH RECURSIVE walks AS (SELECT s, o FROM facts {union} "
        "SELECT walks.s, facts.o FROM walks JOIN facts ON facts.s = walks.o) SELECT s FROM walks"
    )
    return own(text, folder, "s: iri")


@pytest.fixture(scope="session")
def earlier() -> Path:
    """The folder of the last DuckDB before 2.0."""
    folder = ROOT / ".servers" / f"duckdb-{EARLIER}"
    if not folder.is_dir():
        wanted = ("--no-deps", f"--target={folder}", f"duckdb=={EARLIER}")
        subprocess.run([sys.executable, "-m", "pip", "install", "-q", *wanted], check=True)
    return folder


@pytest.mark.skipif(not PROOF, reason="of the engine before 2.0: in make proof")
@pytest.mark.parametrize("union", ["UNION", "UNION ALL"])
def test_a_recursion_ends_when_it_is_stopped_or_left(
    union: str, earlier: Path, tmp_path: Path
) -> None:
    number = random.Random(0).randrange
    facts = [(ex(f"e{number(300)}"), ex("p"), ex(f"e{number(300)}")) for _ in range(3000)]
    triples = write_ntriples(facts, tmp_path / "graph.nt")
    path = recursion(union, tmp_path).path
    command = [sys.executable, "-c", RECURSIONS, f"duckdb:{tmp_path}/graph.db", triples, str(path)]
    paths = os.pathsep.join(map(str, (earlier, ROOT)))
    subprocess.run(command, check=True, timeout=200, env={**os.environ, "PYTHONPATH": paths})


def test_a_recursion_that_could_not_be_stopped_is_refused(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(duckdb, "__version__", "2.0.0")
    with pytest.raises(PatternError, match=r"own\.sql: a recursive query, which DuckDB 2\.0\.0"):
        asked(address, recursion("UNION", tmp_path))


def test_a_disk_without_links_holds_a_graph(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", refuse)
    test_of_two_first_loads_at_once_one_is_told(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["graph.db"]


def test_empty_names_are_texts(tmp_path: Path) -> None:
    """As an endpoint may have them."""
    names = [Label(ex("a"), "label", "", "en"), Label(ex("a"), "alias", "A", "")]
    with stores.open(f"duckdb:{tmp_path}/graph.db", stores.WRITE) as store:
        store.add([Entry((Triple(ex("a"), ex("p"), ex("b")),), tuple(names))])
        assert set(graph.ask(store, "names")) == {
            (ex("a"), "en", "label", ""), (ex("a"), "", "alias", "A")}  # fmt: skip


def test_of_two_first_loads_at_once_one_is_told(tmp_path: Path) -> None:
    fact = Triple(ex("a"), ex("p"), ex("b"))
    with (
        stores.open(f"duckdb:{tmp_path}/graph.db", stores.WRITE) as one,
        stores.open(f"duckdb:{tmp_path}/graph.db", stores.WRITE) as other,
    ):
        one.add([Entry((fact,))])
        with pytest.raises(StoreError, match="another load made it in the meantime"):
            other.add([Entry((Triple(ex("c"), ex("p"), ex("d")),))])
        assert len(list(graph.ask(one, "facts"))) == 1


def test_what_is_done_with_rows_does_not_count_as_the_engines_time(
    address: str, tmp_path: Path
) -> None:
    query = own("SELECT a.s FROM facts AS a, facts AS b", tmp_path, "s: iri")
    with stores.open(address, Access(timeout=2)) as store:
        rows = store.query(query, {})
        next(rows)
        time.sleep(2.5)
        assert sum(1 for _ in islice(rows, 30_000)) == 30_000


# ── texts ───────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("text", [
    "DROP TABLE facts", "DELETE FROM facts", "SELECT 1 AS n; DROP TABLE facts",
    "CREATE TABLE n AS SELECT 1", "CALL pragma_version()",
])  # fmt: skip
def test_only_a_query_is_asked(text: str, tmp_path: Path) -> None:
    with stores.open("duckdb:", stores.WRITE) as store:
        store.add([Entry((Triple(*FACTS[0]),))])
        with pytest.raises(PatternError, match=r"own\.sql:\d+: not a SELECT query"):
            list(store.query(own(text, tmp_path, "n: int"), {}))
        assert list(graph.ask(store, "facts")) == [FACTS[0]]


@pytest.mark.parametrize(("text", "says"), [
    ("SELECT s,\nFROM\nWHERE p", "6:1: SQL: syntax error"),
    ("SELECT s,\n  nope FROM facts", r"5:3: SQL: .*\"nope\" .* \(Candidate bindings: "),
    ("SELECT s FROM fact", r"4:15: SQL: .* \(Did you mean \"facts\"\?\)"),
])  # fmt: skip
def test_an_error_is_told_with_the_files_own_line_and_column(
    address: str, text: str, says: str, tmp_path: Path
) -> None:
    with pytest.raises(PatternError, match=rf"own\.sql:{says}"):
        asked(address, own(text, tmp_path, "s: iri"))


@pytest.mark.parametrize("text", ["it's", "back\\slash", "\\'", "", "%_", "$text", "--", "é\n日"])
def test_a_text_reaches_the_engine_as_it_is(address: str, text: str, tmp_path: Path) -> None:
    query = own("SELECT $text AS text -- not $text\n, '$text' AS quoted", tmp_path,
                "text: str, quoted: str", "$text: str")  # fmt: skip
    assert asked(address, query, text=text) == [(text, "$text")]


def test_terms_lists_and_tables_are_written_as_numbers(address: str, tmp_path: Path) -> None:
    text = (
        "SELECT f.s, f.p, f.o FROM facts AS f JOIN (VALUES $pairs) AS q(s, p) "
        "ON f.s = q.s AND f.p = q.p WHERE f.o IN ($objects) AND f.o <> $other"
    )
    query = own(text, tmp_path, "s: iri, p: iri, o: term",
                "$pairs: (s iri, p iri)*, $objects: iri*, $other: iri")  # fmt: skip
    pairs = ((FACTS[0][0], FACTS[0][1]), (ex("unknown"), FACTS[0][1]))
    objects = tuple(o for _, _, o in FACTS[:3])
    assert asked(address, query, pairs=pairs, objects=objects, other=ex("unknown")) == [FACTS[0]]
    assert asked(address, query, pairs=pairs, objects=objects, other=FACTS[0][2]) == []
    assert asked(address, query, pairs=(), objects=objects, other=ex("unknown")) == []
    assert asked(address, query, pairs=pairs, objects=(), other=ex("unknown")) == []


def test_a_number_that_no_term_has_is_told(address: str, tmp_path: Path) -> None:
    with pytest.raises(PatternError, match=r"s is declared iri and holds 123456789, which is not"):
        asked(address, own("SELECT 123456789 AS s", tmp_path, "s: iri"))


def test_a_literal_is_asked_for_in_any_of_its_forms(tmp_path: Path) -> None:
    integer = f"{terms.XSD}integer"
    source = write_ntriples([(ex("a"), ex("p"), f'"7"^^<{integer}>')], tmp_path / "graph.nt")
    kgforge.load([source], f"duckdb:{tmp_path}/graph.db")
    query = own("SELECT s FROM facts WHERE o = $o", tmp_path, "s: iri", "$o: term")
    assert asked(f"duckdb:{tmp_path}/graph.db", query, o=f'"007"^^<{integer}>') == [(ex("a"),)]


def test_a_query_gets_more_memory_where_little_does_not_suffice(tmp_path: Path) -> None:
    with duckdb.connect() as connection:
        memory = Memory(connection)
        connection.execute("SET memory_limit = '4MiB'")
        memory._bound = 4 << 20
        text = "SELECT STRLEN(STRING_AGG(i::VARCHAR, ',')) FROM range(2000000) AS t(i)"
        with pytest.raises(duckdb.OutOfMemoryException):
            connection.execute(text).fetchall()
        found = memory.enough(lambda: connection.execute(text).fetchall())
    assert found == [(sum(len(str(number)) + 1 for number in range(2000000)) - 1,)]


def test_a_large_graph_gets_memory_in_proportion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = write_ntriples([(ex("a"), ex("p"), ex(f"b{n}")) for n in range(3)], tmp_path / "g.nt")
    kgforge.load([source], f"duckdb:{tmp_path}/graph.db")
    allowed: list[int] = []
    monkeypatch.setattr(Memory, "allow", lambda memory, size: allowed.append(size))
    with stores.open(f"duckdb:{tmp_path}/graph.db"):
        assert allowed[-1] == 3 * A_FACT


def test_a_query_gets_all_memory_where_the_disk_is_full() -> None:
    """Rather than more and more of it, each after the disk is full again."""
    said = ["Could not write file: No space left on device", "", "Permission denied"]

    def work() -> int:
        if wrong := said.pop(0):
            raise duckdb.IOException(wrong)
        return memory._bound

    with duckdb.connect() as connection:
        memory = Memory(connection)
        assert memory._bound < memory.enough(work) == memory._most
        with pytest.raises(duckdb.IOException, match="Permission denied"):
            memory.enough(work)
        said += ["No space left on device"]
        with pytest.raises(duckdb.IOException, match="No space"):  # with all there is
            memory.enough(work)


def test_memory_that_is_not_there_is_told(tmp_path: Path) -> None:
    query = own("SELECT STRLEN(REPEAT('a', 1000000000000)) AS n", tmp_path, "n: int")
    with pytest.raises((StoreError, PatternError), match=r"own\.sql"):
        asked_of_memory(query)


def asked_of_memory(query: Query) -> list[Row]:
    with stores.open("duckdb:", stores.WRITE) as store:
        return list(store.query(query, {}))


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("SELECT s FROM (VALUES $rows) AS a(s, o) JOIN facts AS f USING (s, o)", "ab"),
        ("SELECT DISTINCT s FROM facts WHERE s IN ($some)", "abc"),
        ("SELECT DISTINCT s FROM facts WHERE s NOT IN (\n$some )", "d"),
        ("SELECT DISTINCT s FROM facts WHERE s IN ($one, $some)", "abcd"),
        ("SELECT DISTINCT s FROM facts WHERE ARRAY_CONTAINS([$some], s)", "abc"),
        ("SELECT DISTINCT s FROM facts WHERE 'IN ($some)' <> '' AND s IN ($some)", "abc"),
        ("SELECT DISTINCT s FROM facts JOIN terms ON id = s WHERE value IN ($texts)", "bd"),
    ],
)
@pytest.mark.parametrize("length", [0, 1000])
def test_a_list_is_the_same_be_it_written_or_handed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, right: str, length: int
) -> None:
    monkeypatch.setattr(_tables, "LONG", length)
    names = re.findall(r"\$(\w+)", text)
    told = {"rows": "(s iri, o iri)*", "some": "iri*", "one": "iri", "texts": "str*"}
    params = ", ".join(f"${name}: {told[name]}" for name in dict.fromkeys(names))
    path = tmp_path / "lists.sql"
    path.write_text(f"-- Lists.\n--\n-- params:  {params}\n-- columns: s: iri\n\n{text}\n")
    values: dict[str, Value] = {
        "rows": ((ex("a"), ex("b")), (ex("b"), ex("c")), (ex("c"), ex("unknown"))),
        "some": tuple(map(ex, ["a", "b", "c", "unknown"])),
        "one": ex("d"),
        "texts": (ex("b"), ex("d"), "it's"),
    }
    with stores.open("duckdb:", stores.WRITE) as store:
        ring = (("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"))
        store.add([Entry(triples=tuple(Triple(ex(s), ex("p"), ex(o)) for s, o in ring))])
        found = store.query(
            patterns.read_query(path, "sql"), {name: values[name] for name in names}
        )
        assert sorted(str(one).removeprefix(ex("")) for (one,) in found) == list(right)


# ── portions ────────────────────────────────────────────────────────────────────────────────────
def test_a_large_graph_is_asked_in_portions_by_its_size(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with stores.open(address) as store:
        assert store.portions == 1
    monkeypatch.setattr(engine, "_PORTION", 4000)
    with stores.open(address, stores.WRITE) as store:
        assert store.portions == 3  # of 9,000 facts
        store.add([Entry(tuple(Triple(ex("new"), ex("p"), o) for _, _, o in FACTS[:997] * 4))])
        store.add([Entry(tuple(Triple(ex(f"new{n}"), ex("p"), ex("o")) for n in range(3000)))])
        assert store.portions == 4  # of 12,997


def test_portions_give_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    town = f"duckdb:{tmp_path}/town.db"
    load_town(town)
    asked_in: set[int] = set()

    def mined(name: str) -> dict[str, bytes]:
        with stores.open(town) as store:
            asked_in.add(store.portions or 0)
        kgforge.mine(["all"], town, tmp_path / name, params={"least": "1"})
        found = (tmp_path / name).rglob("*.jsonl")
        return {f"{file.parent.name}/{file.name}": file.read_bytes() for file in found}

    whole = mined("whole")
    monkeypatch.setattr(engine, "_PORTION", 3)
    assert mined("parted") == whole
    assert whole["composite/groups.jsonl"]
    assert 1 in asked_in and max(asked_in) > 5
