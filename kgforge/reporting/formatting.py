"""Numbers and tables as a terminal shows them."""

import math
from collections.abc import Iterator, Sequence

from rich.table import Table

from kgforge import metrics, scoring
from kgforge.schema import Score
from kgforge.scoring import notes


def number(value: float | None) -> str:
    """A share with three decimals; a dash where it is undefined.

    >>> number(2 / 3), number(None)
    ('0.667', '–')
    """
    return "–" if value is None else f"{value:.3f}"


def signed(value: float | None) -> str:
    """A difference with three decimals and its sign; a dash where it is undefined.

    >>> signed(0.25), signed(None)
    ('+0.250', '–')
    """
    return number(value) if value is None else f"{value:+.3f}"


def interval(score: Score) -> str:
    """A score's interval; a dash where it has none."""
    return "–" if score.low is None else f"{number(score.low)}–{number(score.high)}"


def ratio(score: Score) -> str:
    """A score's numerator and denominator; of a mean of shares the sum may be fractional."""
    return f"{score.numerator:.6g}/{score.denominator:.6g}"


def with_ratio(score: Score | None) -> str:
    """A score with its numerator and denominator; empty where there is none."""
    return f"{number(score.value)} ({ratio(score)})" if score else ""


def titled(pattern: str, metric: str) -> str:
    """A pattern's name, with a warning where a high score is no merit."""
    return pattern if metrics.definition(metric).is_merit else f"{pattern} (no merit)"


def small_note(shown: Sequence[Score]) -> Iterator[str]:
    """What the asterisk at some of the scores means, if there is one, with an instance."""
    small = [score for score in shown if notes.is_small(score)]
    several = max(small, key=notes.wordings_each, default=None)
    if several and (each := notes.wordings_each(several)) > 1:
        items = math.floor(several.denominator / each)
        yield (
            f"* denominator under {scoring.SMALL} items, the wordings of an item counted once "
            f"({several.denominator:.6g} over {each:.3g} wordings: {items})"
        )
    elif small:
        yield f"* denominator under {scoring.SMALL}"


def table(title: str, columns: Sequence[str]) -> Table:
    """An empty table with these columns of text; columns of numbers are added by the caller."""
    made = Table(title=title, title_justify="left", caption_justify="left")
    for column in columns:
        made.add_column(column, overflow="fold")
    return made
