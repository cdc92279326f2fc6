"""What tables of names spell: among names a number and a letter with digits are names, too.

``1984`` or ``K2`` alone may be an id. Where most subjects of a table are names that a person can
read, it is called as it stands, in all languages.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final

from kgforge import naming
from kgforge.loaders._tables import cells
from kgforge.loaders._tables.layouts import Layout
from kgforge.loaders._tables.rows import Table
from kgforge.schema import MULTILINGUAL, Label

_MOST: Final = 0.75
"""The share of different subjects that are names, from which on a table is one of names."""
_NUMBERED: Final = re.compile(r"[^\W\d]+[-_ ]?\d+")
"""``a7`` and ``person100`` can be read, but are no proof that a table is one of names."""


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
        return self._are_names and naming.may_be_name(cells.bare(text))

    def labels(self, ends: Iterable[str]) -> Iterator[Label]:
        """The names of those cells of a fact that were not named before."""
        if self._are_names:
            for cell in map(str.strip, ends):
                if self.names(cell) and cell not in self._known:
                    self._known.add(cell)  # of which there are few, being short
                    yield Label(self._node(cell), "label", cells.bare(cell), MULTILINGUAL)


def _are_names(subjects: Iterable[str]) -> bool:
    names = [naming.readable(subject) for subject in subjects]
    told = [name for name in names if name and not _NUMBERED.fullmatch(name)]
    return bool(told) and len(told) >= _MOST * len(names)
