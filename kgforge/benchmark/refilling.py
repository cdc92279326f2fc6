"""Instances that take the place of those of which no item is made.

Mining draws a reserve by the same steps (``mining.drawing``). What a group lacks comes from its own
reserve, in the order in which it was drawn; where that does not do, and the pattern draws from some
of its groups alone, from the others. A question whose answer is *yes* gives its place to another
such question, so that as many are answered by *no* as were drawn.
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

Kind = tuple[str, ...]
"""What an instance's questions of yes or no are answered by; empty where it has none."""
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
        lacking: Counter[Kind] = Counter()
        tried: Counter[tuple[str, Kind]] = Counter()
        kept: Counter[tuple[str, Kind]] = Counter()
        for some, last in _chunks(instances):
            made: dict[str, Made] = defaultdict(list)
            for instance, built in zip(some, self._build(some), strict=True):
                made[instance.group].append(built)
                key = instance.group, _kind(instance)
                tried[key] += 1
                kept[key] += isinstance(built, Item)
            ended = [key for key in tried if key[0] in made and key[0] != last]
            found = self._drawn({key: (tried[key], kept[key]) for key in ended})
            of_group: dict[str, Made] = defaultdict(list)
            for (group, kind), items in found.items():
                of_group[group] += items
                lacking[kind] -= len(items)
            for key in ended:
                lacking[key[1]] += tried.pop(key) - kept.pop(key)
            for group, results in made.items():
                yield from chain(results, sorted(of_group[group], key=_id))
        yield from self._of_others(lacking)

    def _drawn(
        self, groups: Mapping[tuple[str, Kind], tuple[int, int]]
    ) -> dict[tuple[str, Kind], list[Item]]:
        """The items in the place of others, by group and kind, of which is given how many each
        tried and kept.
        """
        queues = self._queues(groups)
        counts = {key: list(numbers) for key, numbers in groups.items()}
        lacks = {key: tried - kept for key, (tried, kept) in groups.items()}
        found: dict[tuple[str, Kind], list[Item]] = defaultdict(list)
        for _ in range(ROUNDS):
            some = [
                queues[key].popleft()
                for key, lack in lacks.items()
                for _ in range(min(len(queues[key]), _wanted(lack, *counts[key])))
            ]
            if not some:
                break
            for instance, built in zip(some, self._build(some), strict=True):
                key = instance.group, _kind(instance)
                counts[key][0] += 1
                if isinstance(built, Item):
                    counts[key][1] += 1
                    if lacks[key]:
                        lacks[key] -= 1
                        found[key].append(built)
        self.count += sum(map(len, found.values()))
        return found

    def _queues(
        self, groups: Iterable[tuple[str, Kind]]
    ) -> dict[tuple[str, Kind], deque[Instance]]:
        """Return what is in reserve of each group, by kind."""
        keys = list(groups)
        queues: dict[tuple[str, Kind], deque[Instance]] = {key: deque() for key in keys}
        for group in dict.fromkeys(group for group, _ in keys):
            for instance in self._reserve.of(group):
                if (key := (group, _kind(instance))) in queues:
                    queues[key].append(instance)
        return queues

    def _of_others(self, lacking: Mapping[Kind, int]) -> Iterator[Item]:
        """Yield items of the groups that nothing was drawn from, each in its turn."""
        lacks = Counter({kind: lack for kind, lack in lacking.items() if lack > 0})
        waiting = deque(one for one in self._reserve.others() if _kind(one) in lacks)
        found: list[Item] = []
        while lacks.total() and waiting:
            more = min(len(waiting), SIZE, 2 * lacks.total())
            some = [waiting.popleft() for _ in range(more)]
            for instance, built in zip(some, self._build(some), strict=True):
                if isinstance(built, Item) and lacks[_kind(instance)] > 0:
                    lacks[_kind(instance)] -= 1
                    found.append(built)
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


def _kind(instance: Instance) -> Kind:
    return tuple(
        fact.object for fact in instance.facts if fact.computed and fact.computed.how == "whether"
    )


def _id(item: Item | Skip) -> str:
    return item.id if isinstance(item, Item) else ""


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
