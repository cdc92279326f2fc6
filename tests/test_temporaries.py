"""Temporary files and folders: removed at the end, or by the next process after a kill."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from kgforge import files, stores, temporaries
from kgforge.errors import OutputError
from tests.processes import kgforge_process
from tests.worlds.facts import ROOT

HOLD: Final = """
import sys, time
from pathlib import Path
from kgforge import files
with files.writing_folder(Path(sys.argv[1]), force=True) as folder:
    (folder / "half").write_text("half")
    time.sleep(100)
"""
DIE: Final = """
import os, signal, sys
from pathlib import Path
from kgforge import files
with files.writing_folder(Path(sys.argv[1]), force=True) as folder:
    (folder / "new").write_text("new")
    Path.rename = lambda path, target: (os.rename(path, target), os.kill(os.getpid(), 9))
"""
"""Dies when it has moved the old folder aside, and the new one has not its name yet."""


@contextmanager
def writer(out: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """A process that is writing a folder."""
    with subprocess.Popen([sys.executable, "-c", HOLD, str(out)]) as child:
        try:
            while not list(out.parent.glob(f".{out.name}{temporaries.MARK}*/half")):
                assert child.poll() is None
                time.sleep(0.02)
            yield child
        finally:
            child.kill()


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if temporaries.MARK in path.name)


def test_what_a_killed_process_left_is_swept_and_what_a_living_one_uses_is_not(
    tmp_path: Path,
) -> None:
    out = tmp_path / "bench"
    with writer(out) as child:
        mine = left(tmp_path)
        with files.writing_folder(out) as folder:
            (folder / "whole").touch()
        assert left(tmp_path) == mine, "of a living process"
        child.send_signal(signal.SIGSTOP)
        with files.writing_folder(out, force=True):
            assert set(mine) < set(left(tmp_path)), "of a stopped process"
    assert left(tmp_path) == mine
    with files.writing_folder(tmp_path / "other"):
        assert set(mine) < set(left(tmp_path)), "of another name"
    with files.writing_folder(out, force=True):
        assert len(left(tmp_path)) == 1
        assert left(tmp_path) != mine
    assert left(tmp_path) == []


def test_nothing_of_another_name_is_ever_swept(tmp_path: Path) -> None:
    names = [
        ".bench.original",
        ".bench.kgforge-tmp-",
        ".bench.kgforge-tmp-mine",
        "kgforge-database",
    ]
    for name in names:
        (tmp_path / name).mkdir()
    (tmp_path / "precious").mkdir()
    (tmp_path / ".bench.kgforge-tmp-abcdefgh").symlink_to(tmp_path / "precious")
    with files.writing_folder(tmp_path / "bench"):
        pass
    there = {path.name for path in tmp_path.iterdir()}
    assert there == {*names, "precious", ".bench.kgforge-tmp-abcdefgh", "bench"}


def test_a_folder_that_was_moved_aside_comes_back_when_its_process_was_killed(
    tmp_path: Path,
) -> None:
    out = tmp_path / "bench"
    out.mkdir()
    (out / "old").touch()
    died = subprocess.run([sys.executable, "-c", DIE, str(out)], check=False)
    assert died.returncode == -signal.SIGKILL
    assert not out.exists()
    with pytest.raises(OutputError, match="exists"), files.writing_folder(out):
        pass
    assert [path.name for path in out.iterdir()] == ["old"]
    with files.writing_folder(out, force=True):
        pass
    assert left(tmp_path) == []


@pytest.mark.parametrize("at", [1, 2])
@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError(28, "No space left on device")])
def test_a_folder_stays_where_it_could_not_be_replaced(
    at: int, error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error at the first renaming, or between the two."""
    out = tmp_path / "bench"
    out.mkdir()
    (out / "old").touch()
    renamed: list[Path] = []
    rename = Path.rename

    def failing(path: Path, target: Path) -> Path:
        renamed.append(path)
        if len(renamed) == at:
            raise error
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises((KeyboardInterrupt, OutputError)), files.writing_folder(out, force=True):
        pass
    assert len(renamed) >= at
    assert [path.name for path in tmp_path.rglob("*")] == ["bench", "old"]


def test_only_own_plain_files_and_folders_are_swept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe, which blocks whoever opens it, or another user's file may be put there by anyone."""
    pipe, strange = (tmp_path / f".x{temporaries.MARK}{name * 8}" for name in "ab")
    os.mkfifo(pipe)
    strange.touch()
    monkeypatch.setattr("os.geteuid", lambda: os.getuid() + 1)
    temporaries.sweep(tmp_path, ".x")
    assert left(tmp_path) == [pipe.name, strange.name]
    monkeypatch.undo()
    temporaries.sweep(tmp_path, ".x")
    assert left(tmp_path) == [pipe.name]


@pytest.mark.parametrize("store", ["oxigraph:graph", "duckdb:graph.db"])
def test_the_next_load_removes_what_a_killed_one_left(
    store: str, shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside the graph, and in the folder of temporary files, where DuckDB spills."""
    spill = tmp_path / "tmp"
    spill.mkdir()
    monkeypatch.setenv("TMPDIR", str(spill))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(spill))
    load = kgforge_process("load", f"tsv:{shared}/wikidata/triples.tsv.gz", "--store", store)
    while not list(tmp_path.glob(f"{temporaries.MARK}*/*")):
        assert load.poll() is None
        time.sleep(0.05)
    load.kill()
    load.communicate()
    assert left(tmp_path)
    if store.startswith("duckdb"):
        assert left(spill)
    again = kgforge_process("load", f"tsv:{ROOT}/examples/wikidata.tsv", "--store", store)
    _, said = again.communicate()
    assert again.returncode == 0, said
    assert left(tmp_path) == left(spill) == []
    with stores.open(store) as graph:
        assert graph.address == store


def test_a_file_is_swept_likewise(tmp_path: Path) -> None:
    (tmp_path / ".run.json.kgforge-tmp-abcd1234").write_text("half")
    with files.writing_file(tmp_path / "run.json") as temporary:
        assert left(tmp_path) == [temporary.name]
        temporary.write_text("whole")
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]
