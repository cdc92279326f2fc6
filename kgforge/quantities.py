"""Dates and numbers as English texts write them, so that two ways of writing one compare equal."""

import datetime
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from kgforge import spans
from kgforge.spans import Span

MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July", "August"),
    *("September", "October", "November", "December"),
)
MONTH: Final = "|".join((*(f"{name[:3]}(?:{name[3:]})?" for name in MONTHS), "Sept"))
"""A month in words, whole or short, in any case: for a regular expression."""
_DAY: Final = r"(?P<day>[0-2]?\d|3[01])(?:st|nd|rd|th)?"
_ERA: Final = r" ?(?:BCE?|AD|CE)\b"
_YEAR: Final = rf"(?P<year>\d{{3,4}}|\d{{1,2}}(?={_ERA}))(?P<era>{_ERA})?"
_DATES: Final = tuple(
    re.compile(rf"(?<!\w){form}(?!\w)", re.I)
    for form in (
        r"(?P<year>-?\d{4})-(?P<number>0\d|1[0-2])(?:-(?P<day>[0-2]\d|3[01]))?"
        r"(?:T[\d:.]+)?(?:Z|[+-]\d\d:\d\d)?",
        rf"{_DAY}(?: of)? (?P<month>{MONTH})(?:[.,]? |,| in | of ){_YEAR}",
        rf"(?P<month>{MONTH})\.? (?:the )?{_DAY}(?:[.,]? |,| in | of ){_YEAR}",
        rf"(?P<month>{MONTH})(?:[.,]? |,| in | of ){_YEAR}",
        rf"(?:00 )?(?=[12]\d{{3}}|\d+{_ERA}){_YEAR}",
    )
)
"""The most precise first. *00 May 2010* and *00  2010*, as TekGen has them, are a month and a year;
a year by itself has four digits or an era."""
NUMBER: Final = re.compile(
    r"(?<![\w.,])[-−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[+-]?\d+)?"
    r"(?:[ -](?P<scale>thousand|million|billion|trillion)(?!\w))?",
    re.I,
)
DECADE: Final = re.compile(r"(?<![\w.,])(?=\d{3})\d+0['’]?s(?!\w)")
"""A decade in figures, *the 1980s*, which is no number of seconds."""
_UNITS: Final = {
    spelling: spellings.split()[0]
    for spellings in """
    percent %; square sq; cubic; per /; metre m meter; centimetre cm centimeter;
    millimetre mm millimeter; kilometre km kilometer; mile mi; foot feet ft; inch inches; yard;
    squarekilometre km2 km²; squaremetre m2 m²; au; gram g; kilogram kg; tonne t ton; pound lb;
    litre l liter; millilitre ml; second s sec; minute min; hour h; day; week; month; year;
    hertz hz; kilohertz khz; megahertz mhz; gigahertz ghz; kb; mb; gb; tb; w; kw; mw; v;
    dollar usd; euro eur; gbp; inhabitant people; member; page
    """.split(";")  # noqa: SIM905
    for spelling in spellings.split()
}
"""How each spelling of a unit, without a plural's end, is compared."""
_TITLED: Final = re.compile("[A-Z][a-z]{3}")
"""How a unit begins that is a word of a title; shorter ones are often written so, as *Hz* is."""
SCALES: Final = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}


class Date(NamedTuple):
    """A day, a month (day 0) or a year (month 0 as well); a year before Christ is negative."""

    year: int
    month: int = 0
    day: int = 0

    def covers(self, other: "Date") -> bool:
        """Whether this date says all that the other says, and agrees.

        >>> Date(2001, 7, 20).covers(Date(2001)), Date(2001).covers(Date(2001, 7, 20))
        (True, False)
        """
        return all(there in {0, here} for here, there in zip(self, other, strict=True))


class Quantity(NamedTuple):
    """A number, and its unit in the form that is compared; empty: it has none."""

    value: float
    unit: str = ""

    def agrees(self, other: "Quantity") -> bool:
        """Whether both are as many of one thing, so far as they say of what.

        >>> Quantity(98.0, "minute").agrees(Quantity(98.0)), Quantity(98.0).agrees(Quantity(9.0))
        (True, False)
        """
        return self.value == other.value and len({self.unit, other.unit} - {""}) < 2


_MIDNIGHT: Final = re.compile(r"T00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:\d\d)?$")


def is_midnight(text: str) -> bool:
    """Whether a date is written as the beginning of a day, whatever precision it was known to.

    >>> is_midnight("2001-07-20T00:00:00Z"), is_midnight("2001-07-20")
    (True, False)
    """
    return date(text) is not None and _MIDNIGHT.search(_bare(text)) is not None


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

    >>> date("01_January_2010"), date("in 2001"), date("15 March 44 BC")
    (Date(year=2010, month=0, day=0), None, Date(year=-44, month=3, day=15))
    """
    bare = _bare(text)
    for form in _DATES:
        if found := form.fullmatch(bare):
            said = _date(found)
            return Date(said.year) if said[1:] == (1, 1) else said
    return None


def _date(found: re.Match[str]) -> Date:
    parts = found.groupdict()
    month = int(parts.get("number") or 0)
    if name := parts.get("month"):
        month = _month(name)
    year = int(parts["year"])
    before = "b" in (parts.get("era") or "").casefold()
    return Date(-year if before else year, month, int(parts.get("day") or 0))


def _month(name: str) -> int:
    return next(n for n, whole in enumerate(MONTHS, 1) if whole.startswith(name[:3].title()))


# ── Dates as they are written ───────────────────────────────────────────────────────────────────
_EARLIEST: Final = 100
_NAMED_MONTH: Final = rf"(?P<name>{MONTH})\.?"
_ORDINAL: Final = r"(?P<day>\d\d?)(?P<nth>st|nd|rd|th)?"
_PLAIN_YEAR: Final = r"(?P<year>\d{4})"
_WRITTEN: Final = tuple(
    re.compile(rf"(?<!\w){form}(?!\w)", re.IGNORECASE)
    for form in (
        rf"{_PLAIN_YEAR}-(?P<month>\d\d)(?:-(?P<day>\d\d)(?:T00:00:00Z?)?)?",
        rf"(?P<month>\d\d?)/(?P<day>\d\d?)/{_PLAIN_YEAR}",
        rf"(?P<day>\d\d)-(?P<month>\d\d)-{_PLAIN_YEAR}",
        rf"{_ORDINAL}(?: of)? +{_NAMED_MONTH},? +{_PLAIN_YEAR}",
        rf"{_NAMED_MONTH} +{_ORDINAL},? +{_PLAIN_YEAR}",
        rf"{_NAMED_MONTH},? +{_PLAIN_YEAR}",
        r"(?:00 +)?(?P<year>\d{3,4})",
    )
)
"""Forms of which each part can be replaced. They take more than ``_DATES``: days in figures alone,
and any number of three or four digits; but no era, and no punctuation or word between the parts."""


@lru_cache(maxsize=4096)
def written_date(text: str) -> Date | None:
    """A name as a date, at the precision given; None: it is none, or a bare number.

    ``00 May 2010`` and ``00  2010``, as TekGen writes them, are a month and a year.

    >>> written_date("05/17/2010"), written_date("2010")
    (Date(year=2010, month=5, day=17), None)
    """
    plain = text.strip(' "')
    matches = (form.fullmatch(plain) for form in _WRITTEN if not plain.isdecimal())
    return next((when for found in matches if found and (when := _calendar_date(found))), None)


def written_dates(text: str) -> dict[Span, tuple[re.Match[str], Date]]:
    """The dates in a text, bare years among them, and where; none within a longer one.

    The groups of a match are the parts: ``year``, ``month`` in figures or ``name``, ``day``, and
    ``nth``, what makes the day an ordinal.
    """
    matches = (found for form in _WRITTEN for found in form.finditer(text))
    return spans.apart(
        {found.span(): (found, when) for found in matches if (when := _calendar_date(found))}
    )


def _calendar_date(found: re.Match[str]) -> Date | None:
    parts = found.groupdict()
    year, day = int(parts["year"]), int(parts.get("day") or 0)
    name = parts.get("name")
    month = _month(name) if name else int(parts.get("month") or 0)
    try:
        datetime.date(year, month or 1, day or 1)
    except ValueError:
        return None
    return Date(year, month, day) if year >= _EARLIEST else None


# ── Numbers ─────────────────────────────────────────────────────────────────────────────────────
def _bare(text: str) -> str:
    """A name without the marks around it; written with underscores it is the same."""
    return " ".join(text.replace("_", " ").strip("\"' ").split())


def numbers(text: str) -> Iterator[float]:
    """The numbers in a text, thousands' commas and words of scale read.

    >>> list(numbers("$2,000,000.50, or 875.4 million, in 98 minutes"))
    [2000000.5, 875400000.0, 98.0]
    """
    for found in NUMBER.finditer(text):
        yield _number(found)


def quantity(text: str) -> Quantity | None:
    """The number that a text is, with or without a unit after it; None where it is none.

    A unit stands in brackets, closed or not, or is of ``_UNITS``: *12 Monkeys* is no number, and
    *8 Mile*, a title by its capital, neither.

    >>> quantity("98_mins"), quantity("1.9 (metrePerSeconds)")
    (Quantity(value=98.0, unit='minute'), Quantity(value=1.9, unit='metrepersecond'))
    >>> quantity("12 Monkeys"), quantity("8 Mile")
    (None, None)
    """
    bare = _bare(text).strip("$£€ ")
    found = NUMBER.match(bare)
    if not found or DECADE.match(bare):
        return None
    rest = bare[found.end() :].strip("\"' ")
    bracketed = re.fullmatch(r"\(([^()]*)\)?", rest)
    words = (bracketed[1] if bracketed else rest).replace("/", " / ").split()
    units = [_unit(word.casefold()) for word in words]
    known = _UNITS.keys() >= set(units) and not any(map(_TITLED.match, words))
    return Quantity(_number(found), "".join(units)) if bracketed or known else None


def values(text: str) -> dict[Span, Date | Quantity]:
    """The dates and numbers in a text, by where they stand; numbers with a unit that is known.

    >>> values("98 minutes on 3 March 1952")
    {(14, 26): Date(year=1952, month=3, day=3), (0, 10): Quantity(value=98.0, unit='minute')}
    """
    found: dict[Span, Date | Quantity] = {}
    left = text
    for form in _DATES:
        found |= {one.span(): _date(one) for one in form.finditer(left)}
        left = form.sub(lambda one: "·" * len(one.group()), left)
    left = DECADE.sub(lambda one: "·" * len(one.group()), left)
    for number in NUMBER.finditer(left):
        end, unit = number.end(), ""
        while (more := _MEASURE.match(text, end)) and _is_unit(more[1]):
            end, unit = more.end(), unit + _unit(more[1].casefold())
        found[number.start(), end] = Quantity(_number(number), unit)
    return found


_MEASURE: Final = re.compile(r"[ -]?(%|[^\W\d_]{1,20}[²2]?(?!\w)|/)")


def _is_unit(word: str) -> bool:
    return _unit(word.casefold()) in _UNITS.values() and not _TITLED.match(word)


def _unit(word: str) -> str:
    singular = word.removesuffix("s")
    return _UNITS.get(word) or _UNITS.get(singular, singular)


def _number(found: re.Match[str]) -> float:
    digits, scale = parts(found)
    return round(float(digits) * SCALES.get(scale, 1.0), 6)


def parts(found: re.Match[str]) -> tuple[str, str]:
    """Return a number's figures, as ``float`` and ``Decimal`` read them, and its word of scale."""
    digits = found.group().split(" ")[0].replace(",", "").replace("−", "-").lower()
    scale = (found["scale"] or "").lower()
    return digits.removesuffix(f"-{scale}"), scale
