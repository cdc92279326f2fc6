"""Pattern × store → a folder of groups, sampled instances, and statistics of the graph.

The engine counts, filters and joins; everything that depends on an order is done here.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from kgforge import __version__, files, forms, graph, metrics, patterns, places, plugins, terms
from kgforge.errors import StoreError
from kgforge.files import AnyPath
from kgforge.graph import loading, snapshot
from kgforge.mining import (
    census,
    relations,
    settings,
    single,
    statistics_page,
    untyped,
    wordless,
)
from kgforge.mining.options import ENGLISH, MineOptions
from kgforge.mining.portions import Progress
from kgforge.mining.relations import Found
from kgforge.ontology import FOLDER, Vocabulary, bookkeeping, vocabulary
from kgforge.patterns import Pattern, fits
from kgforge.schema import (
    FORMAT,
    FORMS,
    GraphId,
    Group,
    Mined,
    Mining,
    Statistics,
    folders,
)
from kgforge.stores import Access, Store, TunedStore

_LOOKED_AT: Final = 1000
"""Of so many entities without a name it is known in which languages they have a label."""


class Findings(Struct, frozen=True):
    """What was mined, as it was written into the folder."""

    mining: Mining
    statistics: Statistics
    of_texts: dict[str, tuple[Group, ...]]
    """The groups of each pattern whose instances have a text."""
    nothing: dict[str, str]
    """Of each pattern without instances, why there are none."""
    lacking: dict[str, str]
    """Of each pattern what its lists of predicates, or its own query, name and the graph lacks."""
    spoken: tuple[str, ...] = ()
    """The other languages of labels, the most frequent first."""
    is_spoken: bool = True
    """Whether labels are in the language asked for; also where nobody can tell."""
    how: snapshot.How = snapshot.NATIVE
    """What was asked: the store itself, or a copy of it."""
    wordless: tuple[str, ...] = ()
    """The predicates of instances without a name, so that none of their questions can be told."""
    unknown: tuple[str, ...] = ()
    """The predicates that were to be excluded, and that the graph does not have."""
    compiled: tuple[str, ...] = ()
    """The patterns that were asked as they are compiled from SPARQL."""
    settings: str = ""
    """What the store's engine was given, where kgforge chose that (``stores.TunedStore``)."""


def mine(
    names: Sequence[AnyPath],
    store: AnyPath,
    out: AnyPath,
    *,
    params: Mapping[str, str] = {},
    ontologies: Sequence[AnyPath] = (),
    seed: int = 0,
    timeout: float | None = None,
    language: str = ENGLISH,
    engine: snapshot.Engine = "auto",
    exclude: Sequence[str] = (),
    force: bool = False,
    progress: Progress | None = None,
) -> Mining:
    """Mine patterns (names, own files, or ``all``) and write the folder *out*, whole or not at all.

    *store* is a store's address, or a source's, which is then loaded into memory; *params* give
    parameters as text, ``PATTERN.x`` that of one pattern alone; *timeout* is how many seconds one
    query may take; in *language* instances are to be named: what has no name in it is counted and
    not drawn; *engine* says whether a copy in DuckDB may be asked; no pattern asks about the
    predicates that *exclude* names (IRIs). Writes ``PATTERN/groups.jsonl``,
    ``PATTERN/instances.jsonl``, ``mining.json``, and what the graph can support as
    ``statistics.json`` and ``statistics.html``. Raises
    PatternError for a pattern that cannot be read, asked or given the parameters; StoreError for a
    graph that cannot be opened or is empty, and when a query is stopped at its time limit.
    """
    paths = tuple(map(Path, ontologies))
    options = MineOptions(params, paths, seed, timeout, language, engine, frozenset(exclude))
    asked, address = [os.fspath(name) for name in names], os.fspath(store)
    return find(asked, address, Path(out), options, force=force, progress=progress).mining


def find(
    names: Sequence[str | Path],
    store: str,
    out: Path,
    options: MineOptions = MineOptions(),  # noqa: B008 (frozen)
    *,
    force: bool = False,
    progress: Progress | None = None,
    say: Callable[[str], None] = snapshot.silent,
) -> Findings:
    """As ``mine``, and return all that is worth telling of what was found.

    *say* is told of a copy that is being made.
    """
    params, ontologies, seed = options.params, options.ontologies, options.seed
    left_out = {} if ontologies else relations.without_ontology(names, params)
    asked = [one for one in patterns.read_patterns(names) if one.name not in left_out]
    for pattern in asked:
        metrics.check(pattern)
    axioms = _axioms(options)
    with (
        loading.open_graph(
            store, Access(timeout=options.timeout), graph.in_languages(options.language)
        ) as native,
        files.writing_folder(out, force=force) as folder,
        _asking(store, native, asked, options, say) as graphs,
    ):
        opened = graphs.store
        queries = [pattern.query(graphs.of(pattern).language) for pattern in asked]
        of_all = [*queries, *census.asked(params, opened)]
        given = settings.read(params, of_all, opened, options.exclude)
        of_census = census.read_settings(params, opened)
        asked_of = _filled(opened, store)
        counted = census.counted(opened, asked_of, of_census, seed, progress)
        found = _related(options, opened, axioms, asked)
        unnamed = graph.unnamed(opened, options.language)
        barred = unnamed | _schema_classes(opened)
        tasks = (
            single.task_of(one, graphs.of(one), given, options, found, barred, progress)
            for one in asked
        )
        done = [
            single.mine(task, folder / task.pattern.name, axioms, counted.relations())
            for task in tasks
        ]
        mining = _written(
            folder,
            store,
            asked_of,
            options,
            axioms,
            list(untyped.told([one.mined for one in done], opened)),
            found,
            left_out,
            beside=graph.beside_hash(opened) or UNSET,
            place=_place(out, store),
            unnamed=len(unnamed) or UNSET,
        )
        told = frozenset[str]().union(*(one.told for one in done))
        nameless = wordless.unnamed(opened, told, axioms, options.language)
        unknown = _unknown(options.exclude, opened)
        others, is_spoken = _languages(opened, options.language)
        if unnamed:
            others = tuple(one for one in others if _speaks_of(opened, unnamed, one))
        examined = [one.examined for one in done]
        statistics = statistics_page.write(folder, asked_of, counted, examined)
        settled = native.settings() if isinstance(native, TunedStore) else ""
    return Findings(
        mining,
        statistics,
        {one.mined.name: one.of_texts for one in done if forms.asks_items(one.mined.form)},
        {one.mined.name: one.why for one in done if one.why},
        {one.mined.name: one.lacking for one in done if one.lacking},
        others,
        is_spoken,
        graphs.how,
        nameless,
        unknown,
        tuple(one.name for one in asked if one.is_compiled(graphs.of(one).language)),
        settled,
    )


@contextmanager
def _asking(
    store: str,
    native: Store,
    asked: Sequence[Pattern],
    options: MineOptions,
    say: Callable[[str], None],
) -> Iterator[snapshot.Asked]:
    """What is asked, a copy or the store itself. What is wrong with parameters is told before."""
    if all(native.language in one.queries or fits(one, native.language) for one in asked):
        queries = [one.query(native.language) for one in asked]
        settings.read(options.params, [*queries, *census.asked(options.params, native)], native)
    engine, timeout = options.engine, options.timeout
    with snapshot.asked(
        native, store, engine, timeout=timeout, patterns=asked, watch=snapshot.Watch(say)
    ) as found:
        yield found


def trial(
    pattern: Pattern, opened: Store, folder: Path, options: MineOptions
) -> tuple[Mining, str]:
    """Mine one pattern of a graph that is open, as ``mine`` does, into an empty folder.

    It also says why there is no instance (``Findings.nothing``). The graph is neither hashed nor
    counted, so that the folder is good for a look alone.
    """
    metrics.check(pattern)
    axioms = _axioms(options)
    queries = [pattern.query(opened.language)]
    given = settings.read(options.params, queries, opened, options.exclude)
    found = _related(options, opened, axioms, [pattern])
    unnamed = graph.unnamed(opened, options.language) | _schema_classes(opened)
    task = single.task_of(pattern, opened, given, options, found, unnamed)
    done = single.mine(task, folder / pattern.name, axioms, {})
    unknown = GraphId(None, None)
    address = opened.address
    mining = _written(folder, address, unknown, options, axioms, [done.mined], found, {})
    return mining, done.why


def _axioms(options: MineOptions) -> Vocabulary:
    return vocabulary.read([path for path in options.ontologies if path.suffix != ".json"])


def _languages(opened: Store, own: str) -> tuple[tuple[str, ...], bool]:
    """The other languages of labels, the most frequent first; and whether labels are in *own*, or
    in its varieties, which stand in. It is taken to be so where there is no label, or nobody can
    tell.
    """
    spoken = [] if opened.foreign else [found for found, _ in graph.languages(opened)]
    others = [found for found in spoken if found != own and not found.startswith(f"{own}-")]
    return tuple(others), not spoken or len(others) < len(spoken)


def _speaks_of(opened: Store, unnamed: Set[str], language: str) -> bool:
    """Whether some of the first entities without a name have a label in a language."""
    first = sorted(one for one in unnamed if not one.startswith(terms.BLANK))[:_LOOKED_AT]
    return bool(graph.labelled(opened, first, language, labels_only=True))


def _schema_classes(opened: Store) -> frozenset[str]:
    """Return the types of a vocabulary itself, such as ``owl:Class``, that are in some fact.

    Of someone else's graph, which may be too large to be asked, all such types.
    """
    classes = bookkeeping.shipped().classes
    if opened.foreign:
        return classes
    there = graph.degrees(opened, classes)
    return frozenset(one for one in classes if there.get(one))


def _unknown(exclude: Set[str], opened: Store) -> tuple[str, ...]:
    """Return the excluded predicates that a graph of kgforge's does not have."""
    if not exclude or opened.foreign:
        return ()
    there = {str(found) for (found,) in graph.ask(opened, "predicates")}
    return tuple(sorted(exclude - there))


def _filled(opened: Store, store: str) -> GraphId:
    """Which graph is asked. Raises StoreError for an empty one."""
    found = graph.graph_id(opened)
    if found.facts == 0:
        raise StoreError(f"the graph {store} is empty: load a source into it first")
    return found


def _related(
    options: MineOptions, opened: Store, axioms: Vocabulary, asked: Sequence[Pattern]
) -> Found:
    """What the ontologies are to the graph. Raises PatternError where they are nothing to it."""
    found = relations.of_files(options.ontologies, opened, axioms)
    if options.ontologies and not found.relations.rows:
        relations.refuse_strange(options.ontologies, asked, found.mapped)
    return found


def _written(
    folder: Path,
    store: str,
    asked_of: GraphId,
    options: MineOptions,
    axioms: Vocabulary,
    mined: Sequence[Mined],
    found: Found,
    left_out: Mapping[str, str],
    beside: str | UnsetType = UNSET,
    place: str | UnsetType = UNSET,
    unnamed: int | UnsetType = UNSET,
) -> Mining:
    """``mining.json`` and the ontologies, written beside what was mined."""
    mining = Mining(
        FORMS if any(one.is_newer for one in mined) else FORMAT,
        __version__,
        _published(store),
        asked_of,
        options.seed,
        dict(sorted(options.params.items())),
        relations.files_of(axioms, options.ontologies),
        tuple(relations.with_reason(one, found.mapped) for one in mined),
        found.mapped,
        dict(left_out),
        beside,
        place,
        UNSET if options.language == ENGLISH else options.language,
        unnamed,
        tuple(sorted(options.exclude)) or UNSET,
    )
    if (path := Path(plugins.split(store)[1])).exists():
        places.remember(mining.identity, path)
    relations.copy(options.ontologies, found.mapped, folder / FOLDER)
    files.write_json(folder / folders.MINING, mining)
    return mining


def _published(store: str) -> str:
    """Return the address of a graph without the folders above it."""
    name, rest = plugins.split(store)
    if "://" in store or not rest:
        return store
    return f"{name}:{places.named(rest)}" if name else places.named(rest)


def _place(out: Path, store: str) -> str | UnsetType:
    """Return the address of a graph that is a file or folder, as seen from the folder *out*."""
    name, rest = plugins.split(store)
    if not rest or not Path(rest).exists():
        return UNSET
    path = places.way(Path(rest), out)
    if not path:
        return UNSET
    return f"{name}:{path}" if name else path
