"""Types that a graph has beside its facts, counted, or made facts as well."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final

from kgforge import files, temporaries, terms
from kgforge.graph import axioms, lookups
from kgforge.ontology import Entailment, Implying, Vocabulary, bookkeeping, vocabulary
from kgforge.schema import Entry, Triple
from kgforge.stores import Store

_DISJOINT: Final = terms.PREFIXES["owl"] + "disjointWith"
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


def add_traits(store: Store, own: Vocabulary) -> int:
    """Add the axioms by which predicates are symmetric or transitive as others are; count them.

    Their inverses are, and what is the same, by the graph's *own* axioms. Raises as the store does.
    """
    known = {
        *((one, vocabulary.SYMMETRIC) for one in own.symmetric_predicates),
        *((one, vocabulary.TRANSITIVE) for one in own.transitive_predicates),
    }
    stated = own.links
    new = [
        Triple(predicate, vocabulary.TYPE, trait)
        for predicate, trait in sorted(known)
        if trait not in stated.get((predicate, vocabulary.TYPE), ())
    ]
    if new:
        store.add([Entry(axioms=tuple(new), documents=0)])
    return len(new)


def add_implied(store: Store, own: Vocabulary) -> int:
    """Make facts of the types that the ontology's domains and ranges imply; count the new ones.

    Those of what the facts imply, too: of superproperties, inverses and the like.

    Only of what has no other type, and only where no types stand beside the facts. Of a predicate
    with several domains nothing is taken: ``kgforge.ontology`` reads them as alternatives. Nor of
    what would be of two disjoint classes. Raises as the store does.
    """
    ends, disjoint = _ends(store, own)
    type_predicates = vocabulary.shipped().type_predicates
    if not ends or types_beside(store, type_predicates):
        return 0
    implied: dict[str, set[str]] = defaultdict(set)
    for batch in lookups.batches(sorted({end.predicate for end in ends})):
        for s, p, o in lookups.ask(store, "statements", predicates=batch):
            for is_object, entity in ((False, str(s)), (True, str(o))):
                kinds = ends.get(Implying(str(p), reversed=is_object))
                if kinds and not terms.is_literal(entity):
                    implied[entity].update(kinds)
    stated: set[tuple[str, str]] = set()
    for predicate in lookups.type_predicates(store, type_predicates):
        for s, p, o in lookups.ask(store, "statements", predicates=(predicate,)):
            if p != vocabulary.TYPE or str(o) not in implied.get(str(s), ()):
                implied.pop(str(s), None)
            else:
                stated.add((str(s), str(o)))
    types = [
        Triple(entity, vocabulary.TYPE, kind)
        for entity, kinds in sorted(implied.items())
        if not any(frozenset(pair) in disjoint for pair in combinations(sorted(kinds), 2))
        for kind in sorted(kinds)
        if (entity, kind) not in stated
    ]
    store.add(Entry(triples=batch, documents=0) for batch in lookups.batches(types, _BATCH))
    return len(types)


def _ends(
    store: Store, own: Vocabulary
) -> tuple[dict[Implying, frozenset[str]], set[frozenset[str]]]:
    """Return the classes at the ends of the facts' predicates, and the disjoint pairs."""
    ends = Entailment(own).ends
    there = {str(one) for (one,) in lookups.ask(store, "predicates")} if ends else set()
    named = {
        end: frozenset(filter(_is_class, kinds))
        for end, kinds in ends.items()
        if end.predicate in there
    }
    disjoint = axioms.by_predicates(store, [_DISJOINT]) if named else ()
    return named, {frozenset((one.subject, one.object)) for one in disjoint}


def _is_class(iri: str) -> bool:
    """Return whether an IRI can be the class of an entity."""
    return not (iri.startswith((terms.BLANK, terms.XSD)) or bookkeeping.shipped().is_class(iri))


def _of_facts(store: Store) -> Iterator[Triple]:
    """The types of what is subject or object of a fact."""
    known = vocabulary.shipped().type_predicates
    for batch in lookups.batches(_types(store, known), _BATCH):
        there = lookups.degrees(store, {one.subject for one in batch})
        yield from (one for one in batch if there.get(one.subject))


def _types(store: Store, predicates: Iterable[str]) -> Iterator[Triple]:
    wanted, schema = set(predicates), bookkeeping.shipped()
    for s, p, o in lookups.ask(store, "axioms"):
        if str(p) in wanted and not schema.is_class(str(o)):
            yield Triple(str(s), str(p), str(o))
