"""The T-REx loader, on the published sample and on damaged copies of it."""

import gzip
import json
from pathlib import Path
from typing import Any

import msgspec
import pyoxigraph as ox
import pytest

import kgforge
from kgforge import loaders
from kgforge.errors import SourceError
from kgforge.schema import Entry, Label, ReadOptions, Skip

trex = loaders.load("trex")
Q228 = "http://www.wikidata.org/entity/Q228"


@pytest.fixture
def sample(shared: Path) -> Path:
    return shared / "trex" / "sample-output.json"


def read(path: Path, **options: Any) -> list[Entry]:
    return list(trex.read(path, ReadOptions(**options)))


def written(folder: Path, documents: object, name: str = "documents.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(documents), encoding="utf-8")
    return path


def part(uri: str | None, text: str = "", surface: str | None = None) -> dict[str, Any]:
    """One end of an annotation, found in the text by its surface form."""
    if surface is None:
        return {"uri": uri, "boundaries": None, "surfaceform": None}
    start = text.index(surface)
    return {"uri": uri, "boundaries": [start, start + len(surface)], "surfaceform": surface}


def document(**changes: Any) -> dict[str, Any]:
    """A document of one sentence and one annotation; *changes* go into the annotation."""
    text = "𝔘lm lies in Bavaria's west. Ulm is old."
    annotation = {
        "subject": part("http://www.wikidata.org/entity/Q3012", text, "𝔘lm"),
        "predicate": part("http://www.wikidata.org/prop/direct/P131"),
        "object": part("http://www.wikidata.org/entity/Q980", text, "Bavaria"),
        "sentence_id": 0,
    }
    return {
        "docid": "http://www.wikidata.org/entity/Q3012",
        "uri": "http://www.wikidata.org/entity/Q3012",
        "title": "Ulm",
        "text": text,
        "sentences_boundaries": [[0, 27], [28, 39]],
        "triples": [annotation | changes],
    }


def reasons(entries: list[Entry]) -> list[str]:
    return [skip.reason for entry in entries for skip in entry.skipped]


# ── The published sample ────────────────────────────────────────────────────────────────────────
def test_the_sample_has_112_annotations_84_mentions_46_pairs_21_facts(sample: Path) -> None:
    entries = read(sample)
    mentions = [
        (sentence.id, mention)
        for entry in entries
        for sentence in entry.sentences
        for mention in sentence.mentions
    ]
    assert sum(entry.documents for entry in entries) == 2
    assert sum(len(entry.triples) for entry in entries) == 112
    assert len(set(mentions)) == 84
    assert len({(sentence, mention.fact) for sentence, mention in mentions}) == 46
    assert len({triple for entry in entries for triple in entry.triples}) == 21
    assert not any(entry.skipped for entry in entries)


def test_spans_of_the_sample_hold_the_surface_forms(sample: Path) -> None:
    documents = json.loads(sample.read_text(encoding="utf-8"))
    for entry, source in zip(read(sample), documents, strict=True):
        surfaces = {
            (side["uri"], side["surfaceform"])
            for annotation in source["triples"]
            for side in (annotation["subject"], annotation["object"])
        }
        spans = 0
        for sentence in entry.sentences:
            assert sentence.text in source["text"]
            assert sentence.source == source["uri"]
            for mention in sentence.mentions:
                if mention.subject_span:
                    start, end = mention.subject_span
                    assert (mention.fact.subject, sentence.text[start:end]) in surfaces
                    spans += 1
                if mention.object_span and not mention.fact.object.startswith('"'):
                    start, end = mention.object_span
                    assert (mention.fact.object, sentence.text[start:end]) in surfaces
                    spans += 1
        assert spans > 20


def test_the_date_of_the_sample_is_a_typed_literal(sample: Path) -> None:
    literals = {triple.object for triple in read(sample)[0].triples if triple.object[0] == '"'}
    assert literals == {'"1970-01-22T00:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime>'}


def test_titles_are_labels_in_english_only(sample: Path) -> None:
    first, second = read(sample)
    assert first.labels == (Label(Q228, "label", "Andorra", "en"),)
    assert second.labels[0].text == "Catalan language"
    assert not any(entry.labels for entry in read(sample, languages=("de",)))


def test_a_second_reading_and_a_compressed_one_are_the_same(sample: Path, tmp_path: Path) -> None:
    packed = tmp_path / "sample.json.gz"
    packed.write_bytes(gzip.compress(sample.read_bytes()))
    assert read(sample) == read(packed) == read(sample)


# ── Small documents ─────────────────────────────────────────────────────────────────────────────
def test_offsets_count_code_points_and_are_relative_to_the_sentence(tmp_path: Path) -> None:
    (entry,) = read(written(tmp_path, [document()]))
    (sentence,) = entry.sentences
    (mention,) = sentence.mentions
    assert sentence.text == "𝔘lm lies in Bavaria's west."
    assert mention.subject_span == (0, 3)
    assert mention.object_span == (12, 19)


def test_a_subject_outside_the_sentence_has_no_span(tmp_path: Path) -> None:
    subject = part("http://www.wikidata.org/entity/Q3012", document()["text"], "Ulm")
    (entry,) = read(written(tmp_path, [document(subject=subject)]))
    (mention,) = entry.sentences[0].mentions
    assert mention.subject_span is None
    assert mention.object_span == (12, 19)
    assert entry.skipped == ()


def test_offsets_that_drift_are_counted_and_not_stored(tmp_path: Path) -> None:
    drifted = part("http://www.wikidata.org/entity/Q980", document()["text"], "Bavaria")
    drifted["boundaries"] = [11, 18]
    (entry,) = read(written(tmp_path, [document(object=drifted)]))
    assert len(entry.triples) == 1
    assert entry.sentences[0].mentions[0].object_span is None
    assert entry.skipped == (
        Skip(
            "offsets are not those of the surface form (the triple is kept)",
            "document 1 (http://www.wikidata.org/entity/Q3012), annotation 1",
        ),
    )


def test_sentences_of_two_documents_differ_though_their_text_is_the_same(tmp_path: Path) -> None:
    other = document() | {"docid": "other"}
    first, second = read(written(tmp_path, [document(), other]))
    assert first.sentences[0].text == second.sentences[0].text
    assert first.sentences[0].id != second.sentences[0].id


@pytest.mark.parametrize(
    ("changes", "reason", "kept"),
    [
        ({"object": part(None)}, "no object", 0),
        ({"subject": part("")}, "no subject", 0),
        ({"predicate": part("a name")}, "predicate is not an IRI", 0),
        ({"object": part("5^^a name")}, "datatype is not an IRI", 0),
        ({"object": "Bavaria"}, "malformed annotation", 0),
        ({"sentence_id": 7}, "no such sentence (the triple is kept)", 1),
        ({"sentence_id": None}, "no such sentence (the triple is kept)", 1),
    ],
)
def test_what_cannot_be_used_is_skipped_with_its_reason(
    tmp_path: Path, changes: dict[str, Any], reason: str, kept: int
) -> None:
    (entry,) = read(written(tmp_path, [document(**changes)]))
    assert reasons([entry]) == [reason]
    assert len(entry.triples) == kept
    assert entry.sentences == ()


def test_a_number_with_a_datatype_is_a_literal(tmp_path: Path) -> None:
    (entry,) = read(written(tmp_path, [document(object=part("7^^xsd:integer"))]))
    assert entry.triples[0].object == '"7"^^<http://www.w3.org/2001/XMLSchema#integer>'


def test_a_document_of_another_shape_does_not_stop_the_rest(tmp_path: Path) -> None:
    entries = read(written(tmp_path, [{"docid": 7}, document()]))
    assert [len(entry.triples) for entry in entries] == [0, 1]
    assert entries[0].skipped == (Skip("malformed document", "document 1"),)


# ── The RDF form ────────────────────────────────────────────────────────────────────────────────
NIF = "http://ontology.neuinfo.org/NIF/Backend/nif_backend.owl#"


@pytest.fixture
def turtle(sample: Path) -> Path:
    return sample.with_name("sample-output-Nif.ttl")


def as_lines(turtle: Path, target: Path) -> Path:
    """The same statements as N-Triples, in their order."""
    target.write_bytes(b"".join(f"{one} .\n".encode() for one in ox.parse(path=str(turtle))))
    return target


def untitled(entries: list[Entry]) -> list[Entry]:
    return [msgspec.structs.replace(entry, labels=()) for entry in entries]


def test_the_rdf_form_of_the_sample_is_its_json_form_without_titles(
    sample: Path, turtle: Path, tmp_path: Path
) -> None:
    """The same annotations and sentences, and each mention with the same spans."""
    right = untitled(read(sample))
    for path in (turtle, as_lines(turtle, tmp_path / "sample.nt")):
        found = read(path)
        assert len(found) == len(right) == 2
        for ours, theirs in zip(found, right, strict=True):
            assert ours.triples == theirs.triples
            assert not ours.skipped
            assert {one.id: one.text for one in ours.sentences} == {
                one.id: one.text for one in theirs.sentences
            }
            assert [set(one.mentions) for one in ours.sentences] == [
                set(one.mentions) for one in theirs.sentences
            ]


def test_the_rdf_form_is_recognised_and_refused_as_facts(turtle: Path, tmp_path: Path) -> None:
    for path in (turtle, as_lines(turtle, tmp_path / "sample.nt")):
        report = kgforge.load([str(path)], f"oxigraph:{tmp_path}/{path.suffix}")
        assert report.files == (f"trex:{path.name}",)
        assert (report.documents, report.read, report.stored, report.mentions, report.pairs) == (
            2, 112, 21, 84, 46)  # fmt: skip
        with pytest.raises(SourceError, match=r"annotations of texts .*: read it as trex:"):
            kgforge.load([f"rdf:{path}"], f"oxigraph:{tmp_path}/none")
    assert not (tmp_path / "none").exists()


def unit(number: int, subject: str, object: str, aligner: str, *phrases: str) -> str:
    return (
        f"ann:{number} a nif:AnnotationUnit ; nif:subject {subject} ; nif:predicate wdt:P131 ;\n"
        f'nif:object {object} ; rdfs:comment "{aligner}" .\n' + "".join(phrases)
    )


def phrase(number: int, term: str, start: int, end: int, by: str = "Linker") -> str:
    """A phrase of ``TEXT`` for a term, in an annotation."""
    return (
        f"<http://e.org/Q1?nif=phrase&char={start},{end}> nif:annotationUnit ann:annotation{number}"
        f' ; nif:anchorOf "{TEXT[start:end]}" ; nif:beginIndex "{start}"^^xsd:nonNegativeInteger ;'
        f' nif:endIndex "{end}"^^xsd:nonNegativeInteger ; itsrdf:taIdentRef {term} ;'
        f' nif:referenceContext <http://e.org/Q1?nif=context> ; a nif:Phrase ; rdfs:comment "{by}"'
        " .\n"
    )


TEXT = "𝔘lm lies in Bavaria. It has 7 towers."
PREFIXES = f"""@prefix ann: <http://e.org/resource/> . @prefix nif: <{NIF}> .
@prefix wd: <http://www.wikidata.org/entity/> .
@prefix wdt: <http://www.wikidata.org/prop/direct/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
"""
CONTEXT = f'<http://e.org/Q1?nif=context> nif:isString "{TEXT}" ; a nif:Context .\n'


def told(folder: Path, *parts: str) -> Entry:
    path = folder / "annotations.ttl"
    path.write_text(PREFIXES + CONTEXT + "".join(parts), encoding="utf-8")
    (found,) = read(path)
    return found


def test_phrases_of_an_annotation_are_its_spans(tmp_path: Path) -> None:
    ulm, bavaria, number = "wd:Q3012", "wd:Q980", '"7"^^xsd:integer'
    found = told(
        tmp_path,
        unit(0, ulm, bavaria, "SPOAligner", phrase(0, ulm, 0, 3), phrase(0, "wdt:P131", 4, 8),
             phrase(0, bavaria, 12, 19)),
        # the subject's phrase is not told: it is where another unit has it, but for pronouns
        unit(1, ulm, bavaria, "NoSubject-Triple-aligner", phrase(1, bavaria, 12, 19)),
        unit(2, ulm, number, "NoSubject-Triple-aligner", phrase(2, number, 28, 29)),
        unit(3, ulm, number, "Simple-Aligner", phrase(3, ulm, 21, 23, "Simple_Coreference"),
             phrase(3, number, 28, 29)),
    )  # fmt: skip
    assert [triple.object for triple in found.triples] == [
        "http://www.wikidata.org/entity/Q980", "http://www.wikidata.org/entity/Q980",
        '"7"^^<http://www.w3.org/2001/XMLSchema#integer>',
        '"7"^^<http://www.w3.org/2001/XMLSchema#integer>',
    ]  # fmt: skip
    first, second = found.sentences
    assert (first.text, second.text) == ("𝔘lm lies in Bavaria.", "It has 7 towers.")
    assert [(one.subject_span, one.object_span) for one in first.mentions] == [((0, 3), (12, 19))]
    assert [(one.subject_span, one.object_span) for one in second.mentions] == [
        (None, (7, 8)), ((0, 2), (7, 8))]  # fmt: skip


def test_what_of_the_rdf_form_cannot_be_used_is_counted(tmp_path: Path) -> None:
    found = told(
        tmp_path,
        unit(0, "wd:Q1", '"7"^^xsd:integer', "Simple-Aligner",
             phrase(5, '"7"^^xsd:integer', 28, 29)),
        "ann:1 a nif:AnnotationUnit ; nif:subject wd:Q1 .\n",
        unit(2, '"7"^^xsd:integer', "wd:Q1", "SPOAligner", phrase(2, "wd:Q1", 0, 0)),
    )  # fmt: skip
    assert len(found.triples) == 1
    assert sorted(reasons([found])) == [
        "malformed annotation",
        "no such sentence (the triple is kept)",
        "phrase of another annotation",
        "subject is not an IRI",
    ]


def test_statements_that_were_sorted_annotate_nothing(turtle: Path, tmp_path: Path) -> None:
    """Which phrase was whose only their order told: nothing is made up."""
    lines = as_lines(turtle, tmp_path / "sample.nt")
    lines.write_text("".join(sorted(lines.read_text().splitlines(keepends=True))))
    found = read(lines)
    assert not any(entry.sentences for entry in found)
    assert set(reasons(found)) <= {
        "annotation before any text", "malformed annotation", "phrase of another annotation",
        "no such sentence (the triple is kept)",
    }  # fmt: skip
    assert len(reasons(found)) > 112


# ── Bad files ───────────────────────────────────────────────────────────────────────────────────
def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"absent\.json: No such file"):
        read(tmp_path / "absent.json")


def test_a_truncated_gzip_names_file_and_offset(sample: Path, tmp_path: Path) -> None:
    packed = tmp_path / "cut.json.gz"
    whole = gzip.compress(sample.read_bytes())
    packed.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(SourceError, match=r"cut\.json\.gz: truncated or damaged after \d+ bytes"):
        read(packed)


def test_json_that_breaks_off_names_file_and_document(tmp_path: Path) -> None:
    path = tmp_path / "cut.json"
    path.write_text(json.dumps([document(), document()])[:-5], encoding="utf-8")
    with pytest.raises(SourceError, match=r"cut\.json: malformed JSON after item 1 of the array"):
        read(path)


@pytest.mark.parametrize("text", ["", '{"docid": 1}', "not JSON"])
def test_a_file_that_is_no_array_is_an_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SourceError, match="not a JSON array"):
        read(path)


def test_recognises_its_own_files_only(shared: Path, sample: Path) -> None:
    assert trex.recognises(sample)
    assert trex.recognises(sample.with_name("sample-output-Nif.ttl"))
    for other in (
        "rebel/sample.jsonl.gz",
        "wikidata_json/dump_sample_49_items.json.gz",
        "webnlg/v3.0_en_train/2triples/Food.xml",
        "wikidata/triples.tsv.gz",
        "ontologies/foaf.ttl",
        "wikidata_rdf/Q57160439_truthy.ttl",
    ):
        assert not trex.recognises(shared / other)
