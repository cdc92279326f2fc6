"""What kgforge asks of a graph: each question is a file of ``lookup/``, asked in batches."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, TypeVar

from kgforge import negatives, patterns, terms
from kgforge.graph.walk import Walk
from kgforge.patterns import Row, Value
from kgforge.schema import Evidence, GraphId, Source
from kgforge.spans import Span
from kgforge.stores import Store

BATCH: Final = 1000
"""How many things make a batch, unless it is said."""

_MODULUS: Final = 1 << 256
_STRING: Final = terms.XSD + "string"
_T = TypeVar("_T")


def batches(things: Iterable[_T], size: int = BATCH) -> Iterator[tuple[_T, ...]]:
    """The things in runs of at most *size*, in order."""
    iterator = iter(things)
    while run := tuple(islice(iterator, size)):
        yield run


def graph_id(store: Store) -> GraphId:
    """Which graph a store holds: hash and number of facts, both None for a foreign endpoint."""
    return GraphId(None, None) if store.foreign else GraphId(*graph_hash(store))


def graph_hash(store: Store) -> tuple[str, int]:
    """The hash of a graph's facts, whatever their order, and their number.

    The sum, modulo 2**256, of the SHA-256 of each fact's line of canonical N-Triples
    (``<s> <p> o .`` and a newline, UTF-8), as 64 hexadecimal digits; zeros for an empty graph.
    Computed by the engine where its language has the question.
    """
    total, facts = _total(store, "digest", _fact_lines(store))
    return f"{total % _MODULUS:064x}", facts


def _total(store: Store, question: str, lines: Iterable[str]) -> tuple[int, int]:
    """The sum of the numbers of some lines, and how many there are.

    The engine answers the *question* where its language has it; else the lines are read.
    """
    if patterns.has_lookup(question, store.language):
        return _summed(store, question)
    total = count = 0
    for line in lines:
        total += int.from_bytes(hashlib.sha256(f"{line}\n".encode()).digest())
        count += 1
    return total, count


def _summed(store: Store, question: str) -> tuple[int, int]:
    """The sums of each word of 64 bits, the most significant first, put together."""
    [row] = ask(store, question)
    *words, count = map(patterns.integer, row)
    return sum(word << 64 * place for place, word in enumerate(reversed(words))), count


def _fact_lines(store: Store) -> Iterator[str]:
    for s, p, o in ask(store, "facts"):
        written = o if terms.is_literal(str(o)) else f"<{o}>"
        yield f"<{s}> <{p}> {written} ."


def beside_hash(store: Store) -> str | None:
    """The hash of what stands beside a graph's facts, whatever its order; None for a foreign one.

    Names, sentences, mentions of facts in them, and axioms: all that words a benchmark. The sum, as
    in ``graph_hash``, over a line for each: its kind and its fields, parted by U+001F.
    """
    if store.foreign:
        return None
    total = sum(_total(store, f"digest_{name}", _beside(store, name))[0] for name in _BESIDE)
    return f"{total % _MODULUS:064x}"


def _beside(store: Store, name: str) -> Iterator[str]:
    for row in ask(store, name):
        yield _PARTED.join((name, *map(str, _BESIDE[name](row))))


_PARTED: Final = "\x1f"
_BESIDE: Final[dict[str, Callable[[Row], Row]]] = {
    "names": lambda row: row,
    "passages": lambda row: row,
    "mentions": lambda row: (row[0], *row[3:]),  # the sentence is a passage
    "axioms": lambda row: row,
}
"""The questions whose answers stand beside the facts, and which of their columns count."""


def sources(store: Store) -> tuple[Source, ...]:
    """The files that the graph was loaded from, by name and hash; an unknown licence is None."""
    found = {tuple(map(str, row)) for row in ask(store, "sources")}
    return tuple(Source(file, sha256, licence or None) for file, sha256, licence in sorted(found))


def loads(store: Store) -> tuple[str, ...]:
    """How the graph was loaded (``graph.recipe``), by code point.

    Nothing for a foreign endpoint's, and for what version 0.5 or older loaded.
    """
    return () if store.foreign else tuple(sorted(str(one) for (one,) in ask(store, "loads")))


def objects(
    store: Store, questions: Iterable[tuple[str, str]]
) -> dict[tuple[str, str], tuple[str, ...]]:
    """All objects of each (subject, predicate), by code point."""
    return _pairs(store, "objects", questions)


def false_objects(
    store: Store, questions: Iterable[tuple[str, str]]
) -> dict[tuple[str, str], tuple[str, ...]]:
    """What each (subject, predicate) is verified not to have, by code point.

    Someone else's graph has no place for that.
    """
    if store.foreign:
        return {}
    words = {"source": negatives.SUBJECT, "property": negatives.PREDICATE}
    return _pairs(store, "negatives", questions, **words, targets=negatives.OBJECTS)


def contradicted(store: Store, questions: Collection[tuple[str, str]]) -> int:
    """How many facts of some subjects and predicates are verified as false as well."""
    false = false_objects(store, questions) if questions else {}
    true = objects(store, false)
    return sum(len({*true.get(one, ())}.intersection(found)) for one, found in false.items())


def links(
    store: Store, entities: Iterable[str], predicates: Collection[str]
) -> dict[tuple[str, str], tuple[str, ...]]:
    """The objects of entities by some predicates, by (entity, predicate), by code point.

    Of a literal, and of what has none, nothing is said.
    """
    asked = {one for one in entities if not terms.is_literal(one)} if predicates else ()
    wanted = tuple(sorted(predicates))
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for batch in batches(sorted(asked), store.batch):
        for s, p, o in ask(store, "links", entities=batch, predicates=wanted):
            found[str(s), str(p)].append(str(o))
    return {pair: tuple(sorted(objects)) for pair, objects in found.items()}


def subjects(
    store: Store, questions: Iterable[tuple[str, str]]
) -> dict[tuple[str, str], tuple[str, ...]]:
    """All subjects of each (predicate, object), by code point."""
    return _pairs(store, "subjects", questions)


def crowded(
    store: Store, questions: Iterable[tuple[str, str]], most: int
) -> frozenset[tuple[str, str]]:
    """Each (predicate, object) that has more subjects than so many; the engine counts them."""
    return frozenset(
        (str(p), str(o))
        for batch in batches(sorted(set(questions)), store.batch)
        for p, o, count in ask(store, "crowds", questions=batch)
        if patterns.integer(count) > most
    )


def _pairs(
    store: Store, lookup: str, questions: Iterable[tuple[str, str]], **others: Value
) -> dict[tuple[str, str], tuple[str, ...]]:
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for batch in batches(sorted(set(questions)), store.batch):
        for one, other, answer in ask(store, lookup, questions=batch, **others):
            found[str(one), str(other)].add(str(answer))
    return {question: tuple(sorted(answers)) for question, answers in found.items()}


def type_predicates(store: Store, known: Iterable[str]) -> tuple[str, ...]:
    """Those of the known type predicates that the graph has, by code point.

    Of someone else's graph, which may be too large to be asked what it has, all.
    """
    wanted = set(known)
    if not store.foreign:
        wanted &= {str(found) for (found,) in ask(store, "predicates")}
    return tuple(sorted(wanted))


def classes(
    store: Store, found: Iterable[str], predicates: Sequence[str]
) -> dict[str, frozenset[str]]:
    """What the type predicates say of each entity; of a literal its datatype, or its language."""
    wanted = set(found)
    said: dict[str, frozenset[str]] = dict.fromkeys(wanted, frozenset())
    for (entity, _), types in links(store, wanted, predicates).items():
        said[entity] = said[entity].union(types)
    for literal in filter(terms.is_literal, wanted):
        parsed = terms.parse_literal(literal)
        said[literal] = frozenset({parsed.language or parsed.datatype or _STRING})
    same: dict[frozenset[str], frozenset[str]] = {}  # few differ, and each is kept once
    return {term: same.setdefault(types, types) for term, types in said.items()}


def closure(store: Store, *predicates: str) -> Walk:
    """What entities reach by steps of one of some predicates, be it whichever."""
    return Walk(predicates, lambda entities: links(store, entities, predicates))


def degrees(store: Store, entities: Iterable[str]) -> dict[str, int]:
    """The degree of each entity: its distinct facts, as subject or object."""
    return {
        str(entity): patterns.integer(degree)
        for batch in batches(sorted(set(entities)), store.batch)
        for entity, degree in ask(store, "degrees", entities=batch)
    }


def evidence(
    store: Store, facts: Iterable[tuple[str, str, str]]
) -> dict[tuple[str, str, str], tuple[Evidence, ...]]:
    """The sentences that express each fact, by source, then text."""
    found: dict[tuple[str, str, str], set[tuple[str, str]]] = defaultdict(set)
    for batch in batches(sorted(set(facts)), store.batch):
        for s, p, o, text, source in ask(store, "evidence", facts=batch):
            found[str(s), str(p), str(o)].add((str(source), str(text)))
    return {
        fact: tuple(Evidence(text, source) for source, text in sorted(sentences))
        for fact, sentences in found.items()
    }


def located(
    store: Store, facts: Iterable[tuple[str, str, str]]
) -> dict[tuple[str, str, str, str], tuple[tuple[Span, Span], ...]]:
    """Where sentences name each fact's subject and object, by fact and text, as it was stored.

    A span that is not known is (-1, -1).
    """
    found: dict[tuple[str, str, str, str], set[tuple[Span, Span]]] = defaultdict(set)
    for batch in batches(sorted(set(facts)), store.batch):
        for s, p, o, text, *places in ask(store, "located", facts=batch):
            a, b, c, d = map(patterns.integer, places)
            found[str(s), str(p), str(o), str(text)].add(((a, b), (c, d)))
    return {key: tuple(sorted(spans)) for key, spans in found.items()}


def expressed(store: Store) -> Iterator[tuple[str, str, str]]:
    """Each sentence with the subject and object of a fact that it expresses, in no order."""
    for row in ask(store, "mentions"):
        yield str(row[1]), str(row[3]), str(row[5])


def ask(store: Store, lookup: str, **parameters: Value) -> Iterator[Row]:
    """The rows of one question of ``lookup/``."""
    return store.query(patterns.lookup(lookup, store.language), parameters)


def counts(store: Store) -> Counter[str]:
    """How much a graph holds, by kind.

    The kinds are ``facts``, ``labels``, ``sentences``, ``mentions``, ``pairs``, ``axioms``, and
    among these ``negatives``, of so many statements each (``negatives.SIZE``).
    """
    rows = store.query(patterns.lookup("counts", store.language), {})
    return Counter({str(name): int(count or 0) for name, count in rows})
