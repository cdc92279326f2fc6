"""Numbers as a terminal shows them."""

from kgforge import metrics
from kgforge.schema import Score


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
