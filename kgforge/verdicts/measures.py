"""Numbers with units, ranges of them and points, and when one of them says as much as another.

A value in another unit of the same dimension is right where it equals the accepted one as precisely
as that is written: either it rounds to it, or it is what the accepted one rounds to, in no fewer
figures. A value without a unit is right only where the question names the unit, or no question is
given. Units are those of ``ontologies/units.tsv``, by their symbols and English names, with the
prefixes of the SI; of others the words are compared. Capitals count where they make another unit
(*mW* and *MW*). *30 to 40* is a range: two numbers, and neither is the answer.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from kgforge import quantities, terms, units, value_names
from kgforge.matching import plain
from kgforge.quantities import Date, Quantity
from kgforge.spans import Span
from kgforge.units import Unit
from kgforge.verdicts import calendars, coordinates, periods, spelling
from kgforge.verdicts.coordinates import Point

_POWER: Final = re.compile(
    r"(?<=\d) ?[×x*·] ?10 ?\^? ?\{?(?P<sign>[-−]?)(?P<power>\d{1,3})\}?(?!\d)"
)
_RAISED: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_SUPERSCRIPT: Final = re.compile("(?<=10)[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+")
_AND: Final = re.compile(r",? (?:(?:and|und|et|y|e|en) )?")
_SHORTHANDS: Final = (
    (re.compile(r"(?<![\w.°'])(?<!° )(\d{1,2}) ?' ?(\d{1,2}(?:\.\d+)?) ?(?:\"|'')"),
     r"\1 ft \2 in"),
    (re.compile(r"(?<![\w.])(\d{1,2}) (?:foot|feet|ft) (\d{1,2})(?![\w.,]| ?(?:in|inch))"),
     r"\1 ft \2 in"),
    (re.compile(r"(?<![\w.])(\d)m(\d\d)(?!\w)"), r"\1.\2 m"),
    (re.compile(r"(?<![\w.])(\d{1,2})h ?(\d{1,2})(?: ?m(?:i?n)?)?(?!\w)"), r"\1 h \2 min"),
    (re.compile(r"(?<![\d.,])(-?\d{1,3}\.\d{2,}),(?=-?\d{1,3}\.\d{2,}(?!\d|[.,]\d))"), r"\1, "),
)  # fmt: skip


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
    readings: "tuple[Amount, ...]" = ()
    """What else it may be: *300m* is 300 metres or 300 million."""


class Range(Struct, frozen=True):
    """Two numbers or dates, and all between them."""

    first: Date | Amount
    last: Date | Amount
    ends: tuple[Span, Span]
    """Where they stand in the text."""
    is_led: bool
    """Whether a word such as *from* begins it."""

    @property
    def may_part(self) -> bool:
        """Whether it says when something began and ended: *from 1984 to 2004*."""
        return self.is_led and isinstance(self.first, Date)


Value = Date | Amount | Range | Point


def english(text: str) -> str:
    """A text in which values stand as English would have them, powers of ten as exponents.

    >>> english("1.5 × 10^20 kg")
    '1.5e20 kg'
    """
    for pattern, instead in _SHORTHANDS:
        text = pattern.sub(instead, text)
    for pattern, rewritten in _foreign_counts():
        text = pattern.sub(rewritten, text)
    text = _foreign_pattern().sub(_in_english, calendars.english(periods.english(text)))
    return _POWER.sub(_exponent, _BELOW_ZERO.sub(_below_zero, text))


_BELOW_ZERO: Final = re.compile(
    r"(?<![\w.,-])(\d+(?:\.\d+)?(?: ?°[CF]?| degrees?)?(?: Celsius| Fahrenheit)?) "
    r"(?:(?P<celsius>unter null|(?:en|au)[ -]dessous de zéro|bajo cero|sotto zero)|below zero)",
    re.IGNORECASE,
)


def _below_zero(found: re.Match[str]) -> str:
    """Write degrees below zero as negative ones: Celsius, except in English."""
    degrees = found[1]
    is_bare = found["celsius"] and not re.search("°[CF]|Celsius|Fahrenheit", degrees)
    return f"-{degrees.split(' ')[0].rstrip('°')} degrees Celsius" if is_bare else f"-{degrees}"


_FOREIGN: Final = """
metre: Meter Metern mètre mètres metro metros metri meters
kilometre: Kilometer Kilometern kilomètre kilomètres kilómetro kilómetros chilometro chilometri \
quilômetro quilômetros quilómetro quilómetros
centimetre: Zentimeter Zentimetern centimètre centimètres centímetro centímetros centimetri
millimetre: Millimeter Millimetern millimètre millimètres milímetro milímetros millimetri
square kilometre: Quadratkilometer Quadratkilometern kilomètre_carré kilomètres_carrés \
kilómetro_cuadrado kilómetros_cuadrados chilometri_quadrati quilômetros_quadrados
square metre: Quadratmeter Quadratmetern mètres_carrés metros_cuadrados metri_quadrati
cubic metre: Kubikmeter Kubikmetern mètres_cubes metros_cúbicos metri_cubi
hectare: Hektar hectares hectáreas ettari
mile: Meile Meilen milla millas
foot: Fuß
inch: Zoll pulgada pulgadas
gram: Gramm gramme grammes gramo gramos grammi gramas
kilogram: Kilogramm kilogramme kilogrammes kilogramo kilogramos chilogrammi quilogramas
tonne: Tonne Tonnen tonelada toneladas tonnellate
litre: Liter Litern litro litros litri
second: Sekunde Sekunden seconde secondes segundo segundos secondi
minute: Minuten minuto minutos minuti
hour: Stunde Stunden heure heures hora horas ora ore uur
day: Tag Tage Tagen jour jours día días giorno giorni dia dias dagen
week: Woche Wochen semaine semaines semana semanas settimane weken
month: Monat Monate Monaten mois meses mesi maanden
year: Jahr Jahre Jahren ans année années año años anni anos jaar
kilometre per hour: Stundenkilometer km/std Kilometer_pro_Stunde kilomètres_par_heure \
kilomètres_à_l'heure kilomètres-heure kilómetros_por_hora chilometri_orari
percent: Prozent pour_cent por_ciento per_cento por_cento procent
watt: vatios vatio
degree: Grad degré degrés grado grados gradi grau graus
US dollar: US-Dollar US-Dollars dollar_américain dollars_américains dólar dólares \
dólares_estadounidenses dollari Dollar Dollars
euro: Euro Euros
pound: Pfund livres libras
"""
"""What units are called in German, French, Spanish, Italian, Portuguese and Dutch."""


@cache
def _foreign() -> dict[str, str]:
    """Return the English word for each foreign one, in small letters."""
    lines = (line.split(": ") for line in _FOREIGN.replace("\\\n", "").strip().split("\n"))
    return {
        word.replace("_", " ").lower(): english
        for english, words in lines
        for word in words.split()
    }


@cache
def _foreign_pattern() -> re.Pattern[str]:
    words = "|".join(map(re.escape, sorted(_foreign(), key=len, reverse=True)))
    return re.compile(
        rf"(?<=\d)(?P<scale> (?:thousand|million|billion|trillion))?[ -](?:de |d')?"
        rf"(?P<word>{words})(?![\w/])",
        re.IGNORECASE,
    )


_COUNTS: Final[Mapping[int, str]] = {
    1: "eine ein einen une un una uno um uma",
    2: "zwei deux dos due dois duas twee",
    3: "drei trois tres tre três drie",
    4: "vier quatre cuatro quattro quatro",
    5: "fünf cinq cinco cinque vijf",
    6: "sechs six seis sei zes",
    7: "sieben sept siete sette sete zeven",
    8: "acht huit ocho otto oito",
    9: "neun neuf nueve nove negen",
    10: "zehn dix diez dieci dez tien",
    11: "elf onze once undici",
    12: "zwölf douze doce dodici doze twaalf",
}
"""Small numbers in words, which are read before a unit of their language: *deux ans*."""
_DOZENS: Final = "Dutzend|douzaines?|docenas?|dozzin[ae]|dúzias?"
_HALVES: Final = "et demie?|y medi[ao]|e mezz[ao]|e mei[ao]"


@cache
def _foreign_counts() -> tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...]:
    """Return how small numbers are written in other languages, and how they are in figures."""
    counts = {word: number for number, words in _COUNTS.items() for word in words.split()}
    names = "|".join(map(re.escape, sorted(_foreign(), key=len, reverse=True)))
    words = "|".join(sorted(counts, key=len, reverse=True))
    halves = "|".join(word for word in counts if word.isalpha())
    return (
        (
            re.compile(rf"(?<!\w)(?:(anderthalb)|({halves})einhalb)(?!\w)", re.IGNORECASE),
            lambda found: "1.5" if found[1] else f"{counts[found[2].lower()]}.5",
        ),
        (
            re.compile(rf"(?<!\w)({words}) (?=(?:{names}|{_DOZENS})(?!\w))", re.IGNORECASE),
            lambda found: f"{counts[found[1].lower()]} ",
        ),
        (
            re.compile(rf"(?<![\w.,])(\d+) ({names}) (?:{_HALVES})(?!\w)", re.IGNORECASE),
            lambda found: f"{found[1]}.5 {found[2]}",
        ),
        (
            re.compile(rf"(?<![\w.,])(\d+) (?:{_DOZENS})(?!\w)", re.IGNORECASE),
            lambda found: str(int(found[1]) * 12),
        ),
    )


def _in_english(found: re.Match[str]) -> str:
    return f"{found['scale'] or ''} {_foreign()[found['word'].lower()]}"


def _exponent(found: re.Match[str]) -> str:
    return f"e{'-' if found['sign'] else ''}{found['power']}"


_SIGNS: Final = "[\u00bc-\u00be\u2150-\u215e]"
_FRACTION: Final = re.compile(rf"(?<=\d) ?({_SIGNS})|({_SIGNS})")


def lowered(text: str) -> str:
    """Return a text without raised figures in powers of ten, and signs that are a fraction.

    ``plain`` would join them to the figures before.

    >>> lowered("10²⁰"), lowered("5½")
    ('10^20', '5 1/2')
    """
    text = _SUPERSCRIPT.sub(lambda found: f"^{found[0].translate(_RAISED)}", text)
    return text if text.isascii() else _FRACTION.sub(_spelled_fraction, text)


def _spelled_fraction(found: re.Match[str]) -> str:
    sign = found[1] or found[2]
    text = unicodedata.normalize("NFKC", sign).replace("\u2044", "/")
    return f" {text}" if found[1] else text


# ── Values of a text ────────────────────────────────────────────────────────────────────────────
def of_name(name: str) -> tuple[Date | None, Amount | Range | Point | None]:
    """Return the date that a name is, and what else it is; None for what it is not."""
    text = english(plain(lowered(_duration(name)))).strip()
    if point := coordinates.of_name(text):
        return None, point
    date, number = quantities.date(text), quantities.quantity(text)
    if date and _YEAR_ZERO.match(name):
        date = date._replace(year=date.year - 1)
    whole = [value for span, value in values(text).items() if span == (0, len(text))]
    if whole and not isinstance(whole[0], Date):
        return date, _in_kelvin(whole[0]) if text.endswith(" K") else whole[0]
    if number is None or not _is_within(found := quantities.NUMBER.search(text)):
        return date, None
    return date, _amount(found, number)


def _in_kelvin(value: Amount | Range | Point) -> Amount | Range | Point:
    """Return a value whose letter stands apart, as in graphs: in kelvin, not in thousands."""
    return value.readings[0] if isinstance(value, Amount) and value.readings else value


_YEAR_ZERO: Final = re.compile(r"-\d{4}-\d\d-\d\dT")
"""A date of XML Schema 1.1, in which -0300 is 301 BC."""
_DURATION: Final = re.compile(r"P(?=[\dT])(?:\d+[YMWD])*(?:T(?:\d+(?:\.\d+)?[HMS])+)?")


def _duration(name: str) -> str:
    """Return a duration of XML Schema in words; any other name as it is.

    >>> _duration("P2Y6M")
    '2 years 6 months'
    """
    if not _DURATION.fullmatch(name):
        return name
    names = value_names.spelt(f'"{name}"^^<{terms.XSD}duration>', "en")
    return names[0] if names else name


def values(text: str, *, has_points: bool = False, asked: Iterable[str] = ()) -> dict[Span, Value]:
    """Return the dates and amounts of a text, by where they stand; *6 ft 5 in* is one amount.

    Points are looked for only where *has_points* says so: most pairs of numbers are none.

    >>> [(span, amount.unit) for span, amount in values("25 °C or 77 degrees F").items()]
    [((0, 5), 'degree Celsius'), ((9, 21), 'degree Fahrenheit')]
    """
    points: dict[Span, Value] = {}
    if has_points:
        points |= coordinates.points(text, coordinates.side_of_o((*spelling.words(text), *asked)))
    text = _masked(_CLOCK.sub(lambda found: "·" * len(found[0]), text), points)
    found: dict[Span, Date | Amount] = {}
    for span, number, kind in periods.of(text):
        period = Amount(Fraction(number), kind, None, Fraction(1), len(str(abs(number))))
        is_time = _SECONDS.fullmatch(text[slice(*span)])
        seconds = units.by_name("second") if is_time else None
        readings = (replace(period, unit="second", known=seconds),) if seconds else ()
        found[span] = replace(period, readings=readings)
    found |= {day.span(): Date(int(day[2])) for day in _UNDECIDED.finditer(text)}
    text = _masked(text, found)
    for span, value in sorted(quantities.values(text).items()):
        if isinstance(value, Date):
            found[span] = value
        elif _is_within(_number_at(text, span[0])):
            own, amount = _measured(text, span, value)
            found[own] = amount
    return points | dict(_ranged(text, dict(_joined(text, found))))


_UNDECIDED: Final = re.compile(r"(?<![\w./-])\d\d?([/-])\d\d?\1(\d{4})(?!\w|[./-]\d)")
"""A day whose month may be either number, so that only its year is known."""
_SECONDS: Final = re.compile(r"\d{3}s")
"""A decade of the first millennium, or as many seconds."""
_CLOCK: Final = re.compile(r"(?<![\d:.,])\d{1,2}:\d\d(?::\d\d)?(?![\d:])")
"""A time of day, whose hour is no number by itself."""


def _masked(text: str, spans: Iterable[Span]) -> str:
    for start, end in spans:
        text = text[:start] + "·" * (end - start) + text[end:]
    return text


def _is_within(number: re.Match[str] | None) -> bool:
    """Say whether a number has no larger power of ten than can be reckoned with."""
    assert number is not None
    digits, _ = quantities.parts(number)
    return abs(Decimal(digits).adjusted()) <= units.LARGEST


def _number_at(text: str, start: int) -> re.Match[str] | None:
    """Return the number that begins at a place, whatever stands before it (2001-13)."""
    return quantities.NUMBER.match("·" * start + text[start:], start)


def _measured(text: str, span: Span, value: Quantity) -> tuple[Span, Amount]:
    """Return a number with what stands behind it, or the sign of a currency before it."""
    start, end = span
    number = _number_at(text, start)
    assert number is not None
    if value.unit.endswith("per") and text[end - 1] == "/":  # *30/40* is no 30 per something
        end, value = len(text[: end - 1].rstrip()), Quantity(value.value, value.unit[:-3])
    if currency := _currency_before(text, start):
        begin, name = currency
        after = _currency_after(text, number.end())
        unit = units.by_name(name)
        amount = _amount(number, Quantity(value.value, name), unit)
        return (begin, after[0] if after else number.end()), amount
    if after := _currency_after(text, number.end()):
        return (start, after[0]), _amount(number, Quantity(value.value, after[1]))
    if lettered := _with_letter(text, number, value):
        return (start, number.end() + (1 if text[number.end()] != " " else 2)), lettered
    return _with_unit(text, (start, end), number, value)


def _with_letter(text: str, number: re.Match[str], value: Quantity) -> Amount | None:
    """Return a number with a letter that may be a unit or a scale; None where it has none."""
    letter = _LETTER.match(text, number.end())
    if letter is None or number["scale"]:
        return None
    bare = _amount(number, Quantity(value.value))
    name = letter[0].strip()
    factor = _LETTERS[name]
    scaled = replace(bare, value=bare.value * factor, step=bare.step * factor)
    unit = units.by_name(_UNIT_OF_LETTER[name])
    measured = _amount(number, Quantity(value.value), unit)
    if name == "m":
        return replace(measured, readings=(scaled,))
    return replace(scaled, readings=(measured,))


_LETTER: Final = re.compile(r"(?: ?K|m)(?![\w²³/·])")
_LETTERS: Final = {"K": 1000, "m": 1_000_000}
_UNIT_OF_LETTER: Final = {"K": "kelvin", "m": "metre"}


def _with_unit(
    text: str, span: Span, number: re.Match[str], value: Quantity
) -> tuple[Span, Amount]:
    start, end = span
    behind = number.end() + (text[number.end() : number.end() + 1] in {" ", "-"})
    exact = [at for at in (units.at(text, behind), _prefixed_at(text, behind)) if at]
    if exact and (longest := max(exact, key=lambda at: at[1]))[1] >= end:
        amount = _amount(number, value, longest[0])
        if text[behind : longest[1]].lower() in _POUNDS:
            amount = replace(amount, readings=(_amount(number, value, units.by_name(_STERLING)),))
        return (start, longest[1]), amount
    symbol = _SYMBOL.match(text, behind)
    if symbol and symbol.end() >= end and (like := _by_folded().get(symbol[0].casefold())):
        amounts = [_amount(number, value, unit) for unit in like]
        return (start, symbol.end()), replace(amounts[0], readings=tuple(amounts[1:]))
    return (start, end), _amount(number, value)


_POUNDS: Final = frozenset({"pound", "pounds"})
_STERLING: Final = "pound sterling"


# ── Units with prefixes ─────────────────────────────────────────────────────────────────────────
_PREFIXES: Final[Mapping[str, tuple[str, int]]] = {
    "n": ("nano", -9), "µ": ("micro", -6), "μ": ("micro", -6), "m": ("milli", -3),
    "c": ("centi", -2), "d": ("deci", -1), "h": ("hecto", 2), "k": ("kilo", 3), "M": ("mega", 6),
    "G": ("giga", 9), "T": ("tera", 12), "P": ("peta", 15),
}  # fmt: skip
_PREFIXED: Final = ("m", "g", "s", "t", "l", "W", "V", "A", "J", "Pa", "Hz", "N", "eV", "Wh", "bar")
_SYMBOL: Final = re.compile(r"[^\W\d_]{1,4}[23]?(?![^\W_])")


@cache
def _prefixed() -> dict[str, Unit]:
    """Return units with prefixes by symbol and name, those of the table among them."""
    by_symbol = {unit.symbol: unit for unit in units.known().values()}
    found: dict[str, Unit] = {}
    for symbol in _PREFIXED:
        base = by_symbol[symbol]
        for prefix, (word, power) in _PREFIXES.items():
            name = word + base.names[0]
            made = Unit(
                prefix + symbol,
                base.dimension,
                base.factor * Fraction(10) ** power,
                Fraction(0),
                (name,),
            )
            unit = units.by_name(name) or by_symbol.get(prefix + symbol, made)
            american = name.replace("metre", "meter").replace("litre", "liter")
            for variant in (prefix + symbol, name, f"{name}s", american, f"{american}s"):
                found.setdefault(variant, unit)
                if len(variant) > 4:
                    found.setdefault(variant.capitalize(), unit)
    return found


@cache
def _prefixed_pattern() -> re.Pattern[str]:
    names = sorted(_prefixed(), key=len, reverse=True)
    return re.compile(f"(?:{'|'.join(map(re.escape, names))})(?![^\\W_]|[²³^/·]|-?\\d)")


def _prefixed_at(text: str, place: int) -> tuple[Unit, int] | None:
    found = _prefixed_pattern().match(text, place)
    return (_prefixed()[found[0]], found.end()) if found else None


@cache
def _by_folded() -> dict[str, tuple[Unit, ...]]:
    """Return the units whose symbols are the same but for capitals, by these in small letters."""
    symbols = {unit.symbol: unit for unit in units.known().values()}
    symbols |= {name: unit for name, unit in _prefixed().items() if len(name) <= 4}
    found: dict[str, tuple[Unit, ...]] = {}
    for symbol, unit in symbols.items():
        folded = unicodedata.normalize("NFKC", symbol).casefold()
        if folded not in _WORDS:
            found[folded] = tuple(dict.fromkeys((*found.get(folded, ()), unit)))
    return found


_WORDS: Final = frozenset({"in", "as", "a", "au", "ms", "mas", "pt", "da", "pa"})
"""Words that have the letters of a symbol in capitals."""


# ── Currencies ──────────────────────────────────────────────────────────────────────────────────
_CODES: Final = {
    **dict.fromkeys(("AUD", "A$", "AU$", "Australian"), "AUD"),
    **dict.fromkeys(("CAD", "C$", "CA$", "Canadian"), "CAD"),
    **dict.fromkeys(("NZD", "NZ$", "New Zealand"), "NZD"),
    **dict.fromkeys(("HKD", "HK$", "Hong Kong"), "HKD"),
    **dict.fromkeys(("SGD", "S$", "SG$", "Singapore"), "SGD"),
    **dict.fromkeys(("MXN", "MX$"), "MXN"),
    **dict.fromkeys(("BRL", "R$"), "BRL"),
    **dict.fromkeys(("TWD", "NT$"), "TWD"),
    **dict.fromkeys(("USD", "US$", "U.S.$", "U.S. $", "$"), "US dollar"),
    **dict.fromkeys(("EUR", "€"), "euro"),
    **dict.fromkeys(("GBP", "£"), "pound sterling"),
    **dict.fromkeys(("JPY", "¥"), "Japanese yen"),
    **dict.fromkeys(("INR", "₹", "Rs"), "INR"),
    **dict.fromkeys(("RUB", "₽"), "RUB"),
    **dict.fromkeys(("KRW", "₩"), "KRW"),
    **dict.fromkeys(("TRY", "₺"), "TRY"),
    **dict.fromkeys(("ILS", "₪"), "ILS"),
    **{code: code for code in ("CHF", "CNY", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "ZAR")},
}
"""Currencies by sign, code and adjective: as their units are named, or by their code."""
_CODE: Final = "|".join(map(re.escape, sorted(_CODES, key=len, reverse=True)))
_BEFORE: Final = re.compile(rf"(?<![^\W_])(?P<code>{_CODE}|[A-Z]{{1,3}}\$) ?$")
_AFTER: Final = re.compile(
    rf" ?(?:(?P<code>{_CODE})(?: dollars?)?|(?P<part>cents?|¢|pence|pennies|centimes?))(?![^\W_])"
)
_LONGEST_CODE: Final = 12
_PART: Final = "cent"


def _currency_before(text: str, start: int) -> tuple[int, str] | None:
    """Return where a sign of a currency before a number begins, and the name of its unit."""
    earliest = max(start - _LONGEST_CODE, 0)
    found = _BEFORE.search(text[earliest:start])
    return (earliest + found.start(), _CODES.get(found["code"], found["code"])) if found else None


def _currency_after(text: str, end: int) -> tuple[int, str] | None:
    """Return where the sign of a currency behind a number ends, and the name of its unit."""
    found = _AFTER.match(text, end)
    if found is None:
        return None
    return found.end(), _PART if found["part"] else _CODES[found["code"]]


# ── Amounts ─────────────────────────────────────────────────────────────────────────────────────
def _amount(number: re.Match[str] | None, value: Quantity, unit: Unit | None = None) -> Amount:
    """Return a number as an amount of a unit: the one that is given, or the one of its name."""
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
    size = _size(small.known, large.known)
    if size is None or size >= 1 or not 0 <= small.value * size < large.step:
        return None
    added = small.value * size
    return Amount(
        large.value + added, large.unit, large.known, small.step * size,
        large.figures + small.figures,
    )  # fmt: skip


_MONTHS_OF_A_YEAR: Final = 12


def _size(small: Unit, large: Unit) -> Fraction | None:
    """Return how many of a large unit a small one is; None where they measure different things."""
    if small.symbol == _MONTHS and large.symbol in _YEARS:
        return Fraction(1, _MONTHS_OF_A_YEAR)
    same = small.dimension == large.dimension
    return small.factor / large.factor if same else None


_MONTHS: Final = "months"
_YEARS: Final = frozenset({"years", "years old"})


def _ranged(
    text: str, found: Mapping[Span, Date | Amount]
) -> Iterator[tuple[Span, Date | Amount | Range]]:
    """Yield values, two of one kind with *to* or a stroke between them as a range."""
    spans = sorted(found)
    at = 0
    while at < len(spans):
        first, last = spans[at], spans[at + 1] if at + 1 < len(spans) else None
        ends = _ends(text, first, last) if last else None
        if last and ends and (whole := _range(found, first, last, is_led=ends[1])):
            yield (ends[0], last[1]), whole
            at += 2
            continue
        yield first, found[first]
        at += 1


_TO: Final = re.compile(
    r" ?(?:-|/| to | till | until | through | bis | à | a | al | au | hasta ) ?"
)
_FROM: Final = re.compile(
    r"(?<!\w)(?:from|between|von|zwischen|de|du|entre|desde|del?|dal?) $", re.I
)
_BETWEEN: Final = re.compile(r"(?:between|zwischen|entre) $", re.I)
_JOINS: Final = re.compile(" (?:and|und|et|y|e) ")


def _ends(text: str, first: Span, last: Span) -> tuple[int, bool] | None:
    """Return where a range begins, and whether a word such as *from* does; None: it is none."""
    gap = text[first[1] : last[0]]
    earliest = max(first[0] - _LONGEST_FROM, 0)
    is_joined = _JOINS.fullmatch(gap) is not None
    if not is_joined and not _TO.fullmatch(gap):
        return None
    before = text[earliest : first[0]]
    opening = _FROM.search(before)
    if is_joined and not _BETWEEN.search(before):
        return None
    return (earliest + opening.start() if opening else first[0]), opening is not None


_LONGEST_FROM: Final = 12


def _range(
    found: Mapping[Span, Date | Amount], begin: Span, end: Span, *, is_led: bool
) -> Range | None:
    """Return the range between two values; None where they are of two kinds, or out of order."""
    first, last = found[begin], found[end]
    if isinstance(first, Date) and isinstance(last, Date):
        return Range(first, last, (begin, end), is_led) if first < last else None
    if isinstance(first, Date) or isinstance(last, Date):
        return None
    if not first.unit and last.unit:
        first = replace(first, unit=last.unit, known=last.known)
    is_ordered = first.unit == last.unit and first.value < last.value
    return Range(first, last, (begin, end), is_led) if is_ordered else None


# ── Agreement ───────────────────────────────────────────────────────────────────────────────────
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
    if {own.symbol, other.symbol} & {_MONTHS}:
        size = _size(own, other) or 1 / (_size(other, own) or Fraction(1))
        return size != 1 and said.value * size == wanted.value
    if own.dimension != other.dimension:
        return False
    there = other.of_base_units(said.value * own.factor + own.offset)
    here = own.of_base_units(wanted.value * other.factor + other.offset)
    if abs(there - wanted.value) <= wanted.step / 2:
        return True
    return said.figures >= wanted.figures and abs(here - said.value) <= said.step / 2


def is_named(unit: Unit, asked: Iterable[str]) -> bool:
    """Whether a unit is named among the words of a question."""
    words = f" {' '.join(_foreign().get(word, word) for word in asked)} "
    spellings = units.spellings(unit) or (unit.symbol, *unit.names)
    names = (" ".join(spelling.words(name)) for name in spellings)
    return any(name and f" {name} " in words for name in names)
