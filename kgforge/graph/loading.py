"""Load sources into a store, and account for every triple: stored, duplicate, or skipped."""

import itertools
import os
import re
from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import files, licences, loaders, negatives, spellings, stores, terms
from kgforge.errors import (
    AddressError,
    RefusedError,
    RereadError,
    SourceError,
    UnknownWordError,
)
from kgforge.files import AnyPath
from kgforge.graph import (
    coverage,
    kinds,
    lookups,
    names,
    origins,
    reading,
    recipe,
    restrictions,
    selection,
    sifting,
)
from kgforge.graph.axioms import stated_axioms
from kgforge.graph.coverage import Coverage
from kgforge.graph.gauge import Gauge, Progress
from kgforge.graph.options import LoadOptions
from kgforge.graph.origins import Found, LeftOut, Origin
from kgforge.graph.tallies import NAMED, LoadReport, Skipped, Tally
from kgforge.loaders import NamingLoader
from kgforge.ontology import vocabulary
from kgforge.schema import ALL, Entry, Triple
from kgforge.spellings import Mixture
from kgforge.stores import Access, GuardedStore, LineStore, Store

_HEAD: Final = 1 << 18
"""In so many bytes of each file the ways of writing an id are looked for."""


_SHOWN: Final = 3


class _Given(Struct, frozen=True):
    """What is put beside the facts: an ontology, or the types alone of a source."""

    found: Found
    types: bool = False


class _BrokenError(SourceError):
    """What was raised while a file of a folder was read, which is to be left out."""

    def __init__(self, origin: Origin, said: str) -> None:
        super().__init__(said)
        self.origin = origin


def load(
    sources: Sequence[AnyPath],
    store: AnyPath,
    options: LoadOptions = LoadOptions(),  # noqa: B008 (frozen)
    progress: Progress | None = None,
    access: Access = stores.WRITE,
) -> LoadReport:
    """Load source addresses into the store at an address; the same source twice is as once.

    A source is a file, a folder, or another store, whose graph is then copied. Raises SourceError
    for a file that cannot be read (nothing of this load is stored then), and, when strict, for the
    first record or file of a folder that cannot be used; AddressError for what is no address, or no
    licence. A folder's file that cannot be read is else left out, and counted.
    """
    store, options = os.fspath(store), options.with_texts()
    _check_languages(options.read.languages)
    _check_pattern(options.names_from_ids)
    _check_years(options.read.years)
    if options.licence is not None:
        options = msgspec.structs.replace(options, licence=licences.canonical(options.licence))
    with ExitStack() as room:
        found = [origins.find(os.fspath(address), room) for address in sources]
        given = [*_ontologies(options), *_types(options, room)]
        _check(store, found, given)
        with stores.open(store, access) as graph:
            report, tally = _load(found, graph, options, progress, given)
            if not report.facts:
                return report
            asked = options.read.languages
            named = tuple(coverage.named_in(graph, asked, tally.unasked))
            both = lookups.contradicted(graph, tally.false)
            unmatched = _are_unmatched(graph, tally, named)
            return msgspec.structs.replace(
                report,
                coverage=named,
                contradicted=both,
                unmatched=unmatched,
                unused=() if unmatched else (*_unused(graph, tally), *_of_graphs(graph, tally)),
                names_as_facts=next((one.naming for one in named if one.naming), ()),
            )


def _unused(graph: Store, tally: Tally) -> Iterator[Skipped]:
    """What tables of labels name that is in no fact."""
    if len(tally.beside) < NAMED and (found := coverage.without_facts(graph, tally.beside)):
        yield Skipped("of what is in no fact (--labels)", len(found), _first(found))


def _of_graphs(graph: Store, tally: Tally) -> Iterator[Skipped]:
    """What names named graphs, which were merged, and is in no fact."""
    named = [one for one in tally.named if one in tally.graphs]
    if found := coverage.without_facts(graph, named):
        yield Skipped("of named graphs, which are in no fact", len(found), _first(found))


def _first(found: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(terms.spelt, found[:_SHOWN]))


def _are_unmatched(graph: Store, tally: Tally, found: Iterable[Coverage]) -> bool:
    """Whether the labels that were read are of nothing in the facts.

    Of too many not all are looked up: then labels of entities, whoever gave them, may be theirs.
    """
    if len(tally.named) >= NAMED and any(one.labelled for one in found if one.of == "entities"):
        return False
    named = [one for one in tally.named if one not in tally.graphs]
    return coverage.are_of_nothing(graph, named)


def _check_languages(languages: Iterable[str]) -> None:
    for one in languages:
        if one.lower() != ALL and not terms.is_spoken(one):
            raise AddressError(
                f"{one!r} is no language tag: write one as in en, pt-BR, zh-Hant, or all"
            )


def _check_pattern(pattern: str) -> None:
    try:
        re.compile(pattern)
    except re.error as error:
        raise AddressError(
            f"--names-from-ids {pattern!r} is no regular expression ({error}): write one for the "
            r"ids that are names, as in '[A-Z]\d+', or all"
        ) from None


def _check_years(convention: str) -> None:
    if convention not in {"", *loaders.CONVENTIONS}:
        raise AddressError(
            f"--years {convention!r} is unknown: write xsd1.0 where -0044 is 44 BC, or xsd1.1 "
            "where -0043 is"
        )


def _ontologies(options: LoadOptions) -> Iterator["_Given"]:
    return (_Given(Found(path, (Origin("rdf", path),))) for path in options.ontologies)


def _types(options: LoadOptions, room: ExitStack) -> Iterator["_Given"]:
    return (_Given(origins.find(one, room), types=True) for one in options.types_from)


def _files(found: Iterable[Found]) -> tuple[Origin, ...]:
    return tuple(origin for one in found for origin in one.origins)


def _check(store: str, found: Sequence[Found], given: Sequence["_Given"]) -> None:
    """Raise AddressError for what cannot be loaded together."""
    asked = (*_files(found), *_files(one.found for one in given))
    if store.rstrip("/") in {origin.address.rstrip("/") for origin in asked}:
        raise AddressError(f"{store} is both source and store: name another store")


def open_graph(
    source: str | Found,
    access: Access = stores.READ,
    options: LoadOptions = LoadOptions(),  # noqa: B008 (frozen)
    memory: str = "oxigraph:",
    *,
    guarded: bool = True,
) -> Store:
    """A graph to read: a store's address, or a source's, which is loaded into memory.

    *options* say how a source is loaded, *memory* into which store. A source that was found
    already is not read from standard input, or unpacked, again. Raises StoreError for a graph that
    kgforge did not write and cannot read, unless it is not to be *guarded* against.
    """
    with ExitStack() as room:
        found = origins.find(source, room) if isinstance(source, str) else source
        if found.is_graph:
            graph = room.enter_context(stores.open(found.address, access))
            if guarded and isinstance(graph, GuardedStore):
                graph.refuse_strange()
            room.pop_all()
            return graph
        with ExitStack() as opened:
            write = msgspec.structs.replace(access, mode="write")
            graph = opened.enter_context(stores.open(memory, write))
            _load([found], graph, options, None)
            opened.pop_all()
            return graph


def _load(
    found: Sequence[Found],
    graph: Store,
    options: LoadOptions,
    progress: Progress | None,
    given: Sequence["_Given"] = (),
) -> tuple[LoadReport, Tally]:
    """Load what can be read.

    That a file breaks off is known only when a part of it was read, and a store takes all of a load
    or nothing: it is asked again then, without the file and all others that break off. It is asked
    again, too, and takes no lines by itself, where a file of lines turns out to need its loader.
    """
    found, given = _placed(origins.told_apart(found), given)
    mixture = _mixture_of_ids(_files([*found, *(one.found for one in given)]), options)
    by_lines = True
    while True:
        try:
            return _loaded(found, graph, options, progress, given, mixture, by_lines=by_lines)
        except RereadError:
            if progress:
                progress("reading again what cannot be read line by line", 0, None)
            by_lines = False
        except _BrokenError as error:
            if progress:
                progress("looking for files that cannot be read", 0, None)
            found = [_whole(one, error, options) for one in found]
            given = [_Given(_whole(one.found, error, options), one.types) for one in given]


def _placed(
    found: Sequence[Found], given: Sequence["_Given"]
) -> tuple[Sequence[Found], Sequence["_Given"]]:
    """The sources, and what is put beside, with the places of files that share their name."""
    placed = origins.placed([*found, *(one.found for one in given)])
    beside = zip(placed[len(found) :], given, strict=True)
    return placed[: len(found)], [_Given(each, one.types) for each, one in beside]


def _mixture_of_ids(found: Iterable[Origin], options: LoadOptions) -> Mixture:
    """Return whose ids are written in several ways."""
    paths = [Path(one.rest) for one in found if not one.is_graph]
    heads = map(_head, (*paths, *map(Path, options.read.labels)))
    return spellings.mixture(heads, options.read.base)


def _head(path: Path) -> bytes:
    """The beginning of a file; nothing of one that cannot be read, as reading it will tell."""
    try:
        return files.head(path, _HEAD) if path.is_file() else b""
    except SourceError:
        return b""


def _whole(found: Found, known: _BrokenError, options: LoadOptions) -> Found:
    """A source without those of its files that cannot be read."""
    broken = {
        origin: str(known) if origin == known.origin else _fault(origin, options)
        for origin in found.origins
        if origin.inside
    }
    return msgspec.structs.replace(
        found,
        origins=tuple(one for one in found.origins if not broken.get(one)),
        left_out=(
            *found.left_out,
            *(LeftOut(said, origins.UNREADABLE) for said in broken.values() if said),
        ),
    )


def _fault(origin: Origin, options: LoadOptions) -> str:
    """What is wrong with a file that cannot be read to its end; nothing where it can."""
    try:
        for _ in reading.entries(origin, _as_found(origin, options), Tally()):
            pass
    except RefusedError:
        return ""
    except SourceError as error:
        return str(error)
    return ""


def _loaded(
    found: Sequence[Found],
    graph: Store,
    options: LoadOptions,
    progress: Progress | None,
    given: Sequence["_Given"],
    mixture: Mixture,
    *,
    by_lines: bool,
) -> tuple[LoadReport, Tally]:
    if isinstance(graph, GuardedStore):
        graph.refuse_strange()
    tally = Tally()
    tally.mixture = mixture
    before, files_before = lookups.counts(graph), lookups.sources(graph)
    whole = options.limit is None and not options.predicates and not options.exclude
    taker = graph if by_lines and whole and isinstance(graph, LineStore) else None
    with Gauge(progress, _files([*found, *(one.found for one in given)]), options, tally) as gauge:
        entries = _entries(found, options, taker, tally, gauge)
        if not whole:
            entries = selection.with_labels_of_kept(entries)
        axioms = _axioms(given, options, tally, gauge)
        every = itertools.chain(entries, axioms, _last(found, options, gauge))
        changed = graph.add(map(_as_axioms, every))
    if options.types_as_facts:
        tally.read += kinds.add_facts(graph)
    traits = implied = 0
    own = stated_axioms(graph) if tally.axioms or before["axioms"] else None
    if own is not None and tally.axioms:
        traits = kinds.add_traits(graph, own)
    if own is not None and options.asks(vocabulary.TYPE):
        implied = kinds.add_implied(graph, own)
        tally.read += implied
    of_restrictions = 0
    if options.restrictions_as_facts:
        of_restrictions = restrictions.add_facts(graph, options.asks)
        tally.read += of_restrictions
    spelled_out = 0
    if options.names_from_ids:
        spelled_out = names.spell_out(graph, options.names_from_ids, options.read.languages)
    after = lookups.counts(graph)
    grown = {name: after[name] - before[name] for name in after}
    report = LoadReport(
        store=graph.address,
        files=tuple(_named(found, given, tally)),
        given=len(_files(one.found for one in given)),
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
        axioms=grown["axioms"] - grown["negatives"] * negatives.SIZE - traits,
        changed=changed,
        facts=after["facts"],
        negatives=tally.negatives,
        uncompared=tally.uncompared,
        left_out=tally.left_out.listed(),
        vocabulary=tally.vocabulary.listed(),
        restrictions=of_restrictions,
        implied_types=implied,
        names_from_ids=spelled_out,
        unread=tally.unread.listed(),
        remarks=tally.remarks.listed(),
        doubts=(
            *tally.doubts,
            *_imported(tally),
            *selection.unfound(options.predicates, graph),
            *selection.unknown(options.exclude, tally.excluded),
        ),
        changed_files=tally.changed(files_before),
        unlicensed=tuple(dict.fromkeys(one.file for one in tally.sources if one.licence is None)),
    )
    return report, tally


def _imported(tally: Tally) -> Iterator[str]:
    """Say which imports of ontologies are not read, since no source holds them."""
    imports = [one for one in tally.imports if one not in tally.ontologies]
    if imports:
        listed = ", ".join(map(terms.shown, imports[:_SHOWN]))
        more = f" and {len(imports) - _SHOWN:,} more" if len(imports) > _SHOWN else ""
        yield (
            f"imports are not read (owl:imports {listed}{more}): to have what they say, load their "
            "files too, or give them with --ontology"
        )


def _last(found: Sequence[Found], options: LoadOptions, gauge: Gauge) -> Iterator[Entry]:
    """How the graph was loaded, once all has been read."""
    sources = [one.address for one in found]
    beside = options.read.labels + options.ontologies + options.types_from
    told = recipe.told(sources, options.read, options, beside=beside)
    yield Entry(loads=told, documents=0)
    gauge.storing()


def _named(found: Sequence[Found], given: Sequence["_Given"], tally: Tally) -> Iterator[str]:
    """The files that were read, each with its loader, those beside the facts last."""
    for origin in (*_files(found), *_files(one.found for one in given)):
        if origin not in tally.refused:
            yield f"{origin.name}:{origin.file}"


# ── Facts ───────────────────────────────────────────────────────────────────────────────────────
def _entries(
    found: Sequence[Found],
    options: LoadOptions,
    taker: LineStore | None,
    tally: Tally,
    gauge: Gauge,
) -> Iterator[Entry]:
    for path in map(Path, options.read.labels):
        yield reading.source(path, options.licence)
    for one in found:
        if _is_full(options, tally):
            break
        tally.begin()
        _leave(one.left_out, options, tally)
        for origin in one.origins:
            if _is_full(options, tally):
                break
            with gauge.at(origin):
                yield from _facts(origin, options, taker, tally)
        else:
            tally.must_hold(one)
    yield from _names(options, tally, gauge)


def _is_full(options: LoadOptions, tally: Tally) -> bool:
    return options.limit is not None and tally.read >= options.limit


def _facts(
    origin: Origin, options: LoadOptions, taker: LineStore | None, tally: Tally
) -> Iterator[Entry]:
    """What can be stored of a file or graph, up to the limit."""
    for entry in _of(origin, options, taker, tally):
        yield sifting.sifted(entry, origin, options, tally)
        # A graph ends its facts by itself, and then gives their names.
        if _is_full(options, tally) and not origin.is_graph:
            return


def _of(
    origin: Origin, options: LoadOptions, taker: LineStore | None, tally: Tally
) -> Iterator[Entry]:
    """What a source holds; nothing of a folder's file of which it is not known what it holds."""
    if not origin.is_graph and (doubt := origins.misnamed(origin)):
        tally.doubts.append(doubt)
    try:
        yield from reading.entries(origin, _as_found(origin, options), tally, taker)
    except RefusedError as error:
        if not origin.inside:
            raise
        tally.refused[origin] = str(error)
        _leave([LeftOut(origin.title, error.reason)], options, tally)
    except (RereadError, UnknownWordError):
        raise
    except SourceError as error:
        if not origin.inside or options.strict:
            raise
        raise _BrokenError(origin, str(error)) from error


def _as_found(origin: Origin, options: LoadOptions) -> LoadOptions:
    """How a source is read; labels lie beside all tables, and are read after them."""
    limit = None if origin.is_graph else options.limit
    read = msgspec.structs.replace(
        options.read, named=origin.named, labels=(), limit=limit, place=origin.place
    )
    return msgspec.structs.replace(options, read=read)


def _leave(left_out: Iterable[LeftOut], options: LoadOptions, tally: Tally) -> None:
    for file in left_out:
        if options.strict and not file.usual:
            raise SourceError(f"{file.where}: {file.reason} (--strict)")
        tally.leave(file)


def _names(options: LoadOptions, tally: Tally, gauge: Gauge) -> Iterator[Entry]:
    """What the files of labels hold."""
    loader = loaders.load("tsv")
    assert isinstance(loader, NamingLoader)
    for path in options.read.labels:
        with gauge.at(Origin("tsv", path)):
            for entry in loader.names(msgspec.structs.replace(options.read, labels=(path,))):
                sifted = sifting.sifted(entry, Origin("tsv", "--labels"), options, tally)
                tally.know_beside(sifted.labels)
                yield sifted


# ── Beside the facts ────────────────────────────────────────────────────────────────────────────
def _axioms(
    given: Sequence[_Given], options: LoadOptions, tally: Tally, gauge: Gauge
) -> Iterator[Entry]:
    """Entries without facts: what would be facts of an ontology or source are axioms."""
    taken = _kinds() if any(one.types for one in given) else frozenset()
    for one in given:
        # Of a graph only the facts and axioms of some predicates are asked for.
        wanted = taken if one.types else frozenset()
        everything = msgspec.structs.replace(options, predicates=wanted, limit=None)
        _leave(one.found.left_out, options, tally)
        for origin in one.found.origins:
            with gauge.at(origin):
                for entry in _of(origin, everything, None, tally):
                    unified = sifting.unified(entry, tally.mixture)
                    yield _beside(unified, origin, wanted, options, tally)


def _kinds() -> frozenset[str]:
    """The predicates that say of what type something is, or below which class."""
    shipped = vocabulary.shipped()
    return frozenset((*shipped.type_predicates, *shipped.subclass_predicates))


def _beside(
    entry: Entry, origin: Origin, kinds: Set[str], options: LoadOptions, tally: Tally
) -> Entry:
    """An entry's facts as axioms, without what cannot be stored; of some *kinds* nothing else."""
    for skip in entry.skipped:
        sifting.skip(msgspec.structs.replace(skip, triple=False), origin, options, tally)
    found = (*entry.triples, *entry.axioms)
    wanted = [one for one in found if not kinds or one.predicate in kinds]
    tally.axioms += len(wanted)
    kept = tuple(one for one in wanted if sifting.is_storable(one, origin, options, tally))
    if kinds:
        return Entry(sources=entry.sources, axioms=kept)
    false = tuple(sifting.false(entry.negatives, origin, options, tally))
    return Entry(labels=entry.labels, sources=entry.sources, axioms=kept, negatives=false)


def _as_axioms(entry: Entry) -> Entry:
    """The entry with what is verified as false in OWL's words: so every store keeps it."""
    if not entry.negatives:
        return entry
    said = (
        Triple(*one)
        for false in entry.negatives
        for one in negatives.assertion(false.subject, false.predicate, false.object)
    )
    return msgspec.structs.replace(entry, axioms=(*entry.axioms, *said), negatives=())
