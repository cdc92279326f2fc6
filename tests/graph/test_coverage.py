"""How the names of a graph are counted, on published graphs and by hand."""

from pathlib import Path

import pytest

import kgforge
from kgforge import graph
from kgforge.graph import Coverage, LoadOptions
from kgforge.graph.coverage import coverage
from kgforge.schema import ReadOptions
from tests.worlds.small import entries, iri, label, memory, sentence

FACTS = ["ada knows Q2", "ada knows bob", 'bob age "5"', "ada P9 Q3", "Q4 P9 ada"]
NAMES = [
    label("ada", "Ada"),
    label("Q2", "Zwei", language="de"),
    label("Q3", "Three", language="mul"),
    label("age", "age"),
    label("far", "Far away"),
]


def shown(*names: str) -> tuple[str, ...]:
    return tuple(f"<{iri(name)}>" for name in names)


def test_each_entity_and_predicate_is_counted_once() -> None:
    store = memory(entries(FACTS, NAMES, unnamed=["Q2", "bob", "Q3", "Q4"]))
    assert list(coverage(store, ["en", "de"], lambda iri, language: None)) == [
        Coverage("entities", "en", 1, 1, readable=1, unnamed=2, first=shown("Q2", "Q4")),
        Coverage("predicates", "en", labelled=1, multilingual=0, readable=1, unnamed=1),
        Coverage("entities", "de", 1, 1, readable=2, unnamed=1, first=shown("Q4")),
        Coverage("predicates", "de", labelled=0, multilingual=0, readable=2, unnamed=1),
    ]


def test_what_a_sentence_or_a_local_name_calls_is_not_unnamed() -> None:
    told = [sentence("Ada knows Quentin.", "ada knows Q2", "Ada", "Quentin")]
    store = memory(entries(FACTS, NAMES, told, unnamed=["Q2", "bob", "Q3", "Q4"]))
    assert graph.unnamed(store, "en") == {iri("Q4")}


@pytest.mark.parametrize(
    ("name", "entities", "predicates"), [("umls", 135, 46), ("nations", 14, 55)]
)
def test_all_names_of_a_kge_data_set_can_be_read(
    shared: Path, tmp_path: Path, name: str, entities: int, predicates: int
) -> None:
    """The published numbers of entities and relations."""
    path = shared / "kge" / name / "train.txt"
    options = LoadOptions(ReadOptions(header=False))
    report = kgforge.load([f"tsv:{path}"], f"duckdb:{tmp_path}/g.db", options)
    assert report.labels == 0
    assert report.coverage == (
        Coverage("entities", "en", 0, 0, entities, 0),
        Coverage("predicates", "en", 0, 0, predicates, 0),
    )


def test_the_languages_told_of_are_those_with_most_labels(tmp_path: Path) -> None:
    lines = ["subject\tpredicate\tobject\n", "Q1\tP26\tQ2\n"]
    (tmp_path / "facts.tsv").write_text("".join(lines))
    (tmp_path / "names.tsv").write_text("id\tlabel_cs\tlabel_en\tlabel\nQ1\ta\tb\tc\nQ2\td\t\t\n")
    options = LoadOptions(ReadOptions(("all",), labels=(str(tmp_path / "names.tsv"),)))
    report = kgforge.load([f"tsv:{tmp_path}/facts.tsv"], f"oxigraph:{tmp_path}/g", options)
    assert [one for one in report.coverage if one.of == "entities"] == [
        Coverage("entities", "cs", 2, 0, 0, 0),
        Coverage("entities", "en", 1, 0, 0, 1, ("wd:Q2",)),
    ]
