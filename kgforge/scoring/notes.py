"""What has to be said beside a score, as fields; ``Score.note`` is their text.

``scores.json`` keeps notes as one text, whose bytes are published. This module alone writes that
text and reads it back: whoever shows a score asks here.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

from kgforge import metrics
from kgforge.schema import Floor, Score

Kind = Literal["false", "small", "pooled", "chance", "fractional", "interval", "mean", "other"]
"""What a note is about: the facts of the role must be absent; the denominator is small; several
wordings of an item count; the level of chance; shares of tokens; how the interval, or the mean, was
made; and what was left out."""

SMALL: Final = 30
"""A smaller denominator is warned of: an interval is then wider than most differences."""

MARKED: Final = (
    f"* denominator under {SMALL}, the wordings of an item counted once; or worth fewer than "
    f"{SMALL} independent items, as some share a question or an entity"
)
"""What the mark at a figure means, wherever it is shown."""

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
    ("small", re.compile(r"worth few independent items \((.+)\)")),
    ("interval", re.compile(r"worth .+ independent items")),
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


def worth(size: float, trials: float) -> Iterator[Note]:
    """Yield how many independent items a denominator is worth, where that is fewer."""
    if size and size < trials - 0.05:
        if size < SMALL <= trials:
            yield Note("small", f"worth few independent items ({size:.3g})", (size,))
        else:
            yield Note("interval", f"worth {size:.3g} independent items")


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


def is_small(score: Score | Floor) -> bool:
    """Whether a figure's denominator is warned of; a baseline's has no note."""
    if isinstance(score, Floor):
        return score.denominator < SMALL
    return any(note.kind == "small" for note in of(score))


def said(score: Score | Floor) -> str:
    """Return the text of a figure's notes; a baseline's says only whether it is small."""
    if isinstance(score, Floor):
        return text([small(score.denominator)] if is_small(score) else [])
    return score.note


def is_false(score: Score) -> bool:
    """Whether a score is of a role whose facts must not hold."""
    return FALSE in of(score)


def wordings_each(score: Score) -> float:
    """How many wordings an item has in a score, in the mean."""
    return next((one.numbers[0] / one.numbers[1] for one in of(score) if one.kind == "pooled"), 1.0)


def asterisk(shown: Iterable[tuple[str, Score | Floor]]) -> Iterator[str]:
    """Yield the lines of legend for the asterisk at some of the figures, each with its metric."""
    marked = [(metric, score) for metric, score in shown if is_small(score)]
    if any(score.denominator for _, score in marked):
        yield MARKED
    unmet = (nothing(metric) for metric, score in marked if not score.denominator)
    yield from dict.fromkeys(f"–* {reason}" for reason in unmet)


def nothing(metric: str = "") -> str:
    """Return why a metric, or an unnamed one, scores nothing where its denominator is 0.

    >>> nothing("chain_given_hops")
    'nothing to score: no item had all of its hops answered right'
    """
    unmet = metrics.definition(metric).unmet if metric else ""
    return f"nothing to score: {unmet or 'the denominator is 0'}"


@lru_cache(maxsize=1 << 14)
def _read(said: str) -> tuple[Note, ...]:
    return tuple(map(_note, said.split("; "))) if said else ()


def _note(said: str) -> Note:
    for kind, pattern in _READ:
        if found := pattern.fullmatch(said):
            return Note(kind, said, tuple(map(float, found.groups())))
    return Note("other", said)
