"""Numbers as a terminal shows them."""

from kgforge import metrics
from kgforge.schema import Floor, Score
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


def marked(score: Score | Floor) -> str:
    """A figure, with the mark of a small denominator where it has one."""
    return number(score.value) + ("*" if notes.is_small(score) else "")


def with_denominator(score: Score | Floor | None) -> str:
    """A figure and its denominator; empty where there is none."""
    return f"{marked(score)} of {score.denominator:,.6g}" if score else ""


def ratio(score: Score | Floor) -> str:
    """A score's numerator and denominator; of a mean of shares the sum may be fractional."""
    return f"{score.numerator:.6g}/{score.denominator:.6g}"


def with_ratio(score: Score | None) -> str:
    """A score with its numerator and denominator; empty where there is none."""
    return f"{marked(score)} ({ratio(score)})" if score else ""


def titled(pattern: str, metric: str) -> str:
    """A pattern's name, with a warning where a high score is no merit."""
    return pattern if metrics.definition(metric).is_merit else f"{pattern} (no merit)"
