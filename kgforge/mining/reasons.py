"""Why a group is dropped: the first ``keep`` condition of its pattern that it does not meet."""

from collections.abc import Mapping

from msgspec import Struct

from kgforge.errors import PatternError
from kgforge.mining.task import Task
from kgforge.patterns import Keep


class Reason(Struct, frozen=True):
    """A condition that a group does not meet, and the figures by which it was judged."""

    condition: str
    """As the header states it: ``matches >= $least``."""
    counts: tuple[tuple[str, int], ...]
    """The group's counts that the condition reads, by name."""
    parameters: tuple[tuple[str, int | float], ...]
    """The parameters that it reads, by name."""

    @property
    def name(self) -> str:
        """The reason without figures: that of all groups that fail this condition."""
        return f"not {self.condition}"

    @property
    def text(self) -> str:
        """The reason as ``groups.jsonl`` states it (``Group.reason``)."""
        figures = [f"{name} = {count}" for name, count in self.counts]
        figures += [f"${name} = {value}" for name, value in self.parameters]
        return f"{self.name} ({', '.join(figures)})"


def judge(task: Task, keep: Keep, counts: Mapping[str, Mapping[str, int]]) -> dict[str, Reason]:
    """The groups that do not meet a condition, each with the reason; *counts* are by group.

    Raises PatternError for a condition on something that nothing counts.
    """
    condition = keep.condition
    parameters = {
        name: value
        for name in sorted(condition.parameters)
        if isinstance(value := task.values[name], int | float)
    }
    dropped = {}
    for group, found in counts.items():
        missing = condition.counts - found.keys()
        if missing:
            raise PatternError(
                f"{task.query.path}: keep: nothing counts {', '.join(sorted(missing))}: write "
                f"{task.pattern.name}.groups{task.query.path.suffix} beside it"
            )
        if not condition.value(found, parameters):
            read = tuple((name, found[name]) for name in sorted(condition.counts))
            dropped[group] = Reason(condition.text, read, tuple(parameters.items()))
    return dropped
