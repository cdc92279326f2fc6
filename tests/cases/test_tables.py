"""Cases of tables: KGX, SSSOM, KGTK, spreadsheets, ConceptNet, NELL, DRKG, LibKGE."""

import pytest

from tests.cases.case import Case

KG = "urn:kgforge:name:"


def names(*ends: str) -> tuple[str, ...]:
    """Return the IRIs of plain names."""
    return tuple(KG + end for end in ends)


@pytest.mark.case("07", "KGX: a blank cell of negated denies nothing")
@pytest.mark.parametrize("source", ["k_edges.tsv", "f"])
def test_blank_cells_of_negated_are_facts(source: str, case: Case) -> None:
    report = case.load(source)
    assert report["negatives"] == 1
    assert {fact[::2] for fact in case.facts()} == {
        names("MONDO:0005148", "HP:0000819"),
        names("MONDO:0005301", "HP:0001251"),
        names("MONDO:0005302", "HP:0001252"),
        names("MONDO:0005302", "HP:0001253"),
    }


@pytest.mark.case("07", "KGX: blank and True in one column")
def test_a_column_of_blank_cells_and_true(case: Case) -> None:
    report = case.load("blank_edges.tsv")
    assert report["negatives"] == 1
    assert names("MONDO:0005148", "HP:0001250") not in {fact[::2] for fact in case.facts()}
    assert len(case.facts()) == 4


@pytest.mark.case("08", "SSSOM: the modifier Not denies a mapping, label columns give names")
@pytest.mark.parametrize("options", [(), ("--columns", "subject_id,predicate_id,object_id")])
def test_a_mapping_with_the_modifier_not_is_denied(options: tuple[str, ...], case: Case) -> None:
    report = case.load("m.sssom.tsv", options=options)
    assert report["negatives"] == 1
    obo = "http://purl.obolibrary.org/obo/"  # by its curie_map
    assert {fact[::2] for fact in case.facts()} == {(f"{obo}HP_0009124", f"{obo}MP_0000003")}
    assert case.label(f"{obo}HP_0008551") == "Microtia"
    assert case.label(f"{obo}MP_0000003") == "abnormal adipose tissue morphology"


@pytest.mark.case("59", "folder of edges and nodes: name is the name, label beside it the type")
@pytest.mark.parametrize("folder", ["f", "f2"])
def test_the_name_of_nodes_is_in_prompts(folder: str, case: Case) -> None:
    case.load(folder)
    assert case.label(f"{KG}B1") == "aspirin"
    assert case.label(f"{KG}B4") == "malaria"
    assert sorted(case.prompts()) == ["aspirin treats [MASK].", "quinine treats [MASK]."]


@pytest.mark.case("18", "KGTK: a list is split, booleans are literals, a quantity keeps its unit")
def test_values_of_kgtk_keep_their_type(case: Case) -> None:
    case.load("k.tsv")
    objects = {(fact[1].rpartition("/")[2], fact[2]) for fact in case.facts()}
    assert ("P31", "http://www.wikidata.org/entity/Q5") in objects
    assert ("P31", "http://www.wikidata.org/entity/Q6") in objects
    assert ("P31", '"true"^^<http://www.w3.org/2001/XMLSchema#boolean>') in objects
    assert ("P2048", '"500"^^<http://www.wikidata.org/entity/Q3710>') in objects
    assert not any("|" in value and value.startswith("http") for _, value in objects)


@pytest.mark.case("21", "Excel: the first line sep=; is obeyed")
@pytest.mark.parametrize("file", ["sep.csv", "mac.tsv"])
def test_tables_of_spreadsheets_are_read(file: str, case: Case) -> None:
    case.load(file)
    assert case.facts() == {names("Alice", "knows", "Bob"), names("Bob", "knows", "Alice")}


@pytest.mark.case("21", "cells of several lines, quotes and blanks stay right")
def test_cells_of_several_lines_are_read(case: Case) -> None:
    case.load("ml.csv", "ws.tsv")
    assert {fact[2].removeprefix(KG) for fact in case.facts()} == {
        "The%20long%20road", "He%20said%20%22no%22,%20then%20left", "Bob", "Alice", "Dave",
    }  # fmt: skip


@pytest.mark.case("50", "LibKGE: numbers stand for the names in entity_ids.del")
@pytest.mark.parametrize("folder", ["toy", "rev"])
def test_numbers_of_libkge_stand_for_names(folder: str, case: Case) -> None:
    case.load(folder)
    assert case.facts() == {
        names("Alice", "knows", "Bob"), names("Alice", "knows", "Carol"),
        names("Bob", "knows", "Carol"), names("Bob", "likes", "Carol"),
        names("Carol", "likes", "Alice"),
    }  # fmt: skip


@pytest.mark.case("30", "ConceptNet: a word has its own language, Not… relations are denied")
def test_words_of_conceptnet_are_names_in_their_language(case: Case) -> None:
    report = case.load("a.csv")
    assert case.facts() == {
        names("/c/en/hot_dog/n", "/r/IsA", "/c/en/sandwich"),
        names("/c/fr/chien/n", "/r/IsA", "/c/en/animal"),
        names("/c/de/hund/n", "/r/Synonym", "/c/en/dog/n/wn/animal"),
    }
    assert report["negatives"] == 1
    assert case.label(f"{KG}/c/en/hot_dog/n") == "hot dog"
    assert case.label(f"{KG}/c/en/dog/n/wn/animal") == "dog"
    assert case.prompts() == ["hot dog is a [MASK]."]


@pytest.mark.case("30", "ConceptNet: a French word is a French name")
def test_words_of_conceptnet_are_kept_in_other_languages(case: Case) -> None:
    case.load("a.csv", options=("--languages", "fr,de"))
    assert case.label(f"{KG}/c/fr/chien/n", "fr") == "chien"
    assert case.label(f"{KG}/c/fr/chien/n") == ""


@pytest.mark.case("31", "NELL: the last part of an id is the name")
def test_the_last_part_of_nells_ids_is_the_name(case: Case) -> None:
    case.load("n.tsv")
    assert "ann example personborninlocation [MASK]." in case.prompts()
    assert not any("concept" in prompt for prompt in case.prompts())


@pytest.mark.case("32", "DRKG: ids and their codes are no names")
def test_ids_of_drkg_are_no_names(case: Case) -> None:
    coverage = case.load("d.tsv")["coverage"]
    assert [row["readable"] + row["labelled"] for row in coverage] == [0, 0]
    assert len(case.facts()) == 5
