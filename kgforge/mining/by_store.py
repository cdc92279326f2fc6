"""Groups counted and rows drawn by the store itself (``stores.DrawingStore``)."""

from collections.abc import Mapping, Sequence
from typing import Final

from kgforge.mining.groups import Groups
from kgforge.mining.task import Steps, Task
from kgforge.patterns import Drawn, Keep, Level, Sample, integer
from kgforge.stores import DrawingStore

MOST: Final = 100_000
"""A query that lists more entities without a name would take longer than reading the rows."""


def draw(
    task: Task, groups: Groups, leading: Steps, rest: Steps
) -> tuple[list[Drawn], list[Drawn]] | None:
    """As ``streaming.draw``, with the same bytes in the end; None where the store cannot."""
    first, store = next(iter(rest), None), task.store
    otherwise = task.header.otherwise
    spare = otherwise.sample if otherwise else None
    if not isinstance(store, DrawingStore) or not isinstance(first, Sample) or task.exclude:
        return None
    if not all(store.draws(task.query, sample) for sample in (first, spare) if sample):
        return None
    if otherwise and any(isinstance(step, Keep) for step in rest):
        return None  # rows to spare may be wanted after all
    if len(task.unnamed) > MOST or not _count(task, store, groups):
        return None
    if task.counter is None:
        groups.judge(leading)
    standing = groups.standing
    if groups.counts and not standing:
        known = (
            groups.spared(otherwise) if otherwise and (task.counter or otherwise.where) else None
        )
        return [], _drawn(task, store, spare, groups, known)
    levels = [task.level(step, in_reserve=True) for step in rest if isinstance(step, Sample)]
    few, expected = standing, 0
    if all("matches" in groups.counts[group] for group in standing):
        sizes = {group: groups.counts[group]["matches"] for group in standing}
        few, expected = candidates(sizes, rest, levels)
    rows = _drawn(task, store, first, groups, few, in_reserve=True)
    if len(few) < len(standing) and len(rows) < expected:  # blank nodes, or what has no name
        rows = _drawn(task, store, first, groups, standing, in_reserve=True)
    return rows, []


def _count(task: Task, store: DrawingStore, groups: Groups) -> bool:
    """Count rows, and groups where no file has; whether all rows are as declared."""
    names = task.header.group_columns
    query = store.counting(task.query, matches=task.counter is None)
    found = list(task.rows(query, groups.narrowed(), "groups"))
    if any(integer(misfits) for *_, misfits in found):
        return False  # the one to say of which column is the reader of rows
    for *cells, rows, matches, _ in found:
        groups.rows += integer(rows)
        if task.counter is None and matches:
            columns = dict(zip(names, map(str, cells), strict=True))
            groups.add(task.reader.group(task.reader.row(columns)), integer(matches), columns)
    return True


def _drawn(
    task: Task,
    store: DrawingStore,
    sample: Sample | None,
    groups: Groups,
    wanted: Sequence[str] | None,
    *,
    in_reserve: bool = False,
) -> list[Drawn]:
    """The rows that a level draws from some groups, or from all."""
    if sample is None:
        return []
    names = task.header.group_columns
    kept = (
        None
        if wanted is None
        else [tuple(groups.cells[group][name] for name in names) for group in wanted]
    )
    level = task.level(sample, in_reserve=in_reserve)
    rows = store.drawn(task.query, level, groups.narrowed(), kept, tuple(sorted(task.unnamed)))
    return [task.reader.drawn(row) for row in rows]


def candidates(
    sizes: Mapping[str, int], steps: Steps, levels: Sequence[Level]
) -> tuple[list[str], int]:
    """The groups (each with its matches) from which rows can be drawn, and how many rows then are.

    Where a second level draws so many rows of the groups with most matches, the others need not
    be asked. *levels* are those of *steps*.
    """
    found = sorted(sizes, key=lambda group: -sizes[group])
    if not levels[0].per_group or levels[0].per or levels[0].unit:
        return found, 0
    each = {group: min(levels[0].count, sizes[group]) for group in found}
    if len(steps) > 1 and isinstance(second := steps[1], Sample) and _by_matches(second):
        total = 0
        for at, group in enumerate(found):
            if total >= levels[1].count and sizes[group] < sizes[found[at - 1]]:
                found = found[:at]
                break
            total += each[group]
    return found, sum(each[group] for group in found)


def _by_matches(sample: Sample) -> bool:
    orders = [(order.column, order.descending) for order in sample.by]
    return orders == [("matches", True)] and not (sample.unit or sample.per)
