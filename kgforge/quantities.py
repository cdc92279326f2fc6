"""Dates and numbers as English texts write them, so that two ways of writing one compare equal."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July", "August"),
    *("September", "October", "November", "December"),
)
MONTH: Final = "|".join((*(f"{name[:3]}(?:{name[3:]})?" for name in MONTHS), "Sept"))
"""A month in words, whole or short, in any case: for a regular expression."""
ORDINAL: Final = "(?:st|nd|rd|th)?"
"""What may stand behind the number of a day, likewise."""
_DAY: Final = rf"(?P<day>[0-3]?\d){ORDINAL}"
_YEAR: Final = r"(?P<year>[12]\d{3})"
_DATES: Final = tuple(
    re.compile(rf"(?<!\w){form}(?!\w)", re.I)
    for form in (
        r"(?P<year>[12]\d{3})-(?P<number>[01]\d)(?:-(?P<day>[0-3]\d))?"
        r"(?:T[\d:.]+)?(?:Z|[+-]\d\d:\d\d)?",
        rf"{_DAY}(?: of)? (?P<month>{MONTH})(?:[.,]? |,| in | of ){_YEAR}",
        rf"(?P<month>{MONTH})\.? (?:the )?{_DAY}(?:[.,]? |,| in | of ){_YEAR}",
        rf"(?P<month>{MONTH})(?:[.,]? |,| in | of ){_YEAR}",
        _YEAR,
    )
)
_NUMBER: Final = re.compile(
    r"(?<![\w.,])[-−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[+-]?\d+)?"
    r"(?:[ -](?P<scale>thousand|million|billion|trillion)(?!\w))?",
    re.I,
)
_UNITS: Final = frozenset(
    """
    % percent square cubic per cm m mm km mi au ft g kg t lb l ml s min h hz khz mhz ghz kb mb gb
    tb kw mw w v
    centimetre centimetres centimeter centimeters metre metres meter meters millimetre millimetres
    kilometre kilometres kilometer kilometers mile miles foot feet inch inches yard yards
    gram grams kilogram kilograms tonne tonnes ton tons pound pounds litre litres liter liters
    second seconds minute minutes hour hours day days week weeks month months year years
    dollar dollars usd eur euro euros gbp people inhabitants members pages km2 km² m2 m²
    """.split()  # noqa: SIM905
)
_SCALES: Final = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}


class Date(NamedTuple):
    """A day, a month (day 0) or a year (month 0 as well)."""

    year: int
    month: int = 0
    day: int = 0

    def covers(self, other: "Date") -> bool:
        """Whether this date says all that the other says, and agrees.

        >>> Date(2001, 7, 20).covers(Date(2001)), Date(2001).covers(Date(2001, 7, 20))
        (True, False)
        """
        return all(there in {0, here} for here, there in zip(self, other, strict=True))


_MIDNIGHT: Final = re.compile(r"T00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:\d\d)?$")


def is_midnight(text: str) -> bool:
    """Whether a date is written as the beginning of a day, whatever precision it was known to.

    >>> is_midnight("2001-07-20T00:00:00Z"), is_midnight("2001-07-20")
    (True, False)
    """
    return date(text) is not None and _MIDNIGHT.search(text.strip("\"' ")) is not None


def dates(text: str) -> Iterator[Date]:
    """The dates in a text, each as precisely as it stands there.

    >>> [tuple(found) for found in dates("from July 20th, 1969 to May 2001 or 2002-03-04")]
    [(2002, 3, 4), (1969, 7, 20), (2001, 5, 0)]
    """
    left = " ".join(text.split())
    for form in _DATES:
        for found in form.finditer(left):
            yield _date(found)
        left = form.sub(lambda found: "·" * len(found.group()), left)


def date(text: str) -> Date | None:
    """The date that a text is, nothing standing around it; None where it is none.

    A first of January stands for its year, as Wikidata's years are often written.

    >>> date("01 January 2010"), date("in 2001")
    (Date(year=2010, month=0, day=0), None)
    """
    bare = " ".join(text.strip("\"' ").split())
    for form in _DATES:
        if found := form.fullmatch(bare):
            said = _date(found)
            return Date(said.year) if said[1:] == (1, 1) else said
    return None


def _date(found: re.Match[str]) -> Date:
    parts = found.groupdict()
    month = int(parts.get("number") or 0)
    if name := parts.get("month"):
        month = next(n for n, whole in enumerate(MONTHS, 1) if whole.startswith(name[:3].title()))
    return Date(int(parts["year"]), month, int(parts.get("day") or 0))


def numbers(text: str) -> Iterator[float]:
    """The numbers in a text, thousands' commas and words of scale read.

    >>> list(numbers("$2,000,000.50, or 875.4 million, in 98 minutes"))
    [2000000.5, 875400000.0, 98.0]
    """
    for found in _NUMBER.finditer(text):
        yield _number(found)


def number(text: str) -> float | None:
    """The number that a text is, with or without a unit after it; None where it is none.

    A unit stands in brackets, closed or not, or is of ``_UNITS``: *12 Monkeys* is no number.

    >>> number("98.0"), number("1.905 (metres)"), number("98 minutes"), number("12 Monkeys")
    (98.0, 1.905, 98.0, None)
    """
    bare = text.strip("\"'$£€ ")
    found = _NUMBER.match(bare)
    unit = bare[found.end() :].strip("\"' ") if found else ""
    known = re.fullmatch(r"\([^()]*\)?", unit) or _UNITS.issuperset(unit.casefold().split())
    return _number(found) if found and known else None


def _number(found: re.Match[str]) -> float:
    digits = found.group().split(" ")[0].replace(",", "").replace("−", "-")
    scale = found["scale"] or ""
    value = float(digits.lower().removesuffix(f"-{scale.lower()}"))
    return round(value * _SCALES.get(scale.lower(), 1.0), 6)
