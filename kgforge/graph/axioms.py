"""What a graph says of its predicates and classes, be it by facts or beside them."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from kgforge import terms
from kgforge.graph import lookups
from kgforge.ontology import Vocabulary, vocabulary
from kgforge.schema import Triple
from kgforge.stores import Store

_IDENTITIES: Final = 100_000
"""Of more links of identity than so many none is followed: they lead to other data sets."""


def stated_axioms(store: Store) -> Vocabulary:
    """Return the axioms of a graph by which facts follow from others.

    Someone else's graph, which may be too large to be asked what it has, is not asked.
    """
    return vocabulary.of_statements(() if store.foreign else _stated(store))


def _stated(store: Store) -> Iterator[Triple]:
    """Yield what a graph states of predicates, of classes that are the same, and of identity.

    With chains of properties go the cells of lists.
    """
    predicates = {str(found) for (found,) in lookups.ask(store, "predicates")}
    for statement in by_predicates(store, (*vocabulary.BY_PROPERTY, vocabulary.SAME_CLASS)):
        predicates.add(statement.subject)
        if statement.predicate in vocabulary.BETWEEN_PROPERTIES:
            predicates.add(statement.object)
        yield statement
    if chains := [*by_predicates(store, [vocabulary.CHAIN])]:
        yield from chains
        yield from by_predicates(store, [vocabulary.FIRST, vocabulary.REST])
    for batch in lookups.batches(sorted(predicates), store.batch):
        for one, kind in lookups.ask(store, "kinds", entities=batch, type=(vocabulary.TYPE,)):
            yield Triple(str(one), vocabulary.TYPE, str(kind))
    same = list(islice(by_predicates(store, [vocabulary.SAME]), _IDENTITIES + 1))
    yield from same if len(same) <= _IDENTITIES else ()


def by_predicates(store: Store, predicates: Sequence[str]) -> Iterator[Triple]:
    """Yield statements between IRIs by some predicates, be they facts or beside them."""
    for question in ("statements", "axioms_by"):
        for one, link, other in lookups.ask(store, question, predicates=tuple(predicates)):
            if terms.is_iri(str(other)):
                yield Triple(str(one), str(link), str(other))
