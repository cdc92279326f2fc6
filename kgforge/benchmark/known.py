"""What is kept of a graph from one pattern of an export to the next."""

from kgforge import graph
from kgforge.benchmark.distractors import Match, Pools
from kgforge.benchmark.subjects import SubjectPools
from kgforge.graph import Book
from kgforge.ontology import Vocabulary
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
    ) -> None:
        self.book = Book(store, language, labels_only=labels_only)
        asked = store, self.book, graph.type_predicates(store, vocabulary.type_predicates)
        self.pools = Pools(*asked, seed, match)
        transitive = vocabulary.transitive_predicates.union(vocabulary.subclass_predicates)
        self.closure = graph.closure(store, *sorted(transitive))
        self.subject_pools = SubjectPools(*asked, seed, match, self.closure)
