"""Remarks in a table: lines that begin with ``#``, ``!`` or ``%`` and are no rows.

Before the first row a line is one unless it has other cells and names a column: ``#subject`` and
``# subject`` begin headers, ``#hashtag`` a row. Later only a line that has no other cell is one.
Gene Ontology's tables have ``!`` before their remarks, and a name (``!date: 2024-01-17``); some
lists of edges have ``%``.
"""

import re
from collections.abc import Sequence
from typing import Final

REASON: Final = "a remark (a line that begins with #, ! or %)"
_PARTED: Final = re.compile(r"#\s*(?P<first>[^\t,;|]*)[\t,;|]")
_FREE: Final = re.compile(r"#[\s#!]")
_OTHER: Final = re.compile(r"!(?:\s|[=*-]{2}|\w[\w -]*:)|[!%][^\t,;|]*$")
"""A remark that begins with another mark: ``!Xóõ,is a,language`` is none."""
MARKS: Final = ("#", "!", "%")
"""What remarks begin with."""
_NAMES: Final = frozenset({
    "subject", "head", "source", "h", "s", "from", "start", "node1", "id", "entity", "entity1",
    "qid", "iri", "uri", "item", "node",
})  # fmt: skip
"""What the first column of a header is called."""


def is_before_rows(line: str) -> bool:
    """Whether a line before the first row is a remark.

    >>> [is_before_rows(one) for one in ("# by Ann, 2020", "#made by hand", "#subject;p;o")]
    [True, True, False]
    >>> is_before_rows("# subject, predicate, object"), is_before_rows("#ulm,is in,Germany")
    (False, False)
    >>> is_before_rows("!gaf-version: 2.2"), is_before_rows("!Xóõ,is a,language")
    (True, False)
    """
    text = line.strip()
    if not text.startswith("#"):
        return _OTHER.match(text) is not None
    found = _PARTED.match(text)
    if found is None:
        return True
    named = found["first"].strip().strip('"').lower() in _NAMES
    return _FREE.match(text) is not None and not named


def is_row(cells: Sequence[str]) -> bool:
    """Whether a row among others is a remark."""
    first, *others = cells or ("",)
    return first.lstrip().startswith(MARKS) and not any(map(str.strip, others))
