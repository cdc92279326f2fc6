"""Cases of names: damaged by other programs, or written in several ways."""

from pathlib import Path

import pytest

from kgforge import terms
from tests.cases.case import Case


def _named(name: str) -> str:
    return f"urn:kgforge:name:{terms.encoded(name)}"


@pytest.mark.case("38", "invisible marks are no part of a name: one Ulm, one Germany")
def test_invisible_marks_make_no_entities(case: Case) -> None:
    report = case.load("t.tsv")
    located = _named("located in")
    assert case.facts() == {
        (_named(city), located, _named("Germany")) for city in ("Ulm", "Berlin", "Munich")
    }
    assert "mended" in str(report["skipped"])


@pytest.mark.case("39", "HTML, mojibake, escapes and links are mended and counted")
def test_damaged_names_are_mended(case: Case) -> None:
    report = case.load("tsv:t.tsv")
    located = _named("located in")
    places = {
        "AT&T": "Dallas",
        "Procter & Gamble": "Cincinnati",
        "Homo sapiens": "Earth",
        "München": "Germany",
        "Café Ulm": "Germany",
        "the capital": "Germany",
        "Ulm City": "Germany",
    }
    assert case.facts() == {
        (_named(name), located, _named(place)) for name, place in places.items()
    }
    [mended] = [entry for entry in report["skipped"] if "mended" in entry["reason"]]
    assert mended["count"] == 7


@pytest.mark.case("02", "YAGO: characters by their numbers are decoded, a Wikidata id is no name")
def test_names_of_yago_are_decoded(case: Case) -> None:
    case.load("y.ttl")
    text = "\n".join(case.prompts())
    assert "Paris, Texas" in text
    assert "Jan de Vries (painter)" in text
    assert "O'Neill Town" in text
    assert "_u0" not in text
    assert "Q123456" not in text
    assert "Q777" not in text


WD, WDT = terms.PREFIXES["wd"], terms.PREFIXES["wdt"]


@pytest.mark.case("24", "spellings of one Wikidata id are one entity")
@pytest.mark.parametrize("store", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
def test_spellings_of_an_id_are_one_entity(case: Case, store: str, tmp_path: Path) -> None:
    case.load("t.tsv")
    assert case.facts() == {(f"{WD}Q64", f"{WDT}P17", f"{WD}Q183")}
    case.store = store.format(tmp_path / "other")
    report = case.load("b.tsv")
    assert report["stored"] == 2


@pytest.mark.case("24", "spellings of one Wikidata id are one entity")
def test_an_id_in_small_letters_is_one_beside_others(case: Case) -> None:
    case.load("a.tsv")
    assert case.facts() == {
        (f"{WD}Q64", f"{WDT}P17", f"{WD}Q183"),
        (f"{WD}Q64", f"{WDT}P36", f"{WD}Q183"),
    }


@pytest.mark.case("24", "https and http of schema.org stay as they are written")
def test_schema_org_stays_as_it_is_written(case: Case) -> None:
    case.load("c.nt")
    assert case.label("http://schema.org/Ulm") == "Ulm"
