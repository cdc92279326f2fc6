"""Commands of QuickStatements, by which tools write statements to Wikidata.

Each line is an item, a property and a value, and perhaps qualifiers, references and a rank. ``Len``
gives a label, ``Den`` a description and ``Aen`` an alias; ``Senwiki`` a sitelink. A line that
begins with ``-`` removes a statement, and ``CREATE`` makes an item, which is ``LAST`` in the next
lines. Times have a precision and are Gregorian unless ``/J`` follows. Between bars instead of tabs
texts may have lost their quotes.

Source: https://www.wikidata.org/wiki/Help:QuickStatements.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from kgforge import terms
from kgforge.loaders import _ranks
from kgforge.loaders._tables.rows import Row
from kgforge.loaders._wikidata import values
from kgforge.schema import Skip

REMOVED: Final = "a statement that QuickStatements would remove"
NEW: Final = "a statement about an item that QuickStatements would create (LAST)"
SITELINK: Final = "a sitelink (QuickStatements)"
UNREAD: Final = "a value of QuickStatements that is not read"
_COMMAND: Final = "a command of QuickStatements that states nothing (CREATE, MERGE)"
_QUALIFIER: Final = "qualifier of a statement (the triple is kept)"

_ITEM: Final = r"(?:[QPM][1-9]\d*|L[1-9]\d*(?:-[FS][1-9]\d*)?)"
_SUBJECT: Final = re.compile(
    rf"-?(?:{_ITEM}|LAST|STATEMENT|[QPL]\d+\$[\w-]+)|CREATE\w*|MERGE", re.A
)
_NAMED: Final = re.compile(r"(?P<kind>[LAD])(?P<language>[a-z]{2,3}(?:-[a-z]+)*)")
_LINKED: Final = re.compile(r"S[a-z_-]+wiki\w*|S[a-z]+(?:source|quote|news|books|voyage)")
_PROPERTY: Final = re.compile(r"[PS][1-9]\d*", re.A)
_TIME: Final = re.compile(
    r"(?P<time>[+-]\d{1,16}-\d\d-\d\dT\d\d:\d\d:\d\dZ)(?:/(?P<precision>\d+))?(?P<julian>/J)?", re.A
)
_NUMBER: Final = r"[+-]?\d+(?:\.\d+)?"
_QUANTITY: Final = re.compile(
    rf"(?P<amount>{_NUMBER})(?:~{_NUMBER}|\[{_NUMBER},{_NUMBER}\])?(?:U(?P<unit>\d+))?", re.A
)
_POINT: Final = re.compile(rf"@(?P<latitude>{_NUMBER})/(?P<longitude>{_NUMBER})", re.A)
_TEXT: Final = re.compile(r'(?:(?P<language>[a-z]{2,3}(?:-[a-z]+)*):)?"(?P<text>.*)"', re.S)
_UNKNOWN: Final = frozenset({"somevalue", "novalue"})
_RANKS: Final = frozenset({"R-", "Rdeprecated"})
_COMMENT: Final = re.compile(r"\s*/\*.*?\*/\s*", re.S)
_KINDS: Final = {"L": "label", "A": "alias", "D": "description"}
_YEAR: Final = 9
_JULIAN: Final = "http://www.wikidata.org/entity/Q1985786"


def are_commands(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether rows are commands of QuickStatements, and no bare triples of ids.

    >>> are_commands([["Q42", "P569", "+1952-03-11T00:00:00Z/11"], ["Q42", "P31", "Q5"]])
    True
    >>> are_commands([["Q42", "P31", "Q5"]]), are_commands([["Q42", "Len", "Ulm"]])
    (False, False)
    """
    commands = [[_bare(cell) for cell in row] for row in rows]
    return all(map(_is_command, commands)) and any(map(_is_own, commands))


def _is_command(row: Sequence[str]) -> bool:
    if not _SUBJECT.fullmatch(row[0]):
        return False
    if row[0].startswith(("CREATE", "MERGE")) or len(row) < len(("item", "property", "value")):
        return row[0].startswith(("CREATE", "MERGE"))
    is_named = _NAMED.fullmatch(row[1]) or _LINKED.fullmatch(row[1])
    return bool(_PROPERTY.fullmatch(row[1]) or (is_named and not re.fullmatch(_ITEM, row[2])))


def _is_own(row: Sequence[str]) -> bool:
    """Return whether only QuickStatements writes a row so."""
    if row[0][0] == "-" or row[0] in {"LAST", "MERGE"} or row[0].startswith("CREATE"):
        return True
    if len(row) < len(("item", "property", "value")):
        return False
    time, quantity, text = (form.fullmatch(row[2]) for form in (_TIME, _QUANTITY, _TEXT))
    return bool(
        (time and time["precision"])
        or (quantity and quantity["unit"])
        or (text and text["language"])
        or _POINT.fullmatch(row[2])
        or (text and _NAMED.fullmatch(row[1]))
    )


def edges(found: Iterator[Row | Skip]) -> Iterator[Row | Skip]:
    """Yield commands as edges of KGTK: a subject, a label and a value."""
    for row in found:
        if isinstance(row, Skip):
            yield row
            continue
        cells = [_bare(cell) for cell in row.cells]
        reason = _fault(cells)
        if reason:
            yield Skip(reason, row.where, triple=reason is not _COMMAND, usual=True)
            continue
        subject, property, value, *others = cells
        kind = _NAMED.fullmatch(property)
        edge = _naming(subject, kind, value) if kind else [subject, property, _term(value)]
        if not edge[2]:
            yield Skip(UNREAD, row.where, triple=True)
            continue
        yield Row(row.where, edge)
        for name in others[::2]:
            if _PROPERTY.fullmatch(name.lstrip("!")):
                yield Skip(_QUALIFIER, row.where)


def _fault(row: Sequence[str]) -> str:
    """Return why a command states nothing; empty for one that does."""
    if row[0].startswith(("CREATE", "MERGE")):
        return _COMMAND
    if row[0].startswith("-"):
        return REMOVED
    if "LAST" in row[:3]:
        return NEW
    if len(row) < len(("item", "property", "value")):
        return "fewer than three columns"
    if _LINKED.fullmatch(row[1]):
        return SITELINK
    return _ranks.DEPRECATED if _RANKS & {*row[3:]} else ""


def _naming(subject: str, kind: re.Match[str], value: str) -> list[str]:
    found = _TEXT.fullmatch(value)
    text = found["text"] if found else value
    for sign in "\\'|":
        text = text.replace(sign, f"\\{sign}")
    return [subject, _KINDS[kind["kind"]], f"'{text}'@{kind['language']}"]


def _term(value: str) -> str:
    """Return a value as a term, an id as it is; empty where it is none."""
    if value in _UNKNOWN or re.fullmatch(_ITEM, value, re.A):
        return value
    if text := _TEXT.fullmatch(value):
        return terms.literal(text["text"], language=text["language"] or "")
    try:
        return _figure(value)
    except values.UnusableError:
        return ""


def _figure(value: str) -> str:
    """Return a time, a quantity or coordinates as a term; empty for any other value."""
    if time := _TIME.fullmatch(value):
        calendar = _JULIAN if time["julian"] else values.GREGORIAN
        return values.at(time["time"], int(time["precision"] or _YEAR), calendar)
    if quantity := _QUANTITY.fullmatch(value):
        unit = f"Q{quantity['unit']}" if quantity["unit"] else None
        return values.quantity(quantity["amount"], unit)
    point = _POINT.fullmatch(value)
    return values.point(point["latitude"], point["longitude"]) if point else ""


def _bare(cell: str) -> str:
    """Return a cell without comments."""
    return _COMMENT.sub("", cell).strip()
