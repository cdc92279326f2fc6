"""Candidates of facts that come without any, from what else their predicate has in a data set.

They are names in the languages that the item is asked in, drawn by the guards that need no graph.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from msgspec import UNSET, Struct

from kgforge import matching, terms
from kgforge.benchmark import guards
from kgforge.benchmark.guards import Guards
from kgforge.schema import NONE, SLOT, Accepted, Item, ItemFact, Named, Side

SEED: Final = 0


class Member(Struct, frozen=True):
    """An object of a predicate, and its name as it is compared."""

    named: Named
    key: str


class _Kind(Struct, frozen=True):
    """Of what candidates are drawn."""

    predicate: str
    languages: frozenset[str]
    """Of the prompts: a name stands in questions of its own language alone."""
    are_subjects: bool
    are_literals: bool


Pools = dict[_Kind, Sequence[Member]]
"""The objects and subjects of each predicate and language in a drawn order."""


def _pools(items: Sequence[Item]) -> Pools:
    found: dict[_Kind, dict[str, Named]] = {}
    for item in items:
        languages = _languages(item)
        for fact in item.facts:
            for end in _ends(fact):
                for one in end.answers:
                    is_literal = terms.is_literal(one.id)
                    kind = _Kind(fact.predicate.id, languages, end.is_subject, is_literal)
                    found.setdefault(kind, {}).setdefault(one.id, Named(one.id, one.label))
    return {
        kind: [
            Member(one, matching.folded(one.label))
            for one in sorted(pool.values(), key=lambda one: _digest(f"{kind.predicate}\n{one.id}"))
            if SLOT not in one.label
        ]
        for kind, pool in found.items()
    }


def _languages(item: Item) -> frozenset[str]:
    """Those that an item's names are in."""
    return frozenset(prompt.language for fact in item.facts for prompt in fact.prompts)


_Asked = tuple[str, str, bool]
"""A predicate, what stands at the end that is not asked for, and whether subjects are asked for."""


def _every_answer(items: Sequence[Item]) -> dict[_Asked, dict[tuple[str, str], Accepted]]:
    """All that is right by some item, of several items that ask the same."""
    found: dict[_Asked, dict[tuple[str, str], Accepted]] = {}
    for fact in (fact for item in items for fact in item.facts if fact.holds is not False):
        for end in _ends(fact):
            known = found.setdefault(_asked(fact, end), {})
            for one in end.answers:
                known.setdefault((one.id, one.label), one)
    return found


class _End(Struct, frozen=True):
    """What is asked for at one end of a fact."""

    target: Named
    other: Named
    answers: tuple[Accepted, ...]
    is_subject: bool


def _ends(fact: ItemFact) -> Iterator[_End]:
    yield _End(fact.object, fact.subject, fact.answers, is_subject=False)
    if fact.subjects:
        yield _End(fact.subject, fact.object, fact.subjects.answers, is_subject=True)


def _asked(fact: ItemFact, end: _End) -> _Asked:
    return fact.predicate.id, end.other.id, end.is_subject


class Pooled:
    """Draws the candidates of facts that come without any, at most *wanted*, from *items*."""

    def __init__(self, items: Sequence[Item], wanted: int) -> None:
        self.wanted = wanted
        self._pools = _pools(items)
        self._every = _every_answer(items)

    def item(self, item: Item) -> Item:
        """An item with its candidates, and what the guards removed of them."""
        facts, counted = [], Guards()
        for fact in item.facts:
            drawn = []
            for end, given in zip(_ends(fact), _given(fact), strict=True):
                candidates, removed = (given, Guards()) if given else self._end(item, fact, end)
                drawn.append(candidates)
                counted += removed
            subjects = Side(fact.subjects.answers, drawn[1]) if fact.subjects else UNSET
            facts.append(msgspec.structs.replace(fact, candidates=drawn[0], subjects=subjects))
        guards = counted.record() or item.provenance.guards
        provenance = msgspec.structs.replace(item.provenance, guards=guards)
        return msgspec.structs.replace(item, facts=tuple(facts), provenance=provenance)

    def _end(self, item: Item, fact: ItemFact, end: _End) -> tuple[tuple[Named, ...], Guards]:
        languages = _languages(item)
        is_literal = terms.is_literal(end.target.id)
        if end.target == NONE:
            entities = _Kind(fact.predicate.id, languages, are_subjects=False, are_literals=False)
            is_literal = entities not in self._pools
        pool = self._pools.get(_Kind(fact.predicate.id, languages, end.is_subject, is_literal))
        key = f"{item.id}\n{fact.role}\n{end.is_subject}"
        known = self._every.get(_asked(fact, end), {})
        return _candidates(end, key, pool or (), self.wanted, (*end.answers, *known.values()))


def _given(fact: ItemFact) -> Iterator[tuple[Named, ...]]:
    """The candidates that each end of a fact came with."""
    yield fact.candidates
    if fact.subjects:
        yield fact.subjects.candidates


def _candidates(
    end: _End, key: str, pool: Sequence[Member], wanted: int, right: Sequence[Accepted]
) -> tuple[tuple[Named, ...], Guards]:
    """The target, and at most *wanted* - 1 others, by id: round the pool from a drawn place.

    *right*: all that is right, be it by another item.
    """
    true = {answer.id for answer in right}
    banned = {matching.folded(answer.label) for answer in right}
    chosen = [end.target] if end.answers else []
    taken, removed = set[str](), Counter[str]()
    for one in _round(pool, int.from_bytes(_digest(key))):
        if len(chosen) >= wanted:
            break
        if one.named.id == end.target.id:
            continue
        guard = _guard(one, end, true, banned, taken)
        if guard:
            removed[guard] += 1
        else:
            chosen.append(one.named)
            taken.add(one.key)
    counted = Guards(removed, short=wanted - len(chosen))
    return tuple(sorted(chosen, key=lambda one: one.id)), counted


def _guard(one: Member, end: _End, true: set[str], banned: set[str], taken: set[str]) -> str:
    """The guard that removes a distractor; empty when none does."""
    for guard, is_removed in (
        (guards.TRUE, one.named.id in true),
        (guards.SUBJECT, one.named.id == end.other.id),
        (guards.SAME_NAME, one.key in banned),
        (guards.SAME_LABEL, one.key in taken),
    ):
        if is_removed:
            return guard
    return ""


def _round(pool: Sequence[Member], drawn: int) -> Iterator[Member]:
    start = drawn % max(len(pool), 1)
    yield from pool[start:]
    yield from pool[:start]


def _digest(text: str) -> bytes:
    return hashlib.sha256(f"{SEED}\n{text}".encode()).digest()
