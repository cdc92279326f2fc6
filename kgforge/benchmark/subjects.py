"""The other end of a fact: who else is right where its subject is asked for, and who may be chosen.

A distractor is a subject of the predicate elsewhere in the graph, typed like the fact's own. It is
none of those that are right; nor one for which the fact follows: by a reversed fact, or since what
the distractor is linked to reaches the object by transitive predicates (born in Paris: in France).
Where more than ``MOST`` subjects are right, nobody is asked to name one.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Final

import msgspec
from msgspec import UNSET, Struct, UnsetType

from kgforge import graph, terms
from kgforge.benchmark.checks.entailed import Entailed
from kgforge.benchmark.distractors import Match, Pools, Question, Range
from kgforge.benchmark.guards import Guards
from kgforge.graph import Book, Ends, Walk
from kgforge.schema import Accepted, Fact, Side
from kgforge.stores import Store

MOST: Final = 1000
"""So many subjects of an object may be right at most where its subject is asked for."""

LED: Final = 1_000_000
"""Of so many pairs of a subject and what it leads to it is kept, some 60 MB, and of the last
predicate."""

Key = tuple[str, str]
"""A question: predicate and object."""


class SubjectPools(Pools):
    """The subjects of each predicate, and what they lead to."""

    def __init__(
        self,
        store: Store,
        book: Book,
        types: Sequence[str],
        seed: int,
        match: Match,
        closure: Walk,
    ) -> None:
        super().__init__(store, book, types, seed, match)
        self._closure = closure
        self._leading: dict[str, Mapping[str, frozenset[str]]] = {}
        self._led_to = 0
        """How many pairs of object and subject are in it."""

    def ends(self, wanted: Range) -> Ends:
        """See ``Pools``: subjects in the place of objects."""
        return "holders"

    def leading(self, predicate: str, object: str) -> frozenset[str]:
        """Which subjects of a predicate, as far as they are drawn from, lead to an object."""
        if predicate not in self._leading:
            if self._led_to > LED:
                self._leading, self._led_to = {}, 0
            pool = self.pool(Range(predicate, literals=False))
            found = self._led(predicate, [one.named.id for one in pool.members])
            self._leading[predicate] = found
            self._led_to += sum(map(len, found.values()))
        return self._leading[predicate].get(object, frozenset())

    def _led(self, predicate: str, drawn: Iterable[str]) -> Mapping[str, frozenset[str]]:
        objects = graph.links(self.store, drawn, [predicate])
        ends = {end for found in objects.values() for end in found if not terms.is_literal(end)}
        reached = self._closure.reached(ends)
        led: dict[str, set[str]] = defaultdict(set)
        for (subject, _), found in objects.items():
            for end in found:
                for one in (end, *reached.get(end, ())):
                    led[one].add(subject)
        return {end: frozenset(found) for end, found in led.items()}


class OfSubjects(Struct, frozen=True):
    """What the graph says about the subjects of a batch of facts."""

    subjects: Mapping[Key, tuple[str, ...]] = {}
    reversed: Mapping[Key, tuple[str, ...]] = {}
    """By (object, inverse predicate)."""
    follows: Mapping[Key, frozenset[str]] = {}
    """What is right by axioms, be it stated or not; of questions that axioms say something of."""


class Subjects:
    """Makes the other side of facts."""

    def __init__(
        self, store: Store, book: Book, pools: SubjectPools, entailed: Entailed, count: int
    ) -> None:
        self._store = store
        self._book = book
        self._pools = pools
        self._entailed = entailed
        self._count = count
        self._crowded: set[Key] = set()
        """The questions to which more than ``MOST`` subjects are right."""
        self._told: dict[str, Accepted] = {}
        """The answers of a batch, each made once."""

    def ask(self, facts: Sequence[Fact], inverses: Collection[Key]) -> OfSubjects:
        """Ask about a batch of facts at once; *inverses* are (object, inverse predicate)."""
        self._told = {}
        keys = {_key(fact) for fact in facts if not terms.is_literal(fact.object)}
        self._crowded |= graph.crowded(self._store, keys - self._crowded, MOST)
        keys -= self._crowded
        right = self._entailed.subjects(keys)
        follows = {key: found for key, found in right.items() if found is not None}
        self._crowded |= right.keys() - follows.keys()
        keys -= self._crowded
        asked = [fact for fact in facts if _key(fact) in keys]
        found = graph.subjects(self._store, keys)
        every = chain(found.values(), follows.values())
        self._book.ask({one for subjects in every for one in subjects})
        ranges = (Range(fact.predicate, literals=False) for fact in asked)
        self._pools.learn({fact.subject for fact in asked}, ranges)
        objects = {fact.object for fact in asked}
        wanted = (one for one in inverses if one[0] in objects)
        return OfSubjects(found, graph.objects(self._store, wanted), follows)

    def side(
        self,
        key: str,
        fact: Fact,
        asked: OfSubjects,
        inverses: Iterable[str],
        rivals: Sequence[Fact],
        *,
        complete: bool,
    ) -> tuple[Side | UnsetType, Guards]:
        """The answers and candidates of a fact's subject.

        None where its object is a literal, or what is asked is crowded, be it for a rival.

        *rivals* are the item's other facts that ask the same; *complete* tells whether all subjects
        of the graph count as right.
        """
        if terms.is_literal(fact.object):
            return UNSET, Guards()
        if any(_key(one) in self._crowded for one in (fact, *rivals)):
            return UNSET, Guards(crowded=1)
        true = asked.subjects.get(_key(fact), ())
        reversed_ = {one for q in inverses for one in asked.reversed.get((fact.object, q), ())}
        follows = asked.follows.get(_key(fact), frozenset())
        others = {
            *(one.subject for one in rivals if one.holds is not False),
            *(subject for one in rivals for subject in asked.subjects.get(_key(one), ())),
        }
        question = Question(
            key=f"{key}\nsubject",
            subject=fact.object,
            predicate=fact.predicate,
            target=fact.subject,
            true=frozenset(true),
            rivals=frozenset(others),
            entailed=self._pools.leading(fact.predicate, fact.object) | reversed_ | follows,
        )
        drawn, counted = self._pools.candidates(question, self._count)
        stated = [fact.subject, *(one for one in true if one != fact.subject and complete)]
        further = sorted(follows.difference(true, stated))
        answers = (
            *(self._accepted(one) for one in stated if self._book.get(one)),
            *(self._following(one) for one in further if self._book.get(one)),
        )
        return Side(answers, drawn), counted

    def _accepted(self, term: str) -> Accepted:
        if term not in self._told:
            names = self._book[term]
            self._told[term] = Accepted(term, names.label, names.aliases, names.by)
        return self._told[term]

    def _following(self, term: str) -> Accepted:
        return msgspec.structs.replace(self._accepted(term), entailed=True)


def _key(fact: Fact) -> Key:
    return fact.predicate, fact.object
