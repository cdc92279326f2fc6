"""Wikidata's values as terms, following its truthy export."""

import calendar
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from kgforge import terms
from kgforge.loaders._wikidata.records import DataValue, Value

_COMMONS: Final = "https://commons.wikimedia.org/entity/"
_EARTH: Final = "http://www.wikidata.org/entity/Q2"
_JULIAN: Final = "http://www.wikidata.org/entity/Q1985786"
_WKT: Final = terms.PREFIXES["geo"] + "wktLiteral"
_YEAR: Final = 9
_MONTH: Final = 10
_DAY: Final = 11
_MALFORMED: Final = "malformed value"
_LETTERS: Final = {"item": "Q", "property": "P", "lexeme": "L"}
_ID: Final = re.compile(r"[QPME][1-9]\d*|L[1-9]\d*(?:-[FS][1-9]\d*)?")
_TIME: Final = re.compile(r"([+-])(\d{1,16})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)Z", re.A)


class UnusableError(ValueError):
    """A value that becomes no term; its text is the reason."""


@lru_cache(1 << 16)
def iri(number: str) -> str:
    """The IRI of an entity's id; empty for what is none."""
    return _iri(number) if _ID.fullmatch(number) else ""


def _iri(number: str) -> str:
    return _COMMONS + number if number.startswith("M") else terms.wikidata_entity(number)


def term(datavalue: DataValue) -> str:
    """The term of a value. Raises UnusableError where there is none."""
    kind = datavalue.type
    if not isinstance(kind, str):
        raise UnusableError(_MALFORMED)
    if kind not in _READERS:
        raise UnusableError(f"unknown type of value {kind!r}")
    expected, read = _READERS[kind]
    if not isinstance(datavalue.value, expected):
        raise UnusableError(_MALFORMED)
    return read(datavalue.value)


# Patterns of match would take several times as long as these conditions do.
def _entity(value: Value) -> str:
    if isinstance(value.id, str) and (found := iri(value.id)):
        return found
    if isinstance(value.kind, str) and value.kind in _LETTERS and isinstance(value.number, int):
        return _iri(f"{_LETTERS[value.kind]}{value.number}")
    raise UnusableError(_MALFORMED)


def _text(value: Value) -> str:
    if not (isinstance(value.text, str) and isinstance(value.language, str)):
        raise UnusableError(_MALFORMED)
    if not terms.is_language(value.language):
        raise UnusableError("language tag is not well-formed")
    return terms.literal(value.text, language=value.language)


def _quantity(value: Value) -> str:
    if not isinstance(value.amount, str):
        raise UnusableError(_MALFORMED)
    return terms.literal(_decimal(value.amount), datatype=terms.XSD + "decimal")


def _decimal(text: str) -> str:
    try:
        return terms.decimal(text)
    except ValueError:
        raise UnusableError(_MALFORMED) from None


def _coordinates(value: Value) -> str:
    longitude, latitude = (_decimal(str(one)) for one in (value.longitude, value.latitude))
    globe = value.globe or _EARTH
    other = "" if globe == _EARTH else f"<{globe}> "
    return terms.literal(f"{other}Point({longitude} {latitude})", datatype=_WKT)


# ── Times ───────────────────────────────────────────────────────────────────────────────────────
def _time(value: Value) -> str:
    if not (isinstance(value.time, str) and isinstance(value.precision, int)):
        raise UnusableError(_MALFORMED)
    return _at(value.time, value.precision, value.calendarmodel)


def _at(time: str, precision: int, calendar_model: str | None) -> str:
    """A time as XML Schema 1.1 writes it."""
    found = _TIME.fullmatch(time)
    if found is None:
        raise UnusableError(_MALFORMED)
    year, month, day = int(found[2]), int(found[3]), int(found[4])
    if year == 0:
        raise UnusableError("time without a year")
    if found[1] == "-":
        year = -year + (precision >= _YEAR)  # 1 BC is the year 0
    if precision == _YEAR:
        return _typed(_year(year), "gYear")
    if precision == _MONTH:
        _must_exist(month, 1, 12)
        return _typed(f"{_year(year)}-{month:02}", "gYearMonth")
    if precision < _YEAR:
        month, day = month or 1, day or 1
    year, month, day = _gregorian_day(year, month, day, calendar_model, precision)
    date = f"{_year(year)}-{month:02}-{day:02}"
    if precision == _DAY:
        return _typed(date, "date")
    return _typed(f"{date}T{found[5]}Z", "dateTime")


def _typed(text: str, datatype: str) -> str:
    return terms.literal(text, datatype=terms.XSD + datatype)


def _year(year: int) -> str:
    return f"{'-' if year < 0 else ''}{abs(year):04}"


def _gregorian_day(
    year: int, month: int, day: int, calendar_model: str | None, precision: int
) -> tuple[int, int, int]:
    """A day that exists, in the Gregorian calendar where it is exact."""
    julian = calendar_model == _JULIAN
    _must_exist(month, 1, 12)
    leap = year % 4 == 0 if julian else calendar.isleap(year)
    _must_exist(day, 1, calendar.monthrange(2000 if leap else 2001, month)[1])
    return gregorian(year, month, day) if julian and precision >= _DAY else (year, month, day)


def _must_exist(number: int, low: int, high: int) -> None:
    if not low <= number <= high:
        raise UnusableError("a day that no calendar has")


def gregorian(year: int, month: int, day: int) -> tuple[int, int, int]:
    """A day of the Julian calendar in the Gregorian one, with a year 0 in both.

    By way of the Julian day number (E. G. Richards, in the Explanatory Supplement to the
    Astronomical Almanac, third edition, section 15.11).

    >>> gregorian(1582, 10, 5)
    (1582, 10, 15)
    """
    after = (14 - month) // 12
    years, months = year + 4800 - after, month + 12 * after - 3
    number = day + (153 * months + 2) // 5 + 365 * years + years // 4 - 32083
    shifted = number + 1401 + (4 * number + 274277) // 146097 * 3 // 4 - 38
    quarters = 4 * shifted + 3
    days = 5 * (quarters % 1461 // 4) + 2
    month = (days // 153 + 2) % 12 + 1
    return quarters // 1461 - 4716 + (14 - month) // 12, month, days % 153 // 5 + 1


_READERS: Final[Mapping[str, tuple[type, Callable[[Any], str]]]] = {
    "wikibase-entityid": (Value, _entity),
    "string": (str, terms.literal),
    "monolingualtext": (Value, _text),
    "time": (Value, _time),
    "quantity": (Value, _quantity),
    "globecoordinate": (Value, _coordinates),
}
"""By the types of values what stands there, and how it is read."""
