"""How growth is measured, kept and fitted: with commands that cost nothing."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchmarks import readme
from benchmarks.measured import Ran
from benchmarks.stores import agreed, ends, engines, fitted, growth, plotted, shown, steps
from benchmarks.stores.graphs import Graph
from benchmarks.stores.shown import Results
from benchmarks.stores.steps import Asked
from kgforge import __version__

SECONDS = {"load": 1e-5, "mine": 2e-5, "export": 1e-4}
"""Per triple, or per item."""


class Commands:
    """What stands in for the commands: what they were told, and what is too slow."""

    def __init__(self, slow: tuple[str, ...] = ()) -> None:
        self.told: list[str] = []
        self._slow = slow
        self._size = 0

    def load(self, graph: Graph, place: engines.Place, limit: float) -> Ran:
        self._size = graph.triples
        place.data.write_bytes(b"x" * 5000)
        return self._ran(f"load {graph.name}", "load", graph.triples)

    def mine(
        self,
        place: engines.Place,
        out: Path,
        *more: str,
        engine: str = "native",
        limit: float,
        copies: bool = False,
    ) -> Ran:
        out.mkdir(parents=True, exist_ok="--force" in more)
        drawn = [one for one in more if "most=" in one]
        self._each = int(drawn[0].partition("=")[2]) if drawn else 0
        said = " ".join((f"mine {engine} {self._size}", *drawn, *(("again",) if copies else ())))
        return self._ran(said, "mine", self._size)

    def export(self, mined: Path, out: Path, *, engine: str = "native", limit: float) -> Ran:
        out.mkdir()
        (out / "items.jsonl").write_bytes(b"x" * 5000)
        items = self._each * growth.GROUPS or self._size // 10
        return self._ran(f"export {engine} {self._size}", "export", items)

    def _ran(self, what: str, step: str, size: int) -> Ran:
        self.told.append(what)
        failure = "stopped after 5 s" if what in self._slow else ""
        summary = {"asked": {"copied": None}, "patterns": [{"items": size}]}
        return Ran(SECONDS[step] * size, SECONDS[step] * size, size, 0, summary, failure)


@pytest.fixture
def results(tmp_path: Path) -> Results:
    return Results(tmp_path / "kept.json")


def kept(tmp_path: Path) -> Any:
    return msgspec.json.decode((tmp_path / "kept.json").read_bytes())


def graph(millions: float, name: str = "") -> Graph:
    return Graph(name or f"{millions:g} million", round(millions * 1e6), (), Path())


def asked(**given: Any) -> Asked:
    made = tuple(map(graph, (0.1, 1, 10)))
    defaults: dict[str, Any] = {
        "made": made, "published": graph(0.5, "Wikidata"), "besides": False, "further": (),
        "items": (), "engines": "duckdb", "rounds": 1, "limit": 5.0, "missing": False,
        "exported": True,
    }  # fmt: skip
    return Asked(**defaults | given)


def commands(monkeypatch: pytest.MonkeyPatch, *slow: str) -> Commands:
    found = Commands(slow)
    for name in ("load", "mine", "export"):
        monkeypatch.setattr(steps, name, getattr(found, name))
    return found


# ── The run ─────────────────────────────────────────────────────────────────────────────────────
def test_both_ways_follow_one_load(monkeypatch: pytest.MonkeyPatch, results: Results) -> None:
    told = commands(monkeypatch).told
    growth.growth(results, asked(engines="oxigraph", made=(graph(1),)))
    assert told == ["load 1 million", "mine native 1000000", "export native 1000000",
                    "mine auto 1000000", "export auto 1000000"]  # fmt: skip
    assert results.of("growth", "1 million", "Oxigraph, copied")["items"] == 100_000


def test_what_is_not_to_be_exported_is_mined_and_not_measured_again(
    monkeypatch: pytest.MonkeyPatch, results: Results
) -> None:
    told = commands(monkeypatch).told
    mined = asked(made=(graph(1),), missing=True, exported=False)
    growth.growth(results, mined)
    growth.growth(results, mined)
    assert told == ["load 1 million", "mine native 1000000"]
    growth.growth(results, asked(made=(graph(1),), missing=True))
    assert told[-1] == "export native 1000000"


def test_what_is_too_slow_is_spared_larger_graphs_in_that_way_alone(
    monkeypatch: pytest.MonkeyPatch, results: Results
) -> None:
    told = commands(monkeypatch, "mine native 1000000").told
    growth.growth(results, asked(engines="oxigraph"))
    assert "mine native 10000000" not in told
    assert "export auto 10000000" in told
    failures = {
        size: results.of("growth", f"{size} million", "Oxigraph").get("failure")
        for size in ("0.1", "1", "10")
    }
    stopped = "mine stopped after 5 s"
    assert failures == {"0.1": None, "1": stopped, "10": f"not tried (1 million: {stopped})"}


def test_where_export_alone_is_too_slow_larger_graphs_are_mined(
    monkeypatch: pytest.MonkeyPatch, results: Results
) -> None:
    told = commands(monkeypatch, "export native 1000000").told
    growth.growth(results, asked(engines="oxigraph"))
    assert "mine native 10000000" in told
    assert "export native 10000000" not in told
    found = results.of("growth", "10 million", "Oxigraph")
    stopped = "export stopped after 5 s"
    assert found["failure"] == f"export not tried (1 million: {stopped})"
    assert found["mine"]["seconds"] and "export" not in found


def test_only_duckdb_is_asked_of_further_graphs(
    monkeypatch: pytest.MonkeyPatch, results: Results
) -> None:
    told = commands(monkeypatch).told
    growth.growth(results, asked(engines="duckdb,spark", made=(), further=(graph(50),)))
    assert told == ["load 50 million", "mine native 50000000", "export native 50000000"]


def test_figures_are_kept_after_each_command(
    monkeypatch: pytest.MonkeyPatch, results: Results, tmp_path: Path
) -> None:
    commands(monkeypatch)
    seen: list[set[str]] = []
    put = results.put

    def spied(part: str, name: str, found: dict[str, dict[str, Any]]) -> None:
        put(part, name, found)
        row = kept(tmp_path)[part][name]["DuckDB"]
        seen.append({step for step in ("load", "mine", "export") if step in row})

    monkeypatch.setattr(results, "put", spied)
    growth.growth(results, asked(made=(graph(1),)))
    assert seen == [{"load"}, {"load", "mine"}, {"load", "mine", "export"}]


def test_a_run_goes_on_where_it_was_stopped(
    monkeypatch: pytest.MonkeyPatch, results: Results
) -> None:
    commands(monkeypatch)
    growth.growth(results, asked(made=(graph(0.1), graph(1))))
    row = dict(results.of("growth", "1 million", "DuckDB"))
    del row["export"]
    results.put("growth", "1 million", {"DuckDB": row})
    told = commands(monkeypatch).told
    growth.growth(results, asked(made=(graph(0.1), graph(1)), missing=True))
    assert told == ["load 1 million", "mine native 1000000", "export native 1000000"]


def test_more_items_are_drawn_of_each_group(
    monkeypatch: pytest.MonkeyPatch, results: Results
) -> None:
    told = commands(monkeypatch).told
    growth.export(results, asked(items=(600, 6000, 60_000), made=(graph(0.1), graph(1))))
    assert told[0] == "load 1 million"
    assert [one for one in told if "most" in one] == [
        "mine native 1000000 most=1", "mine native 1000000 most=10", "mine native 1000000 most=100"
    ]  # fmt: skip
    columns, rows = shown.export(results)
    assert [row[1] for row in rows] == ["600", "6,000", "60,000", "exponent"]
    assert rows[-1][2:5] == ("1.00 (1.00 to 1.00)",) * 3
    assert len(columns) == len(rows[0]) == len(rows[-1])


def test_an_export_of_no_graph_or_no_items_says_what_to_give(results: Results) -> None:
    with pytest.raises(SystemExit, match="--sizes 10"):
        growth.export(results, asked(made=(), items=(10,)))
    with pytest.raises(SystemExit, match="--items 10_000"):
        growth.export(results, asked(items=()))
    assert shown.export(results)[1] == []


def test_an_export_that_writes_nothing_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, results: Results
) -> None:
    commands(monkeypatch)
    monkeypatch.setattr(steps, "items", lambda ran: 0)
    growth.export(results, asked(items=(600,)))
    assert results.of("export", "10 million", "600 items")["failure"] == "export wrote no item"
    assert shown.export(results)[1] == []


# ── From end to end ─────────────────────────────────────────────────────────────────────────────
def test_all_is_mined_at_first_and_again_by_default(
    monkeypatch: pytest.MonkeyPatch, results: Results
) -> None:
    told = commands(monkeypatch).told
    ends.ends(results, asked(engines="oxigraph,duckdb", rounds=2))
    both = ["mine auto 500000", "mine auto 500000 again"]
    assert told == ["load Wikidata", *both, *both] * 2
    columns, rows = shown.ends(results)
    assert [row[0] for row in rows] == ["DuckDB", "Oxigraph"]
    assert rows[1][:6] == ("Oxigraph", "5.0", "10.0", "25", "10.0", "10")
    assert rows[0][3] == rows[0][5] == "–"
    assert len(columns) == len(rows[0])


def test_what_fails_from_end_to_end_has_a_row(
    monkeypatch: pytest.MonkeyPatch, results: Results
) -> None:
    commands(monkeypatch, "mine auto 500000")
    ends.ends(results, asked(engines="duckdb"))
    columns, [row] = shown.ends(results)
    assert row[:2] == ("DuckDB", "mine stopped after 5 s")
    assert len(columns) == len(row)


# ── Powers ──────────────────────────────────────────────────────────────────────────────────────
def test_a_power_is_fitted_with_its_interval() -> None:
    # By hand: of (0, 0), (1, 1), (2, 3) in logarithms the slope is 1.5, the residuals 1/6, -1/3 and
    # 1/6, so the standard error sqrt(1/6 / 1 / 2) = 0.288675, and t(0.975, 1) = 12.7062.
    found = fitted.power([(1, 1), (10, 10), (100, 1000)])
    assert found is not None
    assert found.exponent == pytest.approx(1.5)
    assert found.high - found.exponent == pytest.approx(12.7062 * 0.2886751, rel=1e-4)
    assert found.exponent - found.low == pytest.approx(12.7062 * 0.2886751, rel=1e-4)


def test_two_points_say_nothing() -> None:
    assert fitted.power([(1, 1), (2, 2)]) is None


# ── Tables and plots ────────────────────────────────────────────────────────────────────────────
@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch, results: Results) -> Iterator[Results]:
    commands(monkeypatch, "mine native 10000000")
    made = tuple(map(graph, (0.1, 0.2, 1, 2, 10)))
    growth.growth(results, asked(engines="duckdb,oxigraph", made=made, besides=True))
    yield results


def test_a_row_says_what_failed(measured: Results) -> None:
    columns, rows = shown.growth(measured)
    found = {row[:2]: dict(zip(columns, row, strict=True)) for row in rows}
    assert len(found) == 6 * 3
    whole, half = found["1 million", "Oxigraph"], found["10 million", "Oxigraph"]
    assert (whole["load, s"], whole["mine, s"], whole["export, s"]) == ("10.0", "20.0", "10.0")
    assert half["load, s"] == "100.0"
    assert half["mine, s"] == "mine stopped after 5 s"
    assert half["export, s"] == half["mine, processor s"] == half["items"] == "–"


def test_exponents_are_of_generated_graphs_and_of_large_ones(measured: Results) -> None:
    _, rows = shown.exponents(measured)
    found = {row[:3]: row[3] for row in rows}
    assert found["DuckDB", "load", "0.1 to 10"] == "1.00 (1.00 to 1.00)"
    assert found["DuckDB", "load", "1 to 10"] == "1.00 (1.00 to 1.00)"
    assert found["Oxigraph", "mine", "0.1 to 2"] == "1.00 (1.00 to 1.00)"
    assert not [ends for way, step, ends in found if (way, step) == ("Oxigraph", "mine")][1:]


def test_earlier_versions_of_fewer_patterns_are_shown_until_there_are_figures_of_all(
    results: Results,
) -> None:
    figures = {"seconds": 1.0, "processor": 1.0, "memory": 1, "server": 0}
    row = {"triples": 1, "load": figures, "mine": figures, "disk": 1}
    results.put("growth", "1 million", {"DuckDB": row, "Spark": {**row, "patterns": 5}})
    assert [line[1] for line in shown.growth(results)[1]] == ["DuckDB", "Spark"]
    results.put("growth", "1 million", {"DuckDB": {**row, "patterns": len(agreed.PATTERNS)}})
    assert [line[1] for line in shown.growth(results)[1]] == ["DuckDB"]


def test_another_version_does_not_count_as_measured(tmp_path: Path) -> None:
    row = {"kgforge": "0.0.1", "patterns": 9, "export": {}}
    older, this = ({"growth": {"1 million": {"DuckDB": row | {"kgforge": version}}}}
                   for version in ("0.0.1", __version__))  # fmt: skip
    file = tmp_path / "kept.json"
    file.write_bytes(msgspec.json.encode(older))
    assert not growth.is_complete(Results(file).of("growth", "1 million", "DuckDB"))
    file.write_bytes(msgspec.json.encode(this))
    assert growth.is_complete(Results(file).of("growth", "1 million", "DuckDB"))


def test_plots_are_made_and_are_the_same_each_time(
    measured: Results, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(plotted, "DOCS", tmp_path)
    growth.export(measured, asked(items=(600, 6000, 60_000), made=(graph(1),)))
    shown.plot_growth(measured)
    shown.plot_export(measured)
    first = (tmp_path / "export.svg").read_bytes()
    shown.plot_export(measured)
    assert (tmp_path / "export.svg").read_bytes() == first
    text = (tmp_path / "scaling.svg").read_text("utf-8")
    assert all(f"<!-- {way} -->" in text for way in ("DuckDB", "Oxigraph", "Oxigraph, copied"))


def test_tables_are_written_of_what_was_kept(
    measured: Results, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "README.md"
    marks = shown.MARKS.values()
    file.write_text("\n".join(f"<!-- {mark} -->\nold\n<!-- /{mark} -->" for mark in marks))
    monkeypatch.setattr(readme, "README", file)
    monkeypatch.setattr(plotted, "DOCS", tmp_path)
    shown.write(measured, [part for part in shown.MARKS if part != "exponents"])
    text = file.read_text("utf-8")
    assert f"Measured with kgforge {__version__}" in text
    assert "old" not in text
    of_growth, _, rest = text.partition("<!-- /stores -->")
    assert of_growth.count("| 1 million | DuckDB |") == 1
    assert "Not measured: made by `python -m benchmarks.stores --parts export --write`." in rest
    assert not (tmp_path / "export.svg").exists()
