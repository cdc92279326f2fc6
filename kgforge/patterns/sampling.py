"""Cut and draw rows by SHA-256, so that every engine and every insertion order draws the same.

A row is identified by its terms; its rank is SHA-256(seed, pattern, key). A level keeps the first
so many of a certain order, and ties and everything random are settled by rank.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Final, TypeVar

from msgspec import Struct

from kgforge import terms
from kgforge.patterns.contract import COUNTS, Order, Sample
from kgforge.patterns.queries import Row

T = TypeVar("T")
SortKey = tuple[int | str | float, ...]
Counts = Mapping[str, int]

_SLACK: Final = 64


class Drawn(Struct, frozen=True):
    """A row on its way through the levels."""

    key: str
    """SHA-256 (hex) of pattern and terms: the identity."""
    rank: str
    """SHA-256 (hex) of seed, pattern and key: the random order."""
    group: str
    row: Row


class Level(Struct, frozen=True):
    """A sample level made ready for the rows of one query."""

    count: int
    unit: tuple[int, ...]
    """Positions of the columns whose distinct values are counted; empty: rows."""
    per: tuple[int, ...]
    per_group: bool
    by: tuple[Order, ...]
    columns: tuple[str, ...]
    seed: str

    @property
    def streams(self) -> bool:
        """Whether a row, or a unit, can be judged by itself, so that the rest need not be kept.

        A unit that is ordered by a column stands where the first of its rows stands, which may be
        the last to come.
        """
        if self.unit:
            return not self.by
        return not any(order.column in COUNTS for order in self.by)

    def bucket(self, drawn: Drawn) -> tuple[object, ...]:
        """What the row competes within."""
        group = (drawn.group,) if self.per_group else ()
        return (*group, *(drawn.row[position] for position in self.per))

    def order(self, drawn: Drawn, counts: Mapping[str, Counts]) -> SortKey:
        """The row's place in its bucket: the ``by`` columns, then its rank."""
        values = []
        for order in self.by:
            value = self._value(order.column, drawn, counts)
            values.append(-value if order.descending and not isinstance(value, str) else value)
        return (*values, drawn.rank)

    def place(self, unit: Iterable[object]) -> str:
        """SHA-256 (hex) of seed and unit: the random order of units."""
        return terms.digest(self.seed, *map(str, unit))

    def _value(self, column: str, drawn: Drawn, counts: Mapping[str, Counts]) -> int | float | str:
        if column in self.columns:
            return drawn.row[self.columns.index(column)] or 0
        return counts[drawn.group].get(column, 0)


def level(sample: Sample, columns: Sequence[str], count: int, seed: str) -> Level:
    """Make a header's level ready: *count* is its number, a parameter's value written in."""
    return Level(
        count=count,
        unit=tuple(columns.index(name) for name in sample.unit),
        per=tuple(columns.index(name) for name in sample.per if name != "group"),
        per_group="group" in sample.per,
        by=sample.by,
        columns=tuple(columns),
        seed=seed,
    )


class Reservoir:
    """The first rows of each bucket of one level, while all stream past.

    Memory is bounded by twice the level's count per bucket.
    """

    def __init__(self, level: Level) -> None:
        self._level = level
        self._buckets: dict[tuple[object, ...], list[tuple[SortKey, Drawn]]] = defaultdict(list)

    def add(self, drawn: Drawn) -> None:
        """Take a row in, and let go of those that cannot be drawn any more."""
        bucket = self._buckets[self._level.bucket(drawn)]
        bucket.append((self._level.order(drawn, {}), drawn))
        if len(bucket) >= 2 * self._level.count + _SLACK:
            self._cut(bucket)

    def drawn(self) -> list[Drawn]:
        """The rows that the level draws, by rank."""
        for bucket in self._buckets.values():
            self._cut(bucket)
        rows = (drawn for bucket in self._buckets.values() for _, drawn in bucket)
        return sorted(rows, key=_rank)

    def _cut(self, bucket: list[tuple[SortKey, Drawn]]) -> None:
        bucket.sort(key=lambda pair: pair[0])
        del bucket[self._level.count :]


class Units:
    """All rows of the first units of each bucket of one level, while all stream past.

    A unit's place is of its own terms alone. Memory is bounded by the rows of twice the level's
    count of units per bucket.
    """

    def __init__(self, level: Level) -> None:
        self._level = level
        self._buckets: dict[tuple[object, ...], dict[str, list[Drawn]]] = defaultdict(dict)

    def add(self, drawn: Drawn) -> None:
        """Take a row in, and let go of those that cannot be drawn any more."""
        units = self._buckets[self._level.bucket(drawn)]
        units.setdefault(self._level.place(_at(drawn, self._level.unit)), []).append(drawn)
        if len(units) >= 2 * self._level.count + _SLACK:
            self._cut(units)

    def drawn(self) -> list[Drawn]:
        """The rows of the units that the level draws, by rank."""
        for units in self._buckets.values():
            self._cut(units)
        every = (rows for units in self._buckets.values() for rows in units.values())
        return sorted(chain.from_iterable(every), key=_rank)

    def _cut(self, units: dict[str, list[Drawn]]) -> None:
        for place in sorted(units)[self._level.count :]:
            del units[place]


class Everything:
    """All rows, where a level needs to see them all."""

    def __init__(self) -> None:
        self._rows: list[Drawn] = []

    def add(self, drawn: Drawn) -> None:
        """Take a row in."""
        self._rows.append(drawn)

    def drawn(self) -> list[Drawn]:
        """All rows, by rank."""
        return sorted(self._rows, key=_rank)


def holder(level: Level | None) -> Reservoir | Units | Everything:
    """What holds of streaming rows those that a level could draw; without a level all.

    What it holds gives the same as all rows when it is drawn from.
    """
    if level is None or not level.streams:
        return Everything()
    return Units(level) if level.unit else Reservoir(level)


def has_blank(row: Row) -> bool:
    """Whether a row holds what was a blank node in its source: such rows are never sampled."""
    return any(isinstance(value, str) and value.startswith(terms.BLANK) for value in row)


def draw(
    level: Level, rows: Iterable[Drawn], counts: Mapping[str, Counts], item: tuple[int, ...] = ()
) -> list[Drawn]:
    """The rows that a level draws, by rank.

    With *item* (positions of the columns that make rows one item), an item is whole when any of its
    rows is drawn, unless the level cuts within items: then its ``per`` holds the item's columns.
    """
    rows = list(rows)
    kept = (_units_drawn if level.unit else _rows_drawn)(level, rows, counts)
    if item and not set(item) <= set(level.per):
        whole = {_at(drawn, item) for drawn in kept}
        kept = [drawn for drawn in rows if _at(drawn, item) in whole]
    return sorted(kept, key=_rank)


def _rows_drawn(level: Level, rows: list[Drawn], counts: Mapping[str, Counts]) -> list[Drawn]:
    buckets: dict[tuple[object, ...], list[Drawn]] = defaultdict(list)
    for drawn in rows:
        buckets[level.bucket(drawn)].append(drawn)
    return [
        drawn
        for bucket in buckets.values()
        for drawn in _first(bucket, level, lambda one: level.order(one, counts))
    ]


def _units_drawn(level: Level, rows: list[Drawn], counts: Mapping[str, Counts]) -> list[Drawn]:
    """All rows of the drawn units; a unit stands where the first of its rows stands."""
    units: dict[tuple[object, ...], dict[tuple[object, ...], SortKey]] = defaultdict(dict)
    for drawn in rows:
        unit = _at(drawn, level.unit)
        place = (*level.order(drawn, counts)[:-1], level.place(unit))
        standing = units[level.bucket(drawn)]
        standing[unit] = min(place, standing.get(unit, place))
    chosen = {
        bucket: set(_first(standing, level, standing.__getitem__))
        for bucket, standing in units.items()
    }
    return [drawn for drawn in rows if _at(drawn, level.unit) in chosen[level.bucket(drawn)]]


def _first(found: Iterable[T], level: Level, place: Callable[[T], SortKey]) -> list[T]:
    return sorted(found, key=place)[: level.count]


def _at(drawn: Drawn, positions: tuple[int, ...]) -> tuple[object, ...]:
    return tuple(drawn.row[position] for position in positions)


def _rank(drawn: Drawn) -> str:
    return drawn.rank
