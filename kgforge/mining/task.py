"""One pattern to mine from one store: what counting, judging and drawing have in common."""

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from typing import Final, Literal

import msgspec

from kgforge.mining import parameters, portions
from kgforge.mining.portions import Progress, Tick
from kgforge.mining.rows import RowReader
from kgforge.patterns import Keep, Level, Pattern, Query, Row, Sample, Value
from kgforge.stores import Store

RESERVE: Final = 5
"""So many times the rows that are wanted are drawn: the rest may take the places of those that
export leaves out, …"""
MOST: Final = 5_000
"""… and at most so many, of each group or of whatever else is counted."""

Steps = Sequence[Keep | Sample]
"""Conditions and samples, in the order of the header."""


class Task:
    """A pattern, a store, the values of the pattern's parameters, and the seed."""

    def __init__(
        self,
        pattern: Pattern,
        store: Store,
        values: Mapping[str, Value],
        seed: int = 0,
        progress: Progress | None = None,
        unnamed: Set[str] = frozenset(),
        language: str = "",
        notes: Sequence[str] = (),
        exclude: Set[str] = frozenset(),
        given: Set[str] = frozenset(),
    ) -> None:
        self.pattern = pattern
        self.header = pattern.header
        self.store = store
        self.values = values
        self.query = pattern.query(store.language)
        self.counter = pattern.counter(store.language)
        """The query that counts groups, where there is one."""
        self.unnamed = unnamed
        """The entities without a name: no row is drawn in which a role has one."""
        self.language = language
        """In which those have none."""
        self.notes = notes
        """What the parameters' helpers say of the graph."""
        listed = any(parameters.is_of_predicates(one) for one in self.header.params)
        self.exclude = frozenset() if listed else frozenset(exclude)
        """Predicates of which no row is drawn, where no list of predicates leaves them out."""
        self.given = given
        """The names of the parameters that the user set."""
        self.reader = RowReader(pattern, values, seed)
        self._seed = seed
        self._tell = progress or (lambda tick: None)

    def rows(
        self,
        query: Query,
        values: Mapping[str, Value],
        stage: Literal["groups", "rows"],
        groups: Collection[str] = (),
    ) -> Iterator[Row]:
        """The rows of a query, in portions and with progress (``portions.rows``)."""
        tick = Tick(self.pattern.name, stage)
        parts = self.header.parts
        return portions.rows(self.store, query, values, parts, tick, self._tell, groups)

    def names(self, row: Row) -> bool:
        """Return whether a row may be drawn: all that its roles name has a name.

        Nor is one of its predicates excluded.
        """
        if self.exclude and not self.exclude.isdisjoint(self.reader.hops(row)):
            return False
        return not self.unnamed or self.unnamed.isdisjoint(self.reader.ends(row))

    @property
    def has_reserve(self) -> bool:
        """Whether more rows can be drawn than are wanted: where each is an item by itself."""
        after = itertools.dropwhile(lambda step: isinstance(step, Keep), self.header.steps)
        rows = not self.header.item and not self.header.text
        return rows and all(isinstance(step, Sample) for step in after)

    def level(self, sample: Sample, *, in_reserve: bool = False) -> Level:
        """A sample level of the header, with its number written in.

        *in_reserve* that many times more of what a parameter gives.
        """
        level = parameters.level(sample, self.header, self.values, self._seed)
        if in_reserve and self.has_reserve and isinstance(sample.count, str):
            count = min(level.count * RESERVE, level.count + MOST)
            return msgspec.structs.replace(level, count=count)
        return level
