"""The LAMA loader, on the published facts and on small files."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kgforge import loaders
from kgforge.errors import SourceError
from kgforge.graph import origins
from kgforge.schema import Entry, Label, Mention, ReadOptions, Skip, Triple
from tests.packing import PACKERS

lama = loaders.load("lama")
WD = "http://www.wikidata.org/entity/"
FACT = Triple(f"{WD}Q3012", "http://www.wikidata.org/prop/direct/P131", f"{WD}Q980")
Record = dict[str, Any]


@pytest.fixture(scope="module")
def folder(shared: Path) -> Path:
    return shared / "lama" / "TREx"


@pytest.fixture(scope="module")
def source(folder: Path) -> list[Record]:
    """The files' records, read without the loader."""
    files = sorted(folder.iterdir())
    return [json.loads(line) for path in files for line in gzip.open(path, "rb")]


@pytest.fixture(scope="module")
def loaded(folder: Path) -> list[Entry]:
    return [entry for path in sorted(folder.iterdir()) for entry in read(path)]


def read(path: Path, **options: Any) -> list[Entry]:
    return list(lama.read(path, ReadOptions(**options)))


def record(
    *sentences: str, subject: str = "Ulm", object: str = "Bavaria", **changes: Any
) -> Record:
    return {
        "uuid": "40b2ed1c",
        "sub_uri": "Q3012",
        "sub_label": "Ulm",
        "predicate_id": "P131",
        "obj_uri": "Q980",
        "obj_label": "Free State of Bavaria",
        "evidences": [
            {"sub_surface": subject, "obj_surface": object, "masked_sentence": sentence}
            for sentence in sentences
        ],
    } | changes


def written(folder: Path, *records: object) -> Path:
    path = folder / "P131.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in records), encoding="utf-8")
    return path


def mentions(entry: Entry) -> Iterator[tuple[str, Mention]]:
    return ((each.text, mention) for each in entry.sentences for mention in each.mentions)


# ── The published facts ─────────────────────────────────────────────────────────────────────────
def test_every_fact_of_the_twelve_relations_is_read_once(
    source: list[Record], loaded: list[Entry]
) -> None:
    triples = [triple for entry in loaded for triple in entry.triples]
    assert len(triples) == len(set(triples)) == len(source) == 10_279
    assert len({triple.predicate for triple in triples}) == 12
    assert not any(entry.skipped for entry in loaded)
    for triple, each in zip(triples, source, strict=True):
        assert triple.subject == WD + each["sub_uri"]
        assert triple.predicate.endswith(f"/{each['predicate_id']}")
        assert triple.object == WD + each["obj_uri"]


def test_every_evidence_becomes_the_sentence_it_was(
    source: list[Record], loaded: list[Entry]
) -> None:
    evidences = pairs = 0
    everywhere = set()
    for entry, each in zip(loaded, source, strict=True):
        whole = {
            found["masked_sentence"].replace("[MASK]", found["obj_surface"])
            for found in each["evidences"]
        }
        evidences += len(each["evidences"])
        pairs += len(whole)
        everywhere |= whole
        assert {sentence.text for sentence in entry.sentences} == whole
    ids = {sentence.id: sentence.text for entry in loaded for sentence in entry.sentences}
    assert (evidences, pairs) == (44_217, 29_507)
    assert len(ids) == len(everywhere) == len(set(ids.values())) == 28_322


def test_spans_of_the_published_facts_hold_the_surface_forms(
    source: list[Record], loaded: list[Entry]
) -> None:
    both = 0
    for entry, each in zip(loaded, source, strict=True):
        surfaces = {(found["sub_surface"], found["obj_surface"]) for found in each["evidences"]}
        for text, mention in mentions(entry):
            assert mention.subject_span
            assert mention.object_span
            found = (text[slice(*mention.subject_span)], text[slice(*mention.object_span)])
            assert found in surfaces
            both += 1
    assert both == 29_507


@pytest.mark.parametrize("suffix", PACKERS)
def test_a_file_reads_the_same_however_it_is_packed(
    folder: Path, tmp_path: Path, suffix: str
) -> None:
    packed = tmp_path / f"P19.jsonl{suffix}"
    packed.write_bytes(PACKERS[suffix](gzip.decompress((folder / "P19.jsonl.gz").read_bytes())))
    assert lama.recognises(packed)
    assert read(packed) == read(folder / "P19.jsonl.gz")


# ── Small files ─────────────────────────────────────────────────────────────────────────────────
def test_the_object_is_put_back_and_both_are_found(tmp_path: Path) -> None:
    (entry,) = read(written(tmp_path, record("Ulmer Ulm lies in [MASK], 𝔘lm too.")))
    ((text, mention),) = mentions(entry)
    assert text == "Ulmer Ulm lies in Bavaria, 𝔘lm too."
    assert mention == Mention(FACT, (6, 9), (18, 25))


def test_a_subject_within_the_object_is_not_its_span(tmp_path: Path) -> None:
    line = record("[MASK] is named after Ulm, and Ulm is not.", object="Neu Ulm")
    (entry,) = read(written(tmp_path, line, record("[MASK] it is.", object="Neu Ulm")))[:1]
    ((text, mention),) = mentions(entry)
    assert text.startswith("Neu Ulm is named")
    assert mention == Mention(FACT, (23, 26), (0, 7))
    ((_, lonely),) = mentions(read(tmp_path / "P131.jsonl")[1])
    assert lonely == Mention(FACT, None, (0, 7))


def test_a_sentence_of_two_facts_is_one_sentence(tmp_path: Path) -> None:
    masked = ("Ulm is in [MASK] in Europe.", "Ulm is in Bavaria in [MASK].")
    other = record(masked[1], masked[1], object="Europe", obj_uri="Q46", obj_label="Europe")
    first, second = read(written(tmp_path, record(masked[0]), other))
    assert first.sentences[0].id == second.sentences[0].id
    assert first.sentences[0].text == second.sentences[0].text
    assert first.sentences[0].source == second.sentences[0].source
    assert len(second.sentences) == 1


def test_labels_are_english_only(tmp_path: Path) -> None:
    path = written(tmp_path, record("Ulm is in [MASK]."), record(sub_label=""))
    first, second = read(path)
    assert first.labels == (
        Label(FACT.subject, "label", "Ulm", "en"),
        Label(FACT.object, "label", "Free State of Bavaria", "en"),
    )
    assert second.labels == first.labels[1:]
    assert not any(entry.labels for entry in read(path, languages=("de",)))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"sub_uri": ""}, "no subject"),
        ({"obj_uri": "Bavaria"}, "object is not an IRI"),
        ({"predicate_id": "located in"}, "predicate is not an IRI"),
        ({"obj_uri": None}, "malformed fact"),
    ],
)
def test_a_fact_that_cannot_be_used_is_skipped_with_its_reason(
    tmp_path: Path, changes: dict[str, Any], reason: str
) -> None:
    path = written(tmp_path, record("Ulm is in [MASK].", **changes), record())
    first, second = read(path)
    assert first == Entry(skipped=(Skip(reason, "line 1", triple=True),))
    assert second.triples == (FACT,)


def test_an_evidence_that_cannot_be_used_leaves_the_fact(tmp_path: Path) -> None:
    line = record("Ulm is in Bavaria.", "Ulm is in [MASK].")
    line["evidences"].insert(0, {"sub_surface": "Ulm"})
    (entry,) = read(written(tmp_path, line))
    assert entry.triples == (FACT,)
    assert len(entry.sentences) == 1
    assert entry.skipped == (
        Skip("malformed evidence (the triple is kept)", "line 1, evidence 1"),
        Skip("no mask in a sentence (the triple is kept)", "line 1, evidence 2"),
    )


# ── Bad files ───────────────────────────────────────────────────────────────────────────────────
def test_a_truncated_gzip_names_file_and_offset(folder: Path, tmp_path: Path) -> None:
    whole = (folder / "P19.jsonl.gz").read_bytes()
    packed = tmp_path / "cut.jsonl.gz"
    packed.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(SourceError, match=r"cut\.jsonl\.gz: truncated or damaged after \d+ bytes"):
        read(packed)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"absent\.jsonl: No such file"):
        read(tmp_path / "absent.jsonl")


def test_recognises_its_own_files_only(shared: Path, folder: Path) -> None:
    assert {origins.recognise(path) for path in folder.iterdir()} == {"lama"}
    for other in (
        "lama/relations.jsonl",
        "lama_lmvocab/P103.jsonl",
        "rebel/sample.jsonl.gz",
        "trex/sample-output.json",
        "wikidata_json/dump_sample_49_items.json.gz",
    ):
        assert not lama.recognises(shared / other)
