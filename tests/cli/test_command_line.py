"""The command line: exit status, one-line errors, nothing half-written, quick to start."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import kgforge
from kgforge import resources
from kgforge.cli import console
from tests.cli.conftest import Run


def test_wrong_usage_is_status_2(run: Run) -> None:
    assert run("load", "trex:a.json")[0] == 2
    assert run("mine", "--store", "oxigraph:g", "--out", "m")[0] == 2
    assert run("mine", "symmetry", "--sture", "oxigraph:g")[0] == 2
    assert run("nonsense")[0] == 2
    for seconds in ("0", "-1", "inf", "nan"):
        timeout = "mine", "symmetry", "--store", "oxigraph:g", "--out", "m", "--timeout", seconds
        status, _, err = run(*timeout)
        assert (status, "--timeout" in err) == (2, True)
    for nowhere in ("oxigraph:", "duckdb:"):
        status, _, err = run("load", "tsv:facts.tsv", "--store", nowhere)
        assert (status, "keeps nothing" in err) == (2, True)


def test_a_store_that_is_not_there_and_an_output_that_is(run: Run, small: Path) -> None:
    os.chdir(small)
    status, _, err = run("mine", "symmetry", "--store", "oxigraph:absent", "--out", "mined")
    assert status == 1
    assert "oxigraph:absent holds no graph" in err
    status, _, err = run("load", "tsv:facts.tsv", "--store", "graph")
    assert status == 1
    assert "write it first, as in oxigraph:graph" in err
    Path("mined").mkdir()
    status, _, err = run("mine", "symmetry", "--store", "tsv:facts.tsv", "--out", "mined")
    assert status == 1
    assert "mined exists" in err
    assert run("mine", "symmetry", "--store", "tsv:facts.tsv", "--out", "mined", "--force")[0] == 0


def test_a_disk_that_is_read_only_or_full_is_one_line(run: Run, small: Path) -> None:
    os.chdir(small)
    status, _, err = run("load", "tsv:facts.tsv", "--store", "oxigraph:/proc/kgforge/graph")
    assert (status, err.count("\n")) == (1, 1)
    assert "cannot write" in err
    status, _, err = run("mine", "symmetry", "--store", "tsv:facts.tsv", "--out", "/proc/kgforge/m")
    assert (status, err.count("\n")) == (1, 1)
    # A limit on file size stands for a full disk: every write beyond it fails alike.
    limited = f"ulimit -f 4; exec {sys.executable} -m kgforge.cli"
    for command in (
        "load tsv:facts.tsv --store oxigraph:graph",
        "mine symmetry --store tsv:facts.tsv --out mined",
    ):
        done = subprocess.run(
            ["bash", "-c", f"{limited} {command}"], capture_output=True, text=True, check=False
        )
        assert done.returncode == 1, done
        assert done.stderr.startswith("error: "), done.stderr
        assert done.stderr.count("\n") == 1, done.stderr
    assert sorted(path.name for path in Path().iterdir()) == ["facts.tsv", "names.tsv"]


def test_a_pipe_may_close_early(tmp_path: Path) -> None:
    Path(tmp_path / "all.rq").write_text(
        "# All facts.\n# columns: s: iri, p: iri, o: term\nSELECT ?s ?p ?o { ?s ?p ?o }\n"
    )
    graph = resources.folder("examples").resolve() / "wikidata.tsv"
    asked = f"{sys.executable} -m kgforge.cli query {tmp_path}/all.rq --store tsv:{graph}"
    done = subprocess.run(
        ["bash", "-c", f"{asked} | head -1; exit ${{PIPESTATUS[0]}}"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout.count("\n"), done.stderr) == (0, 1, "")


DRIVERS = "torch transformers neo4j duckdb pyspark httpx2 matplotlib networkx"


@pytest.mark.parametrize(("module", "absent"), [
    ("kgforge", f"{DRIVERS} rdflib scipy pyoxigraph rich lxml"),
    ("kgforge.cli", f"{DRIVERS} kgforge.mining kgforge.benchmark kgforge.reporting"),
    ("kgforge.cli; kgforge.cli.app.resolved_commands()", DRIVERS),
])  # fmt: skip
def test_what_is_optional_is_not_imported(module: str, absent: str) -> None:
    code = f"import sys, {module}; print([m for m in {absent.split()} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_package_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "kgforge", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == kgforge.__version__


@pytest.mark.parametrize(
    ("command", "kept"),
    [
        ("export", "nothing was written; run the command again"),
        ("probe", "the answers so far are kept; the same command goes on from there"),
    ],
)
def test_an_interrupted_command_says_what_is_kept(
    run: Run, small: Path, monkeypatch: pytest.MonkeyPatch, command: str, kept: str
) -> None:
    """And that is so: of an export nothing is there, of a run what was answered."""
    os.chdir(small)
    run("load", "tsv:facts.tsv", "--labels", "names.tsv", "--store", "oxigraph:graph")
    run("mine", "symmetry", "--store", "oxigraph:graph", "--out", "mined")
    Path("answers.jsonl").touch()
    lines = {
        "export": ("export", "mined", "--out", "bench"),
        "probe": ("probe", "bench", "--model", "table:answers.jsonl", "--out", "run"),
    }
    if command == "probe":
        run(*lines["export"])
    whole = console.stages

    @contextlib.contextmanager
    def stopped() -> Iterator[Callable[[str, int, int | None], None]]:
        with whole():

            def tell(what: str, done: int, total: int | None) -> None:
                if what in ("exporting", "probing") and done:
                    raise KeyboardInterrupt

            yield tell

    monkeypatch.setattr(console, "stages", stopped)
    status, _, err = run(*lines[command])
    assert (status, err.splitlines()[-1]) == (130, f"interrupted: {kept}")
    if command == "export":
        assert not Path("bench").exists()
    else:
        assert len(Path("run/responses.jsonl").read_text().splitlines()) == 60


def test_completion_is_installed_for_the_shell(tmp_path: Path) -> None:
    """In bash the script completes commands, and the options of one."""
    environment = {**os.environ, "HOME": str(tmp_path)}
    install = [sys.executable, "-m", "kgforge", "--install-completion", "--shell", "bash"]
    subprocess.run(install, env=environment, check=True, capture_output=True)
    [script] = tmp_path.rglob("completions/kgforge")
    asked = (
        f"source {script}; COMP_WORDS=(kgforge {{}}); COMP_CWORD={{}}; "
        "$(complete -p kgforge | sed 's/.*-F \\([^ ]*\\).*/\\1/'); echo ${{COMPREPLY[@]}}"
    )

    def completed(words: str, place: int) -> list[str]:
        line = ["bash", "-c", asked.format(words, place)]
        done = subprocess.run(line, capture_output=True, text=True, check=True)
        return done.stdout.split()

    assert "probe" in completed("pro", 1)
    assert "--model" in completed("probe --mo", 2)
