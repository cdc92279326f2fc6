"""How figures grow: the power of a size that fits them best, with how sure that is."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from scipy import stats

SURE: Final = 0.95
"""How often an interval of confidence holds the true exponent."""
LEAST: Final = 3
"""Of fewer points nothing says how well a power fits."""


class Power(Struct, frozen=True):
    """``figure = factor * size ** exponent``, by least squares on both logarithms."""

    exponent: float
    low: float
    high: float
    """Between which the exponent lies, with a confidence of ``SURE``."""

    def __str__(self) -> str:
        return f"{self.exponent:.2f} ({self.low:.2f} to {self.high:.2f})"


def power(points: Sequence[tuple[float, float]]) -> Power | None:
    """The power that fits points of size and figure; None of fewer than ``LEAST``.

    >>> print(power([(1, 2), (10, 20), (100, 200)]))
    1.00 (1.00 to 1.00)
    """
    if len(points) < LEAST:
        return None
    sizes, figures = np.log(np.asarray(points, dtype=float)).T
    found = stats.linregress(sizes, figures)
    exponent = float(found.slope)
    half = float(stats.t.ppf((1 + SURE) / 2, len(points) - 2) * found.stderr)
    return Power(exponent, exponent - half, exponent + half)
