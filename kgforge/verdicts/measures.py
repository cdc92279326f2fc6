"""Numbers with units, and when one of them says as much as another.

A value in another unit of the same dimension is right where it equals the accepted one as precisely
as that is written: either it rounds to it, or it is what the accepted one rounds to, in no fewer
figures. A value without a unit is right only where the question names the unit, or no question is
given. Units are those of ``ontologies/units.tsv``, by their symbols and English names; of others
the words are compared.
"""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Final

from msgspec import Struct

from kgforge import quantities, units
from kgforge.matching import plain
from kgforge.quantities import Date, Quantity
from kgforge.spans import Span
from kgforge.units import Unit
from kgforge.verdicts import calendars, periods, spelling

_CURRENCIES: Final = {"$": "US dollar", "€": "euro", "£": "pound sterling", "¥": "Japanese yen"}
_POWER: Final = re.compile(
    r"(?<=\d) ?[×x*·] ?10 ?\^? ?\{?(?P<sign>[-−]?)(?P<power>\d{1,3})\}?(?!\d)"
)
_RAISED: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_SUPERSCRIPT: Final = re.compile("(?<=10)[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+")
_AND: Final = re.compile(r",? (?:and )?")


class Amount(Struct, frozen=True):
    """A number, its unit, and how precisely it is written."""

    value: Fraction
    unit: str
    """Its unit in the form of ``Quantity``; empty: it has none."""
    known: Unit | None
    """Its unit in the table; None for one that is not there."""
    step: Fraction
    """What one more in its last figure is."""
    figures: int
    """How many figures it is written in."""


def english(text: str) -> str:
    """A text in which values stand as English would have them, powers of ten as exponents.

    >>> english("1.5 × 10^20 kg")
    '1.5e20 kg'
    """
    return _POWER.sub(_exponent, calendars.english(periods.english(text)))


def _exponent(found: re.Match[str]) -> str:
    return f"e{'-' if found['sign'] else ''}{found['power']}"


def lowered(text: str) -> str:
    """A text with powers of ten that are written by raised figures, which ``plain`` would join.

    >>> lowered("10²⁰")
    '10^20'
    """
    return _SUPERSCRIPT.sub(lambda found: f"^{found[0].translate(_RAISED)}", text)


def of_name(name: str) -> tuple[Date | None, Amount | None]:
    """The date that a name is, and the amount; None for what it is not."""
    text = english(plain(lowered(name))).strip()
    date, number = quantities.date(text), quantities.quantity(text)
    whole = [amount for span, amount in values(text).items() if span == (0, len(text))]
    if whole and isinstance(whole[0], Amount):
        return date, whole[0]
    if number is None or not _is_within(found := quantities.NUMBER.search(text)):
        return date, None
    return date, _amount(found, number)


def values(text: str) -> dict[Span, Date | Amount]:
    """The dates and amounts of a text, by where they stand; *6 ft 5 in* is one amount.

    >>> [(span, amount.unit) for span, amount in values("25 °C or 77 degrees F").items()]
    [((0, 5), 'degree Celsius'), ((9, 21), 'degree Fahrenheit')]
    """
    found: dict[Span, Date | Amount] = {}
    for span, number, kind in periods.of(text):
        found[span] = Amount(Fraction(number), kind, None, Fraction(1), len(str(abs(number))))
        text = text[: span[0]] + "·" * (span[1] - span[0]) + text[span[1] :]
    for span, value in sorted(quantities.values(text).items()):
        if isinstance(value, Date):
            found[span] = value
        elif _is_within(_number_at(text, span[0])):
            end, amount = _measured(text, span, value)
            found[_begins(text, span[0]), end] = amount
    return dict(_joined(text, found))


def _is_within(number: re.Match[str] | None) -> bool:
    """Say whether a number has no larger power of ten than can be reckoned with."""
    assert number is not None
    digits, _ = quantities.parts(number)
    return abs(Decimal(digits).adjusted()) <= units.LARGEST


def _number_at(text: str, start: int) -> re.Match[str] | None:
    """Return the number that begins at a place, whatever stands before it (2001-13)."""
    return quantities.NUMBER.match("·" * start + text[start:], start)


def _begins(text: str, start: int) -> int:
    return start - 1 if text[start - 1 : start] in _CURRENCIES else start


def _measured(text: str, span: Span, value: Quantity) -> tuple[int, Amount]:
    """A number with what stands behind it, or the sign of a currency before it."""
    start, end = span
    number = _number_at(text, start)
    assert number is not None
    sign = _CURRENCIES.get(text[start - 1 : start], "")
    behind = number.end() + (text[number.end() : number.end() + 1] in {" ", "-"})
    if sign and not value.unit:
        return end, _amount(number, value, units.by_name(sign))
    at = units.at(text, behind)
    if at and at[1] >= end:
        return at[1], _amount(number, value, at[0])
    return end, _amount(number, value)


def _amount(number: re.Match[str] | None, value: Quantity, unit: Unit | None = None) -> Amount:
    assert number is not None
    digits, scale = quantities.parts(number)
    written = Decimal(digits)
    factor = Fraction(quantities.SCALES.get(scale, 1))
    exponent = written.as_tuple().exponent
    assert isinstance(exponent, int)
    figures = len(str(abs(int(written.scaleb(-exponent))))) if written else 1
    known = unit or (units.by_name(value.unit) if value.unit else None)
    name = known.names[0] if known else value.unit
    step = Fraction(10) ** exponent * factor
    return Amount(Fraction(written) * factor, name, known, step, figures)


def _joined(text: str, found: dict[Span, Date | Amount]) -> Iterator[tuple[Span, Date | Amount]]:
    """Values, an amount and the rest of it in a smaller unit put together."""
    before: tuple[Span, Date | Amount] | None = None
    for span, value in sorted(found.items()):
        whole = before and _together(before[1], value)
        if before and whole and _AND.fullmatch(text[before[0][1] : span[0]]):
            before = (before[0][0], span[1]), whole
            continue
        if before:
            yield before
        before = span, value
    if before:
        yield before


def _together(large: Date | Amount, small: Date | Amount) -> Amount | None:
    """The sum of an amount and another in a smaller unit of the same dimension, of which it lacks.

    None where they are no such: 6 ft and 14 in.
    """
    if isinstance(large, Date) or isinstance(small, Date) or not (large.known and small.known):
        return None
    size = small.known.factor / large.known.factor
    is_part = large.known.dimension == small.known.dimension and size < 1
    if not is_part or not 0 <= small.value * size < large.step:
        return None
    added = small.value * size
    return Amount(
        large.value + added, large.unit, large.known, small.step * size,
        large.figures + small.figures,
    )  # fmt: skip


def agree(said: Amount, wanted: Amount, *, bare: bool) -> bool:
    """Whether an amount says as much as is wanted; *bare*: it may lack its unit."""
    if said.unit != wanted.unit and {said.unit, wanted.unit} & periods.KINDS:
        return False
    if said.known and wanted.known:
        return _equal(said, said.known, wanted, wanted.known)
    if not said.unit:
        return said.value == wanted.value and (bare or not wanted.unit)
    return said.value == wanted.value and wanted.unit in {"", said.unit}


def _equal(said: Amount, own: Unit, wanted: Amount, other: Unit) -> bool:
    if own == other:
        return said.value == wanted.value
    if own.dimension != other.dimension:
        return False
    there = other.of_base_units(said.value * own.factor + own.offset)
    here = own.of_base_units(wanted.value * other.factor + other.offset)
    if abs(there - wanted.value) <= wanted.step / 2:
        return True
    return said.figures >= wanted.figures and abs(here - said.value) <= said.step / 2


def is_named(unit: Unit, asked: Iterable[str]) -> bool:
    """Whether a unit is named among the words of a question."""
    words = f" {' '.join(asked)} "
    names = (" ".join(spelling.words(name)) for name in units.spellings(unit))
    return any(name and f" {name} " in words for name in names)
