"""Questions asked in portions: the same rows however many; progress; headers that are refused."""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import kgforge
from kgforge import patterns
from kgforge.errors import PatternError
from kgforge.graph import loading
from kgforge.mining import portions as asking
from kgforge.mining.portions import Tick
from kgforge.patterns import Query, Row, Value
from kgforge.stores.oxigraph import OxigraphStore
from tests.worlds.facts import ROOT, ex, write_ntriples

TOWN = f"tsv:{ROOT}/tests/worlds/graphs/town.tsv"
LEAST = {"least": "1"}
PORTIONS = [1, 3, 20, None]

KNOWS = """# Who knows whom.
# params:  $predicates: iri*
# columns: p: iri, a: iri, b: iri
# parts:   {parts}
# group:   p
# role:    one = a p b
# metric:  hit
SELECT ?p ?a ?b {{ {where} }}
"""


def own(folder: Path, parts: str = "p of $predicates", where: str = "") -> Path:
    path = folder / "own.rq"
    path.write_text(KNOWS.format(parts=parts, where=where or "VALUES ?p { $predicates } ?a ?p ?b"))
    return path


@pytest.mark.parametrize("portions", PORTIONS)
def test_the_bytes_do_not_depend_on_the_portions(
    portions: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = kgforge.mine(["all"], TOWN, tmp_path / "first", params=LEAST)
    monkeypatch.setattr(OxigraphStore, "portions", portions)
    kgforge.mine(["all"], TOWN, tmp_path / "again", params=LEAST)
    found = sorted((tmp_path / "first").rglob("*.jsonl"))
    assert len(found) == 2 * len(first.patterns) > 0
    for path in found:
        again = tmp_path / "again" / path.relative_to(tmp_path / "first")
        assert again.read_bytes() == path.read_bytes(), path
    assert any(path.stat().st_size for path in found)


@pytest.mark.parametrize("portions", PORTIONS)
@pytest.mark.parametrize("name", ["symmetry", "inverse", "composite", "path"])
def test_the_rows_do_not_depend_on_the_portions(
    name: str, portions: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    query = patterns.read_pattern(name).query("sparql")
    facts = patterns.lookup("facts", "sparql")
    with loading.open_graph(TOWN) as store:
        every = tuple(sorted({str(row[1]) for row in store.query(facts, {})}))
        people = tuple(sorted({str(row[0]) for row in store.query(facts, {})}))
        [kind] = (predicate for predicate in every if predicate.endswith("P31"))
        pool = store.query(patterns.lookup("pool", "sparql"), {"predicate": kind})
        values: dict[str, Value] = {"predicates": every, "others": every, "first": every}
        values["second"] = every
        values["starts"] = people
        values |= {"type": kind, "types": tuple(str(row[0]) for row in pool), "untyped": ()}
        whole = Counter(store.query(query, values))
        monkeypatch.setattr(OxigraphStore, "portions", portions)
        told: list[Tick] = []
        parts = query.header.parts
        found = Counter(asking.rows(store, query, values, parts, Tick(name, "rows"), told.append))
    assert found == whole
    assert whole
    assert parts is not None
    asked = values[parts.parameter]
    listed = len(asked) if isinstance(asked, tuple) else 0
    assert told[0].done == 0
    assert (told[-1].done, told[-1].total, told[-1].unit) == (listed, listed, parts.column)
    assert told[-1].rows == whole.total()
    assert [tick.done for tick in told] == sorted(tick.done for tick in told)
    assert len({tick.done for tick in told}) == 1 + min(portions or listed, listed)


def test_groups_are_counted_where_they_are_known(tmp_path: Path) -> None:
    told: list[Tick] = []
    mining = kgforge.mine(["symmetry"], TOWN, tmp_path / "m", params=LEAST, progress=told.append)
    counting = [tick for tick in told if tick.stage == "groups"]
    asked = [tick for tick in told if (tick.pattern, tick.stage) == ("symmetry", "rows")]
    assert counting[-1].rows == mining.patterns[0].groups
    assert asked[-1].unit == "groups"
    assert asked[-1].done == asked[-1].total == mining.patterns[0].kept
    assert asked[-1].rows == mining.patterns[0].rows


def test_rows_that_were_not_asked_for_are_refused(tmp_path: Path) -> None:
    source = write_ntriples([(ex(n), ex(f"p{n}"), ex("z")) for n in "abcd"], tmp_path / "g.nt")
    loose = own(tmp_path, where="VALUES ?q { $predicates } ?a ?p ?b")
    asked = {"predicates": f"<{ex('pa')}>"}
    with pytest.raises(PatternError, match=r"own\.rq: returns p = .* no value of \$predicates"):
        kgforge.mine([loose], source, tmp_path / "mined", params=asked)


@pytest.mark.parametrize(("parts", "says"), [
    ("p", "own.rq:4: parts: .*is not 'column of"),
    ("q of $predicates", "own.rq:4: parts: no column 'q'; available: p, a, b"),
    ("p of $others", r"own.rq:4: parts: no parameter \$others"),
])  # fmt: skip
def test_parts_that_name_nothing_are_told_with_their_line(
    parts: str, says: str, tmp_path: Path
) -> None:
    with pytest.raises(PatternError, match=says):
        patterns.read_pattern(own(tmp_path, parts))


@pytest.mark.parametrize(("params", "says"), [
    ("$all: iri* = $every", r"own.rq:2: params: no \$every of its type before \$all"),
    ("$n: int = 3, $all: iri* = $n", r"own.rq:2: params: no \$n of its type before \$all"),
])  # fmt: skip
def test_a_default_that_is_no_earlier_parameter_is_told(
    params: str, says: str, tmp_path: Path
) -> None:
    text = f"# One.\n# params: {params}\n# columns: a: iri\nSELECT ?a {{ ?a $all $n }}\n"
    (tmp_path / "own.rq").write_text(text)
    with pytest.raises(PatternError, match=says):
        patterns.read_pattern(tmp_path / "own.rq")


def test_a_parameter_takes_the_value_of_another_or_its_own(tmp_path: Path) -> None:
    facts = [(ex("a"), ex("p"), ex("b")), (ex("b"), ex("q"), ex("a"))]
    source = write_ntriples(facts, tmp_path / "graph.nt")
    for params, rows in (
        ({"predicates": f"<{ex('p')}>"}, 0),
        ({"predicates": f"<{ex('p')}>", "others": f"<{ex('q')}>"}, 1),
        ({"predicates": f"<{ex('p')}> <{ex('q')}>"}, 2),
        ({}, 2),
    ):
        given = {**params, "least": "1"}
        mining = kgforge.mine(["inverse"], source, tmp_path / "mined", params=given, force=True)
        assert mining.patterns[0].rows == rows


def test_the_evidence_of_rules_is_asked_in_portions_as_their_rows_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each portion has some first predicates, none twice; rows are asked of kept rules alone."""
    asked: list[tuple[str, tuple[str, ...]]] = []
    whole = OxigraphStore.query

    def query(self: OxigraphStore, query: Query, values: Mapping[str, Value]) -> Iterator[Row]:
        if query.name.startswith("composite"):
            first = values["first"]
            assert isinstance(first, tuple)
            asked.append((query.name, tuple(map(str, first))))
        return whole(self, query, values)

    monkeypatch.setattr(OxigraphStore, "query", query)
    monkeypatch.setattr(OxigraphStore, "portions", 4)
    kgforge.mine(["composite"], TOWN, tmp_path / "m", params=LEAST)
    evidence = [first for name, first in asked if name == "composite.groups"]
    assert len(evidence) == 4
    every = [predicate for first in evidence for predicate in first]
    assert len(every) == len(set(every)) > 8
    assert max(map(len, evidence)) - min(map(len, evidence)) <= 1
    assert [name for name, _ in asked].count("composite") == 4
