"""The classes of the entities that checks look at."""

from collections.abc import Collection, Mapping, Sequence

from kgforge import graph, terms
from kgforge.stores import Store


class Types:
    """The classes of a batch's entities, asked where any class that matters is in the graph."""

    def __init__(self, store: Store, predicates: Sequence[str]) -> None:
        self._store = store
        self._predicates = predicates
        self._matters: bool | None = None
        self.known: Mapping[str, frozenset[str]] = {}

    def ask(self, entities: Collection[str], wanted: Collection[str]) -> None:
        """Learn the classes of some entities, if any of the *wanted* ones occurs."""
        if self._matters is None:
            there = self._store.foreign or any(graph.degrees(self._store, wanted).values())
            self._matters = bool(self._predicates and there)
        if self._matters:
            asked = [one for one in entities if not terms.is_literal(one)]
            self.known = graph.classes(self._store, asked, self._predicates)
