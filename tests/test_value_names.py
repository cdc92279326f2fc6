"""How values are written for a reader, against what stands in an encyclopedia."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgforge import magnitudes, terms, value_names
from kgforge.units import known
from kgforge.value_names import Calendar
from kgforge.verdicts import judge

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
        ("--03-15", "gMonthDay", ("15 March", "March 15", "15th of March", "March 15th")),
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
        ("330 m", "https://w3id.org/cdt/ucum", ("330 m",)),
        ("1083 [ft_i]", "https://w3id.org/cdt/length", ("1083 ft",)),
        ("5 [pied]", "https://w3id.org/cdt/length", ()),
        ("tall m", "https://w3id.org/cdt/ucum", ()),
        ("8848.86", "http://qudt.org/vocab/unit/M", ("8848.86 m",)),
        ("2", "http://qudt.org/vocab/unit/FURLONG_X", ()),
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


@pytest.mark.parametrize(
    ("value", "datatype"),
    [
        ("abc", "integer"), ("", "integer"), ("1.5", "integer"), ("1_000", "integer"),
        ("٣", "integer"), ("NaN", "double"), ("INF", "float"), ("1,5", "decimal"),
        ("1900-02-30", "date"), ("1900-02-29", "date"), ("-0043-02-31", "date"),
        ("2001-13-45T99:00:00", "dateTime"), ("2001-04-31", "date"), ("2001-00-05", "date"),
        ("2001-02-03T25:00:00", "dateTime"), ("0000-13", "gYearMonth"), ("MMXX", "gYear"),
        ("٢٠٠١-01-02", "date"), ("--02-30", "gMonthDay"), ("--13", "gMonth"),
        ("99:00:00", "time"), ("perhaps", "boolean"), ("1900-02-30", f"{KGF}julianDate"),
        ("x", f"{KGF}century"), ("NaN", f"{WD}Q11573"), ("tall", f"{WD}Q99999999"),
        ("NaN", "http://dbpedia.org/datatype/metre"),
    ],
)  # fmt: skip
def test_a_malformed_value_has_no_name(value: str, datatype: str) -> None:
    assert value_names.is_malformed(literal(value, datatype))
    assert value_names.spelt(literal(value, datatype), "en") == ()


@pytest.mark.parametrize(
    ("value", "datatype"),
    [
        ("1500-02-29", "date"), ("2000-02-29", "date"), ("2016-12-31T23:59:60Z", "dateTime"),
        ("2000-00-00T00:00:00Z", "dateTime"), ("2001-02-03T24:00:00", "dateTime"), ("-5", "long"),
        ("962", "gYear"), ("-347", "gYear"), ("12345-06-07", "date"), ("1", "boolean"),
        ("12:30:00+02:00", "time"), ("--02-29", "gMonthDay"), ("1e400", "double"),
        ("abc", "string"),
    ],
)  # fmt: skip
def test_a_value_that_people_can_read_is_not_malformed(value: str, datatype: str) -> None:
    assert not value_names.is_malformed(literal(value, datatype))


@pytest.mark.parametrize(
    ("language", "century", "millennium", "decade", "month"),
    [
        ("cs", "8. století př. n. l.", "3. tisíciletí", "80. léta 20. století",
         "leden 69 př. n. l."),
        ("pl", "VIII wiek p.n.e.", "III tysiąclecie", "lata 80. XX wieku", "styczeń 69 p.n.e."),
        ("it", "VIII secolo a.C.", "III millennio", "anni 1980", "gennaio 69 a.C."),
        ("pt", "século VIII a.C.", "III milénio", "década de 1980", "janeiro de 69 a.C."),
        ("nl", "8e eeuw v.Chr.", "3e millennium", "jaren 1980", "januari 69 v.Chr."),
        ("ru", "VIII век до н. э.", "III тысячелетие", "1980-е годы", "январь 69 до н. э."),
        ("uk", "VIII століття до н. е.", "III тисячоліття", "1980–1989", "січень 69 до н. е."),
        ("sv", "8:e århundradet f.Kr.", "3:e årtusendet", "1980-talet", "januari 69 f.Kr."),
        ("ja", "紀元前8世紀", "3千年紀", "1980年代", "紀元前69年1月"),
        ("zh", "公元前8世纪", "3千年纪", "1980年代", "公元前69年1月"),
        ("pt-BR", "século VIII a.C.", "III milénio", "década de 1980", "janeiro de 69 a.C."),
        ("xx", "", "", "1980–1989", ""),
    ],
)  # fmt: skip
def test_periods_and_months_are_in_words_of_the_language(
    language: str, century: str, millennium: str, decade: str, month: str
) -> None:
    values = (("-8", f"{KGF}century"), ("3", f"{KGF}millennium"), ("1980", f"{KGF}decade"))
    terms_ = [literal(*value) for value in (*values, ("-0068-01", "gYearMonth"))]
    names = [value_names.spelt(term, language) for term in terms_]
    assert names == [(name,) if name else () for name in (century, millennium, decade, month)]


@pytest.mark.parametrize(
    ("value", "datatype", "language", "name"),
    [
        ("-440", "decade", "en", "440s BC"),
        ("-80", "decade", "cs", "89–80 př. n. l."),
        ("1900", "decade", "sv", "1900–1909"),  # 1900-talet is the century
        ("21", "century", "sv", "21:a århundradet"),
        ("1", "century", "fr", "Ier siècle"),
    ],
)
def test_periods_of_their_own_form(value: str, datatype: str, language: str, name: str) -> None:
    names = value_names.spelt(literal(value, KGF + datatype), language)
    assert names is not None
    assert names[0] == name


def test_a_year_of_few_figures_is_written_as_people_do() -> None:
    assert value_names.spelt(literal("0014", "gYear"), "en") == ("AD 14", "0014")
    assert value_names.spelt(literal("0962", "gYear"), "de") == ("962", "0962")


_YEARS = ["0000", "-0400", "-0800", "-99999", "12345", "292277026596", "0001", "1582", "٢٠٠١"]
_DAYS = ["", "-00", "-13", "-02", "-00-00", "-02-29", "-02-30", "-02-31", "-12-31", "-13-45"]
_TIMES = [
    "",
    "T00:00:00",
    "T24:00:00",
    "T23:59:60Z",
    "T99:00:00",
    "T12:30:00.5+14:00",
    "Z",
    "+02:00",
]
_NUMBERS = ["", "1e999999999", "-1e-999999999", "NaN", "-INF", "1" * 5000, "٣", "½", "-0", "P", "0"]
_VALUES = st.one_of(
    st.builds("".join, st.tuples(*map(st.sampled_from, (_YEARS, _DAYS, _TIMES)))),
    st.sampled_from([*_NUMBERS, "--02-30", "---32", "PT1H", "P99999999999Y", "Point(1e9 2)"]),
    st.text(max_size=8),
)
_TYPES = st.sampled_from(
    [
        *(XSD + name for name in ("date", "dateTime", "gYear", "gYearMonth", "gMonthDay", "gDay")),
        *(XSD + name for name in ("integer", "decimal", "double", "duration", "time", "boolean")),
        *(KGF + name for name in ("century", "decade", "millennium", "julianDate")),
        *(WKT, f"{WD}Q99999999", "http://dbpedia.org/datatype/knot", *sorted(known())[:8]),
    ]
)
_TERMS = st.builds(lambda value, datatype: terms.literal(value, datatype=datatype), _VALUES, _TYPES)


@given(_TERMS, _TERMS, st.sampled_from(["en", "cs", "fr", "ja", "xx"]))
def test_no_value_ends_in_a_traceback(one: str, other: str, language: str) -> None:
    magnitudes.larger(one, other)
    magnitudes.may_equal(one, [other])
    for calendar in ("as written", "gregorian", "either"):
        for name in value_names.spelt(one, language, calendar) or ():
            assert name.strip()
    judge(terms.text_of(other), [terms.text_of(one)[:200] or "x"])


EDTF = "http://id.loc.gov/datatypes/edtf/EDTF"


@pytest.mark.parametrize(
    ("value", "language", "names"),
    [
        ("1984?", "en", ("1984", "1984?")),
        ("1810~", "en", ("1810", "1810~")),
        ("195X", "en", ("1950s",)),
        ("19XX", "en", ("20th century", "twentieth century", "1900s")),
        ("19XX", "cs", ("20. století",)),
        ("-0195", "en", ("196 BC",)),
        ("Y-17000", "en", ("17001 BC",)),
        ("2001-21", "en", ("spring 2001",)),
        ("2001-21", "cs", ()),
        ("1985-04-XX", "en", ("April 1985", "1985-04")),
        ("2004-XX", "en", ("2004",)),
        ("1985-04-12", "en", None),
        ("1984/2004", "en", ("1984–2004", "1984 to 2004", "from 1984 to 2004", "1984/2004")),
        ("1984/..", "en", ()),
        ("[1667,1668]", "en", ()),
        ("1XXX", "en", ()),
        ("2001-02-30", "en", ()),
        ("spring", "en", ()),
    ],
)
def test_an_extended_date_is_written_in_words_where_these_are_simple(
    value: str, language: str, names: tuple[str, ...] | None
) -> None:
    for datatype in (EDTF, f"{EDTF}-level1"):
        assert value_names.spelt(terms.literal(value, datatype=datatype), language) == names


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("0000-00-00", "date"),
        ("0000-00-00T00:00:00", "dateTime"),
        ("9999-12-31", "date"),
        ("9999-12-31T23:59:59", "dateTime"),
        ("9999", "gYear"),
    ],
)
def test_a_placeholder_of_a_database_is_no_date(value: str, name: str) -> None:
    term = terms.literal(value, datatype=terms.XSD + name)
    assert value_names.is_malformed(term)
    assert value_names.spelt(term, "en") == ()
    assert magnitudes.date(term) is None


@pytest.mark.parametrize("point", ["POINT(200 95)", "Point(13.4 -91)", "POINT(-180.5 0)"])
def test_a_point_that_is_not_on_the_earth_has_no_name(point: str) -> None:
    assert (
        value_names.spelt(terms.literal(point, datatype=terms.PREFIXES["geo"] + "wktLiteral"), "en")
        == ()
    )


def test_a_duration_is_one_without_a_datatype_too() -> None:
    assert value_names.spelt('"PT1H51M"', "en") == ("1 hour 51 minutes", "PT1H51M")
    assert value_names.spelt('"PT1H51M"^^<https://schema.org/Duration>', "en") == (
        "1 hour 51 minutes",
        "PT1H51M",
    )
    assert value_names.spelt('"P2Y"', "en") is None  # a family of receptors
