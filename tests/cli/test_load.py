"""``kgforge load``: what it refuses, skips and counts, and what an interrupted load leaves."""

import gzip
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kgforge import graph, stores
from tests.cli.conftest import Run

TRUNCATED = gzip.compress(os.urandom(5000).hex().encode())[:3000]


def test_labels_name_what_is_in_sources_of_other_formats(run: Run, tmp_path: Path) -> None:
    """Also alone, for what a graph holds already, and beside a graph that is copied."""
    os.chdir(tmp_path)
    entity, spouse = "http://www.wikidata.org/entity/", "http://www.wikidata.org/prop/direct/P26"
    Path("facts.nt").write_text(f"<{entity}Q1> <{spouse}> <{entity}Q2> .\n")
    Path("first.tsv").write_text("Q1\tAda\n")
    Path("second.tsv").write_text("Q2\tBob\n")

    def labelled(*asked: str) -> int:
        status, out, _ = run("load", *asked, "--json")
        assert status == 0
        return int(json.loads(out)["coverage"][0]["labelled"])

    assert labelled("rdf:facts.nt", "--labels", "first.tsv", "--store", "oxigraph:graph") == 1
    assert labelled("--labels", "second.tsv", "--store", "oxigraph:graph") == 2
    assert labelled("rdf:facts.nt", "--store", "oxigraph:bare") == 0
    assert labelled("oxigraph:bare", "--labels", "second.tsv", "--store", "duckdb:g.db") == 1
    with stores.open("duckdb:g.db") as opened:
        assert graph.loads(opened) == ("--labels second.tsv", "rdf:facts.nt")
    with stores.open("oxigraph:graph") as opened:
        assert graph.loads(opened) == ("--labels second.tsv", "rdf:facts.nt --labels first.tsv")


def test_labels_name_what_a_folder_of_codex_holds(run: Run, tmp_path: Path) -> None:
    os.chdir(tmp_path)
    Path("triples/codex-s").mkdir(parents=True)
    Path("triples/codex-s/train.txt").write_text("Q1\tP26\tQ2\n")
    Path("names.tsv").write_text("Q1\tAda\nQ2\tBob\n")
    for source in ("codex:triples/codex-s", "triples/codex-s"):
        _, out, _ = run("load", source, "--labels", "names.tsv", "--dry-run", "--json")
        assert json.loads(out)["coverage"][0]["labelled"] == 2


def test_labels_name_what_any_source_holds_beside_a_table(run: Run, tmp_path: Path) -> None:
    """The splits of CoDEx are tables; RDF beside a table is named, too."""
    os.chdir(tmp_path)
    Path("triples/codex-s").mkdir(parents=True)
    Path("triples/codex-s/train.txt").write_text("Q1\tP26\tQ2\n")
    Path("names.tsv").write_text("Q1\tAda\nQ2\tBob\nQ3\tCid\n")
    entity, spouse = "http://www.wikidata.org/entity/", "http://www.wikidata.org/prop/direct/P26"
    Path("more.nt").write_text(f"<{entity}Q2> <{spouse}> <{entity}Q3> .\n")
    sources = ("triples/codex-s", "rdf:more.nt")
    _, out, _ = run("load", *sources, "--labels", "names.tsv", "--dry-run", "--json")
    assert (json.loads(out)["facts"], json.loads(out)["coverage"][0]["labelled"]) == (2, 3)


def test_a_graph_of_what_is_false_alone_is_said(run: Run, tmp_path: Path) -> None:
    os.chdir(tmp_path)
    Path("negatives.tsv").write_text("Q1\tP26\tQ2\n")
    _, _, err = run("load", "tsv:negatives.tsv", "--dry-run")
    assert "the graph holds what is verified as false and no facts: load these as well" in err


def test_a_first_line_that_may_be_a_header_is_said(run: Run, tmp_path: Path) -> None:
    os.chdir(tmp_path)
    rows = ("Author\twrote\tBook", "Ann\twrote\tOne", "Bob\twrote\tTwo", "Eve\twrote\tSix")
    Path("books.tsv").write_text("\n".join(rows) + "\n")
    _, _, err = run("load", "tsv:books.tsv", "--dry-run")
    assert "books.tsv: the first line was read as a fact: Author | wrote | Book (if" in err


@pytest.mark.parametrize("limit", ["0", "-1"])
def test_a_limit_of_nothing_is_refused(limit: str, run: Run, small: Path) -> None:
    os.chdir(small)
    status, _, err = run("load", "tsv:facts.tsv", "--limit", limit, "--dry-run")
    assert status == 2
    assert f"--limit is 1 or more, not {limit}" in err


@pytest.mark.parametrize("tag", ["xx1_?", "en_GB", "english-language-of"])
def test_what_is_no_language_tag_is_refused(tag: str, run: Run, small: Path) -> None:
    os.chdir(small)
    status, _, err = run("load", "tsv:facts.tsv", "--languages", f"en,{tag}", "--dry-run")
    assert (status, f"error: {tag!r} is no language tag" in err) == (1, True)
    assert run("load", "tsv:facts.tsv", "--languages", "ALL,en-gb,zh-Hant", "--dry-run")[0] == 0


def test_labels_that_name_nothing_are_counted(run: Run, tmp_path: Path) -> None:
    os.chdir(tmp_path)
    Path("facts.tsv").write_text("Q42\tP26\tQ43\nQ44\tP26\tQ42\n")
    Path("names.tsv").write_text("Q42\tQ42\nP26\tspouse\n")
    label = "<http://www.w3.org/2000/01/rdf-schema#label>"
    texts = {"Q43": '"Q43"@en', "Q44": '" "@en', "Q45": '"Ulm"@en'}
    wd = "http://www.wikidata.org/entity/"
    Path("names.nt").write_text("".join(f"<{wd}{one}> {label} {texts[one]} .\n" for one in texts))
    status, out, _ = run(
        "load", "tsv:facts.tsv", "rdf:names.nt", "--labels", "names.tsv", "--dry-run", "--json",
        "--strict",
    )  # fmt: skip
    report = json.loads(out)
    assert (status, report["labels"]) == (0, 2)
    assert {one["reason"]: one["count"] for one in report["skipped"]} == {
        "an empty name": 1, "an id in place of a name": 2}  # fmt: skip
    assert report["coverage"][0]["unnamed"] == 3


def test_names_that_are_read_as_facts_are_said(run: Run, tmp_path: Path) -> None:
    os.chdir(tmp_path)
    name, label = "http://example.org/name", "http://example.org/v#displayLabel"
    Path("g.nt").write_text(f'<urn:x:a1> <{name}> "Ann" .\n<urn:x:b> <{label}> "B" .\n')
    status, _, err = run("load", "rdf:g.nt", "--store", "oxigraph:g")
    assert status == 0
    said = " ".join(err.split())
    assert f"read as facts, not as names: <{name}>, <{label}> (names are rdfs:label" in said
    Path("h.nt").write_text('<urn:x:a1> <urn:x:name> "Ann" .\n')
    assert "not as names" not in run("load", "rdf:h.nt", "--store", "oxigraph:h")[2]


@pytest.mark.parametrize("predicate", ["P26", "P99926"])
def test_names_of_other_things_are_said(predicate: str, run: Run, tmp_path: Path) -> None:
    """Also where the predicate has a label that ships, and where other labels fit."""
    os.chdir(tmp_path)
    Path("facts.tsv").write_text(f"Q42\t{predicate}\tQ43\nQ43\t{predicate}\tQ42\n")
    Path("other.tsv").write_text("Q900\tAnn\nP9\tis\n")
    Path("one.tsv").write_text("Q900\tAnn\nQ42\tBob\n")
    said = "the names that were read are of no entity and no predicate of the facts"
    where = ("--store", "oxigraph:g")
    for labels, told in (("other", True), ("one", False), ("other", True)):
        _, _, err = run("load", "tsv:facts.tsv", "--labels", f"{labels}.tsv", *where)
        assert (said in err) == told, labels
    Path("relation.tsv").write_text(f"{predicate}\tmarried to\n")
    _, _, err = run("load", "tsv:facts.tsv", "--labels", "relation.tsv", *where)
    assert said not in err


@pytest.mark.parametrize(("name", "content", "says"), [
    ("trex:absent.json", None, "no file or folder 'absent.json'"),
    ("trax:absent.json", None, "no source 'trax'"),
    ("tsv:cut.tsv.gz", TRUNCATED, "truncated or damaged"),
    ("webnlg:bad.xml", b"<benchmark><entries><entry></benchmark>", "bad.xml, line 1"),
    ("trex:bad.json", b'[{"docid": "d", ', "bad.json"),
    ("rdf:bad.ttl", b"<http://a> <http://b> .\n", "bad.ttl, line 1"),
    ("tsv:latin.tsv", b"caf\xe9\tp\tb\n", "not UTF-8"),
    ("utf16.tsv", "a\tp\tbé\n".encode("utf-16"), "looks like UTF-16: convert it, as with iconv"),
    ("utf16le.tsv", "a\tp\tb\n".encode("utf-16-le"), "looks like UTF-16LE"),
    ("unknown.bin", b"\x00\x01\x02", "cannot tell what unknown.bin holds"),
])  # fmt: skip
def test_a_bad_source_is_one_line_and_leaves_nothing(
    name: str, content: bytes | None, says: str, run: Run, tmp_path: Path
) -> None:
    os.chdir(tmp_path)
    if content is not None:
        Path(name.rpartition(":")[2]).write_bytes(content)
    status, _, err = run("load", name, "--store", "oxigraph:graph")
    assert status == 1
    assert err.startswith("error: ")
    assert says in err
    assert err.count("\n") == 1
    assert not Path("graph").exists()


def test_a_short_line_is_skipped_and_counted_or_with_strict_an_error(
    run: Run, tmp_path: Path
) -> None:
    os.chdir(tmp_path)
    Path("short.tsv").write_text("Q1\tP26\tQ2\nQ1\tP26\n")
    status, out, _ = run("load", "tsv:short.tsv", "--store", "oxigraph:graph", "--json")
    report = json.loads(out)
    [skip] = report["skipped"]
    assert (report["read"], report["stored"], report["skipped_triples"]) == (2, 1, 1)
    assert (status, skip["count"], skip["first"]) == (0, 1, ["short.tsv, line 2"])
    status, _, err = run("load", "tsv:short.tsv", "--store", "oxigraph:strict", "--strict")
    assert status == 1
    assert "line 2" in err
    assert not Path("strict").exists()


def test_an_interrupted_load_leaves_nothing_and_says_so(shared: Path, tmp_path: Path) -> None:
    source = f"tsv:{shared}/wikidata/triples.tsv.gz"
    load_it = (sys.executable, "-m", "kgforge.cli", "load", source, "--store", "oxigraph:graph")
    # A job in the background, as of a CI, hands down that interrupts are ignored.
    command = ("env", "--default-signal=INT", *load_it)
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as load:
        while not list(tmp_path.glob(".kgforge-tmp-*/*")):  # until it reads
            assert load.poll() is None
            time.sleep(0.05)
        load.send_signal(signal.SIGINT)
        _, said = load.communicate()
    assert (load.returncode, said) == (
        130,
        "interrupted: the graph may hold a part of the sources; the same command adds the rest\n",
    )
    assert list(tmp_path.iterdir()) == []


def test_a_load_tells_of_what_was_asked_for_alone(run: Run, small: Path) -> None:
    os.chdir(small)
    Path("own.ttl").write_text("<urn:a> <http://www.w3.org/2000/01/rdf-schema#domain> <urn:b> .")
    _, facts, _ = run("load", "tsv:facts.tsv", "--store", "oxigraph:graph")
    assert "triples read" in facts and "axioms" not in facts
    _, axioms, _ = run("load", "--ontology", "own.ttl", "--store", "oxigraph:graph")
    assert "axioms and types read" in axioms and "triples" not in axioms


@pytest.mark.parametrize("source", ["-", "tsv:-"])
def test_standard_input_is_loaded(
    source: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Q1\tP26\tQ2\n")))
    status, out, _ = run("load", source, "--store", "oxigraph:graph", "--json")
    assert (status, json.loads(out)["stored"]) == (0, 1)


@pytest.mark.parametrize("option", ["--stroe", "-x"])
def test_an_option_that_load_does_not_have_is_named(option: str, run: Run) -> None:
    status, _, err = run("load", "tsv:a.tsv", option, "oxigraph:graph", "--store", "oxigraph:g")
    assert (status, err) == (
        2, f"error: load: unknown option {option}; kgforge load --help lists all\n"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("facts", "names", "says"),
    [
        ("", "Q1\tone\n", "the graph holds names and no facts"),
        ("s\tp\to\na\tb\tc\n", "Q1\tone\n", "are of no entity and no predicate of the facts"),
        ("s\tp\to\na\tb\tc\n", "b\tbe\n", ""),
    ],
)
def test_names_of_nothing_are_told(
    facts: str, names: str, says: str, run: Run, tmp_path: Path
) -> None:
    os.chdir(tmp_path)
    Path("names.tsv").write_text(f"id\tlabel\n{names}")
    Path("facts.tsv").write_text(facts)
    sources = ["facts.tsv", "names.tsv"] if facts else ["names.tsv"]
    status, _, err = run("load", *(f"tsv:{one}" for one in sources), "--dry-run")
    assert (status, says in err) == (0, True)
    assert says or "the names that were read" not in err


def test_columns_that_are_left_alone_stand_in_the_table(run: Run, tmp_path: Path) -> None:
    os.chdir(tmp_path)
    Path("facts.csv").write_text("subject,relation,object,qual_rel,qual_value\na,b,c,d,e\n")
    _, out, _ = run("load", "facts.csv", "--dry-run")
    assert out.startswith("tsv:facts.csv: a dry run, nothing is stored")
    assert re.search(r"further columns left alone .* 2 .* facts.csv, qual_rel; facts.csv, q", out)


def test_all_columns_that_are_left_alone_are_named(run: Run, tmp_path: Path) -> None:
    os.chdir(tmp_path)
    Path("facts.csv").write_text("subject,relation,object,p,q,r,w\na,b,c,d,e,f,g\n")
    _, out, _ = run("load", "facts.csv", "--dry-run", "--json")
    (unread,) = json.loads(out)["unread"]
    assert unread["count"] == 4
    assert unread["first"] == [f"facts.csv, {name}" for name in "pqrw"]


def test_where_reasons_were_given_is_short_at_80_columns(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wikidata's own IRIs are shown by its prefixes, a place on a line; and nothing is cut."""
    os.chdir(tmp_path)
    wd, word = "http://www.wikidata.org", "<http://wikiba.se/ontology#directClaimNormalized>"
    lines = [
        f"<{wd}/entity/P1{n}> {predicate} <{wd}/entity/Q1> .\n"
        for n in range(3)
        for predicate in (word, f"<{wd}/prop/P{n}>", f"<{wd}/prop/direct/P26>")
    ]
    Path("all.nt").write_text("".join(lines))
    monkeypatch.setenv("COLUMNS", "80")
    _, out, _ = run("load", "rdf:all.nt", "--dry-run")
    assert max(map(len, out.splitlines())) <= 80
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in out.splitlines()]
    at = next(n for n, row in enumerate(rows) if row and row[0].startswith("a word of Wikidata"))
    places = [row[2] for row in rows[at : at + 9]]
    assert [place for place in places if place.startswith("all.nt")][:3] == places[0:9:3]
    assert "".join(places).replace(" ", "") == "".join(
        f"all.nt,wd:P1{n}wikibase:directClaimNormalized" for n in range(3)
    )
    assert "p:P0" in out and "wikiba.se" not in out


def test_a_missing_licence_is_said_at_load_and_export(run: Run, small: Path) -> None:
    os.chdir(small)
    table = ("load", "tsv:facts.tsv", "--labels", "names.tsv")
    said = run(*table, "--store", "oxigraph:silent")[2]
    assert "no licence is known of facts.tsv: name it with --licence" in said
    run("mine", "symmetry", "--store", "oxigraph:silent", "--out", "mined")
    assert "no licence is known of" in run("export", "mined", "--out", "bench")[2]
    said = run(*table, "--store", "oxigraph:named", "--licence", "CC0-1.0")[2]
    assert "no licence" not in said
