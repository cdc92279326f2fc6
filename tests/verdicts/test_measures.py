"""Answers that are values with units: which of them say as much as the accepted one."""

import pytest

from kgforge import terms, units, value_names
from kgforge.verdicts import Verdict, judge, measures

RIGHT: Verdict = "correct"
WRONG: Verdict = "incorrect"


@pytest.mark.parametrize(
    ("text", "accepted", "verdict"),
    [
        # 300 m are 984.25 ft.
        ("984 ft", "300 m", RIGHT),
        ("The tower is 984 feet tall.", "300 m", RIGHT),
        ("It is 984 ft (300 m) tall.", "300 m", RIGHT),
        ("1000 ft", "300 m", WRONG),
        ("0.3 km", "300 m", RIGHT),
        ("300 seconds", "300 m", WRONG),
        # 500 ft are 152.4 m: what it rounds to, in as many figures.
        ("152 m", "500 ft", RIGHT),
        ("1 km", "1.4 km", WRONG),
        ("1 mile", "1.4 km", WRONG),
        ("29,029 feet", "8848 m", RIGHT),
        ("29,000 feet", "8848 m", WRONG),
        # 25 °C are 77 °F and 298.15 K.
        *((text, "25 °C", RIGHT) for text in (
            "25 °C", "25°C", "25 degrees Celsius", "25 celsius", "25 degrees C", "77 °F",
            "77 degrees Fahrenheit", "298.15 K", "It melts at 77 degrees Fahrenheit.",
        )),
        ("80 °F", "25 °C", WRONG),
        ("-40 °F", "-40 °C", RIGHT),
        ("-273.15 °C", "0 K", RIGHT),
        ("6 ft 5 in", "1.96 m", RIGHT),
        ("1 hour and 38 minutes", "98 min", RIGHT),
        ("21 years", "21 years old", RIGHT),
        ("500 sq mi", "1295 km²", RIGHT),
        ("500 square kilometres", "500 km²", RIGHT),
        ("45 percent", "45%", RIGHT),
        ("$5 million", "5000000 US dollars", RIGHT),
        ("€5 million", "5000000 US dollars", WRONG),
        ("1.98855 × 10³⁰ kg", "1.98855 × 10^30 kg", RIGHT),
        ("1.98855e30 kg", "1.98855 × 10^30 kg", RIGHT),
        ("2 × 10^30 kg", "1.98855 × 10^30 kg", WRONG),
    ],
)  # fmt: skip
def test_a_value_is_right_in_any_unit_of_its_dimension(
    text: str, accepted: str, verdict: Verdict
) -> None:
    assert judge(text, [accepted], question="How much?") == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("How tall is the tower?", WRONG),
        ("How tall is the tower in metres?", RIGHT),
        ("How tall is the tower (m)?", RIGHT),
        ("How tall is the tower in feet?", WRONG),
        ("", RIGHT),
    ],
)
def test_a_number_without_unit_is_right_where_the_question_names_it(
    question: str, verdict: Verdict
) -> None:
    assert judge("300", ["300 m"], question=question) == verdict


def test_ages_and_numbers_without_unit_are_answered_by_a_number() -> None:
    assert judge("18", ["18 years old"], question="What is the age of majority?") == RIGHT
    assert judge("300 m", ["300"], question="How much?") == RIGHT


@pytest.mark.parametrize(
    ("text", "accepted", "verdict"),
    [
        ("the 1980s", "1980s", RIGHT),
        ("It was in the 1980s.", "1980s", RIGHT),
        ("1980", "1980s", WRONG),
        ("1985", "1980s", WRONG),
        ("1980s", "1980", WRONG),
        ("in the 1980s", "1985", WRONG),
        ("May 1923", "May 1923", RIGHT),
        ("1923-05", "May 1923", RIGHT),
        ("12 May 1923", "May 1923", RIGHT),
        ("1923", "May 1923", WRONG),
        ("44 BCE", "44 BC", RIGHT),
        ("43 BC", "44 BC", WRONG),
    ],
)
def test_a_year_is_no_decade(text: str, accepted: str, verdict: Verdict) -> None:
    assert judge(text, [accepted], question="When was it?") == verdict


def test_every_unit_is_read_by_its_symbol_and_names() -> None:
    """By its symbol, or by a unit with the same one: all are of one dimension, and equal."""
    for unit in units.known().values():
        for name in (unit.symbol, *unit.names):
            _, amount = measures.of_name(f"2 {name}")
            assert isinstance(amount, measures.Amount), (unit, name)
            assert amount.known is not None, (unit, name)
            assert amount.known.symbol == unit.symbol, (unit, name)


@pytest.mark.parametrize(
    ("text", "accepted", "verdict"),
    [
        *((text, "0037-12-15", RIGHT) for text in (
            "15 December 37", "15 December AD 37", "15 December 37 AD", "December 15, 37",
            "Nero was born on 15 December 37.",
        )),
        ("15 December 37 BC", "0037-12-15", WRONG),
        ("December 15, 38", "0037-12-15", WRONG),
        ("15 December 37", "1937-12-15", WRONG),
        ("AD 14", "AD 14", RIGHT),
        ("14 BC", "AD 14", WRONG),
        *((text, "4th century BC", RIGHT) for text in (
            "the fourth century BC", "4th c. BC", "In the 4th century B.C.", "4th cent. BCE",
        )),
        ("4th century", "4th century BC", WRONG),
        ("4th century BC", "4th century", WRONG),
        ("the 21st century", "21st century", RIGHT),
        ("twenty-first century", "21st century", RIGHT),
        ("20", "20th century", WRONG),
        ("3rd millennium BC", "3rd century BC", WRONG),
        ("8. století př. n. l.", "8. století př. n. l.", RIGHT),
        ("8. století", "8. století př. n. l.", WRONG),
        ("8. století př. n. l.", "8. století", WRONG),
        ("w VIII wieku p.n.e.", "VIII wiek p.n.e.", RIGHT),
        ("VIII wiek p.n.e.", "VIII wiek", WRONG),
        ("紀元前8世紀です。", "紀元前8世紀", RIGHT),
        ("紀元前8世紀", "8世紀", WRONG),
        ("leden 69 př. n. l.", "leden 69 př. n. l.", RIGHT),
        *((text, "8 days 3 hours 18 minutes", RIGHT) for text in (
            "8 days, 3 hours and 18 minutes", "195 hours 18 minutes",
        )),
        ("8 days and 3 hours", "8 days 3 hours 18 minutes", WRONG),
        ("16 July 1969, 13:32 UTC", "1969-07-16", RIGHT),
    ],
)  # fmt: skip
def test_dates_and_periods_are_read_as_people_write_them(
    text: str, accepted: str, verdict: Verdict
) -> None:
    assert judge(text, [accepted]) == verdict


@pytest.mark.parametrize(
    "text",
    ["2 September", "September 2", "It falls on September 2.", "It is on the 2nd of September"],
)
def test_a_day_of_the_year_is_read_in_either_order(text: str) -> None:
    names = value_names.spelt(f'"--09-02"^^<{terms.XSD}gMonthDay>', "en")
    assert names is not None
    assert judge(text, names) == RIGHT
    assert judge("September 3", names) == WRONG
