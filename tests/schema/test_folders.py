"""The one reader of folders: what is newer is refused by every command, in the same words."""

import json
import os
import shutil
from pathlib import Path
from typing import Final

import pytest

import kgforge
from kgforge import cli
from kgforge.errors import BenchmarkError
from kgforge.schema import folders
from tests.worlds.facts import ROOT

KEPT: Final = ROOT / "tests/kept/0.4"
HEADS: Final = {"mined": "mining.json", "bench": "manifest.json", "run": "run.json"}
"""Each folder, and the record at its head."""
COMMANDS: Final = [
    ("mined", "export mined --out out"),
    ("bench", "verify bench"),
    ("bench", "probe bench --model table:canned.jsonl --out out"),
    ("bench", "probe bench --model table:canned.jsonl --dry-run --out out"),
    ("bench", "score run --benchmark bench --out out"),
    ("bench", "report run --out out.html"),
    ("bench", "convert bench --to text2kgbench --out out"),
    ("run", "probe bench --model table:canned.jsonl --out run"),
    ("run", "score run --benchmark bench --out out"),
    ("run", "report run --out out.html"),
    ("run", "report run other --out out.html"),
    ("run", "convert bench --to text2kgbench --run run --out out"),
]
"""Every command that reads a folder, and which of them is newer."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of what version 0.4 made."""
    shutil.copytree(KEPT, tmp_path, dirs_exist_ok=True)
    shutil.copytree(tmp_path / "run", tmp_path / "other")
    monkeypatch.setenv("KGFORGE_CACHE", str(tmp_path / "cache"))  # which knows no other copy
    monkeypatch.chdir(tmp_path)
    return tmp_path


def newer(folder: Path) -> Path:
    """Make a folder one of the next format."""
    head = folder / HEADS[folder.name]
    record = json.loads(head.read_text("utf-8"))
    head.write_text(json.dumps({**record, "format": folders.FORMS + 1, "unheard": "of"}), "utf-8")
    return head


@pytest.mark.parametrize(("folder", "command"), COMMANDS)
def test_a_folder_of_a_newer_format_is_refused_in_the_same_words(
    home: Path, folder: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    head = newer(home / folder).relative_to(home)
    with pytest.raises(SystemExit) as left:
        cli.main(command.split())
    said = capsys.readouterr().err.splitlines()
    assert left.value.code == 1, said
    assert len(said) == 1
    assert said[0].endswith(
        f"{head} has format {folders.FORMS + 1}, and kgforge {kgforge.__version__} reads formats "
        f"up to {folders.FORMS}: upgrade kgforge"
    )
    assert not list(home.glob("out*"))


@pytest.mark.parametrize("file", ["responses.jsonl", "scores.json"])
def test_a_file_of_a_newer_run_is_refused_by_itself(home: Path, file: str) -> None:
    """Whoever reads one file of a run is told, too."""
    newer(home / "run")
    with pytest.raises(BenchmarkError, match="upgrade kgforge"):
        if file == "scores.json":
            folders.read_scores(home / "run" / file)
        else:
            folders.read_responses(home / "run")


def test_what_is_read_is_what_is_there(home: Path) -> None:
    mining, manifest = folders.read_mining(home / "mined"), folders.read_manifest(home / "bench")
    for one in mining.patterns:
        kept = [group for group in folders.read_groups(home / "mined", one.name) if group.kept]
        assert len(kept) == one.kept
        assert len(list(folders.read_instances(home / "mined", one.name))) == one.instances
    for file in manifest.files:
        items = folders.read_items(home / "bench", file.path.removesuffix(".jsonl"))
        assert len(list(items)) == file.lines
    run = folders.read_run(home / "run")
    assert len(list(folders.read_responses(home / "run"))) == run.requests
    assert {score.pattern for score in folders.read_scores(home / "run/scores.json")} <= {
        made.name for made in manifest.patterns
    }
    assert folders.read_statistics(home / "mined").graph == mining.graph


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "cannot read .*mining.json .*: name a folder that kgforge mine has written"),
        ("", "mining.json is damaged .*: name a folder"),
        ("{}", "mining.json is damaged .*`format`.*: name a folder"),
        ('{"format": 1}', "mining.json is damaged .*: name a folder"),
        ('{"format": 3}', "upgrade kgforge"),
    ],
)
def test_what_cannot_be_read_is_told_with_what_would_do(
    home: Path, text: str | None, says: str
) -> None:
    head = home / "mined/mining.json"
    head.unlink()
    if text is not None:
        head.write_text(text, "utf-8")
    with pytest.raises(BenchmarkError, match=says):
        folders.read_mining(home / "mined")


# ── Files outside ───────────────────────────────────────────────────────────────────────────────
OUTSIDE: Final = {
    "up": "../outside.jsonl",
    "far up": "../../../../../../../../../etc/passwd",
    "absolute": "/etc/passwd",
    "up again": "inverse/../../outside.jsonl",
    "a NUL": "inverse\x00.jsonl",
}


@pytest.mark.parametrize("name", OUTSIDE)
@pytest.mark.parametrize("command", [command for folder, command in COMMANDS if folder == "bench"])
def test_a_manifest_that_names_a_file_outside_is_refused_by_every_command(
    home: Path, name: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "outside.jsonl").write_text("secret\n", "utf-8")
    head = home / "bench/manifest.json"
    record = json.loads(head.read_text("utf-8"))
    record["files"][0]["path"] = OUTSIDE[name]
    head.write_text(json.dumps(record), "utf-8")
    said = refused(command, capsys)
    assert "which is outside the folder" in said
    assert "secret" not in said and "SHA" not in said


def refused(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that a command says."""
    with pytest.raises(SystemExit) as left:
        cli.main(command.split())
    [said] = capsys.readouterr().err.splitlines()
    assert left.value.code == 1
    assert said.startswith("error: ")
    return said


@pytest.mark.parametrize("place", ["name", "split", "ontologies", "paraphrases"])
def test_whatever_a_manifest_names_is_inside(home: Path, place: str) -> None:
    head = home / "bench/manifest.json"
    record = json.loads(head.read_text("utf-8"))
    outside = {"path": "../x.ttl", "sha256": "", "lines": 0}
    match place:
        case "name":
            record["patterns"][0]["name"] = "../../etc/passwd"
        case "split":
            record["split"] = {"kind": "random", "shares": {"/../../x": 1}, "items": {},
                               "left_out": {}, "bonds": {}}  # fmt: skip
        case "ontologies":
            record["ontologies"] = [outside]
        case _:
            record["paraphrases"] = dict.fromkeys(
                ("model", "weights", "tokenizer"), ""
            ) | {"file": outside, "revision": None, "versions": {}, "asked": {}, "seed": 0,
                 "templates": 0, "candidates": 0, "kept": 0, "rejected": {}}  # fmt: skip
    head.write_text(json.dumps(record), "utf-8")
    with pytest.raises(BenchmarkError, match=r"manifest\.json names '.*', which is outside"):
        folders.read_manifest(home / "bench")


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_a_link_out_of_the_folder_is_no_file_of_it(
    home: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest = folders.read_manifest(home / "bench")
    path = home / "bench" / manifest.files[0].path
    path.rename(home / "elsewhere.jsonl")
    path.symlink_to(home / "elsewhere.jsonl")
    if kind == "file":
        assert "is outside the folder bench" in refused("verify bench", capsys)
    else:  # a link to the folder itself is the user's own
        path.unlink()
        (home / "elsewhere.jsonl").rename(path)
        (home / "linked").symlink_to(home / "bench")
        assert folders.read_manifest(home / "linked") == manifest


@pytest.mark.parametrize("name", ["manifest.json", "README.md"])
def test_neither_manifest_nor_card_is_read_through_a_link(
    home: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "bench" / name).rename(home / name)
    (home / "bench" / name).symlink_to(home / name)
    assert "is outside the folder bench" in refused("verify bench", capsys)


@pytest.mark.parametrize("command", [command for folder, command in COMMANDS if folder == "bench"])
def test_a_pipe_is_no_file_of_a_benchmark(
    home: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Opening one waits for somebody who writes into it."""
    os.mkfifo(home / "bench/path.jsonl")
    assert "bench/path.jsonl is no regular file" in refused(command, capsys)


def test_a_pipe_in_place_of_a_record_is_refused(home: Path) -> None:
    (home / "bench/manifest.json").unlink()
    os.mkfifo(home / "bench/manifest.json")
    with pytest.raises(BenchmarkError, match=r"manifest\.json is no regular file"):
        folders.read_manifest(home / "bench")


def test_a_mined_folder_is_confined_likewise(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = home / "mined/mining.json"
    record = json.loads(head.read_text("utf-8"))
    record["patterns"][0]["name"] = "../bench"
    head.write_text(json.dumps(record), "utf-8")
    assert "mining.json names '../bench/groups.jsonl'" in refused("export mined --out out", capsys)
