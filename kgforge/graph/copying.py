"""A stored graph as the entries of a source, to copy it into another store.

Everything of a graph that kgforge loaded is read: facts, names in all languages, sentences with
their mentions, ontologies, and the files it was loaded from. Of someone else's endpoint the facts,
and the names of what is in them in the languages asked for.
"""

from collections.abc import Collection, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Final, Literal, cast

import pyoxigraph as ox

from kgforge import negatives, terms
from kgforge.errors import AddressError
from kgforge.graph import lookups
from kgforge.negatives import Assertions
from kgforge.patterns import Row
from kgforge.schema import ALL, Aside, Entry, Label, Mention, Sentence, Triple
from kgforge.stores import BulkStore, LineStore, Store

_BATCH: Final = 1000
"""Rows in one entry."""


def entries(
    store: Store,
    predicates: Collection[str] = (),
    languages: Iterable[str] = (),
    limit: int | None = None,
) -> Iterator[Entry]:
    """The graph in a store, as entries of no document.

    *predicates* empty: all; *limit*: the most facts to read; names and
    sentences have no limit.
    """
    named: set[str] = set()
    facts = islice(_triples(store, sorted(predicates)), limit)
    for triples in lookups.batches(facts, _BATCH):
        if store.foreign:
            named.update(term for triple in triples for term in _entities(triple))
        yield Entry(triples=triples, documents=0)
    if store.foreign:
        yield from _foreign_names(store, named, languages)
        return
    for labels in lookups.batches(map(_label, lookups.ask(store, "names")), _BATCH):
        yield Entry(labels=labels, documents=0)
    for sentences in lookups.batches(_sentences(store, frozenset(predicates)), _BATCH):
        yield Entry(sentences=sentences, documents=0)
    yield from _beside(store, frozenset(predicates))
    yield Entry(sources=lookups.sources(store), documents=0)


def whole(store: Store, copy: Store, folder: Path) -> Iterator[Entry]:
    """All of a graph of ours as it stands, while *copy* adds it; facts pass through no Python.

    *folder* is for a file of them, which the store writes while all else is read.
    """
    file = folder / "facts.nt"
    with ThreadPoolExecutor(1) as thread:
        written = thread.submit(_write_facts, store, copy, file)
        for labels in lookups.batches(map(_label, lookups.ask(store, "names")), _BATCH):
            yield Entry(labels=labels, documents=0)
        for sentences in lookups.batches(_sentences(store, frozenset()), _BATCH):
            yield Entry(sentences=sentences, documents=0)
        axioms = (Triple(*map(str, row)) for row in lookups.ask(store, "axioms"))
        for some in lookups.batches(axioms, _BATCH):
            yield Entry(axioms=some, documents=0)
        yield Entry(sources=lookups.sources(store), loads=lookups.loads(store), documents=0)
        taker = written.result()
    facts = _read(taker.take(file, Aside()).rest) if taker else _triples(store, [])
    for triples in lookups.batches(facts, _BATCH):
        yield Entry(triples=triples, documents=0)


def _write_facts(store: Store, copy: Store, file: Path) -> LineStore | None:
    """Let the store write its facts for *copy* to take by itself; None where either cannot."""
    if isinstance(store, BulkStore) and isinstance(copy, LineStore) and store.write_facts(file):
        return copy
    return None


def _read(file: Path) -> Iterator[Triple]:
    """The facts of a file of N-Triples; those with blank nodes are none, as in stores' rows."""
    for quad in ox.parse(path=str(file), format=ox.RdfFormat.N_TRIPLES, lenient=True):
        s, p, o = quad.subject, quad.predicate, quad.object
        if isinstance(s, ox.NamedNode) and isinstance(o, ox.NamedNode | ox.Literal):
            yield Triple(s.value, p.value, _term(o))


def _term(found: ox.NamedNode | ox.Literal) -> str:
    if isinstance(found, ox.NamedNode):
        return found.value
    language = found.language or ""
    return terms.literal(found.value, datatype=found.datatype.value, language=language)


def _triples(store: Store, predicates: list[str]) -> Iterator[Triple]:
    if not predicates:
        asked = [lookups.ask(store, "facts")]
    else:
        size = 1 if store.foreign else lookups.BATCH
        asked = [
            lookups.ask(store, "statements", predicates=batch)
            for batch in lookups.batches(predicates, size)
        ]
    return (Triple(*map(str, row)) for rows in asked for row in rows)


def _beside(store: Store, predicates: frozenset[str]) -> Iterator[Entry]:
    """What lies beside the facts: axioms, and then what is verified as false."""
    false = Assertions()
    for axioms in lookups.batches(_axioms(store, predicates, false), _BATCH):
        yield Entry(axioms=axioms, documents=0)
    found = (Triple(*one) for one in false.found())
    wanted = (one for one in found if not predicates or one.predicate in predicates)
    for some in lookups.batches(wanted, _BATCH):
        yield Entry(negatives=some, documents=0)


def _axioms(store: Store, predicates: frozenset[str], false: Assertions) -> Iterator[Triple]:
    """The axioms of some predicates, or all; those that are parts of assertions are gathered."""
    for s, p, o in lookups.ask(store, "axioms"):
        if negatives.belongs(str(p), str(o)):
            false.add(str(s), str(p), str(o))
        elif not predicates or p in predicates:
            yield Triple(str(s), str(p), str(o))


def _entities(triple: Triple) -> Iterator[str]:
    for term in (triple.subject, triple.predicate, triple.object):
        if not terms.is_literal(term):
            yield term


def _foreign_names(store: Store, named: set[str], languages: Iterable[str]) -> Iterator[Entry]:
    for language in languages:
        if language.lower() == ALL:
            raise AddressError(
                f"{store.address}: labels of an endpoint are asked for language by language: name "
                "them, as in --languages en,de"
            )
        for batch in lookups.batches(sorted(named)):
            found = lookups.ask(store, "labels", entities=batch, language=language.lower())
            yield Entry(labels=tuple(map(_label, found)), documents=0)


def _label(row: Row) -> Label:
    entity, language, kind, text = map(str, row)
    return Label(entity, cast(Literal["label", "alias", "description"], kind), text, language)


def _sentences(store: Store, predicates: frozenset[str]) -> Iterator[Sentence]:
    """Each sentence, and then each with one mention: those of one name are one in every store."""
    if not predicates:
        for sentence, text, source in lookups.ask(store, "passages"):
            yield Sentence(str(sentence), str(text), str(source))
    for row in lookups.ask(store, "mentions"):
        found = _mention(row)
        if not predicates or found.mentions[0].fact.predicate in predicates:
            yield found


def _mention(row: Row) -> Sentence:
    sentence, text, source, s, p, o, *offsets = row
    start, end, object_start, object_end = (int(offset or 0) for offset in offsets)
    mention = Mention(
        Triple(str(s), str(p), str(o)),
        None if start < 0 else (start, end),
        None if object_start < 0 else (object_start, object_end),
    )
    return Sentence(str(sentence), str(text), str(source), (mention,))
