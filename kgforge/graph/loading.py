"""Load sources into a store, and account for every triple: stored, duplicate, or skipped."""

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import files, loaders, patterns, stores, terms
from kgforge.errors import AddressError, SourceError
from kgforge.graph import copying, coverage, origins, selection
from kgforge.graph.coverage import Coverage
from kgforge.graph.origins import Origin
from kgforge.loaders import LineLoader, NamingLoader
from kgforge.ontology import vocabulary
from kgforge.schema import ALL, Entry, ReadOptions, Sentence, Skip, Source, Triple
from kgforge.stores import Access, LineStore, Store

Progress = Callable[[str, int], None]
"""Called with the file being read and the triples read so far."""

_EXAMPLES: Final = 3
_LANGUAGES: Final = 3
"""Of all languages, so many are told of: those with most labels."""


class LoadOptions(Struct, frozen=True):
    """What is to be loaded, and how strictly."""

    read: ReadOptions = ReadOptions()
    predicates: frozenset[str] = frozenset()
    """Predicates to keep; empty: all."""
    limit: int | None = None
    """Stop after this many triples."""
    strict: bool = False
    """Whether a record that cannot be used stops the load."""
    licence: str | None = None
    """The sources' licence, where the loader knows none."""
    ontologies: tuple[str, ...] = ()
    """Files of ontologies, in RDF: their statements go beside the facts (``Entry.axioms``)."""
    types_from: tuple[str, ...] = ()
    """Source addresses of which the types and classes alone are taken, beside the facts."""


class Skipped(Struct, frozen=True):
    """A reason for which records were skipped, how often, and where first."""

    reason: str
    count: int
    first: tuple[str, ...]


class LoadReport(Struct, frozen=True):
    """What went in: ``read = stored + duplicate + skipped`` (triples that were skipped)."""

    store: str
    files: tuple[str, ...]
    """Each file with the name of its loader, as ``trex:sample.json``."""
    given: int
    """Of how many of them, the last ones, the ontology or the types alone were taken."""
    documents: int
    read: int
    stored: int
    duplicate: int
    skipped: tuple[Skipped, ...]
    skipped_triples: int
    labels: int
    sentences: int
    mentions: int
    pairs: int
    """Distinct pairs of a fact and a sentence that expresses it."""
    axioms_read: int
    """Statements of ontologies and given types that were read, and …"""
    axioms: int
    """… that the graph did not have yet."""
    changed: int
    """Literals whose form was made canonical."""
    facts: int
    """Facts in the graph after the load."""
    coverage: tuple[Coverage, ...] = ()
    """How the graph's entities and predicates are named after the load, in each language."""


class _Given(Struct, frozen=True):
    """What is put beside the facts: an ontology, or the types alone of a source."""

    origin: Origin
    types: bool = False


class _Tally:
    """Counts that grow while entries stream past."""

    def __init__(self) -> None:
        self.documents = 0
        self.read = 0
        self.skipped_triples = 0
        self.axioms = 0
        self.reasons: Counter[str] = Counter()
        self.first: dict[str, list[str]] = {}

    def skip(self, skip: Skip, origin: Origin) -> None:
        self.read += skip.triple
        self.skipped_triples += skip.triple
        self.reasons[skip.reason] += 1
        first = self.first.setdefault(skip.reason, [])
        if len(first) < _EXAMPLES:
            first.append(f"{origin.title}, {skip.where}")

    def skipped(self) -> tuple[Skipped, ...]:
        return tuple(
            Skipped(reason, count, tuple(self.first[reason]))
            for reason, count in sorted(self.reasons.items())
        )


def load(
    sources: Sequence[str],
    store: str,
    options: LoadOptions = LoadOptions(),  # noqa: B008 (frozen)
    progress: Progress | None = None,
    access: Access = stores.WRITE,
) -> LoadReport:
    """Load source addresses into the store at an address; the same source twice is as once.

    A source is a file, a folder, or another store, whose graph is then copied. Raises SourceError
    for a file that cannot be read (nothing of this load is stored then), and, when strict, for the
    first record that cannot be used.
    """
    found = [origin for address in sources for origin in origins.origins(address)]
    given = [
        *(_Given(Origin("rdf", path)) for path in options.ontologies),
        *(
            _Given(origin, types=True)
            for address in options.types_from
            for origin in origins.origins(address)
        ),
    ]
    if options.read.labels and not any(origin.name == "tsv" for origin in found):
        raise AddressError("files of labels (--labels) need a tsv: source, and none is given")
    asked = [*found, *(one.origin for one in given)]
    if store.rstrip("/") in {origin.address.rstrip("/") for origin in asked}:
        raise AddressError(f"{store} is both source and store: name another store")
    with stores.open(store, access) as graph:
        report = _load(found, graph, options, progress, given)
        named = tuple(_coverage(graph, options)) if report.facts else ()
        return msgspec.structs.replace(report, coverage=named)


def open_graph(
    address: str, access: Access = stores.READ, languages: Sequence[str] = ("en",)
) -> Store:
    """A graph to read: a store's address, or a source's, which is loaded into memory.

    Of a source the labels in these languages are kept.
    """
    found = origins.origins(address)
    if found[0].is_graph:
        return stores.open(address, access)
    graph = stores.open("oxigraph:", msgspec.structs.replace(access, mode="write"))
    _load(found, graph, LoadOptions(ReadOptions(languages=tuple(languages))), None)
    return graph


def _load(
    found: Sequence[Origin],
    graph: Store,
    options: LoadOptions,
    progress: Progress | None,
    given: Sequence["_Given"] = (),
) -> LoadReport:
    tally = _Tally()
    before = counts(graph)
    whole = options.limit is None and not options.predicates
    taker = graph if whole and isinstance(graph, LineStore) else None
    entries = _entries(found, options, taker, tally, progress)
    if not whole:
        entries = selection.with_labels_of_kept(entries)
    changed = graph.add(itertools.chain(entries, _axioms(given, options, tally, progress)))
    after = counts(graph)
    grown = {name: after[name] - before[name] for name in after}
    return LoadReport(
        store=graph.address,
        files=tuple(
            f"{origin.name}:{origin.title}" for origin in (*found, *(one.origin for one in given))
        ),
        given=len(given),
        documents=tally.documents,
        read=tally.read,
        stored=grown["facts"],
        duplicate=tally.read - tally.skipped_triples - grown["facts"],
        skipped=tally.skipped(),
        skipped_triples=tally.skipped_triples,
        labels=grown["labels"],
        sentences=grown["sentences"],
        mentions=grown["mentions"],
        pairs=grown["pairs"],
        axioms_read=tally.axioms,
        axioms=grown["axioms"],
        changed=changed,
        facts=after["facts"],
    )


def _coverage(graph: Store, options: LoadOptions) -> Iterator[Coverage]:
    """How what is in the graph is named, in the languages asked for."""
    languages = [one.lower() for one in options.read.languages]
    if ALL in languages:
        languages = [one for one, _ in coverage.languages(graph)[:_LANGUAGES]]
    return coverage.coverage(graph, dict.fromkeys(languages), vocabulary.shipped().label)


def counts(graph: Store) -> Counter[str]:
    """How much a graph holds: ``facts``, ``labels``, ``sentences``, ``mentions``, ``pairs``,
    ``axioms``.
    """
    rows = graph.query(patterns.lookup("counts", graph.language), {})
    return Counter({str(name): int(count or 0) for name, count in rows})


def _entries(
    found: Sequence[Origin],
    options: LoadOptions,
    taker: LineStore | None,
    tally: _Tally,
    progress: Progress | None,
) -> Iterator[Entry]:
    for path in map(Path, options.read.labels):
        yield _source(path, options.licence)
    for origin in found:
        if options.limit is not None and tally.read >= options.limit:
            return
        for entry in _read(origin, options, taker, tally):
            checked = _checked(entry, origin, options, tally)
            if progress:
                progress(origin.title, tally.read)
            yield checked
            # A graph ends its facts by itself, and then gives their names.
            if options.limit is not None and tally.read >= options.limit and not origin.is_graph:
                yield from _beside_facts(origin, options, tally)
                return


def _beside_facts(origin: Origin, options: LoadOptions, tally: _Tally) -> Iterator[Entry]:
    """The files of labels, which come after the facts of which no more are wanted."""
    loader = loaders.load("tsv")
    assert isinstance(loader, NamingLoader)
    for entry in loader.beside(options.read):
        yield _checked(entry, origin, options, tally)


def _axioms(
    given: Sequence[_Given], options: LoadOptions, tally: _Tally, progress: Progress | None
) -> Iterator[Entry]:
    """Entries without facts: what would be facts of an ontology or source are axioms."""
    kinds = _kinds() if any(one.types for one in given) else frozenset()
    for one in given:
        for entry in _whole(one.origin, options, kinds if one.types else frozenset()):
            yield _beside(entry, one, kinds, options, tally)
            if progress:
                progress(one.origin.title, tally.axioms)


def _kinds() -> frozenset[str]:
    """The predicates that say of what type something is, or below which class."""
    shipped = vocabulary.shipped()
    return frozenset((*shipped.type_predicates, *shipped.subclass_predicates))


def _whole(origin: Origin, options: LoadOptions, predicates: frozenset[str]) -> Iterator[Entry]:
    """What a source holds, of a graph the facts and axioms of some predicates."""
    everything = LoadOptions(read=options.read, predicates=predicates, licence=options.licence)
    return _read(origin, everything, None, _Tally())


def _beside(
    entry: Entry, given: _Given, kinds: frozenset[str], options: LoadOptions, tally: _Tally
) -> Entry:
    """An entry's facts as axioms, without what cannot be stored."""
    for skip in entry.skipped:
        _skip(msgspec.structs.replace(skip, triple=False), given.origin, options, tally)
    found = (*entry.triples, *entry.axioms)
    wanted = [one for one in found if not given.types or one.predicate in kinds]
    tally.axioms += len(wanted)
    kept = tuple(one for one in wanted if _is_storable(one, given.origin, options, tally))
    return Entry(labels=() if given.types else entry.labels, sources=entry.sources, axioms=kept)


def _is_storable(axiom: Triple, origin: Origin, options: LoadOptions, tally: _Tally) -> bool:
    valid = all(map(terms.is_valid, (axiom.subject, axiom.predicate, axiom.object)))
    if not valid:
        where = f"{axiom.subject} {axiom.predicate} {axiom.object}"
        _skip(Skip("not a valid IRI", where), origin, options, tally)
    return valid


def _read(
    origin: Origin, options: LoadOptions, taker: LineStore | None, tally: _Tally
) -> Iterator[Entry]:
    if origin.is_graph:
        with stores.open(origin.address) as graph:
            room = None if options.limit is None else options.limit - tally.read
            yield from copying.entries(graph, options.predicates, options.read.languages, room)
        return
    loader = loaders.load(origin.name)
    path, licence = origin.path, options.licence or loader.LICENCE
    if taker is not None and isinstance(loader, LineLoader) and loader.is_lines(path):
        files.head(path, 1)  # raises where the file cannot be read, in words that fit
        with ThreadPoolExecutor(1) as thread:  # hashing takes no time from the store that reads
            hashed = thread.submit(_source, path, licence)
            taken = taker.take(path, loader.ASIDE)
        tally.read += taken.triples
        yield hashed.result()
        yield from loader.read_rest(path, taken.rest, options.read)
    else:
        yield _source(path, licence)
        yield from loader.read(path, options.read)


def _source(path: Path, licence: str | None) -> Entry:
    return Entry(sources=(Source(path.name, files.sha256(path), licence),), documents=0)


def _checked(entry: Entry, origin: Origin, options: LoadOptions, tally: _Tally) -> Entry:
    """The entry without what cannot be stored or was not asked for, each counted."""
    tally.documents += entry.documents
    for skip in entry.skipped:
        _skip(skip, origin, options, tally)
    room = None if options.limit is None else max(0, options.limit - tally.read)
    kept = tuple(_storable(entry.triples[:room], origin, options, tally))
    tally.read += len(kept)
    if len(kept) == len(entry.triples):
        return entry
    return msgspec.structs.replace(
        entry, triples=kept, sentences=tuple(_expressing(entry.sentences, frozenset(kept)))
    )


def _skip(skip: Skip, origin: Origin, options: LoadOptions, tally: _Tally) -> None:
    if options.strict:
        raise SourceError(f"{origin.rest}: {skip.where}: {skip.reason} (--strict)")
    tally.skip(skip, origin)


def _storable(
    triples: Iterable[Triple], origin: Origin, options: LoadOptions, tally: _Tally
) -> Iterator[Triple]:
    for triple in triples:
        if options.predicates and triple.predicate not in options.predicates:
            tally.skip(Skip("predicate not asked for", triple.predicate, triple=True), origin)
        elif not all(map(terms.is_valid, (triple.subject, triple.predicate, triple.object))):
            where = f"{triple.subject} {triple.predicate} {triple.object}"
            _skip(Skip("not a valid IRI", where, triple=True), origin, options, tally)
        else:
            yield triple


def _expressing(sentences: Iterable[Sentence], kept: frozenset[Triple]) -> Iterator[Sentence]:
    for sentence in sentences:
        mentions = tuple(mention for mention in sentence.mentions if mention.fact in kept)
        if mentions:
            yield msgspec.structs.replace(sentence, mentions=mentions)
