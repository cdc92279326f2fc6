"""Load sources into a store, and account for every triple: stored, duplicate, or skipped."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import msgspec
from msgspec import Struct

from kgforge import files, licences, loaders, negatives, stores, terms
from kgforge.errors import AddressError, RefusedError, SourceError
from kgforge.graph import copying, coverage, lookups, origins, recipe, selection
from kgforge.graph.options import LoadOptions
from kgforge.graph.origins import Found, Origin
from kgforge.graph.tallies import LoadReport, Tally
from kgforge.loaders import LineLoader, NamingLoader
from kgforge.ontology import vocabulary
from kgforge.schema import Entry, Sentence, Skip, Source, Triple
from kgforge.stores import Access, LineStore, Store

Progress = Callable[[str, int], None]
"""Called with the file being read and the triples read so far."""


class _Given(Struct, frozen=True):
    """What is put beside the facts: an ontology, or the types alone of a source."""

    origin: Origin
    types: bool = False


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
    first record that cannot be used; AddressError for what is no address, or no licence.
    """
    if options.licence is not None:
        options = msgspec.structs.replace(options, licence=licences.canonical(options.licence))
    with ExitStack() as room:
        found = [origins.find(address, room) for address in sources]
        given = [*_ontologies(options), *_types(options, room)]
        _check(store, found, given, options)
        with stores.open(store, access) as graph:
            report = _load(
                found, graph, options, progress, given, recipe.told(sources, options.read, options)
            )
            named = tuple(coverage.named_in(graph, options.read.languages)) if report.facts else ()
            return msgspec.structs.replace(report, coverage=named)


def _told(sources: Sequence[str], options: LoadOptions) -> tuple[str, ...]:
    return recipe.told(
        sources, options.read, options, beside=options.ontologies + options.types_from
    )


def _ontologies(options: LoadOptions) -> Iterator["_Given"]:
    return (_Given(Origin("rdf", path)) for path in options.ontologies)


def _types(options: LoadOptions, room: ExitStack) -> Iterator["_Given"]:
    for address in options.types_from:
        found = origins.find(address, room)
        yield from (_Given(origin, types=True) for origin in found.origins)


def _check(
    store: str, found: Sequence[Found], given: Sequence["_Given"], options: LoadOptions
) -> None:
    """Raise AddressError for what cannot be loaded together."""
    facts = [origin for one in found for origin in one.origins]
    if options.read.labels and not any(origin.name == "tsv" for origin in facts):
        raise AddressError("files of labels (--labels) need a tsv: source, and none is given")
    asked = [*facts, *(one.origin for one in given)]
    if store.rstrip("/") in {origin.address.rstrip("/") for origin in asked}:
        raise AddressError(f"{store} is both source and store: name another store")


def open_graph(
    address: str,
    access: Access = stores.READ,
    options: LoadOptions = LoadOptions(),  # noqa: B008 (frozen)
    memory: str = "oxigraph:",
) -> Store:
    """A graph to read: a store's address, or a source's, which is loaded into memory.

    *options* say how a source is loaded, *memory* into which store.
    """
    with ExitStack() as room:
        found = origins.find(address, room)
        if found.origins[0].is_graph:
            return stores.open(address, access)
        graph = stores.open(memory, msgspec.structs.replace(access, mode="write"))
        _load([found], graph, options, None, loads=_told([address], options))
        return graph


def is_source(address: str) -> bool:
    """Whether an address names a source, not a graph in a store. Raises as ``load``."""
    with ExitStack() as room:
        return not origins.find(address, room).origins[0].is_graph


def _load(
    found: Sequence[Found],
    graph: Store,
    options: LoadOptions,
    progress: Progress | None,
    given: Sequence["_Given"] = (),
    loads: tuple[str, ...] = (),
) -> LoadReport:
    tally = Tally()
    before, files_before = lookups.counts(graph), lookups.sources(graph)
    whole = options.limit is None and not options.predicates
    taker = graph if whole and isinstance(graph, LineStore) else None
    entries = _entries(found, options, taker, tally, progress)
    if not whole:
        entries = selection.with_labels_of_kept(entries)
    last = [Entry(loads=loads, documents=0)]
    every = itertools.chain(entries, _axioms(given, options, tally, progress), last)
    changed = graph.add(map(_as_axioms, every))
    after = lookups.counts(graph)
    grown = {name: after[name] - before[name] for name in after}
    return LoadReport(
        store=graph.address,
        files=tuple(_named(found, given, tally)),
        given=len(given),
        documents=tally.documents,
        read=tally.read,
        stored=grown["facts"],
        duplicate=tally.read - tally.skipped_triples - grown["facts"],
        skipped=tally.skipped.listed(),
        skipped_triples=tally.skipped_triples,
        labels=grown["labels"],
        sentences=grown["sentences"],
        mentions=grown["mentions"],
        pairs=grown["pairs"],
        axioms_read=tally.axioms,
        axioms=grown["axioms"] - grown["negatives"] * negatives.SIZE,
        changed=changed,
        facts=after["facts"],
        negatives=tally.negatives,
        left_out=tally.left_out.listed(),
        changed_files=tally.changed(files_before),
    )


def _named(found: Sequence[Found], given: Sequence["_Given"], tally: Tally) -> Iterator[str]:
    """The files that were read, each with its loader, those beside the facts last."""
    facts = (origin for one in found for origin in one.origins)
    for origin in (*facts, *(one.origin for one in given)):
        if origin not in tally.refused:
            yield f"{origin.name}:{origin.title}"


def _entries(
    found: Sequence[Found],
    options: LoadOptions,
    taker: LineStore | None,
    tally: Tally,
    progress: Progress | None,
) -> Iterator[Entry]:
    for path in map(Path, options.read.labels):
        yield _source(path, options.licence)
    labels = options.read.labels
    for one in found:
        before = tally.kept
        for where, reason in one.left_out:
            _leave(reason, where, options, tally)
        for origin in one.origins:
            if _is_full(options, tally):
                return
            # Labels lie beside all tables, and are read with the first.
            read = msgspec.structs.replace(options.read, named=origin.named, labels=labels)
            labels = () if origin.name == "tsv" else labels
            each = msgspec.structs.replace(options, read=read)
            for entry in _of(origin, each, taker, tally):
                checked = _checked(entry, origin, each, tally)
                if progress:
                    progress(origin.title, tally.read)
                yield checked
                # A graph ends its facts by itself, and then gives their names.
                if _is_full(options, tally) and not origin.is_graph:
                    yield from _beside_facts(origin, options, tally)
                    return
        tally.must_hold(one, before)


def _is_full(options: LoadOptions, tally: Tally) -> bool:
    return options.limit is not None and tally.read >= options.limit


def _of(
    origin: Origin, options: LoadOptions, taker: LineStore | None, tally: Tally
) -> Iterator[Entry]:
    """What a source holds; nothing of a folder's file of which it is not known what it holds."""
    try:
        yield from _read(origin, options, taker, tally)
    except RefusedError as error:
        if not origin.inside:
            raise
        tally.refused[origin] = str(error)
        _leave(error.reason, origin.title, options, tally)


def _leave(reason: str, where: str, options: LoadOptions, tally: Tally) -> None:
    if options.strict:
        raise SourceError(f"{where} is not read: {reason} (--strict)")
    tally.left_out.add(reason, where)


def _beside_facts(origin: Origin, options: LoadOptions, tally: Tally) -> Iterator[Entry]:
    """The files of labels, which come after the facts of which no more are wanted."""
    loader = loaders.load("tsv")
    assert isinstance(loader, NamingLoader)
    for entry in loader.names(options.read):
        yield _checked(entry, origin, options, tally)


def _axioms(
    given: Sequence[_Given], options: LoadOptions, tally: Tally, progress: Progress | None
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
    return _read(origin, everything, None, Tally())


def _beside(
    entry: Entry, given: _Given, kinds: frozenset[str], options: LoadOptions, tally: Tally
) -> Entry:
    """An entry's facts as axioms, without what cannot be stored."""
    for skip in entry.skipped:
        _skip(msgspec.structs.replace(skip, triple=False), given.origin, options, tally)
    found = (*entry.triples, *entry.axioms)
    wanted = [one for one in found if not given.types or one.predicate in kinds]
    tally.axioms += len(wanted)
    kept = tuple(one for one in wanted if _is_storable(one, given.origin, options, tally))
    if given.types:
        return Entry(sources=entry.sources, axioms=kept)
    false = tuple(_false(entry.negatives, given.origin, options, tally))
    return Entry(labels=entry.labels, sources=entry.sources, axioms=kept, negatives=false)


def _parts(triple: Triple) -> tuple[str, str, str]:
    return triple.subject, triple.predicate, triple.object


def _is_storable(axiom: Triple, origin: Origin, options: LoadOptions, tally: Tally) -> bool:
    valid = all(map(terms.is_valid, _parts(axiom)))
    if not valid:
        _skip(Skip("not a valid IRI", " ".join(_parts(axiom))), origin, options, tally)
    return valid


def _read(
    origin: Origin, options: LoadOptions, taker: LineStore | None, tally: Tally
) -> Iterator[Entry]:
    if origin.is_graph:
        with stores.open(origin.address) as graph:
            room = None if options.limit is None else options.limit - tally.read
            yield from copying.entries(graph, options.predicates, options.read.languages, room)
            known = () if options.predicates or options.limit else lookups.loads(graph)
            copied = recipe.command([origin.address], options.read, options)
            yield Entry(loads=known or (copied,), documents=0)
        return
    loader = loaders.load(origin.name)
    path, licence = origin.path, options.licence or loader.LICENCE
    if taker is not None and isinstance(loader, LineLoader) and loader.is_lines(path):
        files.head(path, 1)  # raises where the file cannot be read, in words that fit
        with ThreadPoolExecutor(1) as thread:  # hashing takes no time from the store that reads
            hashed = thread.submit(_source, path, licence)
            taken = taker.take(path, loader.aside(path))
        tally.read += taken.triples
        tally.kept += taken.triples
        yield hashed.result()
        yield from loader.read_rest(path, taken.rest, options.read)
    else:
        entries = loader.read(path, options.read)
        first = tuple(itertools.islice(entries, 1))  # a file that is refused is no source
        yield _source(path, licence)
        yield from itertools.chain(first, entries)


def _source(path: Path, licence: str | None) -> Entry:
    return Entry(sources=(Source(path.name, files.sha256(path), licence),), documents=0)


def _checked(entry: Entry, origin: Origin, options: LoadOptions, tally: Tally) -> Entry:
    """The entry without what cannot be stored or was not asked for, each counted."""
    tally.documents += entry.documents
    for skip in entry.skipped:
        _skip(skip, origin, options, tally)
    room = None if options.limit is None else max(0, options.limit - tally.read)
    kept = tuple(_storable(entry.triples[:room], origin, options, tally))
    false = tuple(_false(entry.negatives, origin, options, tally))
    tally.read += len(kept)
    tally.kept += len(kept) + len(false) + len(entry.axioms)
    tally.kept += 0 if options.predicates else len(entry.labels)
    if not origin.is_graph:
        tally.axioms += len(entry.axioms)
        tally.sources.extend(entry.sources)
    if len(kept) == len(entry.triples) and len(false) == len(entry.negatives):
        return entry
    sentences = tuple(_expressing(entry.sentences, frozenset(kept)))
    return msgspec.structs.replace(entry, triples=kept, negatives=false, sentences=sentences)


def _false(
    found: Iterable[Triple], origin: Origin, options: LoadOptions, tally: Tally
) -> Iterator[Triple]:
    """The statements verified as false that can be stored and were asked for."""
    for one in found:
        if options.asks(one.predicate) and _is_storable(one, origin, options, tally):
            tally.negatives += 1
            yield one


def _as_axioms(entry: Entry) -> Entry:
    """The entry with what is verified as false in OWL's words: so every store keeps it."""
    if not entry.negatives:
        return entry
    said = (
        Triple(*one) for false in entry.negatives for one in negatives.assertion(*_parts(false))
    )
    return msgspec.structs.replace(entry, axioms=(*entry.axioms, *said), negatives=())


def _skip(skip: Skip, origin: Origin, options: LoadOptions, tally: Tally) -> None:
    if options.strict and not skip.usual:
        raise SourceError(f"{origin.rest}: {skip.where}: {skip.reason} (--strict)")
    tally.skip(skip, origin)


def _storable(
    triples: Iterable[Triple], origin: Origin, options: LoadOptions, tally: Tally
) -> Iterator[Triple]:
    for triple in triples:
        if not options.asks(triple.predicate):
            tally.skip(Skip("predicate not asked for", triple.predicate, triple=True), origin)
        elif not all(map(terms.is_valid, _parts(triple))):
            where = " ".join(_parts(triple))
            _skip(Skip("not a valid IRI", where, triple=True), origin, options, tally)
        else:
            yield triple


def _expressing(sentences: Iterable[Sentence], kept: frozenset[Triple]) -> Iterator[Sentence]:
    for sentence in sentences:
        mentions = tuple(mention for mention in sentence.mentions if mention.fact in kept)
        if mentions:
            yield msgspec.structs.replace(sentence, mentions=mentions)
