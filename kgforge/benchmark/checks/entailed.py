"""Answers that the graph does not state, and that follow from it: they are accepted, too.

By axioms alone: what is symmetric or inverse, the predicates below another, the steps of a
transitive predicate or from class to class, and the classes above a type. Rules that were mined are
no axioms. Distractors
are guarded against more (``truths``), since what may be right is no wrong answer.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from typing import Final

from kgforge import graph, paths, terms
from kgforge.graph import Walk
from kgforge.ontology import Vocabulary
from kgforge.stores import Store

MOST: Final = 1000
"""So many answers are followed at a hop of a chain; of more its own facts alone are. So many
subjects may lead to an object whose subjects are asked for."""
KEPT: Final = 200_000
"""Of so many nodes it is kept what leads to them."""

Question = tuple[str, str]
"""A subject, and a predicate or a path."""


class Entailed:
    """Tells what follows for a question, by the axioms of a vocabulary."""

    def __init__(self, store: Store, vocabulary: Vocabulary, steps: Iterable[str] = ()) -> None:
        self._store = store
        self._vocabulary = vocabulary
        self._transitive = vocabulary.transitive_predicates.union(
            steps, vocabulary.subclass_predicates
        )
        self._below = vocabulary.narrower()
        self._walks: dict[str, Walk] = {}
        self._leads: dict[str, dict[str, frozenset[str] | None]] = {}
        """What leads to nodes by one fact, by predicate."""

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

    def subjects(self, questions: Iterable[Question]) -> dict[Question, frozenset[str] | None]:
        """Return whose predicate leads to an object, of each predicate and object asked.

        None where these are too many to be asked for. As ``right``, of questions that axioms say
        something of.
        """
        asked: dict[str, set[str]] = defaultdict(set)
        for predicate, object in questions:
            if self._is_axiomatic(predicate):
                asked[predicate].add(object)
        found: dict[Question, frozenset[str] | None] = {}
        for predicate, objects in sorted(asked.items()):
            for object, subjects in self._leading(objects, predicate).items():
                found[predicate, object] = subjects and subjects - {object}
        return found

    def _leading(self, objects: Set[str], predicate: str) -> Mapping[str, frozenset[str] | None]:
        """What leads to each object by a predicate; None where that is too much."""
        if predicate in self._transitive:
            return self._beneath(objects, predicate)
        classes: dict[str, frozenset[str] | None] = {one: frozenset({one}) for one in objects}
        if self._is_type(predicate):
            for above in self._vocabulary.subclass_predicates:
                for one, narrower in self._beneath(objects, above).items():
                    own = classes[one]
                    classes[one] = own | narrower if own and narrower is not None else None
        known = (found for found in classes.values() if found)
        back = self._back(frozenset().union(*known), predicate)
        return {one: _bounded(back, nodes) for one, nodes in classes.items()}

    def _beneath(self, objects: Set[str], predicate: str) -> Mapping[str, frozenset[str] | None]:
        """What leads to each object by any number of steps."""
        reached: dict[str, set[str] | None] = {one: set() for one in objects}
        ahead = {one: {one} for one in objects}
        while ahead:
            back = self._back(set().union(*ahead.values()), predicate)
            going: dict[str, set[str]] = {}
            for one, nodes in ahead.items():
                own, step = reached[one], _bounded(back, nodes)
                if own is None or step is None or len(own | step) > MOST:
                    reached[one] = None
                elif new := set(step - own):
                    own |= new
                    going[one] = new
            ahead = going
        return {one: None if own is None else frozenset(own) for one, own in reached.items()}

    def _back(self, nodes: Set[str], predicate: str) -> Mapping[str, frozenset[str] | None]:
        """What leads to each node by one fact, be it reversed or of a narrower predicate.

        None where that is too much. What was asked is kept while there is room.
        """
        if sum(map(len, self._leads.values())) > KEPT:
            self._leads.clear()
        known = self._leads.setdefault(predicate, {})
        new = nodes - known.keys()
        if new:
            known.update(self._asked(new, predicate))
        return known

    def _asked(self, nodes: Set[str], predicate: str) -> Mapping[str, frozenset[str] | None]:
        """The same, asked from the graph."""
        questions = {(one, node) for one in self._narrower(predicate) for node in nodes}
        crowded = graph.crowded(self._store, questions, MOST)
        found: dict[str, set[str]] = defaultdict(set)
        for (_, node), subjects in graph.subjects(self._store, questions - crowded).items():
            found[node].update(subjects)
        for (node, _), ends in graph.links(self._store, nodes, self._turned(predicate)).items():
            found[node].update(end for end in ends if not terms.is_literal(end))
        full = {node for _, node in crowded}
        return {node: None if node in full else frozenset(found[node]) for node in nodes}

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


def _bounded(
    back: Mapping[str, frozenset[str] | None], nodes: Set[str] | None
) -> frozenset[str] | None:
    """What leads to any of some nodes; None where that is too much."""
    every = [back[node] for node in nodes or ()]
    known = [found for found in every if found is not None]
    total = frozenset[str]().union(*known)
    return None if nodes is None or len(known) < len(every) or len(total) > MOST else total
