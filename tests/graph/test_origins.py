"""What a source address means: patterns, folders and their links, archives, standard input."""

import bz2
import gzip
import io
import os
import sys
import tarfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import zstandard

import kgforge
from kgforge.errors import AddressError, SourceError
from kgforge.graph import LoadOptions, LoadReport
from kgforge.graph.origins import Found, find
from kgforge.schema import ReadOptions

FACTS = "Q1\tP26\tQ2\nQ2\tP26\tQ1\n"


@pytest.fixture
def room() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two tables of facts, and what is none."""
    made = tmp_path / "data"
    (made / "more").mkdir(parents=True)
    (made / "a.tsv").write_text(FACTS)
    (made / "more" / "b.txt").write_text("Q3\tP26\tQ1\n")
    (made / "notes.md").write_text("# Notes\n\nSome words.\n")
    (made / "rules.tsv").write_text("rule\tn\tconfidence\tlength\na>b\t1\t0.5\t2\n")
    (made / ".hidden").write_text("x")
    return made


def load(source: object, **options: object) -> LoadReport:
    return kgforge.load([str(source)], "oxigraph:", LoadOptions(**options))  # type: ignore[arg-type]


def names(found: Found) -> list[str]:
    return [f"{origin.name}:{origin.title}" for origin in found.origins]


def left_out(report: LoadReport) -> dict[str, tuple[str, ...]]:
    return {one.reason: one.first for one in report.left_out}


def test_a_folder_loads_what_is_recognised_and_lists_what_is_not(folder: Path) -> None:
    report = load(folder)
    assert (report.stored, report.files) == (3, ("tsv:a.tsv", "tsv:b.txt"))
    assert left_out(report) == {
        "a hidden file, or no file": (".hidden",),
        "what no loader recognises": ("notes.md",),
        "columns that are not known": ("rules.tsv",),
    }
    with pytest.raises(SourceError, match=r"\.hidden is not read: a hidden .*--strict"):
        load(folder, strict=True)


def test_a_named_folder_says_what_it_does_not_read(folder: Path) -> None:
    report = load(f"tsv:{folder}")
    assert report.stored == 3
    reasons = left_out(report)
    assert reasons["no file of .tsv, .csv, .tab, .txt, .parquet, as tsv: reads"] == ("notes.md",)
    assert reasons["4 columns whose meaning is not known"] == ("rules.tsv",)


def test_a_refused_file_is_no_source_of_the_graph(folder: Path, tmp_path: Path) -> None:
    store = f"duckdb:{tmp_path}/graph.db"
    kgforge.load([str(folder)], store)
    with kgforge.stores.open(store) as opened:
        assert [one.file for one in kgforge.graph.sources(opened)] == ["a.tsv", "b.txt"]


def test_links_that_lead_out_are_not_followed(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.tsv").write_text("Q7\tP26\tQ8\n")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "c.tsv").write_text("Q9\tP26\tQ8\n")
    (folder / "out.tsv").symlink_to(tmp_path / "secret.tsv")
    (folder / "there").symlink_to(tmp_path / "elsewhere")
    (folder / "again.tsv").symlink_to("a.tsv")
    (folder / "twice").symlink_to("more")
    for source in (folder, f"tsv:{folder}"):
        report = load(source)
        assert (report.stored, report.duplicate) == (3, 2)
        assert left_out(report)["a link that leads out of the folder"] == ("out.tsv", "there")
        assert left_out(report)["a link to a folder"] == ("twice",)


def test_a_quoted_pattern_means_all_files_that_fit(folder: Path, room: ExitStack) -> None:
    assert names(find(f"tsv:{folder}/*.tsv", room)) == ["tsv:a.tsv", "tsv:rules.tsv"]
    assert names(find(f"{folder}/**/b.*", room)) == ["tsv:b.txt"]
    with pytest.raises(SourceError, match=r"no file or folder '.*\*\.csv'"):
        find(f"tsv:{folder}/*.csv", room)
    with pytest.raises(AddressError, match=r"no source 'tvs'"):
        find("tvs:*.csv", room)


PACKS: list[tuple[str, Callable[[bytes], bytes]]] = [
    ("tar", bytes),
    ("tar.gz", gzip.compress),
    ("tgz", gzip.compress),
    ("tar.bz2", bz2.compress),
    ("tar.zst", zstandard.compress),
    ("tsv", gzip.compress),  # whatever it is called
]


def packed(folder: Path, *more: tarfile.TarInfo) -> bytes:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w") as archive:
        archive.add(folder, "data")
        for member in more:
            archive.addfile(member, io.BytesIO(b"x" * member.size))
    return written.getvalue()


@pytest.mark.parametrize(("suffix", "pack"), PACKS)
def test_the_members_of_an_archive_are_read_as_files_of_a_folder(
    suffix: str, pack: Callable[[bytes], bytes], folder: Path, tmp_path: Path
) -> None:
    path = tmp_path / f"data.{suffix}"
    path.write_bytes(pack(packed(folder)))
    report, whole = load(path), load(folder)
    assert (report.stored, report.files) == (3, whole.files)
    assert sum(one.count for one in report.left_out) == sum(one.count for one in whole.left_out)
    assert load(f"tsv:{path}").stored == 3


def test_an_archive_reaches_nothing_outside(folder: Path, tmp_path: Path) -> None:
    link = tarfile.TarInfo("data/link.tsv")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    path = tmp_path / "data.tar"
    path.write_bytes(packed(folder, link))
    assert left_out(load(path))["a link or device in an archive"] == ("data/link.tsv",)
    up = tarfile.TarInfo("../up.tsv")
    up.size = 3
    path.write_bytes(packed(folder, up))
    with pytest.raises(SourceError, match="a member leads out of the archive"):
        load(path)
    assert not (tmp_path / "up.tsv").exists()
    path.write_bytes(packed(folder)[:1030])  # in the first member
    with pytest.raises(SourceError, match="damaged archive"):
        load(path)


def test_an_archive_in_a_folder_is_left_out(folder: Path, tmp_path: Path) -> None:
    (folder / "old.tar.gz").write_bytes(gzip.compress(packed(folder / "more")))
    assert left_out(load(folder))["an archive, which is read by itself"] == ("old.tar.gz",)


@pytest.mark.parametrize("source", ["-", "tsv:-"])
def test_standard_input_is_a_source(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for data in (FACTS.encode(), gzip.compress(FACTS.encode())):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        report = load(source)
        assert (report.stored, report.files) == (2, ("tsv:stdin",))


def test_a_pipe_is_a_source(tmp_path: Path) -> None:
    pipe = tmp_path / "facts"
    os.mkfifo(pipe)
    if not (child := os.fork()):
        pipe.write_text(FACTS)
        os._exit(0)
    report = load(f"tsv:{pipe}")
    os.waitpid(child, 0)
    assert report.stored == 2


# ── What is stored of it ────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("source", "content", "says"),
    [
        ("empty.tsv", "", "empty.tsv is empty"),
        ("tsv:empty.tsv", "", "empty.tsv is empty"),
        ("rdf:empty.nt", "", "nothing of rdf:.* can be stored: there is no fact"),
        ("tsv:two.tsv", "a\tb\n", "2 columns"),
        ("tsv:none.tsv", "a\t\tc\n", r"1 × empty cell \(first: none.tsv, line 1\)"),
    ],
)
def test_where_nothing_can_be_stored_the_reason_is_an_error(
    source: str, content: str, says: str, tmp_path: Path
) -> None:
    name, _, file = source.rpartition(":")
    (tmp_path / file).write_text(content)
    store = f"oxigraph:{tmp_path}/graph"
    with pytest.raises(SourceError, match=says):
        kgforge.load([f"{name}:{tmp_path / file}" if name else str(tmp_path / file)], store)
    assert not (tmp_path / "graph").exists()


def test_predicates_that_no_fact_has_are_an_error(folder: Path) -> None:
    with pytest.raises(SourceError, match=r"3 × predicate not asked for"):
        load(folder, predicates=frozenset({"urn:p"}))


def test_one_source_of_several_that_gives_nothing_is_an_error(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "none.tsv").write_text("a\t\tc\n")
    with pytest.raises(SourceError, match=r"nothing of tsv:.*none\.tsv can be stored"):
        kgforge.load([str(folder), f"tsv:{tmp_path}/none.tsv"], "oxigraph:")


def test_another_file_of_the_same_name_is_told(tmp_path: Path) -> None:
    store, path = f"oxigraph:{tmp_path}/graph", tmp_path / "facts.tsv"
    path.write_text(FACTS)
    assert kgforge.load([str(path)], store).changed_files == ()
    assert kgforge.load([str(path)], store).changed_files == ()
    path.write_text(FACTS + "Q1\tP26\tQ3\n")
    report = kgforge.load([str(path)], store)
    assert (report.changed_files, report.facts) == (("facts.tsv",), 3)


def test_files_of_labels_are_read_once(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "names.tsv").write_text("id\tlabel\nQ1\tone\nQ2\n")
    report = load(f"tsv:{folder}", read=ReadOptions(labels=(str(tmp_path / "names.tsv"),)))
    [short] = [one for one in report.skipped if one.reason == "fewer than two columns"]
    assert (report.labels, short.count) == (1, 1)
