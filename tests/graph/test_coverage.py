"""How the names of a graph are counted, on published graphs and by hand."""

from pathlib import Path

import pytest

import kgforge
from kgforge import graph, stores, terms
from kgforge.graph import Coverage, LoadOptions, tallies
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
        Coverage("predicates", "en", 1, 0, readable=1, unnamed=1, first=shown("P9")),
        Coverage("entities", "de", 1, 1, readable=2, unnamed=1, first=shown("Q4")),
        Coverage("predicates", "de", 0, 0, readable=2, unnamed=1, first=shown("P9")),
    ]


def test_what_a_sentence_or_a_local_name_calls_is_not_unnamed() -> None:
    told = [sentence("Ada knows Quentin.", "ada knows Q2", "Ada", "Quentin")]
    store = memory(entries(FACTS, NAMES, told, unnamed=["Q2", "bob", "Q3", "Q4"]))
    assert graph.unnamed(store, "en") == {iri("Q4")}
    found, _ = coverage(store, ["en"], lambda iri, language: None)
    assert (found.told, found.unnamed, found.first) == (1, 1, shown("Q4"))


def test_labels_in_other_languages_alone_are_counted(tmp_path: Path) -> None:
    label, knows = "<http://www.w3.org/2000/01/rdf-schema#label>", "<http://example.org/knows>"
    lines = [
        f"<http://example.org/o{n}> {knows} <http://example.org/o1000> .\n"
        for n in range(1000, 1040)
    ]
    lines += [f'<http://example.org/o{n}> {label} "Jméno {n}"@cs .\n' for n in range(1000, 1040)]
    lines += [f'<http://example.org/o{n}> {label} "Name {n}"@de .\n' for n in range(1000, 1010)]
    lines += [f'<http://example.org/o{n}> {label} "Name {n}"@en .\n' for n in range(1000, 1002)]
    path = tmp_path / "g.nt"
    path.write_text("".join(lines))
    report = kgforge.load([f"rdf:{path}"], f"oxigraph:{tmp_path}/g")
    found = report.coverage[0]
    assert (found.labelled, found.readable, found.unnamed) == (2, 0, 38)
    assert (found.elsewhere, found.languages) == (38, ("cs", "de"))
    [table] = report.sheets()
    shown = "  with one in other languages alone (--languages en,cs,de)"
    assert shown in map(str, table.columns[0].cells)


def test_languages_of_tables_are_told_too(tmp_path: Path) -> None:
    (tmp_path / "facts.tsv").write_text("Q1\tP26\tQ2\n")
    (tmp_path / "names.tsv").write_text("id\tlabel_de\tlabel_en\nQ1\teins\tone\nQ2\tzwei\n")
    options = LoadOptions(ReadOptions(labels=(str(tmp_path / "names.tsv"),)))
    report = kgforge.load([f"tsv:{tmp_path}/facts.tsv"], f"oxigraph:{tmp_path}/g", options)
    found = report.coverage[0]
    assert (found.labelled, found.elsewhere, found.languages) == (1, 1, ("de",))
    [left_out] = report.skipped
    assert (left_out.reason, left_out.count) == ("names in a language that is not asked for", 2)


def test_what_is_true_and_false_at_once_is_counted(tmp_path: Path) -> None:
    (tmp_path / "train.txt").write_text("Q1\tP26\tQ2\nQ1\tP26\tQ3\n")
    (tmp_path / "test_negatives.txt").write_text("Q1\tP26\tQ2\nQ1\tP26\tQ4\n")
    report = kgforge.load([str(tmp_path)], f"oxigraph:{tmp_path}/g")
    assert (report.negatives, report.contradicted, report.uncompared) == (2, 1, 0)


def test_what_was_not_compared_with_the_facts_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One subject and predicate is kept: what is false of others may be a fact as well."""
    monkeypatch.setattr(tallies, "_KEPT", 1)
    facts = [f"Q{n}\tP26\tQ9\n" for n in (1, 2, 3)]
    (tmp_path / "train.txt").write_text("".join(facts))
    (tmp_path / "test_negatives.txt").write_text("".join((*facts, "Q1\tP26\tQ5\n")))
    report = kgforge.load([str(tmp_path)], f"oxigraph:{tmp_path}/g")
    assert (report.negatives, report.contradicted, report.uncompared) == (4, 1, 2)
    [table] = report.sheets()
    assert "  not compared with the facts, being too many" in map(str, table.columns[0].cells)
    assert {"what": "uncompared", "count": 2} in report.records()


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


@pytest.mark.parametrize("store", ["oxigraph:g", "duckdb:g.db"])
@pytest.mark.parametrize("only", [frozenset(), frozenset({terms.wikidata_predicate("P1659")})])
def test_the_entity_of_a_property_is_called_by_its_labels(
    tmp_path: Path, store: str, only: frozenset[str]
) -> None:
    """A label of P10 names both ``wdt:P10`` and ``wd:P10``, whether that is subject or object."""
    label = "<http://www.w3.org/2000/01/rdf-schema#label>"
    wd, wdt = terms.wikidata_entity, terms.wikidata_predicate
    names = {"P10": "video@en", "P51": "audio@en", "P18": "image@en-gb", "P4": "chart@mul"}
    lines = [
        f'<{wd(id)}> {label} "{name.partition("@")[0]}"@{name.partition("@")[2]} .'
        for id, name in names.items()
    ]
    lines += [f"<{wd('P10')}> <{wdt('P1659')}> <{wd(other)}> ." for other in ("P51", "P18", "P4")]
    lines += [f"<{wd('P9')}> <{wdt('P1659')}> <{wd('P10')}> ."]
    path = tmp_path / "p.nt"
    path.write_text("\n".join(lines) + "\n")
    name, _, rest = store.partition(":")
    address = f"{name}:{tmp_path / rest}"
    report = kgforge.load([str(path)], address, LoadOptions(predicates=only))
    found = report.coverage[0]
    assert (found.labelled, found.varieties, found.multilingual) == (2, 1, 1)
    assert found.first == ("wd:P9",)
    with stores.open(address) as opened:
        assert graph.unnamed(opened, "en") == {wd("P9")}
        book = graph.Book(opened, "en")
        ids = ("P10", "P51", "P18", "P4")
        book.ask([*map(wd, ids), wd("P9")])
        assert [book[wd(id)].label for id in ids] == ["video", "audio", "image", "chart"]
        assert book.get(wd("P9")) is None
