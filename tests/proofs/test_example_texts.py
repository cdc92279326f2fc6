"""The example texts: read whole, about facts of the example graph, rebuilt to the byte."""

import subprocess
import sys
from pathlib import Path

from kgforge import loaders, resources, terms
from kgforge.schema import Entry, ReadOptions

FOLDER = resources.folder("examples")
ENTITIES = {
    line.split("\t")[0]: line.split("\t")[1]
    for line in (FOLDER / "entities.tsv").read_text("utf-8").splitlines()[1:]
}


def read(name: str, file: str) -> list[Entry]:
    loader = loaders.load(name)
    assert loader.recognises(FOLDER / file)
    return list(loader.read(FOLDER / file, ReadOptions()))


def test_the_trex_texts_say_facts_of_the_example_graph() -> None:
    entries = read("trex", "trex.json")
    graph = loaders.load("tsv").read(FOLDER / "wikidata.tsv", ReadOptions())
    known = {triple for entry in graph for triple in entry.triples}
    said = [triple for entry in entries for triple in entry.triples]
    assert len(entries) == 6
    assert len(said) == len(set(said)) == 28
    assert set(said) <= known
    assert not any(entry.skipped for entry in entries)


def test_titles_are_the_labels_of_the_example_graph() -> None:
    labels = [label for entry in read("trex", "trex.json") for label in entry.labels]
    assert len(labels) == 6
    for label in labels:
        assert label.text == ENTITIES[label.entity.removeprefix(terms.PREFIXES["wd"])]


def test_spans_hold_names_and_only_pronouns_lack_them() -> None:
    sentences = [s for entry in read("trex", "trex.json") for s in entry.sentences]
    assert len(sentences) == 19
    without = 0
    for sentence in sentences:
        assert sentence.text[0].isupper() and sentence.text[-1] == "."
        for mention in sentence.mentions:
            assert mention.object_span
            start, end = mention.object_span
            label = ENTITIES[mention.fact.object.removeprefix(terms.PREFIXES["wd"])]
            assert sentence.text[start:end] == label
            without += mention.subject_span is None
    assert without == 6


def test_the_webnlg_texts_are_read_whole() -> None:
    entries = read("webnlg", "webnlg.xml")
    assert len(entries) == 10
    assert sum(len(entry.triples) for entry in entries) == 16
    assert sum(len(entry.sentences) for entry in entries) == 13
    assert not any(entry.skipped for entry in entries)
    for entry in entries:
        for sentence in entry.sentences:
            assert all(mention.subject_span for mention in sentence.mentions), sentence.text


def test_writing_again_gives_the_same_bytes(tmp_path: Path) -> None:
    script = FOLDER / "write_texts.py"
    subprocess.run([sys.executable, str(script), "--out", str(tmp_path)], check=True)
    for name in ("trex.json", "webnlg.xml"):
        assert (tmp_path / name).read_bytes() == (FOLDER / name).read_bytes(), name
