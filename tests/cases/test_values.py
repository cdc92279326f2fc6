"""Times, quantities, and the other JSON of Wikidata: what is stored and what a reader sees."""

from pathlib import Path

import pytest

from kgforge import graph, magnitudes, stores, terms
from kgforge.loaders._wikidata import values
from tests.cases.case import Case

WD, WDT = terms.PREFIXES["wd"], terms.PREFIXES["wdt"]


def names(case: Case, language: str = "en") -> dict[str, tuple[str, ...]]:
    """Return the names of each subject's last value."""
    facts = case.facts()
    with stores.open(case.store) as store:
        book = graph.Book(store, language)
        values = {subject: value for subject, _, value in facts if value[0] == '"'}
        book.ask(values.values())
        found = {subject: book[value] for subject, value in values.items()}
    return {
        subject.removeprefix(WD): (called.label, *called.aliases)
        for subject, called in found.items()
    }


@pytest.mark.case("14", "years before Christ, centuries, Julian days as people read them")
def test_times_are_shown_as_precisely_as_they_are_known(case: Case) -> None:
    case.load("times.json")
    called = names(case)
    assert called["Q1"] == ("20th century", "twentieth century")
    assert called["Q2"] == ("1980s",)
    assert called["Q3"] == ("1st millennium", "first millennium")
    assert called["Q4"] == ("15 March 44 BC", "13 March 44 BC")
    assert called["Q5"] == ("44 BC",)
    assert called["Q6"] == ("1452-04-15", "1452-04-24")  # Wikidata shows the Julian day
    assert called["Q7"] == ("1950",)
    assert called["Q8"] == ("May 1950", "1950-05")
    assert called["Q14"][0] == "1969-07-20 20:17:40"
    assert called["Q16"] == ("1900-02-29", "1900-03-13")  # Julian, as Wikidata shows it
    assert names(case, "de")["Q5"] == ("44 v. Chr.",)


@pytest.mark.case("14", "a first of January in Wikidata's RDF is a year")
def test_years_of_truthy_rdf_are_no_days(case: Case) -> None:
    case.load("truthy.nt")
    called = names(case)
    assert called["Q9"][0] == "1950"
    assert called["Q4"][0] == "15 March 44 BC"


@pytest.mark.case("17", "units kept, shown, and converted before values are compared")
def test_quantities_keep_their_units(case: Case) -> None:
    case.load("u.json", "p.tsv")
    assert names(case)["Q1"] == ("300 m",)
    assert names(case)["Q2"] == ("500 ft",)
    values = {s.removeprefix(WD): v for s, p, v in case.facts() if p == f"{WDT}P2048"}
    assert magnitudes.larger(values["Q1"], values["Q2"]) is True
    assert magnitudes.larger(values["Q4"], values["Q5"]) is True
    mass = f'"1"^^<{WD}Q11570>'
    assert magnitudes.larger(values["Q1"], mass) is None


@pytest.mark.case("18", "KGTK's quantities keep their units, and -0044 is 44 BC")
def test_kgtk_values_are_those_of_wikidata(case: Case) -> None:
    case.load("k.tsv")
    values = {value for _, _, value in case.facts()}
    assert f'"500"^^<{WD}Q3710>' in values
    assert f'"161.53"^^<{WD}Q11573>' in values
    # The 15th of March by the Julian calendar, as Wikidata has it: 13 March by the Gregorian one.
    assert f'"-0043-03-13"^^<{terms.XSD}date>' in values
    assert f'"20"^^<{terms.KGF}century>' in values


@pytest.mark.case("57", "Wikibase REST JSON")
def test_rest_json_is_read(case: Case) -> None:
    report = case.load("q.json")
    assert case.facts() == {
        (f"{WD}Q64", f"{WDT}P17", f"{WD}Q183"),
        (f"{WD}Q64", f"{WDT}P571", f'"1237"^^<{terms.XSD}gYear>'),
    }
    assert case.label(f"{WD}Q64") == "Berlin", report


@pytest.mark.case("58", "simplified claims")
def test_simplified_claims_are_read(case: Case) -> None:
    case.load("s.ndjson")
    assert case.facts() == {
        (f"{WD}Q64", f"{WDT}P17", f"{WD}Q183"),
        (f"{WD}Q64", f"{WDT}P571", f'"1237-01-01T00:00:00Z"^^<{terms.XSD}dateTime>'),
        (f"{WD}Q183", f"{WDT}P36", f"{WD}Q64"),
    }
    assert case.label(f"{WD}Q183") == "Germany"


def test_equal_amounts_of_one_unit_are_one_term() -> None:
    metre = "http://www.wikidata.org/entity/Q11573"
    amounts = {values.quantity(amount, metre) for amount in ("+10", "10.0", "1e1")}
    assert amounts == {f'"10"^^<{metre}>'}
    assert values.quantity("100.50", metre) == f'"100.5"^^<{metre}>'


def book(tmp_path: Path, text: str, *values: str) -> list[graph.Names | None]:
    """Load N-Triples, and return what values are called in that graph."""
    path, address = tmp_path / "facts.nt", f"oxigraph:{tmp_path}/graph"
    path.write_text(text, "utf-8")
    graph.load([path], address)
    with stores.open(address) as store:
        names = graph.Book(store, "en")
        names.ask(values)
        return [names.get(value) for value in values]


DAY = f'"1452-04-15"^^<{terms.XSD}date>'
OF_DBPEDIA = f"<http://dbpedia.org/resource/L> <http://dbpedia.org/ontology/birthDate> {DAY} .\n"
OF_WIKIDATA = f"<{WD}Q762> <{WDT}P569> {DAY} .\n"
OF_OTHERS = f"<http://e.org/L> <http://e.org/born> {DAY} .\n"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (OF_DBPEDIA, ("1452-04-15",)),
        (OF_OTHERS, ("1452-04-15",)),
        (OF_WIKIDATA, ("1452-04-06", "1452-04-15")),
        (OF_DBPEDIA + OF_WIKIDATA, ("1452-04-15", "1452-04-06")),
    ],
)
def test_days_before_the_gregorian_calendar_are_shown_as_their_source_counts(
    tmp_path: Path, text: str, names: tuple[str, ...]
) -> None:
    [found] = book(tmp_path, text, DAY)
    assert found is not None
    assert (found.label, *found.aliases) == names


def test_what_nobody_can_read_has_no_name(tmp_path: Path) -> None:
    day = f'"---15"^^<{terms.XSD}gDay>'
    assert book(tmp_path, f"<http://e.org/a> <http://e.org/b> {day} .\n", day) == [None]
