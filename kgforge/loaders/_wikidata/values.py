"""Wikidata's values as terms, following its truthy export."""

import calendar
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from kgforge import calendars, terms
from kgforge.loaders._wikidata.records import DataValue, Value

_COMMONS: Final = "https://commons.wikimedia.org/entity/"
_EARTH: Final = "http://www.wikidata.org/entity/Q2"
GREGORIAN: Final = "http://www.wikidata.org/entity/Q1985727"
_JULIAN: Final = "http://www.wikidata.org/entity/Q1985786"
_JULIAN_DATE: Final = terms.KGF + calendars.JULIAN
_WKT: Final = terms.PREFIXES["geo"] + "wktLiteral"
_YEAR: Final = 9
_MONTH: Final = 10
_DAY: Final = 11
_MALFORMED: Final = "malformed value"
_LETTERS: Final = {"item": "Q", "property": "P", "lexeme": "L"}
_ID: Final = re.compile(r"[QPME][1-9]\d*|L[1-9]\d*(?:-[FS][1-9]\d*)?")
_UNIT: Final = re.compile(r"(?:https?://www\.wikidata\.org/(?:entity|wiki)/)?(Q[1-9]\d*)", re.A)
_ONE: Final = "Q199"
"""The number one, which is no unit."""
_COARSE: Final = {6: ("millennium", 1000), 7: ("century", 100), 8: ("decade", 10)}
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
    return quantity(value.amount, value.unit)


def quantity(amount: str, unit: Any = None) -> str:
    """Return a number, whose datatype is the IRI of its unit where it has one.

    Raises UnusableError for what is no number, and for a unit that is no entity.
    """
    if unit in {None, "", "1"}:
        return terms.literal(_decimal(amount), datatype=terms.XSD + "decimal")
    number = _UNIT.fullmatch(unit) if isinstance(unit, str) else None
    if number is None:
        raise UnusableError("a unit that is no entity of Wikidata")
    if number[1] == _ONE:
        return terms.literal(_decimal(amount), datatype=terms.XSD + "decimal")
    return terms.literal(shortest(amount), datatype=terms.wikidata_entity(number[1]))


def shortest(amount: str) -> str:
    """A decimal as stores write one: no store knows that 10 and 10.0 of one unit are equal."""
    whole, _, fraction = _decimal(amount).partition(".")
    fraction = fraction.rstrip("0")
    return f"{whole}.{fraction}" if fraction else whole


def _decimal(text: str) -> str:
    try:
        return terms.decimal(text)
    except ValueError:
        raise UnusableError(_MALFORMED) from None


def _coordinates(value: Value) -> str:
    return point(str(value.latitude), str(value.longitude), value.globe or _EARTH)


def point(latitude: str, longitude: str, globe: str = _EARTH) -> str:
    """Return a point as GeoSPARQL writes it. Raises UnusableError for what are no numbers."""
    other = "" if globe == _EARTH else f"<{globe}> "
    place = f"Point({_decimal(longitude)} {_decimal(latitude)})"
    return terms.literal(f"{other}{place}", datatype=_WKT)


# ── Times ───────────────────────────────────────────────────────────────────────────────────────
def _time(value: Value) -> str:
    if not (isinstance(value.time, str) and isinstance(value.precision, int)):
        raise UnusableError(_MALFORMED)
    return at(value.time, value.precision, value.calendarmodel)


def at(time: str, precision: int, calendar_model: str | None) -> str:
    """A time as XML Schema 1.1 writes it."""
    found = _TIME.fullmatch(time)
    if found is None:
        raise UnusableError(_MALFORMED)
    year, month, day = int(found[2]), int(found[3]), int(found[4])
    if year == 0:
        raise UnusableError("time without a year")
    if precision in _COARSE:
        return _period(-year if found[1] == "-" else year, *_COARSE[precision])
    if precision < _YEAR:
        raise UnusableError("a time known to ten thousand years or less precisely")
    if found[1] == "-":
        year = 1 - year  # 1 BC is the year 0
    if precision == _YEAR:
        return _typed(_year(year), "gYear")
    if precision == _MONTH:
        _must_exist(month, 1, 12)
        return _typed(f"{_year(year)}-{month:02}", "gYearMonth")
    is_julian = calendar_model == _JULIAN
    given = year, month, day
    year, month, day = _gregorian_day(year, month, day, precision, is_julian=is_julian)
    date = f"{_year(year)}-{month:02}-{day:02}"
    if precision == _DAY and is_julian and (year, month, day) >= calendars.REFORM:
        # Before it the Julian day follows from the Gregorian one; here the source has to say so.
        return terms.literal("{:04}-{:02}-{:02}".format(*given), datatype=_JULIAN_DATE)
    if precision == _DAY:
        return _typed(date, "date")
    return _typed(f"{date}T{found[5]}Z", "dateTime")


def undated(time: str, precision: int) -> str:
    """Return the term of a time as ``at``, of which the calendar is not known.

    Wikidata gives days before the Gregorian calendar in the Julian one, but for few.
    """
    found = _TIME.fullmatch(time)
    day = (int(f"{found[1]}{found[2]}"), int(found[3]), int(found[4])) if found else None
    return at(time, precision, _JULIAN if day and day < calendars.REFORM else GREGORIAN)


def of_rdf(time: str, precision: int, calendar_model: str) -> str:
    """Return the term of a time as Wikidata's RDF has it: with a year 0, and Gregorian days.

    One that is written otherwise stays as it is. Raises UnusableError as ``at`` does.
    """
    found = _RDF_TIME.fullmatch(time)
    if found is None:
        return _typed(time, "dateTime")
    day = int(found["year"]), int(found["month"]), int(found["day"])
    if calendar_model == _JULIAN and precision >= _DAY:
        day = calendars.julian(*day) or day
    year = day[0] if day[0] > 0 else day[0] - 1  # 44 BC is the year -43
    sign = "-" if year < 0 else "+"
    stated = f"{sign}{abs(year):04}-{day[1]:02}-{day[2]:02}T{found['clock'] or '00:00:00'}Z"
    return at(stated, precision, calendar_model)


_RDF_TIME: Final = re.compile(
    r"(?P<year>-?\d{4,16})-(?P<month>\d\d)-(?P<day>\d\d)(?:T(?P<clock>\d\d:\d\d:\d\d)Z?)?", re.A
)


def _period(year: int, kind: str, length: int) -> str:
    """Return a decade by its first year, a century or millennium by its number.

    Wikidata counts centuries and millennia from the year 1, decades from a year that ends in 0;
    those before Christ are negative (``-44`` is of the decade ``-40`` and of the century ``-1``).
    """
    count = abs(year) // 10 * 10 if kind == "decade" else -(-abs(year) // length)
    sign = "-" if year < 0 else ""
    return terms.literal(f"{sign}{count}", datatype=terms.KGF + kind)


def _typed(text: str, datatype: str) -> str:
    return terms.literal(text, datatype=terms.XSD + datatype)


def _year(year: int) -> str:
    return f"{'-' if year < 0 else ''}{abs(year):04}"


def _gregorian_day(
    year: int, month: int, day: int, precision: int, *, is_julian: bool
) -> calendars.Day:
    """A day that exists, in the Gregorian calendar where it is exact."""
    _must_exist(month, 1, 12)
    leap = year % 4 == 0 if is_julian else calendar.isleap(year)
    _must_exist(day, 1, calendar.monthrange(2000 if leap else 2001, month)[1])
    exact = is_julian and precision >= _DAY
    return calendars.gregorian(year, month, day) if exact else (year, month, day)


def _must_exist(number: int, low: int, high: int) -> None:
    if not low <= number <= high:
        raise UnusableError("a day that no calendar has")


def content_term(kind: Any, content: Any) -> str:
    """Return the term of a value of the REST interface. Raises UnusableError where there is none.

    Items and strings are texts there, and the types are those of properties.
    """
    if isinstance(content, str):
        if kind in _ENTITIES:
            return _entity(Value(id=content))
        return terms.literal(content)
    value_type = {"globe-coordinate": "globecoordinate"}.get(str(kind), str(kind))
    if not isinstance(content, dict):
        raise UnusableError(_MALFORMED)
    return term(DataValue(value_type, msgspec.convert(content, Value)))


_ENTITIES: Final = frozenset(
    f"wikibase-{name}" for name in ("item", "property", "lexeme", "form", "sense")
)


def simplified_term(value: Any) -> str:
    """Return the term of a simplified value, as wikibase-sdk writes it.

    Its times are ISO dates whose precision and calendar are lost: read as those of Wikidata's RDF,
    days before the Gregorian calendar as Julian ones.
    Raises UnusableError where there is none.
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float | list):
        raise UnusableError(_MALFORMED)
    if isinstance(value, list):
        if len(value) != len(("latitude", "longitude")):
            raise UnusableError(_MALFORMED)
        return _coordinates(Value(latitude=value[0], longitude=value[1]))
    if not isinstance(value, str):
        return quantity(str(value))
    if number := iri(value):
        return number
    if found := _ISO.fullmatch(value):
        year = int(found["year"])
        year += year < 0  # 44 BC is the year -43
        month, day = map(int, found["day"].split("-"))
        if (year, month, day) < calendars.REFORM and (month, day) != (1, 1):  # which is a year
            year, month, day = _gregorian_day(year, month, day, _DAY, is_julian=True)
        text = f"{_year(year)}-{month:02}-{day:02}T{found['clock']}Z"
        return _typed(text, "dateTime")
    return terms.literal(value)


_ISO: Final = re.compile(
    r"(?P<year>[+-]?\d{4,})-(?P<day>\d\d-\d\d)T(?P<clock>\d\d:\d\d:\d\d)(?:\.000)?Z", re.A
)

_READERS: Final[Mapping[str, tuple[type, Callable[[Any], str]]]] = {
    "wikibase-entityid": (Value, _entity),
    "string": (str, terms.literal),
    "monolingualtext": (Value, _text),
    "time": (Value, _time),
    "quantity": (Value, _quantity),
    "globecoordinate": (Value, _coordinates),
}
"""By the types of values what stands there, and how it is read."""
