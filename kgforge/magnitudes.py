"""Which of two literals is larger: numbers by value, dates by the calendar, exactly.

Engines compare dates and numbers of different types in different ways; here it is the same for all.
"""

import calendar
import datetime
import re
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from kgforge import calendars, terms, units
from kgforge.quantities import Date

_DATES: Final = frozenset(
    terms.XSD + name for name in ("date", "dateTime", "dateTimeStamp", "gYear", "gYearMonth")
)
_ISO: Final = re.compile(
    r"(?P<year>[-+]?\d{4,})(?:-(?P<month>\d\d)(?:-(?P<day>\d\d))?)?(?:T[\d:.]+)?(?:Z|[-+]\d\d:\d\d)?"
)
_OTHER: Final = frozenset(
    terms.XSD + name
    for name in ("string", "boolean", "anyURI", "base64Binary", "hexBinary", "duration", "time")
)
"""Datatypes of which none is a number with a unit, whatever its text looks like."""
_NUMBER: Final = "number"
_DATE: Final = "date"
_JULIAN: Final = terms.KGF + calendars.JULIAN
_LENGTHS: Final = {
    terms.KGF + name: length
    for name, length in (("decade", 10), ("century", 100), ("millennium", 1000))
}
"""How many years a period has."""


class Period(NamedTuple):
    """A decade, century or millennium: its first and its last year, with a year 0."""

    first: int
    last: int


def larger(one: str, other: str) -> bool | None:
    """Whether the first literal is larger (of dates: later); None where they do not tell.

    They do not where they are equal, of different kinds or dimensions, in units of which one has
    no factor, or where one is too coarse: a year and a day within it. A first of January stands
    for its year, as in ``quantities.date``. A decade, century or millennium is compared with dates
    and others that lie outside of it; times of days are by their offsets from UTC.

    >>> larger('"9"^^<http://www.w3.org/2001/XMLSchema#integer>',
    ...        '"10.5"^^<http://www.w3.org/2001/XMLSchema#decimal>')
    False
    >>> larger('"1970-05-02"', '"1970"^^<http://www.w3.org/2001/XMLSchema#gYear>')
    >>> larger('"1990-05-02"', '"1980"^^<urn:kgforge:ns#decade>')
    True
    """
    first, second = _measured(one), _measured(other)
    if first is None or second is None or first[0] != second[0]:
        return None
    (_, a), (_, b) = first, second
    if (moments := _moments(one, other)) is not None:
        earlier, later = moments
        return None if earlier == later else earlier > later
    if isinstance(a, Date | Period) or isinstance(b, Date | Period):
        assert isinstance(a, Date | Period)
        assert isinstance(b, Date | Period)
        return _later(a, b)
    return None if a == b else a > b


_CLOCK: Final = re.compile(
    r"\d{4}-\d\d-\d\dT(?!00:00:00(?:\.0+)?(?:Z|[-+]\d\d:\d\d)?\Z)\d\d:\d\d:\d\d(?:\.\d+)?"
    r"(?P<zone>Z|[-+]\d\d:\d\d)?",
    re.ASCII,
)
"""A time of a day; midnight may stand for the whole of it."""


def _moments(one: str, other: str) -> tuple[datetime.datetime, datetime.datetime] | None:
    """Return two times of days, where both have an offset from UTC, or neither has one."""
    found: list[datetime.datetime] = []
    for term in (one, other):
        said = terms.parse_literal(term)
        if said.datatype not in _TIMES or not _CLOCK.fullmatch(said.value):
            return None
        try:
            found.append(datetime.datetime.fromisoformat(said.value))
        except ValueError:  # 24:00:00, a leap second
            return None
    here, there = found
    return (here, there) if (here.tzinfo is None) == (there.tzinfo is None) else None


_TIMES: Final = frozenset({terms.XSD + "dateTime", terms.XSD + "dateTimeStamp"})


def is_date(term: str) -> bool:
    """Whether a literal is a date, or a decade or the like.

    >>> is_date('"1970-05-02"'), is_date('"1970"')
    (True, False)
    """
    return date(term) is not None


def may_equal(one: str, others: Iterable[str]) -> bool:
    """Whether a literal agrees with one of the others as far as both are known.

    Dates are known as precisely as they are given; amounts in two units, as they are written.

    >>> may_equal('"1970-05-02"', ['"1971-05-02"', '"1970-01-01"'])
    True
    >>> may_equal('"1985-05-02"', ['"1980"^^<urn:kgforge:ns#decade>'])
    True
    >>> may_equal('"77"^^<http://www.wikidata.org/entity/Q42289>',
    ...           ['"25"^^<http://www.wikidata.org/entity/Q25267>'])
    True
    """
    return is_inexact(one) and any(_agree(one, other) for other in others if is_inexact(other))


@lru_cache(maxsize=1 << 14)
def is_inexact(term: str) -> bool:
    """Whether a literal may agree with another: a date, or an amount of a known unit."""
    if date(term) is not None:
        return True
    return terms.is_literal(term) and _quantity(terms.parse_literal(term)) is not None


def _agree(one: str, other: str) -> bool:
    first, second = date(one), date(other)
    if first is not None and second is not None:
        return _later(first, second) is None
    if first is not None or second is not None:
        return False
    here, there = terms.parse_literal(one), terms.parse_literal(other)
    if here.datatype == there.datatype:
        return here.value == there.value
    a, b = _measured(one), _measured(other)
    if a is None or b is None or a[0] != b[0]:
        return False
    assert isinstance(a[1], Fraction)
    assert isinstance(b[1], Fraction)
    return 2 * abs(a[1] - b[1]) <= max(_step(here), _step(there))


def _step(amount: terms.Literal) -> Fraction:
    """What one more in the last figure of an amount is, in base units."""
    quantity = _quantity(amount)
    assert quantity is not None
    number, unit = quantity
    exponent = number.as_tuple().exponent
    assert isinstance(exponent, int)
    return Fraction(10) ** exponent * unit.factor


def _quantity(said: terms.Literal) -> tuple[Decimal, units.Unit] | None:
    """The number and the unit of an amount; None of another literal, or of an unknown unit."""
    found = units.measured(said.value, said.datatype)
    number = _number(found[0]) if found else None
    return None if found is None or number is None else (number, found[1])


@lru_cache(maxsize=1 << 14)
def date(term: str) -> Date | Period | None:
    """The date or period that a literal is, as far as it is known; None of what is none."""
    found = _measured(term)
    return found[1] if found and isinstance(found[1], Date | Period) else None


def _later(one: Date | Period, other: Date | Period) -> bool | None:
    if isinstance(one, Period) or isinstance(other, Period):
        return _after(_period(one), _period(other))
    for here, there in zip(one, other, strict=True):
        if not here or not there:  # one is known no more closely
            return None
        if here != there:
            return here > there
    return None


def _after(one: Period, other: Period) -> bool | None:
    """Whether a period is wholly after another one, or before it; None where they share a year."""
    if one.first > other.last:
        return True
    return False if one.last < other.first else None


def _period(date: Date | Period) -> Period:
    return date if isinstance(date, Period) else Period(date.year, date.year)


def _years(count: int, length: int) -> Period:
    """The years of a period as the graph has it: a decade by its first year, others by number."""
    if length == _DECADE:
        first = abs(count)
        years = (first, first + _DECADE - 1)
    else:
        years = ((abs(count) - 1) * length + 1, abs(count) * length)
    # Of 49 to 40 BC the years are -48 to -39.
    return Period(1 - years[1], 1 - years[0]) if count < 0 else Period(*years)


_DECADE: Final = 10


def _measured(term: str) -> tuple[str, Date | Period | Decimal | Fraction] | None:
    """What is comparable of a literal, and its unit; None of what is no number and no date.

    A text without a datatype is a date where it is written as a whole one, and never a number, for
    identifiers are written so.
    """
    if not terms.is_literal(term):
        return None
    said = terms.parse_literal(term)
    if said.datatype in _DATES or not (said.datatype or said.language):
        when = _date(said.value)
        whole = said.datatype or (when and when.day) or re.fullmatch(r"\d{4}-01-01", said.value)
        return (_DATE, when) if when and whole else None
    if said.datatype.startswith(terms.KGF) and (known := _dated(said)):
        return _DATE, known
    if quantity := _quantity(said):
        number, unit = quantity
        amount = unit.in_base_units(number)
        return None if amount is None else (unit.dimension, amount)
    if said.language or said.datatype in _OTHER or (plain := _number(said.value)) is None:
        return None
    return _NUMBER if said.datatype.startswith(terms.XSD) else said.datatype, plain


def _dated(said: terms.Literal) -> Date | Period | None:
    """A period, or a day of the Julian calendar."""
    if said.datatype in _LENGTHS and re.fullmatch(r"-?\d{1,9}", said.value):
        return _years(int(said.value), _LENGTHS[said.datatype])
    day = _DAY.fullmatch(said.value) if said.datatype == _JULIAN else None
    return Date(*calendars.gregorian(*map(int, day.groups()))) if day else None


_DAY: Final = re.compile(r"(-?\d{4,9})-(\d\d)-(\d\d)", re.ASCII)


def _date(text: str) -> Date | None:
    found = _ISO.fullmatch(text.strip())
    if not found or calendars.PLACEHOLDER.fullmatch(text.strip()):
        return None
    if len(found["year"].lstrip("+-")) > _YEARS:
        return None
    month, day = int(found["month"] or 0), int(found["day"] or 0)
    if month > len(_DAYS) or (month and day > _DAYS[month - 1] + _leaps(month, int(found["year"]))):
        return None
    if (month, day) == (1, 1):
        month = day = 0
    return Date(int(found["year"]), month, day)


def _leaps(month: int, year: int) -> bool:
    """Whether the month has a 29th of February."""
    return month == 2 and calendar.isleap(year)


_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
"""The days of each month, of February those that it has every year."""
_YEARS: Final = 12
"""So many digits a year has at most; no older one is dated."""


def _number(text: str) -> Decimal | None:
    try:
        number = Decimal(text.strip())
    except InvalidOperation:
        return None
    return number if number.is_finite() else None
