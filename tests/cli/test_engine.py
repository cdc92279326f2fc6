"""``--engine``: what is asked, and what commands say of it."""

import json
import os
from pathlib import Path

import pytest

from tests.cli.conftest import Run

COPY = "--engine", "duckdb"


@pytest.fixture
def address(run: Run, small: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A small graph in the embedded store, in the folder where a test is; copies are its own."""
    monkeypatch.setenv("KGFORGE_CACHE", str(small / "cache"))
    os.chdir(small)
    run("load", "tsv:facts.tsv", "--labels", "names.tsv", "--store", "oxigraph:graph")
    return "oxigraph:graph"


def test_what_is_wrong_is_told_before_anything_is_copied(run: Run, address: str) -> None:
    words = "mine", "symmetry", "--store", address, *COPY, "--out"
    status, _, err = run(*words, "mined", "--param", "lest=1")
    assert status == 1 and "no parameter 'lest'" in err and "copying" not in err
    Path("there").mkdir()
    _, _, err = run(*words, "there")
    assert "exists" in err and "copying" not in err and not list(Path("cache").glob("*.duckdb"))


def test_each_command_says_what_was_asked(run: Run, address: str) -> None:
    words = "mine", "symmetry", "--store", address, "--out", "mined"
    _, out, err = run(*words, *COPY, "--json")
    assert f"copying {address} into DuckDB" in err
    said = json.loads(out)
    assert said.pop("asked")["copied"] > 0
    assert said.pop("compiled") == ["symmetry"]
    assert said == json.loads(Path("mined/mining.json").read_text())
    _, _, err = run("export", "mined", "--out", "bench", *COPY)
    assert "asked a DuckDB copy of the graph, found" in err
    _, out, _ = run("induce", "--store", address, "--out", "induced", *COPY, "--json")
    assert json.loads(out)["asked"] == {"engine": "duckdb", "copied": None, "why": "", "native": []}
    _, out, err = run(*words, "--force", "--json", "--engine", "native")
    assert json.loads(out)["asked"]["engine"] == "native" and "copy" not in err


def test_of_ones_own_patterns_it_is_said_that_they_are_compiled(run: Run, address: str) -> None:
    assert run("patterns", "--new", "own")[0] == 0
    words = "mine", "symmetry", "./own.rq", "--store", address, *COPY, "--out", "mined", "--force"
    _, _, err = run(*words)
    assert "compiled from SPARQL: own\n" in err
    _, _, err = run(*words, "--verbose")
    assert "compiled from SPARQL: symmetry, own\n" in err
    both = "--language", "sparql", "--language", "sql"
    assert run("patterns", "--new", "own2", *both)[0] == 0
    _, _, err = run(*words[:2], "./own2.rq", *words[3:])
    assert "compiled" not in err


def test_a_small_graph_is_not_copied_by_itself(run: Run, address: str) -> None:
    run("load", "tsv:facts.tsv", "--store", "oxigraph:new")
    _, _, err = run("mine", "symmetry", "--store", "oxigraph:new", "--out", "mined")
    assert "copy" not in err and not list(Path("cache").glob("*.duckdb"))
