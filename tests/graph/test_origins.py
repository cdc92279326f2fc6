"""What a source address means: patterns, folders and their links, archives, standard input."""

import bz2
import gzip
import io
import os
import shutil
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
import zstandard

import kgforge
from kgforge import temporaries
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
        "a hidden file or folder": (".hidden",),
        "what no loader recognises": ("notes.md",),
        "columns that are not known": ("rules.tsv",),
    }
    with pytest.raises(SourceError, match=r"\.hidden: a hidden .*--strict"):
        load(folder, strict=True)


def test_a_named_folder_says_what_it_does_not_read(folder: Path) -> None:
    report = load(f"tsv:{folder}")
    assert report.stored == 3
    reasons = left_out(report)
    assert reasons[
        "no file of .tsv, .csv, .tab, .txt, .del, .parquet, .srj, .srx, .rrf, .gaf, .gpad, as "
        "tsv: reads"
    ] == ("notes.md",)
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
    (folder / "itself").symlink_to("itself")
    for source in (folder, f"tsv:{folder}"):
        report = load(source)
        assert (report.stored, report.duplicate) == (3, 2)
        out = left_out(report)["a link that leads out of the folder, or to itself"]
        assert out == ("itself", "out.tsv", "there")
        assert left_out(report)["a link to a folder"] == ("twice",)


def test_what_is_hidden_is_left_out_with_all_that_lies_in_it(folder: Path, tmp_path: Path) -> None:
    kept = tmp_path / ".kept"  # the folder that is named may be hidden itself
    folder.rename(kept)
    (kept / "more" / ".ipynb_checkpoints").mkdir()
    for name in ("old.tsv", "older.tsv"):
        (kept / "more" / ".ipynb_checkpoints" / name).write_text("Q8\tP26\tQ9\n")
    for source in (kept, f"tsv:{kept}"):
        report = load(source)
        assert report.stored == 3
        hidden = left_out(report)["a hidden file or folder"]
        assert hidden == (".hidden", "more/.ipynb_checkpoints")


CUT = gzip.compress("".join(f"Q{n}\tP26\tQ{n + 1}\n" for n in range(9, 9999)).encode())[:-9999]


@pytest.mark.parametrize("store", ["oxigraph:", "duckdb:", "duckdb:{}/graph.db"])
def test_a_folder_s_file_that_breaks_off_is_left_out_as_a_whole(
    store: str, folder: Path, tmp_path: Path
) -> None:
    """Though its beginning can be read; with it all others, and the type of its damage is told."""
    (folder / "a.nt").write_text("<urn:a> <urn:p> <urn:b> .\n")
    (folder / "more" / "cut.tsv.gz").write_bytes(CUT)
    (folder / "latin.tsv").write_bytes(b"Q5\tP26\tQ6\n" * 50_000 + b"caf\xe9\tP26\tQ6\n")
    (folder / "none.json.gz").write_bytes(b"no gzip")
    report = kgforge.load([str(folder)], store.format(tmp_path))
    assert (report.stored, report.facts, report.read) == (4, 4, 4)
    assert report.files == ("rdf:a.nt", "tsv:a.tsv", "tsv:b.txt")
    [broken] = [one for one in report.left_out if one.reason == "cannot be read"]
    assert broken.count == 3
    names = ("none.json.gz", "latin.tsv", "more/cut.tsv.gz")
    for said, name in zip(broken.first, names, strict=True):
        assert said.startswith(f"cannot read {folder}/{name}: ")
    with pytest.raises(SourceError, match=r"(latin|cut)\.tsv"):
        for name in ("none.json.gz", "notes.md", "rules.tsv", ".hidden"):
            (folder / name).unlink()
        load(folder, strict=True)


def test_where_each_file_breaks_off_it_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "cut.tsv.gz").write_bytes(CUT)
    with pytest.raises(SourceError, match=r"1 × cannot be read \(first: .*cut.tsv.gz: truncated"):
        load(tmp_path)


def test_what_is_given_beside_the_facts_says_what_is_left_out(folder: Path, tmp_path: Path) -> None:
    kinds = tmp_path / "kinds"
    kinds.mkdir()
    (kinds / "types.tsv").write_text("Q1\tP31\tQ5\n")
    (kinds / "cut.tsv.gz").write_bytes(CUT)
    report = load(f"tsv:{folder}/a.tsv", types_from=(str(kinds),))
    assert (report.facts, report.axioms) == (2, 1)
    assert list(left_out(report)) == ["cannot be read"]


def test_a_quoted_pattern_means_all_files_that_fit(folder: Path, room: ExitStack) -> None:
    assert names(find(f"tsv:{folder}/*.tsv", room)) == ["tsv:a.tsv", "tsv:rules.tsv"]
    assert names(find(f"{folder}/**/b.*", room)) == ["tsv:b.txt"]
    with pytest.raises(SourceError, match=r"no file or folder '.*\*\.csv'"):
        find(f"tsv:{folder}/*.csv", room)
    with pytest.raises(AddressError, match=r"no source 'tvs'.*or give the path alone"):
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
    assert left_out(load(path))["a link or device in an archive"] == (f"data/link.tsv of {path}",)
    up = tarfile.TarInfo("../up.tsv")
    up.size = 3
    path.write_bytes(packed(folder, up))
    with pytest.raises(SourceError, match="a member leads out of the archive"):
        load(path)
    assert not (tmp_path / "up.tsv").exists()


def test_members_of_one_name_and_with_a_way_up_are_told(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "data.tar"
    with tarfile.open(path, "w") as archive:
        for name, text in (
            ("a.tsv", FACTS), ("./a.tsv", "Q7\tP26\tQ8\n"), ("dir/../x.tsv", "Q1\tP26\tQ9\n"),
        ):  # fmt: skip
            member = tarfile.TarInfo(name)
            member.size = len(text)
            archive.addfile(member, io.BytesIO(text.encode()))
    report = load(path)
    assert (report.stored, report.files) == (1, ("tsv:a.tsv",))
    assert left_out(report) == {
        "a member of an archive that a later one of its name replaces": (f"./a.tsv of {path}",),
        "a path with .. in an archive": (f"dir/../x.tsv of {path}",),
    }


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("a", "a/b.nt"), r"'a/b\.nt' of .*data\.tar: Not a directory"),
        ((f"{'x' * 300}.nt",), r"x\.nt' of .*data\.tar: File name too long"),
        ((".",), r"'\.' of .*data\.tar: Is a directory"),
    ],
)
def test_a_member_that_no_disk_holds_is_told(
    names: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    path = tmp_path / "data.tar"
    with tarfile.open(path, "w") as archive:
        for name in names:
            archive.addfile(tarfile.TarInfo(name))
    with pytest.raises(SourceError, match=f"cannot unpack .*{told}"):
        load(path)


@pytest.mark.parametrize("name", ["x.nt.gz", "x.nt", "x"])
def test_a_pipe_may_be_compressed(name: str, tmp_path: Path) -> None:
    """As ``kgforge load <(curl …)`` gives one."""
    path = tmp_path / name
    os.mkfifo(path)
    written = gzip.compress(b"<e:a> <e:p> <e:b> .\n" * 2)
    with ThreadPoolExecutor(1) as thread:
        done = thread.submit(path.write_bytes, written)
        report = load(path)
        assert done.result() == len(written)
    assert (report.read, report.stored) == (2, 1)


def changed(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def test_a_damaged_archive_is_never_taken_for_its_beginning(folder: Path, tmp_path: Path) -> None:
    with tarfile.open(fileobj=io.BytesIO(whole := packed(folder))) as archive:
        second, third = archive.getmembers()[1:3]
    path, end = tmp_path / "data.tar", len(whole.rstrip(b"\0"))
    for broken, says in (
        (whole[:1030], "unexpected end of data|truncated header"),
        (changed(whole, third.offset), f"bad checksum at byte {third.offset}"),
        (changed(whole, second.offset + 150), f"bad checksum at byte {second.offset}"),
        (whole[: third.offset + 100], f"truncated header at byte {third.offset}"),
        (whole[: third.offset], f"empty header at byte {third.offset}"),
        (whole[: -(-end // 512) * 512], "empty header"),
        (whole + whole, "more behind the end"),
        (changed(gzip.compress(whole), -8 + len(gzip.compress(whole))), "CRC check failed"),
    ):
        path.write_bytes(broken)
        with pytest.raises(SourceError, match=rf"cannot read .*data\.tar: .*({says})"):
            load(path)
    path.write_bytes(whole + bytes(10_240))
    assert load(path).stored == 3


@pytest.mark.parametrize("source", ["data.tar", "-"])
def test_a_source_that_would_fill_the_disk_is_refused(
    source: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data.tar").write_bytes(data := packed(folder))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=9000))
    with pytest.raises(SourceError, match=r"(data\.tar|standard input): there is no room .*TMPDIR"):
        load(source)


def test_an_archive_in_a_folder_is_left_out(folder: Path, tmp_path: Path) -> None:
    (folder / "old.tar.gz").write_bytes(gzip.compress(packed(folder / "more")))
    with zipfile.ZipFile(folder / "new.zip", "w") as written:
        written.writestr("a.tsv", FACTS)
    reasons = left_out(load(folder))
    assert reasons["an archive within another source: load it by itself, or unpack it"] == (
        "old.tar.gz",
    )
    assert reasons["a zip archive, or a file of an office program: unpack it"] == ("new.zip",)
    for name in ("", "tsv:"):
        with pytest.raises(SourceError, match=r"new\.zip is a zip archive.*: unpack it, and load"):
            load(f"{name}{folder}/new.zip")


def test_errors_name_a_member_and_its_archive(folder: Path, tmp_path: Path) -> None:
    """And nothing names the temporary folder, which is gone by then."""
    (folder / "more" / "bad.ttl").write_text('@prefix : <urn:x> .\n:a :b """c .\n')
    (folder / "a.tsv").write_text(FACTS + "Q1\tP26\n")
    path = tmp_path / "data.tar.gz"
    path.write_bytes(gzip.compress(packed(folder)))
    [short] = load(f"tsv:{path}").skipped
    assert short.first == (f"data/a.tsv of {path}, line 3",)
    (folder / "a.tsv").write_text(FACTS)
    path.write_bytes(gzip.compress(packed(folder)))
    report = load(path)
    assert left_out(report)["columns that are not known"] == (f"data/rules.tsv of {path}",)
    [broken] = left_out(report)["cannot be read"]
    assert broken.startswith(f"data/more/bad.ttl of {path}, line 2: malformed Turtle")
    for name in ("notes.md", "rules.tsv", ".hidden", "a.tsv"):
        (folder / name).unlink()
    path.write_bytes(gzip.compress(packed(folder)))
    with pytest.raises(SourceError, match=r"^data/more/bad\.ttl of .*data\.tar\.gz, line 2: mal"):
        load(path, strict=True)


@pytest.mark.parametrize(
    ("source", "data", "says"),
    [
        ("-", b"", "standard input is empty"),
        ("tsv:-", b"", "standard input is empty: it holds no line with text"),
        ("-", gzip.compress(b"x" * 99)[:-9], "cannot read standard input: truncated"),
        ("-", b"some words\n", "cannot tell what standard input holds: .* as NAME:- with one of"),
        ("-", b"PK\x03\x04", "standard input is a zip archive"),
    ],
    ids=["empty", "named", "cut", "words", "zip"],
)
def test_errors_name_standard_input(
    source: str, data: bytes, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    with pytest.raises(SourceError, match=f"^{says}"):
        load(source)


def test_what_is_unpacked_is_removed_after_a_killed_load(
    folder: Path, tmp_path: Path, room: ExitStack
) -> None:
    """By the next one: its temporary folders are those that ``temporaries`` looks after."""
    (tmp_path / "data.tar").write_bytes(packed(folder))
    for origin in find(f"{tmp_path}/data.tar", room).origins:
        assert temporaries.MARK in origin.rest


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


def test_a_source_s_error_gives_its_own_reasons(tmp_path: Path) -> None:
    (tmp_path / "a.nt").write_text("<urn:a> <urn:p> <urn:b> .\nno triple\n")
    (tmp_path / "z.nt").write_text("\n")
    with pytest.raises(
        SourceError, match=r"nothing of rdf:.*z\.nt can be stored: there is no fact"
    ):
        kgforge.load([f"rdf:{tmp_path}/a.nt", f"rdf:{tmp_path}/z.nt"], "oxigraph:")


def test_a_suffix_says_what_a_file_is_only_if_its_loader_has_it(tmp_path: Path) -> None:
    lines = "INFO start service\nINFO stop service\nWARN start again\nINFO stop again\n"
    for name in ("service.log", "service.2024", "service.txt", "service"):
        (tmp_path / name).write_text(lines.replace(" ", "\t"))
        with pytest.raises(SourceError, match="columns that are not known"):
            load(tmp_path / name)
    for name in ("service.tsv", "service.TSV", "service.tab"):
        (tmp_path / name).write_text(lines.replace(" ", "\t"))
        assert load(tmp_path / name).stored == 4


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


def test_labels_are_kept_though_the_first_table_is_refused(folder: Path, tmp_path: Path) -> None:
    (folder / "a.tsv").rename(folder / "b.tsv")
    (folder / "a_notes.csv").write_text("some,words,and,more\nare,in,this,table\n")
    (tmp_path / "names.tsv").write_text("id\tlabel\nQ1\tone\nQ2\ttwo\n")
    report = load(folder, read=ReadOptions(labels=(str(tmp_path / "names.tsv"),)))
    assert (report.stored, report.labels) == (3, 2)
