"""Candidates of a question: its target, and distractors that are really false.

A distractor is an object of the predicate elsewhere in the graph. What could be true after all is
removed, and each removal counted under the guard that made it.
"""

import hashlib
import heapq
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from kgforge import graph, matching, terms
from kgforge.names import Book, Names
from kgforge.schema import Named
from kgforge.stores import Store

POOL: Final = 10_000
"""How many objects of a predicate are kept to draw from: bounds memory on large graphs."""


class Question(Struct, frozen=True):
    """What is asked of a predicate, and all that must not stand among its candidates."""

    key: str
    """Item and role: where in the pool the walk begins follows from it."""
    subject: str
    predicate: str
    target: str
    true: frozenset[str]
    """Every object of the question in the graph."""
    targets: frozenset[str]
    """Targets of the item's other roles that ask the same question."""
    entailed: frozenset[str]
    """What follows from the graph by an axiom."""


class Pools:
    """The objects of each predicate in a seeded order, asked from the graph once."""

    def __init__(self, store: Store, book: Book, seed: int) -> None:
        self._store = store
        self._book = book
        self._seed = seed
        self._pools: dict[tuple[str, bool], list[str]] = {}

    def candidates(
        self, question: Question, count: int, removed: Counter[str]
    ) -> tuple[Named, ...]:
        """The target and at most *count* - 1 distractors, by code point of their ids.

        What each guard removes on the way is added to *removed*.
        """
        target = self._book[question.target]
        chosen = {question.target: target}
        taken = _forms([target])
        banned = taken | _forms(self._book.known(question.true | question.targets))
        walk = self._walk(question)
        while len(chosen) < count and (found := next(walk, None)) is not None:
            names = self._book.get(found)
            guard = _guard(found, names, question, banned, taken)
            if guard:
                removed[guard] += 1
            elif names:
                chosen[found] = names
                taken.add(matching.folded(names.label))
        return tuple(Named(id, chosen[id].label) for id in sorted(chosen))

    def _walk(self, question: Question) -> Iterator[str]:
        pool = self._pool(question.predicate, question.target)
        start = int.from_bytes(_digest(question.key)) % max(len(pool), 1)
        for found in (*pool[start:], *pool[:start]):
            if found != question.target:
                yield found

    def _pool(self, predicate: str, target: str) -> list[str]:
        """The predicate's objects of the target's kind (entities or literals), in seeded order."""
        key = predicate, terms.is_literal(target)
        if key not in self._pools:
            asked = graph.pool(self._store, predicate)
            alike = (found for found in asked if terms.is_literal(found) == key[1])
            self._pools[key] = heapq.nsmallest(
                POOL, alike, key=lambda found: _digest(f"{self._seed}\n{predicate}\n{found}")
            )
            self._book.ask(self._pools[key])
        return self._pools[key]


def _guard(
    found: str, names: Names | None, question: Question, banned: set[str], taken: set[str]
) -> str:
    """The guard that removes a distractor; empty when none does."""
    for guard, removed in (
        ("true object", question.true),
        ("other target", question.targets),
        ("subject", (question.subject,)),
        ("entailed", question.entailed),
    ):
        if found in removed:
            return guard
    if names is None:
        return "no label"
    if not banned.isdisjoint(_forms([names])):
        return "same name"
    return "same label as another candidate" if matching.folded(names.label) in taken else ""


def _forms(many: Iterable[Names]) -> set[str]:
    return {matching.folded(name) for names in many for name in (names.label, *names.aliases)}


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
