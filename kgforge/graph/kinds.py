"""Types that a graph has beside its facts, counted, or made facts as well."""

from collections.abc import Iterable, Iterator
from typing import Final

from kgforge import files, temporaries, terms
from kgforge.graph import lookups
from kgforge.ontology import vocabulary
from kgforge.schema import Entry, Triple
from kgforge.stores import Store

_OF_ONTOLOGIES: Final = tuple(terms.PREFIXES[name] for name in ("owl", "rdf", "rdfs"))
_BATCH: Final = 1_000


def types_beside(store: Store, predicates: Iterable[str]) -> int:
    """How many types these predicates give beside the facts; what is a class by OWL is not typed.

    None of someone else's graph, which keeps nothing beside its facts.
    """
    return 0 if store.foreign else sum(1 for _ in _types(store, predicates))


def add_facts(store: Store) -> int:
    """Make facts of the types of all that facts are about, which also stay beside; how many.

    Raises as the store does.
    """
    with temporaries.Folder() as folder:
        path = folder / "types.jsonl"  # for the store is not written while it is read
        files.write_lines(path, _of_facts(store))
        found = files.read_lines(path, Triple, "load again")
        count = 0

        def entries() -> Iterator[Entry]:
            nonlocal count
            for batch in lookups.batches(found, _BATCH):
                count += len(batch)
                yield Entry(triples=tuple(batch), documents=0)

        store.add(entries())
        return count


def _of_facts(store: Store) -> Iterator[Triple]:
    """The types of what is subject or object of a fact."""
    known = vocabulary.shipped().type_predicates
    for batch in lookups.batches(_types(store, known), _BATCH):
        there = lookups.degrees(store, {one.subject for one in batch})
        yield from (one for one in batch if there.get(one.subject))


def _types(store: Store, predicates: Iterable[str]) -> Iterator[Triple]:
    wanted = set(predicates)
    for s, p, o in lookups.ask(store, "axioms"):
        if str(p) in wanted and not str(o).startswith(_OF_ONTOLOGIES):
            yield Triple(str(s), str(p), str(o))
