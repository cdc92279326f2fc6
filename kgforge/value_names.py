"""How a literal's value is written for a reader: dates, periods, units, durations, coordinates.

Dates in a graph count years with a year 0, as XML Schema 1.1 and ISO 8601 do: -0043 is 44 BC.
"""

import re
from calendar import isleap, monthrange
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from typing import Final, Literal

from msgspec import Struct

from kgforge import calendars, cleaning, resources, terms, units
from kgforge.quantities import MONTHS

Calendar = Literal["as written", "gregorian", "either"]
"""How days before the Gregorian calendar stand in a graph: in the one that people used (``as
written``); counted back in the Gregorian one, as Wikidata's RDF does; or in either."""

_ZONE: Final = r"(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)?"
_DATE: Final = re.compile(
    r"(?P<year>-?\d{1,12})(?:-(?P<month>0\d|1[0-2])(?:-(?P<day>[0-2]\d|3[01]))?)?"
    rf"(?P<clock>T(?P<time>(?:[01]\d|2[0-4]):[0-5]\d:(?:[0-5]\d|60))(?:\.\d+)?)?{_ZONE}",
    re.ASCII,
)
_DATES: Final = frozenset(
    terms.XSD + name for name in ("date", "dateTime", "dateTimeStamp", "gYear", "gYearMonth")
)
_MIDNIGHT: Final = "00:00:00"
_JULIAN: Final = terms.KGF + calendars.JULIAN
_PERIODS: Final = ("decade", "century", "millennium")
_PERIOD: Final = re.compile(r"-?\d{1,9}", re.ASCII)
_ENGLISH: Final = "en"


class Words(Struct, frozen=True):
    """How a language writes dates before Christ and periods (``ontologies/periods.tsv``)."""

    year: str
    month: str
    day: str
    period: str
    century: str
    millennium: str
    decade: str
    months: tuple[str, ...]


@cache
def languages() -> dict[str, Words]:
    """Return the words of each language, by its tag."""
    text = (resources.folder("ontologies") / "periods.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    return {
        language: Words(
            year,
            month or year.format("{month} {y}"),
            day or year.format("{d}.{m}.{y}"),
            period or year,
            century,
            millennium,
            decade,
            tuple(months.split(";")) if months else tuple(map(str, range(1, len(MONTHS) + 1))),
        )
        for language, year, month, day, period, century, millennium, decade, months in rows
    }


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
    if parts.datatype in _UNREADABLE or _is_malformed(parts):
        return ()
    if parts.datatype in _TEXTS:
        return _text(parts.value, language)
    if (quantity := _quantity(parts)) is not None:
        return quantity
    if parts.datatype.startswith(terms.KGF):
        kind = parts.datatype.removeprefix(terms.KGF)
        if kind in _PERIODS:
            return tuple(_period(int(parts.value), kind, _tongue(language)))
    return _dated(parts, language, calendar)


def _dated(parts: terms.Literal, language: str, calendar: Calendar) -> tuple[str, ...] | None:
    """Return how a date is written, or any other value that is none of those of ``spelt``."""
    if parts.datatype.startswith(_EDTF):
        return _of_edtf(parts.value.strip(), language, calendar)
    date = _DATE.fullmatch(parts.value) if parts.datatype in {*_DATES, _JULIAN} else None
    if date and parts.datatype == _JULIAN:
        return _julian_day(date, language)
    if date:
        return _date(date, parts.value, language, calendar)
    return _other(parts, language)


_TEXTS: Final = frozenset({"", terms.XSD + "string", terms.PREFIXES["rdf"] + "langString"})
_UNREADABLE: Final = frozenset(
    {
        "http://www.w3.org/1998/Math/MathML",
        terms.PREFIXES["rdf"] + "JSON",
        *(terms.XSD + name for name in ("anyURI", "base64Binary", "hexBinary")),
        *(terms.PREFIXES["geo"] + f"{name}Literal" for name in ("gml", "geoJSON", "kml", "dggs")),
    }
)
"""Datatypes whose values no person says: formulas, files, addresses, shapes."""


def _text(text: str, language: str) -> tuple[str, ...] | None:
    """Return a text as it was before other programs damaged it; None for one that is sound.

    A duration is one without a datatype, too, as pages of the web have it: ``PT1H51M``.
    """
    if _CLOCK_DURATION.fullmatch(text.strip()):
        return _duration(text.strip(), language)
    mended = cleaning.text_of_value(text)
    if mended == text:
        return None
    return (mended,) if mended else ()


# ── Malformed values ────────────────────────────────────────────────────────────────────────────
_WHOLE: Final = re.compile(r"[+-]?\d+", re.ASCII)
_CLOCK: Final = re.compile(rf"(?:[01]\d|2[0-4]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?{_ZONE}", re.ASCII)
_TRUTH: Final = re.compile("true|false|0|1", re.IGNORECASE)
_INTEGERS: Final = (
    *("integer", "long", "int", "short", "byte", "nonNegativeInteger", "positiveInteger"),
    *("nonPositiveInteger", "negativeInteger", "unsignedLong", "unsignedInt", "unsignedShort"),
    "unsignedByte",
)


def is_malformed(term: str) -> bool:
    """Say whether a literal is malformed for its datatype, or is no finite number.

    Years of fewer than four digits, and leap seconds, are let pass.

    >>> is_malformed('"abc"^^<http://www.w3.org/2001/XMLSchema#integer>')
    True
    >>> is_malformed('"1900-02-30"^^<http://www.w3.org/2001/XMLSchema#date>')
    True
    """
    return terms.is_literal(term) and _is_malformed(terms.parse_literal(term))


def _is_malformed(parts: terms.Literal) -> bool:
    datatype, text = parts.datatype, parts.value.strip()
    if datatype in _DATES or datatype == _JULIAN:
        return calendars.PLACEHOLDER.fullmatch(text) is not None or not (
            (found := _DATE.fullmatch(text)) and _is_day(_day(found), datatype)
        )
    if datatype in _FORMS:
        return not _FORMS[datatype].fullmatch(text)
    if datatype in _PARTS_OF_DATES:
        found = _PART_OF_DATE.fullmatch(text)
        month, day = (int(found[name] or 1) for name in ("month", "day")) if found else (0, 0)
        return not (month and day and _is_day((_LEAP_YEAR, month, day)))
    if is_unit(datatype):
        return not _PLAIN_NUMBER.fullmatch(text)
    return False


_LEAP_YEAR: Final = 2000


def _is_day(date: calendars.Day, datatype: str = "") -> bool:
    """Say whether a calendar has a day; 0 stands for a month or day that is not known.

    The Julian calendar has a 29 February every fourth year.
    """
    year, month, day = date
    if not month or not day:
        return not day
    if (month, day) == (2, 29):
        is_julian = date < calendars.REFORM or datatype == _JULIAN
        return year % 4 == 0 if is_julian else isleap(year)
    return 1 <= day <= monthrange(_LEAP_YEAR, month)[1]


def is_unit(datatype: str) -> bool:
    """Say whether values of a datatype are quantities in a unit, whether or not it is known."""
    return (
        datatype in units.known() or units.is_entity(datatype) or bool(units.spelled_out(datatype))
    )


def is_period(term: str) -> bool:
    """Say whether a literal is a date that is less precise than a day: a year, a century.

    >>> is_period('"1950-01-01T00:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime>')
    True
    """
    if not terms.is_literal(term):
        return False
    parts = terms.parse_literal(term)
    if parts.datatype not in _DATES:
        kind = parts.datatype.removeprefix(terms.KGF)
        return kind in _PERIODS and parts.datatype.startswith(terms.KGF)
    found = _DATE.fullmatch(parts.value)
    return found is not None and not _precise(found)[2]


# ── Dates ───────────────────────────────────────────────────────────────────────────────────────
def _date(
    found: re.Match[str], written: str, language: str, calendar: Calendar
) -> tuple[str, ...] | None:
    year, month, day = _precise(found)
    is_midnight = found["time"] == _MIDNIGHT
    days = _days((year, month, day), calendar) if day else [(year, month, day)]
    clock = f" {found['time']}" if found["clock"] and not is_midnight and year > 0 else ""
    names = [f"{text}{clock}" for each in days if (text := _written(*each, language))]
    if not names:
        return ()
    iso = [_iso(*each) for each in days if each[0] > 0]
    names = list(dict.fromkeys((*names, *iso, *([written] if year > 0 else ()))))
    return tuple(names) if names != [written] else None


def _precise(found: re.Match[str]) -> calendars.Day:
    """Return a date as precisely as it is known: a first of January may stand for its year."""
    year, month, day = _day(found)
    is_year = found["time"] == _MIDNIGHT and (month, day) == (1, 1)  # as Wikidata's RDF has it
    return (year, 0, 0) if is_year else (year, month, day)


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
    names = [text for each in days if (text := _written(*each, language))]
    return tuple(dict.fromkeys((*names, *(_iso(*each) for each in days if each[0] > 0))))


def _iso(year: int, month: int, day: int) -> str:
    return f"{year:04}" + "".join(f"-{part:02}" for part in (month, day) if part)


def _written(year: int, month: int, day: int, language: str) -> str:
    """Write a date as far as it is known; empty where the language has no form for it."""
    if year <= 0:
        return _before(1 - year, month, day, language)
    if _tongue(language) == _ENGLISH and not day:
        if month:
            return f"{MONTHS[month - 1]} {year}"
        if year < _SHORT:
            return f"AD {year}"
    return str(year) if not month and year >= _SHORT else _iso(year, month, day)


_SHORT: Final = 100
"""The first year that is taken for one without an era."""


def _before(year: int, month: int, day: int, language: str) -> str:
    """Write a date in a year before Christ."""
    words = languages().get(_tongue(language))
    if words is None:
        return ""
    if not month:
        return words.year.format(year)
    form = words.day if day else words.month
    return form.format(y=year, m=month, d=day, month=words.months[month - 1])


def _tongue(language: str) -> str:
    return language.partition("-")[0].lower()


# ── Extended dates (EDTF) ───────────────────────────────────────────────────────────────────────
_EDTF: Final = "http://id.loc.gov/datatypes/edtf"
_DOUBT: Final = re.compile("[?~%]")
_TENS: Final = re.compile(r"\d{3}X", re.ASCII)
_HUNDREDS: Final = re.compile(r"\d{2}XX", re.ASCII)
_LONG: Final = re.compile(r"Y(?P<year>-?\d{5,12})", re.ASCII)
_UNKNOWN_PART: Final = re.compile(r"(?P<known>-?\d{4}(?:-\d\d)?)(?:-XX){1,2}", re.ASCII)
_SEASON: Final = re.compile(r"(?P<year>\d{4})-2(?P<season>[1-4])", re.ASCII)
_SEASONS: Final = (("spring",), ("summer",), ("autumn", "fall"), ("winter",))


def _of_edtf(text: str, language: str, calendar: Calendar) -> tuple[str, ...] | None:
    """Return how an extended date is written; one that is uncertain as if it were certain.

    Empty for one that has no simple words: one of several, an open interval. 195X is some year of
    the 1950s, and 19XX one of the years from 1900 on, which most call the 20th century.
    """
    plain = _DOUBT.sub("", text)
    first, slash, last = plain.partition("/")
    if slash:
        if not _DATE.fullmatch(first) or not _DATE.fullmatch(last):
            return ()
        ends = [_of_edtf(end, language, calendar) for end in (first, last)]
        if () in ends:
            return ()
        start, end = ends[0] or (first,), ends[1] or (last,)
        return _interval(start[0], end[0], text, language)
    names = _of_part(plain, language, calendar)
    if names is None:
        return None if plain == text else (plain, text)
    return (*names, text) if names and text != plain else names


def _of_years(text: str, language: str) -> Iterator[str]:
    """Yield how a year whose last figures are not known is written, or a season."""
    if _TENS.fullmatch(text):
        yield from _period(int(text[:3]) * _YEARS, "decade", language)
    elif _HUNDREDS.fullmatch(text):
        yield from _period(int(text[:2]) + 1, "century", language)
        if language == _ENGLISH:
            yield f"{text[:2]}00s"
    elif language == _ENGLISH and (found := _SEASON.fullmatch(text)):
        for season in _SEASONS[int(found["season"]) - 1]:
            yield f"{season} {found['year']}"


def _interval(start: str, end: str, written: str, language: str) -> tuple[str, ...]:
    names = [f"{start}–{end}"] if start.isdecimal() and end.isdecimal() else []
    if _tongue(language) == _ENGLISH:
        names += [f"{start} to {end}", f"from {start} to {end}"]
    return (*names, written) if names else ()


def _of_part(text: str, language: str, calendar: Calendar) -> tuple[str, ...] | None:
    """Return how an extended date that is no interval is written."""
    if names := tuple(_of_years(text, _tongue(language))):
        return names
    if found := _LONG.fullmatch(text):
        name = _written(int(found["year"]), 0, 0, language)
        return (name,) if name else ()
    if found := _UNKNOWN_PART.fullmatch(text):
        text = found["known"]
    date = _DATE.fullmatch(text)
    if date is None or not _is_day(_day(date)):
        return ()
    names_of_date = _date(date, text, language, calendar)
    return (text,) if found and names_of_date is None else names_of_date


# ── Periods ─────────────────────────────────────────────────────────────────────────────────────
ORDINALS: Final = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"),
    *("tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth"),
    *("seventeenth", "eighteenth", "nineteenth", "twentieth", "twenty-first"),
)


_ROMAN: Final = (
    *((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L")),
    *((40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")),
)
_MOST_ROMAN: Final = 3999
_RANGE: Final = "{n}–{m}"
_YEARS: Final = 10
"""Of a decade."""
_CENTURY: Final = 100


def _period(count: int, kind: str, language: str) -> Iterator[str]:
    """Yield how a period is written; nothing where the language has no form for it."""
    words = languages().get(language)
    texts = [_decade(count, language)] if kind == "decade" else [*_counted(count, kind, language)]
    for text in filter(None, texts):
        if count >= 0:
            yield text
        elif words:
            yield words.period.format(text)
            if language == _ENGLISH:
                yield f"{text} BCE"


def _decade(count: int, language: str) -> str:
    """Write a decade: by its first and last year where the language has no form for it.

    So is that of a new century, which in most languages would be the century.
    """
    words, first = languages().get(language), abs(count)
    form = words.decade if words else _RANGE
    is_counted = "{tens}" in form
    is_new = first % _CENTURY == 0 and language != _ENGLISH
    if is_new or (is_counted and (count < 0 or first > _MOST_ROMAN)):
        form = _RANGE
    century, years = first // _CENTURY + 1, (first, first + _YEARS - 1)
    earlier, later = years if count >= 0 else years[::-1]
    return form.format(
        n=earlier if form == _RANGE else first,
        m=later,
        tens=first % _CENTURY,
        c=century,
        rc=_roman(century) if is_counted else "",
    )


def _counted(count: int, kind: str, language: str) -> Iterator[str]:
    """Yield how a century or millennium is written."""
    words, number = languages().get(language), abs(count)
    form = (words.century if kind == "century" else words.millennium) if words else ""
    if not form or not number or ("{r}" in form and number > _MOST_ROMAN):
        return
    ending, roman = _ordinal(number, language), _roman(number) if "{r}" in form else ""
    yield form.format(n=number, r=roman, th=ending)
    if language == _ENGLISH:
        yield from (form.format(n=word, th="") for word in ORDINALS[number - 1 : number])


def _ordinal(number: int, language: str) -> str:
    """Return the ending of an ordinal in figures."""
    is_teen = number % 100 in {11, 12, 13}
    if language == "sv":
        return ":a" if number % 10 in {1, 2} and not is_teen else ":e"
    if language == "fr":
        return "er" if number == 1 else "e"
    return "th" if is_teen else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _roman(number: int) -> str:
    text = ""
    for value, sign in _ROMAN:
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


def _quantity(parts: terms.Literal) -> tuple[str, ...] | None:
    """Return how a quantity is written; empty for one that is not known, None for what is none."""
    if found := units.measured(parts.value, parts.datatype):
        number, unit = found
        is_written = parts.datatype in units.known() or _PLAIN_NUMBER.fullmatch(number)
        return (_amount(number, unit.symbol),) if is_written else ()
    return () if units.is_coded(parts.datatype) else None


def _amount(number: str, symbol: str) -> str:
    gap = "" if symbol in {"%", "°"} else " "
    return f"{_number(number)}{gap}{symbol}"


def _trimmed(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


_POINT: Final = re.compile(
    r"POINT ?\( ?(?P<longitude>-?\d+(?:\.\d+)?) (?P<latitude>-?\d+(?:\.\d+)?) ?\)", re.IGNORECASE
)
_EARTH: Final = re.compile(
    r"<http://(?:www\.opengis\.net/def/crs/OGC/1\.3/CRS84|www\.wikidata\.org/entity/Q2)> *"
)
_WKT: Final = terms.PREFIXES["geo"] + "wktLiteral"
_POLE: Final = 90
_PLACES: Final = 5
"""Decimal places of a coordinate: a metre."""
_DURATIONS: Final = frozenset(
    {
        *(terms.XSD + name for name in ("duration", "dayTimeDuration", "yearMonthDuration")),
        *(f"{scheme}://schema.org/Duration" for scheme in ("http", "https")),
    }
)
_CLOCK_DURATION: Final = re.compile(
    r"P(?:\d+D)?T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?", re.ASCII
)
_DURATION: Final = re.compile(
    r"P(?:(?P<year>\d+)Y)?(?:(?P<month>\d+)M)?(?:(?P<day>\d+)D)?"
    r"(?:T(?:(?P<hour>\d+)H)?(?:(?P<minute>\d+)M)?(?:(?P<second>\d+(?:\.\d+)?)S)?)?",
    re.ASCII,
)
_PART_OF_DATE: Final = re.compile(
    rf"--(?P<month>0\d|1[0-2])?(?:-(?P<day>[0-2]\d|3[01]))?{_ZONE}", re.ASCII
)
_PARTS_OF_DATES: Final = frozenset(terms.XSD + name for name in ("gMonthDay", "gMonth", "gDay"))
_FORMS: Final[Mapping[str, re.Pattern[str]]] = {
    **dict.fromkeys((terms.XSD + name for name in _INTEGERS), _WHOLE),
    **dict.fromkeys((terms.XSD + name for name in ("decimal", "double", "float")), _PLAIN_NUMBER),
    **dict.fromkeys((terms.KGF + name for name in _PERIODS), _PERIOD),
    terms.XSD + "boolean": _TRUTH,
    terms.XSD + "time": _CLOCK,
}
"""How values of some datatypes are written; one that is not a number is none that can be asked."""


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
    """Write a point on the Earth by latitude and longitude; any other place has no name.

    Nor has a point that is not on the Earth, as where latitude and longitude are interchanged.
    """
    found = _POINT.fullmatch(_EARTH.sub("", text.strip(), count=1))
    if not found:
        return ()
    if abs(Decimal(found["latitude"])) > _POLE or abs(Decimal(found["longitude"])) > 2 * _POLE:
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
    name = MONTHS[month - 1]
    if not found["day"]:
        return (name, text)
    day = int(found["day"])
    ordinal = f"{day}{_ordinal(day, _ENGLISH)}"
    return f"{day} {name}", f"{name} {day}", f"{ordinal} of {name}", f"{name} {ordinal}"
