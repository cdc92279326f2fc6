"""How values are written for a reader, against what stands in an encyclopedia."""

import pytest

from kgforge import magnitudes, terms, value_names
from kgforge.value_names import Calendar

XSD, KGF, WD = terms.XSD, terms.KGF, terms.PREFIXES["wd"]
WKT = terms.PREFIXES["geo"] + "wktLiteral"


def literal(value: str, datatype: str) -> str:
    """Return a literal of XML Schema, or of a whole IRI."""
    return terms.literal(value, datatype=datatype if ":" in datatype else XSD + datatype)


@pytest.mark.parametrize(
    ("value", "datatype", "names"),
    [
        ("1923-05", "gYearMonth", ("May 1923", "1923-05")),
        ("1980+02:00", "gYear", ("1980", "1980+02:00")),
        ("-0043", "gYear", ("44 BC",)),
        ("0000", "gYear", ("1 BC",)),
        ("-0043-03", "gYearMonth", ("March 44 BC",)),
        ("1969-07-20T20:17:40Z", "dateTime",
         ("1969-07-20 20:17:40", "1969-07-20", "1969-07-20T20:17:40Z")),
        ("--03-15", "gMonthDay", ("15 March", "--03-15")),
        ("--05", "gMonth", ("May", "--05")),
        ("---15", "gDay", ()),
        ("P3Y", "duration", ("3 years", "P3Y")),
        ("P1Y6M", "yearMonthDuration", ("1 year 6 months", "P1Y6M")),
        ("PT1H38M", "dayTimeDuration", ("1 hour 38 minutes", "PT1H38M")),
        ("P", "duration", ()),
        ("1.5E3", "double", ("1500", "1.5E3")),
        ("1E-20", "double", ("1 × 10^-20", "1E-20")),
        ("1988550000000000000000000000000", "decimal",
         ("1.98855 × 10^30", "1988550000000000000000000000000")),
        ("-5", "integer", None),
        ("true", "boolean", None),
        ("Point(13.383333333333 52.516666666667)", WKT,
         ("52.51667° N, 13.38333° E", "52.51667, 13.38333",
          "Point(13.383333333333 52.516666666667)")),
        ("POINT(-43.2 -22.9)", WKT, ("22.9° S, 43.2° W", "-22.9, -43.2", "POINT(-43.2 -22.9)")),
        (f"<{WD}Q405> Point(2 1)", WKT, ()),
        ("POLYGON((0 0, 0 1, 1 1, 0 0))", WKT, ()),
        ("300", f"{WD}Q11573", ("300 m",)),
        ("300", "http://dbpedia.org/datatype/metre", ("300 m",)),
        ("4000", "http://dbpedia.org/datatype/inhabitantsPerSquareKilometre",
         ("4000 inhabitants per square kilometre",)),
        ("25", f"{WD}Q25267", ("25 °C",)),
        ("45", f"{WD}Q11229", ("45%",)),
        ("90", f"{WD}Q28390", ("90°",)),
        ("1900-02-29", f"{KGF}julianDate", ("1900-02-29", "1900-03-13")),
        ("-5", f"{KGF}century",
         ("5th century BC", "5th century BCE", "fifth century BC", "fifth century BCE")),
    ],
)  # fmt: skip
def test_a_value_is_written_as_people_read_it(
    value: str, datatype: str, names: tuple[str, ...] | None
) -> None:
    assert value_names.spelt(literal(value, datatype), "en") == names


@pytest.mark.parametrize(
    ("calendar", "names"),
    [
        ("as written", None),
        ("gregorian", ("1452-04-15", "1452-04-24")),
        ("either", ("1452-04-24", "1452-04-15")),
    ],
)
def test_old_days_are_julian_where_the_source_counts_back(
    calendar: Calendar, names: tuple[str, ...] | None
) -> None:
    assert value_names.spelt(literal("1452-04-24", "date"), "en", calendar) == names


@pytest.mark.parametrize(
    ("one", "other", "later"),
    [
        (literal("1985", "gYear"), literal("1980", f"{KGF}decade"), None),
        (literal("1990", "gYear"), literal("1980", f"{KGF}decade"), True),
        (literal("1850-05-02", "date"), literal("20", f"{KGF}century"), False),
        (literal("1900", "gYear"), literal("20", f"{KGF}century"), False),  # it is of the 19th
        (literal("1901", "gYear"), literal("20", f"{KGF}century"), None),
        (literal("1980", f"{KGF}decade"), literal("20", f"{KGF}century"), None),
        (literal("2000", f"{KGF}decade"), literal("1990", f"{KGF}decade"), True),
        (literal("1", f"{KGF}century"), literal("-1", f"{KGF}century"), True),
        # 44 BC, the year -43, is of the forties BC (49 to 40) and of the first century BC.
        (literal("-0043", "gYear"), literal("-40", f"{KGF}decade"), None),
        (literal("-0043", "gYear"), literal("-1", f"{KGF}century"), None),
        (literal("-0100", "gYear"), literal("-1", f"{KGF}century"), False),
        (literal("1900-02-29", f"{KGF}julianDate"), literal("1900-03-12", "date"), True),
        (literal("1900-02-29", f"{KGF}julianDate"), literal("1900-03-13", "date"), None),
        (literal("25", f"{WD}Q25267"), literal("77", f"{WD}Q42289"), None),  # 77 °F
        (literal("25", f"{WD}Q25267"), literal("298.15", f"{WD}Q11579"), None),
        (literal("25", f"{WD}Q25267"), literal("26", f"{WD}Q42289"), True),
    ],
)
def test_periods_and_units_are_compared(one: str, other: str, later: bool | None) -> None:
    assert magnitudes.larger(one, other) is later
    assert magnitudes.larger(other, one) is (None if later is None else not later)


def test_a_year_in_a_decade_is_no_distractor_of_it() -> None:
    decade = literal("1980", f"{KGF}decade")
    assert magnitudes.may_equal(literal("1985", "gYear"), [decade])
    assert not magnitudes.may_equal(literal("1995", "gYear"), [decade])
    assert magnitudes.is_date(decade)


def test_an_amount_in_another_unit_is_no_distractor_of_it() -> None:
    metres, feet = literal("300", f"{WD}Q11573"), f"{WD}Q3710"
    assert magnitudes.may_equal(literal("984", feet), [metres])  # 299.92 m
    assert not magnitudes.may_equal(literal("1000", feet), [metres])
    assert not magnitudes.may_equal(literal("301", f"{WD}Q11573"), [metres])
    assert not magnitudes.may_equal(literal("300", "decimal"), [metres])
    assert not magnitudes.may_equal(literal("300", f"{WD}Q11570"), [metres])
