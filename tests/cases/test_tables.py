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
    assert {fact[::2] for fact in case.facts()} == {names("HP:0009124", "MP:0000003")}
    assert case.label(f"{KG}HP:0008551") == "Microtia"
    assert case.label(f"{KG}MP:0000003") == "abnormal adipose tissue morphology"
