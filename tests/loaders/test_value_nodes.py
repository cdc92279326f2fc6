"""Units and precisions in Wikidata's RDF: its nodes of values have them, truthy statements not."""

import zlib
from pathlib import Path

import pytest

from kgforge import graph, stores, terms
from kgforge.graph import LoadReport, load

WD, WDT, KGF, XSD = terms.PREFIXES["wd"], terms.PREFIXES["wdt"], terms.KGF, terms.XSD
PREFIXES = f"""
@prefix wd: <{WD}> . @prefix wdt: <{WDT}> . @prefix xsd: <{XSD}> .
@prefix wds: <{WD}statement/> . @prefix wdv: <http://www.wikidata.org/value/> .
@prefix p: <http://www.wikidata.org/prop/> .
@prefix ps: <http://www.wikidata.org/prop/statement/> .
@prefix psv: <http://www.wikidata.org/prop/statement/value/> .
@prefix wikibase: <http://wikiba.se/ontology#> .
"""
TRUTHY = """
wd:Q1 wdt:P2048 "+300"^^xsd:decimal ; wdt:P1082 "+5"^^xsd:decimal ; wdt:P2049 "+7"^^xsd:decimal .
wd:Q2 wdt:P569 "1980-01-01T00:00:00Z"^^xsd:dateTime ;
    wdt:P570 "1917-11-07T00:00:00Z"^^xsd:dateTime .
wd:Q3 wdt:P569 "-0043-03-13T00:00:00Z"^^xsd:dateTime ;
    wdt:P570 "1923-05-01T00:00:00Z"^^xsd:dateTime .
wd:Q4 wdt:P569 "2000-01-01T00:00:00Z"^^xsd:dateTime ;
    wdt:P570 "1950-01-01T00:00:00Z"^^xsd:dateTime .
"""
CALENDARS = {"gregorian": "wd:Q1985727", "julian": "wd:Q1985786"}


def statement(subject: str, predicate: str, value: str, node: str, rank: str = "Normal") -> str:
    """Return a statement with its node, and that of its value."""
    name = f"{subject}-{predicate}-{zlib.crc32(node.encode())}"
    return (
        f"wd:{subject} p:{predicate} wds:{name} .\n"
        f"wds:{name} a wikibase:Statement ; wikibase:rank wikibase:{rank}Rank ; "
        f"ps:{predicate} {value} ; psv:{predicate} wdv:{name} .\nwdv:{name} {node} .\n"
    )


def quantity(amount: str, unit: str) -> str:
    """Return what the node of a quantity says."""
    number = f'"{amount}"^^xsd:decimal'
    said = f"wikibase:quantityAmount {number} ; wikibase:quantityUnit wd:{unit}"
    return f"a wikibase:QuantityValue ; {said}"


def time(value: str, precision: int, calendar: str = "gregorian") -> str:
    """Return what the node of a time says."""
    return (
        f'a wikibase:TimeValue ; wikibase:timeValue "{value}"^^xsd:dateTime ; '
        f'wikibase:timePrecision "{precision}"^^xsd:integer ; wikibase:timeTimezone 0 ; '
        f"wikibase:timeCalendarModel {CALENDARS[calendar]}"
    )


NODES = "".join(
    (
        statement("Q1", "P2048", '"+300"^^xsd:decimal', quantity("+300", "Q11573")),
        statement("Q1", "P2048", '"+300"^^xsd:decimal', quantity("+300", "Q3710"), "Deprecated"),
        statement("Q1", "P1082", '"+5"^^xsd:decimal', quantity("+5", "Q199")),
        statement("Q2", "P569", "0", time("1980-01-01T00:00:00Z", 8)),
        statement("Q2", "P570", "0", time("1917-11-07T00:00:00Z", 11, "julian")),
        statement("Q3", "P569", "0", time("-0043-03-13T00:00:00Z", 11, "julian")),
        statement("Q3", "P570", "0", time("1923-05-01T00:00:00Z", 10)),
        statement("Q4", "P569", "0", time("2000-01-01T00:00:00Z", 7)),
        statement("Q4", "P570", "0", time("1950-01-01T00:00:00Z", 3)),
    )
)
NO_UNIT = "a quantity whose unit the file does not have, shown as a plain number"


def loaded(tmp_path: Path, name: str, text: str, kind: str) -> tuple[LoadReport, set[str]]:
    """Load a file, and return the report and the objects of the facts."""
    import pyoxigraph as ox

    path, store = tmp_path / name, f"{kind}:{tmp_path}/graph"
    turtle = f"{PREFIXES}{text}".encode()
    syntax = {".ttl": ox.RdfFormat.TURTLE, ".nt": ox.RdfFormat.N_TRIPLES}[path.suffix]
    ox.serialize(ox.parse(turtle, ox.RdfFormat.TURTLE), path, syntax)
    report = load([path], store)
    with stores.open(store) as opened:
        return report, {str(row[-1]) for row in graph.ask(opened, "facts")}


@pytest.mark.parametrize("name", ["full.ttl", "full.nt"])
@pytest.mark.parametrize("kind", ["oxigraph", "duckdb"])
@pytest.mark.parametrize("order", [f"{TRUTHY}{NODES}", f"{NODES}{TRUTHY}"])
def test_nodes_of_values_give_units_and_precisions(
    tmp_path: Path, name: str, kind: str, order: str
) -> None:
    report, objects = loaded(tmp_path, name, order, kind)
    assert objects == {
        f'"300"^^<{WD}Q11573>',
        f'"5"^^<{XSD}decimal>',
        f'"7"^^<{XSD}decimal>',
        f'"1980"^^<{KGF}decade>',
        f'"1917-10-25"^^<{KGF}julianDate>',
        f'"-0043-03-13"^^<{XSD}date>',
        f'"1923-05"^^<{XSD}gYearMonth>',
        f'"20"^^<{KGF}century>',
    }
    assert {one.reason: one.count for one in report.remarks if "Christ" not in one.reason} == {
        NO_UNIT: 1  # the one without a node
    }
    assert not report.doubts
    reasons = {one.reason: one.count for one in report.skipped}
    assert reasons["a time known to ten thousand years or less precisely"] == 1
    assert report.read == report.stored + report.skipped_triples + report.duplicate


@pytest.mark.parametrize("name", ["truthy.ttl", "truthy.nt"])
@pytest.mark.parametrize("kind", ["oxigraph", "duckdb"])
def test_what_truthy_statements_do_not_say_is_counted(tmp_path: Path, name: str, kind: str) -> None:
    report, objects = loaded(tmp_path, name, TRUTHY, kind)
    assert f'"300"^^<{XSD}decimal>' in objects
    assert {one.reason: one.count for one in report.remarks if "Christ" not in one.reason} == {
        NO_UNIT: 3
    }
    [doubt] = report.doubts
    assert "its times have no precision" in doubt
