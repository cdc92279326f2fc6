"""What published files say of folders, and how these are found again."""

from pathlib import Path

import pytest

from kgforge import places


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGFORGE_CACHE", str(tmp_path / "cache"))


def made(*folders: Path) -> None:
    for folder in folders:
        folder.mkdir(parents=True, exist_ok=True)


@pytest.mark.parametrize(
    ("bench", "run", "way"),
    [
        ("home/ada/bench", "home/ada/run", "../bench"),
        ("home/ada/bench", "home/ada/runs/one", "../../bench"),
        ("home/ada/runs/bench", "home/ada/runs/bench/run", ".."),
        ("bench", "home/ada/runs/one", "../../../../bench"),
        ("srv/team/bench", "home/ada/run", ""),
        ("home/ada/benches/one", "home/ada/run", ""),
    ],
)
def test_a_way_shows_no_more_than_a_last_part(
    bench: str, run: str, way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(tmp_path / bench, tmp_path / run, tmp_path / "elsewhere")
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert places.way(tmp_path / bench, tmp_path / run) == way


def test_a_way_within_the_current_folder_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench, run = tmp_path / "home/ada/project/benches/one", tmp_path / "home/ada/project/run"
    made(bench, run)
    monkeypatch.chdir(tmp_path / "home/ada/project")
    assert places.way(bench, run) == "../benches/one"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home/ada"))
    assert places.way(bench, run) == ""


def test_candidates_begin_with_the_way_and_the_place_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, run = tmp_path / "here", tmp_path / "runs/one"
    made(here / "renamed", run, tmp_path / "far/bench")
    monkeypatch.chdir(here)
    places.remember("hash", tmp_path / "far/bench")
    places.remember("hash", tmp_path / "later/bench")
    places.remember("hash", tmp_path / "far/bench")
    found = list(places.candidates("../../bench", "bench", run, "hash"))
    known = [tmp_path / "far/bench", tmp_path / "later/bench"]
    assert found[:3] == [tmp_path / "bench", *known]
    assert {tmp_path / "runs/bench", here / "bench", here / "renamed"} <= {*found}
    assert len(found) == len({*found})
    other = [*places.candidates("", "bench", run, "another hash")]
    assert tmp_path / "far/bench" not in other


def test_without_a_cache_nothing_is_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KGFORGE_CACHE", str(tmp_path / "file/cache"))
    made(tmp_path / "far/away", tmp_path / "run")
    places.remember("hash", tmp_path / "far/away")
    assert tmp_path / "far/away" not in places.candidates("", "bench", tmp_path / "run", "hash")
