"""Literals in cells, in the spellings of other tools.

N-Triples has ``"1952-03-11"^^<http://www.w3.org/2001/XMLSchema#date>``. Turtle's prefixes
(``^^xsd:date``), IRIs without brackets, single quotes and no quotes at all say the same. YAGO has
units for datatypes (``"118.69E6"^^<m^2>``), and ``##`` for the parts of a date that are not known
(``"1867-11-##"^^xsd:date``); others have ``00`` there. Of a datatype that is not known nothing is
read.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from kgforge import terms, units
from kgforge.loaders._wikidata import values

UNKNOWN: Final = "a literal of a datatype that is not known"
COARSE: Final = "a date of which too little is known"
"""The reasons for which a literal is skipped."""

_TYPED: Final = re.compile(
    r"(?:\\?(?P<quote>[\"'])(?P<text>.*)(?<!\\)(?:(?P=quote)|\\(?P=quote)(?=\^\^[^\"']*$))"
    r"|(?P<bare>[^\"'<\s][^\"'^]*))"
    r"\^\^(?P<type><[^<>\s]+>|[^\s<>\"']+)",
    re.S,
)
_TAGGED: Final = re.compile(r"'(?P<text>.*)(?<!\\)'@(?P<language>[A-Za-z]{2,3}(?:-\w{1,8})*)", re.S)
_PREFIXES: Final = {
    **terms.PREFIXES,
    "xs": terms.XSD,
    "dbt": "http://dbpedia.org/datatype/",
    "dbd": "http://dbpedia.org/datatype/",
    "dt": "http://dbpedia.org/datatype/",
    "cdt": "https://w3id.org/cdt/",
    "unit": "http://qudt.org/vocab/unit/",
}
_BARE: Final = frozenset({
    "date", "dateTime", "gYear", "gYearMonth", "gMonthDay", "integer", "int", "long", "decimal",
    "float", "double", "boolean", "string", "duration", "anyURI", "nonNegativeInteger",
    "positiveInteger",
})  # fmt: skip
"""Types of XML Schema that stand without its prefix."""
_DATES: Final = frozenset(terms.XSD + name for name in ("date", "dateTime", "gYear", "gYearMonth"))
_DATE: Final = re.compile(
    r"(?P<sign>[+-]?)(?P<year>[\d#X]{1,12})(?:-(?P<month>\d\d|##|XX)(?:-(?P<day>\d\d|##|XX))?)?",
    re.A,
)
_NO_DIGIT: Final = re.compile("[#X]+")
_UNSAID: Final = frozenset({None, "##", "XX", "00"})
_ESCAPED_QUOTE: Final = re.compile(r"\\([\"'])")


class Reading(NamedTuple):
    """A cell as it is read on, or the reason for which it is not."""

    cell: str
    reason: str = ""


@lru_cache(1 << 16)
def rewritten(cell: str) -> Reading:
    r"""Return a literal in N-Triples form; any other cell as it is.

    >>> rewritten('"1952-03-11"^^xsd:date').cell
    '"1952-03-11"^^<http://www.w3.org/2001/XMLSchema#date>'
    >>> rewritten('"-100-07-##"^^xsd:date').cell
    '"-0100-07"^^<http://www.w3.org/2001/XMLSchema#gYearMonth>'
    >>> rewritten("'Ulm'@de").cell, rewritten("'s-Hertogenbosch").cell
    ('"Ulm"@de', "'s-Hertogenbosch")
    >>> rewritten('"1"^^<id>').reason
    'a literal of a datatype that is not known'
    """
    text = cell.strip()
    if tagged := _TAGGED.fullmatch(text):
        if terms.is_language(tagged["language"]):
            return Reading(terms.literal(_plain(tagged["text"]), language=tagged["language"]))
        return Reading(cell)
    found = _TYPED.fullmatch(text) if "^^" in text else None
    if not found:
        return Reading(cell)
    return _typed(found, cell)


def _typed(found: re.Match[str], cell: str) -> Reading:
    """Return a literal with a datatype; of one that is not known without quotes the cell."""
    datatype, text = _datatype(found["type"]), cell.strip()
    if found["bare"] is not None:
        return _literal(found["bare"].strip(), datatype) if datatype else Reading(cell)
    if not datatype:
        return Reading("", UNKNOWN)
    if datatype not in _DATES and found["type"] == f"<{datatype}>" and text[0] == '"':
        return Reading(cell)
    return _literal(_plain(found["text"]), datatype)


def is_literal(cell: str) -> bool:
    """Return whether a cell is a literal, in any spelling, whether it can be read or not."""
    reading = rewritten(cell)
    return bool(reading.reason) or (reading.cell[:1] == '"' and reading.cell != cell)


def are_of_yago(rows: Iterable[Sequence[str]]) -> bool:
    """Return whether some rows have dates as only YAGO writes them, which has no year 0."""
    return any(
        "^^" in cell and (found := _TYPED.fullmatch(cell.strip())) and _is_of_yago(found["text"])
        for row in rows
        for cell in row
    )


def _is_of_yago(text: str | None) -> bool:
    found = _DATE.fullmatch(text or "")
    return found is not None and (
        "#" in found[0] or (found["sign"] == "-" and len(found["year"]) < len("0000"))
    )


def _datatype(written: str) -> str:
    """Return the IRI of a datatype; empty for one that is not known."""
    name = written.strip("<>")
    prefix, colon, local = name.partition(":")
    if "//" in name or name.startswith("urn:"):
        return name if terms.is_valid(name) else ""
    if colon:
        return _PREFIXES[prefix] + local if prefix in _PREFIXES and local else ""
    return terms.XSD + name if name in _BARE else units.datatype_of(name)


def _literal(text: str, datatype: str) -> Reading:
    if datatype in _DATES:
        return _date(text, datatype)
    if not units.is_entity(datatype):
        return Reading(terms.literal(text, datatype=datatype))
    try:
        return Reading(terms.literal(values.shortest(text), datatype=datatype))
    except values.UnusableError:
        return Reading("", UNKNOWN)


def _date(text: str, datatype: str) -> Reading:
    """Return a date as precisely as it is known."""
    found = _DATE.fullmatch(text)
    if not found:
        return Reading(terms.literal(text, datatype=datatype))
    year, month, day = found["year"], found["month"], found["day"]
    sign = "-" if found["sign"] == "-" else ""
    unsaid = [part in _UNSAID for part in (month, day)]
    if _NO_DIGIT.search(year):
        decade = year[:-1] if year[:-1].isdecimal() and not sign and all(unsaid) else ""
        if len(decade) == len("195"):
            return Reading(terms.literal(f"{decade}0", datatype=terms.KGF + "decade"))
        if _NO_DIGIT.fullmatch(year) and not any(unsaid):
            return Reading(terms.literal(f"--{month}-{day}", datatype=terms.XSD + "gMonthDay"))
        return Reading("", COARSE)
    if unsaid == [True, False]:
        return Reading("", COARSE)
    parts = [f"{sign}{year:0>4}", *([] if unsaid[0] else [month]), *([] if unsaid[1] else [day])]
    kind = ("gYear", "gYearMonth", "date")[len(parts) - 1]
    return Reading(terms.literal("-".join(parts), datatype=terms.XSD + kind))


def _plain(text: str) -> str:
    """Return the text of a literal, in which its quotes may be escaped."""
    try:
        return terms.parse_literal(f'"{text}"').value
    except ValueError:
        return _ESCAPED_QUOTE.sub(r"\1", text)
