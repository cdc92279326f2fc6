"""How a literal's value is written for a reader: years before Christ, centuries, units.

Dates in a graph count years with a year 0, as XML Schema 1.1 and ISO 8601 do: -0043 is 44 BC.
"""

import datetime
import re
from collections.abc import Mapping
from typing import Final

from kgforge import terms, units
from kgforge.quantities import MONTHS

_DATE: Final = re.compile(
    r"(?P<year>-?\d{4,})(?:-(?P<month>\d\d)(?:-(?P<day>\d\d))?)?(?P<midnight>T00:00:00(?:\.0+)?)?Z?"
)
_DATES: Final = frozenset(terms.XSD + name for name in ("date", "dateTime", "gYear", "gYearMonth"))
_REFORM: Final = (1582, 10, 15)
"""The first day of the Gregorian calendar: those before it are dated by the Julian one."""
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


def spelt(term: str, language: str) -> tuple[str, ...] | None:
    """Return how a literal's value is written, the best first; None where it stands as it is.

    >>> spelt('"-0043-03-13"^^<http://www.w3.org/2001/XMLSchema#date>', "en")
    ('15 March 44 BC', '13 March 44 BC')
    >>> spelt('"20"^^<urn:kgforge:ns#century>', "en")
    ('20th century',)
    >>> spelt('"300"^^<http://www.wikidata.org/entity/Q11573>', "en")
    ('300 m',)
    """
    parts = terms.parse_literal(term)
    if unit := units.known().get(parts.datatype):
        return (f"{parts.value} {unit.symbol}".replace(" %", "%"),)
    kind = parts.datatype.removeprefix(terms.KGF)
    if kind in _PERIODS and parts.datatype != kind and re.fullmatch(r"-?\d+", parts.value):
        return (_period(int(parts.value), kind, language),)
    date = _DATE.fullmatch(parts.value) if parts.datatype in _DATES else None
    return _date(date, parts.value, language) if date else None


def _date(found: re.Match[str], written: str, language: str) -> tuple[str, ...] | None:
    year, month, day = int(found["year"]), int(found["month"] or 0), int(found["day"] or 0)
    if found["midnight"] and (month, day) == (1, 1):  # how Wikidata's RDF writes years
        month = day = 0
    shown = [(year, month, day)]
    if day and year > _EARLIEST and (year, month, day) < _REFORM:
        shown.insert(0, _julian(year, month, day))
    if year > 0:
        plain = written.partition("T")[0][: None if day else len(found["year"])]
        first = plain if found["midnight"] else written
        others = (*(f"{y:04}-{m:02}-{d:02}" for y, m, d in shown if d), written)
        names = tuple(dict.fromkeys((first, *others)))
        return names if names != (written,) else None
    return tuple(_before(*when, language) for when in shown)


_EARLIEST: Final = -4712


def _before(year: int, month: int, day: int, language: str) -> str:
    """Write a date in a year before Christ, which is given with a year 0."""
    form = _BEFORE.get(language.partition("-")[0].lower(), _BEFORE["en"])
    number = str(1 - year)
    if not month:
        return form.format(number)
    if form is _BEFORE["en"]:
        return form.format(f"{f'{day} ' if day else ''}{MONTHS[month - 1]} {number}")
    return form.format(f"{f'{day}.' if day else ''}{month}.{number}")


def _julian(year: int, month: int, day: int) -> tuple[int, int, int]:
    """Return a day of the Gregorian calendar in the Julian one, with a year 0 in both.

    By way of the Julian day number (E. G. Richards, in the Explanatory Supplement to the
    Astronomical Almanac, third edition, section 15.11).

    >>> _julian(1452, 4, 24), _julian(1582, 10, 14)
    ((1452, 4, 15), (1582, 10, 4))
    """
    cycles = (
        (_CYCLE - 1 - year) // _CYCLE if year < 1 else 0
    )  # of 400 years, none before the year 1
    ordinal = datetime.date(year + cycles * _CYCLE, month, day).toordinal()
    number = ordinal - cycles * 146097 + 1721425
    quarters = 4 * (number + 1401) + 3
    days = 5 * (quarters % 1461 // 4) + 2
    month = (days // 153 + 2) % 12 + 1
    return quarters // 1461 - 4716 + (14 - month) // 12, month, days % 153 // 5 + 1


_CYCLE: Final = 400


def _period(count: int, kind: str, language: str) -> str:
    forms = _PERIODS[kind]
    tongue = language.partition("-")[0].lower()
    tongue = tongue if tongue in forms else "en"
    number = abs(count)
    written = str(number)
    if kind != "decade" and tongue == "en":
        written += _ordinal(number)
    elif kind != "decade" and tongue in {"fr", "es"}:
        written = _roman(number)
    text = forms[tongue].format(written)
    return _BEFORE[tongue].format(text) if count < 0 else text


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
