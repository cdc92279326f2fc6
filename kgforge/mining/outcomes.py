"""What became of each pattern's groups: how many were kept, how many dropped for which reason."""

import heapq
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from kgforge.mining.reasons import Reason
from kgforge.schema import Count, Fallback, Group, Outcome

SHOWN: Final = 100
"""How many groups of a pattern the page of statistics shows."""


class Examined(Struct, frozen=True):
    """The groups of one pattern in short, as the statistics need them."""

    outcome: Outcome
    predicates: frozenset[str]
    """Those of the groups that were kept."""
    shown: tuple[Group, ...]
    """The groups that the page shows."""
    words: Mapping[str, str] = {}
    """Of those that were dropped, or kept by ``otherwise``, why, in words; likewise of each of the
    outcome's reasons."""


def examined(
    pattern: str,
    groups: Iterable[Group],
    reasons: Mapping[str, Reason] = {},
    fallen: Mapping[str, Reason] = {},
    fallback: Fallback | UnsetType = UNSET,
) -> Examined:
    """Count the groups of a pattern while they stream past.

    *reasons* are why groups were dropped, by group; *fallen* those of which ``otherwise`` has drawn
    from, as *fallback* says.
    """
    tally = _Tally()
    shown = heapq.nsmallest(SHOWN, map(tally.count, groups), key=_place)
    names = Counter(reason.name for reason in reasons.values())
    outcome = Outcome(
        pattern=pattern,
        groups=tally.groups,
        kept=tally.kept,
        instances=tally.instances,
        reasons=tuple(Count(name, count) for name, count in ranked(names)),
        otherwise=fallback,
    )
    say = _passed_over if fallback else str
    needed = {reason.name: say(f"needs {reason.needed}") for reason in reasons.values()}
    words = dict(sorted(needed.items()))
    words |= {one.group: say(reasons[one.group].words) for one in shown if one.group in reasons}
    words |= {
        one.group: f"kept by otherwise ({fallen[one.group].words})"
        for one in shown
        if one.group in fallen
    }
    return Examined(outcome, frozenset(tally.predicates), tuple(shown), words)


def _passed_over(words: str) -> str:
    return f"not drawn by otherwise ({words})"


class _Tally:
    """Counts that grow with each group."""

    def __init__(self) -> None:
        self.groups = self.kept = self.instances = 0
        self.predicates: set[str] = set()

    def count(self, group: Group) -> Group:
        self.groups += 1
        self.instances += group.instances
        if group.kept:
            self.kept += 1
            self.predicates.update(group.predicates)
        return group


def _place(group: Group) -> tuple[bool, int, str]:
    """Kept groups first, then by matches."""
    return not group.kept, -(group.matches or 0), group.group


def ranked(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """Names with their counts: the most frequent first, ties by code point."""
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
