"""Columns that say which statements of a table are false: 1 and -1, 1 and 0, true and false."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from kgforge.loaders._tables.rows import Table

_NAMES: Final = frozenset({"label", "true", "truth", "is_true", "sign", "polarity"})
_DENIALS: Final = frozenset({"negated", "negative", "is_negative", "false", "is_false"})
"""What such a column is called: the second ones say of a statement that it is false."""
_WORDS: Final = (
    ("1", "-1"), ("+1", "-1"), ("1", "0"), ("true", "false"), ("yes", "no"), ("t", "f"),
    ("positive", "negative"), ("pos", "neg"), ("+", "-"),
)  # fmt: skip
"""What stands in it, first for yes, then for no."""


class Sign(Struct, frozen=True):
    """Where it is said whether a statement is true, and in which words."""

    place: int
    true: str
    false: str

    def of(self, row: Sequence[str]) -> bool | None:
        """Whether a row is true; None for one that does not say it."""
        said = _word(row[self.place]) if self.place < len(row) else ""
        return {self.true: True, self.false: False}.get(said)


def column(table: Table, names: Sequence[str], places: Sequence[int]) -> Sign | None:
    """The column of a header that says which statements are false, if there is one.

    Raises RefusedError for one that says it of some statements, and of others something else.
    """
    for place, name in enumerate(names):
        if place not in places and name in _NAMES | _DENIALS:
            said = _said(table.sample[1:], place)
            for yes, no in _WORDS:
                if said and said <= {yes, no}:
                    return Sign(place, no, yes) if name in _DENIALS else Sign(place, yes, no)
            if said & {"-1", "false"}:
                table.refuse(
                    f"the column {name} may say which statements are false, in words not known",
                    "say it in 1 and -1, or in true and false",
                )
    return None


def refuse(table: Table, places: Sequence[int]) -> None:
    """Raise RefusedError for a table without a header that has a column of 1 and -1."""
    for place in range(3, max(map(len, table.sample), default=0)):
        if place not in places and _said(table.sample, place) in ({"1", "-1"}, {"-1"}):
            table.refuse(
                f"column {place + 1} holds 1 and -1, and may say which statements are false",
                "give the table a header, with a column that is called sign; or write what is "
                "false into a file of its own, which is called negatives",
            )


def _said(rows: Sequence[Sequence[str]], place: int) -> set[str]:
    return {_word(row[place]) for row in rows if place < len(row)} - {""}


def _word(cell: str) -> str:
    """A cell in lower case; of a number what stands before its zeros (Parquet's 1.0)."""
    return cell.strip().lower().removesuffix(".0")
