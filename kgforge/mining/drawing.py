"""The rows that the steps of a header leave: ``keep`` and ``sample``, one after the other.

Where the store can draw by itself it does (``by_store``), else each row is read (``streaming``).
"""

from collections import Counter

from kgforge.mining import by_store, streaming
from kgforge.mining.groups import Groups
from kgforge.mining.task import Steps, Task
from kgforge.patterns import Drawn, Keep, Sample, sampling


def draw(task: Task, groups: Groups) -> tuple[list[Drawn], list[Drawn]]:
    """Count and judge the groups, and draw: the rows that all steps leave, by rank.

    And the reserve: rows that the same steps leave where more are wanted.
    """
    leading, rest = _parted(task.header.steps)
    groups.count_by_file()
    if task.counter is not None:
        groups.judge(leading)
    found = by_store.draw(task, groups, leading, rest)
    rows, spare = found or streaming.draw(task, groups, leading, rest)
    rows = more = groups.only_standing(rows)
    for step in rest:
        rows = _after(step, rows, task, groups)
    if not rows:
        return _otherwise(spare, task, groups), []
    if not task.has_reserve:
        return rows, []
    for step in rest:
        if isinstance(step, Sample):
            more = _sample(step, more, task, groups, in_reserve=True)
    drawn = {one.key for one in rows}
    return rows, list({one.key: one for one in more if one.key not in drawn}.values())


def _parted(steps: Steps) -> tuple[Steps, Steps]:
    """The conditions that lead, and the steps from the first sample on."""
    first = next((at for at, step in enumerate(steps) if isinstance(step, Sample)), len(steps))
    return steps[:first], steps[first:]


def _after(step: Keep | Sample, rows: list[Drawn], task: Task, groups: Groups) -> list[Drawn]:
    if isinstance(step, Sample):
        return _sample(step, rows, task, groups)
    groups.judge_left(step, Counter(drawn.group for drawn in rows))
    return groups.only_standing(rows)


def _sample(
    step: Sample, rows: list[Drawn], task: Task, groups: Groups, *, in_reserve: bool = False
) -> list[Drawn]:
    item = tuple(task.header.names.index(name) for name in task.header.item)
    level = task.level(step, in_reserve=in_reserve)
    return sampling.draw(level, rows, groups.counts, item)


def _otherwise(spare: list[Drawn], task: Task, groups: Groups) -> list[Drawn]:
    """The rows drawn from all groups when none was kept."""
    if not task.header.otherwise or groups.standing:
        return []
    drawn = _sample(task.header.otherwise.sample, spare, task, groups)
    groups.keep_after_all({one.group for one in drawn})
    return drawn
