"""Transitive closures, walked step by step: the graph is asked about each node once.

A recursive query would be one question, but some engines cannot stop one, and others have none.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final, Self

Step = Callable[[Collection[str]], Mapping[tuple[str, str], tuple[str, ...]]]
"""Where the predicates lead from each of some nodes, by (node, predicate), if anywhere."""

KEPT: Final = 200_000
"""Of so many nodes it is kept where they lead."""


class Walk:
    """The transitive closures of some predicates, each by itself."""

    def __init__(self, predicates: Iterable[str], step: Step) -> None:
        self._predicates: Final = tuple(predicates)
        self._step: Final = step
        self._known: Final[set[str]] = set()
        """The nodes that the graph was asked about."""
        self._steps: Final[dict[str, dict[str, tuple[str, ...]]]] = {}
        """Where each predicate leads, of nodes that it leads anywhere."""
        self._walked: Final[dict[str, set[str]]] = {}
        """Of each predicate the nodes from which all was asked that it leads to."""
        self._forget()

    @classmethod
    def of(cls, step: Callable[[Collection[str]], Mapping[str, Iterable[str]]]) -> Self:
        """The closure of one relation; *step* says where it leads, of nodes that lead anywhere."""

        def steps(nodes: Collection[str]) -> dict[tuple[str, str], tuple[str, ...]]:
            found = ((node, tuple(ends)) for node, ends in step(nodes).items())
            return {(node, ""): ends for node, ends in found if ends}

        return cls([""], steps)

    def _forget(self) -> None:
        self._known.clear()
        self._steps.update((one, {}) for one in self._predicates)
        self._walked.update((one, set()) for one in self._predicates)

    def reached(self, nodes: Iterable[str]) -> dict[str, frozenset[str]]:
        """What each node reaches by any of the predicates; without those that reach nothing."""
        wanted = set(nodes)
        if len(self._known) > KEPT:
            self._forget()
        self._ask(wanted)
        found: dict[str, frozenset[str]] = {}
        for steps in self._steps.values():
            for node in steps.keys() & wanted:
                found[node] = found.get(node, frozenset()) | _beyond(node, steps)
        return found

    def _ask(self, nodes: set[str]) -> None:
        """Learn all steps from some nodes on, of all predicates at once."""
        ahead = dict.fromkeys(self._predicates, nodes)
        while any(ahead.values()):
            self._learn(set[str]().union(*ahead.values()) - self._known)
            going = {
                one: (self._steps[one].keys() & here) - self._walked[one]
                for one, here in ahead.items()
            }
            for one, here in going.items():
                self._walked[one] |= here
            ahead = {
                one: {end for node in here for end in self._steps[one][node]}
                for one, here in going.items()
            }

    def _learn(self, new: set[str]) -> None:
        if new:
            for (node, predicate), ends in self._step(new).items():
                self._steps[predicate][node] = ends
            self._known.update(new)


def _beyond(node: str, steps: Mapping[str, tuple[str, ...]]) -> frozenset[str]:
    reached: set[str] = set()
    ahead = list(steps[node])
    while ahead:
        step = ahead.pop()
        if step not in reached:
            reached.add(step)
            ahead.extend(steps.get(step, ()))
    return frozenset(reached)
