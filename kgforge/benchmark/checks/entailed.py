"""Answers that the graph does not state, and that follow from it: they are accepted, too.

By axioms alone: what is symmetric or inverse, the predicates below another, the steps of a
transitive predicate, and the classes above a type. Rules that were mined are no axioms. Distractors
are guarded against more (``truths``), since what may be right is no wrong answer.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from kgforge import graph, paths, terms
from kgforge.graph import Walk
from kgforge.ontology import Vocabulary
from kgforge.stores import Store

MOST: Final = 1000
"""So many answers are followed at a hop of a chain; of more its own facts alone are."""

Question = tuple[str, str]
"""A subject, and a predicate or a path."""


class Entailed:
    """Tells what follows for a question, by the axioms of a vocabulary."""

    def __init__(self, store: Store, vocabulary: Vocabulary, steps: Iterable[str] = ()) -> None:
        self._store = store
        self._vocabulary = vocabulary
        self._transitive = vocabulary.transitive_predicates.union(steps)
        self._below = vocabulary.narrower()
        self._walks: dict[str, Walk] = {}

    def right(self, questions: Iterable[Question]) -> dict[Question, frozenset[str]]:
        """Return what is right by facts and axioms; of questions that axioms say something of."""
        found: dict[Question, frozenset[str]] = {}
        pending = [(one, paths.hops(one[1])) for one in sorted(set(questions))]
        wanted = [(one, hops) for one, hops in pending if any(map(self._is_axiomatic, hops))]
        layers = {one: frozenset({one[0]}) for one, _ in wanted}
        for hop in range(max((len(hops) for _, hops in wanted), default=0)):
            going: dict[str, list[Question]] = defaultdict(list)
            for one, hops in wanted:
                if hop < len(hops):
                    going[hops[hop]].append(one)
            for predicate, asking in going.items():
                nodes = {node for one in asking for node in layers[one]}
                ends = self._ends(nodes, predicate)
                for one in asking:
                    reached = frozenset(
                        end for node in layers[one] for end in ends.get(node, frozenset())
                    )
                    layers[one] = reached if len(reached) <= MOST else frozenset()
        for one, hops in wanted:
            itself = frozenset() if len(hops) > 1 else frozenset({one[0]})
            found[one] = layers[one] - itself
        return found

    def _is_axiomatic(self, predicate: str) -> bool:
        """Say whether anything follows by a predicate, besides what is stated."""
        return bool(
            self._turned(predicate)
            or len(self._narrower(predicate)) > 1
            or predicate in self._transitive
            or self._is_type(predicate)
        )

    def _is_type(self, predicate: str) -> bool:
        of_types = self._vocabulary.type_predicates
        return predicate in of_types and bool(self._vocabulary.subclass_predicates)

    def _narrower(self, predicate: str) -> tuple[str, ...]:
        """A predicate and those below it."""
        return self._below.get(predicate, (predicate,))

    def _turned(self, predicate: str) -> frozenset[str]:
        """The predicates whose facts, reversed, are facts of this one."""
        words = self._vocabulary
        return frozenset(
            inverse
            for one in self._narrower(predicate)
            for inverse in (*words.stated_inverses(one), *([one] if words.symmetric(one) else ()))
        )

    def _ends(self, nodes: Collection[str], predicate: str) -> Mapping[str, frozenset[str]]:
        """What each node has by a predicate."""
        entities = {node for node in nodes if not terms.is_literal(node)}
        if predicate in self._transitive:
            return self._walk(predicate).reached(entities)
        steps = self._steps(entities, predicate)
        if not self._is_type(predicate):
            return {node: frozenset(ends) for node, ends in steps.items()}
        above = [
            self._walk(one).reached({end for ends in steps.values() for end in ends})
            for one in self._vocabulary.subclass_predicates
        ]
        return {
            node: frozenset(ends).union(
                *(found.get(end, frozenset()) for end in ends for found in above)
            )
            for node, ends in steps.items()
        }

    def _walk(self, predicate: str) -> Walk:
        """The closure of a predicate, which knows what the graph was asked."""
        if predicate not in self._walks:
            self._walks[predicate] = Walk.of(lambda nodes: self._steps(nodes, predicate))
        return self._walks[predicate]

    def _steps(self, nodes: Collection[str], predicate: str) -> dict[str, set[str]]:
        """What each node has by one fact, be it reversed or of a narrower predicate."""
        found: dict[str, set[str]] = defaultdict(set)
        for node, ends in self._forward(nodes, predicate):
            found[node].update(ends)
        turned = self._turned(predicate)
        entities = [node for node in nodes if not terms.is_literal(node)]
        asked = {(inverse, node) for inverse in turned for node in entities}
        for (_, node), subjects in graph.subjects(self._store, asked).items():
            found[node].update(subjects)
        return found

    def _forward(
        self, nodes: Collection[str], predicate: str
    ) -> Iterator[tuple[str, tuple[str, ...]]]:
        for (node, _), ends in graph.links(self._store, nodes, self._narrower(predicate)).items():
            yield node, ends
