"""Compressed files of items, and items that there are none of: other bytes, and the same benchmark.

The independent reader is the standard library's ``gzip`` and Debian's ``zstd`` format as the
``zstandard`` package has it, and Hugging Face's ``datasets``.
"""

import base64
import gzip
import hashlib
import json
import re
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import datasets
import jsonschema
import pytest
import zstandard

import kgforge
from kgforge import benchmark, compression, scoring
from kgforge.benchmark import ExportOptions
from kgforge.errors import BenchmarkError, KgforgeError, OutputError
from kgforge.schema import Compression, Manifest, folders
from tests.benchmark.small import copied
from tests.scoring.test_written import run
from tests.worlds import lmkbc
from tests.worlds.facts import ROOT

KINDS: Final[tuple[Compression, ...]] = ("gz", "zst")
UNPACK: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    "gz": gzip.decompress,
    "zst": lambda data: zstandard.ZstdDecompressor().decompressobj().decompress(data),
}


def options(folder: Path, kind: Compression | None = None, **others: Any) -> ExportOptions:
    return ExportOptions(templates=(folder / "mine.ttl",), compress=kind, **others)


@pytest.fixture(scope="module")
def packed(bench: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The benchmark once more, compressed in each way."""
    folder = tmp_path_factory.mktemp("packed")
    for kind in KINDS:
        benchmark.export(bench.parent / "mined", folder / kind, options(bench.parent, kind))
    return {kind: folder / kind for kind in KINDS}


def unpacked(folder: Path, kind: str) -> dict[str, bytes]:
    """The content of each compressed file of items, by its name without the suffix."""
    return {
        path.name.removesuffix(f".{kind}"): UNPACK[kind](path.read_bytes())
        for path in folder.glob(f"*.jsonl.{kind}")
    }


def plain(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.jsonl")}


# ── What is written ─────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("kind", KINDS)
def test_the_lines_and_the_name_are_those_of_the_plain_benchmark(
    bench: Path, packed: Mapping[str, Path], kind: str
) -> None:
    folder = packed[kind]
    assert unpacked(folder, kind) == plain(bench)
    assert not plain(folder)
    one, other = folders.read_manifest(bench), folders.read_manifest(folder)
    assert (other.name, other.format) == (one.name, 2)
    for file, same in zip(other.files, one.files, strict=True):
        assert (file.path, file.compression) == (f"{same.path}.{kind}", kind)
        assert (file.sha256, file.lines) == (same.sha256, same.lines)
        lines = UNPACK[kind]((folder / file.path).read_bytes())
        assert file.sha256 == hashlib.sha256(lines).hexdigest()
    said = json.loads((folder / "manifest.json").read_bytes())
    jsonschema.Draft202012Validator(folders.json_schema("manifest")).validate(said)
    assert b"compression" not in (bench / "manifest.json").read_bytes()
    assert f"--compress {kind}\n" in (folder / "README.md").read_text("utf-8")
    assert benchmark.verify(folder) == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_bytes_come_again_without_a_time_or_a_name(
    bench: Path, packed: Mapping[str, Path], tmp_path: Path, kind: Compression
) -> None:
    benchmark.export(bench.parent / "mined", tmp_path / "other", options(bench.parent, kind))
    for path in packed[kind].iterdir():
        assert path.read_bytes() == (tmp_path / "other" / path.name).read_bytes()
    if kind == "gz":  # RFC 1952: flags (no name) and the four bytes of the time are 0
        assert (packed[kind] / "symmetry.jsonl.gz").read_bytes()[3:8] == bytes(5)
    else:  # RFC 8878: bit 2 of the frame's descriptor says that there is a checksum
        assert (packed[kind] / "symmetry.jsonl.zst").read_bytes()[4] & 4


def test_splits_are_compressed_and_empty_ones_not_written(bench: Path, tmp_path: Path) -> None:
    mined, split = bench.parent / "mined", "predicate:50/50"
    made: dict[str, Manifest] = {}
    for name, kind in {"plain": None, "gz": "gz", "zst": "zst"}.items():
        found: Any = options(bench.parent, kind, split=split)  # type: ignore[arg-type]
        made[name] = benchmark.export(mined, tmp_path / name, found)
        assert benchmark.verify(tmp_path / name) == []
    empty = {file.path for file in made["plain"].files if not file.lines}
    assert empty, "a split by predicate of patterns of one predicate leaves one side empty"
    assert {file.path for file in made["plain"].files} - plain(tmp_path / "plain").keys() == empty
    for kind in KINDS:
        assert unpacked(tmp_path / kind, kind) == plain(tmp_path / "plain")
        assert made[kind].name == made["plain"].name
        assert sorted(path.name for path in (tmp_path / kind).iterdir()) == sorted(
            ["README.md", "manifest.json"]
            + [f"{name}.{kind}" for name in plain(tmp_path / "plain")]
        )


def test_what_readers_would_refuse_is_not_written(
    bench: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compression, "_LARGE", 1000)
    monkeypatch.setattr(compression, "MOST", 2)
    with pytest.raises(OutputError, match=r"symmetry\.jsonl\.zst would hold .* over 2 times"):
        benchmark.export(bench.parent / "mined", tmp_path / "out", options(bench.parent, "zst"))
    assert not (tmp_path / "out").exists()


def test_another_way_to_compress_is_refused(bench: Path, tmp_path: Path) -> None:
    other: Any = "bz2"
    with pytest.raises(BenchmarkError, match="--compress bz2: give gz or zst"):
        benchmark.export(bench.parent / "mined", tmp_path / "out", options(bench.parent, other))
    with pytest.raises(BenchmarkError, match="--compress bz2: give gz or zst"):
        benchmark.adopt("lmkbc:none", tmp_path / "out", compress=other)


# ── What reads it ───────────────────────────────────────────────────────────────────────────────
def page_data(page: Path) -> bytes:
    """What a page holds of the items."""
    packed = re.findall(r'id="pattern-\d">([^<]*)<', page.read_text("utf-8"))
    return b"".join(zlib.decompress(base64.b64decode(one)) for one in packed)


@pytest.mark.parametrize("kind", KINDS)
def test_models_are_asked_scored_and_shown_alike(
    bench: Path, packed: Mapping[str, Path], tmp_path: Path, kind: str
) -> None:
    answers = tmp_path / "answers.jsonl"
    said = [
        {"item": item.id, "role": fact.role, "answers": [fact.object.label]}
        for item in [*folders.read_items(bench, "symmetry")][::2]
        for fact in item.facts
    ]
    answers.write_text("".join(json.dumps(line) + "\n" for line in said), "utf-8")
    for name, folder in {"plain": bench, "packed": packed[kind]}.items():
        kgforge.probe(folder, f"table:{answers}", tmp_path / name, limit=9)
        kgforge.report([tmp_path / name], tmp_path / f"{name}.html")
    said_to = [(tmp_path / name / "responses.jsonl").read_bytes() for name in ("plain", "packed")]
    assert said_to[0] == said_to[1]
    scores = [folders.read_scores(tmp_path / name / "scores.json") for name in ("plain", "packed")]
    assert scores[0] == scores[1]
    assert any(score.value for score in scores[0])
    assert scoring.score_run(tmp_path / "packed", packed[kind]) == scores[0]
    shown = [page_data(tmp_path / f"{name}.html") for name in ("plain", "packed")]
    assert shown[0] == shown[1]
    assert any(item.id.encode() in shown[0] for item in folders.read_items(bench, "symmetry"))


@pytest.mark.parametrize("kind", KINDS)
def test_datasets_opens_it_offline(
    bench: Path,
    packed: Mapping[str, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
) -> None:
    monkeypatch.setattr(datasets.config, "HF_HUB_OFFLINE", True)
    for pattern in ("symmetry", "hierarchy"):
        rows = [
            list(
                datasets.load_dataset(str(one), pattern, split="test", cache_dir=str(tmp_path / n))
            )
            for n, one in (("plain", bench), (kind, packed[kind]))
        ]
        assert rows[0] == rows[1]
        assert [row["id"] for row in rows[0]] == [
            item.id for item in folders.read_items(bench, pattern)
        ]
    streamed = datasets.load_dataset(str(packed[kind]), "symmetry", split="test", streaming=True)
    assert next(iter(streamed))["id"] == next(folders.read_items(bench, "symmetry")).id


def test_the_command_line_packs_and_converts(
    bench: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    status, _, told = run(capsys, "export", bench.parent / "mined", "--out", out, "--templates",
                          bench.parent / "mine.ttl", "--compress", "zst")  # fmt: skip
    assert status == 0, told
    assert {path.name for path in out.glob("*.jsonl*")} == {
        "symmetry.jsonl.zst",
        "hierarchy.jsonl.zst",
    }
    for name, folder in {"one": bench, "other": out}.items():
        layout = ("--to", "facteval", "--out", tmp_path / name)
        assert run(capsys, "convert", folder, *layout)[0] == 0
    written = [path for path in (tmp_path / "one").rglob("*") if path.is_file()]
    assert written
    for path in written:
        twin = tmp_path / "other" / path.relative_to(tmp_path / "one")
        assert path.read_bytes() == twin.read_bytes()
    status, _, told = run(capsys, "convert", out, *layout, "--compress", "gz")
    assert (status, "--compress is of benchmarks" in told) == (2, True)


def test_a_data_set_becomes_a_compressed_benchmark(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = f"lmkbc:{lmkbc.write(tmp_path / 'val.jsonl', lmkbc.OF_2024)}"
    for name, more in {"plain": (), "gz": ("--compress", "gz")}.items():
        status, _, told = run(capsys, "convert", source, "--out", tmp_path / name, *more)
        assert status == 0, told
        assert benchmark.verify(tmp_path / name) == []
    assert unpacked(tmp_path / "gz", "gz") == plain(tmp_path / "plain")
    names = [folders.read_manifest(tmp_path / name).name for name in ("plain", "gz")]
    assert names[0] == names[1]
    assert "--out benchmark --compress gz" in (tmp_path / "gz" / "README.md").read_text("utf-8")


# ── Damage ──────────────────────────────────────────────────────────────────────────────────────
def flipped(data: bytes) -> bytes:
    """One bit of the content is another; the compressor's own marks are left."""
    place = len(data) // 2
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def repacked(kind: str, change: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    pack = gzip.compress if kind == "gz" else zstandard.compress
    return lambda data: pack(change(UNPACK[kind](data)))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda kind: lambda data: data[:-9], "cannot be read: truncated or damaged after"),
        (lambda kind: flipped, "cannot be read: truncated or damaged after"),
        (lambda kind: repacked(kind, lambda lines: lines[:-2] + b" \n"), "SHA-256 of its lines is"),
        (lambda kind: repacked(kind, lambda lines: b""), "SHA-256 of its lines is"),
        (lambda kind: repacked(kind, lambda lines: bytes(70 << 20)), "over 500 times as many"),
    ],
    ids=["cut", "flipped", "another line", "emptied", "grown"],
)
def test_damage_is_told_and_is_not_asked(
    packed: Mapping[str, Path],
    tmp_path: Path,
    kind: str,
    damage: Callable[[str], Callable[[bytes], bytes]],
    said: str,
) -> None:
    folder = copied(packed[kind], tmp_path / "copy")
    path = folder / f"symmetry.jsonl.{kind}"
    path.write_bytes(damage(kind)(path.read_bytes()))
    problems = benchmark.verify(folder)
    assert any(one.startswith(f"symmetry.jsonl.{kind}: ") and said in one for one in problems)
    with pytest.raises(KgforgeError, match=rf"symmetry\.jsonl\.{kind}"):
        kgforge.probe(folder, "table:none.jsonl", tmp_path / "run")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [-9, 5], ids=["cut", "begun"])
def test_a_cut_file_is_no_shorter_benchmark(
    packed: Mapping[str, Path], tmp_path: Path, kind: str, size: int
) -> None:
    folder = copied(packed[kind], tmp_path / "copy")
    path = folder / f"symmetry.jsonl.{kind}"
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(BenchmarkError, match=r"truncated or damaged .*: export again"):
        list(folders.read_items(folder, "symmetry"))


def test_a_bomb_in_the_place_of_items_is_refused(
    packed: Mapping[str, Path], tmp_path: Path
) -> None:
    folder = copied(packed["gz"], tmp_path / "copy")
    [line, *_] = unpacked(folder, "gz")["symmetry.jsonl"].splitlines(keepends=True)
    long = line.replace(b'"text":null', b'"text":"' + b"x" * 1_000_000 + b'"')
    (folder / "symmetry.jsonl.gz").write_bytes(gzip.compress(long * 70))
    with pytest.raises(BenchmarkError, match="over 500 times as many"):
        for _ in folders.read_items(folder, "symmetry"):
            pass


def test_what_was_unpacked_by_hand_is_read_and_told(
    bench: Path, packed: Mapping[str, Path], tmp_path: Path
) -> None:
    folder = copied(packed["gz"], tmp_path / "copy")
    path = folder / "symmetry.jsonl.gz"
    (folder / "symmetry.jsonl").write_bytes(gzip.decompress(path.read_bytes()))
    path.unlink()
    assert [*folders.read_items(folder, "symmetry")] == [*folders.read_items(bench, "symmetry")]
    assert benchmark.verify(folder) == [
        "symmetry.jsonl.gz: cannot be read: No such file or directory",
        "symmetry.jsonl: not in the manifest",
    ]


def test_a_file_that_is_missing_is_no_empty_one(packed: Mapping[str, Path], tmp_path: Path) -> None:
    folder = copied(packed["zst"], tmp_path / "copy")
    (folder / "symmetry.jsonl.zst").unlink()
    with pytest.raises(BenchmarkError, match=r"cannot read .*symmetry\.jsonl\.zst .*export again"):
        list(folders.read_items(folder, "symmetry"))
    with pytest.raises(BenchmarkError, match=r"cannot read .*other\.jsonl .*export again"):
        list(folders.read_items(folder, "other"))
    with pytest.raises(BenchmarkError, match=r"cannot read .*symmetry\.jsonl .*export again"):
        list(folders.read_items(tmp_path, "symmetry"))


# ── No empty files ──────────────────────────────────────────────────────────────────────────────
def test_a_pattern_without_items_has_no_file_and_is_read_as_empty(
    bench: Path, tmp_path: Path
) -> None:
    mined = copied(bench.parent / "mined", tmp_path / "mined")
    (mined / "symmetry" / "instances.jsonl").write_bytes(b"")
    manifest = benchmark.export(mined, tmp_path / "out", options(bench.parent))
    listed = {file.path: (file.lines, file.sha256) for file in manifest.files}
    assert listed["symmetry.jsonl"] == (0, hashlib.sha256(b"").hexdigest())
    assert set(plain(tmp_path / "out")) == {"hierarchy.jsonl"}
    assert list(folders.read_items(tmp_path / "out", "symmetry")) == []
    assert kgforge.probe(tmp_path / "out", f"table:{answers(tmp_path)}", tmp_path / "run").items
    # An empty file, as versions before 0.8 wrote it, is as good.
    (tmp_path / "out" / "symmetry.jsonl").touch()
    assert benchmark.verify(tmp_path / "out") == []
    assert list(folders.read_items(tmp_path / "out", "symmetry")) == []
    (tmp_path / "out" / "symmetry.jsonl").write_bytes(b"{}\n")
    assert len(benchmark.verify(tmp_path / "out")) > 1


def answers(folder: Path) -> Path:
    path = folder / "none.jsonl"
    path.write_bytes(b"")
    return path


def test_a_benchmark_of_0_5_has_an_empty_file_and_is_sound(tmp_path: Path) -> None:
    kept = copied(ROOT / "tests" / "kept" / "0.5" / "bench", tmp_path / "bench")
    assert (kept / "alignment_unseen.train.jsonl").stat().st_size == 0
    assert benchmark.verify(kept) == []
