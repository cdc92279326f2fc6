"""Candidates of a question: its target, and distractors that are really false.

A distractor is an object of the predicate elsewhere in the graph, and one of the options where
the pattern lists them. What could be true after all is removed, and each removal counted under the
guard that made it (``guards``). What is verified as false comes first, be it an object elsewhere or
not: no axiom makes it true. Of the others those that share a class with the target come first (a
literal's class is its datatype or language), the predicate's other objects only where these are too
few; by popularity, those first whose degree is nearest.
"""

import hashlib
import heapq
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, Literal

from msgspec import UNSET, Struct

from kgforge import graph, matching, terms
from kgforge.benchmark import guards
from kgforge.benchmark.guards import Guards
from kgforge.graph import Book, Names
from kgforge.schema import SLOT, Named
from kgforge.stores import Store

POOL: Final = 10_000
"""How many objects of a predicate, drawn evenly, are kept to draw from: some 10 MB of memory. A
class that few of a million objects have may then be short of distractors."""

Match = Literal["", "popularity"]
"""By what else than class distractors resemble their target: by nothing, or by popularity."""

_ANY: Final = ""
"""Stands for a class that everything has."""


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

    def allows(self, found: str) -> bool:
        """Whether something is of the target's kind (entities or literals), and of the options."""
        alike = terms.is_literal(found) == terms.is_literal(self.target)
        return alike and (self.options is None or found in self.options)


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
        self._pools: dict[tuple[str, bool, frozenset[str] | None], _Pool] = {}
        self._learnt: dict[str, _Member] = {}

    def learn(self, found: Iterable[str]) -> None:
        """Ask, many at once, of targets whose candidates are wanted next, and what is false."""
        known = set(found)
        self._learnt = dict(zip(known, self._members(known), strict=True))

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
        chosen, taken = [target.named], set(target.forms)
        banned = taken | forms(self._book.known(question.true | question.rivals))
        removed: Counter[str] = Counter()
        unlike = 0
        walk = self._walk(question, target)
        while len(chosen) < count and (found := next(walk, None)) is not None:
            guard = _guard(found, question, banned, taken)
            if guard:
                removed[guard] += 1
                continue
            chosen.append(found.named)
            taken.add(found.label)
            unlike += not target.shares(found)
        verified = sum(named.id in question.false for named in chosen)
        counted = Guards(removed, unlike=unlike, short=count - len(chosen), verified=verified)
        return chosen, counted

    def tiers(self, question: Question, others: Sequence[Named]) -> tuple[list[Named], ...]:
        """Distractors as they were ranked, in three: verified as false, like the target, the rest.

        Of the target, and of what is false, was learnt.
        """
        false = [one for one in others if one.id in question.false]
        rest = others[len(false) :]
        target, pool = self._learnt[question.target], self._pool(question)
        alike = sum(target.shares(pool.member(one.id)) for one in rest)
        return false, list(rest[:alike]), list(rest[alike:])

    def listed(self, predicate: str) -> Iterator[str]:
        """What may be drawn of a predicate: its objects, in no certain order."""
        return graph.pool(self.store, predicate)

    def _walk(self, question: Question, target: "_Member") -> Iterator["_Member"]:
        """All that may be a distractor: first what is verified as false, then the pool."""
        passed = {question.target}
        for pool in (self._false(question), self._pool(question)):
            for found in pool.walk(target, _digest(question.key)):
                # a name with a slot in it is asked of no model: the slot would be filled, too
                if found.named.id not in passed and SLOT not in found.named.label:
                    yield found
            passed |= question.false

    def _false(self, question: Question) -> "_Pool":
        """What is verified as false for a question."""
        drawn = self.drawn(filter(question.allows, question.false), question.predicate)
        return _Pool(tuple(self._learnt[found] for found in drawn))

    def _pool(self, question: Question) -> "_Pool":
        """The predicate's objects that a question allows."""
        predicate = question.predicate
        key = predicate, terms.is_literal(question.target), question.options
        if key not in self._pools:
            asked = self.listed(predicate)
            drawn = self.drawn(filter(question.allows, asked), predicate)
            self._pools[key] = _Pool(tuple(self._members(drawn)))
        return self._pools[key]

    def drawn(self, found: Iterable[str], predicate: str) -> list[str]:
        """At most ``POOL`` of many, in the order that the seed says."""
        return heapq.nsmallest(
            POOL, found, key=lambda one: _digest(f"{self._seed}\n{predicate}\n{one}")
        )

    def _members(self, found: Collection[str]) -> Iterator["_Member"]:
        """What is compared of terms, in their order."""
        self._book.ask(found)
        classes = graph.classes(self.store, found, self._types)
        entities = [term for term in found if not terms.is_literal(term)]
        degrees = graph.degrees(self.store, entities) if self._match == "popularity" else {}
        for term in found:
            yield _member(term, self._book.get(term), classes[term], degrees.get(term, 0))


class _Member(Struct, frozen=True):
    """An object of a predicate, with all that is compared."""

    named: Named
    """Without a label where there is no name."""
    label: str
    """The label in the form in which it is compared."""
    forms: frozenset[str]
    """All its names in that form."""
    classes: frozenset[str]
    popularity: int
    """The number of digits of its degree to base 2; 0 where popularity is not asked for."""

    def shares(self, other: "_Member") -> bool:
        """Whether it shares a class with another, or has none that could be shared."""
        return not self.classes or not self.classes.isdisjoint(other.classes)


def _member(term: str, names: Names | None, classes: frozenset[str], degree: int) -> _Member:
    label = names.label if names else ""
    own = frozenset(forms([names] if names else []))
    by = names.by if names else UNSET
    return _Member(
        Named(term, label, by), matching.folded(label), own, classes, degree.bit_length()
    )


class _Pool:
    """Members in order, and where those of each class and popularity stand."""

    def __init__(self, members: tuple[_Member, ...]) -> None:
        self._members = members
        self._by_id = {member.named.id: member for member in members}
        self._places: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        for place, member in enumerate(members):
            for name in member.classes | {_ANY}:
                self._places[member.popularity][name].append(place)

    def member(self, id: str) -> _Member:
        """The member of that id."""
        return self._by_id[id]

    def walk(self, target: _Member, digest: bytes) -> Iterator[_Member]:
        """All members: first those that share a class with the target, then the others.

        Of either, those of the nearest popularity first; of these, round from the place that the
        digest says.
        """
        start = int.from_bytes(digest) % max(len(self._members), 1)
        yield from self._nearest(target, target.classes or {_ANY}, start)
        if target.classes:
            others = self._nearest(target, {_ANY}, start)
            yield from (member for member in others if not target.shares(member))

    def _nearest(self, target: _Member, classes: Iterable[str], start: int) -> Iterator[_Member]:
        def distance(popularity: int) -> tuple[int, int]:
            return abs(popularity - target.popularity), popularity

        for popularity in sorted(self._places, key=distance):
            for place in self._round(self._places[popularity], classes, start):
                yield self._members[place]

    def _round(
        self, places: Mapping[str, list[int]], classes: Iterable[str], start: int
    ) -> Iterator[int]:
        """The places of several classes, each once, upwards from *start* and round."""
        turned = (_turned(places[name], start) for name in classes if name in places)
        size = len(self._members)
        merged = heapq.merge(*turned, key=lambda place: (place - start) % size)
        return (place for place, _ in groupby(merged))


def _turned(places: list[int], start: int) -> Iterator[int]:
    first = bisect_left(places, start)
    return (places[(first + step) % len(places)] for step in range(len(places)))


def _guard(found: _Member, question: Question, banned: set[str], taken: set[str]) -> str:
    """The guard that removes a distractor; empty when none does."""
    for guard, removed in (
        (guards.TRUE, question.true),
        (guards.RIVAL, question.rivals),
        (guards.SUBJECT, (question.subject,)),
        (guards.ENTAILED, question.entailed - question.false),
    ):
        if found.named.id in removed:
            return guard
    if not found.forms:
        return guards.UNNAMED
    if not banned.isdisjoint(found.forms):
        return guards.SAME_NAME
    return guards.SAME_LABEL if found.label in taken else ""


def forms(many: Iterable[Names]) -> set[str]:
    """All names, in the form in which what is nearly the same is the same."""
    return {matching.folded(name) for names in many for name in (names.label, *names.aliases)}


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
