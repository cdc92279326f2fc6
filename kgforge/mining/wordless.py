"""Predicates that nothing names: of their instances no question can be told."""

from collections.abc import Iterable

from kgforge import graph, paths, terms
from kgforge.ontology import Vocabulary, vocabulary
from kgforge.schema import Instance
from kgforge.stores import Store


def used(instances: Iterable[Instance]) -> frozenset[str]:
    """The predicates of instances, be they of one fact or of a chain."""
    return frozenset(
        hop
        for instance in instances
        for fact in instance.facts
        for hop in paths.hops(fact.predicate)
    )


def unnamed(
    store: Store, predicates: Iterable[str], axioms: Vocabulary, language: str
) -> tuple[str, ...]:
    """Those that neither the graph nor an ontology names, as a person writes them, by code point.

    Nor have they a local name that a person can read.
    """
    every = frozenset(predicates)
    spoken = vocabulary.spoken()
    named = graph.predicates(
        store,
        every,
        language,
        lambda iri: axioms.label(iri, language) or spoken.label(iri, language),
    )
    return tuple(map(terms.spelt, sorted(every - named.keys())))
