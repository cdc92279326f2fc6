"""One identifier in several spellings is one entity, in every source and store."""

import json
from pathlib import Path

import pyoxigraph as ox
import pytest

from kgforge import graph, stores
from kgforge.graph import lookups
from tests.cases.case import run

ENTITIES = (
    "http://www.wikidata.org/entity/Q64",
    "https://www.wikidata.org/entity/Q64",
    "https://www.wikidata.org/wiki/Q64",
    "http://m.wikidata.org/wiki/Q64",
)


@pytest.mark.parametrize("engine", ["oxigraph:graph", "duckdb:graph.db"])
@pytest.mark.parametrize("suffix", ["nt", "ttl", "tsv"])
def test_wikidata_ids_have_one_spelling(
    engine: str, suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    country = "http://www.wikidata.org/prop/direct/P17"
    rows = [(entity, country, "http://www.wikidata.org/entity/Q183") for entity in ENTITIES]
    if suffix == "tsv":
        text = "".join("\t".join(row) + "\n" for row in rows)
    else:
        text = "".join(" ".join(f"<{term}>" for term in row) + " .\n" for row in rows)
    Path(f"g.{suffix}").write_text(text)
    loaded = run("load", f"g.{suffix}", "--store", engine, "--json")
    assert loaded.status == 0, loaded.err
    assert json.loads(loaded.out)["stored"] == 1
    with stores.open(engine) as opened:
        assert lookups.counts(opened)["facts"] == 1


def test_mended_names_are_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    label = "<http://www.w3.org/2000/01/rdf-schema#label>"
    Path("g.nt").write_text(
        f'<http://e.org/1> {label} "AT&amp;T"@en .\n<http://e.org/1> <http://e.org/p> "x" .\n'
    )
    loaded = run("load", "g.nt", "--store", "oxigraph:graph", "--json")
    assert loaded.status == 0, loaded.err
    assert [entry["count"] for entry in json.loads(loaded.out)["skipped"]] == [1]
    with stores.open("oxigraph:graph") as opened:
        book = graph.Book(opened, "en")
        book.ask(["http://e.org/1"])
        assert book["http://e.org/1"].label == "AT&T"


OF_WIKIDATA = """\
subject\tpredicate\tobject
http://www.wikidata.org/entity/Q42/\tp:P40\tQ5
https://www.wikidata.org/wiki/Q42#sitelinks\tProperty:P40\twww.wikidata.org/wiki/Q5
https://www.wikidata.org/wiki/Q42?uselang=de\twikidata.org/wiki/Property:P40\twd:Q5
Wikidata:Q42\tWikidata:P40\thttp://www.wikidata.org/entity/q5
WIKIDATA:Q42\thttp://www.wikidata.org/entity/P40\thttp://www.wikidata.org/wiki/Special:EntityPage/Q5
http://www.wikidata.org/wiki/Special:EntityData/Q42.json\tP40\tq5
https://m.wikidata.org/wiki/Special:EntityData/Q42.ttl?flavor=simple\twdt:P40\tItem:Q5
"""


@pytest.mark.parametrize("engine", ["oxigraph:graph", "duckdb:graph.db"])
def test_all_spellings_of_a_wikidata_id_are_one_in_a_table(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("g.tsv").write_text(OF_WIKIDATA, "utf-8")
    Path("labels.tsv").write_text("id\tlabel\nQ42\tDouglas\nq5\thuman\nWikidata:P40\tchild\n")
    loaded = run("load", "g.tsv", "--labels", "labels.tsv", "--store", engine, "--json")
    assert loaded.status == 0, loaded.err
    report = json.loads(loaded.out)
    assert (report["read"], report["stored"]) == (7, 1)
    with stores.open(engine) as opened:
        book = graph.Book(opened, "en")
        q42, q5 = ("http://www.wikidata.org/entity/Q42", "http://www.wikidata.org/entity/Q5")
        book.ask([q42, q5, "http://www.wikidata.org/prop/direct/P40"])
        assert [book[q42].label, book[q5].label] == ["Douglas", "human"]
        assert book["http://www.wikidata.org/prop/direct/P40"].label == "child"


@pytest.mark.parametrize("engine", ["oxigraph:graph", "duckdb:graph.db"])
@pytest.mark.parametrize("suffix", ["nt", "ttl", "tsv"])
@pytest.mark.parametrize(
    "spelled",
    [
        [
            "http://www.wikidata.org/entity/Q42",
            "http://www.wikidata.org/entity/Q42/",
            "http://www.wikidata.org/entity/q42",
            "https://www.wikidata.org/wiki/Q42#sitelinks",
            "https://www.wikidata.org/wiki/Q42?uselang=de",
            "http://www.wikidata.org/wiki/Special:EntityPage/Q42",
        ],
        [
            "http://dbpedia.org/resource/Baden-Württemberg",
            "http://dbpedia.org/resource/Baden-W%C3%BCrttemberg",
            "https://dbpedia.org/resource/Baden-Württemberg",
            "https://dbpedia.org/page/Baden-W%C3%BCrttemberg",
            "http://dbpedia.org/data/Baden-Württemberg.json",
        ],
        [
            "http://purl.obolibrary.org/obo/GO_0008150",
            "https://purl.obolibrary.org/obo/GO_0008150",
            "http://purl.org/obo/owl/GO#GO_0008150",
        ],
    ],
)
def test_ids_of_a_scheme_have_one_spelling(
    spelled: list[str], suffix: str, engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [(one, "http://e.org/p", "http://e.org/Ulm") for one in spelled]
    if suffix == "tsv":
        text = "".join("\t".join(row) + "\n" for row in rows)
    else:
        text = "".join(" ".join(f"<{term}>" for term in row) + " .\n" for row in rows)
    Path(f"g.{suffix}").write_text(text, "utf-8")
    loaded = run("load", f"g.{suffix}", "--store", engine, "--json")
    assert loaded.status == 0, loaded.err
    assert json.loads(loaded.out)["stored"] == 1
    with stores.open(engine) as opened:
        assert lookups.counts(opened)["facts"] == 1


@pytest.mark.parametrize("engine", ["oxigraph:graph", "duckdb:graph.db"])
def test_ids_of_the_obo_foundry_are_one_where_they_are_written_in_several_ways(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("g.tsv").write_text(
        "subject\tpredicate\tobject\n"
        "GO:0006915\tbelow\tGO:0012501\n"
        "http://purl.obolibrary.org/obo/GO_0006915\tbelow\tobo:GO_0012501\n"
        "GO_0006915\tbelow\thttps://purl.obolibrary.org/obo/GO_0012501\n",
        "utf-8",
    )
    Path("labels.tsv").write_text("id\tlabel\nGO:0006915\tapoptosis\n", "utf-8")
    loaded = run("load", "tsv:g.tsv", "--labels", "labels.tsv", "--store", engine, "--json")
    assert loaded.status == 0, loaded.err
    assert json.loads(loaded.out)["stored"] == 1
    with stores.open(engine) as opened:
        book = graph.Book(opened, "en")
        book.ask(["http://purl.obolibrary.org/obo/GO_0006915"])
        assert book["http://purl.obolibrary.org/obo/GO_0006915"].label == "apoptosis"


def test_labels_of_what_is_in_no_fact_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("g.tsv").write_text("Q42\tP106\tQ36180\n", "utf-8")
    Path("labels.tsv").write_text(
        "id\tlabel\nQ42\tDouglas\nq36180\twriter\nP106\toccupation\nQ7\tx\nx1\ty\n", "utf-8"
    )
    loaded = run("load", "g.tsv", "--labels", "labels.tsv", "--store", "oxigraph:graph", "--json")
    assert loaded.status == 0, loaded.err
    [unused] = json.loads(loaded.out)["unused"]
    assert (unused["count"], unused["first"]) == (2, ["wd:Q7", "kg:x1"])


def test_ids_that_are_kept_apart_though_they_may_be_one_are_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("g.nt").write_text(
        "<http://dbpedia.org/resource/Ulm> <http://e.org/in> <http://e.org/P04637> .\n"
        "<https://en.wikipedia.org/wiki/Ulm> <http://e.org/in> <http://purl.uniprot.org/P04637> .\n"
        "<http://e.org/Bonn> <http://e.org/in> <http://f.org/Bonn> .\n"
    )
    loaded = run("load", "g.nt", "--store", "oxigraph:graph")
    assert loaded.status == 0, loaded.err
    assert "in two namespaces, and are kept apart: 2 (as " in loaded.err


MIXED = {
    "http://rdf.freebase.com/ns/m.0k2m6": (
        "/m/0k2m6", "m.0k2m6", "fb:m.0k2m6", "ns:m.0k2m6", "<http://rdf.freebase.com/ns/m.0k2m6>",
        "https://www.freebase.com/m/0k2m6",
    ),
    "https://sws.geonames.org/2921044/": (
        "https://sws.geonames.org/2921044/", "http://sws.geonames.org/2921044",
        "http://www.geonames.org/2921044", "www.geonames.org/2921044", "gn:2921044",
    ),
    "http://linkedlifedata.com/resource/umls/id/C0002395": (
        "C0002395", "UMLS:C0002395", "umls:C0002395",
    ),
    "https://orcid.org/0000-0002-1825-0097": (
        "0000-0002-1825-0097", "orcid:0000-0002-1825-0097", "http://orcid.org/0000-0002-1825-0097",
    ),
    "https://ror.org/032000t02": ("ror:032000t02", "https://ror.org/032000t02"),
    "http://purl.obolibrary.org/obo/MONDO_0007947": (
        "MONDO:0007947", "mondo:0007947", "obo:MONDO_0007947", "MONDO_0007947",
    ),
}  # fmt: skip


@pytest.mark.parametrize("engine", ["oxigraph:graph", "duckdb:graph.db"])
@pytest.mark.parametrize("iri", MIXED)
def test_ids_that_files_write_in_several_ways_are_one(
    iri: str, engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [f"{way}\trelated to\tThing\n" for way in MIXED[iri]]
    Path("g.tsv").write_text("subject\tpredicate\tobject\n" + "".join(rows), "utf-8")
    Path("labels.tsv").write_text(f"id\tlabel\n{MIXED[iri][-1]}\tIts name\n", "utf-8")
    loaded = run("load", "tsv:g.tsv", "--labels", "labels.tsv", "--store", engine, "--json")
    assert loaded.status == 0, loaded.err
    report = json.loads(loaded.out)
    assert (report["read"], report["stored"]) == (len(rows), 1)
    with stores.open(engine) as opened:
        book = graph.Book(opened, "en")
        book.ask([iri])
        assert book[iri].label == "Its name"


def test_a_predicate_of_biolink_is_one_with_its_iri(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ways = ("biolink:has_phenotype", "https://w3id.org/biolink/vocab/has_phenotype")
    rows = ("subject\tpredicate\tobject", *(f"Ann\t{way}\tPain" for way in ways))
    Path("g.tsv").write_text("\n".join(rows) + "\n", "utf-8")
    report = json.loads(run("load", "tsv:g.tsv", "--dry-run", "--json").out)
    assert (report["read"], report["stored"]) == (2, 1)


@pytest.mark.parametrize("way", ["/m/0k2m6", "UMLS:C0002395", "GO:0008150", "gn:2921044"])
def test_ids_that_files_write_in_one_way_stay_as_they_are(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("g.tsv").write_text(f"subject\tpredicate\tobject\n{way}\tis\tThing\n", "utf-8")
    assert run("load", "tsv:g.tsv", "--store", "oxigraph:graph").status == 0
    (fact,) = ox.Store.read_only("graph").quads_for_pattern(None, None, None, ox.DefaultGraph())
    assert str(fact.subject) == f"<urn:kgforge:name:{way}>"
