"""How dates are counted: Julian and Gregorian days, and what each source is known to write.

What sources write is data: ``ontologies/calendars.tsv``. A day is converted by way of the Julian
day number (E. G. Richards, in the Explanatory Supplement to the Astronomical Almanac, third
edition, section 15.11). Both calendars are counted with a year 0 here.
"""

import datetime
import re
from functools import cache
from typing import Final, Literal

from msgspec import Struct

from kgforge import resources

Day = tuple[int, int, int]
"""Year, month and day."""

REFORM: Final[Day] = (1582, 10, 15)
"""The first day of the Gregorian calendar: those before it are dated by the Julian one."""
JULIAN: Final = "julianDate"
"""The local name of our datatype of days that a source gives in the Julian calendar."""
PLACEHOLDER: Final = re.compile(r"0000-00-00.*|9999-(?:12-31|99-99|12|99).*|9999", re.ASCII)
"""What databases write for a date that is not known, or for no end."""
_CYCLE: Final = 400
_EARLIEST: Final = -4712


class Habit(Struct, frozen=True):
    """How a source counts years before Christ, and days before the Gregorian calendar."""

    host: re.Pattern[str]
    """What its IRIs begin with."""
    years: Literal["xsd1.0", "xsd1.1"]
    days: Literal["julian", "gregorian"]


@cache
def habits() -> tuple[Habit, ...]:
    """Return what is known of sources."""
    text = (resources.folder("ontologies") / "calendars.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    return tuple(
        Habit(
            re.compile(rf"https?://(?:[\w-]+\.)*{re.escape(host)}/"),
            "xsd1.0" if years == "xsd1.0" else "xsd1.1",
            "gregorian" if days == "gregorian" else "julian",
        )
        for host, years, days in rows
    )


def of(iri: str) -> Habit | None:
    """Return how the source writes dates to which an IRI belongs; None where nothing is known."""
    return next((habit for habit in habits() if habit.host.match(iri)), None)


def gregorian(year: int, month: int, day: int) -> Day:
    """Return a day of the Julian calendar in the Gregorian one.

    >>> gregorian(1582, 10, 5)
    (1582, 10, 15)
    """
    after = (14 - month) // 12
    years, months = year + 4800 - after, month + 12 * after - 3
    number = day + (153 * months + 2) // 5 + 365 * years + years // 4 - 32083
    shifted = number + 1401 + (4 * number + 274277) // 146097 * 3 // 4 - 38
    return _day(shifted)


def julian(year: int, month: int, day: int) -> Day | None:
    """Return a day of the Gregorian calendar in the Julian one; None before 4713 BC.

    >>> julian(1452, 4, 24), julian(1582, 10, 14)
    ((1452, 4, 15), (1582, 10, 4))
    """
    if year <= _EARLIEST:
        return None
    # Of cycles of 400 years, in which days repeat; there is none before the year 1.
    cycles = -year // _CYCLE + 1 if year < 1 else 0
    try:
        ordinal = datetime.date(year + cycles * _CYCLE, month, day).toordinal()
    except ValueError:  # a day that no calendar has, or a year after 9999
        return None
    return _day(ordinal - cycles * 146097 + 1721425 + 1401)


def _day(number: int) -> Day:
    """Return the day of the Julian calendar with a day number, shifted by 1401."""
    quarters = 4 * number + 3
    days = 5 * (quarters % 1461 // 4) + 2
    month = (days // 153 + 2) % 12 + 1
    return quarters // 1461 - 4716 + (14 - month) // 12, month, days % 153 // 5 + 1
