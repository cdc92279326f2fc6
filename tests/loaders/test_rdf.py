"""The RDF loader, against rdflib on published files, and on small ones."""

import bz2
import gzip
import hashlib
import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pyoxigraph as ox
import pytest
import rdflib
import zstandard

import kgforge
from kgforge import graph, loaders, stores, terms
from kgforge.errors import SourceError
from kgforge.graph import LoadOptions, lookups
from kgforge.loaders import _wikibase
from kgforge.schema import Entry, Label, ReadOptions, Skip, Triple
from tests.sampled import SEED

rdf = loaders.load("rdf")
EX = "http://example.org/"
NAMING = {
    rdflib.RDFS.label,
    rdflib.SKOS.prefLabel,
    rdflib.SKOS.altLabel,
    rdflib.URIRef("http://schema.org/description"),
    rdflib.URIRef("https://schema.org/description"),
}


OTHERS = {
    rdflib.FOAF.name,
    rdflib.DC.title,
    rdflib.DCTERMS.title,
    rdflib.URIRef("http://schema.org/name"),
}


def read(path: Path, **options: Any) -> list[Entry]:
    return list(rdf.read(path, ReadOptions(**options)))


def written(folder: Path, text: str, name: str = "graph.ttl") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def triples(entries: Iterable[Entry]) -> list[Triple]:
    return [triple for entry in entries for triple in entry.triples]


def labels(entries: Iterable[Entry]) -> list[Label]:
    return [label for entry in entries for label in entry.labels]


# ── Published files ─────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    "name",
    [
        "ontologies/bfo-core.ttl", "ontologies/family.ttl", "ontologies/foaf.ttl",
        "ontologies/koala.owl", "ontologies/musicontology.ttl", "ontologies/pizza.owl",
        "ontologies/prov-o.ttl", "ontologies/skos.ttl", "ontologies/wine.ttl",
    ],
)  # fmt: skip
def test_published_graphs_hold_what_rdflib_finds(shared: Path, name: str) -> None:
    path = shared / name
    syntax = "xml" if path.suffix == ".owl" else "turtle"
    graph = rdflib.Graph().parse(path, format=syntax, publicID=f"file:///{path.name}")
    facts, names = set(), set()
    left_out = {
        *graph.subjects(rdflib.RDF.type, rdflib.OWL.Axiom),
        *graph.subjects(rdflib.OWL.deprecated),
    }
    for subject in left_out:  # what annotates axioms, and what no longer holds, is no fact
        graph.remove((subject, None, None))
        graph.remove((None, None, subject))
    for subject, predicate, object in graph:
        if predicate in {*NAMING, *OTHERS} and isinstance(object, rdflib.Literal):
            if object.language in {None, "en"}:
                names.add((str(object), object.language or "en"))
        else:
            facts.add((_shape(subject), str(predicate), _shape(object)))
    entries = read(path)
    found = [*triples(entries), *(axiom for entry in entries for axiom in entry.axioms)]
    assert {(_short(t.subject), t.predicate, _short(t.object)) for t in found} == facts
    blank = {n for t in found for n in (t.subject, t.object) if n.startswith("urn:kgforge:blank:")}
    assert len(blank) == len({n for n in graph.all_nodes() if isinstance(n, rdflib.BNode)})
    assert {(label.text, label.language) for label in labels(entries)} == names
    assert sum(entry.documents for entry in entries) == 1


def _shape(node: Any) -> str:
    """A node without what parsers may say otherwise: names of blanks, forms of literals."""
    if isinstance(node, rdflib.BNode):
        return "_:"
    return '"' if isinstance(node, rdflib.Literal) else str(node)


def _short(term: str) -> str:
    if term.startswith("urn:kgforge:blank:"):
        return "_:"
    return '"' if terms.is_literal(term) else term


def test_all_published_ontologies_load(shared: Path) -> None:
    files = sorted((shared / "ontologies").iterdir())
    assert len(files) == 19
    for path in files:
        assert len(triples(read(path))) > 100
        assert rdf.recognises(path)


def test_a_wikidata_propertys_labels_lie_on_its_predicate(shared: Path) -> None:
    found = labels(read(shared / "wikidata_rdf" / "P10_truthy.ttl"))
    assert {label.entity for label in found} == {terms.wikidata_predicate("P10")}
    assert Label(terms.wikidata_predicate("P10"), "alias", "gif", "en") in found


# ── Syntaxes ────────────────────────────────────────────────────────────────────────────────────
A_B_C = Triple(f"{EX}a", f"{EX}b", f"{EX}c")
NT = f"<{EX}a> <{EX}b> <{EX}c> .\n"
XML = (
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://example.org/">'
    '<rdf:Description rdf:about="http://example.org/a"><e:b rdf:resource="http://example.org/c"/>'
    "</rdf:Description></rdf:RDF>"
)
TURTLE = f"# a comment\n@prefix e: <{EX}> .\ne:a e:b e:c ."
JSON_LD = f'{{"@id": "{EX}a", "{EX}b": {{"@id": "{EX}c"}}}}'
NQ = f"<{EX}a> <{EX}b> <{EX}c> <{EX}g> .\n"
TRIG = f"PREFIX e: <{EX}>\ne:g {{ e:a e:b e:c }}"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("g.ttl", TURTLE), ("g.nt", NT), ("g.nq", NQ), ("g.trig", TRIG), ("g.n3", TURTLE),
        ("g.rdf", XML), ("g.owl", XML), ("g.owl", TURTLE), ("g.xml", '<?xml version="1.0"?>' + XML),
        ("g.jsonld", JSON_LD), ("g.json", JSON_LD), ("g", NT), ("g", NQ), ("g.dat", TRIG),
    ],
)  # fmt: skip
def test_every_syntax_is_read(tmp_path: Path, name: str, text: str) -> None:
    path = written(tmp_path, text, name)
    assert triples(read(path)) == [A_B_C]
    assert rdf.recognises(path)


@pytest.mark.parametrize(
    ("suffix", "pack"),
    [(".gz", gzip.compress), (".bz2", bz2.compress), (".zst", zstandard.compress)],
)
def test_compressed_files_are_read(tmp_path: Path, suffix: str, pack: Any) -> None:
    path = tmp_path / f"g.nt{suffix}"
    path.write_bytes(pack(NT.encode()))
    assert triples(read(path)) == [A_B_C]
    assert rdf.recognises(path)


def test_named_graphs_are_merged(tmp_path: Path) -> None:
    assert triples(read(written(tmp_path, NQ + NT, "g.nq"))) == [A_B_C, A_B_C]


def test_relative_iris_do_not_depend_on_the_folder(tmp_path: Path) -> None:
    (found,) = triples(read(written(tmp_path, "<#a> <b> <> .", "my graph.ttl")))
    assert found == Triple("file:///my%20graph.ttl#a", "file:///b", "file:///my%20graph.ttl")


# ── Terms and labels ────────────────────────────────────────────────────────────────────────────
def test_blank_nodes_are_numbered_as_they_appear(tmp_path: Path) -> None:
    path = written(tmp_path, f"_:z <{EX}b> _:a . _:a <{EX}b> [ <{EX}b> _:z ] .")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    one, two, three = (f"urn:kgforge:blank:{digest}:{n}" for n in (1, 2, 3))
    found = triples(read(path))
    assert found == triples(read(path))
    pairs = {(triple.subject, triple.object) for triple in found}
    assert pairs == {(one, two), (two, three), (three, one)}


def test_literals_keep_datatype_and_language(tmp_path: Path) -> None:
    text = f'<{EX}a> <{EX}b> "x\\n", "x"@en-GB, 7, "7"^^<{EX}t> .'
    assert [triple.object for triple in triples(read(written(tmp_path, text)))] == [
        '"x\\n"',
        '"x"@en-gb',
        '"7"^^<http://www.w3.org/2001/XMLSchema#integer>',
        f'"7"^^<{EX}t>',
    ]


def test_names_in_the_languages_asked_for_are_labels(tmp_path: Path) -> None:
    text = f"""
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    @prefix schema: <https://schema.org/> .
    <{EX}a> rdfs:label "A"@EN, "Ah"@de, "Un"@fr, "bare", <{EX}not-a-name> ;
        skos:prefLabel "pA"@en ; skos:altLabel "aA"@en ; schema:description "dA"@en ;
        rdfs:comment "a fact"@en .
    """
    entries = read(written(tmp_path, text), languages=("de", "en"))
    assert set(labels(entries)) == {
        Label(f"{EX}a", "label", "A", "en"),
        Label(f"{EX}a", "label", "Ah", "de"),
        Label(f"{EX}a", "label", "bare", "de"),
        Label(f"{EX}a", "label", "pA", "en"),
        Label(f"{EX}a", "alias", "aA", "en"),
        Label(f"{EX}a", "description", "dA", "en"),
    }
    assert [triple.object for triple in triples(entries)] == [f"{EX}not-a-name", '"a fact"@en']
    reason = "names in a language that is not asked for"
    assert skips(entries) == [Skip(reason, f"{EX}a @fr", usual=True)]


def test_entries_are_batches_of_one_document(tmp_path: Path) -> None:
    text = "".join(f"<{EX}{n}> <{EX}b> <{EX}c> .\n" for n in range(2_500))
    entries = read(written(tmp_path, text, "g.nt"))
    assert [len(entry.triples) for entry in entries] == [1000, 1000, 500]
    assert [entry.documents for entry in entries] == [1, 0, 0]
    assert read(written(tmp_path, "", "empty.nt")) == [Entry()]


# ── Bad files ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("g.ttl", TURTLE + "\ne:a e:b", r"g\.ttl, line 4: malformed Turtle"),
        ("g.rdf", XML[:-9], r"g\.rdf, line 1: malformed RDF/XML"),
        ("g.jsonld", JSON_LD[:-1], r"g\.jsonld, line 1: malformed JSON-LD"),
        ("g.ttl", "@prefix e: no-iri .\n", r"g\.ttl, line 1: malformed Turtle"),
        ("g.dat", "a,b,c\n", r"cannot tell the RDF syntax of .*g\.dat"),
        ("g.xml", "<html></html>", r"cannot read .*g\.xml as RDF: it looks like an HTML page"),
        ("g.ttl", "no RDF at all", r"g\.ttl, line 1: malformed Turtle"),
    ],
)
def test_an_error_of_syntax_names_file_and_line(
    tmp_path: Path, name: str, text: str, message: str
) -> None:
    with pytest.raises(SourceError, match=message):
        read(written(tmp_path, text, name))


@pytest.mark.parametrize(
    ("suffix", "pack"),
    [(".gz", gzip.compress), (".bz2", bz2.compress), (".zst", zstandard.compress)],
)
def test_a_truncated_file_names_file_and_offset(
    shared: Path, tmp_path: Path, suffix: str, pack: Any
) -> None:
    whole = pack((shared / "ontologies" / "dbpedia-ontology.ttl").read_bytes())
    path = tmp_path / f"cut.ttl{suffix}"
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(SourceError, match=rf"cut\.ttl\{suffix}: truncated or damaged after \d+ by"):
        read(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"absent\.ttl: No such file"):
        read(tmp_path / "absent.ttl")


# ── Wikidata's own ──────────────────────────────────────────────────────────────────────────────
WD, WDT = terms.PREFIXES["wd"], terms.PREFIXES["wdt"]


@pytest.mark.parametrize(
    ("name", "facts", "left_out"),
    [
        ("P10_truthy", 15, 100),
        ("Q57160439_truthy", 24, 146),
        ("dates_truthy", 8, 197),  # six of them known to ten thousand years or less precisely
    ],
)
def test_of_published_files_of_wikidata_only_direct_statements_are_facts(
    shared: Path, name: str, facts: int, left_out: int
) -> None:
    path = shared / f"wikidata_rdf/{name}.ttl"
    graph = rdflib.Graph().parse(path, format="turtle")
    entries = read(path)
    wanted = {(str(s), str(p)) for s, p, _ in graph if str(p).startswith(WDT)}
    assert {(one.subject, one.predicate) for one in triples(entries)} == wanted
    assert len(triples(entries)) == facts
    skipped = [skip for entry in entries for skip in entry.skipped]
    named = sum(p in NAMING for _, p, _ in graph)
    assert len(skipped) == left_out == len(graph) - facts - named
    assert all(skip.triple and skip.usual for skip in skipped)


@pytest.mark.parametrize(("name", "facts", "left_out"), [("P10", 15, 85), ("Q57160439", 24, 122)])
def test_nodes_of_statements_give_the_facts_of_direct_ones_where_a_file_has_none(
    shared: Path, name: str, facts: int, left_out: int
) -> None:
    """Wikidata's truthy file of the same entity says which these are."""
    entries = read(shared / f"wikidata_rdf/{name}_not_truthy.ttl")
    direct = triples(read(shared / f"wikidata_rdf/{name}_truthy.ttl"))
    assert sorted(map(str, triples(entries))) == sorted(map(str, direct))
    assert len(direct) == facts
    assert sum(one.triple for entry in entries for one in entry.skipped) == left_out
    assert {one.reason for entry in entries for one in entry.remarks} == {_wikibase.OF_NODE}
    assert sum(len(entry.remarks) for entry in entries) == facts


DUMP = f"""\
<http://wikiba.se/ontology#Dump> <http://schema.org/dateModified> "2026-01-01T00:00:00Z"^^<{terms.XSD}dateTime> .
<https://www.wikidata.org/wiki/Special:EntityData/Q42> <http://schema.org/about> <{WD}Q42> .
<{WD}Q42> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://wikiba.se/ontology#Item> .
<{WD}Q42> <http://www.w3.org/2000/01/rdf-schema#label> "Douglas Adams"@en .
<{WD}Q42> <http://www.w3.org/2004/02/skos/core#prefLabel> "Douglas Adams"@en .
<{WD}Q42> <http://schema.org/name> "Douglas Adams"@en .
<{WD}Q42> <http://www.w3.org/2000/01/rdf-schema#label> "Дуглас Адамс"@ru .
<{WD}Q42> <http://www.w3.org/2004/02/skos/core#altLabel> "Douglas N. Adams"@en .
<{WD}Q42> <http://schema.org/description> "English author (1952–2001)"@en .
<{WD}Q42> <http://wikiba.se/ontology#sitelinks> "123"^^<{terms.XSD}integer> .
<{WD}Q42> <http://schema.org/version> "1"^^<{terms.XSD}integer> .
<{WD}Q42> <{WDT}P31> <{WD}Q5> .
<{WD}Q42> <{WDT}P569> "1952-03-11T00:00:00Z"^^<{terms.XSD}dateTime> .
<{WD}Q42> <{WDT}P1971> "+1"^^<{terms.XSD}decimal> .
<{WD}Q42> <{WDT}P451> <http://www.wikidata.org/.well-known/genid/77b1d9a4b1b0b8f6> .
<{WD}Q42> <{WDT}P106> <{WD}Q36180> .
<{WD}Q42> <{WDT}P106> _:genid1 .
<{WD}Q42> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.wikidata.org/prop/novalue/P40> .
<{WD}Q42> <http://www.wikidata.org/prop/direct-normalized/P214> <http://viaf.org/viaf/113230702> .
<{WD}Q42> <http://www.wikidata.org/prop/P31> <{WD}statement/Q42-F078E5B3-F9A8-480E-B7AC-D97778CBBEF9> .
<{WD}statement/Q42-F078E5B3-F9A8-480E-B7AC-D97778CBBEF9> <http://wikiba.se/ontology#rank> <http://wikiba.se/ontology#NormalRank> .
<https://en.wikipedia.org/wiki/Douglas_Adams> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://schema.org/Article> .
<https://en.wikipedia.org/wiki/Douglas_Adams> <http://schema.org/about> <{WD}Q42> .
<https://en.wikipedia.org/wiki/Douglas_Adams> <http://schema.org/name> "Douglas Adams"@en .
<{WD}Q1000123> <http://www.w3.org/2002/07/owl#sameAs> <{WD}Q42> .
<{WD}P31> <http://www.w3.org/2000/01/rdf-schema#label> "instance of"@en .
"""  # noqa: E501
"""Lines as Wikidata's truthy dump has them: its statements (CC0)."""
FACTS = {
    Triple(f"{WD}Q42", f"{WDT}P31", f"{WD}Q5"),
    Triple(f"{WD}Q42", f"{WDT}P106", f"{WD}Q36180"),
    Triple(f"{WD}Q42", f"{WDT}P569", f'"1952-03-11T00:00:00Z"^^<{terms.XSD}dateTime>'),
    Triple(f"{WD}Q42", f"{WDT}P1971", f'"+1"^^<{terms.XSD}decimal>'),
}
REASONS = {
    "somevalue": 2,
    "novalue": 1,
    "about the dump or its pages": 2,
    "a type of Wikidata's own": 1,
    "a word of Wikidata's own (wikibase:)": 1,
    "a name once more (schema:name)": 2,
    "a normalised value (wdtn:)": 1,
    "of a statement's node (p:, ps:, pq:, rank)": 2,
    "of a page (sitelink)": 3,
    "no direct statement (wdt:)": 1,
    "names in a language that is not asked for": 1,
}


def test_of_a_truthy_dump_each_line_is_a_fact_a_name_or_counted(tmp_path: Path) -> None:
    entries = read(written(tmp_path, DUMP, "some.nt"))
    assert set(triples(entries)) == FACTS
    assert set(labels(entries)) == {
        Label(f"{WD}Q42", "label", "Douglas Adams", "en"),
        Label(f"{WD}Q42", "alias", "Douglas N. Adams", "en"),
        Label(f"{WD}Q42", "description", "English author (1952–2001)", "en"),
        Label(f"{WDT}P31", "label", "instance of", "en"),
    }
    assert Counter(skip.reason for entry in entries for skip in entry.skipped) == REASONS


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("store", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
def test_what_stores_read_by_themselves_of_a_dump_is_the_same(
    tmp_path: Path, store: str, strict: bool
) -> None:
    """In either order of its lines, and with many of them in a block."""
    for name, text in (
        ("one", DUMP),
        ("turned", "".join(reversed(DUMP.splitlines(keepends=True)))),
        ("late", DUMP * 60),
    ):
        path = written(tmp_path, text, f"{name}.nt")
        fast = store.format(tmp_path / name)
        (tmp_path / name).mkdir()
        slow = f"oxigraph:{tmp_path / name}/slow"
        reports = [
            msgspec.structs.replace(
                kgforge.load([str(path)], address, LoadOptions(strict=strict, limit=limit)),
                store="",
            )
            for address, limit in ((fast, None), (slow, 10**6))
        ]
        assert reports[0] == reports[1]
        assert reports[0].facts == len(FACTS)
        found = []
        for address in (fast, slow):
            with stores.open(address) as graph_:
                found.append(tuple(set(graph.ask(graph_, asked)) for asked in ("facts", "names")))
        assert found[0] == found[1]


@pytest.mark.parametrize("store", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
@pytest.mark.parametrize("name", ["g.ttl", "g.nt"])
@pytest.mark.parametrize("site", ["https://www.wikidata.org/", "http://wikidata.org/"])
def test_direct_statements_in_another_spelling_are_facts(
    tmp_path: Path, store: str, name: str, site: str
) -> None:
    path = written(tmp_path, DUMP.replace("http://www.wikidata.org/", site), name)
    usual = kgforge.load([str(written(tmp_path, DUMP, f"usual-{name}"))], store.format(tmp_path))
    report = kgforge.load([str(path)], store.format(tmp_path))
    assert usual.facts == report.facts > 0
    assert report.stored == 0


@pytest.mark.parametrize("store", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
def test_unknown_values_are_told_wherever_they_stand(tmp_path: Path, store: str) -> None:
    genid = "<http://www.wikidata.org/.well-known/genid/abc>"
    text = "".join(f"<{WD}Q{n}> <{WDT}P31> <{WD}Q5> .\n" for n in range(1, 1002))
    text += f"<{WD}Q2> <{WDT}P570> _:genid1 .\n<{WD}Q3> <{WDT}P570> {genid} .\n"
    kept = f"<{EX}a> <{WDT}P570> _:b .\n<{EX}a> <{EX}p> {genid} .\n"
    path = written(tmp_path, text + kept, "g.nt")
    report = kgforge.load([str(path)], store.format(tmp_path))
    assert (report.read, report.facts) == (1005, 1003)
    assert [(one.reason, one.count) for one in report.skipped] == [("somevalue", 2)]
    assert len(triples(read(path))) == 1003


@pytest.mark.parametrize("store", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
@pytest.mark.parametrize(
    "own",
    [
        f"<{WD}Q1> <http://www.wikidata.org/prop/P31> <{WD}statement/Q1-ab>",
        f"<{WD}Q1> <http://www.wikidata.org/prop/direct-normalized/P244> <http://id.loc.gov/x>",
        f"<{WD}L1> <http://wikiba.se/ontology#lemma> <{EX}lemma>",
        f"<https://www.wikidata.org/wiki/Special:EntityData/Q1> <{EX}version> <{EX}one>",
        f"<http://wikiba.se/ontology#Dump> <{EX}version> <{EX}one>",
    ],
)
def test_what_only_wikidata_says_is_no_fact_wherever_it_stands(
    tmp_path: Path, store: str, own: str
) -> None:
    """Behind so many others that the file is not known for its own; direct ones are facts."""
    text = "".join(f"<{EX}s{n}> <{EX}p> <{EX}o> .\n" for n in range(1000))
    text += f"<{WD}Q1> <{WDT}P31> <{WD}Q5> .\n"
    path = written(tmp_path, f"{text}{own} .\n", "g.nt")
    report = kgforge.load([str(path)], store.format(tmp_path))
    assert (report.read, report.facts, report.skipped_triples) == (1002, 1001, 1)
    assert len(triples(read(path))) == 1001


SCHEMA = terms.PREFIXES["schema"]
RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"


def _sitelink(n: int) -> list[str]:
    page = f"<https://en.wikipedia.org/wiki/X{n}>"
    return [
        f"{page} <{RDF_TYPE}> <{SCHEMA}Article> .\n",
        f"{page} <{SCHEMA}about> <{WD}Q{n}> .\n",
        f'{page} <{SCHEMA}inLanguage> "en" .\n',
        f"{page} <{SCHEMA}isPartOf> <https://en.wikipedia.org/> .\n",
        f'{page} <{SCHEMA}name> "X{n}"@en .\n',
    ]


def _sample() -> list[str]:
    """As a truthy sample has it, of whose first statements none is surely Wikidata's own."""
    return [
        line
        for n in range(1, 40)
        for line in (
            f"<{WD}Q{n}> <{WDT}P26> <{WD}Q{n + 1}> .\n",
            f'<{WD}Q{n}> <http://www.w3.org/2000/01/rdf-schema#label> "x{n}"@en .\n',
            *_sitelink(n),
        )
    ] + [
        '<https://en.wikipedia.org/> <http://wikiba.se/ontology#wikiGroup> "wikipedia" .\n',
        f"<https://en.wikipedia.org/wiki/X1> <http://wikiba.se/ontology#badge> <{WD}Q1> .\n",
    ]


@pytest.mark.parametrize("store", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
@pytest.mark.parametrize("order", [list, lambda lines: lines[::-1], sorted])
def test_sitelinks_are_no_facts_wherever_they_stand(tmp_path: Path, store: str, order: Any) -> None:
    text = "".join(order(_sample()))
    path = written(tmp_path, text, "g.nt")
    report = kgforge.load([str(path)], store.format(tmp_path))
    assert (report.read, report.facts) == (39 * 6 + 2, 39)
    assert [(one.reason, one.count) for one in report.skipped] == [
        ("a word of Wikidata's own (wikibase:)", 2), ("of a page (sitelink)", 39 * 5)]  # fmt: skip
    assert len(triples(read(path))) == len(triples(read(written(tmp_path, text)))) == 39


@pytest.mark.parametrize("store", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
def test_what_others_say_of_pages_are_facts(tmp_path: Path, store: str) -> None:
    """Of a page that is about no entity of Wikidata, and of one that is what only they say."""
    own = [line for line in _sitelink(50) if f"<{SCHEMA}about>" not in line]
    own += [
        f"<https://en.wikipedia.org/wiki/X1> <{EX}cites> <https://en.wikipedia.org/wiki/X2> .\n",
        f'<{EX}a> <{SCHEMA}name> "A"@en .\n',
        f"<{EX}a> <{RDF_TYPE}> <{SCHEMA}Article> .\n",
        f'<{EX}a> <{SCHEMA}inLanguage> "en" .\n',
        f"<{EX}a> <{SCHEMA}about> <{WD}Q1> .\n",
    ]
    path = written(tmp_path, "".join([*own, *_sample()]), "g.nt")
    report = kgforge.load([str(path)], store.format(tmp_path))
    names = 2
    assert report.facts == 39 + len(own) - names == 46
    assert len(triples(read(path))) == 46


def test_of_pages_so_many_are_kept_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of more, what the first say is a fact, unless it is known before that they are sitelinks."""
    monkeypatch.setattr(_wikibase, "_KEPT", 8)
    monkeypatch.setattr(rdf, "_BATCH", 4)
    path = written(tmp_path, "".join(_sample()), "g.nt")
    assert len(triples(read(path))) == 39
    path = written(tmp_path, "".join(sorted(_sample(), key=lambda one: "about" in one)), "g.nt")
    kept = len(triples(read(path))) - 39
    assert 0 < kept < 39 * 4


@pytest.mark.parametrize(
    "text",
    [
        f"<{WD}Q42> <{EX}likes> <{WD}Q5> .\n<{WD}Q42> <{WDT}P31> <{WD}Q5> .\n",
        f"<{EX}a> <http://schema.org/about> <{WD}Q42> .",
        f"<{EX}a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <{EX}Item> .\n",
        "@prefix wikibase: <http://wikiba.se/ontology#> . wikibase:Item a <urn:x:Class> .\n",
        f"@prefix wikibase: <http://wikiba.se/ontology#> . <{WD}Q42> <{EX}p> <{EX}o> .",
        f"@prefix wdt: <{WDT}> . <{EX}a> wdt:P31 [ <{EX}p> <{EX}o> ] .",
    ],
)
def test_rdf_that_is_not_wikidata_s_is_read_whole(tmp_path: Path, text: str) -> None:
    path = written(tmp_path, text)
    entries = read(path)
    assert len(triples(entries)) == len(rdflib.Graph().parse(path, format="turtle"))
    assert not any(entry.skipped for entry in entries)


# ── What is verified as false ───────────────────────────────────────────────────────────────────
FALSE = f"""@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix : <{EX}> .
:a :knows :b .
[] a owl:NegativePropertyAssertion ; owl:sourceIndividual :a ; owl:assertionProperty :knows ;
    owl:targetIndividual :c .
:old owl:targetValue "1952"^^<{terms.XSD}gYear> ; owl:assertionProperty :born ;
    owl:sourceIndividual :a .
:two owl:sourceIndividual :a ; owl:assertionProperty :knows ; owl:targetIndividual :d, :e .
:none a owl:NegativePropertyAssertion .
owl:NegativePropertyAssertion a owl:Class .
"""


def test_negative_property_assertions_are_no_facts(tmp_path: Path) -> None:
    entries = read(written(tmp_path, FALSE))
    assert {triple.subject for triple in triples(entries)} == {
        f"{EX}a", "http://www.w3.org/2002/07/owl#NegativePropertyAssertion"}  # fmt: skip
    assert [one for entry in entries for one in entry.negatives] == [
        Triple(f"{EX}a", f"{EX}knows", f"{EX}c"),
        Triple(f"{EX}a", f"{EX}born", f'"1952"^^<{terms.XSD}gYear>'),
    ]
    broken = {skip.where for entry in entries for skip in entry.skipped}
    assert broken == {f"{EX}two", f"{EX}none"}


@pytest.mark.parametrize("store", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
def test_lines_of_negative_property_assertions_are_no_facts(tmp_path: Path, store: str) -> None:
    quads = ox.parse(FALSE.encode(), format=ox.RdfFormat.TURTLE)
    path = written(tmp_path, "".join(f"{quad} .\n" for quad in quads), "false.nt")
    fast, slow = store.format(tmp_path), f"oxigraph:{tmp_path}/slow"
    report = kgforge.load([str(path)], fast)
    assert (report.facts, report.negatives, report.axioms) == (1, 2, 1)
    kgforge.load([str(path)], slow, LoadOptions(limit=100))
    asked = [(f"{EX}a", f"{EX}knows"), (f"{EX}a", f"{EX}born")]
    for address in (fast, slow):
        with stores.open(address) as found:
            assert graph.false_objects(found, asked) == {
                asked[0]: (f"{EX}c",), asked[1]: (f'"1952"^^<{terms.XSD}gYear>',)}  # fmt: skip
            assert lookups.counts(found)["axioms"] == 2 * 4 + 1  # a class, which is no fact


def test_recognises_its_own_files_only(shared: Path) -> None:
    for other in (
        "trex/sample-output.json",
        "wikidata_json/wd_Q42.json",
        "webnlg/v3.0_en_train/2triples/Food.xml",
        "wikidata/triples.tsv.gz",
        "lama/relations.jsonl",
        "trex/sample-output-Nif.ttl",
    ):
        assert not rdf.recognises(shared / other)


def test_a_term_too_long_for_the_parser_is_told(tmp_path: Path) -> None:
    path = written(tmp_path, f'<e:a> <e:p> "{"x" * (17 << 20)}" .\n', "long.ttl")
    with pytest.raises(SourceError, match=r"long\.ttl: holds a term longer than the RDF parser"):
        read(path)


# ── Line by line ────────────────────────────────────────────────────────────────────────────────
def skips(entries: Iterable[Entry]) -> list[Skip]:
    return [skip for entry in entries for skip in entry.skipped]


BAD = [
    ("oops", "malformed N-Triples"),
    (f"<{EX}a> <{EX}b>", "malformed N-Triples"),
    (f'<{EX}a> <{EX}b> "\x00\udcff" .', "malformed N-Triples"),
    (f'<{EX}a> <{EX}b> "{"x" * 16_000_000}" .', "a line longer than 16 MB"),
]


@pytest.mark.parametrize("name", ["g.nt", "g.nq", "g.nt.gz"])
@pytest.mark.parametrize(("line", "reason"), BAD, ids=range(len(BAD)))
def test_a_malformed_line_is_skipped_with_its_place(
    tmp_path: Path, name: str, line: str, reason: str
) -> None:
    path = tmp_path / name
    text = f"{NT}{line}\r\n# {'é' * 100_000}\n{line}\n{NT}".encode(errors="surrogateescape")
    path.write_bytes(gzip.compress(text, 1) if name.endswith(".gz") else text)
    entries = read(path)
    assert triples(entries) == [A_B_C, A_B_C]
    size = len(line.encode(errors="surrogateescape"))
    offsets = [len(NT), len(NT) + size + 2 + 2 + 200_000 + 1]
    places = [f"line {2 * place}, byte {offsets[place - 1]}" for place in (1, 2)]
    found = skips(entries)
    assert [skip.where.partition(" (")[0] for skip in found] == places
    assert [skip.reason.replace("N-Quads", "N-Triples") for skip in found] == [reason] * 2
    assert all(skip.triple for skip in found)


def test_a_skip_says_what_was_expected_in_few_words(tmp_path: Path) -> None:
    path = written(tmp_path, f"<{EX}a> <{EX}b> {'<' + 'y' * 9000} .\n<a> <b> <c> .\n", "g.nt")
    first, second = skips(read(path))
    assert first.where.startswith("line 1, byte 0 (") and len(first.where) < 300
    assert second.where.startswith("line 2, byte 9") and "Parser error" not in second.where


@pytest.mark.parametrize("address", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
def test_strict_stops_at_the_first_malformed_line(tmp_path: Path, address: str) -> None:
    path = written(tmp_path, NT * 3 + "oops\n" + NT, "g.nt")
    store = address.format(tmp_path)
    message = rf"g\.nt: line 4, byte {3 * len(NT)} \(.*\): malformed N-Triples \(--strict\)"
    with pytest.raises(SourceError, match=message):
        kgforge.load([f"rdf:{path}"], store, LoadOptions(strict=True))
    report = kgforge.load([f"rdf:{path}"], store)
    assert (report.read, report.stored, report.skipped_triples) == (5, 1, 1)


@pytest.mark.parametrize("name", ["g.nt", "g.nq", "g.ttl", "g.trig", "g.n3", "g.ttl.gz"])
def test_a_byte_order_mark_is_no_part_of_a_line(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    text = b"\xef\xbb\xbf" + NT.encode()
    path.write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
    assert triples(read(path)) == [A_B_C]


@pytest.mark.parametrize("store", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
def test_a_long_line_with_a_carriage_return_is_one_line(tmp_path: Path, store: str) -> None:
    path = tmp_path / "g.nt"
    path.write_bytes(f'{NT}<e:a> <e:p> "x\r{"y" * 16_000_000}" .\n{NT}'.encode())
    report = kgforge.load([str(path)], store.format(tmp_path))
    assert (report.read, report.stored, report.skipped_triples) == (3, 1, 1)
    [skipped] = report.skipped
    assert skipped.first == (f"g.nt, line 2, byte {len(NT)}",)


def test_lines_of_the_published_sample_survive_damage(shared: Path, tmp_path: Path) -> None:
    """Of published statements with some lines damaged, all others are read."""
    quads = rdflib.Graph().parse(shared / "wikidata_rdf" / "P10_truthy.ttl")
    lines = sorted(quads.serialize(format="nt").splitlines(keepends=True))
    path = tmp_path / "g.nt"
    bad = range(7, len(lines), 20)
    path.write_text("".join(line[:20] + "\n" if n in bad else line for n, line in enumerate(lines)))
    entries = read(path, languages=())
    broken = [skip for skip in skips(entries) if not skip.usual]
    assert [skip.where.split(",")[0] for skip in broken] == [f"line {n + 1}" for n in bad]
    kept = "".join(line for n, line in enumerate(lines) if n not in bad)
    path.write_text(kept)
    assert triples(entries) == triples(read(path, languages=()))
    assert len(bad) > 3


def test_a_context_elsewhere_is_told_in_plain_words(tmp_path: Path) -> None:
    text = '{"@context": "https://schema.org/", "@id": "urn:a", "name": "A"}'
    with pytest.raises(SourceError, match=r"@context is at another address, and none is fetched"):
        read(written(tmp_path, text, "a.jsonld"))


def test_xml_behind_a_long_doctype_is_known_by_its_suffix(tmp_path: Path) -> None:
    path = tmp_path / "f.rdf"
    rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
    entity = f'<!ENTITY a "{"x" * 160_000}">'
    path.write_text(f"<!DOCTYPE x [{entity}]><rdf:RDF {rdf}>{'&a;' * 20_000}</rdf:RDF>")
    with pytest.raises(SourceError, match=r"f\.rdf.*: malformed RDF/XML \(its entities grow"):
        list(loaders.load("rdf").read(path, ReadOptions()))


# ── Structures ──────────────────────────────────────────────────────────────────────────────────
RDF = terms.PREFIXES["rdf"]
XL = "http://www.w3.org/2008/05/skos-xl#"
STRUCTURED = f"""\
<{EX}claim> <{EX}status> <{EX}disputed> .
<{EX}ulm> <{EX}capitalOf> <{EX}germany> .
<{EX}bob> <{EX}supports> <{EX}claim> .
<{EX}claim> <{RDF}subject> <{EX}bonn> .
<{EX}claim> <{RDF}predicate> <{EX}capitalOf> .
<{EX}claim> <{RDF}object> <{EX}germany> .
<{EX}band> <{EX}members> <{EX}bag> .
<{EX}bag> <{RDF}_2> <{EX}bob> .
<{EX}bag> <{RDF}_1> <{EX}ann> .
<{EX}bag> <{EX}made> <{EX}carol> .
<{EX}band> <{EX}songs> _:list .
<{EX}band> <{EX}prizes> <{RDF}nil> .
_:rest <{RDF}rest> <{RDF}nil> .
_:rest <{RDF}first> "Two" .
_:list <{RDF}rest> _:rest .
_:list <{RDF}first> <{EX}one> .
<{EX}name> <{EX}made> "2010"^^<{terms.XSD}gYear> .
<{EX}ulm> <{XL}prefLabel> <{EX}name> .
<{EX}ulm> <{XL}altLabel> <{EX}nameless> .
<{EX}name> <{XL}literalForm> "Ulm"@en .
<{EX}name> <{XL}literalForm> "Oulm"@fr .
<{EX}alone> <{RDF}_1> <{EX}ann> .
"""
"""Claims, lists and labels, whose statements stand before and behind what needs them."""
ASSERTED = {
    Triple(f"{EX}ulm", f"{EX}capitalOf", f"{EX}germany"),
    Triple(f"{EX}band", f"{EX}members", f"{EX}ann"),
    Triple(f"{EX}band", f"{EX}members", f"{EX}bob"),
    Triple(f"{EX}bag", f"{EX}made", f"{EX}carol"),
    Triple(f"{EX}band", f"{EX}songs", f"{EX}one"),
    Triple(f"{EX}band", f"{EX}songs", '"Two"'),
}
UNASSERTED = {
    "of a statement that is quoted, not asserted (reification)": 5,
    "of a list or container (rdf:first, rdf:rest, rdf:_1)": 7,
    "an empty list": 1,
    "of a label that is a node (SKOS-XL, CIDOC-CRM)": 3,
    "a label without a text (SKOS-XL)": 1,
    "names in a language that is not asked for": 1,
}


@pytest.mark.parametrize("name", ["g.nt", "g.ttl", "g.nq", "g.trig"])
def test_quoted_and_listed_statements_are_no_facts(tmp_path: Path, name: str) -> None:
    entries = read(written(tmp_path, STRUCTURED, name))
    assert set(triples(entries)) == ASSERTED
    assert labels(entries) == [Label(f"{EX}ulm", "label", "Ulm", "en")]
    reasons = Counter(skip.reason for entry in entries for skip in entry.skipped)
    assert reasons == UNASSERTED


@pytest.mark.parametrize("store", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
@pytest.mark.parametrize("name", ["g.nt", "g.ttl", "g.nt.gz"])
def test_stores_that_take_lines_leave_structures_to_the_loader(
    tmp_path: Path, store: str, name: str
) -> None:
    path = tmp_path / name
    text = STRUCTURED.encode()
    path.write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
    slow = f"oxigraph:{tmp_path}/slow"
    report = kgforge.load([str(path)], store.format(tmp_path))
    other = kgforge.load([str(path)], slow, LoadOptions(limit=10**6))
    assert msgspec.structs.replace(report, store=slow) == other
    assert report.facts == len(ASSERTED)
    assert {one.reason: one.count for one in report.skipped} == UNASSERTED


def test_lists_of_an_ontology_are_kept_as_its_axioms(tmp_path: Path) -> None:
    chain = f"<{terms.PREFIXES['owl']}propertyChainAxiom>"
    text = f"<{EX}p> {chain} (<{EX}q> <{EX}r>) ."
    (entry,) = read(written(tmp_path, text))
    assert not entry.triples
    assert [axiom.predicate.rpartition("#")[2] for axiom in entry.axioms] == [
        "propertyChainAxiom", "first", "rest", "first", "rest",
    ]  # fmt: skip
    assert not entry.skipped, "what is kept is not counted as left out"


def test_lists_of_a_left_out_axiom_are_counted(tmp_path: Path) -> None:
    owl = terms.PREFIXES["owl"]
    text = (
        f"<{EX}p> <{owl}propertyChainAxiom> (<{EX}q> <{EX}r>) ; <{owl}deprecated> true . "
        f"<{EX}q> <{owl}propertyChainAxiom> (<{EX}r> (<{EX}s>)) ."
    )
    (entry,) = read(written(tmp_path, text))
    counts = Counter(skip.reason for skip in entry.skipped)
    assert counts == {
        "of a deprecated term (owl:deprecated)": 2,
        "of a list or container (rdf:first, rdf:rest, rdf:_1)": 6,
    }


def test_a_list_that_contains_itself_ends(tmp_path: Path) -> None:
    text = f"<{EX}a> <{EX}b> _:l . _:l <{RDF}first> <{EX}c> ; <{RDF}rest> _:l ."
    assert triples(read(written(tmp_path, text))) == [A_B_C]


def test_a_formula_of_n3_is_not_asserted(tmp_path: Path) -> None:
    text = f"{{ <{EX}x> <{EX}p> <{EX}y> }} => {{ <{EX}y> <{EX}p> <{EX}x> }} . {NT}"
    entries = read(written(tmp_path, text, "rules.n3"))
    assert triples(entries) == [A_B_C]
    assert sum(len(entry.skipped) for entry in entries) == 3


def test_the_version_of_rdf_is_no_statement(tmp_path: Path) -> None:
    for name in ("g.ttl", "g.trig", "g.nt", "g.nq", "g"):
        path = written(tmp_path, f'VERSION "1.2"\n# a comment\n{NT}', name)
        assert rdf.recognises(path)
        entries = read(path)
        assert triples(entries) == [A_B_C]
        assert not skips(entries)


# ── Malformed terms ─────────────────────────────────────────────────────────────────────────────
BAD_TERMS = (
    f"<{EX}50%> <{EX}b> <{EX}c> .",
    f"<{EX}a> <{EX}b> <{EX}c d> .",
    f'<{EX}"a"> <{EX}b> <{EX}c> .',
    f'<{EX}a> <{EX}b> "x"@zh-classical .',
    f'<{EX}a> <{EX}b> "x"@en_US .',
    f'<{EX}a> <{EX}b> "x"^^<{EX}%> .',
)


@pytest.mark.parametrize("bad", BAD_TERMS)
@pytest.mark.parametrize("prefixed", [False, True])
def test_a_malformed_term_costs_its_own_statement(
    tmp_path: Path, bad: str, *, prefixed: bool
) -> None:
    directive = f"@prefix e: <{EX}> .\n" if prefixed else ""
    path = written(tmp_path, f"{directive}{NT}{bad}\n{NT.replace('/c>', '/d>')}")
    report = kgforge.load([str(path)], f"oxigraph:{tmp_path}/graph")
    assert (report.facts, report.skipped_triples) == (2, 1)
    assert [one.count for one in report.skipped] == [1]


@pytest.mark.parametrize("store", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
@pytest.mark.parametrize(
    "bad",
    [
        f'<{EX}p> rdfs:comment "c"^^<{EX}%> .',
        f'<{EX}p> rdfs:comment "c"@zh-classical .',
        f"<{EX}p> rdfs:seeAlso <{EX}50%> .",
        f"<{EX}p> rdfs:range <{EX}c d> .",
        f"<{EX}50%> a owl:ObjectProperty .",
        f'<{EX}p> <{EX}note> "c"^^<{EX}%> .',
        f"<{EX}p> <{EX}creator> <{EX}50%> .",
        f"<{EX}p> <{EX}50%> <{EX}c> .",
        f"<{EX}p> owl:propertyChainAxiom <{EX}50%> .",
    ],
)
def test_a_malformed_term_of_an_axiom_costs_its_own_statement(
    tmp_path: Path, bad: str, store: str
) -> None:
    spaces = "".join(f"@prefix {n}: <{terms.PREFIXES[n]}> .\n" for n in ("owl", "rdfs"))
    path = written(tmp_path, f"{spaces}<{EX}p> a owl:ObjectProperty .\n{bad}\n{NT}")
    report = kgforge.load([str(path)], store.format(tmp_path))
    assert (report.facts, report.axioms) == (1, 1)
    assert [one.count for one in report.skipped] == [1]
    beside = kgforge.load([], f"oxigraph:{tmp_path}/beside", LoadOptions(ontologies=(str(path),)))
    assert beside.axioms == 2
    assert [one.count for one in beside.skipped] == [1]


@pytest.mark.parametrize("bad", [f'<{EX}a> <{EX}b> "x\\q" .', f'<{EX}a> <{EX}b> "x"^^int .'])
def test_a_malformed_escape_costs_its_line(tmp_path: Path, bad: str) -> None:
    path = written(tmp_path, f"{NT}{bad}\n{NT.replace('/c>', '/d>')}")
    report = kgforge.load([str(path)], f"oxigraph:{tmp_path}/graph")
    assert (report.facts, report.skipped_triples) == (2, 1)
    assert report.skipped[0].reason == "malformed Turtle"


@pytest.mark.parametrize("store", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
@pytest.mark.parametrize(
    "rest",
    [
        f"<{EX}a> <{EX}b>\n  <{EX}d> .\n",
        f"<{EX}a> <{EX}b> <{EX}d> ; <{EX}e> 1 .\n",
        f'<{EX}a> <{EX}b> """two.\n<{EX}x> <{EX}y> <{EX}z> .\n""" .\n',
        f"@prefix e: <{EX}> .\ne:a e:b e:d .\n",
        f"<{EX}a> a <{EX}d> .\n",
    ],
)
def test_turtle_that_begins_with_lines_is_read_as_turtle(
    tmp_path: Path, store: str, rest: str
) -> None:
    text = NT * 3000 + rest
    path = written(tmp_path, text)
    graph_ = rdflib.Graph().parse(data=text, format="turtle")
    report = kgforge.load([str(path)], store.format(tmp_path))
    assert report.facts == len(graph_)
    assert not report.skipped


def test_an_underscore_in_a_text_is_no_part_of_a_tag(tmp_path: Path) -> None:
    text = f"""@prefix e: <{EX}> .\ne:a e:b '''he wrote "x"@en_US''' ."""
    assert triples(read(written(tmp_path, text)))[0].object == r'"he wrote \"x\"@en_US"'


# ── Malformed statements ────────────────────────────────────────────────────────────────────────
PREFIXED = f"@prefix e: <{EX}> .\nPREFIX f: <{EX}f/>\ne:a e:b e:c .\n"


@pytest.mark.parametrize("name", ["g.ttl", "g.trig", "g"])
@pytest.mark.parametrize("store", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
@pytest.mark.parametrize(
    ("bad", "place"),
    [
        ("x:a e:b e:d .", "line 4, byte 83 (The prefix x: has not been declared)"),
        ('e:a e:b "x\\q" ; e:d e:e .', "line 4, byte 83 (Unexpected escape character '\\q')"),
        ('e:a e:b "x .', "line 4, byte 83 (a quote or bracket is open)"),
        ("e:a e:b O'Brien .", "line 4, byte 83 (O is not a valid RDF object)"),
        ("e:a e:b <http://open e:c .", "line 4, byte 83"),
        ("e:a e:b e:c, e:d e:e .", "line 4, byte 83"),
        ("e:a e:b e:c ;\n  e:d x:e ;\n  e:f e:g .  # end", "lines 4 to 6, byte 83 (line 5: "),
        ("# of x:\n\nx:a e:b e:d .", "line 6, byte 92"),
        ('e:a e:b "\udcff" .', "line 4, byte 83 (Invalid UTF-8"),
        ("e:a e:b [ e:c x:d ] .", "line 4, byte 83"),
    ],
)
def test_a_malformed_statement_is_skipped_with_its_place(
    tmp_path: Path, name: str, store: str, bad: str, place: str
) -> None:
    path = tmp_path / name
    after = f"@prefix g: <{EX}> .\n[] e:b g:d .\n"
    path.write_bytes(f"{PREFIXED}{bad}\n{after}".encode(errors="surrogateescape"))
    entries = read(path)
    assert [triple.object for triple in triples(entries)] == [f"{EX}c", f"{EX}d"]
    (skip,) = skips(entries)
    assert skip.reason in {"malformed Turtle", "malformed TriG"}
    assert skip.where.startswith(place)
    report = kgforge.load([f"rdf:{path}"], store.format(tmp_path))
    assert (report.read, report.facts, report.skipped_triples) == (3, 2, 1)


def test_many_malformed_statements_are_skipped_each_by_itself(tmp_path: Path) -> None:
    sound = "".join(f"e:a e:b e:n{n} ; e:c _:b{n} .\n" for n in range(700))
    bad = 'e:x e:y "open .\nx:a e:b e:c .\ne:x e:y "open again ; e:y e:z .\n'
    entries = read(written(tmp_path, f"{PREFIXED}{sound}{bad}{sound}{bad}{sound}"))
    assert len(triples(entries)) == 3 * 1400 + 1
    assert len({triple.object for triple in triples(entries)}) == 1400 + 1
    assert len(skips(entries)) == 6


def test_a_text_on_several_lines_is_no_statement(tmp_path: Path) -> None:
    text = (
        f'{PREFIXED}x:a e:b e:c .\ne:a e:d "One.\ne:x e:y e:z .\nlast" ; e:e e:f .\ne:a e:g e:h .'
    )
    entries = read(written(tmp_path, text))
    assert [triple.predicate for triple in triples(entries)] == [EX + name for name in "bdeg"]
    assert len(skips(entries)) == 1
    entries = read(written(tmp_path, text.replace('last"', 'last" x:x')))
    assert [triple.predicate for triple in triples(entries)] == [EX + name for name in "bg"]
    assert [skip.where.partition(",")[0] for skip in skips(entries)] == ["line 4", "lines 5 to 7"]


@pytest.mark.parametrize(
    ("bad", "line", "why"),
    [
        ("@prefix g: e .\n", 4, "it declares a prefix"),
        ('e:a x:b """one .\ne:x e:y e:z .\n""" .\n', 4, "a string of several lines"),
        ('e:a e:b """one .\ne:x e:y e:z .\n', 4, "a quote or bracket is open"),
        ("e:g { e:a e:b e:c .\nx:a e:b e:c .\n}\n", 4, "it holds braces"),
        ("x:a e:b e:c .\ne:a e:b e:c\n", 6, "the file may be cut off"),
    ],
)
def test_a_file_is_refused_where_a_statement_may_end_elsewhere(
    tmp_path: Path, bad: str, line: int, why: str
) -> None:
    path = written(tmp_path, PREFIXED + bad)
    with pytest.raises(SourceError, match=rf"graph\.ttl, line {line}: malformed Turtle .*{why}"):
        read(path)
    with pytest.raises(SourceError, match=why):
        kgforge.load([str(path)], f"oxigraph:{tmp_path}/graph")
    assert not (tmp_path / "graph").exists()


def test_strict_stops_at_a_malformed_statement(tmp_path: Path) -> None:
    path = written(tmp_path, f"{PREFIXED}x:a e:b e:c .\n")
    with pytest.raises(SourceError, match=r"line 4, byte 83 .*: malformed Turtle \(--strict\)"):
        kgforge.load([str(path)], f"oxigraph:{tmp_path}/graph", LoadOptions(strict=True))


OBJECTS = (
    '"x"', '"a b."', '";"', '"@en"', '" ."', '"e:s9 e:p e:o"', '"e:s9 e:p e:o ."', "'y'", '"it\'s"',
    '"#"', '"<"', r'"say \"hi\""', "e:o", f"<{EX}o#1>", "5", "true", '[ e:q "z." ]', '"x"@en',
    '"{"',
)  # fmt: skip


def test_a_statement_broken_at_random_adds_nothing_to_the_others(tmp_path: Path) -> None:
    numbers = random.Random(SEED)

    def said(statements: list[str]) -> tuple[set[tuple[str, str, str]], int]:
        entries = read(written(tmp_path, f"@prefix e: <{EX}> .\n{''.join(statements)}"))
        return {(_short(t.subject), t.predicate, _short(t.object)) for t in triples(entries)}, len(
            skips(entries)
        )

    refused = 0
    for _ in range(300):
        whole = [
            f"e:s{n} e:p {numbers.choice(OBJECTS)} ;\n  e:q {numbers.choice(OBJECTS)} .\n"
            for n in range(5)
        ]
        place = numbers.randrange(5)
        others = said([one for one in whole if one is not whole[place]])[0]
        cut = numbers.randrange(1, len(whole[place]))
        sign = numbers.choice(["", *"\"'<>.;,#\\{}[]()@^:x \n"])
        whole[place] = whole[place][:cut] + sign + whole[place][cut + numbers.randrange(2) :]
        try:
            facts, skipped = said(whole)
        except SourceError:
            refused += 1
            continue
        own = {fact for fact in facts - others if fact[0].startswith((f"{EX}s{place}", "_:"))}
        assert not skipped or facts - own <= others, whole
    assert 0 < refused < 60


# ── Files that are not what they are called ─────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("name", "text"),
    [("g.ttl", XML), ("g.nt", TURTLE), ("g.ttl", JSON_LD), ("g.rdf", TURTLE), ("g.ttl", NQ),
     ("g.jsonld", NT), ("g.nq", XML)],
)  # fmt: skip
def test_a_wrong_suffix_does_not_count(tmp_path: Path, name: str, text: str) -> None:
    path = written(tmp_path, text, name)
    assert rdf.recognises(path)
    assert triples(read(path)) == [A_B_C]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("<!DOCTYPE html>\n<html><body>404</body></html>", "an HTML page"),
        ("format-version: 1.2\n\n[Term]\nid: A:1\nname: a\n", "OBO"),
        ("Prefix(:=<http://example.org/>)\nOntology(<http://example.org/>)", "functional syntax"),
        ("Prefix: : <http://example.org/>\nOntology: <http://example.org/>", "Manchester syntax"),
        ('<?xml version="1.0"?>\n<Ontology xmlns="http://www.w3.org/2002/07/owl#"/>', "OWL/XML"),
        ('{"graphs": [{"nodes": [], "edges": []}]}', "OBO Graphs JSON"),
        ("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "Git LFS"),
    ],
)
@pytest.mark.parametrize("name", ["g.ttl", "g.owl", "g.obo", "g.rdf"])
def test_a_refusal_names_the_format_that_a_file_is_in(
    tmp_path: Path, name: str, text: str, named: str
) -> None:
    path = written(tmp_path, text, name)
    with pytest.raises(SourceError, match=named):
        read(path)
    with pytest.raises(SourceError, match=named):
        kgforge.load([str(path)], f"oxigraph:{tmp_path}/graph")


def test_utf_16_is_named(tmp_path: Path) -> None:
    path = tmp_path / "g.ttl"
    path.write_bytes(TURTLE.encode("utf-16"))
    with pytest.raises(SourceError, match="UTF-16"):
        read(path)


def test_a_file_that_was_cut_off_is_named_so(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="cut off"):
        read(written(tmp_path, TURTLE[:-4]))


def test_documents_on_lines_have_blank_nodes_of_their_own(tmp_path: Path) -> None:
    line = f'{{"@id": "_:b0", "{EX}b": {{"@id": "{EX}c"}}}}\n'
    found = triples(read(written(tmp_path, f"{line}\n{line}", "g.jsonld")))
    assert len({triple.subject for triple in found}) == 2


def test_a_malformed_document_is_skipped_among_others(tmp_path: Path) -> None:
    line = f'{{"@id": "{EX}a", "{EX}b": {{"@id": "{EX}c"}}}}\n'
    entries = read(written(tmp_path, f'{line}{{"@id": \n{line}', "g.jsonld"))
    assert triples(entries) == [A_B_C, A_B_C]
    assert [skip.reason for skip in skips(entries)] == ["malformed JSON-LD"]


def test_a_malformed_document_of_geonames_is_skipped(tmp_path: Path) -> None:
    text = f"{EX}1\n{XML}\n{EX}2\n<rdf:RDF broken>\nno address\n{EX}3\n{XML}\n"
    path = written(tmp_path, text, "all.txt")
    assert rdf.recognises(path)
    entries = read(path)
    assert triples(entries) == [A_B_C, A_B_C]
    assert [skip.where.partition(",")[0] for skip in skips(entries)] == ["line 4", "line 5"]


def test_a_context_elsewhere_is_refused_on_a_line_too(tmp_path: Path) -> None:
    line = f'{{"@context": "https://schema.org", "@id": "{EX}a", "name": "A"}}\n'
    with pytest.raises(SourceError, match="@context is at another address"):
        read(written(tmp_path, line * 2, "g.jsonld"))


# ── Named graphs, markup, names of other vocabularies ───────────────────────────────────────────
GRAPHS = """\
@prefix ex: <http://example.org/> .
ex:checked { ex:Paris ex:capitalOf ex:France . ex:Rome ex:capitalOf ex:Italy . }
ex:rumour { ex:Lyon ex:capitalOf ex:France . }
{ ex:rumour ex:status ex:Retracted . }
"""


def test_merged_graphs_are_named(tmp_path: Path) -> None:
    entries = read(written(tmp_path, GRAPHS, "g.trig"))
    assert len(triples(entries)) == 4
    [doubt] = [doubt for entry in entries for doubt in entry.doubts]
    assert doubt == (
        "its named graphs (2) were merged with one another and with what stands in none; "
        f"statements of each: <{EX}checked> (2), <{EX}rumour> (1)"
    )
    plain = read(written(tmp_path, "<http://e.org/a> <http://e.org/b> <http://e.org/c> .", "p.nq"))
    assert not any(entry.doubts for entry in plain)


NP = "http://www.nanopub.org/nschema#"
NANOPUB = f"""\
<{EX}np> <{EX}createdBy> <{EX}Ann> <{EX}np#info> .
<{EX}Malaria> <{EX}transmittedBy> <{EX}Mosquito> <{EX}np#assertion> .
<{EX}np#assertion> <http://www.w3.org/ns/prov#wasDerivedFrom> <{EX}Trial> <{EX}np#provenance> .
<{EX}np> <{RDF}type> <{NP}Nanopublication> <{EX}np#head> .
<{EX}np> <{NP}hasAssertion> <{EX}np#assertion> <{EX}np#head> .
<{EX}Aspirin> <{EX}treats> <{EX}Pain> .
"""


def test_of_nanopublications_only_the_assertion_is_facts(tmp_path: Path) -> None:
    entries = read(written(tmp_path, NANOPUB, "np.nq"))
    assert triples(entries) == [
        Triple(f"{EX}Malaria", f"{EX}transmittedBy", f"{EX}Mosquito"),
        Triple(f"{EX}Aspirin", f"{EX}treats", f"{EX}Pain"),
    ]
    reasons = Counter(skip.reason for entry in entries for skip in entry.skipped)
    assert reasons == {
        "of a nanopublication, but not of its assertion (provenance, publication info)": 4
    }


@pytest.mark.parametrize("store", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
def test_values_with_markup_are_texts(tmp_path: Path, store: str) -> None:
    path = written(
        tmp_path,
        f'<{EX}Paris> <{EX}history> "<b xmlns:x=\\"http://e.org/\\">old</b> town"'
        f"^^<{RDF}XMLLiteral> .\n"
        f'<{EX}Paris> <{EX}note> "<p>R&amp;D</p><p>site</p>"^^<{RDF}HTML> .\n'
        f'<{EX}Paris> <http://www.w3.org/2000/01/rdf-schema#label> "<i>Paris</i>"'
        f"^^<{RDF}XMLLiteral> .\n",
        "g.nt",
    )
    report = kgforge.load([str(path)], store.format(tmp_path))
    assert report.facts == 2
    reason = "a value with markup (rdf:XMLLiteral, rdf:HTML): its text is read"
    assert {one.reason: one.count for one in report.skipped} == {reason: 2}
    with stores.open(store.format(tmp_path)) as opened:
        pairs = graph.links(opened, [f"{EX}Paris"], [f"{EX}history", f"{EX}note"])
        assert {value for values in pairs.values() for value in values} == {
            '"old town"',
            '"R&D site"',
        }
        book = graph.Book(opened, "en")
        book.ask([f"{EX}Paris"])
        assert book[f"{EX}Paris"].label == "Paris"


CRM = "http://www.cidoc-crm.org/cidoc-crm/"
NAMED_OTHERWISE = f"""\
<{EX}1> <http://schema.org/legalName> "Siemens AG" .
<{EX}2> <https://d-nb.info/standards/elementset/gnd#preferredNameForThePerson> "Bach, Johann" .
<{EX}2> <https://d-nb.info/standards/elementset/gnd#variantNameForThePerson> "Bach, J. S." .
<{EX}3> <{CRM}P1_is_identified_by> <{EX}n1> .
<{EX}3> <{CRM}P1_is_identified_by> <{EX}n2> .
<{EX}n1> <{CRM}P190_has_symbolic_content> "Eisenach" .
<{EX}n2> <{CRM}P190_has_symbolic_content> "GND 4013980-1" .
<{EX}n2> <{RDF}type> <{CRM}E42_Identifier> .
<{EX}1> <{EX}seat> <{EX}3> .
"""


@pytest.mark.parametrize("name", ["g.nt", "g.ttl"])
@pytest.mark.parametrize("store", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
def test_names_by_other_vocabularies(tmp_path: Path, store: str, name: str) -> None:
    address = store.format(tmp_path)
    kgforge.load([str(written(tmp_path, NAMED_OTHERWISE, name))], address)
    with stores.open(address) as opened:
        book = graph.Book(opened, "en")
        book.ask([f"{EX}{number}" for number in range(1, 4)])
        assert [book[f"{EX}{number}"].label for number in range(1, 4)] == [
            "Siemens AG",
            "Bach, Johann",
            "Eisenach",
        ]


def test_a_label_in_another_script_without_a_tag_is_counted(tmp_path: Path) -> None:
    name = "http://www.w3.org/2000/01/rdf-schema#label"
    text = f'<{EX}m> <{name}> "Москва" . <{EX}u> <{name}> "Ulm" . <{EX}k> <{name}> "Москва"@en .'
    entries = read(written(tmp_path, text))
    [skip] = [skip for entry in entries for skip in entry.skipped]
    assert skip.reason.startswith("kept as English, in another script")
    assert skip.where.startswith(f"{EX}m")


# ── Graphs, classes, lists and quantities in two forms ──────────────────────────────────────────
def test_graphs_that_belong_to_no_nanopublication_are_facts(tmp_path: Path) -> None:
    text = f"""\
@prefix np: <{NP}> . @prefix e: <{EX}> . @prefix dct: <http://purl.org/dc/terms/> .
e:head {{ e:np a np:Nanopublication ; np:hasAssertion e:as ; np:hasProvenance e:pr ;
  np:hasPublicationInfo e:pi . }}
e:as {{ e:malaria e:isTransmittedBy e:mosquitoes . }}
e:pr {{ e:as dct:source e:study . }}
e:pi {{ e:np dct:creator e:jane . }}
e:other {{ e:plague e:isTransmittedBy e:fleas . }}
e:scurvy e:isCausedBy e:lack .
"""
    entries = read(written(tmp_path, text, "g.trig"))
    subjects = {one.subject.removeprefix(EX) for one in triples(entries)}
    assert subjects == {"malaria", "plague", "scurvy"}
    assert sum(one.triple for entry in entries for one in entry.skipped) == 6
    (doubt,) = [doubt for entry in entries for doubt in entry.doubts]
    assert "its named graphs (2) were merged" in doubt and "other" in doubt


@pytest.mark.parametrize("used", ["e:Owl e:symbolOf e:Athena .", "e:Owl a owl:NamedIndividual ."])
def test_a_class_that_is_used_as_an_individual_keeps_its_values_as_facts(
    tmp_path: Path, used: str
) -> None:
    text = f"""\
@prefix e: <{EX}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
e:note a owl:AnnotationProperty . e:Owl a owl:Class ; e:lifespan 20 ; e:note "check" ;
  skos:definition "a bird" . e:Bat a owl:Class ; e:lifespan 10 . {used}
"""
    entries = read(written(tmp_path, text))
    found = {(one.subject, one.predicate) for one in triples(entries)}
    assert (f"{EX}Owl", f"{EX}lifespan") in found
    documents = {(one.subject, one.predicate) for entry in entries for one in entry.axioms}
    assert (f"{EX}Bat", f"{EX}lifespan") in documents  # of a class alone, it says what that is
    assert (f"{EX}Owl", f"{EX}note") in documents


def test_members_of_an_ordered_collection_are_its_members(tmp_path: Path) -> None:
    skos = terms.PREFIXES["skos"]
    text = f"<{EX}c> <{skos}memberList> ( <{EX}a> <{EX}b> ) ."
    assert triples(read(written(tmp_path, text))) == [
        Triple(f"{EX}c", f"{skos}member", f"{EX}{name}") for name in "ab"
    ]


DBPEDIA = "".join(
    f"<http://dbpedia.org/resource/{place}> <http://dbpedia.org/ontology/{predicate}> "
    f'"{value}"^^<{datatype}> .\n'
    for place, predicate, value, datatype in (
        ("Berlin", "areaTotal", "8.9E8", f"{terms.XSD}double"),
        ("Hamburg", "areaTotal", "7.5E8", f"{terms.XSD}double"),
        ("Berlin", "populationTotal", "36", f"{terms.XSD}integer"),
        (
            "Berlin", "PopulatedPlace/areaTotal", "891.12",
            "http://dbpedia.org/datatype/squareKilometre",
        ),
    )
)  # fmt: skip


@pytest.mark.parametrize("name", ["g.nt", "g.ttl", "g.nq"])
@pytest.mark.parametrize("engine", ["oxigraph:", "duckdb:"])
def test_of_a_quantity_with_and_without_its_unit_the_one_with_it_is_kept(
    tmp_path: Path, name: str, engine: str
) -> None:
    store = f"{engine}{tmp_path}/graph"
    report = kgforge.load([f"rdf:{written(tmp_path, DBPEDIA, name)}"], store)
    assert (report.read, report.stored, report.skipped_triples) == (4, 3, 1)
    ((reason, first),) = [(one.reason, one.first) for one in report.skipped]
    assert reason == "DBpedia's value without a unit, beside the same with one (dbo:CLASS/PROPERTY)"
    assert first == (f"{name}, dbr:Berlin dbo:areaTotal",)


@pytest.mark.parametrize("engine", ["oxigraph:", "duckdb:"])
def test_nodes_of_statements_are_read_of_lines_too(tmp_path: Path, engine: str) -> None:
    prop, rank = "http://www.wikidata.org/prop/", "http://wikiba.se/ontology#"
    lines = "".join(
        f"<{WD}Q1> <{prop}P27> <{WD}statement/{n}> .\n"
        f"<{WD}statement/{n}> <{prop}statement/P27> <{WD}Q{n}> .\n"
        f"<{WD}statement/{n}> <{rank}rank> <{rank}{name}Rank> .\n"
        for n, name in ((2, "Preferred"), (3, "Normal"), (4, "Deprecated"))
    )
    report = kgforge.load([f"rdf:{written(tmp_path, lines, 'g.nt')}"], f"{engine}{tmp_path}/graph")
    assert (report.read, report.stored) == (9, 1)
    assert {one.reason: one.count for one in report.skipped} == {
        "a statement of deprecated rank": 1,
        "a statement of normal rank beside a preferred one": 1,
        "of a statement's node (p:, ps:, pq:, rank)": 6,
    }
    assert [(one.reason, one.count) for one in report.remarks] == [(_wikibase.OF_NODE, 1)]
