"""The candidates of a batch's facts, drawn pool by pool.

Facts of many predicates stand beside one another, and not all of their pools have room in memory.
So each pool is made for all questions of a batch that draw from it, and not for each by itself.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct, UnsetType

from kgforge import paths, terms
from kgforge.benchmark import lures
from kgforge.benchmark.asked import Asked, question_of
from kgforge.benchmark.distractors import Pools, Question, Range
from kgforge.benchmark.ends import is_plain
from kgforge.benchmark.guards import Guards
from kgforge.benchmark.subjects import Subjects
from kgforge.benchmark.truths import Truths
from kgforge.schema import Fact, Instance, Named, Side

T = TypeVar("T")
Options = Mapping[str, Mapping[str, tuple[str, ...]]]
"""Of what candidates are, by role and predicate; other roles may have any object."""


class Choice(Struct, frozen=True):
    """The candidates of a fact."""

    target: Named
    others: Sequence[Named]
    """The distractors, the best first."""
    tempting: Sequence[Named]
    """The distractors in the order in which they are said to be right."""
    counted: Guards


OfSubject = tuple[Side | UnsetType, Guards]
"""What is right, and may be chosen, where a fact's subject is asked for."""


Place = tuple[str, int]
"""Where a fact stands: the key of its instance, and its place in it. Roles may recur."""


class Choices(Struct, frozen=True):
    """The candidates of a batch of facts."""

    objects: Mapping[Place, Choice]
    subjects: Mapping[Place, OfSubject]


class _Told(Struct, frozen=True):
    """A fact of an instance."""

    instance: Instance
    fact: Fact
    number: int

    @property
    def place(self) -> Place:
        return self.instance.key, self.number

    @property
    def key(self) -> str:
        """From which follows where the drawing begins."""
        return f"{item_id(self.instance)}\n{self.fact.role}"


def item_id(instance: Instance) -> str:
    """The id of the item that is made of an instance."""
    return f"{instance.pattern}-{instance.key[:16]}"


class Chooser:
    """Draws the candidates of facts, at most *count*."""

    def __init__(
        self, pools: Pools, subjects: Subjects | None, truths: Truths, options: Options, count: int
    ) -> None:
        self._pools = pools
        self._subjects = subjects
        self._truths = truths
        self._options = {
            (role, predicate): frozenset(of[predicate])
            for role, of in options.items()
            for predicate in of
        }
        self._limited = frozenset(options)
        self._count = count

    def learn(self, facts: Sequence[Fact], false: Iterable[str]) -> None:
        """Ask of the targets of a batch of facts, of what is false, and of the first pools."""
        targets = {fact.object for fact in facts}
        self._pools.learn(targets.union(false), map(self._range, facts))

    def choices(
        self, instances: Sequence[Instance], asked: Asked, often: lures.Often, seed: int
    ) -> Choices:
        """The candidates of all facts of some instances that are not computed."""
        told = [
            _Told(instance, fact, number)
            for instance in instances
            for number, fact in enumerate(instance.facts)
            if not fact.computed
        ]
        objects = {
            one.place: self._choice(self._question(one, asked), often, seed)
            for one in _together(told, lambda one: self._range(one.fact))
        }
        if self._subjects is None:
            return Choices(objects, {})
        plain = (one for one in told if is_plain(one.fact))
        subjects = {
            one.place: self._side(self._subjects, one, asked)
            for one in _together(plain, lambda one: one.fact.predicate)
        }
        return Choices(objects, subjects)

    def _question(self, told: _Told, asked: Asked) -> Question:
        instance, fact = told.instance, told.fact
        return Question(
            key=told.key,
            subject=fact.subject,
            predicate=paths.hops(fact.predicate)[-1],
            target=fact.object,
            true=frozenset(asked.true(fact)),
            rivals=frozenset(self._truths.true_of_rivals(fact, instance, asked)),
            entailed=self._truths.entailed(fact, instance, asked),
            options=self._allowed(fact),
            false=asked.false.get(question_of(fact), frozenset()),
        )

    def _choice(self, question: Question, often: lures.Often, seed: int) -> Choice:
        (target, *others), counted = self._pools.ranked(question, self._count)
        tempting: Sequence[Named] = others
        if often:
            tiers = self._pools.tiers(question, others)
            tempting = lures.drawn(tiers, question.predicate, often, f"{seed}\n{question.key}")
        return Choice(target, others, tempting, counted)

    def _side(self, subjects: Subjects, told: _Told, asked: Asked) -> OfSubject:
        instance, fact = told.instance, told.fact
        rivals = self._truths.rivals(fact, instance, end="object")
        inverses = self._truths.inverses(fact, instance)
        complete = not self._truths.alone(fact, rivals)
        return subjects.side(told.key, fact, asked.subjects, inverses, rivals, complete=complete)

    def _allowed(self, fact: Fact) -> frozenset[str] | None:
        """Of what the fact's candidates are; None for all objects of its predicate."""
        if fact.role not in self._limited:
            return None
        return self._options.get((fact.role, fact.predicate), frozenset())

    def _range(self, fact: Fact) -> Range:
        """Of what its distractors are."""
        predicate = paths.hops(fact.predicate)[-1]
        return Range(predicate, terms.is_literal(fact.object), self._allowed(fact))


def _together(found: Iterable[T], of: Callable[[T], Hashable]) -> Iterator[T]:
    """What is of one kind together, in the order of each kind's first."""
    kinds: dict[Hashable, list[T]] = defaultdict(list)
    for one in found:
        kinds[of(one)].append(one)
    for some in kinds.values():
        yield from some
