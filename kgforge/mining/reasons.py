"""Why a group is dropped: the first ``keep`` condition of its pattern that it does not meet."""

import math
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from kgforge.errors import PatternError
from kgforge.mining import evidence
from kgforge.mining.task import Task
from kgforge.patterns import MEASURES, Bound, Expression, Keep, Number, bounds

_NOUNS: Final = {"matches": "instances", "other_triples": "triples the other way"}


class Reason(Struct, frozen=True):
    """A condition that a group does not meet, and the figures by which it was judged."""

    condition: str
    """As the header states it: ``matches >= $least``."""
    counts: tuple[tuple[str, int | float], ...]
    """The group's counts and measures that the condition reads, by name; NaN: undefined."""
    parameters: tuple[tuple[str, int | float], ...]
    """The parameters that it reads, by name."""

    @property
    def name(self) -> str:
        """The reason without figures: that of all groups that fail this condition."""
        return f"not {self.condition}"

    @property
    def text(self) -> str:
        """The reason as ``groups.jsonl`` states it (``Group.reason``)."""
        figures = [f"{name} = {_figure(count)}" for name, count in self.counts]
        figures += [f"${name} = {value}" for name, value in self.parameters]
        return f"{self.name} ({', '.join(figures)})"

    @property
    def _bounds(self) -> list[Bound]:
        names = (frozenset(dict(found)) for found in (self.counts, self.parameters))
        return bounds(Expression(self.condition, *names))

    @property
    def needed(self) -> str:
        """What a group needs, in words: ``50 triples and a share of 0.5 (matches / triples)``."""
        numbers = dict(self.parameters)
        said = [wanted_of(one, float(one.least.value({}, numbers))) for one in self._bounds]
        return " and ".join(said) or self.condition

    @property
    def words(self) -> str:
        """What the group needs and what it has, in words."""
        counts = dict(self.counts)
        has = [float(one.figure.value(counts, dict(self.parameters))) for one in self._bounds]
        told = " and ".join(map(held_of, self._bounds, has)) or ", ".join(
            f"{name} = {_figure(count)}" for name, count in self.counts
        )
        return f"needs {self.needed}; has {told}"


def wanted_of(bound: Bound, least: float) -> str:
    """A lower bound in words: ``50 triples``, ``a share of 0.5 (matches / triples)``."""
    return _worded(bound, least, "g", aside=True)


def held_of(bound: Bound, value: float) -> str:
    """What a group has of a figure, in words: ``59 triples``, ``a share of 0.05``."""
    return _worded(bound, value, ".4g")


def number_of(value: float, form: str = ".4g") -> str:
    """A number in words: ``12,000``, ``0.05``; one that is not whole in a form."""
    return f"{value:,.0f}" if value.is_integer() else f"{value:,{form}}"


def _worded(bound: Bound, value: float, form: str, *, aside: bool = False) -> str:
    """A figure in words; a share, if wanted, with what it is a share of *aside*."""
    name, number = bound.figure.text, "undefined" if math.isnan(value) else number_of(value, form)
    if name in MEASURES:
        return f"a {name.replace('_', ' ')} of {number}"
    if name.isidentifier():
        noun, _, rest = _NOUNS.get(name, name.replace("_", " ")).partition(" ")
        return f"{number} {noun.removesuffix('s') if value == 1 else noun} {rest}".rstrip()
    if "/" in name:
        return f"a share of {number}" + f" ({name})" * aside
    return f"{name} of {number}"


def judge(
    task: Task,
    keep: Keep,
    counts: Mapping[str, Mapping[str, int]],
    left: Mapping[str, int] | None = None,
) -> dict[str, Reason]:
    """The groups that do not meet a condition, each with the reason; *counts* are by group.

    *left* are the matches that are left of each, in place of all. Raises PatternError for a
    condition on something that nothing counts.
    """
    condition = keep.condition
    parameters = {
        name: value
        for name in sorted(condition.parameters)
        if isinstance(value := task.values[name], int | float)
    }
    dropped = {}
    for group, found in counts.items():
        read_of = figures(task, condition, found)
        if left is not None and "matches" in read_of:
            read_of["matches"] = left.get(group, 0)
        if not condition.value(read_of, parameters):
            read = tuple((name, read_of[name]) for name in sorted(condition.counts))
            dropped[group] = Reason(condition.text, read, tuple(parameters.items()))
    return dropped


def figures(task: Task, condition: Expression, counts: Mapping[str, int]) -> dict[str, Number]:
    """What a condition reads of a group: its counts, and the measures that these give."""
    if condition.counts <= counts.keys():
        return {name: counts[name] for name in condition.counts}
    known = evidence.with_support(task.header, counts)
    missing = {part for name in condition.counts for part in evidence.lacking(name, known)}
    if missing:
        raise PatternError(
            f"{task.query.at(condition.text)}: keep: nothing counts {', '.join(sorted(missing))}: "
            f"write {task.pattern.name}.groups{task.query.path.suffix} beside it, which does"
        )
    measured = {
        name: math.nan if value is None else value
        for name, value in evidence.measures(known).items()
    }
    return {name: {**measured, **known}[name] for name in condition.counts}


def _figure(value: int | float) -> str:
    if isinstance(value, int):
        return str(value)
    return "undefined" if math.isnan(value) else f"{value:.6g}"
