"""The questions by hand are those that kgforge asks: of all nine patterns, with the same rows."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

import kgforge
from benchmarks.stores import agreed, byhand, generated
from kgforge import patterns, stores
from kgforge.stores import _tables, _terms

QUESTIONS = {"asymmetry", "composite", "hierarchy", "inverse", "path", "symmetry"}
"""Those that have a text of groups besides."""


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("byhand") / "graph.nt"
    generated.write(file, 3_000)
    return file


@pytest.mark.parametrize("engine", ["duckdb", "oxigraph"])
def test_it_asks_all_nine_and_their_groups(
    engine: str, graph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"{engine}:{tmp_path / 'graph'}"
    kgforge.load([f"rdf:{graph}"], address)
    capsys.readouterr()
    byhand.main(address, 1)
    found: dict[str, Any] = msgspec.json.decode(capsys.readouterr().out)
    assert found.keys() == {*agreed.PATTERNS, *(f"{name}.groups" for name in QUESTIONS)}
    assert found["asymmetry"]["rows"] > 1000
    assert all(one["kgforge"] > 0 and one["by hand"] > 0 for one in found.values())


def test_other_rows_by_hand_are_noticed(
    graph: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"duckdb:{tmp_path / 'graph'}"
    kgforge.load([f"rdf:{graph}"], address)
    whole = byhand._with_terms
    monkeypatch.setattr(byhand, "_with_terms", lambda *given: f"{whole(*given)} LIMIT 1")
    with pytest.raises(SystemExit, match="not the same rows"):
        byhand.main(address, 1, ["asymmetry"])


def test_terms_are_looked_up_for_many_rows_at_once(
    graph: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kgforge.load([f"rdf:{graph}"], f"duckdb:{tmp_path / 'graph'}")
    asked: list[int] = []
    texts = _terms.Terms._told

    def told(self: _terms.Terms, numbers: Any) -> Any:
        asked.append(len(numbers))
        return texts(self, numbers)

    monkeypatch.setattr(_terms.Terms, "_told", told)
    monkeypatch.setattr("kgforge.stores.duckdb.database.BATCH", 50)
    monkeypatch.setattr(_tables, "_FEW", 100)
    with stores.open(f"duckdb:{tmp_path / 'graph'}") as store:
        query = patterns.read_pattern("fact").query("sql")
        rows = list(store.query(query, {"predicates": predicates(store)}))
        assert len(rows) > 2000
        first = len(asked)
        assert 1 < first < 12, "100 rows at first, then 200, 400 and so on; 50 at a time were 58"
        assert sorted(store.query(query, {"predicates": predicates(store)})) == sorted(rows)
        assert len(asked) == first, "all are known"


def predicates(store: Any) -> tuple[str, ...]:
    every = store.query(patterns.lookup("predicates", "sql"), {})
    return tuple(sorted(str(row[0]) for row in every))
