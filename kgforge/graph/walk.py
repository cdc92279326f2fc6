"""A transitive closure, walked step by step: the graph is asked about each node once.

A recursive query would be one question, but some engines cannot stop one, and others have none.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final

Step = Callable[[Collection[str]], Mapping[str, Iterable[str]]]
"""Where each of some nodes leads; nodes that lead nowhere may be absent."""


class Walk:
    """The transitive closure of a step."""

    def __init__(self, step: Step) -> None:
        self._step: Final = step
        self._steps: Final[dict[str, tuple[str, ...]]] = {}

    def reached(self, nodes: Iterable[str]) -> dict[str, frozenset[str]]:
        """What each node reaches; without those that reach nothing."""
        wanted = set(nodes)
        self._ask(wanted)
        return {node: self._beyond(node) for node in wanted if self._steps[node]}

    def _ask(self, nodes: set[str]) -> None:
        while new := nodes - self._steps.keys():
            found = self._step(new)
            self._steps.update({node: tuple(found.get(node, ())) for node in new})
            nodes = {step for node in new for step in self._steps[node]}

    def _beyond(self, node: str) -> frozenset[str]:
        reached: set[str] = set()
        ahead = list(self._steps[node])
        while ahead:
            step = ahead.pop()
            if step not in reached:
                reached.add(step)
                ahead.extend(self._steps[step])
        return frozenset(reached)
