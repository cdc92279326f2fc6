"""Dumps of Wikidata that several processes read: as if read line by line."""

import bz2
import gzip
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from kgforge import loaders, workers
from kgforge.errors import SourceError
from kgforge.loaders import WritingLoader
from kgforge.loaders._wikidata import dump
from kgforge.schema import Entry, ReadOptions
from tests.graph.test_parts import must_be_alike

CORRUPT: Final = b'{"type":"item","id":"Q1","labels":{"en":{"language":"en","value":"\\x"}}},'


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes for each file, and parts of a few lines."""
    monkeypatch.setattr(dump, "_WORTH", 0)
    monkeypatch.setattr(dump, "_BLOCK", 1 << 16)
    monkeypatch.setattr(workers, "cores", lambda: 2)


def sample(shared: Path) -> list[bytes]:
    """The lines of a published dump, and in their middle what is no entity, or broken."""
    text = gzip.decompress((shared / "wikidata_json/dump_sample_49_items.json.gz").read_bytes())
    lines = text.splitlines()
    odd = json.dumps({"type": "item", "id": "Q1", "claims": {"P1": [odd_claim()]}}).encode()
    middle = [CORRUPT, b"", b"7,", b'{"entity":"Q5","redirect":"Q6"},', odd + b","]
    return [*lines[:25], *middle, *lines[25:]]


def odd_claim() -> dict[str, Any]:
    value = {"type": "string", "value": "a\x00b\u2028"}
    return {"mainsnak": {"snaktype": "value", "property": "P1", "datavalue": value}}


PACKED: Final[dict[str, Callable[[bytes], bytes]]] = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".json": bytes,
}


def written(path: Path, data: bytes) -> Path:
    path.write_bytes(PACKED[path.suffix](data))
    return path


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("name", ["dump.json", "dump.json.gz"])
@pytest.mark.parametrize(
    "options", [{}, {"read": ReadOptions(languages=("all",))}, {"strict": True}]
)
def test_processes_read_a_dump_as_it_is_read_line_by_line(
    shared: Path, tmp_path: Path, name: str, options: dict[str, Any]
) -> None:
    path = written(tmp_path / name, b"\n".join(sample(shared)))
    must_be_alike(f"wikidata:{path}", tmp_path, **options)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    "end", [CORRUPT, CORRUPT[:40], "Köln".encode("latin-1"), b'"x" ]\n', b"]\n" + CORRUPT]
)
def test_what_breaks_off_is_the_same_error(shared: Path, tmp_path: Path, end: bytes) -> None:
    path = written(tmp_path / "dump.json", b"\n".join([*sample(shared)[:-1], end]))
    must_be_alike(f"wikidata:{path}", tmp_path)


@pytest.mark.usefixtures("small")
def test_plain_facts_are_lines_and_others_are_not(shared: Path, tmp_path: Path) -> None:
    path = written(tmp_path / "dump.json", b"\n".join(sample(shared)))
    found = list(lines_and_entries(path))
    lines = b"".join(one for one in found if isinstance(one, bytes)).splitlines()
    entries = [one for one in found if isinstance(one, Entry)]
    assert len(lines) == 3_566
    assert [one.object for entry in entries for one in entry.triples] == ['"a\x00b\u2028"']
    assert sum(entry.documents for entry in entries) == 53
    assert len(entries) > 10


def lines_and_entries(path: Path) -> Iterator[Entry | bytes]:
    loader = loaders.load("wikidata")
    assert isinstance(loader, WritingLoader)
    return loader.written(path, ReadOptions())


@pytest.mark.parametrize("name", ["dump.json", "dump.json.bz2"])
def test_a_small_dump_starts_no_process(
    shared: Path, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "mapped", None)
    path = written(tmp_path / name, b"\n".join(sample(shared)))
    assert len(list(lines_and_entries(path))) > 5


@pytest.mark.usefixtures("small")
def test_a_process_that_is_killed_is_told(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dump, "_PART", "os:_exit")  # which takes no bytes, and raises
    path = written(tmp_path / "dump.json", b"\n".join(sample(shared)))
    with pytest.raises(SourceError, match=r"dump\.json: a process .* ended with status 1$"):
        list(lines_and_entries(path))


@pytest.mark.usefixtures("small")
def test_that_no_process_can_be_started_is_told(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "none"))
    path = written(tmp_path / "dump.json", b"\n".join(sample(shared)))
    said = rf"^cannot read {path}: no process can be started for it: No such file or directory$"
    with pytest.raises(SourceError, match=said):
        list(lines_and_entries(path))


@pytest.mark.usefixtures("small")
def test_a_broken_line_is_told_before_the_end_that_is_cut_off(shared: Path, tmp_path: Path) -> None:
    lines = sample(shared)
    latin = '"Köln",'.encode("latin-1")
    path = tmp_path / "dump.json.gz"
    path.write_bytes(gzip.compress(b"\n".join([*lines[:-4], latin, *lines[-4:]]))[:-100])
    with pytest.raises(SourceError, match=f"line {len(lines) - 3}: not UTF-8"):
        list(lines_and_entries(path))
