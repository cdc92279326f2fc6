"""What candidates are drawn from: members in an order, by class and popularity."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import UNSET, Struct

from kgforge import matching
from kgforge.graph import Names
from kgforge.schema import SLOT, Named

_ANY: Final = ""
"""Stands for a class that everything has."""


class Member(Struct, frozen=True):
    """An object of a predicate, with all that is compared."""

    named: Named
    """Without a label where there is no name."""
    label: str
    """The label in the form in which it is compared."""
    forms: tuple[str, ...]
    """All its names in that form."""
    classes: frozenset[str]
    popularity: int
    """The number of digits of its degree to base 2; 0 where popularity is not asked for."""

    def shares(self, other: "Member") -> bool:
        """Whether it shares a class with another, or has none that could be shared."""
        return not self.classes or not self.classes.isdisjoint(other.classes)


def member(term: str, names: Names | None, classes: frozenset[str], degree: int) -> Member:
    """What is compared of a term; its names are None where it has none."""
    label = names.label if names else ""
    own = tuple(folded([names])) if names else ()
    by = names.by if names else UNSET
    return Member(Named(term, label, by), matching.folded(label), own, classes, degree.bit_length())


class Pool:
    """Members in order, and where those of each class and popularity stand."""

    def __init__(self, members: Iterable[Member]) -> None:
        self.members = tuple(members)
        self._by_id = {member.named.id: member for member in self.members}
        self._places: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        for place, member in enumerate(self.members):
            # a name with a slot in it is asked of no model: the slot would be filled, too
            if SLOT not in member.named.label:
                for name in (*member.classes, _ANY):
                    self._places[member.popularity][name].append(place)

    @property
    def size(self) -> int:
        """How many members there are."""
        return len(self.members)

    def of(self, id: str) -> Member:
        """The member of that id."""
        return self._by_id[id]

    def walk(self, target: Member, digest: bytes) -> Iterator[tuple[bool, Iterable[Member]]]:
        """All members, in runs: first those that share a class with the target, then the others.

        Of either, those of the nearest popularity first; of these, round from the place that the
        digest says. With each run, whether its members share one, or the target has none.
        """
        start = int.from_bytes(digest) % max(len(self.members), 1)
        classes = target.classes
        for run in self._nearest(target, classes or {_ANY}, start):
            yield True, run
        if classes:
            for run in self._nearest(target, {_ANY}, start):
                yield False, (one for one in run if classes.isdisjoint(one.classes))

    def _nearest(
        self, target: Member, classes: Iterable[str], start: int
    ) -> Iterator[list[Member]]:
        def distance(popularity: int) -> tuple[int, int]:
            return abs(popularity - target.popularity), popularity

        members = self.members
        for popularity in sorted(self._places, key=distance):
            found = self._places[popularity]
            rounds = [found[name] for name in classes if name in found]
            for places in _merged(rounds, start):
                yield [members[place] for place in places]


_RUN: Final = 128
"""So many places are looked at at once: a little more than there are candidates."""


def _merged(rounds: Sequence[Sequence[int]], start: int) -> Iterator[Iterable[int]]:
    """The places of several rising rounds, each once, upwards from *start* and round, in runs."""
    for before in (False, True):
        parts = []
        for places in rounds:
            first = bisect_left(places, start)
            parts.append((0, first) if before else (first, len(places)))
        yield from _rising(rounds, parts)


def _rising(
    rounds: Sequence[Sequence[int]], parts: list[tuple[int, int]]
) -> Iterator[Iterable[int]]:
    """The places of some parts of rising rounds, each once, upwards."""
    if len(rounds) == 1:
        [(first, end)] = parts
        for at in range(first, end, _RUN):
            yield rounds[0][at : min(at + _RUN, end)]
        return
    while any(first < end for first, end in parts):
        # Up to the nearest of the last places that are looked at, all places are seen.
        lasts = [
            places[first + _RUN - 1]
            for places, (first, end) in zip(rounds, parts, strict=True)
            if first + _RUN < end
        ]
        ends = [
            bisect_right(places, min(lasts), first, end) if lasts else end
            for places, (first, end) in zip(rounds, parts, strict=True)
        ]
        found: set[int] = set()
        for places, (first, _), end in zip(rounds, parts, ends, strict=True):
            found.update(places[first:end])
        yield sorted(found)
        parts = [(end, last) for end, (_, last) in zip(ends, parts, strict=True)]


def folded(many: Iterable[Names]) -> set[str]:
    """All names, in the form in which what is nearly the same is the same."""
    return {matching.folded(name) for names in many for name in (names.label, *names.aliases)}
