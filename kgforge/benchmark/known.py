"""What is kept of a graph from one pattern of an export to the next."""

from collections.abc import Iterable, Iterator
from functools import cached_property

from kgforge import graph, terms
from kgforge.benchmark.checks import Editorial, GraphNames, Types
from kgforge.benchmark.checks.editorial import is_named_so
from kgforge.benchmark.checks.entailed import Entailed
from kgforge.benchmark.distractors import Match, Pools
from kgforge.benchmark.subjects import SubjectPools
from kgforge.graph import Book
from kgforge.ontology import Vocabulary
from kgforge.schema import Instance
from kgforge.stores import Store


class Known:
    """Names, pools of distractors and transitive links, each asked once while there is room."""

    def __init__(
        self,
        store: Store,
        vocabulary: Vocabulary,
        language: str,
        seed: int,
        match: Match,
        *,
        labels_only: bool,
        steps: Iterable[str] = (),
    ) -> None:
        """*steps*: predicates that are walked as transitive, besides those of the vocabulary."""
        self.book = Book(store, language, labels_only=labels_only)
        typing = graph.type_predicates(store, vocabulary.type_predicates)
        self._typing, self._editorial = typing, Editorial.of(vocabulary)
        asked = store, self.book, typing
        self.types = Types(store, typing)
        self.pools = Pools(*asked, seed, match)
        steps = frozenset(steps)
        transitive = vocabulary.transitive_predicates.union(vocabulary.subclass_predicates)
        self.closure = graph.closure(store, *sorted(transitive.union(steps)))
        self.entailed = Entailed(store, vocabulary, steps)
        self._store = store
        self.subject_pools = SubjectPools(*asked, seed, match, self.closure)

    @cached_property
    def names(self) -> GraphNames:
        """What the graph's entities are called, read when it is first wanted."""
        own, store = self.book, self._store
        titles = graph.titles(store, own.language, labels_only=own.labels_only)
        if store.foreign:

            def ask(names: Iterable[str]) -> Iterator[tuple[str, str]]:
                return graph.namesakes(store, names, own.language)

            return GraphNames(titles, ask, is_named_so)
        pages = self._pages()
        return GraphNames(titles, is_page=lambda entity: entity in pages or is_named_so(entity))

    def _pages(self) -> frozenset[str]:
        """The entities that are in a class of pages of the database."""
        classes = graph.degrees(self._store, self._editorial.declared)
        asked = [(typing, each) for each in classes if classes[each] for typing in self._typing]
        found = graph.subjects(self._store, asked) if asked else {}
        return frozenset(entity for entities in found.values() for entity in entities)


def stated(params: Iterable[object], instance: Instance) -> Iterator[str]:
    """The predicate by which an instance goes on from step to step, where a parameter names it.

    Who asks for *x is below z* because *x is below y* and *y is below z* takes the predicate for
    transitive: what lies further up is no wrong answer, whatever axioms there are. A predicate that
    was mined, as by ``composite``, is not said to be so.
    """
    held = {(fact.subject, fact.predicate, fact.object) for fact in instance.facts if fact.holds}
    named = {value for value in params if isinstance(value, str) and terms.is_iri(value)}
    for fact in instance.facts:
        if fact.holds is None and fact.predicate in named:
            ways = (o for s, p, o in held if (s, p) == (fact.subject, fact.predicate))
            if any((middle, fact.predicate, fact.object) in held for middle in ways):
                yield fact.predicate
