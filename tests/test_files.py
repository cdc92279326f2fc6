"""Reading compressed files whole, or saying that they are cut; replacing folders."""

import bz2
import gzip
import json
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import zstandard

from kgforge import files
from kgforge.errors import OutputError, SourceError

NOISE = random.Random(0).randbytes(400_000)

PACKS: list[tuple[str, Callable[[bytes], bytes]]] = [
    (".gz", gzip.compress),
    (".bz2", bz2.compress),
    (".zst", zstandard.compress),
]


def whole(path: Path) -> bytes:
    with files.reading(path) as stream:
        return stream.read()


@pytest.mark.parametrize(("suffix", "pack"), PACKS)
def test_compressed_files_are_read_whole(
    tmp_path: Path, suffix: str, pack: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / f"noise{suffix}"
    path.write_bytes(pack(NOISE))
    assert whole(path) == NOISE
    path.write_bytes(pack(NOISE) + pack(b"more"))  # as several writers append
    assert whole(path) == NOISE + b"more"
    assert files.head(path, 100) == NOISE[:100]


@pytest.mark.parametrize("kept", [0.5, 0.999])
@pytest.mark.parametrize(("suffix", "pack"), PACKS)
def test_a_cut_file_names_itself_and_the_offset(
    tmp_path: Path, suffix: str, pack: Callable[[bytes], bytes], kept: float
) -> None:
    path = tmp_path / f"noise{suffix}"
    packed = pack(NOISE)
    path.write_bytes(packed[: int(len(packed) * kept)])
    with pytest.raises(SourceError, match=rf"noise\{suffix}: truncated or damaged after \d+ bytes"):
        whole(path)


@pytest.mark.parametrize(("suffix", "pack"), PACKS)
def test_a_file_that_is_not_compressed_is_damaged(
    tmp_path: Path, suffix: str, pack: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / f"plain{suffix}"
    path.write_bytes(b"plain text")
    with pytest.raises(SourceError, match="truncated or damaged after 0 bytes"):
        whole(path)


def test_the_items_of_an_array_come_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "array.json.gz"
    items = [{"a": 1.5}, [2], "drei", None]
    path.write_bytes(gzip.compress(json.dumps(items).encode()))
    assert list(files.array_items(path)) == items


def test_an_array_that_breaks_off_yields_what_came_before(tmp_path: Path) -> None:
    path = tmp_path / "array.json"
    path.write_text('[{"a": 1}, {"b": 2}, {"c"', encoding="utf-8")
    items = files.array_items(path)
    assert [next(items), next(items)] == [{"a": 1}, {"b": 2}]
    with pytest.raises(SourceError, match=r"array\.json: malformed JSON after item 2 of the array"):
        next(items)


@pytest.mark.parametrize(
    ("read", "start"), [(files.array_items, "["), (files.object_members, '{"P1":')]
)
def test_json_is_bounded_and_of_its_kind(
    tmp_path: Path, read: Callable[[Path], Iterator[object]], start: str
) -> None:
    path = tmp_path / "f.json"
    path.write_text(start + "[" * 600_000)
    with pytest.raises(SourceError, match="more than 256 deep"):
        list(read(path))
    path.write_text('"text"')
    with pytest.raises(SourceError, match=rf"is not a JSON \w+: no \{start[0]} at the start"):
        list(read(path))


def test_a_folder_is_replaced_at_the_end_or_stays(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "old").touch()
    with pytest.raises(ZeroDivisionError), files.writing_folder(out, force=True) as folder:
        (folder / "new").touch()
        raise ZeroDivisionError
    assert [path.name for path in tmp_path.rglob("*")] == ["out", "old"]
    # what a kill between two renames leaves does not stand in the way
    (tmp_path / ".out.old" / "left").mkdir(parents=True)
    with files.writing_folder(out, force=True) as folder:
        (folder / "new").touch()
    assert sorted(path.name for path in tmp_path.iterdir()) == [".out.old", "out"]
    assert [path.name for path in out.iterdir()] == ["new"]


@pytest.mark.parametrize("named", [".", "..", "absolute"])
def test_the_folder_that_one_is_in_is_never_replaced(named: str, tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "precious").touch()
    os.chdir(inside)
    out = inside if named == "absolute" else Path(named)
    with (
        pytest.raises(OutputError, match="is the current folder"),
        files.writing_folder(out, force=True),
    ):
        pass
    assert (inside / "precious").exists()


@pytest.mark.parametrize(("suffix", "pack"), PACKS)
def test_a_compressed_file_of_another_name_is_read(
    tmp_path: Path, suffix: str, pack: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / f"noise.{suffix[1:]}.tsv"
    path.write_bytes(pack(NOISE))
    assert whole(path) == NOISE
    assert files.is_compressed(path)
    path.write_bytes(NOISE)
    assert whole(path) == NOISE
    assert not files.is_compressed(path)


def test_one_missing_folder_is_made_and_no_more(tmp_path: Path) -> None:
    files.make_parent(tmp_path / "made" / "x.html")
    assert (tmp_path / "made").is_dir()
    with pytest.raises(OutputError, match=rf"no folder {tmp_path}/a: .* mkdir -p {tmp_path}/a/b$"):
        files.make_parent(tmp_path / "a" / "b" / "x.html")
    assert not (tmp_path / "a").exists()
    with pytest.raises(OutputError, match=r"no folder /no-such-folder: .* mkdir -p /no-such-f"):
        files.make_parent(Path("/no-such-folder/x.html"))
    assert not Path("/no-such-folder").exists()
