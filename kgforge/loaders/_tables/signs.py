"""Columns that say which statements of a table are false: 1 and -1, 1 and 0, true and false.

A column of *signs* (``sign``, ``label``, ``truth``) says whether a statement holds. A column of
*denials* (``negated`` in KGX, ``predicate_modifier`` in SSSOM) says whether it is denied: a blank
cell there means that it is not. A word that is neither stops the reading, since a denial that is
overlooked would become a fact. A column of *qualifiers* may hold ``NOT`` among other words, as
Gene Ontology's annotations do (``NOT|involved_in``).
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from kgforge.errors import UnknownWordError
from kgforge.loaders._tables import cells
from kgforge.loaders._tables.rows import Table
from kgforge.schema import Triple

_SIGNS: Final = frozenset({
    "label", "true", "truth", "is_true", "sign", "polarity", "asserted", "is_asserted", "holds",
    "valid", "is_valid", "correct", "is_correct", "is_fact",
})  # fmt: skip
_DENIALS: Final = frozenset({
    "negated", "is_negated", "negation", "negate", "negative", "is_negative", "false", "is_false",
    "denied", "is_denied", "not", "is_not", "refuted", "is_refuted", "predicate_modifier",
})  # fmt: skip
_QUALIFIERS: Final = frozenset({"qualifier", "qualifiers", "modifier"})
"""What columns are called whose words may deny a statement, and may say something else."""
_WORDS: Final = (
    ("1", "-1"), ("+1", "-1"), ("1", "0"), ("true", "false"), ("yes", "no"), ("t", "f"),
    ("y", "n"), ("positive", "negative"), ("pos", "neg"), ("+", "-"),
)  # fmt: skip
"""What stands in a column of signs, first for yes, then for no."""
_YES: Final = frozenset({"true", "1", "yes", "t", "y", "wahr", "vrai", "verdadero", "vero"})
_NO: Final = frozenset({"false", "0", "no", "f", "n", "falsch", "faux", "falso"})
"""What stands in a column of denials; spreadsheets write booleans in the user's language."""
_NOT: Final = "not"
_DENIED: Final = re.compile(r"not\s*\|\s*(.*\w.*)", re.I)
_PARTS: Final = re.compile(r"[|;,\s_]")


class Denied(NamedTuple):
    """A statement that its row says is false."""

    triple: Triple


class Sign(Struct, frozen=True):
    """Where it is said whether a statement is true, and in which words."""

    place: int
    true: frozenset[str]
    false: frozenset[str]
    name: str = ""
    """What the column is called."""
    blank: bool | None = None
    """What a blank cell says; None: nothing."""
    closed: bool = False
    """Whether no other word may stand there."""

    def of(self, row: Sequence[str], where: str) -> bool | None:
        """Return whether a row is true; None where it does not say so.

        Raises UnknownWordError at a word that is not known, where no other word may stand.
        """
        cell = row[self.place] if self.place < len(row) else ""
        word = _word(cell)
        if not word:
            return self.blank
        if word in self.true:
            return True
        if word in self.false or (_NOT in self.false and _denies(word)):
            return False
        if not self.closed:
            return self.blank
        shown = cell.strip()[:80]
        raise UnknownWordError(
            f"{where}: the column {self.name} says which statements are denied, and {shown!r} "
            f"is no word for that: write {_shown(self.false)} for a denied statement, and "
            f"{_shown(self.true)} or nothing for any other"
        )


def column(table: Table, names: Sequence[str], places: Sequence[int]) -> Sign | None:
    """Return the column of a header that says which statements are false, if there is one.

    Raises RefusedError where a column says it of some statements, and of others something else; or
    where two columns say it.
    """
    signs = [sign for place, name in enumerate(names) if place not in places
             if (sign := _sign(table, name, place))]  # fmt: skip
    if len(signs) > 1:
        shown = " and ".join(f"{sign.name} ({sign.place + 1})" for sign in signs)
        table.refuse(
            f"two columns that say which statements are false: {shown}",
            "leave one of them out, or call it something else",
        )
    return signs[0] if signs else None


def _sign(table: Table, name: str, place: int) -> Sign | None:
    shown = table.sample[0][place].strip() if place < len(table.sample[0]) else name
    words = _said(table.sample[1:], place)
    if name == "predicate_modifier":  # SSSOM: "Not" is its only value
        return Sign(place, frozenset(), frozenset({_NOT}), shown, blank=True, closed=True)
    if name in _DENIALS:
        # A column of -1 and 1 is one of signs, whatever it is called.
        if "-1" in words:
            table.refuse(_UNSURE.format(shown), "say it in true and false")
        return Sign(place, _NO, _YES | {_NOT, name}, shown, blank=True, closed=True)
    if name in _QUALIFIERS:
        return Sign(place, frozenset(), frozenset({_NOT}), shown, blank=True)
    if words == {_NOT}:  # whatever the column is called
        return Sign(place, frozenset(), frozenset({_NOT}), shown, blank=True, closed=True)
    if name in _SIGNS:
        for yes, no in _WORDS:
            if words and words <= {yes, no}:
                return Sign(place, frozenset({yes}), frozenset({no}), shown)
        if words & {"-1", "false"}:
            table.refuse(_UNSURE.format(shown), "say it in 1 and -1, or in true and false")
    return None


_UNSURE: Final = "the column {} may say which statements are false, in words not known"


def refuse(table: Table, places: Sequence[int]) -> None:
    """Raise RefusedError for a table without a header that has a column of 1 and -1, or of true and
    false.
    """
    for place in range(3, max(map(len, table.sample), default=0)):
        words = _said(table.sample, place)
        if place not in places and words and words <= {"1", "-1"} and "-1" in words:
            shown = "1 and -1"
        elif place not in places and words and words <= {"true", "false"}:
            shown = "true and false"
        else:
            shown = ""
        if shown:
            table.refuse(
                f"column {place + 1} holds {shown}, and may say which statements are false",
                "give the table a header, with a column that is called sign; or write what is "
                "false into a file of its own, which is called negatives",
            )


def affirmed(predicate: str) -> str:
    """Return the predicate that one of Gene Ontology denies; empty for one that denies none.

    >>> affirmed("NOT|involved_in"), affirmed("involved_in")
    ('involved_in', '')
    """
    denial = _DENIED.fullmatch(predicate.strip())
    return denial[1] if denial else ""


def _said(rows: Sequence[Sequence[str]], place: int) -> set[str]:
    return {_word(row[place]) for row in rows if place < len(row)} - {""}


def _denies(word: str) -> bool:
    """Return whether one of a cell's words is *not* (``NOT|involved_in``, ``not located_in``)."""
    return _NOT in map(str.strip, _PARTS.split(word))


def _word(cell: str) -> str:
    """Return a cell in lower case, without quotes, a datatype, or the zeros of a number.

    A mark of a missing value is no word.
    """
    text = cell.strip()
    if cells.is_missing(text):
        return ""
    quoted = cells.spoken(text)
    return (quoted.value if quoted else text).strip().lower().removesuffix(".0").removesuffix(",0")


def _shown(words: frozenset[str]) -> str:
    common = [word for word in ("true", "false", "1", "0", "yes", "no", _NOT) if word in words]
    return ", ".join(common) or "no word"
