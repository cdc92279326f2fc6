"""What is right about the facts of an item besides themselves: what asks the same, what follows."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, Literal

from kgforge import matching
from kgforge.benchmark.asked import Asked, question_of
from kgforge.benchmark.ends import is_chain, reversed_pairs
from kgforge.graph import Book
from kgforge.ontology import Vocabulary
from kgforge.schema import Fact, Instance

Answers = Literal["all", "target"]
"""What counts as right: all that is true, or what an instance says alone."""

TWINS: Final = 1000
"""Transitive links from reversed answers are followed only if there are at most so many: the two
hundred thousand places that lie in a country reach too far to be walked for one item."""


def followed(reversed_: Iterable[Collection[str]]) -> Iterator[str]:
    """Those reversed answers, question by question, from which further steps are followed."""
    return chain.from_iterable(found for found in reversed_ if len(found) <= TWINS)


class Truths:
    """Tells what is right by the graph, its ontologies and the other facts of an item."""

    def __init__(self, vocabulary: Vocabulary, book: Book, answers: Answers) -> None:
        self._vocabulary = vocabulary
        self._book = book
        self._target_alone = answers == "target"

    def inverses(self, fact: Fact, instance: Instance) -> frozenset[str]:
        """The predicates q such that (y q s) entails (s p y).

        By the ontologies' axioms, and where the item itself holds a fact and its reverse.
        """
        shown = {
            inverse
            for one, other in reversed_pairs(instance)
            for predicate, inverse in ((one, other), (other, one))
            if fact.holds and predicate == fact.predicate
        }
        return self.by_axiom(fact.predicate) | shown

    def by_axiom(self, predicate: str) -> frozenset[str]:
        """The same by the ontologies' axioms alone."""
        own = {predicate} if self._vocabulary.symmetric(predicate) else set()
        return self._vocabulary.inverses(predicate) | own

    def entailed(self, fact: Fact, instance: Instance, asked: Asked) -> frozenset[str]:
        """What follows for the question from the graph: reversed facts, and further steps."""
        reversed_: list[Collection[str]] = [
            asked.twins.get((inverse, fact.subject), ())
            for inverse in self.inverses(fact, instance)
        ]
        if is_chain(fact):
            reversed_ = [asked.chains.entailed.get(question_of(fact), frozenset())]
        true = {*asked.true(fact), *followed(reversed_)}
        if fact.holds is not False:
            true.add(fact.object)
        reversed_.append(asked.follows.get(question_of(fact), frozenset()))
        return frozenset().union(*reversed_, *(asked.reached.get(term, ()) for term in true))

    def rivals(
        self, fact: Fact, instance: Instance, end: Literal["subject", "object"] = "subject"
    ) -> list[Fact]:
        """The facts in other roles of the item that ask the same.

        They are of one predicate, and have one name at the end that a question tells.
        """
        return [
            other
            for other in instance.facts
            if other.role != fact.role
            and other.predicate == fact.predicate
            and self._called(getattr(other, end)) == self._called(getattr(fact, end))
        ]

    def true_of_rivals(self, fact: Fact, instance: Instance, asked: Asked) -> Iterator[str]:
        """What is true by the graph, or the item, of those that ask the same."""
        for other in self.rivals(fact, instance):
            yield from asked.true(other)
            if other.holds is not False:
                yield other.object

    def alone(self, fact: Fact, rivals: Sequence[Fact]) -> bool:
        """Whether of all that is true a fact's own end alone counts as right."""
        return self._target_alone or fact.holds is not True or bool(rivals)

    def accepted(self, fact: Fact, asked: Asked) -> list[str]:
        """Return what counts as right for a fact: its object, what is stated, and what follows.

        Of a fact that must not hold its object alone; where the pattern takes targets alone, not
        what is stated besides.
        """
        if fact.holds is False:
            return [fact.object]
        stated = asked.true(fact)
        follows = sorted(asked.follows.get(question_of(fact), frozenset()).difference(stated))
        right = follows if self._target_alone else [*stated, *follows]
        return [fact.object, *(one for one in right if one != fact.object)]

    def _called(self, term: str) -> str:
        return matching.normalised(self._book[term].label)
