"""How a literal's value is written for a reader: dates, periods, units, durations, coordinates.

Dates in a graph count years with a year 0, as XML Schema 1.1 and ISO 8601 do: -0043 is 44 BC.
"""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Final, Literal

from kgforge import calendars, terms, units
from kgforge.quantities import MONTHS

Calendar = Literal["as written", "gregorian", "either"]
"""How days before the Gregorian calendar stand in a graph: in the one that people used (``as
written``); counted back in the Gregorian one, as Wikidata's RDF does; or in either."""

_ZONE: Final = r"(?:Z|[+-]\d\d:\d\d)?"
_DATE: Final = re.compile(
    r"(?P<year>-?\d{4,})(?:-(?P<month>\d\d)(?:-(?P<day>\d\d))?)?"
    rf"(?P<clock>T(?P<time>\d\d:\d\d:\d\d)(?:\.\d+)?)?{_ZONE}"
)
_DATES: Final = frozenset(terms.XSD + name for name in ("date", "dateTime", "gYear", "gYearMonth"))
_MIDNIGHT: Final = "00:00:00"
_JULIAN: Final = terms.KGF + calendars.JULIAN
_BEFORE: Final[Mapping[str, str]] = {
    "en": "{} BC", "de": "{} v. Chr.", "fr": "{} av. J.-C.", "es": "{} a. C.", "it": "{} a.C.",
    "pt": "{} a.C.", "nl": "{} v.Chr.", "pl": "{} p.n.e.", "cs": "{} př. n. l.",
    "ru": "{} до н. э.", "uk": "{} до н. е.", "sv": "{} f.Kr.", "da": "{} f.Kr.", "tr": "MÖ {}",
    "ja": "紀元前{}年", "zh": "公元前{}年", "ko": "기원전 {}년",
}  # fmt: skip
_CENTURY: Final[Mapping[str, str]] = {
    "en": "{} century",
    "de": "{}. Jahrhundert",
    "fr": "{}e siècle",
    "es": "siglo {}",
}
_MILLENNIUM: Final[Mapping[str, str]] = {
    "en": "{} millennium",
    "de": "{}. Jahrtausend",
    "fr": "{}e millénaire",
    "es": "{} milenio",
}
_DECADE: Final[Mapping[str, str]] = {
    "en": "{}s",
    "de": "{}er",
    "fr": "années {}",
    "es": "años {}",
}
_PERIODS: Final = {"century": _CENTURY, "millennium": _MILLENNIUM, "decade": _DECADE}
_ENGLISH: Final = "en"


def spelt(term: str, language: str, calendar: Calendar = "as written") -> tuple[str, ...] | None:
    """Return how a literal's value is written, the best first; None where it stands as it is.

    Empty for a value that nobody can read: it has no name.

    >>> spelt('"-0043-03-13"^^<http://www.w3.org/2001/XMLSchema#date>', "en", "gregorian")
    ('15 March 44 BC', '13 March 44 BC')
    >>> spelt('"20"^^<urn:kgforge:ns#century>', "en")
    ('20th century', 'twentieth century')
    >>> spelt('"300"^^<http://www.wikidata.org/entity/Q11573>', "en")
    ('300 m',)
    """
    parts = terms.parse_literal(term)
    if unit := units.known().get(parts.datatype):
        gap = "" if unit.symbol in {"%", "°"} else " "
        return (f"{_number(parts.value)}{gap}{unit.symbol}",)
    kind = parts.datatype.removeprefix(terms.KGF)
    if kind in _PERIODS and parts.datatype != kind and re.fullmatch(r"-?\d+", parts.value):
        return tuple(_period(int(parts.value), kind, language))
    if parts.datatype == _JULIAN and (found := _DATE.fullmatch(parts.value)):
        return _julian_day(found, language)
    date = _DATE.fullmatch(parts.value) if parts.datatype in _DATES else None
    if date:
        return _date(date, parts.value, language, calendar)
    return _other(parts, language)


# ── Dates ───────────────────────────────────────────────────────────────────────────────────────
def _date(
    found: re.Match[str], written: str, language: str, calendar: Calendar
) -> tuple[str, ...] | None:
    year, month, day = _day(found)
    is_midnight = found["time"] == _MIDNIGHT
    if is_midnight and (month, day) == (1, 1):  # how Wikidata's RDF writes years
        month = day = 0
    days = _days((year, month, day), calendar) if day else [(year, month, day)]
    clock = f" {found['time']}" if found["clock"] and not is_midnight and year > 0 else ""
    names = [f"{_written(*each, language)}{clock}" for each in days]
    iso = [_iso(*each) for each in days if each[0] > 0]
    names = list(dict.fromkeys((*names, *iso, *([written] if year > 0 else ()))))
    return tuple(names) if names != [written] else None


def _day(found: re.Match[str]) -> calendars.Day:
    return int(found["year"]), int(found["month"] or 0), int(found["day"] or 0)


def _days(day: calendars.Day, calendar: Calendar) -> list[calendars.Day]:
    """Return a day in each calendar that it may be given in, that of its time first."""
    if day >= calendars.REFORM or calendar == "as written" or not (own := calendars.julian(*day)):
        return [day]
    return [own, day] if calendar == "gregorian" else [day, own]


def _julian_day(found: re.Match[str], language: str) -> tuple[str, ...]:
    """Return how a day of the Julian calendar is written, in that one first."""
    day = _day(found)
    days = (day, calendars.gregorian(*day))
    names = (*(_written(*each, language) for each in days), *(_iso(*each) for each in days))
    return tuple(dict.fromkeys(names)) if day[0] > 0 else names[: len(days)]


def _iso(year: int, month: int, day: int) -> str:
    return f"{year:04}" + "".join(f"-{part:02}" for part in (month, day) if part)


def _written(year: int, month: int, day: int, language: str) -> str:
    """Write a date as far as it is known: a month in words where that is known how."""
    if year <= 0:
        return _before(year, month, day, language)
    if month and not day and _tongue(language) == _ENGLISH:
        return f"{MONTHS[month - 1]} {year}" if month <= len(MONTHS) else f"{year:04}"
    return _iso(year, month, day)


def _before(year: int, month: int, day: int, language: str) -> str:
    """Write a date in a year before Christ, which is given with a year 0."""
    form = _BEFORE.get(_tongue(language), _BEFORE[_ENGLISH])
    number = str(1 - year)
    if not month:
        return form.format(number)
    if form is _BEFORE[_ENGLISH]:
        return form.format(f"{f'{day} ' if day else ''}{MONTHS[month - 1]} {number}")
    return form.format(f"{f'{day}.' if day else ''}{month}.{number}")


def _tongue(language: str) -> str:
    return language.partition("-")[0].lower()


# ── Periods ─────────────────────────────────────────────────────────────────────────────────────
_ORDINALS: Final = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"),
    *("tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth"),
    *("seventeenth", "eighteenth", "nineteenth", "twentieth", "twenty-first"),
)


def _period(count: int, kind: str, language: str) -> Iterator[str]:
    forms = _PERIODS[kind]
    tongue = _tongue(language)
    tongue = tongue if tongue in forms else _ENGLISH
    number = abs(count)
    numbers = [str(number)]
    if kind != "decade" and tongue == _ENGLISH:
        numbers = [f"{number}{_ordinal(number)}", *_ORDINALS[number - 1 : number]]
    elif kind != "decade" and tongue in {"fr", "es"}:
        numbers = [_roman(number)]
    for written in numbers:
        text = forms[tongue].format(written)
        yield _BEFORE[tongue].format(text) if count < 0 else text
        if count < 0 and tongue == _ENGLISH:
            yield f"{text} BCE"


def _ordinal(number: int) -> str:
    if number % 100 in {11, 12, 13}:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _roman(number: int) -> str:
    text = ""
    for value, sign in ((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        count, number = divmod(number, value)
        text += sign * count
    return text


# ── Numbers and other values ────────────────────────────────────────────────────────────────────
_DIGITS: Final = 15
"""A number of more digits that are no figures of its own is written with a power of ten."""
_PLAIN_NUMBER: Final = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_NUMBERS: Final = frozenset(terms.XSD + name for name in ("double", "float", "decimal", "integer"))


def _number(text: str) -> str:
    """Write a number in full; one with many noughts with a power of ten.

    >>> _number("1.5E3"), _number("1988550000000000000000000000000"), _number("-0.5")
    ('1500', '1.98855 × 10^30', '-0.5')
    """
    if not _PLAIN_NUMBER.fullmatch(text):
        return text
    number = Decimal(text)
    digits = "".join(map(str, number.as_tuple().digits)).strip("0")
    exponent = number.adjusted()
    if 0 < len(digits) <= _DIGITS <= abs(exponent):
        rest = f".{digits[1:]}" if digits[1:] else ""
        return f"{'-' if number < 0 else ''}{digits[0]}{rest} × 10^{exponent}"
    return text if "e" not in text.lower() else _trimmed(f"{number:f}")


def _trimmed(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


_POINT: Final = re.compile(
    r"POINT ?\( ?(?P<longitude>-?\d+(?:\.\d+)?) (?P<latitude>-?\d+(?:\.\d+)?) ?\)", re.IGNORECASE
)
_EARTH: Final = re.compile(
    r"<http://(?:www\.opengis\.net/def/crs/OGC/1\.3/CRS84|www\.wikidata\.org/entity/Q2)> *"
)
_WKT: Final = terms.PREFIXES["geo"] + "wktLiteral"
_PLACES: Final = 5
"""Decimal places of a coordinate: a metre."""
_DURATIONS: Final = frozenset(
    terms.XSD + name for name in ("duration", "dayTimeDuration", "yearMonthDuration")
)
_DURATION: Final = re.compile(
    r"P(?:(?P<year>\d+)Y)?(?:(?P<month>\d+)M)?(?:(?P<day>\d+)D)?"
    r"(?:T(?:(?P<hour>\d+)H)?(?:(?P<minute>\d+)M)?(?:(?P<second>\d+(?:\.\d+)?)S)?)?"
)
_PART_OF_DATE: Final = re.compile(rf"--(?P<month>\d\d)?(?:-(?P<day>\d\d))?{_ZONE}")
_PARTS_OF_DATES: Final = frozenset(terms.XSD + name for name in ("gMonthDay", "gMonth", "gDay"))


def _other(parts: terms.Literal, language: str) -> tuple[str, ...] | None:
    if unit := units.spelled_out(parts.datatype):
        return (f"{_number(parts.value)} {unit}",)
    if parts.datatype == _WKT:
        return _coordinates(parts.value)
    if parts.datatype in _DURATIONS:
        return _duration(parts.value, language)
    if parts.datatype in _PARTS_OF_DATES:
        return _part_of_date(parts.value, language)
    if parts.datatype in _NUMBERS:
        number = _number(parts.value)
        return None if number == parts.value else (number, parts.value)
    return None


def _coordinates(text: str) -> tuple[str, ...]:
    """Write a point on the Earth by latitude and longitude; any other place has no name."""
    found = _POINT.fullmatch(_EARTH.sub("", text.strip(), count=1))
    if not found:
        return ()
    latitude, longitude = (_rounded(found[name]) for name in ("latitude", "longitude"))
    compass = f"{_side(latitude, 'N', 'S')}, {_side(longitude, 'E', 'W')}"
    return (compass, f"{latitude}, {longitude}", text)


def _rounded(text: str) -> str:
    return _trimmed(f"{round(Decimal(text), _PLACES):f}") if "." in text else text


def _side(degrees: str, positive: str, negative: str) -> str:
    return f"{degrees.removeprefix('-')}° {negative if degrees.startswith('-') else positive}"


def _duration(text: str, language: str) -> tuple[str, ...]:
    """Write a duration in English words; in another language, or unreadable, it has no name."""
    found = _DURATION.fullmatch(text)
    if not found or _tongue(language) != _ENGLISH:
        return ()
    said = [
        f"{amount.lstrip('0') or '0'} {name}{'' if Decimal(amount) == 1 else 's'}"
        for name, amount in found.groupdict().items()
        if amount is not None and Decimal(amount)
    ]
    return (" ".join(said), text) if said else ()


def _part_of_date(text: str, language: str) -> tuple[str, ...]:
    """Write a day of each year, or a month, in English; a day of each month has no name."""
    found = _PART_OF_DATE.fullmatch(text)
    if not found or not found["month"] or _tongue(language) != _ENGLISH:
        return ()
    month = int(found["month"])
    if not 1 <= month <= len(MONTHS):
        return ()
    return (f"{int(found['day'])} {MONTHS[month - 1]}" if found["day"] else MONTHS[month - 1], text)
