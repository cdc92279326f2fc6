"""Rows that the engine draws are those that are drawn when each is read: the same bytes."""

import random
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import kgforge
from kgforge import stores, terms
from kgforge.errors import PatternError
from kgforge.patterns import Query, Row, Value
from kgforge.schema import Entry, Triple
from kgforge.stores import DrawingStore
from kgforge.stores.duckdb import DuckdbStore
from tests import worlds
from tests.sampled import some
from tests.worlds.facts import ex

FEW = {"least": "1", "share": "0", "each": "2", "most": "3", "spare": "1", "top": "2"}
"""Parameters by which almost every level cuts something off."""
NONE = {**FEW, "least": "1000000"}
"""By which no group is kept."""
OWN = """Each two that are told of one another, in no order.
{0}
{0} params:    $least: int = 2
{0} columns:   p: iri, a: iri, b: iri
{0} unordered: p a b = p b a
{0} group:     p
{0} keep:      matches >= $least
{0} sample:    2 per group
{0} role:      forward = a p b
{0} role:      again   = implied b wdt:P31 a
{0} metric:    hit
"""
OWN_TEXTS = {
    ".rq": ("#", "SELECT DISTINCT ?p ?a ?b { ?a ?p ?b . ?b ?q ?a FILTER(isIRI(?b)) }"),
    ".sql": ("--", "SELECT DISTINCT f.p, f.s AS a, f.o AS b FROM facts AS f "
                   "JOIN facts AS g ON g.s = f.o AND g.o = f.s"),
}  # fmt: skip


@pytest.fixture
def read_rows(monkeypatch: pytest.MonkeyPatch) -> list[Row]:
    """The rows that DuckDB has given."""
    rows: list[Row] = []
    query = DuckdbStore.query

    def watched(self: DuckdbStore, asked: Query, values: Mapping[str, Value]) -> Iterator[Row]:
        for row in query(self, asked, values):
            rows.append(row)
            yield row

    monkeypatch.setattr(DuckdbStore, "query", watched)
    return rows


def world(seed: int) -> list[Entry]:
    """A dense graph with some blank nodes."""
    chance, facts = random.Random(seed), worlds.dense(seed)
    names = [f"{terms.BLANK}f:{number}" for number in range(3)] + list(worlds.ENTITIES)
    more = (Triple(*(chance.choice(found) for found in (names, worlds.PREDICATES, names)))
            for _ in range(60))  # fmt: skip
    return [*facts, Entry(triples=tuple(more))]


def own(folder: Path) -> Path:
    """A pattern without a groups file."""
    for suffix, (mark, text) in OWN_TEXTS.items():
        header = f"{mark} {OWN.format(mark)}"
        (folder / f"own{suffix}").write_text(f"{header}\n{text}\n")
    return folder / "own.rq"


def mined(
    store: str, folder: Path, names: list[str | Path], params: dict[str, str]
) -> dict[str, bytes]:
    kgforge.mine(names, store, folder, params=params)
    return {
        f"{file.parent.name}/{file.name}": file.read_bytes() for file in folder.glob("*/*.jsonl")
    }


@pytest.mark.parametrize("seed", some(2, range(6)))
@pytest.mark.parametrize("params", [FEW, NONE], ids=["some kept", "none kept"])
def test_the_engine_draws_what_python_draws(
    tmp_path: Path, seed: int, params: dict[str, str]
) -> None:
    found = {}
    names: list[str | Path] = ["all", "fact", own(tmp_path)]
    for store in (f"oxigraph:{tmp_path}/graph", f"duckdb:{tmp_path}/graph.db"):
        with stores.open(store, stores.WRITE) as opened:
            opened.add(world(seed))
        found[store] = mined(store, tmp_path / store[:4], names, params)
    right, other = found.values()
    assert other == right
    assert sum(len(text) for name, text in right.items() if "instances" in name) > 1000


def test_stores_in_sql_offer_to_draw() -> None:
    with stores.open("duckdb:") as duckdb, stores.open("oxigraph:") as oxigraph:
        assert isinstance(duckdb, DrawingStore)
        assert not isinstance(oxigraph, DrawingStore)


def test_only_rows_that_are_drawn_are_read(tmp_path: Path, read_rows: list[Row]) -> None:
    store = f"duckdb:{tmp_path}/graph.db"
    many = [Triple(ex(f"some{number}"), worlds.P26, ex("y")) for number in range(500)]
    many += [Triple(fact.object, worlds.P26, fact.subject) for fact in many]
    ends = {fact.object for fact in many}
    with stores.open(store, stores.WRITE) as opened:
        opened.add([Entry(triples=tuple(many))])
    mining = kgforge.mine(["symmetry"], store, tmp_path / "mined", params={"most": "7"})
    assert (mining.patterns[0].rows, mining.patterns[0].instances) == (1000, 7)
    drawn = [row for row in read_rows if row[:1] == (worlds.P26,) and row[-1] in ends]
    assert len(drawn) == 7 * 5  # those in reserve among them


def test_a_row_of_another_type_is_told_though_it_is_not_drawn(tmp_path: Path) -> None:
    store = f"duckdb:{tmp_path}/graph.db"
    facts = [Triple(ex(f"x{number}"), ex("p"), ex("y")) for number in range(50)]
    with stores.open(store, stores.WRITE) as opened:
        opened.add([Entry(triples=(*facts, Triple(ex("z"), ex("p"), '"a literal"')))])
    wrong = own(tmp_path).with_suffix(".sql")
    header, _, _ = wrong.read_text().partition("SELECT")
    wrong.write_text(f"{header}SELECT p, s AS a, o AS b FROM facts\n")
    with pytest.raises(PatternError, match=r"b is declared iri and holds \"a literal\""):
        kgforge.mine([wrong], store, tmp_path / "mined")


ALIKE = {
    "nothing kept after drawing": ("", "3 per group\nkeep: matches >= 100\notherwise: 2"),
    "otherwise, of a groups file's groups": (
        "p: iri, matches: int", "3 per group\notherwise: 9\nkeep: matches >= 1000"),
    "a groups file without matches": ("p: iri, triples: int", "3 per group"),
    "units": ("", "2 p from per group, 1 per p from"),
    "units of all": ("", "5 place"),
    "units of groups that fall": ("p: iri, matches: int", "1 from per group\nkeep: matches >= 2"),
}  # fmt: skip
"""Columns of a groups file, if there is one, and the steps."""


@pytest.mark.parametrize("case", ALIKE)
def test_steps_of_every_kind_give_the_same(tmp_path: Path, case: str) -> None:
    columns, steps = ALIKE[case]
    counted = columns.split()[-2].removesuffix(":") if columns else ""
    texts = {
        ".rq": ("#", "SELECT ?p ?from ?place { ?from ?p ?place FILTER(isIRI(?place)) }",
                f"SELECT ?p (COUNT(*) AS ?{counted}) {{ ?a ?p ?b FILTER(isIRI(?b)) }} "
                "GROUP BY ?p HAVING(COUNT(*) > 23)"),
        ".sql": ("--", "SELECT p, s AS from, o AS place FROM facts WHERE o > 0",
                 f"SELECT p, COUNT(*) AS {counted} FROM facts WHERE o > 0 "
                 "GROUP BY p HAVING COUNT(*) > 23"),
    }  # fmt: skip
    lines = ["A fact.", "", "columns: p: iri, from: iri, place: iri", "group: p"]
    before, _, keep = steps.partition("\nkeep: matches >= 1000")
    lines += ["keep: matches >= 1000"] if _ else []
    lines += [f"sample: {before}", "role: fact = from p place", "metric: hit", *keep.split("\n")]
    found = []
    for (suffix, (mark, text, groups)), store in zip(
        texts.items(), (f"oxigraph:{tmp_path}/graph", f"duckdb:{tmp_path}/graph.db"), strict=True
    ):
        said = [f"{mark} {line}" for part in lines for line in part.split("\n")]
        (tmp_path / f"own{suffix}").write_text("\n".join([*said, text, ""]))
        if columns:
            said = [f"{mark} Groups.", mark, f"{mark} columns: {columns}", groups, ""]
            (tmp_path / f"own.groups{suffix}").write_text("\n".join(said))
        with stores.open(store, stores.WRITE) as opened:
            opened.add(world(1))
        found.append(mined(store, tmp_path / store[:4], [tmp_path / f"own{suffix}"], {}))
    assert found[0] == found[1]
    assert found[0]["own/instances.jsonl"]


def test_a_text_that_is_not_there_is_told(tmp_path: Path) -> None:
    store = f"duckdb:{tmp_path}/graph.db"
    with stores.open(store, stores.WRITE) as opened:
        opened.add(world(1))
    (tmp_path / "own.sql").write_text(
        "-- A fact.\n--\n-- columns: p: iri, a: iri, b: iri, n: str\n-- group: p\n"
        "-- sample: 3 per group\n-- role: fact = a p b\n-- metric: hit\n"
        "SELECT p, s AS a, o AS b, CAST(NULL AS VARCHAR) AS n FROM facts WHERE o > 0\n"
    )
    with pytest.raises(PatternError, match="n is declared str and holds nothing"):
        kgforge.mine([tmp_path / "own.sql"], store, tmp_path / "mined")


@pytest.mark.parametrize("store", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
def test_a_literal_that_only_the_query_names_is_no_iri(store: str, tmp_path: Path) -> None:
    address = store.format(tmp_path)
    with stores.open(address, stores.WRITE) as opened:
        opened.add([Entry(triples=(Triple(ex("a"), ex("p"), ex("b")),))])
    (tmp_path / "own.rq").write_text(
        f"# A fact.\n# columns: a: iri, b: iri\n# group: b\n# sample: 3 per group\n"
        f"# role: fact = a <{ex('p')}> b\n# metric: hit\n"
        'SELECT DISTINCT ?a ?b { VALUES ?b { "word" } ?a ?p ?c }\n'
    )
    with pytest.raises(PatternError, match=r"own\.rq:2: columns: b is declared iri and holds"):
        kgforge.mine([tmp_path / "own.rq"], address, tmp_path / "mined", engine="native")
