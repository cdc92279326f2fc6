"""What one source holds: the entries of a file, by its loader or a store, or of a graph."""

import itertools
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Final

import msgspec

from kgforge import files, loaders, spellings, stores, temporaries, terms
from kgforge.graph import copying, lookups, origins, parts, recipe
from kgforge.graph.options import LoadOptions
from kgforge.graph.origins import Origin
from kgforge.graph.tallies import Tally
from kgforge.loaders import LicensedLoader, LineLoader, WritingLoader
from kgforge.ontology import bookkeeping
from kgforge.schema import Aside, Entry, Source, Triple
from kgforge.stores import GuardedStore, LineStore

_BATCH: Final = 1000


def entries(
    origin: Origin, options: LoadOptions, tally: Tally, taker: LineStore | None = None
) -> Iterator[Entry]:
    """The entries of a file, with its name and hash, or of a graph.

    *taker* is a store that takes what lines it can by itself; these are counted. Raises SourceError
    for a file that cannot be read to its end, which it names as a person does.
    """
    with origins.calling(origin.path, origin.called):
        if origin.is_graph:
            yield from _of_graph(origin, options, tally)
            return
        loader = loaders.load(origin.name)
        path, licence = origin.path, options.licence or loader.LICENCE
        if licence is None and isinstance(loader, LicensedLoader):
            licence = loader.licence(path)
            if licence:
                tally.doubts.append(
                    f"{origin.title}: its licence is {licence}, as it says (another: --licence)"
                )
        if taker and isinstance(loader, LineLoader) and loader.is_lines(path):
            yield from _taken(origin, licence, loader, options, tally, taker)
            return
        if taker and isinstance(loader, WritingLoader):
            found = _stored(loader.written(path, options.read), tally, taker)
        else:
            found = loader.read(path, options.read)
        first = tuple(itertools.islice(found, 1))  # a file that is refused is no source
        yield source(path, licence, origin.file)
        yield from itertools.chain(first, found)


def _of_graph(origin: Origin, options: LoadOptions, tally: Tally) -> Iterator[Entry]:
    with stores.open(origin.address) as graph:
        if isinstance(graph, GuardedStore):
            graph.refuse_strange()
        counted = not (graph.foreign or options.predicates)
        tally.expected = lookups.counts(graph)["facts"] if counted else None
        room = None if options.limit is None else options.limit - tally.read
        yield from copying.entries(graph, options.predicates, options.read.languages, room)
        partial = options.predicates or options.exclude or options.limit
        known = () if partial else lookups.loads(graph)
        copied = recipe.command([origin.address], options.read, options)
        yield Entry(loads=recipe.copied(known, options) or (copied,), documents=0)


def _taken(
    origin: Origin,
    licence: str | None,
    loader: LineLoader,
    options: LoadOptions,
    tally: Tally,
    taker: LineStore,
) -> Iterator[Entry]:
    path = origin.path
    files.head(path, 1)  # raises where the file cannot be read, in words that fit
    aside = _with_spellings(bookkeeping.shipped().with_aside(loader.aside(path)), tally)
    rests = _rests(path, aside, tally, taker)
    over = Event()
    with ThreadPoolExecutor(1) as thread:  # hashing takes no time from the store that reads
        hashed = thread.submit(files.sha256, path, over)
        try:
            yield from loader.read_rest(path, rests, options.read)
            yield source(path, licence, origin.file, hashed.result())
        finally:
            over.set()


def _rests(path: Path, aside: Aside, tally: Tally, taker: LineStore) -> Iterator[Path]:
    """Let the store take of a file what it can; the lines that it leaves over of each part."""
    for part in parts.unpacked(path) if files.is_compressed(path) else (path,):
        yield _take(part, aside, tally, taker)


def _take(part: Path, aside: Aside, tally: Tally, taker: LineStore) -> Path:
    taken = taker.take(part, aside)
    tally.read += taken.triples
    tally.kept += taken.triples
    return taken.rest


def _stored(found: Iterator[Entry | bytes], tally: Tally, taker: LineStore) -> Iterator[Entry]:
    """The entries; the lines beside them a store takes by itself."""
    with temporaries.Folder() as folder:
        for number in itertools.count():
            part = folder / f"{number}.nt"  # which a store may read until the load ends
            with part.open("wb") as out:
                for one in found:
                    if isinstance(one, Entry):
                        yield one
                    elif out.write(one) and out.tell() >= parts.SIZE:
                        break
            if not part.stat().st_size:
                return
            aside = _with_spellings(bookkeeping.shipped().with_aside(Aside()), tally)
            rest = _take(part, aside, tally, taker)
            yield from _left(rest)
            part.unlink()


def _left(rest: Path) -> Iterator[Entry]:
    """The facts of lines that a loader wrote, and a store left over."""
    with rest.open(encoding="utf-8", newline="\n") as stream:
        while batch := [_fact(line) for line in itertools.islice(stream, _BATCH)]:
            yield Entry(tuple(batch), documents=0)


def _fact(line: str) -> Triple:
    subject, predicate, value = line.removesuffix("\n").removesuffix(" .").split(" ", 2)
    object = value if terms.is_literal(value) else value[1:-1]
    return Triple(subject[1:-1], predicate[1:-1], object)


def source(path: Path, licence: str | None, called: str = "", sha256: str = "") -> Entry:
    """That a file, *called* by its base name or otherwise, is one of which a graph was loaded."""
    known = Source(called or path.name, sha256 or files.sha256(path), licence)
    return Entry(sources=(known,), documents=0)


def _with_spellings(aside: Aside, tally: Tally) -> Aside:
    """Return what a store leaves to a loader, and with it what is written in another way."""
    ways = [spellings.OTHERS, *filter(None, [aside.spellings])]
    ways += tally.mixture.beginnings()
    return msgspec.structs.replace(aside, spellings="|".join(ways))
