"""Values as models write them: scales, ranges, points, units by case, durations."""

import pytest

from kgforge import terms, value_names
from kgforge.verdicts import Verdict, judge, listed, numerals
from kgforge.verdicts.measures import english

RIGHT: Verdict = "correct"
WRONG: Verdict = "incorrect"
EIFFEL = ["48.85822° N, 2.2945° E", "48.85822, 2.2945", "Point(2.2945 48.85822)"]
SYDNEY = ["33.85678° S, 151.21528° E", "-33.85678, 151.21528", "Point(151.21528 -33.85678)"]


# ── Scales ──────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    "text",
    [
        *("30k", "30K", "30 k", "30M", "30 M", "30bn", "30 bn", "30B", "30 mln", "30mln", "30 mrd"),
        *("30 Mio.", "30 Mrd. Einwohner", "30 hundred", "30 dozen", "30 tsd.", "30 тыс.", "30万"),
        *("30 to 40", "30/40", "30-40", "30–40", "30 bis 40", "30 à 40", "20 to 30", "20/30"),
        *("between 30 and 40", "from 30 to 40", "The population is 30 to 40 people."),
        *("30 1/2", "30½", "30 ½", "thirty and a half", "30 thousand", "thirty thousand", "30:40"),
        *("about 30k people", "minus 30", "negative thirty", "30 million"),
    ],
)
def test_a_scale_or_a_range_makes_another_number(text: str) -> None:
    assert judge(text, ["30"]) == WRONG
    assert judge(text, ["30"], question="What is the population of Hum?") == WRONG


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        ("120K", "120000"),
        ("The population is 120k.", "120000"),
        ("120 thousand", "120000"),
        ("1.2M", "1200000"),
        ("1.2 M", "1200000"),
        ("1.2m people", "1200000"),
        ("1,2 Mio.", "1200000"),
        ("1,2 millions", "1200000"),
        ("1'200'000", "1200000"),
        ("1.2 mln", "1200000"),
        ("5 mrd", "5000000000"),
        ("5 milliards", "5000000000"),
        ("5 mil millones", "5000000000"),
        ("two dozen", "24"),
        ("a dozen", "12"),
        ("5 hundred", "500"),
        ("5 hundred thousand", "500000"),
        ("half a million", "500000"),
        ("eight hundred seventy", "870"),
        ("eight hundred and seventy", "870"),
        ("one hundred and one", "101"),
        ("nineteen eighty-four", "1984"),
        ("It was in nineteen eighty-four.", "1984"),
        ("minus five", "-5"),
        ("5 1/2", "5.5"),
        ("5½", "5.5"),
        ("$1.5bn", "1500000000 US dollars"),
        ("1.5bn US dollars", "1500000000 US dollars"),
        ("$2.5m", "2500000 US dollars"),
        ("$2.5M", "2500000 US dollars"),
        ("2,5 Mio. US-Dollar", "2500000 US dollars"),
        ("$5k", "5000 US dollars"),
        ("5k€", "5000 euros"),
        ("5 kEUR", "5000 euros"),
        ("EUR 5k", "5000 euros"),
        ("298.15K", "25 °C"),
        ("300m", "300 m"),
    ],
)
def test_scales_multiply(text: str, accepted: str) -> None:
    assert judge(text, [accepted]) == RIGHT


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        ("870bn", "870"),
        ("870K", "870"),
        ("5 mrd", "5"),
        ("5 mln", "5"),
        ("5 1/2", "5"),
        ("5½", "5"),
        ("51/2", "5.5"),
        ("$5k", "5 US dollars"),
        ("$5M", "5 US dollars"),
        ("€5k", "5 euros"),
        ("5 cents", "5 US dollars"),
        ("A$5", "5 US dollars"),
        ("C$5", "5 US dollars"),
        ("CA$5", "5 US dollars"),
        ("5 AUD", "5 US dollars"),
        ("5 Canadian dollars", "5 US dollars"),
        ("120K", "1200000"),
        ("120K", "120"),
        ("1.2bn", "1200000"),
        ("2 dozen", "20"),
        ("eight hundred seventy", "807"),
        ("five, six or seven", "5"),
    ],
)
def test_another_scale_or_currency_is_wrong(text: str, accepted: str) -> None:
    assert judge(text, [accepted]) == WRONG


def test_a_currency_is_named_before_or_behind() -> None:
    for text in ("$5", "US$5", "US$ 5", "USD 5", "5 USD", "$5 USD", "5 dollars"):
        assert judge(text, ["5 US dollars"], question="What is the budget?") == RIGHT, text
    assert judge("A$5", ["5 AUD"]) == RIGHT


def test_numbers_in_words_are_read_as_one_or_as_several() -> None:
    assert numerals.english("five six seven") == "5 6 7"
    assert numerals.english("one of them, eight-episode") == "one of them, eight-episode"
    assert numerals.english("two and three") == "2 and 3"
    written = "one hundred twenty-three thousand four hundred and fifty-six"
    assert numerals.english(written) == "123456"


@pytest.mark.parametrize(
    "text", ["1984-2004", "1984–2004", "1984/2004", "from 1984 to 2004", "between 1984 and 2004"]
)
def test_a_range_is_answered_by_its_ends(text: str) -> None:
    assert judge(text, ["1984/2004"]) == RIGHT
    assert judge(text, ["1984/2005"]) == WRONG
    assert judge("1984", ["1984/2004"]) == WRONG


# ── Points ──────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    "text",
    [
        *EIFFEL,
        "48.8582° N, 2.2945° E",
        "48.8582°N 2.2945°E",
        "48.8582º N, 2.2945º E",
        "48°51′29.6″N 2°17′40.2″E",
        "48° 51' 29.6\" N, 2° 17' 40.2\" E",
        "48° 51′ N, 2° 18′ E",
        "48°51.493'N, 2°17.67'E",
        "48.86, 2.29",
        "(48.8582, 2.2945)",
        "48.8582, 2.2945",
        "48.858222, 2.294500",
        "2.2945° E, 48.85822° N",
        "N 48.8582°, E 2.2945°",
        "POINT (2.2945 48.8582)",
        "latitude 48.8582, longitude 2.2945",
        "Latitude: 48.8582° N, longitude: 2.2945° E",
        "longitude 2.2945, latitude 48.8582",
        "The Eiffel Tower is at 48.8582° North, 2.2945° East.",
        "Its coordinates are approximately 48.8582° N, 2.2945° E.",
        "48,8582° N, 2,2945° E",
        "48,8582° nördlicher Breite, 2,2945° östlicher Länge",
        "48.8582° de latitud norte y 2.2945° de longitud este",
    ],
)
def test_a_point_is_right_as_precisely_as_it_is_written(text: str) -> None:
    assert judge(text, EIFFEL) == RIGHT
    assert judge(text, EIFFEL, question="What are the coordinates of the tower?") == RIGHT


@pytest.mark.parametrize(
    "text",
    [
        *("48.85822, -2.2945", "-48.85822, 2.2945", "48.85822° S, 2.2945° E"),
        *("48.85822° N, 2.2945° W", "2.2945, 48.85822", "48.85822° E, 2.2945° N"),
        *("48.8583, 2.2945", "48.8582, 2.2946", "48.87, 2.29", "48.9, 2.3", "49, 2"),
        *("48° N, 2° E", "48° 52′ N, 2° 18′ E", "48°51′29.6″N 2°17′40.2″W", "48.85822", "2.2945"),
        *("Point(48.85822 2.2945)", "48.85822° N, 12.2945° E"),
    ],
)
def test_another_point_is_wrong(text: str) -> None:
    assert judge(text, EIFFEL) == WRONG


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("33.8568° S, 151.2153° E", RIGHT),
        ("-33.8568, 151.2153", RIGHT),
        ("33°51′24.4″S 151°12′55″E", RIGHT),
        ("33.8568, 151.2153", WRONG),
        ("33.8568° N, 151.2153° E", WRONG),
    ],
)
def test_a_point_in_the_south(text: str, verdict: Verdict) -> None:
    assert judge(text, SYDNEY) == verdict


# ── Units ───────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("text", "accepted", "verdict"),
    [
        ("300 MW", "300 MW", RIGHT),
        ("300 mW", "300 MW", WRONG),
        ("300 milliwatts", "300 MW", WRONG),
        ("300 megawatts", "300 MW", RIGHT),
        ("300 kW", "300 MW", WRONG),
        ("0.3 GW", "300 MW", RIGHT),
        ("The plant has a power of 300 mW.", "300 MW", WRONG),
        ("5 Mg", "5 mg", WRONG),
        ("5 mg", "5 Mg", WRONG),
        ("5 MG", "5 mg", RIGHT),
        ("10 mPa", "10 MPa", WRONG),
        ("10 MPA", "10 MPa", RIGHT),
        ("300 M", "300 m", WRONG),
        ("300 Mm", "300 m", WRONG),
        ("3 Ms", "3 ms", WRONG),
        ("5 KM", "5 km", RIGHT),
        ("5 Km", "5 km", RIGHT),
        ("5 KG", "5 kg", RIGHT),
        ("100 mhz", "100 MHz", RIGHT),
        ("5 millimeters", "5 mm", RIGHT),
        ("5 terawatts", "5000 GW", RIGHT),
        ("5'11\"", "180 cm", RIGHT),
        ("5 foot 11", "180 cm", RIGHT),
        ("1m80", "180 cm", RIGHT),
        ("6'11\"", "180 cm", WRONG),
    ],
)
def test_capitals_count_where_they_make_another_unit(
    text: str, accepted: str, verdict: Verdict
) -> None:
    assert judge(text, [accepted]) == verdict
    assert judge(text, [accepted], question="What is it?") == verdict


def test_lists_are_judged_alike() -> None:
    assert listed(["300 mW"], [["300 MW"]]) == (0, 1, 1)
    assert listed(["300 MW"], [["300 MW"]]) == (1, 1, 1)


# ── Durations ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        *((text, RIGHT) for text in (
            "2 years 6 months", "2 years and 6 months", "2 years, 6 months", "30 months",
            "2.5 years", "two and a half years", "two years and six months", "P2Y6M", "2½ years",
            "It lasted two and a half years.",
        )),
        *((text, WRONG) for text in (
            "2 years", "6 months", "31 months", "2.6 years", "2 years and 7 months", "30 weeks",
            "3 years", "30 years",
        )),
    ],
)  # fmt: skip
def test_years_and_months_are_compared(text: str, verdict: Verdict) -> None:
    names = value_names.spelt(f'"P2Y6M"^^<{terms.XSD}duration>', "en")
    assert names is not None
    assert judge(text, names) == verdict
    assert judge(text, ["P2Y6M"]) == verdict


@pytest.mark.parametrize(
    ("text", "accepted", "verdict"),
    [
        ("one and a half hours", "1 hour 30 minutes", RIGHT),
        ("an hour and a half", "PT1H30M", RIGHT),
        ("90 minutes", "PT1H30M", RIGHT),
        ("an hour", "PT1H30M", WRONG),
        ("minus 5 degrees Celsius", "-5 °C", RIGHT),
        ("minus 5 degrees Celsius", "5 °C", WRONG),
        ("5 degrees Celsius", "-5 °C", WRONG),
        ("23 °F", "-5 °C", RIGHT),
    ],
)
def test_durations_and_signs(text: str, accepted: str, verdict: Verdict) -> None:
    assert judge(text, [accepted]) == verdict


def test_powers_and_fractions_are_not_joined_to_the_figures_before() -> None:
    assert english("5 x 10^3") == "5e3"
    assert judge("51", ["5 1/2"]) == WRONG
