"""Which predicates and classes of a graph an ontology's properties and classes stand for.

The IRIs of the published ontologies are not those of DBpedia or Wikidata. What an ontology names is
looked for in four ways, the first that finds anything deciding:

1. ``iri``: the graph has the very IRI.
2. ``id``: the local name is a Wikidata id, and the graph has ``wdt:P57`` or ``wd:Q5``.
3. ``local name``: the local names are equal; else, but for case and separators.
4. ``label``: a label here is a label there, but for case and separators.

Where one way finds several, all are kept, in code-point order.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from kgforge import terms
from kgforge.matching import unseparated
from kgforge.ontology.axioms import Class, Property
from kgforge.ontology.model import Ontology
from kgforge.schema import Match, Matches, Way
from kgforge.terms import PREFIXES

_ID: Final = re.compile(r"[PQ]\d+")


def map_properties(ontology: Ontology, predicates: Mapping[str, Sequence[str]]) -> Matches:
    """Match the relations of an ontology to a graph's *predicates*, an IRI with its labels."""
    return _matches(ontology.relations, predicates, PREFIXES["wdt"])


def map_classes(ontology: Ontology, classes: Mapping[str, Sequence[str]]) -> Matches:
    """Match the classes of an ontology to a graph's *classes*, an IRI with its labels."""
    return _matches(ontology.classes, classes, PREFIXES["wd"])


def _matches(
    things: Mapping[str, Property] | Mapping[str, Class],
    graph: Mapping[str, Sequence[str]],
    wikidata: str,
) -> Matches:
    index = _Index(graph, wikidata)
    found = {iri: index.matches(thing) for iri, thing in things.items()}
    return Matches(
        matches=tuple(match for matches in found.values() for match in matches),
        unmatched=tuple(iri for iri, matches in found.items() if not matches),
    )


class _Index:
    """A graph's IRIs by what they can be found by."""

    def __init__(self, graph: Mapping[str, Sequence[str]], wikidata: str) -> None:
        self._graph = graph
        self._wikidata = wikidata
        self._exact = _grouped((terms.local_name(iri), iri) for iri in graph)
        self._local = _grouped((unseparated(terms.local_name(iri)), iri) for iri in graph)
        self._labels = _grouped((unseparated(text), iri) for iri in graph for text in graph[iri])

    def matches(self, thing: Property | Class) -> tuple[Match, ...]:
        """What the first way that finds something finds."""
        for way, iris in self._ways(thing):
            if iris:
                return tuple(Match(thing.iri, iri, way) for iri in sorted(iris))
        return ()

    def _ways(self, thing: Property | Class) -> Iterator[tuple[Way, Iterable[str]]]:
        name = terms.local_name(thing.iri)
        yield "iri", {thing.iri} & self._graph.keys()
        if _ID.fullmatch(name):
            yield "id", {self._wikidata + name} & self._graph.keys()
        yield "local name", self._exact.get(name, ())
        yield "local name", self._local.get(unseparated(name), ())
        texts = {unseparated(text) for labels in thing.labels.values() for text in labels}
        yield "label", {iri for text in texts for iri in self._labels.get(text, ())}


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    groups: dict[str, set[str]] = {}
    for name, iri in pairs:
        groups.setdefault(name, set()).add(iri)
    return groups
