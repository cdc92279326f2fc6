"""Lines that a store takes by itself from compressed files and tables: as if read one by one."""

import bz2
import gzip
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

import kgforge
from kgforge import loaders
from kgforge.errors import KgforgeError, SourceError
from kgforge.graph import LoadOptions, LoadReport, parts, reading
from kgforge.loaders import WritingLoader
from tests.sampled import PROOF
from tests.stores.test_lines import contents, nasty

EXAMPLES: Final = 500 if PROOF else 15
ENGINES: Final = ("duckdb", "oxigraph")
PACKED: Final[dict[str, Callable[[bytes], bytes]]] = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".zst": zstandard.ZstdCompressor().compress,
}


def loaded(source: str, store: str, *, fast: bool, **options: Any) -> LoadReport | str:
    """The report of a load, or its error: by the store itself, or through Python."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts, "SIZE", 100)
        patch.setattr(parts, "_BLOCK", 60)
        if not fast:
            for name in ("LineLoader", "WritingLoader"):
                patch.setattr(reading, name, type("NoLoader", (), {}))
        try:
            return msgspec.structs.replace(
                kgforge.load([source], store, LoadOptions(**options)), store=""
            )
        except KgforgeError as error:
            return str(error).replace("Quads must be followed", "Triples must be followed")


def must_be_alike(source: str, folder: Path, **options: Any) -> None:
    for engine in ENGINES:
        slow, fast = (f"{engine}:{folder}/{name}-{engine}" for name in ("slow", "fast"))
        right = loaded(source, slow, fast=False, **options)
        assert loaded(source, fast, fast=True, **options) == right
        if isinstance(right, LoadReport):
            assert contents(fast) == contents(slow)
        else:
            assert not list(folder.glob("fast*"))


@settings(max_examples=EXAMPLES, deadline=None)
@given(data=nasty(), strict=st.booleans(), suffix=st.sampled_from(sorted(PACKED)))
def test_any_compressed_file_is_loaded_as_through_python(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, strict: bool, suffix: str
) -> None:
    folder = tmp_path_factory.mktemp("packed")
    path = folder / f"graph.nt{suffix}"
    path.write_bytes(PACKED[suffix](data))
    must_be_alike(f"rdf:{path}", folder, strict=strict)


CELLS: Final = st.sampled_from(
    (
        *(
            "Q1",
            "Q2",
            " Q3 ",
            "P31",
            "P26",
            "wd:Q4",
            "dbr:Ulm",
            "<http://x.org/a>",
            "http://x.org/b",
        ),
        *(
            "Ulm",
            "New York",
            "K2",
            "1984",
            "a/b",
            "ü",
            "label",
            "name",
            "rdfs:label",
            "rank",
            "",
            " ",
        ),
        *("NULL", "n/a", "#x", '"x"', '"Ulm"@de', '"007"^^xsd:integer', "'Ulm'@de", "+3", "2.5"),
        *('"7"^^<http://www.w3.org/2001/XMLSchema#integer>', "^2001-02-03T00:00:00Z/11", "novalue"),
        *("http://x.org/a b", "http://x.org/<", "Q1-P31-Q2-0", "e1", "a\0", "\u2028", "wd:\u200e"),
    )
)
ROWS: Final = st.lists(st.lists(CELLS, min_size=2, max_size=4), max_size=12)
HEADERS: Final = st.sampled_from(
    ("", "subject\tpredicate\tobject\n", "node1\tlabel\tnode2\n", "node1\tlabel\tnode2\tid\n")
)
USUAL: Final = [["Q1", "P31", "Q5"], ["Q5", "P31", "Q2"], ["Ulm", "in", "Bavaria"]]


@settings(max_examples=EXAMPLES * 2, deadline=None)
@given(rows=ROWS, header=HEADERS, usual=st.sampled_from([[], USUAL[:2], USUAL[2:], USUAL]))
def test_any_table_is_loaded_as_through_python(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[list[str]],
    header: str,
    usual: list[list[str]],
) -> None:
    folder = tmp_path_factory.mktemp("table")
    path = folder / "table.tsv"
    path.write_text(header + "".join("\t".join(row) + "\n" for row in (*usual, *rows)), "utf-8")
    must_be_alike(f"tsv:{path}", folder)


def test_a_predicate_that_is_a_literal_is_no_plain_row(tmp_path: Path) -> None:
    path = tmp_path / "table.tsv"
    path.write_text("Q1\tP31\tQ5\nQ5\tP31\tQ2\nQ1\t'Ulm'@de\tQ1\n")
    must_be_alike(f"tsv:{path}", tmp_path)


def test_stores_take_the_plain_rows_of_a_table(tmp_path: Path) -> None:
    path = tmp_path / "table.tsv"
    path.write_text("Q1\tP31\tQ5\nQ2\tP31\tQ5\tP580\tQ7\nQ3\tP31\tQ5\nQ4\trdfs:label\tUlm\n")
    loader = loaders.load("tsv")
    assert isinstance(loader, WritingLoader)
    found = loader.written(path, LoadOptions().read)
    lines = b"".join(one for one in found if isinstance(one, bytes)).decode()
    wd, p31 = "http://www.wikidata.org/entity/", "http://www.wikidata.org/prop/direct/P31"
    assert lines == f"<{wd}Q1> <{p31}> <{wd}Q5> .\n<{wd}Q3> <{p31}> <{wd}Q5> .\n"


LINE: Final = b"<http://x.org/%d> <http://x.org/p> <http://x.org/o> .\n"


@pytest.mark.parametrize("suffix", sorted(PACKED))
def test_no_more_than_two_parts_lie_on_the_disk(
    suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = b"".join(LINE % number for number in range(2000))
    path = tmp_path / f"graph.nt{suffix}"
    path.write_bytes(PACKED[suffix](data))
    room = tmp_path / "room"
    room.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(room))
    monkeypatch.setattr(parts, "SIZE", 10_000)
    monkeypatch.setattr(parts, "_BLOCK", 1000)
    found = []
    for part in parts.unpacked(path):
        found.append(part.read_bytes())
        assert len(list(room.rglob("*.nt"))) <= 2
    assert b"".join(found) == data
    assert len(found) > 5
    assert all(one.endswith(b"\n") and len(one) < 12_000 for one in found)
    assert not list(room.iterdir())


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("suffix", sorted(PACKED))
def test_nothing_is_stored_of_an_archive_that_breaks_off(
    suffix: str, engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "SIZE", 10_000)
    data = b"".join(LINE % number for number in range(50_000))
    path = tmp_path / f"cut.nt{suffix}"
    path.write_bytes(PACKED[suffix](data)[:-20])
    with pytest.raises(SourceError, match=rf"cut\.nt\{suffix}: truncated or damaged after \d+ by"):
        kgforge.load([f"rdf:{path}"], f"{engine}:{tmp_path}/graph")
    assert not (tmp_path / "graph").exists()
