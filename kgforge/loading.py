"""Sources into a store, with counts in = counts out."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import files, loaders, patterns, plugins, stores, terms
from kgforge.errors import AddressError, SourceError
from kgforge.schema import Entry, ReadOptions, Sentence, Skip, Source, Triple
from kgforge.stores import Store

Progress = Callable[[str, int], None]
"""Called with the file being read and the triples read so far."""

_EXAMPLES: Final = 3


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
    changed: int
    """Literals whose form was made canonical."""
    facts: int
    """Facts in the graph after the load."""


class _Tally:
    """Counts that grow while entries stream past."""

    def __init__(self) -> None:
        self.documents = 0
        self.read = 0
        self.skipped_triples = 0
        self.reasons: Counter[str] = Counter()
        self.first: dict[str, list[str]] = {}

    def skip(self, skip: Skip, path: Path) -> None:
        self.read += skip.triple
        self.skipped_triples += skip.triple
        self.reasons[skip.reason] += 1
        first = self.first.setdefault(skip.reason, [])
        if len(first) < _EXAMPLES:
            first.append(f"{path.name}, {skip.where}")

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
) -> LoadReport:
    """Load source addresses into the store at an address; the same source twice is as once.

    Raises SourceError for a file that cannot be read (nothing of this load is stored then), and,
    when strict, for the first record that cannot be used.
    """
    found = [file for address in sources for file in source_files(address)]
    if options.read.labels and not any(name == "tsv" for name, _ in found):
        raise AddressError(
            "files of labels (--labels) are read beside a tsv: source; there is none"
        )
    with stores.open(store, stores.WRITE) as graph:
        return _load(found, graph, options, progress)


def open_graph(address: str, options: LoadOptions = LoadOptions()) -> Store:  # noqa: B008 (frozen)
    """A graph to read: a store's address, or a source's, which is loaded into memory."""
    name, _ = plugins.split(address)
    if name in plugins.names("stores"):
        return stores.open(address)
    found = source_files(address)
    graph = stores.open("oxigraph:", stores.WRITE)
    _load(found, graph, options, None)
    return graph


def source_files(address: str) -> list[tuple[str, Path]]:
    """The files that a source address means, each with its loader's name, in code-point order.

    A path without a name is recognised by its content. Raises AddressError for an unknown name,
    SourceError when nothing is there or nothing fits.
    """
    name, rest = plugins.split(address)
    known = plugins.names("loaders")
    if name and name not in known and not Path(address).exists():
        raise AddressError(f"no source {name!r} in {address!r}; there are: {', '.join(known)}")
    if name not in known:
        name, rest = "", address
    path = Path(rest)
    if not rest or not path.exists():
        raise SourceError(f"no file or folder {rest!r} (asked for by {address!r})")
    if path.is_dir():
        return _folder(path, name)
    return [(name or recognise(path), path)]


def _folder(path: Path, name: str) -> list[tuple[str, Path]]:
    inside = sorted((file for file in path.rglob("*") if file.is_file()), key=str)
    if name:
        suffixes = loaders.load(name).SUFFIXES
        found = [(name, file) for file in inside if files.suffix(file) in suffixes]
    else:
        found = [(recognise(file), file) for file in inside]
    if not found:
        raise SourceError(f"no file that {name or 'any loader'} reads in the folder {path}")
    return found


def recognise(path: Path) -> str:
    """The loader that knows a file by its content. Raises SourceError when none does."""
    known = plugins.names("loaders")
    for name in known:
        if loaders.load(name).recognises(path):
            return name
    raise SourceError(
        f"cannot tell what {path} holds: name its format, as in "
        f"{known[0]}:{path} (there are: {', '.join(known)})"
    )


def _load(
    found: Sequence[tuple[str, Path]], graph: Store, options: LoadOptions, progress: Progress | None
) -> LoadReport:
    tally = _Tally()
    before = counts(graph)
    changed = graph.add(_entries(found, options, tally, progress))
    after = counts(graph)
    grown = {name: after[name] - before[name] for name in after}
    return LoadReport(
        store=graph.address,
        files=tuple(f"{name}:{path.name}" for name, path in found),
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
        changed=changed,
        facts=after["facts"],
    )


def counts(graph: Store) -> Counter[str]:
    """How much a graph holds: ``facts``, ``labels``, ``sentences``, ``mentions``, ``pairs``."""
    rows = graph.query(patterns.lookup("counts", graph.language), {})
    return Counter({str(name): int(count or 0) for name, count in rows})


def _entries(
    found: Sequence[tuple[str, Path]],
    options: LoadOptions,
    tally: _Tally,
    progress: Progress | None,
) -> Iterator[Entry]:
    for path in map(Path, options.read.labels):
        yield _source(path, options.licence)
    for name, path in found:
        loader = loaders.load(name)
        yield _source(path, options.licence or loader.LICENCE)
        for entry in loader.read(path, options.read):
            checked = _checked(entry, path, options, tally)
            if progress:
                progress(path.name, tally.read)
            yield checked
            if options.limit is not None and tally.read >= options.limit:
                return


def _source(path: Path, licence: str | None) -> Entry:
    return Entry(sources=(Source(path.name, files.sha256(path), licence),), documents=0)


def _checked(entry: Entry, path: Path, options: LoadOptions, tally: _Tally) -> Entry:
    """The entry without what cannot be stored or was not asked for, each counted."""
    tally.documents += entry.documents
    for skip in entry.skipped:
        _skip(skip, path, options, tally)
    room = None if options.limit is None else max(0, options.limit - tally.read)
    kept = tuple(_storable(entry.triples[:room], path, options, tally))
    tally.read += len(kept)
    if len(kept) == len(entry.triples):
        return entry
    return msgspec.structs.replace(
        entry, triples=kept, sentences=tuple(_expressing(entry.sentences, frozenset(kept)))
    )


def _skip(skip: Skip, path: Path, options: LoadOptions, tally: _Tally) -> None:
    if options.strict:
        raise SourceError(f"{path}: {skip.where}: {skip.reason} (--strict)")
    tally.skip(skip, path)


def _storable(
    triples: Iterable[Triple], path: Path, options: LoadOptions, tally: _Tally
) -> Iterator[Triple]:
    for triple in triples:
        if options.predicates and triple.predicate not in options.predicates:
            tally.skip(Skip("predicate not asked for", triple.predicate, triple=True), path)
        elif not all(map(terms.is_valid, (triple.subject, triple.predicate, triple.object))):
            where = f"{triple.subject} {triple.predicate} {triple.object}"
            _skip(Skip("not a valid IRI", where, triple=True), path, options, tally)
        else:
            yield triple


def _expressing(sentences: Iterable[Sentence], kept: frozenset[Triple]) -> Iterator[Sentence]:
    for sentence in sentences:
        mentions = tuple(mention for mention in sentence.mentions if mention.fact in kept)
        if mentions:
            yield msgspec.structs.replace(sentence, mentions=mentions)
