"""The script over dictionaries that kgforge is timed against finds what kgforge finds."""

import ast
from pathlib import Path

import msgspec
import pytest

import kgforge
from benchmarks.stores import agreed, generated
from benchmarks.stores.script import __main__ as script
from benchmarks.stores.script.facts import read
from tests.worlds.facts import ROOT

TRIPLES = 30_000


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A generated graph, and what mine finds of all nine patterns."""
    folder = tmp_path_factory.mktemp("script")
    generated.write(folder / "graph.nt", TRIPLES)
    kgforge.load([f"rdf:{folder / 'graph.nt'}"], f"duckdb:{folder / 'graph.db'}")
    kgforge.mine(["all"], f"duckdb:{folder / 'graph.db'}", folder / "mined")
    return folder


@pytest.fixture(scope="module")
def found(world: Path) -> agreed.Found:
    """What the script prints."""
    mined = script.mine(*read(str(world / "graph.nt")), digests=True)
    plain: agreed.Found = msgspec.json.decode(msgspec.json.encode(mined))
    return plain


def check(found: agreed.Found, world: Path) -> None:
    agreed.check(found, world / "mined", f"duckdb:{world / 'graph.db'}")


def test_it_finds_the_rows_and_groups_of_all_nine(world: Path, found: agreed.Found) -> None:
    check(found, world)
    assert len(found) == 9
    assert all(one["rows"] and one["groups"] for one in found.values()), "nothing was compared"


@pytest.mark.parametrize("name", agreed.PATTERNS)
def test_another_count_is_noticed(name: str, world: Path, found: agreed.Found) -> None:
    first, *others = found[name]["groups"]
    wrong = {**found[name], "groups": [[*first[:-1], first[-1] + 1], *others]}
    with pytest.raises(SystemExit, match=f"{name}.*unlike groups"):
        check({**found, name: wrong}, world)


def test_other_rows_are_noticed(world: Path, found: agreed.Found) -> None:
    wrong = {**found["bias"], "digest": found["entity"]["digest"]}
    with pytest.raises(SystemExit, match="bias: the script's rows are others"):
        check({**found, "bias": wrong}, world)


def test_a_pattern_left_out_is_noticed(world: Path, found: agreed.Found) -> None:
    with pytest.raises(SystemExit, match="alone: path"):
        check({name: one for name, one in found.items() if name != "path"}, world)


def test_it_imports_nothing_of_kgforge() -> None:
    files = list((ROOT / "benchmarks/stores/script").glob("*.py"))
    trees = [ast.parse(file.read_text("utf-8")) for file in files]
    names = {
        name
        for node in (node for tree in trees for node in ast.walk(tree))
        if isinstance(node, ast.ImportFrom | ast.Import)
        for name in [getattr(node, "module", None), *(alias.name for alias in node.names)]
    }
    assert "benchmarks.stores.script.facts" in names
    assert not [name for name in names if str(name).startswith("kgforge")]
