"""What has to be said beside a score, as fields; ``Score.note`` is their text.

``scores.json`` keeps notes as one text, whose bytes are published. This module alone writes that
text and reads it back: whoever shows a score asks here.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

from kgforge.schema import Score

Kind = Literal["false", "small", "pooled", "chance", "fractional", "interval", "mean", "other"]
"""What a note is about: the facts of the role must be absent; the denominator is small; several
wordings of an item count; the level of chance; shares of tokens; how the interval, or the mean, was
made; and what was left out."""

SMALL: Final = 30
"""A smaller denominator is warned of: an interval is then wider than most differences."""

NAMED_FALSE: Final = "named, though false"
"""The note of a role's rates where its facts must not hold."""

FRACTIONAL: Final = (
    "the paper's fractional way: the mean share of the target's tokens, each at its own mask, "
    "where the other figures want every token"
)
"""The note of what is counted token by token."""


class Note(Struct, frozen=True):
    """One note."""

    kind: Kind
    text: str
    numbers: tuple[float, ...] = ()
    """``small``: the denominator, of one wording an item. ``pooled``: wordings, and items."""


FALSE: Final = Note("false", NAMED_FALSE)
BY_TOKEN: Final = Note("fractional", FRACTIONAL)

_READ: Final[tuple[tuple[Kind, re.Pattern[str]], ...]] = (
    ("false", re.compile(re.escape(NAMED_FALSE))),
    ("small", re.compile(r"small denominator \((.+)\)")),
    ("pooled", re.compile(r"(\d+) wordings of (\d+) items pooled")),
    ("chance", re.compile(r".* candidates ranked.*, by chance .*")),
    ("fractional", re.compile(re.escape(FRACTIONAL))),
    ("interval", re.compile(r"interval by .*")),
    ("mean", re.compile(r"mean over .*")),
)
"""The texts of each kind; their groups are the numbers."""


def small(trials: float) -> Note:
    """That a denominator is small."""
    return Note("small", f"small denominator ({trials:.3g})", (trials,))


def pooled(wordings: int, items: int) -> Note:
    """That so many wordings of so many items count."""
    return Note("pooled", f"{wordings} wordings of {items} items pooled", (wordings, items))


def valueless(facts: int) -> Note:
    """That so many facts have no such figure."""
    return Note("other", f"{facts} facts without it")


def text(notes: Iterable[Note]) -> str:
    """The text of notes, as it stands in ``Score.note``."""
    return "; ".join(note.text for note in notes)


def of(score: Score) -> tuple[Note, ...]:
    """The notes of a score, in their order."""
    return _read(score.note)


def is_small(score: Score) -> bool:
    """Whether a score's denominator is warned of."""
    return any(note.kind == "small" for note in of(score))


def is_false(score: Score) -> bool:
    """Whether a score is of a role whose facts must not hold."""
    return FALSE in of(score)


def wordings_each(score: Score) -> float:
    """How many wordings an item has in a score, in the mean."""
    return next((one.numbers[0] / one.numbers[1] for one in of(score) if one.kind == "pooled"), 1.0)


def asterisk(shown: Sequence[Score]) -> Iterator[str]:
    """What the asterisk at some of the scores means, if there is one, with an instance."""
    marked = [score for score in shown if is_small(score)]
    small = [score for score in marked if score.denominator]
    several = max(small, key=wordings_each, default=None)
    if several and (each := wordings_each(several)) > 1:
        items = math.floor(several.denominator / each)
        yield (
            f"* denominator under {SMALL} items, the wordings of an item counted once "
            f"({several.denominator:.6g} over {each:.3g} wordings: {items})"
        )
    elif small:
        yield f"* denominator under {SMALL}"
    if len(small) < len(marked):
        yield "–* nothing to score: the denominator is 0"


@lru_cache(maxsize=1 << 14)
def _read(said: str) -> tuple[Note, ...]:
    return tuple(map(_note, said.split("; "))) if said else ()


def _note(said: str) -> Note:
    for kind, pattern in _READ:
        if found := pattern.fullmatch(said):
            return Note(kind, said, tuple(map(float, found.groups())))
    return Note("other", said)
