"""Which of two literals is larger: by cases whose answer is plain, and by Python's own types."""

import datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgforge import magnitudes, terms


def typed(text: str, name: str) -> str:
    return terms.literal(text, datatype=terms.XSD + name)


def time(text: str) -> str:
    return typed(text, "dateTime")


def quantity(number: str, unit: str) -> str:
    return terms.literal(number, datatype=f"http://qudt.org/vocab/unit/{unit}")


@pytest.mark.parametrize(("one", "other", "larger"), [
    (typed("9", "integer"), typed("10", "integer"), False),  # as text it is the larger
    (typed("10.5", "decimal"), typed("10", "integer"), True),
    (typed("1e3", "double"), typed("999.9", "decimal"), True),
    (typed("-2", "integer"), typed("-10", "integer"), True),
    (typed("2.50", "decimal"), typed("2.5", "decimal"), None),
    (typed("NaN", "double"), typed("1", "integer"), None),
    (typed("INF", "double"), typed("1", "integer"), None),
    # as floats they would be equal
    (typed("9007199254740993", "integer"), typed("9007199254740992", "integer"), True),
    (typed("1970-01-02", "date"), typed("1969-12-31", "date"), True),
    (typed("1970-03-02T00:00:00Z", "dateTime"), typed("1970-03-01", "date"), True),
    (typed("1970-03-02", "date"), typed("1970", "gYear"), None),  # within it
    (typed("1970-03", "gYearMonth"), typed("1970-03-02", "date"), None),
    (typed("1970-04", "gYearMonth"), typed("1970-03-02", "date"), True),
    (typed("1971", "gYear"), typed("1970-03-02", "date"), True),
    (typed("1970-01-01", "date"), typed("1970-03-02", "date"), None),  # may be a year alone
    (typed("1970-02-29", "date"), typed("1960-03-02", "date"), None),  # there was no such day
    (typed("1972-02-29", "date"), typed("1960-03-02", "date"), True),
    (typed("1990-13", "gYearMonth"), typed("1960-03-02", "date"), None),
    (typed("1990-04-31", "date"), typed("1960-03-02", "date"), None),
    (typed("1990-00-00", "date"), typed("1960-03-02", "date"), True),  # a year alone
    (typed("-0043-03-15", "date"), typed("-0044-03-15", "date"), True),
    (typed("-0044", "gYear"), typed("0100", "gYear"), False),
    (typed("12000", "gYear"), typed("2000", "gYear"), True),
    # by their offsets from UTC
    (time("1999-12-31T23:30:00-05:00"), time("2000-01-01T01:00:00Z"), True),
    (time("2000-05-02T10:00:00+02:00"), time("2000-05-02T09:00:00Z"), False),
    (time("2000-05-02T10:00:00+02:00"), time("2000-05-02T08:00:00Z"), None),
    (time("2000-05-02T10:00:00"), time("2000-05-02T11:00:00Z"), None),
    (time("2000-05-02T00:00:00Z"), time("2000-05-02T11:00:00Z"), None),
    (typed("9999-12-31", "date"), typed("2000-05-02", "date"), None),  # no date
    (quantity("1", "KiloW-HR"), quantity("3500", "KiloJ"), True),
    (quantity("1", "MegaJ"), quantity("250", "KiloCAL"), False),
    (quantity("-40", "DEG_C"), quantity("-41", "DEG_F"), True),
    (quantity("-40", "DEG_C"), quantity("240", "K"), False),
    ('"1970-03-02"', '"1969-05-05"', True),  # a text that is a whole date
    ('"1970"', '"1969"', None),  # may be a number of a street
    ('"12"', '"9"', None),
    ('"12"@en', '"9"@en', None),
    (typed("true", "boolean"), typed("1", "integer"), None),
    (typed("5", "integer"), typed("1970-03-02", "date"), None),
    ('"7"^^<http://x/kilometre>', '"8"^^<http://x/kilometre>', False),
    ('"7"^^<http://x/kilometre>', '"8"^^<http://x/mile>', None),
    ('"7"^^<http://x/kilometre>', typed("8", "integer"), None),
    ("http://x/a", typed("8", "integer"), None),
])  # fmt: skip
def test_the_larger_of_two_is_told_both_ways_round(
    one: str, other: str, larger: bool | None
) -> None:
    assert magnitudes.larger(one, other) is larger
    assert magnitudes.larger(other, one) is (None if larger is None else not larger)
    assert magnitudes.larger(one, one) is None


@given(st.decimals(allow_nan=False, allow_infinity=False), st.integers())
def test_numbers_are_ordered_as_python_orders_them(one: Decimal, other: int) -> None:
    found = magnitudes.larger(typed(str(one), "decimal"), typed(str(other), "integer"))
    assert found is (None if one == other else one > other)


days = st.dates().filter(lambda day: (day.month, day.day) != (1, 1))


@given(days, days)
def test_days_are_ordered_as_the_calendar_orders_them(
    one: datetime.date, other: datetime.date
) -> None:
    found = magnitudes.larger(
        typed(one.isoformat(), "date"), typed(f"{other.isoformat()}T00:00:00Z", "dateTime")
    )
    assert found is (None if one == other else one > other)


@pytest.mark.parametrize(("term", "date"), [
    (typed("1970", "gYear"), True), ('"1970-05-02"', True), ('"1970"', False),
    (typed("5", "integer"), False), (typed("soon", "date"), False), ("http://x/a", False),
])  # fmt: skip
def test_a_date_is_told_from_the_rest(term: str, date: bool) -> None:
    assert magnitudes.is_date(term) is date
