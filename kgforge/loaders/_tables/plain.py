"""Rows that are surely facts, as lines of N-Triples, which a store may read by itself.

What a cell says is found once, not in each row that has it: of columns of ids these are few. A row
of which anything is in doubt gives no line, and is read as all others are.
"""

import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from kgforge import terms
from kgforge.loaders import _years
from kgforge.loaders._tables import cells, conceptnet, literals, results, signs
from kgforge.loaders._tables.edges import Edges
from kgforge.loaders._tables.layouts import Layout
from kgforge.loaders._tables.spelt import Spelt
from kgforge.schema import ReadOptions

Line = Callable[[Sequence[str]], str]
"""The line of a row, with its end; empty where it is not plain."""

_KEPT: Final = 1 << 17
"""So many cells of a column are kept."""


def facts(
    layout: Layout, spelt: Spelt, options: ReadOptions, *, of_wikidata: bool = False
) -> Line | None:
    """The lines of a table of three columns; None where its rows have to be read one by one."""
    if layout.holds != "facts" or layout.sign or layout.ends:
        return None
    base, missing = options.base, cells.marks(options)

    @lru_cache(2 * _KEPT)
    def end(cell: str) -> str:
        text = cell.strip()
        if not text or cells.is_missing(text, missing) or spelt.names(text):
            return ""
        if _is_read_apart(text):
            return ""
        if cells.is_damaged(text) or (of_wikidata and cells.raised(text) != text):
            return ""
        found = cells.known(text)
        if not found and layout.ids and not _is_value(text):
            return ""
        term = found or cells.said(text, base)
        return "" if _years.is_before(term) else _written(term)

    @lru_cache(_KEPT)
    def predicate(cell: str) -> str:
        text = cell.strip()
        if not text or cells.is_missing(text, missing) or cells.may_name(text):
            return ""
        if conceptnet.is_relation(text) or signs.affirmed(text) or cells.is_damaged(text):
            return ""
        if _is_rewritten(text) or text.startswith("<<") or cells.fault(text):
            return ""
        if of_wikidata and cells.raised(text) != text:
            return ""
        if layout.ids and (not cells.is_id(text) or cells.is_item(text)):
            return ""
        return _written(cells.predicate_term(text, base))

    most = 3 if layout.whole or layout.ids else None
    return _lines(layout.places, end, predicate, end, most)


def _is_read_apart(text: str) -> bool:
    """Return whether an end may be another term than it seems, several, or none."""
    if (
        _is_rewritten(text)
        or text.startswith("<<")
        or results.may_be_unknown(text)
        or cells.fault(text)
        or cells.are_lines(text)
        or cells.is_changed(text)
        or cells.is_rounded(text)
    ):
        return True
    return cells.may_be_list(text) and (cells.values(text) != [text] or cells.may_be_names(text))


def _is_rewritten(text: str) -> bool:
    return ("^^" in text or text[0] == "'") and literals.rewritten(text).cell != text


def edges(read: Edges) -> Line | None:
    """The lines of a table of KGTK; None where its rows have to be read one by one."""
    if not read.are_alike:
        return None
    ends = (read.subject, read.predicate, read.value)
    subject, predicate, value = (_cached(one) for one in ends)
    return _lines(read.ends, subject, predicate, value)


def _cached(term: Callable[[str], str]) -> Callable[[str], str]:
    return lru_cache(_KEPT)(lambda cell: _written(term(cell.strip())))


def _lines(
    places: tuple[int, int, int],
    subject: Callable[[str], str],
    predicate: Callable[[str], str],
    value: Callable[[str], str],
    most: int | None = None,
) -> Line:
    """The lines of rows of *most* columns; None: further ones say nothing."""
    first, second, third = places
    least, most = max(places) + 1, most or sys.maxsize

    def line(row: Sequence[str]) -> str:
        if not least <= len(row) <= most:
            return ""
        p = predicate(row[second])
        if not p:  # as of rows that give names: what else they hold is not looked at twice
            return ""
        s, o = subject(row[first]), value(row[third])
        return f"{s} {p} {o} .\n" if o and s[:1] == p[0] == "<" else ""  # no literals

    return line


def _is_value(text: str) -> bool:
    return cells.is_id(text) or cells.is_literal(text)


def _written(term: str) -> str:
    """A term as lines have it; empty for none, and for one that is not surely kept."""
    if not term or not term.isprintable() or not terms.is_valid(term):
        return ""
    return term if terms.is_literal(term) else f"<{term}>"
