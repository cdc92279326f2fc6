"""Candidates of a question: its target, and distractors that are really false.

A distractor is an object of the predicate elsewhere in the graph, and one of the options where
the pattern lists them. What could be true after all is removed, and each removal counted under the
guard that made it (``guards``). What is verified as false comes first, be it an object elsewhere or
not: no axiom makes it true. Of the others those that share a class with the target come first (a
literal's class is its datatype or language), the predicate's other objects only where these are too
few; by popularity, those first whose degree is nearest.
"""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct

from kgforge import graph, magnitudes, terms
from kgforge.benchmark import guards
from kgforge.benchmark.guards import Guards
from kgforge.benchmark.members import Member, Pool, folded, member
from kgforge.benchmark.overflow import Overflow
from kgforge.graph import Book, Ends
from kgforge.schema import Named
from kgforge.stores import Store

POOL: Final = 10_000
"""How many objects of a predicate, drawn evenly, are kept to draw from: some 10 MB of memory. A
class that few of a million objects have may then be short of distractors."""

KEPT: Final = 100_000
"""So many members of pools are kept, some 50 MB, and those of the last pool."""

Match = Literal["", "popularity"]
"""By what else than class distractors resemble their target: by nothing, or by popularity."""


class Range(Struct, frozen=True):
    """Of what distractors are."""

    predicate: str
    literals: bool
    """Whether they are its literals; else they are entities."""
    options: frozenset[str] | None = None
    """Which of them; None for all."""

    def allows(self, found: str) -> bool:
        """Whether something may be one."""
        alike = terms.is_literal(found) == self.literals
        return alike and (self.options is None or found in self.options)


class Question(Struct, frozen=True):
    """What is asked of a predicate, and all that must not stand among its candidates."""

    key: str
    """Item and role: where in the pool the walk begins follows from it."""
    subject: str
    predicate: str
    target: str
    true: frozenset[str]
    """Every object of the question in the graph."""
    rivals: frozenset[str]
    """What is true in the item's other roles that ask the same, in words."""
    entailed: frozenset[str]
    """What follows from the graph by an axiom."""
    options: frozenset[str] | None = None
    """Of what its distractors are; None for all objects of the predicate."""
    false: frozenset[str] = frozenset()
    """What is verified as false, and true nowhere in the graph."""

    @property
    def range(self) -> Range:
        """What is of the target's kind (entities or literals), and of the options."""
        return Range(self.predicate, terms.is_literal(self.target), self.options)


class Pools:
    """The objects of each predicate in a seeded order, asked from the graph once, and kept."""

    def __init__(
        self, store: Store, book: Book, types: Sequence[str], seed: int, match: Match
    ) -> None:
        self.store = store
        self._book = book
        self._types = types
        self._seed = seed
        self._match = match
        self._pools: dict[Range, Pool] = {}
        self._learnt: dict[str, Member] = {}
        """What is known of terms, be they targets, false, or in a pool."""
        self._wanted: frozenset[str] = frozenset()
        """Which of them are targets, or false: these are kept until others are learnt."""
        self._ahead: list[Range] = []
        """The pools that are wanted next, in order."""
        self._overflow = Overflow()
        self._numbers: dict[Range, int] = {}

    def learn(self, found: Iterable[str], ranges: Iterable[Range] = ()) -> None:
        """Ask, many at once, of targets whose candidates are wanted next, and what is false.

        *ranges* are the pools that are wanted next, in order: these are asked for together, as many
        as there is room for. What was learnt before may be forgotten.
        """
        self._wanted, self._ahead = frozenset(found), list(dict.fromkeys(ranges))
        self._know(self._wanted)
        self._fill()

    def _know(self, wanted: Collection[str]) -> None:
        if len(self._learnt) > KEPT:
            kept = self._wanted & self._learnt.keys()
            self._learnt = {one: self._learnt[one] for one in kept}
        new = set(wanted) - self._learnt.keys()
        self._learnt.update(zip(new, self._members(new), strict=True))

    def _made(self, drawn: Iterable[str]) -> Pool:
        return Pool(self._learnt[one] for one in drawn)

    def _fill(self) -> None:
        """Ask for the next pools, one at least; those before them make room."""
        there: dict[Range, Pool] = {}
        drawn: dict[Range, list[str]] = {}
        size = 0
        is_new = False
        while self._ahead and (size < KEPT or not is_new):
            one = self._ahead.pop(0)
            found = self._pools.pop(one, None)
            is_new = is_new or found is None
            found = found or self._overflow.get(self._number(one))
            if found:
                there[one] = found
                size += found.size
            else:
                drawn[one] = self.drawn(one)
                size += len(drawn[one])
        for one in reversed(list(self._pools)):
            size += self._pools[one].size
            if size > KEPT:
                self._overflow.put(self._number(one), self._pools.pop(one))
        self._know(set[str]().union(*drawn.values()))
        self._pools |= there | {one: self._made(found) for one, found in drawn.items()}

    def _number(self, wanted: Range) -> int:
        """A number for each pool."""
        return self._numbers.setdefault(wanted, len(self._numbers))

    def candidates(self, question: Question, count: int) -> tuple[tuple[Named, ...], Guards]:
        """The target, and at most *count* - 1 distractors, by id.

        With them what each guard removed on the way, how many are unlike or missing, and how many
        are verified as false. Of the target, and of what is false, was learnt.
        """
        chosen, counted = self.ranked(question, count)
        return tuple(sorted(chosen, key=lambda named: named.id)), counted

    def ranked(self, question: Question, count: int) -> tuple[list[Named], Guards]:
        """The same, the target first, then the distractors as they were found: the best first."""
        target = self._learnt[question.target]
        walk = _Ranking(question, target, folded(self._book.known(question.true | question.rivals)))
        digest = _digest(question.key)
        if question.false:
            walk.take(self._false(question).walk(target, digest), count)
            walk.passed = question.false
        walk.take(self.pool(question.range).walk(target, digest), count)
        chosen = walk.chosen
        verified = sum(named.id in question.false for named in chosen) if question.false else 0
        short = count - len(chosen)
        return chosen, Guards(walk.removed, unlike=walk.unlike, short=short, verified=verified)

    def tiers(self, question: Question, others: Sequence[Named]) -> tuple[list[Named], ...]:
        """Distractors as they were ranked, in three: verified as false, like the target, the rest.

        Of the target, and of what is false, was learnt.
        """
        false = [one for one in others if one.id in question.false]
        rest = others[len(false) :]
        target, pool = self._learnt[question.target], self.pool(question.range)
        alike = sum(target.shares(pool.of(one.id)) for one in rest)
        return false, list(rest[:alike]), list(rest[alike:])

    def ends(self, wanted: Range) -> Ends:
        """What may be drawn of a predicate: its objects."""
        return "literals" if wanted.literals else "pool"

    def drawn(self, wanted: Range) -> list[str]:
        """What is in a pool, in its order."""
        asked = self.store, self.ends(wanted), wanted.predicate
        return graph.drawn(*asked, POOL, self._seed, wanted.options)

    def _false(self, question: Question) -> Pool:
        """What is verified as false for a question."""
        allowed = filter(question.range.allows, question.false)
        return self._made(graph.ordered(allowed, question.predicate, POOL, self._seed))

    def pool(self, wanted: Range) -> Pool:
        """What may be drawn of a range."""
        if wanted not in self._pools:
            at = self._ahead.index(wanted) + 1 if wanted in self._ahead else 0
            self._ahead = [wanted, *self._ahead[at:]]
            self._fill()
        return self._pools[wanted]

    def _members(self, found: Collection[str]) -> Iterator[Member]:
        """What is compared of terms, in their order."""
        names = self._book.told(found)
        classes = graph.classes(self.store, found, self._types)
        entities = [term for term in found if not terms.is_literal(term)]
        degrees = graph.degrees(self.store, entities) if self._match == "popularity" else {}
        for term in found:
            yield member(term, names[term], classes[term], degrees.get(term, 0))


class _Ranking:
    """The target, and the distractors that were taken so far, the best first."""

    def __init__(self, question: Question, target: Member, true: set[str]) -> None:
        self._question = question
        self._entailed = question.entailed - question.false
        self._banned = true.union(target.forms)
        """The names of all that is right."""
        right = (question.target, *question.true, *question.rivals)
        is_literal = question.range.literals
        self._inexact = tuple(filter(magnitudes.is_inexact, right)) if is_literal else ()
        """What of it is a date, or has a unit."""
        self._taken = set(target.forms)
        self.passed: Collection[str] = ()
        """What was looked at before."""
        self.chosen = [target.named]
        self.removed: Counter[str] = Counter()
        self.unlike = 0
        """How many share no class with the target."""

    def take(self, walk: Iterable[tuple[bool, Iterable[Member]]], count: int) -> None:
        """Take of a walk until so many are chosen."""
        if len(self.chosen) >= count:
            return
        question, entailed, banned = self._question, self._entailed, self._banned
        inexact = self._inexact
        barred = {question.target, question.subject, *self.passed, *question.true, *question.rivals}
        for alike, run in walk:
            for found in run:
                id = found.named.id
                if (
                    id in barred
                    or id in entailed
                    or found.label in self._taken
                    or not found.forms
                    or not banned.isdisjoint(found.forms)
                    or (inexact and self._may_be_right(id))
                ):
                    self._remove(found)
                    continue
                self.chosen.append(found.named)
                self._taken.add(found.label)
                self.unlike += not alike
                if len(self.chosen) >= count:
                    return

    def _may_be_right(self, id: str) -> bool:
        """Whether it is right as far as it is known: the year of a day, or in another unit."""
        return id not in self._question.false and magnitudes.may_equal(id, self._inexact)

    def _remove(self, found: Member) -> None:
        """Count a distractor under the guard that removes it, the first of several."""
        id, question = found.named.id, self._question
        if id == question.target or id in self.passed:
            return
        guard = guards.SAME_LABEL
        if id in question.true:
            guard = guards.TRUE
        elif id in question.rivals:
            guard = guards.RIVAL
        elif id == question.subject:
            guard = guards.SUBJECT
        elif id in self._entailed:
            guard = guards.ENTAILED
        elif not found.forms:
            guard = guards.UNNAMED
        elif not self._banned.isdisjoint(found.forms):
            guard = guards.SAME_NAME
        elif self._inexact and self._may_be_right(id):
            guard = guards.SAME_DATE if magnitudes.is_date(id) else guards.SAME_AMOUNT
        self.removed[guard] += 1


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
