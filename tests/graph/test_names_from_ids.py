"""Ids that the user says are names (``load --names-from-ids``)."""

from pathlib import Path

import pytest

from kgforge import graph, load, stores
from kgforge.errors import AddressError
from kgforge.graph import LoadOptions
from kgforge.naming import NAMES
from kgforge.schema import ReadOptions
from tests.cases.case import run

RDF = """\
<http://e.org/G20> <http://e.org/heldIn> <http://e.org/Rome> .
<http://e.org/M25> <http://e.org/runsTo> <http://e.org/Q99> .
<http://e.org/Rome> <http://e.org/R7> <http://e.org/M25> .
"""
E = "http://e.org/"


def _labels(store: str, *terms: str) -> list[str]:
    with stores.open(store) as opened:
        book = graph.Book(opened, "en")
        book.ask(terms)
        return [names.label if (names := book.get(term)) else "" for term in terms]


@pytest.mark.parametrize("store", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
@pytest.mark.parametrize(
    ("pattern", "labels"),
    [
        ("", ["", "", "", "Rome"]),
        ("[GM][0-9]+", ["G20", "M25", "", "Rome"]),
        (".*", ["G20", "M25", "Q99", "Rome"]),
    ],
)
def test_ids_that_match_are_names(
    tmp_path: Path, store: str, pattern: str, labels: list[str]
) -> None:
    path, address = tmp_path / "g.nt", store.format(tmp_path)
    path.write_text(RDF, "utf-8")
    report = load([path], address, LoadOptions(names_from_ids=pattern))
    assert _labels(address, E + "G20", E + "M25", E + "Q99", E + "Rome") == labels
    predicates = 1 if pattern == ".*" else 0
    assert report.names_from_ids == sum(map(bool, labels)) - 1 + predicates
    [covered] = [one for one in report.coverage if one.of == "entities"]
    assert covered.unnamed == labels.count("")


def test_a_label_stands_before_an_id(tmp_path: Path) -> None:
    path, labels = tmp_path / "g.tsv", tmp_path / "labels.tsv"
    path.write_text("G20\theld in\tRome\nM25\theld in\tRome\n", "utf-8")
    labels.write_text("id\tlabel\nG20\tGroup of Twenty\n", "utf-8")
    read = ReadOptions(labels=(str(labels),), header=False)
    store = f"oxigraph:{tmp_path}/graph"
    load([f"tsv:{path}"], store, LoadOptions(read, names_from_ids=".*"))
    assert _labels(store, NAMES + "G20", NAMES + "M25") == ["Group of Twenty", "M25"]


def test_a_pattern_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AddressError, match=r"--names-from-ids '\[' is no regular expression"):
        load([], f"oxigraph:{tmp_path}/graph", LoadOptions(names_from_ids="["))


def test_a_copy_says_which_ids_are_names(tmp_path: Path) -> None:
    path, store, copy = tmp_path / "g.nt", f"oxigraph:{tmp_path}/graph", f"oxigraph:{tmp_path}/copy"
    path.write_text(RDF, "utf-8")
    load([path], store)
    load([store], copy, LoadOptions(names_from_ids="[GM].*"))
    assert _labels(copy, E + "G20", E + "Q99") == ["G20", ""]
    with stores.open(copy) as opened:
        assert graph.lookups.loads(opened) == ("g.nt --names-from-ids '[GM].*'",)
    load([copy], f"{copy}2", LoadOptions(names_from_ids=".*"))
    with stores.open(f"{copy}2") as opened:
        assert graph.lookups.loads(opened) == ("oxigraph:copy --names-from-ids '.*'",)


def test_ids_that_may_be_names_are_shown_with_the_way_out(tmp_path: Path) -> None:
    (tmp_path / "g.nt").write_text(RDF, "utf-8")
    loaded = run("load", tmp_path / "g.nt", "--store", f"oxigraph:{tmp_path}/graph")
    assert "where ids such as G20, M25 are names, --names-from-ids)" in loaded.err
    (tmp_path / "h.nt").write_text("<http://e.org/Q1> <http://e.org/in> <http://e.org/Q2> .\n")
    other = run("load", tmp_path / "h.nt", "--store", f"oxigraph:{tmp_path}/other")
    assert "entities without a name" in other.err
    assert "--names-from-ids" not in other.err


def test_mine_names_languages_that_the_entities_without_a_name_have(tmp_path: Path) -> None:
    label = "<http://www.w3.org/2000/01/rdf-schema#label>"
    (tmp_path / "g.nt").write_text(
        f'<http://e.org/Rome> {label} "Rom"@de .\n<http://e.org/Rome> {label} "Rome"@en .\n{RDF}'
    )
    store = f"oxigraph:{tmp_path}/graph"
    assert not run("load", tmp_path / "g.nt", "--store", store, "--languages", "en,de").status
    mined = run("mine", "fact", "--store", store, "--out", tmp_path / "m")
    assert "entities without a name in en" in mined.err
    assert "--language de" not in mined.err
    assert "--names-from-ids" in mined.err
