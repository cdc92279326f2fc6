"""One query by itself: all its rows, or a drawing of one instance."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct

from kgforge import patterns, stores, temporaries
from kgforge.errors import PatternError
from kgforge.graph import copying, loading, snapshot
from kgforge.mining import parameters, picture, relations, settings
from kgforge.ontology import vocabulary
from kgforge.patterns import Column, Pattern, Query, Row, Value
from kgforge.schema import Instance
from kgforge.stores import Access, NamingStore, Store


class Rows(Struct, frozen=True):
    """The answer to a query: the names of its columns, and its rows as they come."""

    names: tuple[str, ...]
    rows: Iterator[Row]


@contextmanager
def query(
    name: str,
    store: str,
    *,
    params: Mapping[str, str] = {},
    ontologies: Iterable[Path] = (),
    seed: int = 0,
    timeout: float | None = None,
    say: Callable[[str], None] = snapshot.silent,
) -> Iterator[Rows]:
    """Run a shipped query, a file or a text on a graph; rows are neither filtered nor sampled.

    A query without a header is run as it stands, and rows have all its variables.

    The graph is open as long as the context. *params*, *ontologies* and *seed* are as in ``mine``;
    *timeout* is in seconds; *say* is told of a copy that is made to be asked. Raises PatternError
    for a parameter that is unknown or has no value.
    """
    with _open(store, timeout) as graph:
        if bare := patterns.read_bare(name, graph.language):
            if params:
                raise PatternError(
                    f"{bare.path}: --param {next(iter(params))}: parameters are declared in a "
                    "header, as in '# params: $p: iri', and this query has none"
                )
            yield from _bare(bare, graph, say)
            return
        pattern, values = _resolve(name, graph, params, ontologies, seed)
        asked = pattern.query(graph.language)
        yield Rows(asked.header.names, iter(graph.query(asked, values)))


def _bare(query: Query, graph: Store, say: Callable[[str], None]) -> Iterator[Rows]:
    """Give the rows of a query without a header, as it stands.

    Where the store's language does not cover it, it is asked of a copy of the graph.
    """
    if isinstance(graph, NamingStore) and not query.header.columns:
        columns = tuple(Column(name, "any", optional=True) for name in graph.names(query))
        header = msgspec.structs.replace(query.header, columns=columns)
        query = msgspec.structs.replace(query, header=header)
    asked, store = query, graph
    with ExitStack() as room:
        if query.language != graph.language:
            try:
                asked = patterns.compiled(query, graph.language)
            except PatternError as error:
                why, _, _ = str(error).partition("; otherwise")
                say(f"asked of a copy of the graph in memory: {why}")
                store = room.enter_context(_copied(graph))
        yield Rows(query.header.names, iter(store.query(asked, {})))


@contextmanager
def _copied(source: Store) -> Iterator[Store]:
    """A copy of a graph in memory that SPARQL can be asked of."""
    with temporaries.Folder() as folder, stores.open("oxigraph:", stores.WRITE) as copy:
        copy.add(copying.whole(source, copy, folder))
        yield copy


def draw(
    name: str,
    store: str,
    path: Path,
    *,
    key: str = "",
    params: Mapping[str, str] = {},
    ontologies: Iterable[Path] = (),
    seed: int = 0,
    timeout: float | None = None,
) -> Instance:
    """Draw an instance of a pattern into a file, the first by *seed* whose key begins with *key*.

    The other arguments are as in ``query``. Raises PatternError if there is no such instance.
    """
    with _open(store, timeout) as graph:
        pattern, values = _resolve(name, graph, params, ontologies, seed)
        instance = picture.choose(pattern, graph, values, seed, key)
        picture.draw(instance, graph, path)
        return instance


def _open(store: str, timeout: float | None) -> Store:
    return loading.open_graph(store, Access(timeout=timeout), guarded=False)


def _resolve(
    name: str,
    graph: Store,
    params: Mapping[str, str],
    ontologies: Iterable[Path],
    seed: int,
) -> tuple[Pattern, dict[str, Value]]:
    """A pattern, and the value of each parameter of its query in the graph's language."""
    pattern = patterns.read_pattern(name)
    asked = pattern.query(graph.language)
    own = settings.read(params, [asked], graph)[asked.name]
    found = relations.of_files(ontologies, graph, vocabulary.shipped())
    return pattern, parameters.resolve(asked, graph, own, seed, found.relations)
