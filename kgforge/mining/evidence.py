"""What speaks for a rule: the measures of a group, computed of its counts.

Engines divide differently, hence they count alone.
"""

from collections.abc import Mapping
from typing import Final

from kgforge import statistics
from kgforge.patterns import MEASURES, Header

_ASSERTED: Final = 3
"""Of a rule of so many asserted facts the support, distinct (x, z), is fewer than its matches."""


def with_support(header: Header, counts: Mapping[str, int]) -> Mapping[str, int]:
    """The counts with the support, which is the matches where a groups file does not count it."""
    asserted = sum(role.kind == "holds" for role in header.roles)
    if "support" in counts or "matches" not in counts or asserted >= _ASSERTED:
        return counts
    return {**counts, "support": counts["matches"]}


def measures(counts: Mapping[str, int]) -> dict[str, float | None]:
    """The measures for which all is counted; None for one whose denominator is 0.

    >>> measures({"support": 1, "body": 4, "head": 0})
    {'confidence': 0.25, 'head_coverage': None, 'wilson_low': 0.04558726080970059}
    """
    found: dict[str, float | None] = {}
    for name, (part, whole) in MEASURES.items():
        if part in counts and whole in counts:
            found[name] = _measure(name, counts[part], counts[whole])
    return found


def _measure(name: str, part: int, whole: int) -> float | None:
    if not whole:
        return None
    return statistics.wilson(part, whole)[0] if name == "wilson_low" else part / whole


def lacking(name: str, counts: Mapping[str, int]) -> tuple[str, ...]:
    """Which counts are missing for a count or measure of that name."""
    return tuple(part for part in MEASURES.get(name, (name,)) if part not in counts)
