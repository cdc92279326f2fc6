"""What predicates are called, learnt from the graph and the ontologies, and kept."""

from collections.abc import Iterable, Mapping

from kgforge import graph, paths
from kgforge.ontology import Vocabulary
from kgforge.schema import Predicate
from kgforge.stores import Store


class Predicates:
    """The records of predicates that have a name, by IRI."""

    def __init__(
        self,
        store: Store,
        vocabulary: Vocabulary,
        language: str,
        kinds: Mapping[str, str],
        *,
        labels_only: bool = False,
    ) -> None:
        self._labels_only = labels_only
        self._store = store
        self._vocabulary = vocabulary
        self._language = language
        self._kinds = kinds
        self.known: dict[str, Predicate] = {}

    def learn(self, predicates: Iterable[str]) -> None:
        """Find the names of predicates: the graph's, the ontologies', or the local name."""
        language, vocabulary = self._language, self._vocabulary
        new = set(predicates) - self.known.keys()
        found = graph.predicates(
            self._store,
            new,
            language,
            lambda iri: vocabulary.label(iri, language),
            labels_only=self._labels_only,
        )
        for predicate, names in found.items():
            description = names.description or vocabulary.description(predicate, language) or ""
            kind = self._kinds.get(predicate, "")
            self.known[predicate] = Predicate(predicate, names.label, description, kind, names.by)

    def called(self, predicate: str) -> str:
        """What a predicate is called; empty for one without a name."""
        known = self.known.get(predicate)
        return known.label if known else ""

    def hops(self, predicate: str) -> tuple[tuple[str, str], ...]:
        """The predicates of a path, each with its label."""
        return tuple((hop, self.known[hop].label) for hop in paths.hops(predicate))

    def record(self, predicate: str) -> Predicate:
        """The record of a predicate; of a path one that is called by all its predicates."""
        if predicate in self.known:
            return self.known[predicate]
        return Predicate(predicate, " / ".join(label for _, label in self.hops(predicate)))
