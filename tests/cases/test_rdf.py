"""Cases of RDF: malformed terms, quoted and listed statements, labels by other routes."""

from typing import Any

import pytest

from kgforge import terms
from tests.cases.case import Case

DBR, DBO, EX = terms.PREFIXES["dbr"], terms.PREFIXES["dbo"], "http://example.org/"
EXC = "http://example.com/"
RDF = terms.PREFIXES["rdf"]


def reasons(report: dict[str, list[dict[str, Any]]]) -> dict[str, int]:
    """Return how many records were skipped, by reason."""
    return {str(one["reason"]): one["count"] for one in report["skipped"]}


@pytest.mark.case("01", "DBpedia: a line with a malformed IRI is skipped, the rest stored")
@pytest.mark.parametrize("file", ["links.ttl", "links.nt"])
def test_a_malformed_line_is_skipped(case: Case, file: str) -> None:
    report = case.load(file)
    assert case.facts() == {
        (f"{DBR}{city}", f"{DBO}country", f"{DBR}{country}")
        for city, country in (("Ulm", "Germany"), ("Paris", "France"), ("Lyon", "France"))
    }
    assert sum(reasons(report).values()) == 3


@pytest.mark.case("03", "SKOS-XL: the literal form is the concept's name")
def test_labels_that_are_nodes_name_concepts(case: Case) -> None:
    case.load("agro.ttl")
    agro = "http://aims.fao.org/aos/agrovoc/"
    broader = terms.PREFIXES["skos"] + "broader"
    assert case.facts() == {(f"{agro}c_{n}", broader, f"{agro}c_3") for n in (1, 2)}
    assert [case.label(f"{agro}c_{n}") for n in (1, 2, 3)] == ["dog", "cat", "mammal"]
    assert any("dog" in prompt for prompt in case.prompts())


@pytest.mark.case("06", "Turtle: a literal whose language tag is too long is skipped")
def test_a_malformed_language_tag_costs_its_literal(case: Case) -> None:
    report = case.load("n.ttl")
    borders = f"{EX}borders"
    assert case.facts() == {
        (f"{EX}Niger", borders, f"{EX}Chad"),
        (f"{EX}Chad", borders, f"{EX}Niger"),
    }
    assert (case.label(f"{EX}Niger"), case.label(f"{EX}Chad")) == ("Niger", "Chad")
    assert reasons(report)["a malformed language tag"] == 1


@pytest.mark.case("06", "N-Triples: lines with malformed language tags are skipped")
def test_lines_with_malformed_language_tags_are_skipped(case: Case) -> None:
    report = case.load("n.nt")
    assert case.facts() == {(f"{EX}Niger", f"{EX}borders", f"{EX}Chad")}
    assert case.label(f"{EX}Niger") == "Niger"
    assert reasons(report) == {"malformed N-Triples": 2}


@pytest.mark.case("09", "JSON-LD: @container: @type is read")
def test_members_by_type_are_read(case: Case) -> None:
    case.load("type2.jsonld")
    assert {
        (f"{EX}club", f"{EX}member", f"{EX}ann"),
        (f"{EX}club", f"{EX}member", f"{EX}bob"),
        (f"{EX}ann", f"{RDF}type", f"{EX}Person"),
    } <= case.facts()


@pytest.mark.case("09", "JSON-LD: a document on each line is read")
def test_documents_on_lines_are_read(case: Case) -> None:
    case.load("lines.jsonld")
    knows = f"{EX}knows"
    assert case.facts() == {(f"{EX}ann", knows, f"{EX}bob"), (f"{EX}bob", knows, f"{EX}carol")}


@pytest.mark.case("09", "JSON-LD: a context at another address is refused by its name")
def test_a_context_elsewhere_is_refused(case: Case) -> None:
    result = case.try_load("html.jsonld")
    assert result.status == 1
    assert "@context is at another address" in result.err


@pytest.mark.case("10", "Turtle 1.2: recognised by VERSION; quoted triples are no facts")
def test_turtle_12_is_recognised(case: Case) -> None:
    report = case.load("b.ttl")
    assert case.facts() == {(f"{EXC}x", f"{EXC}title", '"مرحبا"@ar')}
    assert sum(reasons(report).values()) == 2


@pytest.mark.case("10", "Turtle 1.2: what is annotated is asserted, its annotations are not")
def test_annotations_of_triples_are_no_facts(case: Case) -> None:
    report = case.load("a.ttl")
    knows = f"{EXC}knows"
    assert case.facts() == {
        (f"{EXC}alice", knows, f"{EXC}bob"),
        (f"{EXC}eve", knows, f"{EXC}frank"),
    }
    assert sum(reasons(report).values()) == 7


@pytest.mark.case("28", "Reification: a claim is not asserted, its bookkeeping no fact")
def test_reified_statements_are_no_facts(case: Case) -> None:
    report = case.load("r.ttl")
    assert case.facts() == {(f"{EX}Berlin", f"{EX}capitalOf", f"{EX}Germany")}
    assert sum(reasons(report).values()) == 13


@pytest.mark.case("29", "Lists: their members are linked to what has them")
def test_members_of_lists_are_linked_to_their_owner(case: Case) -> None:
    report = case.load("l.ttl")
    members = {(s, o) for s, p, o in case.facts() if p == f"{EX}members"}
    assert members == {(f"{EX}Band", f"{EX}{name}") for name in ("Ann", "Bob", "Carol")}
    assert not [p for _, p, _ in case.facts() if p.startswith(RDF)]
    assert reasons(report) == {"of a list or container (rdf:first, rdf:rest, rdf:_1)": 8}


@pytest.mark.case("13", "OBO is refused by its name")
def test_obo_is_refused_by_its_name(case: Case) -> None:
    result = case.try_load("o.obo")
    assert result.status == 1
    assert "OBO" in result.err
    assert "robot convert" in result.err


@pytest.mark.case("12", "WebNLG: otriple in modifiedtripleset is read; a further bar is skipped")
def test_other_elements_of_triples_are_read(case: Case) -> None:
    report = case.load("t.xml")
    assert [(s, o) for s, _, o in case.facts()] == [(f"{DBR}Ulm_Airport", '"Ulm, Germany"')]
    assert reasons(report) == {"not subject | predicate | object": 1}


@pytest.mark.case("33", "Freebase: type.object.name and common.topic.alias are names")
def test_freebases_predicates_of_names_name_entities(case: Case) -> None:
    case.load("f.nt")
    ns = "http://rdf.freebase.com/ns/"
    assert (case.label(f"{ns}m.0u1"), case.label(f"{ns}m.0d1")) == ("Ulm", "Germany")
    assert not [p for _, p, _ in case.facts() if "name" in p or "alias" in p]
    assert any("Ulm" in prompt for prompt in case.prompts())


@pytest.mark.case("34", "GeoNames: the dump is read; documents have no names")
def test_the_dump_of_geonames_is_read(case: Case) -> None:
    case.load("all-geonames-rdf.txt")
    place = "https://sws.geonames.org/"
    assert {(s, o) for s, p, o in case.facts() if p.endswith("parentCountry")} == {
        (f"{place}3/", f"{place}130758/")
    }
    assert (case.label(f"{place}3/"), case.label(f"{place}5/")) == ("Zamin Sukhteh", "Yekahi")
    assert not case.label(f"{place}3/about.rdf")
    assert not any("about" in prompt for prompt in case.prompts())


@pytest.mark.case("09", "JSON-LD: schema:name names what has no label")
def test_names_of_schema_org_are_names(case: Case) -> None:
    case.load("order.jsonld")
    assert {p.rpartition("/")[2] for _, p, _ in case.facts()} == {"knows", "22-rdf-syntax-ns#type"}
    assert case.label(f"{EX}bob") == "Bob"
