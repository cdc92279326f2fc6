"""Published files hold no path of the machine, and yet every command finds what it needs."""

import json
import shutil
from pathlib import Path

import msgspec
import pytest

from tests.cli.conftest import Run

TEMPLATE = '<urn:kgforge:name:knows> <urn:kgforge:ns#template> "[X] met [Y]."@en .\n'


@pytest.fixture
def home(
    run: Run, small: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A folder with a graph, what was mined, a benchmark and a run, all named by absolute paths."""
    monkeypatch.setenv("KGFORGE_CACHE", str(tmp_path_factory.mktemp("cache")))
    for folder in ("strange", "graphs", "runs", "benches"):
        (small / folder).mkdir()
    monkeypatch.chdir(small / "strange")
    (small / "own.ttl").write_text(TEMPLATE)
    (small / "answers.jsonl").write_text("")
    graph = f"oxigraph:{small}/graphs/graph"
    facts, names = f"tsv:{small}/facts.tsv", f"{small}/names.tsv"
    assert run("load", facts, "--labels", names, "--store", graph)[0] == 0
    assert run("mine", "symmetry", "--store", graph, "--out", f"{small}/mined")[0] == 0
    bench = f"{small}/benches/bench"
    export = run("export", f"{small}/mined", "--out", bench, "--templates", f"{small}/own.ttl")
    assert export[0] == 0, export
    probe = ("probe", bench, "--model", f"table:{small}/answers.jsonl", "--out")
    assert run(*probe, f"{small}/runs/one")[0] == 0
    assert run("report", f"{small}/runs/one", "--out", f"{small}/report.html")[0] == 0
    return small


def test_no_published_file_names_a_folder_of_the_machine(home: Path, run: Run) -> None:
    for layout in ("croissant", "datasets", "parquet"):
        out = home / "layouts" / layout
        said = run("convert", home / "benches/bench", "--to", layout, "--out", out)
        assert said[0] == 0, said
    published = [home / "report.html"]
    for folder in ("mined", "benches", "runs", "layouts"):
        published += [path for path in (home / folder).rglob("*") if path.is_file()]
    assert len(published) > 12
    for path in published:
        for part in (home, home.parent, "graphs", "strange", "../../.."):
            assert str(part).encode() not in path.read_bytes(), (path, part)


def test_a_run_and_a_mined_folder_find_what_they_were_made_with(home: Path, run: Run) -> None:
    assert json.loads((home / "runs/one/run.json").read_bytes())["benchmark"]["path"] == "bench"
    assert json.loads((home / "mined/mining.json").read_bytes())["store"] == "oxigraph:graph"
    for line in (
        ("score", home / "runs/one", "--out", "scores.json"),
        ("report", home / "runs/one", "--out", "report.html"),
        ("export", home / "mined", "--out", "again"),
    ):
        assert run(*line)[0] == 0


@pytest.mark.parametrize("moved_to", ["moved/bench", "moved/runs/renamed", "here/other name"])
def test_a_benchmark_that_moved_is_found_by_its_hash(
    moved_to: str, home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("moved/runs", "here"):
        (home / folder).mkdir(parents=True)
    shutil.move(home / "runs/one", home / "moved/runs/one")
    shutil.move(home / "benches/bench", home / moved_to)
    (home / "moved/runs/bench").mkdir(exist_ok=True)  # of this name, and none
    monkeypatch.chdir(home / "here")
    assert run("score", home / "moved/runs/one", "--out", "scores.json")[0] == 0
    assert run("report", home / "moved/runs/one", "--out", "report.html")[0] == 0


def test_what_is_found_nowhere_can_be_named(home: Path, run: Run) -> None:
    (home / "far/away").mkdir(parents=True)
    shutil.move(home / "benches/bench", home / "far/away/bench")
    score = ("score", home / "runs/one", "--out", "scores.json")
    status, _, err = run(*score)
    assert status == 1
    assert "bench (manifest " in err
    assert err.rstrip().endswith("give it with --benchmark")
    assert run(*score, "--benchmark", home / "far/away/bench")[0] == 0
    shutil.move(home / "graphs/graph", home / "far/away/graph")
    export = ("export", home / "mined", "--out", "again")
    status, _, err = run(*export)
    assert status == 1
    assert "oxigraph:graph" in err
    assert err.rstrip().endswith("name it with --store")
    assert run(*export, "--store", f"oxigraph:{home}/far/away/graph")[0] == 0


@pytest.mark.parametrize("relative", [False, True])
def test_folders_of_0_9_are_found_by_their_paths(relative: bool, home: Path, run: Run) -> None:
    path = "../../benches/bench" if relative else str(home / "benches/bench")
    rewrite(home / "runs/one/run.json", benchmark={"path": path})
    graph = "oxigraph:../graphs/graph" if relative else f"oxigraph:{home}/graphs/graph"
    rewrite(home / "mined/mining.json", store=graph)
    assert run("score", home / "runs/one", "--out", "scores.json")[0] == 0
    assert run("export", home / "mined", "--out", "again")[0] == 0


def rewrite(path: Path, **values: object) -> None:
    """Replace values of a JSON file; those of an object are added to it."""
    record = json.loads(path.read_bytes())
    for name, value in values.items():
        record[name] = {**record[name], **value} if isinstance(value, dict) else value
    path.write_bytes(msgspec.json.encode(record))
