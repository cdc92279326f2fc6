"""How well known the entities of an item are, by their degree in the graph.

Source: the analysis of performance against popularity of *Rethinking Language Models as Symbolic
Knowledge Graphs*, §4.3: the mean degree of an item's entities, of all items and of those on which a
model is right throughout.
"""

import bisect
import math
import re
from collections.abc import Mapping, Sequence
from typing import Final

from kgforge.schema import Count

STRATA: Final = 4
THIRDS: Final = ("head", "torso", "tail")
"""The strata that share popularity evenly (``benchmark.strata``)."""
_FIRST: Final = re.compile(r"[0-9]+")


def mean_degree(degrees: Sequence[Count]) -> float | None:
    """The mean of an item's degrees (``Provenance.degrees``); None where none is known."""
    return sum(found.count for found in degrees) / len(degrees) if degrees else None


def strata(means: Mapping[str, float]) -> dict[str, str]:
    """The stratum of each item, by its id: quarters of the items by mean degree.

    The cuts are quartiles by nearest rank (the same of the degree and of its logarithm), so that
    items of one degree are in one stratum, and strata are fewer where many have the same. A
    stratum's text has its number and the least and largest mean degree in it, as in ``2 of 4: mean
    degree 5–8.5``.
    """
    order = sorted(means.values())
    ends = (math.ceil(part * len(order) / STRATA) for part in range(1, STRATA + 1))
    cuts = sorted({order[end - 1] for end in ends if end})
    members: list[list[str]] = [[] for _ in cuts]
    for name, degree in means.items():
        members[bisect.bisect_left(cuts, degree)].append(name)
    texts = [
        f"{number} of {len(cuts)}: mean degree {_bounds([means[name] for name in found])}"
        for number, found in enumerate(members, 1)
    ]
    return {name: text for text, found in zip(texts, members, strict=True) for name in found}


def rank(stratum: str) -> tuple[int, str]:
    """By what strata are told in order: thirds from the head on, others by their first number.

    >>> sorted(("tail", "torso", "head"), key=rank), sorted(("10 of 10", "9 of 10"), key=rank)
    (['head', 'torso', 'tail'], ['9 of 10', '10 of 10'])
    """
    if stratum in THIRDS:
        return THIRDS.index(stratum), stratum
    found = _FIRST.search(stratum)
    return int(found[0]) if found else 0, stratum


def _bounds(means: list[float]) -> str:
    low, high = min(means), max(means)
    return f"{low:.6g}" if low == high else f"{low:.6g}–{high:.6g}"


def bin_of(degree: float) -> int:
    """Which bin of a histogram a mean degree is in: n for [2ⁿ⁻¹, 2ⁿ), and 0 below 1.

    >>> [bin_of(degree) for degree in (0, 1, 1.5, 2, 7.9, 8)]
    [0, 1, 1, 2, 3, 4]
    """
    return math.frexp(degree)[1] if degree >= 1 else 0


def bin_name(number: int) -> str:
    """A bin's bounds, the lower one in it and the upper one not.

    >>> bin_name(0), bin_name(3)
    ('[0, 1)', '[4, 8)')
    """
    return f"[{2 ** (number - 1)}, {2**number})" if number else "[0, 1)"
