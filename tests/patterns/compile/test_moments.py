"""How dates and durations are spelt: what Python's calendar and Oxigraph have a value for."""

import datetime
import re
from itertools import product

import pyoxigraph as ox
import pytest

from kgforge.patterns.compile import moments
from kgforge.terms import XSD


def has_value(text: str, name: str) -> bool:
    found = re.fullmatch(moments.spelt([name]), f"{XSD}{name} {text}")
    return found is not None


@pytest.mark.parametrize("year", [4, 100, 400, 1600, 1900, 1996, 2000, 2023, 2024, 9996, 9900])
def test_a_date_is_one_of_the_calendar(year: int) -> None:
    for month, day in product(range(14), range(33)):
        try:
            datetime.date(year, month, day)
        except ValueError:
            there = False
        else:
            there = True
        text = f"{year:04}-{month:02}-{day:02}"
        assert has_value(text, "date") == has_value(f"-{text}", "date") == there, text
        assert has_value(f"{text}T10:20:30.5Z", "dateTime") == there


CASES = {
    "date": ("12000-02-29", "12100-02-29", "2019-1-1", "02019-01-01", "+2019-01-01", "0000-02-29",
             "2019-01-01Z", "2019-01-01+14:00", "2019-01-01+14:01", "2019-01-01+13:59",
             "2019-01-01-9:00", " 2019-01-01", "2019", "12.03.2015", ""),
    "dateTime": ("2019-01-01", "2019-01-01T24:00:01", "2019-01-01T23:59:60", "2019-01-01T1:00:00"),
    "gYear": ("2019", "-0044", "19", "12345", "2019Z", "2019-01"),
    "gYearMonth": ("2019-01", "2019-00", "2019-13", "2019-01Z"),
    "gMonthDay": ("--02-28", "--02-30", "--04-31", "--12-31", "02-29"),
    "gDay": ("---01", "---31", "---32", "---00"),
    "gMonth": ("--01", "--12", "--13"),
    "time": ("10:00:00", "23:59:59.999Z", "24:00:01", "25:00:00", "10:00"),
    "duration": ("P1Y", "P1Y2M3DT4H5M6.7S", "-PT1S", "P", "PT", "P1H", "P1M1Y", "1Y"),
    "yearMonthDuration": ("P1Y", "P1Y2M", "P2M", "P1D", "P"),
    "dayTimeDuration": ("P1D", "PT1H", "P1DT1M", "P1Y", "PT"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_has_a_value_is_compared_by_oxigraph(name: str) -> None:
    """With a text that has a language everything is unlike; with another kind what has a value."""
    store = ox.Store()
    for text in CASES[name]:
        one = f'"{text}"^^<{XSD}{name}>'
        found = store.query(f"ASK {{ FILTER({one} != true) }}")
        assert has_value(text, name) == bool(found), text


def test_oxigraph_is_not_followed_where_xml_schema_says_otherwise() -> None:
    """There is a 29th of February, and what follows T is not empty (sections 3.3.12 and 3.3.6)."""
    assert has_value("--02-29", "gMonthDay")
    assert not has_value("P1DT", "duration")
