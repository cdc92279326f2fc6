"""Tables of KGTK: edges ``node1``, ``label``, ``node2``, and the values that stand in them.

Source: https://kgtk.readthedocs.io, *KGTK File Format*: strings in double quotes, strings of a
language in single ones (``'media'@en``), dates after ``^`` with Wikidata's precision, numbers, and
quantities, of which the number is read: ``+8848[8847,8849]Q11573``. An edge whose ``node1`` is the
id of another one is a qualifier: an id as Wikidata's edges have (``Q42-P69-Q691283-0``) wherever it
stands, any other after its own edge, some 260,000 edges long.
"""

import re
from collections import OrderedDict
from typing import Final

from kgforge import terms
from kgforge.loaders._naming import KINDS, UNASKED, Kind
from kgforge.loaders._tables import cells
from kgforge.schema import Label, ReadOptions, Skip, Triple

_TEXT: Final = re.compile(r"'(?P<text>.*)'@(?P<language>[a-zA-Z]+)(?P<rest>-[\w-]+)?", re.S)
_DATE: Final = re.compile(r"\^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(?::\d\d)?Z?(?:/(\d+))?")
_NUMERIC: Final = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_NUMBER: Final = re.compile(_NUMERIC, re.A)
_SI: Final = r"(?:kg|mol|cd|ohms|Hz|lx|Wb|Pa|[msCKFMANVJHW])(?:-1|2|3)?"
_QUANTITY: Final = re.compile(
    rf"(?P<number>{_NUMERIC})(?:\[{_NUMERIC},{_NUMERIC}\])?(?:Q[1-9]\d*|{_SI}(?:[./]{_SI})*)?", re.A
)
"""A number with its tolerance and its unit, an item of Wikidata or of the SI."""
_OTHER: Final = re.compile(r"[\^@!']|[+-]?\.?\d")
"""How a value begins that is no symbol, and so no entity."""
_STATEMENT: Final = re.compile(r"(?:[PQ][1-9]\d*|L[1-9]\d*(?:-[FS][1-9]\d*)?)-P[1-9]\d*-.+", re.A)
"""The id of an edge of Wikidata: its subject, its property, and what tells it from others."""
_KNOWN: Final = 1 << 18
"""So many ids of edges are kept at once."""
_ESCAPED: Final = re.compile(r"\\+(['\"|\\])")
_PRECISIONS: Final = {"9": "gYear", "10": "gYearMonth", "11": "date", None: "date"}


_Item = Triple | Label | Skip


class Edges:
    """Reads an edge of KGTK."""

    def __init__(self, options: ReadOptions) -> None:
        self._node, self._predicate = cells.readers(options.base)
        self._options = options
        self._known: OrderedDict[int, None] = OrderedDict()
        """The hashes of the last edges' ids, which may be long."""

    def know(self, id: str) -> None:
        """Remember an edge's id, unless it is a number or also an entity's."""
        if id and not _NUMBER.fullmatch(id) and not cells.is_id(id):
            self._known[hash(id)] = None
            if len(self._known) > _KNOWN:
                self._known.popitem(last=False)

    def _is_edge(self, node: str) -> bool:
        return hash(node) in self._known or _STATEMENT.fullmatch(node) is not None

    def edge(self, subject: str, label: str, value: str, where: str) -> _Item:
        """A fact, a name in a language asked for, or why it is neither."""
        if reason := _lack(subject.strip(), label.strip(), value.strip()):
            return Skip(reason, where, triple=True)
        if self._is_edge(subject.strip()):
            return Skip("qualifier of a statement (KGTK)", where, triple=True)
        if kind := KINDS.get(label):
            return self._named(subject, kind, value, where)
        if cells.is_id(subject) and not cells.is_id(label):
            # Of things with ids only other ids are properties; the rest are KGTK's own figures.
            return Skip("a label of KGTK that is no property", where, triple=True)
        object = self._object(value.strip())
        if not object:
            return Skip("a value of KGTK that is not read", where, triple=True)
        return Triple(self._node(subject), self._predicate(label), object)

    def _named(self, subject: str, kind: Kind, value: str, where: str) -> Label | Skip:
        found = _TEXT.fullmatch(value.strip())
        if not found:
            return Skip("a name without a language", where)
        language = (found["language"] + (found["rest"] or "")).lower()
        if not self._options.wants(language):
            return Skip(UNASKED, f"{where} @{language}", usual=True)
        text = _ESCAPED.sub(r"\1", found["text"])
        return Label(terms.named(self._node(subject)), kind, text, language)

    def _object(self, value: str) -> str:
        """A value as a term; empty for one that is not read."""
        if found := _TEXT.fullmatch(value):
            language = found["language"] + (found["rest"] or "")
            return terms.literal(_ESCAPED.sub(r"\1", found["text"]), language=language)
        if found := _DATE.fullmatch(value):
            kind = _PRECISIONS.get(found[4])
            parts = found.groups()[: {"gYear": 1, "gYearMonth": 2}.get(kind or "", 3)]
            return terms.literal("-".join(parts), datatype=terms.XSD + kind) if kind else ""
        if _NUMBER.fullmatch(value):
            return terms.literal(value, datatype=terms.XSD + _kind_of_number(value))
        if found := _QUANTITY.fullmatch(value):
            return _quantity(found["number"])
        return "" if _OTHER.match(value) else self._node(value)


def _lack(*edge: str) -> str:
    """Why an edge says nothing; empty for one that does."""
    if not all(edge):
        return "empty cell"
    return cells.NOTHING if edge[-1] in cells.MISSING else ""


def _quantity(number: str) -> str:
    """A quantity without its unit and tolerance, as of Wikidata's JSON; empty where too large."""
    try:
        return terms.literal(terms.decimal(number), datatype=terms.XSD + "decimal")
    except ValueError:
        return ""


def _kind_of_number(value: str) -> str:
    if "e" in value.lower():
        return "double"
    return "decimal" if "." in value else "integer"
