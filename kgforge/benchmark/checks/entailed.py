"""Answers that the graph does not state, and that follow from it: they are accepted, too.

By axioms alone: what is symmetric or inverse, the predicates below another or the same, the steps
of a transitive predicate or from class to class, the classes above a type or the same, the classes
that domains and ranges give, and what is the same entity. Rules that were mined are no axioms.
Distractors are guarded against more (``truths``), since what may be right is no wrong answer.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from typing import Final

from kgforge import graph, paths, terms
from kgforge.graph import Walk
from kgforge.ontology import Entailment, Implying, Vocabulary, vocabulary
from kgforge.stores import Store

MOST: Final = 1000
"""So many answers are followed at a hop of a chain; of more its own facts alone are. So many
subjects may lead to an object whose subjects are asked for."""
DEPTH: Final = 3
"""Chains of properties are followed within so many others."""
KEPT: Final = 200_000
"""Of so many nodes it is kept what leads to them."""

Question = tuple[str, str]
"""A subject, and a predicate or a path."""


class Entailed:
    """Tells what follows for a question, by the axioms of a vocabulary."""

    def __init__(self, store: Store, words: Vocabulary, steps: Iterable[str] = ()) -> None:
        self._store = store
        self._words = words
        self._rules = Entailment(words)
        self._transitive = words.transitive_predicates.union(steps, words.subclass_predicates)
        self._walks: dict[tuple[Implying, int], Walk] = {}
        """By predicate, and by how many chains of properties are entered already."""
        self._depth = 0
        """In how many chains of properties the steps are that are asked for."""
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
        if self._long(predicate) or any(self._chained(Implying(predicate, reversed=False))):
            return dict.fromkeys(objects)  # these are followed from their subjects alone
        if predicate in self._transitive:
            return self._beneath(objects, predicate)
        classes: dict[str, frozenset[str] | None] = {one: frozenset({one}) for one in objects}
        if self._is_type(predicate):
            for above in self._words.subclass_predicates:
                for one, narrower in self._beneath(objects, above).items():
                    own = classes[one]
                    classes[one] = own | narrower if own and narrower is not None else None
            given = frozenset().union(*self._rules.ends.values())
            if predicate == vocabulary.TYPE and given:  # to all that is at such an end
                classes = {
                    one: None if own and own & given else own for one, own in classes.items()
                }
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
        groups = {node: self._rules.same(node) for node in nodes}
        every = set().union(*groups.values())
        questions = {(one, node) for one in self._narrower(predicate) for node in every}
        crowded = graph.crowded(self._store, questions, MOST)
        found: dict[str, set[str]] = defaultdict(set)
        for (_, node), subjects in graph.subjects(self._store, questions - crowded).items():
            found[node].update(subjects)
        for (node, _), ends in graph.links(self._store, every, self._turned(predicate)).items():
            found[node].update(end for end in ends if not terms.is_literal(end))
        if predicate in self._words.subclass_predicates:
            for node in every:
                found[node].update(self._rules.same_classes.get(node, ()))
        full = {node for _, node in crowded}
        return {
            node: None
            if full & group
            else self._with_same(end for one in group for end in found[one])
            for node, group in groups.items()
        }

    def _is_axiomatic(self, predicate: str) -> bool:
        """Say whether anything follows by a predicate, besides what is stated."""
        return bool(
            self._rules.same_entities
            or len(self._rules.implying(predicate)) > 1
            or predicate in self._transitive
            or predicate in self._rules.chains
            or self._is_type(predicate)
        )

    def _is_type(self, predicate: str) -> bool:
        of_types = self._words.type_predicates
        return predicate in of_types and bool(self._words.subclass_predicates)

    def _narrower(self, predicate: str) -> list[str]:
        """A predicate and those whose facts are facts of it."""
        every = self._rules.implying(predicate)
        return sorted(one.predicate for one in every if not one.reversed)

    def _turned(self, predicate: str) -> list[str]:
        """The predicates whose facts, reversed, are facts of this one."""
        return sorted(one.predicate for one in self._rules.implying(predicate) if one.reversed)

    def _long(self, predicate: str) -> list[Implying]:
        """The transitive predicates whose facts are facts of one that is not."""
        if predicate in self._transitive:
            return []
        every = self._rules.implying(predicate)
        return sorted(one for one in every if one.predicate in self._transitive)

    def _chained(self, end: Implying) -> Iterator[list[Implying]]:
        """Yield the hops of the chains of properties that lead where a predicate does."""
        for one in self._rules.implying(end.predicate):
            for hops in self._rules.chains.get(one.predicate, ()):
                if one.reversed == end.reversed:
                    yield [Implying(hop, reversed=False) for hop in hops]
                else:
                    yield [Implying(hop, reversed=True) for hop in hops[::-1]]

    # ── What is the same ────────────────────────────────────────────────────────────────────────
    def _with_same(self, nodes: Iterable[str]) -> frozenset[str]:
        if not self._rules.same_entities:
            return frozenset(nodes)
        return frozenset().union(*map(self._rules.same, nodes))

    # ── From subjects to objects ────────────────────────────────────────────────────────────────
    def _ends(self, nodes: Collection[str], predicate: str) -> Mapping[str, frozenset[str]]:
        """What each node has by a predicate."""
        entities = {node for node in nodes if not terms.is_literal(node)}
        found: dict[str, set[str]] = defaultdict(set)
        for node, ends in self._reach(entities, Implying(predicate, reversed=False)).items():
            found[node].update(ends)
        if predicate == vocabulary.TYPE and self._rules.ends:
            for node, kinds in self._kinds_of_ends(entities):
                found[node].update(kinds)
        if not self._is_type(predicate):
            return {node: frozenset(ends) for node, ends in found.items()}
        reached = frozenset[str]().union(*found.values())
        above = [
            self._walk(Implying(one, reversed=False)).reached(reached)
            for one in self._words.subclass_predicates
        ]
        return {
            node: frozenset(ends).union(
                *(classes.get(end, frozenset()) for end in ends for classes in above)
            )
            for node, ends in found.items()
        }

    def _kinds_of_ends(self, nodes: Set[str]) -> Iterator[tuple[str, frozenset[str]]]:
        """Yield the classes that nodes have by domains and ranges."""
        groups = {node: self._rules.same(node) for node in nodes}
        every = set().union(*groups.values())
        ends = self._held_ends
        subjects = [one.predicate for one in ends if not one.reversed]
        marks = {
            (node, Implying(predicate, reversed=False))
            for node, predicate in graph.links(self._store, every, subjects)
        }
        asked = {(one.predicate, node) for one in ends if one.reversed for node in every}
        marks |= {
            (node, Implying(predicate, reversed=True))
            for predicate, node in graph.crowded(self._store, asked, 0)
        }
        for one in self._rules.ends:
            for hops in self._chained(one):
                reached = self._along(every, hops)
                marks |= {(node, one) for node, ends in reached.items() if ends}
        kinds: dict[str, set[str]] = defaultdict(set)
        for node, end in marks:
            kinds[node].update(self._rules.ends[end])
        for node, group in groups.items():
            yield node, frozenset(kind for one in group for kind in kinds[one])

    @cached_property
    def _held_ends(self) -> list[Implying]:
        """The ends that give classes, of predicates that the graph has facts of."""
        there = {str(one) for (one,) in graph.ask(self._store, "predicates")}
        return [one for one in self._rules.ends if one.predicate in there]

    def _walk(self, end: Implying) -> Walk:
        """The closure of a predicate, which knows what the graph was asked."""
        key = end, self._depth
        if key not in self._walks:
            self._walks[key] = Walk.of(lambda nodes: self._steps(nodes, end))
        return self._walks[key]

    def _steps(self, nodes: Collection[str], end: Implying) -> dict[str, set[str]]:
        """Where one fact leads from each node, be it reversed or of another predicate."""
        groups = {node: self._rules.same(node) for node in nodes}
        every = set().union(*groups.values())
        forward, back = self._narrower(end.predicate), self._turned(end.predicate)
        if end.reversed:
            forward, back = back, forward
        found: dict[str, set[str]] = defaultdict(set)
        for (node, _), ends in graph.links(self._store, every, forward).items():
            found[node].update(ends)
        asked = {(one, node) for one in back for node in every if not terms.is_literal(node)}
        for (_, node), subjects in graph.subjects(self._store, asked).items():
            found[node].update(subjects)
        steps: dict[str, set[str]] = defaultdict(set)
        for node, group in groups.items():
            if reached := self._with_same(each for one in group for each in found.get(one, ())):
                steps[node].update(reached)
            if end.predicate in self._words.subclass_predicates:
                steps[node].update(self._rules.same_classes.get(node, ()))
        if self._depth < DEPTH:
            self._depth += 1
            for hops in self._chained(end):
                for node, led in self._along(nodes, hops).items():
                    steps[node].update(led)
            self._depth -= 1
        return steps

    def _along(
        self, nodes: Collection[str], hops: Sequence[Implying]
    ) -> Mapping[str, frozenset[str]]:
        """Where a chain of properties leads from each node; of what leads too far, nothing."""
        layers = {node: frozenset({node}) for node in nodes if not terms.is_literal(node)}
        for hop in hops:
            reached = frozenset[str]().union(*layers.values())
            ends = self._reach(reached, hop)
            layers = {
                node: frozenset(end for one in layer for end in ends.get(one, ()))
                for node, layer in layers.items()
                if len(layer) <= MOST
            }
        return layers

    def _reach(self, nodes: Set[str], end: Implying) -> Mapping[str, Collection[str]]:
        """Where a predicate leads from each node, by any number of steps where it is transitive."""
        if end.predicate in self._transitive:
            return self._walk(end).reached(nodes)
        found = self._steps(nodes, end)
        for one in self._long(end.predicate):
            long = Implying(one.predicate, reversed=one.reversed != end.reversed)
            for node, led in self._walk(long).reached(nodes).items():
                found[node].update(led)
        return found


def _bounded(
    back: Mapping[str, frozenset[str] | None], nodes: Set[str] | None
) -> frozenset[str] | None:
    """What leads to any of some nodes; None where that is too much."""
    every = [back[node] for node in nodes or ()]
    known = [found for found in every if found is not None]
    total = frozenset[str]().union(*known)
    return None if nodes is None or len(known) < len(every) or len(total) > MOST else total
