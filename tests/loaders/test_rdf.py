"""The RDF loader, against rdflib on published files, and on small ones."""

import bz2
import gzip
import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import rdflib
import zstandard

import kgforge
from kgforge import loaders, terms
from kgforge.errors import SourceError
from kgforge.graph.loading import LoadOptions
from kgforge.schema import Entry, Label, ReadOptions, Skip, Triple

rdf = loaders.load("rdf")
EX = "http://example.org/"
NAMING = {
    rdflib.RDFS.label,
    rdflib.SKOS.prefLabel,
    rdflib.SKOS.altLabel,
    rdflib.URIRef("http://schema.org/description"),
    rdflib.URIRef("https://schema.org/description"),
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
        "trex/sample-output-Nif.ttl", "wikidata_rdf/Q57160439_truthy.ttl",
    ],
)  # fmt: skip
def test_published_graphs_hold_what_rdflib_finds(shared: Path, name: str) -> None:
    path = shared / name
    syntax = "xml" if path.suffix == ".owl" else "turtle"
    graph = rdflib.Graph().parse(path, format=syntax, publicID=f"file:///{path.name}")
    facts, names = set(), set()
    for subject, predicate, object in graph:
        if predicate in NAMING and isinstance(object, rdflib.Literal):
            if object.language in {None, "en"}:
                names.add((str(object), object.language or "en"))
        else:
            facts.add((_shape(subject), str(predicate), _shape(object)))
    entries = read(path)
    found = triples(entries)
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
        ("g.ttl", "undeclared:a <urn:b> <urn:c> .", r"g\.ttl, line 1: malformed Turtle"),
        ("g.dat", "a,b,c\n", r"cannot tell the RDF syntax of .*g\.dat"),
        ("g.xml", "<html></html>", r"cannot tell the RDF syntax of .*g\.xml"),
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


def test_recognises_its_own_files_only(shared: Path) -> None:
    for other in (
        "trex/sample-output.json",
        "wikidata_json/wd_Q42.json",
        "webnlg/v3.0_en_train/2triples/Food.xml",
        "wikidata/triples.tsv.gz",
        "lama/relations.jsonl",
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


def test_a_byte_order_mark_is_no_part_of_a_line(tmp_path: Path) -> None:
    path = tmp_path / "g.nt"
    path.write_bytes(b"\xef\xbb\xbf" + NT.encode())
    assert triples(read(path)) == [A_B_C]


def test_lines_of_the_published_sample_survive_damage(shared: Path, tmp_path: Path) -> None:
    """Of published statements with some lines damaged, all others are read."""
    quads = rdflib.Graph().parse(shared / "wikidata_rdf" / "P10_truthy.ttl")
    lines = sorted(quads.serialize(format="nt").splitlines(keepends=True))
    path = tmp_path / "g.nt"
    bad = range(7, len(lines), 20)
    path.write_text("".join(line[:20] + "\n" if n in bad else line for n, line in enumerate(lines)))
    entries = read(path, languages=())
    assert [skip.where.split(",")[0] for skip in skips(entries)] == [f"line {n + 1}" for n in bad]
    kept = "".join(line for n, line in enumerate(lines) if n not in bad)
    path.write_text(kept)
    assert triples(entries) == triples(read(path, languages=()))
    assert len(bad) > 3
