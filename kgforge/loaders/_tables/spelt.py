"""What tables of names spell: among names a number and a letter with digits are names, too.

``1984`` or ``K2`` alone may be an id. Where most subjects of a table are names that a person can
read, it is called as it stands, in all languages. A number with a sign or decimals is a value
there, not an entity: ``1.68`` a decimal, and ``1,68``, of which nobody knows what it parts, a text.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final

from kgforge import naming, terms
from kgforge.loaders._tables.layouts import Layout
from kgforge.loaders._tables.rows import Table
from kgforge.schema import MULTILINGUAL, Label

_MOST: Final = 0.75
"""The share of different subjects that are names, from which on a table is one of names."""
_NUMBERED: Final = re.compile(r"[^\W\d]+[-_ ]?\d+")
"""``a7`` and ``person100`` can be read, but are no proof that a table is one of names."""
_DECIMAL: Final = re.compile(r"[+-]\d+|[+-]?\d+\.\d+", re.A)
_COMMA: Final = re.compile(r"[+-]?\d+(?:[.,]\d+)*,\d+(?:\.\d+)?", re.A)


class Spelt:
    """The names of what may be an id or a name; none where the table is one of ids."""

    def __init__(self, table: Table, layout: Layout, node: Callable[[str], str]) -> None:
        self._node = node
        rows = islice(table.sample, int(layout.header), None)
        place = layout.places[0]
        subjects = {row[place].strip() for row in rows if len(row) > place} - {""}
        self._are_names = layout.holds == "facts" and _are_names(map(node, subjects))
        self._known: set[str] = set()

    def names(self, text: str) -> bool:
        """Whether a cell's text may be an id or a name, and is a name."""
        return self._are_names and naming.may_be_name(text)

    def value(self, text: str) -> str:
        """The literal of an object's text that is surely no entity; empty for any other."""
        if not self._are_names:
            return ""
        if _DECIMAL.fullmatch(text):
            return terms.literal(text, datatype=f"{terms.XSD}decimal")
        return terms.literal(text) if _COMMA.fullmatch(text) else ""

    def labels(self, cells: Iterable[str]) -> Iterator[Label]:
        """The names of those cells of a fact that were not named before."""
        if self._are_names:
            for cell in map(str.strip, cells):
                if self.names(cell) and cell not in self._known:
                    self._known.add(cell)  # of which there are few, being short
                    yield Label(self._node(cell), "label", cell, MULTILINGUAL)


def _are_names(subjects: Iterable[str]) -> bool:
    names = [naming.readable(subject) for subject in subjects]
    told = [name for name in names if name and not _NUMBERED.fullmatch(name)]
    return bool(told) and len(told) >= _MOST * len(names)
