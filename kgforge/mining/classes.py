"""Of which classes of ontologies the entities of a graph are, through the classes below them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from kgforge import graph, patterns
from kgforge.graph import Walk
from kgforge.mining import parameters
from kgforge.schema import Mapped
from kgforge.stores import Store

Classes = Mapping[str, tuple[str, ...]]
"""Each entity's classes, by code point; entities without any are absent."""


class Kinds:
    """The classes of some ontologies in a graph, with all that lies below them."""

    def __init__(self, store: Store, mapped: Sequence[Mapped], types: Iterable[str]) -> None:
        """*types* are the predicates that link an entity to its class."""
        self._store = store
        self._types = tuple(sorted(types))
        starts = {match.iri for one in mapped for match in one.classes.matches}
        below = Walk.of(self._narrower).reached(starts)
        self._classes: dict[str, dict[str, set[str]]] = {}
        for one in mapped:
            held = self._classes.setdefault(one.ontology, defaultdict(set))
            for match in one.classes.matches:
                for kind in {match.iri, *below.get(match.iri, ())}:
                    held[kind].add(match.term)

    def of(self, entities: Iterable[str]) -> Mapping[str, Classes]:
        """By ontology, of which of its classes each entity is an instance."""
        found: dict[str, set[str]] = defaultdict(set)
        for batch in graph.batches(sorted(set(entities))):
            for entity, kind in graph.ask(self._store, "kinds", entities=batch, type=self._types):
                found[str(entity)].add(str(kind))
        return {name: _of(found, classes) for name, classes in self._classes.items()}

    def _narrower(self, classes: Collection[str]) -> Mapping[str, Iterable[str]]:
        query = patterns.read_query("narrower", self._store.language)
        found: dict[str, list[str]] = defaultdict(list)
        for batch in graph.batches(sorted(classes)):
            values = parameters.resolve(query, self._store, inherited={"classes": batch})
            for above, below in self._store.query(query, values):
                found[str(above)].append(str(below))
        return found


def _of(found: Mapping[str, set[str]], classes: Mapping[str, set[str]]) -> Classes:
    terms = {
        entity: {term for kind in kinds for term in classes.get(kind, ())}
        for entity, kinds in found.items()
    }
    return {entity: tuple(sorted(held)) for entity, held in terms.items() if held}
