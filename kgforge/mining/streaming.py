"""Rows read one by one: counted by group, and held as long as they may be drawn."""

from collections.abc import Iterator

from kgforge.mining.groups import Groups
from kgforge.mining.task import Steps, Task
from kgforge.patterns import Drawn, Everything, Keep, Reservoir, Sample, Units, sampling


def draw(
    task: Task, groups: Groups, leading: Steps, rest: Steps
) -> tuple[list[Drawn], list[Drawn]]:
    """The rows that the first level of *rest* could draw, and those for ``otherwise``.

    *leading* are the conditions before it. Rows with what has no name are counted, not drawn; nor
    is a text of which any row is such a one, since all that it says is asked of it.
    """
    held = _holder(task, rest[0] if rest else None, leading)
    spare = _Spare(task, groups)
    untold: set[object] = set()
    for drawn in _read(task, groups):
        if not task.names(drawn.row):
            if task.header.text:
                untold.add(task.reader.identity(drawn))
            continue
        if groups.stands(drawn.group):
            held.add(drawn)
        spare.add(drawn)
    if task.counter is None:
        groups.judge(leading)
    rows = [one for one in held.drawn() if not untold or task.reader.identity(one) not in untold]
    return rows, spare.drawn()


class _Spare:
    """The rows that ``otherwise`` could draw."""

    def __init__(self, task: Task, groups: Groups) -> None:
        self._groups, self._otherwise = groups, task.header.otherwise
        self._allowed: frozenset[str] | None = None
        """The groups that it may draw from, where they are known before rows are read."""
        if self._otherwise and task.counter:
            self._allowed = frozenset(groups.spared(self._otherwise))
        where = (self._otherwise.where,) if self._otherwise and self._otherwise.where else ()
        self._rows = _holder(task, self._otherwise.sample if self._otherwise else None, where)

    def add(self, drawn: Drawn) -> None:
        if self._otherwise and (self._allowed is None or drawn.group in self._allowed):
            self._rows.add(drawn)

    def drawn(self) -> list[Drawn]:
        if self._otherwise is None:
            return []
        allowed = self._allowed
        if allowed is None:
            allowed = frozenset(self._groups.spared(self._otherwise))
        return [drawn for drawn in self._rows.drawn() if drawn.group in allowed]


def _holder(
    task: Task, step: Keep | Sample | None, leading: Steps = ()
) -> Reservoir | Units | Everything:
    if isinstance(step, Sample) and not task.header.item:
        level = task.level(step, in_reserve=True)
        judged = task.counter or not leading or level.per_group
        if level.streams and judged:  # else rows of groups that fall would crowd others out
            return sampling.holder(level)
    return sampling.holder(None)


def _read(task: Task, groups: Groups) -> Iterator[Drawn]:
    """All rows that are first of their kind, in groups that are known; counts the others."""
    parts = task.header.parts
    standing = [
        cells[parts.column]
        for group, cells in groups.cells.items()
        if parts and groups.stands(group) and parts.column in cells
    ]
    for row in task.rows(task.query, groups.narrowed(), "rows", standing):
        groups.rows += 1
        if not task.reader.is_first(row) or not task.reader.tells(row):
            continue
        drawn = task.reader.drawn(row)
        if task.counter is None:
            _count(drawn, task, groups)
        if drawn.group in groups.counts and not sampling.has_blank(row):
            yield drawn


def _count(drawn: Drawn, task: Task, groups: Groups) -> None:
    """Without a groups file, rows are the only count."""
    cells = groups.cells.get(drawn.group) or task.reader.cells(task.header.names, drawn.row)
    groups.add(drawn.group, 1, cells)
