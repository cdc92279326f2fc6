"""Instances that take the place of those of which no item is made.

Mining draws a reserve by the same steps (``mining.drawing``). What a group lacks comes from its own
reserve, in the order in which it was drawn; where that does not do, and the pattern draws from some
of its groups alone, from the others.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, zip_longest
from typing import Final

from kgforge.schema import Instance, Item, Skip

SIZE: Final = 2_500
"""So many instances at once become items, at most, before what they lack is drawn."""
ROUNDS: Final = 3
"""So often at most more is drawn for a group, and …"""
MORE: Final = 5
"""… each time so many times what it lacks, at most."""

Build = Callable[[Iterable[Instance]], Iterable[Item | Skip]]
"""An item or a skip for each instance, in order."""
Made = list[Item | Skip]


class Refill:
    """Makes items of instances, and of others in the place of those that become none."""

    def __init__(self, build: Build, reserve: Iterable[Instance]) -> None:
        self._build = build
        self._reserve = _Reserve(reserve)
        self.count = 0
        """How many items are of the reserve."""

    def items(self, instances: Iterable[Instance]) -> Iterator[Item | Skip]:
        """Yield what each instance becomes, by group, and behind a group what takes their place."""
        lacking = 0
        tried: Counter[str] = Counter()
        kept: Counter[str] = Counter()
        for some, last in _chunks(instances):
            made: dict[str, Made] = defaultdict(list)
            for instance, built in zip(some, self._build(some), strict=True):
                made[instance.group].append(built)
                tried[instance.group] += 1
                kept[instance.group] += isinstance(built, Item)
            ended = [group for group in made if group != last]
            found = self._drawn({one: (tried[one], kept[one]) for one in ended})
            for group, results in made.items():
                yield from chain(results, found.get(group, ()))
            lacking += sum(tried[one] - kept[one] - len(found.get(one, ())) for one in ended)
        yield from self._of_others(lacking)

    def _drawn(self, groups: Mapping[str, tuple[int, int]]) -> dict[str, list[Item]]:
        """The items in the place of others, by group; given is how many each tried and kept."""
        queues = {one: self._reserve.of(one) for one in groups}
        counts = {one: list(groups[one]) for one in groups}
        lacks = {one: tried - kept for one, (tried, kept) in groups.items()}
        found: dict[str, list[Item]] = defaultdict(list)
        for _ in range(ROUNDS):
            some = [
                queues[one].popleft()
                for one, lack in lacks.items()
                for _ in range(min(len(queues[one]), _wanted(lack, *counts[one])))
            ]
            if not some:
                break
            for instance, built in zip(some, self._build(some), strict=True):
                group = instance.group
                counts[group][0] += 1
                if isinstance(built, Item):
                    counts[group][1] += 1
                    if lacks[group]:
                        lacks[group] -= 1
                        found[group].append(built)
        self.count += sum(map(len, found.values()))
        return {one: sorted(items, key=lambda item: item.id) for one, items in found.items()}

    def _of_others(self, lacking: int) -> Iterator[Item]:
        """Yield items of the groups that nothing was drawn from, each in its turn."""
        waiting = deque(self._reserve.others())
        found: list[Item] = []
        while lacking > len(found) and waiting:
            more = min(len(waiting), SIZE, 2 * (lacking - len(found)))
            some = [waiting.popleft() for _ in range(more)]
            built = [one for one in self._build(some) if isinstance(one, Item)]
            found += built[: lacking - len(found)]
        self.count += len(found)
        yield from sorted(found, key=lambda item: (item.group, item.id))


class _Reserve:
    """The instances in reserve, which come by group; groups are asked for in the same order."""

    def __init__(self, instances: Iterable[Instance]) -> None:
        self._groups = groupby(instances, key=lambda one: one.group)
        self._next: tuple[str, list[Instance]] | None = None
        self._others: list[list[Instance]] = []
        self._advance()

    def _advance(self) -> None:
        group, instances = next(self._groups, ("", ()))
        self._next = (group, list(instances)) if group or instances else None

    def of(self, group: str) -> deque[Instance]:
        """Return those of a group; of the groups before it nothing else is asked."""
        while self._next and self._next[0] < group:
            self._others.append(self._next[1])
            self._advance()
        if self._next is None or self._next[0] != group:
            return deque()
        found = deque(self._next[1])
        self._advance()
        return found

    def others(self) -> Iterator[Instance]:
        """Yield those of the groups that were not asked for, one of each group by turns."""
        while self._next:
            self._others.append(self._next[1])
            self._advance()
        for some in zip_longest(*self._others):
            yield from filter(None, some)


def _wanted(lack: int, tried: int, kept: int) -> int:
    """How many to try, by the share of those that were kept so far."""
    return min(MORE * lack, -(-lack * tried // kept)) if kept else lack


def _chunks(instances: Iterable[Instance]) -> Iterator[tuple[Sequence[Instance], str | None]]:
    """Yield some instances at a time, in whole groups where they are not too large.

    And the group that goes on in the next chunk; None where all are whole.
    """
    held: list[Instance] = []
    for group, members in groupby(instances, key=lambda one: one.group):
        for at, member in enumerate(members):
            if len(held) >= SIZE and (at == 0 or len(held) >= 2 * SIZE):
                yield held, group if at else None
                held = []
            held.append(member)
    if held:
        yield held, None
