"""The REBEL loader, on the published sample and on damaged copies of it."""

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from kgforge import loaders
from kgforge.errors import MissingDriverError, SourceError
from kgforge.graph import origins
from kgforge.schema import Entry, Label, ReadOptions, Skip
from tests.packing import PACKERS

rebel = loaders.load("rebel")
WD = "http://www.wikidata.org/entity/"
WDT = "http://www.wikidata.org/prop/direct/"
XSD = "http://www.w3.org/2001/XMLSchema#"
TEXT = "Dr. 𝔘lm lies in Bavaria. It was founded in 854 and is old."


@pytest.fixture(scope="module")
def sample(shared: Path) -> Path:
    return shared / "rebel" / "sample.jsonl.gz"


@pytest.fixture(scope="module")
def source(sample: Path) -> list[dict[str, Any]]:
    """The file's documents, read without the loader."""
    return [json.loads(line) for line in gzip.decompress(sample.read_bytes()).splitlines()]


@pytest.fixture(scope="module")
def loaded(sample: Path) -> list[Entry]:
    return read(sample)


def read(path: Path, **options: Any) -> list[Entry]:
    return list(rebel.read(path, ReadOptions(**options)))


def part(uri: str | None, surface: str, text: str = TEXT, *, drift: int = 0) -> dict[str, Any]:
    start = text.index(surface) + drift
    boundaries = [start, start + len(surface)]
    return {"uri": uri, "boundaries": boundaries, "surfaceform": surface, "annotator": "Me"}


def document(*, drift: int = 0, text: str = TEXT, **changes: Any) -> dict[str, Any]:
    """A document of two sentences and one annotation, into which *changes* go."""
    founded = part(f"0854-01-01T00:00:00Z^^{XSD}dateTime", "854", drift=drift)
    annotation = {
        "subject": part("Q3012", "𝔘lm"),
        "predicate": {"uri": "P571", "boundaries": None, "surfaceform": "inception"},
        "object": founded,
        "sentence_id": 1,
    }
    return {
        "docid": "1",
        "title": "Ulm",
        "uri": "Q3012",
        "text": text,
        "entities": [part("Q3012", "𝔘lm"), founded],
        "triples": [annotation | changes],
    }


def written(folder: Path, *documents: object) -> Path:
    path = folder / "small.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in documents), encoding="utf-8")
    return path


# ── The published sample ────────────────────────────────────────────────────────────────────────
def test_every_document_and_triple_of_the_sample_is_read(
    source: list[dict[str, Any]], loaded: list[Entry]
) -> None:
    plain = [each for document in source for each in document["triples"]]
    ids = {
        tuple(each[part]["uri"] for part in ("subject", "predicate", "object")) for each in plain
    }
    triples = [triple for entry in loaded for triple in entry.triples]
    assert sum(entry.documents for entry in loaded) == len(source) == 1000
    assert len(triples) == len(plain) == 2868
    assert len(set(triples)) == len(ids) == 2631
    assert len({triple.predicate for triple in triples}) == 186
    assert {triple.predicate for triple in triples} == {WDT + id for _, id, _ in ids}
    for triple, each in zip(triples, plain, strict=True):
        assert triple.subject == WD + each["subject"]["uri"]
        value, _, datatype = each["object"]["uri"].rpartition("^^")
        assert triple.object == (f'"{value}"^^<{datatype}>' if value else WD + datatype)


def test_1711_of_10977_offsets_of_the_sample_drift_and_are_counted(
    source: list[dict[str, Any]], loaded: list[Entry]
) -> None:
    entities = [(document["text"], each) for document in source for each in document["entities"]]
    drifting = [
        each for text, each in entities if text[slice(*each["boundaries"])] != each["surfaceform"]
    ]
    assert (len(drifting), len(entities)) == (1711, 10977)
    reasons = Counter(skip.reason for entry in loaded for skip in entry.skipped)
    assert reasons == {"an entity's offsets drift (looked for just before them)": 1711}


def test_spans_of_the_sample_hold_the_surface_forms(
    source: list[dict[str, Any]], loaded: list[Entry]
) -> None:
    subjects = objects = 0
    for entry, document in zip(loaded, source, strict=True):
        surfaces = {
            (each["subject"]["surfaceform"], each["object"]["surfaceform"])
            for each in document["triples"]
        }
        for sentence in entry.sentences:
            assert sentence.text in document["text"]
            assert sentence.source == WD + document["uri"]
            for mention in sentence.mentions:
                assert mention.object_span
                object = sentence.text[slice(*mention.object_span)]
                assert object in {each for _, each in surfaces}
                objects += 1
                if mention.subject_span:
                    assert (sentence.text[slice(*mention.subject_span)], object) in surfaces
                    subjects += 1
    assert (subjects, objects) == (2585, 2868)


def test_sentences_are_those_of_rebels_own_makers(
    source: list[dict[str, Any]], loaded: list[Entry]
) -> None:
    """Where no offset drifts, the numbers that they wrote are those of the sentences cut here."""
    agreeing = 0
    for entry, document in zip(loaded, source, strict=True):
        if entry.skipped:
            continue
        numbers = sorted({each["sentence_id"] for each in document["triples"]})
        ordered = sorted(entry.sentences, key=lambda each: document["text"].index(each.text))
        numbered = dict(zip(numbers, ordered, strict=True))
        for triple, each in zip(entry.triples, document["triples"], strict=True):
            facts = {mention.fact for mention in numbered[each["sentence_id"]].mentions}
            assert triple in facts
            agreeing += 1
    assert agreeing > 2000


def test_titles_and_predicates_have_english_labels(sample: Path, loaded: list[Entry]) -> None:
    labels = {label for entry in loaded for label in entry.labels}
    assert Label(WD + "Q7835172", "label", "Transportation Journal", "en") in labels
    assert Label(WDT + "P123", "label", "publisher", "en") in labels
    assert {label.entity for label in labels if label.entity.startswith(WDT)} == {
        triple.predicate for entry in loaded for triple in entry.triples
    }
    assert not any(entry.labels for entry in read(sample, languages=("de",)))


@pytest.mark.parametrize("suffix", PACKERS)
def test_a_compressed_sample_is_the_same(
    sample: Path, loaded: list[Entry], tmp_path: Path, suffix: str
) -> None:
    packed = tmp_path / f"sample.jsonl{suffix}"
    packed.write_bytes(PACKERS[suffix](gzip.decompress(sample.read_bytes())))
    assert rebel.recognises(packed)
    assert read(packed) == loaded


# ── Small documents ─────────────────────────────────────────────────────────────────────────────
def test_a_date_stands_in_its_sentence_without_its_subject(tmp_path: Path) -> None:
    (entry,) = read(written(tmp_path, document()))
    (triple,) = entry.triples
    assert triple.object == f'"0854-01-01T00:00:00Z"^^<{XSD}dateTime>'
    (sentence,) = entry.sentences
    assert sentence.text == "It was founded in 854 and is old."
    (mention,) = sentence.mentions
    assert (mention.subject_span, mention.object_span) == (None, (18, 21))
    assert entry.skipped == ()


def test_an_offset_that_drifts_is_moved_back_and_counted(tmp_path: Path) -> None:
    (entry,) = read(written(tmp_path, document(drift=4, sentence_id=0)))
    (sentence,) = entry.sentences
    assert sentence.mentions[0].object_span == (18, 21)
    assert entry.skipped == (
        Skip("an entity's offsets drift (looked for just before them)", "document 1, entity 2"),
    )


def test_an_offset_that_drifts_too_far_leaves_no_span(tmp_path: Path) -> None:
    lost = document(drift=-9)
    (entry,) = read(written(tmp_path, lost))
    assert entry.sentences[0].mentions[0].object_span is None
    assert [skip.reason for skip in entry.skipped] == [
        "offsets are not those of the surface form (the triple is kept)",
        "an entity's offsets drift (looked for just before them)",
    ]


def test_an_abbreviation_ends_no_sentence_and_offsets_count_code_points(tmp_path: Path) -> None:
    (entry,) = read(written(tmp_path, document(object=part("Q980", "Bavaria"))))
    (sentence,) = entry.sentences
    assert sentence.text == "Dr. 𝔘lm lies in Bavaria."
    assert sentence.mentions[0].subject_span == (4, 7)
    assert sentence.mentions[0].object_span == (16, 23)


@pytest.mark.parametrize(
    ("changes", "reason", "kept"),
    [
        ({"object": part(None, "854")}, "no object", 0),
        ({"subject": part("Ulm", "𝔘lm")}, "subject is not an IRI", 0),
        ({"predicate": {"uri": ""}}, "no predicate", 0),
        ({"object": part("5^^a name", "854")}, "datatype is not an IRI", 0),
        ({"object": "854"}, "malformed annotation", 0),
        (
            {"object": {"uri": "Q1"}, "sentence_id": 7},
            "no such sentence (the triple is kept)",
            1,
        ),
    ],
)
def test_what_cannot_be_used_is_skipped_with_its_reason(
    tmp_path: Path, changes: dict[str, Any], reason: str, kept: int
) -> None:
    (entry,) = read(written(tmp_path, document(**changes)))
    assert [skip.reason for skip in entry.skipped] == [reason]
    assert [skip.triple for skip in entry.skipped] == [not kept]
    assert len(entry.triples) == kept


def test_lines_of_another_shape_do_not_stop_the_rest(tmp_path: Path) -> None:
    path = written(tmp_path, {"docid": 7}, document())
    path.write_bytes(b'{"docid": "cut\n\n' + b'{"text": "\xff"}\n' + path.read_bytes())
    entries = read(path)
    assert [len(entry.triples) for entry in entries] == [0, 0, 0, 1]
    assert [entry.skipped[0].where for entry in entries[:3]] == ["line 1", "line 3", "line 4"]
    assert {skip.reason for entry in entries for skip in entry.skipped} == {"malformed document"}


def test_a_malformed_entity_is_counted(tmp_path: Path) -> None:
    (entry,) = read(written(tmp_path, document() | {"entities": [7]}))
    assert entry.skipped == (Skip("malformed entity", "document 1, entity 1"),)


# ── Bad files ───────────────────────────────────────────────────────────────────────────────────
def test_a_truncated_gzip_names_file_and_offset(sample: Path, tmp_path: Path) -> None:
    whole = sample.read_bytes()
    packed = tmp_path / "cut.jsonl.gz"
    packed.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(SourceError, match=r"cut\.jsonl\.gz: truncated or damaged after \d+ bytes"):
        read(packed)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"absent\.jsonl: No such file"):
        read(tmp_path / "absent.jsonl")


def test_without_nltk_the_install_command_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "nltk.tokenize.punkt", None)
    with pytest.raises(MissingDriverError, match=r"pip install 'kgforge\[text2kg\]'"):
        read(written(tmp_path, document()))


def test_recognises_its_own_files_only(shared: Path, sample: Path) -> None:
    assert origins.recognise(sample) == "rebel"
    for other in (
        "trex/sample-output.json",
        "lama/TREx/P19.jsonl.gz",
        "lama/relations.jsonl",
        "lama_lmvocab/P103.jsonl",
        "wikidata_json/dump_sample_49_items.json.gz",
        "webnlg/v3.0_en_train/2triples/Food.xml",
        "wikidata/triples.tsv.gz",
    ):
        assert not rebel.recognises(shared / other)
