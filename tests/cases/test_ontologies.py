"""Case 13: restrictions, annotated axioms and deprecated classes of an OWL ontology."""

import pytest

from tests.cases.case import Case

OBO = "http://purl.obolibrary.org/obo/"
BELOW = {
    (
        f"{OBO}UBERON_{part}",
        "http://www.w3.org/2000/01/rdf-schema#subClassOf",
        f"{OBO}UBERON_0000062",
    )
    for part in ("0001890", "0000955")
}
PART_OF = (f"{OBO}UBERON_0001890", f"{OBO}BFO_0000050", f"{OBO}UBERON_0000955")


@pytest.mark.case("13", "OWL: annotated axioms and deprecated classes are counted, no facts")
def test_bookkeeping_of_an_ontology_is_counted_and_no_fact(case: Case) -> None:
    report = case.load("o.owl")
    assert case.facts() == BELOW
    skipped = {one["reason"]: one["count"] for one in report["skipped"]}
    assert skipped == {
        "of a deprecated term (owl:deprecated)": 4,
        "of an annotated axiom (owl:Axiom)": 5,
    }
    assert sum(one["count"] for one in report["vocabulary"]) == 10 == report["axioms"]
    assert case.label(f"{OBO}UBERON_0009999") == ""


@pytest.mark.case("13", "OWL: existential restrictions are facts on request")
def test_existential_restrictions_are_facts_on_request(case: Case) -> None:
    report = case.load("o.owl", options=("--restrictions-as-facts",))
    assert case.facts() == {*BELOW, PART_OF}
    assert report["restrictions"] == 1
    again = case.load("o.owl", options=("--restrictions-as-facts",))
    assert (again["stored"], again["facts"]) == (0, 3)
