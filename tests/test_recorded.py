"""What records of figures say of their origin, and what commands of one run find."""

from pathlib import Path

import pytest

from benchmarks import measured, recorded
from kgforge import __version__


def test_a_record_says_version_commit_machine_and_day(tmp_path: Path) -> None:
    record = recorded.stamped({"seconds": 1.5}, command="python -m benchmarks.line")
    recorded.write(tmp_path / "figures.json", [record])
    [found] = recorded.read(tmp_path / "figures.json")
    assert found == record
    assert found.keys() == {"seconds", "day", "kgforge", "commit", "machine", "command"}
    assert found["kgforge"] == __version__
    assert "cores" in found["machine"] and "GB of memory" in found["machine"]
    assert recorded.read(tmp_path / "none.json") == []


def test_a_table_says_of_which_version_each_row_is_where_they_differ() -> None:
    older = {"kgforge": "0.6.0", "day": "2026-11-24", "patterns": 5, "machine": "2 cores"}
    newer = {"kgforge": "0.9.0", "day": "2026-11-26", "commit": "abc", "machine": "64 cores"}
    same = recorded.table(("a", "b"), [("1", "2")], [("one", older)])
    assert same.startswith("Measured with kgforge 0.6.0, 5 patterns, 2026-11-24.\n\n| a | b |")
    assert same.endswith("Run on 2 cores.")
    both = recorded.table(("a", "b"), [("1", "2")], [("one", older), ("two", newer)])
    first, *_, last = both.splitlines()
    assert "2026-11-24: one; kgforge 0.9.0 (abc), 2026-11-26: two." in first
    assert last == "Run on 2 cores; and on 64 cores."


def test_copies_are_forgotten_and_compiled_texts_are_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(measured, "_between", lambda: tmp_path)
    (tmp_path / "compiled").mkdir()
    (tmp_path / "compiled/text.json").touch()
    (tmp_path / "graph.duckdb").touch()
    (tmp_path / "half").mkdir()
    told = []
    monkeypatch.setattr(measured, "run", lambda *line, **given: told.append(given["environment"]))
    measured.kgforge("mine", copies=True)
    assert {path.name for path in tmp_path.iterdir()} == {"compiled", "graph.duckdb", "half"}
    measured.kgforge("mine")
    assert [path.name for path in tmp_path.iterdir()] == ["compiled"]
    assert (tmp_path / "compiled/text.json").is_file()
    assert told == [{"KGFORGE_CACHE": str(tmp_path)}] * 2


def test_what_a_command_said_last_is_told_without_the_folders_of_this_machine(
    tmp_path: Path,
) -> None:
    store = f"duckdb:{tmp_path}/absent.db"
    failure = measured.kgforge("census", "--store", store, limit=60).failure
    assert "absent.db" in failure
    assert str(tmp_path) not in failure
