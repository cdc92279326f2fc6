"""BEAR: a relation to a file, one answer to a subject."""

from pathlib import Path

import pytest

from kgforge import loaders
from kgforge.errors import SourceError
from kgforge.schema import Entry, Label, ReadOptions, Skip, Triple

bear = loaders.load("bear")
WD = "http://www.wikidata.org/entity/"
WDT = "http://www.wikidata.org/prop/direct/"
LINE = (
    '{"sub_id":"Q1028","sub_label":"Morocco","sub_aliases":["Maroc"],"obj_id":"Q3551",'
    '"obj_label":"Rabat","answer_idx":1}\n'
)


def test_a_line_is_a_fact_with_its_names(tmp_path: Path) -> None:
    path = tmp_path / "P36.jsonl"
    path.write_text(LINE + '{"sub_id":"Q1"}\n' + LINE.replace("Q3551", "Rabat"))
    assert bear.recognises(path)
    fact, malformed, foreign = bear.read(path, ReadOptions())
    assert fact == Entry(
        triples=(Triple(f"{WD}Q1028", f"{WDT}P36", f"{WD}Q3551"),),
        labels=(
            Label(f"{WD}Q1028", "label", "Morocco", "en"),
            Label(f"{WD}Q1028", "alias", "Maroc", "en"),
            Label(f"{WD}Q3551", "label", "Rabat", "en"),
        ),
    )
    assert malformed.skipped == (Skip("malformed fact", "line 2", triple=True),)
    assert foreign.skipped == (Skip("no Wikidata item", "line 3", triple=True),)
    assert next(bear.read(path, ReadOptions(languages=("de",)))).labels == ()


def test_a_file_of_another_language_has_its_names_in_that(tmp_path: Path) -> None:
    path = tmp_path / "P36@cs.jsonl"
    path.write_text(LINE.replace("Morocco", "Maroko"))
    assert bear.recognises(path)
    [fact] = bear.read(path, ReadOptions(languages=("cs",)))
    assert fact.triples == (Triple(f"{WD}Q1028", f"{WDT}P36", f"{WD}Q3551"),)
    assert fact.labels[0] == Label(f"{WD}Q1028", "label", "Maroko", "cs")


def test_a_file_that_is_named_after_no_relation_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "facts.jsonl"
    path.write_text(LINE)
    assert not bear.recognises(path)
    with pytest.raises(SourceError, match=r"after its relation, as in P103\.jsonl"):
        list(bear.read(path, ReadOptions()))


def test_other_lines_are_not_bear(shared: Path) -> None:
    for other in ("lama/TREx/P19.jsonl.gz", "lama_lmvocab/P19.jsonl", "lama/relations.jsonl"):
        assert not bear.recognises(shared / other)
