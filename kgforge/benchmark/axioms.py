"""The axioms beside the shipped ones: of the ontologies that were mined with, and of the graph.

By them facts follow that are no distractors. Nothing else of these ontologies is taken: the words
of a benchmark are of the shipped files and of ``--templates``.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from kgforge import graph, ontology
from kgforge.ontology import Vocabulary, vocabulary
from kgforge.schema import Triple, folders
from kgforge.stores import Store

_LINKS: Final = (vocabulary.TYPE, vocabulary.INVERSE, vocabulary.SUBPROPERTY)
"""What says of a predicate what follows by it."""


def of_mined(mined: Path) -> Vocabulary:
    """What the ontologies in RDF say that were given with ``mine --ontology``.

    As in mining, a file called JSON says nothing here. Raises OntologyError for one that cannot be
    read, and BenchmarkError for a link.
    """
    lying = sorted(path.name for path in (mined / ontology.FOLDER).glob("*"))
    paths = (folders.inside(mined, f"{ontology.FOLDER}/{name}") for name in lying)
    return vocabulary.read_only(path for path in paths if path.suffix != ".json")


def of_graph(store: Store) -> Vocabulary:
    """What a graph says of the predicates of its facts, be it beside these (``load --ontology``).

    Someone else's graph, which may be too large to be asked what it has, is not asked.
    """
    return vocabulary.of_statements(() if store.foreign else _stated(store))


def _stated(store: Store) -> Iterator[Triple]:
    predicates = sorted(str(found) for (found,) in graph.ask(store, "predicates"))
    for link in _LINKS:
        for batch in graph.batches(predicates, store.batch):
            for one, other in graph.ask(store, "kinds", entities=batch, type=(link,)):
                yield Triple(str(one), link, str(other))
