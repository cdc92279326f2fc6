"""The groups of a pattern while it is mined: their counts, and which of them still stand."""

import itertools
from collections.abc import Iterable, Mapping, Sequence

from kgforge.mining.reasons import Reason, judge
from kgforge.mining.task import Task
from kgforge.patterns import Drawn, Keep, Otherwise, Sample, Value


class Groups:
    """What is known of each group, by its text."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self.counts: dict[str, dict[str, int]] = {}
        self.cells: dict[str, dict[str, str]] = {}
        """The columns that a group consists of."""
        self.reasons: dict[str, Reason] = {}
        """Why a group was dropped; a group without a reason stands."""
        self.fallen: dict[str, Reason] = {}
        """Why groups had been dropped that ``otherwise`` has drawn from; these stand."""
        self.rows = 0
        """How many rows the query returns."""

    def count_by_file(self) -> None:
        """Ask the groups file, where there is one; of two groups that say the same the first."""
        counter, reader = self._task.counter, self._task.reader
        if counter is None:
            return
        names = counter.header.names
        values = {found.name: self._task.values[found.name] for found in counter.header.params}
        for row in self._task.rows(counter, values, "groups"):
            cells = reader.cells(names, row)
            whole = reader.row(cells)
            if reader.is_first(whole):
                group = reader.group(whole)
                self.cells[group] = cells
                self.counts[group] = {
                    name: value
                    for name, value in zip(names, row, strict=True)
                    if isinstance(value, int)
                }

    def add(self, group: str, matches: int, cells: dict[str, str]) -> None:
        """Count matches of a group, which has these columns."""
        self.counts.setdefault(group, {"matches": 0})["matches"] += matches
        self.cells[group] = cells

    def judge(self, keeps: Iterable[Keep | Sample]) -> None:
        """Drop the groups whose counts do not meet these conditions."""
        for keep in keeps:
            if isinstance(keep, Keep):
                self._drop(judge(self._task, keep, self.counts))

    def judge_left(self, keep: Keep, left: Mapping[str, int]) -> None:
        """Drop the groups that do not meet a condition on the matches that are *left* of each."""
        self._drop(judge(self._task, keep, self.counts, left))

    def _drop(self, dropped: Mapping[str, Reason]) -> None:
        self.reasons = {**dropped, **self.reasons}  # the first condition that it fails counts

    def stands(self, group: str) -> bool:
        """Whether a group was not dropped."""
        return group not in self.reasons

    @property
    def standing(self) -> list[str]:
        """The groups that were not dropped."""
        return list(filter(self.stands, self.counts))

    def only_standing(self, rows: Iterable[Drawn]) -> list[Drawn]:
        """The rows whose group was not dropped."""
        return [drawn for drawn in rows if self.stands(drawn.group)]

    def spared(self, otherwise: Otherwise) -> list[str]:
        """The groups that ``otherwise`` may draw from."""
        failing = judge(self._task, otherwise.where, self.counts) if otherwise.where else {}
        return [group for group in self.counts if group not in failing]

    def keep_after_all(self, groups: Iterable[str]) -> None:
        """Take groups that were dropped back in: ``otherwise`` has drawn from them."""
        for group in groups:
            self.fallen[group] = self.reasons.pop(group)

    def narrowed(self) -> Mapping[str, Value]:
        """The parameters, ``$predicates`` narrowed to those of the groups that still stand.

        Likewise those that take their value from it, as ``$others``.
        """
        task = self._task
        left = [cells for group, cells in self.cells.items() if self.stands(group)]
        if task.counter is None or (task.header.otherwise and not self._settled(left)):
            return task.values
        standing = {iri for cells in left for iri in cells.values()}
        narrowed = dict(task.values)
        for declared in task.header.params:
            value = narrowed[declared.name]
            if "predicates" in (declared.name, declared.like) and isinstance(value, tuple):
                narrowed[declared.name] = tuple(str(iri) for iri in value if iri in standing)
        return narrowed

    def _settled(self, left: Sequence[object]) -> bool:
        """Whether rows will be drawn from the groups that are *left*, not from all."""
        steps = itertools.dropwhile(lambda step: isinstance(step, Keep), self._task.header.steps)
        return bool(left) and not any(isinstance(step, Keep) for step in steps)
