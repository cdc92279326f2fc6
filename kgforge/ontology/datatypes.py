"""Whether a value is of a datatype: a typed literal by its form, a plain text by how it reads.

Source of datatypes, bounds and forms: *XML Schema Part 2: Datatypes*. A literal of any integer type
counts for any other whose bounds it keeps, since stores write them all as xsd:integer.
"""

import re
from collections.abc import Mapping
from itertools import islice
from typing import Final

from kgforge import matching, quantities, terms
from kgforge.terms import PREFIXES, XSD

Bounds = tuple[int | None, int | None]

INTEGERS: Final[Mapping[str, Bounds]] = {
    XSD + name: bounds
    for name, bounds in (
        ("integer", (None, None)),
        ("long", (-(1 << 63), (1 << 63) - 1)),
        ("int", (-(1 << 31), (1 << 31) - 1)),
        ("short", (-(1 << 15), (1 << 15) - 1)),
        ("byte", (-(1 << 7), (1 << 7) - 1)),
        ("nonNegativeInteger", (0, None)),
        ("positiveInteger", (1, None)),
        ("nonPositiveInteger", (None, 0)),
        ("negativeInteger", (None, -1)),
        ("unsignedLong", (0, (1 << 64) - 1)),
        ("unsignedInt", (0, (1 << 32) - 1)),
        ("unsignedShort", (0, (1 << 16) - 1)),
        ("unsignedByte", (0, (1 << 8) - 1)),
    )
}
"""The integer types and their least and greatest values."""

_STRING: Final = XSD + "string"
_TAGGED: Final = PREFIXES["rdf"] + "langString"
ANY: Final = PREFIXES["rdfs"] + "Literal"
_STRINGS: Final = tuple(
    XSD + name
    for name in (
        "string", "normalizedString", "token", "language", "Name", "NCName", "NMTOKEN",
    )
)  # fmt: skip
_NARROWER: Final[Mapping[str, tuple[str, ...]]] = {
    _STRING: _STRINGS,
    PREFIXES["rdf"] + "PlainLiteral": (*_STRINGS, _TAGGED),
    XSD + "decimal": (XSD + "decimal", *INTEGERS),
    XSD + "dateTime": (XSD + "dateTime", XSD + "dateTimeStamp"),
    **dict.fromkeys(INTEGERS, tuple(INTEGERS)),
}
"""What is of a datatype besides itself."""

_NAMED: Final[Mapping[str, tuple[str, ...]]] = {
    name: tuple(XSD + one for one in types.split())
    for name, types in {
        "boolean": "boolean",
        "date": "date dateTime gYear gYearMonth",
        "datetime": "dateTime date",
        "float": "float double decimal",
        "integer": "integer",
        "number": "decimal float double",
        "string": "string",
        "time": "time",
        "year": "gYear date dateTime integer",
    }.items()
}
"""What ontologies call datatypes that they do not declare (Text2KGBench), or that are their own
(schema.org): any of these will do."""

_ZONE: Final = r"(?:Z|[+-]\d\d:\d\d)?"
_DAY: Final = r"-?\d{4,}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"
_CLOCK: Final = r"(?:[01]\d|2[0-4]):[0-5]\d:[0-5]\d(?:\.\d+)?"
_NUMBER: Final = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)"
_FORMS: Final[Mapping[str, re.Pattern[str]]] = {
    XSD + name: re.compile(form)
    for name, form in (
        *((terms.local_name(name), r"[+-]?\d+") for name in INTEGERS),
        ("decimal", _NUMBER),
        ("double", rf"{_NUMBER}(?:[eE][+-]?\d+)?|[+-]?INF|NaN"),
        ("float", rf"{_NUMBER}(?:[eE][+-]?\d+)?|[+-]?INF|NaN"),
        ("boolean", "true|false|1|0"),
        ("date", _DAY + _ZONE),
        ("dateTime", f"{_DAY}T{_CLOCK}{_ZONE}"),
        ("time", _CLOCK + _ZONE),
        ("gYear", rf"-?\d{{4,}}{_ZONE}"),
        ("gYearMonth", rf"-?\d{{4,}}-(?:0[1-9]|1[0-2]){_ZONE}"),
    )
}
"""How a literal of a datatype is written."""

_DATES: Final = tuple(XSD + name for name in ("date", "dateTime", "gYear", "gYearMonth"))
_END: Final = r"(?![^\W_])"
_TEXT_NUMBER: Final = rf"\W{{0,2}}\d[\d,. ]*(?:e[+-]?\d+)?{_END}(?![/:-]\d).*"
_TEXT_DAY: Final = rf"{_DAY}.*|\d{{1,2}}[./-]\d{{1,2}}[./-]\d{{2,4}}|\d{{1,4}}"
_READINGS: Final[Mapping[str, re.Pattern[str]]] = {
    XSD + name: re.compile(form, re.IGNORECASE)
    for name, form in (
        *((terms.local_name(name), rf"\W{{0,2}}\d[\d, ]*(?![.,]?\d){_END}.*") for name in INTEGERS),
        *((name, _TEXT_NUMBER) for name in ("decimal", "double", "float")),
        ("boolean", "true|false|yes|no|1|0"),
        *((terms.local_name(name), _TEXT_DAY) for name in _DATES),
        ("time", r"\d{1,2}(?:[:.]\d\d){1,2}.*|\d{1,2}[ _]?[ap]\.?m\.?"),
        ("anyURI", r"\S+"),
    )
}
"""How a plain text may say a value, with a unit; a date also as ``quantities.date`` reads it."""


def named(iri: str) -> tuple[str, ...]:
    """The datatypes, any of which will do, that a name such as ``…#number`` means; or none."""
    return _NAMED.get(matching.unseparated(terms.local_name(iri)), ())


def narrower(datatype: str) -> tuple[str, ...]:
    """Datatypes whose literals can be of a datatype: the same, or parts of it."""
    return _NARROWER.get(datatype, (datatype,))


def has(datatype: str, literal: terms.Literal) -> bool | None:
    """Whether a literal is of a datatype; None where its forms are not known here."""
    if datatype == ANY:
        return True
    own = literal.datatype or (_TAGGED if literal.language else _STRING)
    if own not in narrower(datatype):
        return False if is_known(datatype) else None
    form = _FORMS.get(own)
    if form is not None and not form.fullmatch(literal.value):
        return False
    return datatype not in INTEGERS or _within(int(literal.value), INTEGERS[datatype])


def reads(datatype: str, text: str) -> bool:
    """Whether a plain text can be read as a value of a datatype; any text, where no form is known.

    An integer keeps its bounds, whatever unit follows it.

    >>> reads(XSD + "date", "20 July 2001"), reads(XSD + "decimal", "25.0 (kilometres)")
    (True, True)
    >>> reads(XSD + "date", "Paris"), reads(XSD + "unsignedByte", "300 metres")
    (False, False)
    """
    if datatype in _DATES and quantities.date(text) is not None:
        return True
    form, bare = _READINGS.get(datatype), text.strip().strip('"')
    if form is None or not form.fullmatch(bare):
        return form is None
    low_high = INTEGERS.get(datatype, (None, None))
    return all(_within(value, low_high) for value in islice(quantities.numbers(bare), 1))


def is_known(datatype: str) -> bool:
    """Whether a datatype is one of XML Schema or RDF, and no ontology's own."""
    return datatype.startswith((XSD, PREFIXES["rdf"]))


def _within(value: float, bounds: Bounds) -> bool:
    low, high = bounds
    return (low is None or value >= low) and (high is None or value <= high)
