"""One query by itself: all its rows, or a drawing of one instance."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from kgforge import patterns
from kgforge.graph import loading
from kgforge.mining import parameters, picture, relations, settings
from kgforge.ontology import vocabulary
from kgforge.patterns import Pattern, Row, Value
from kgforge.schema import Instance
from kgforge.stores import Access, Store


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
) -> Iterator[Rows]:
    """Run a shipped query, or a file, on a graph; rows are neither filtered nor sampled.

    The graph is open as long as the context. *params*, *ontologies* and *seed* are as in ``mine``;
    *timeout* is in seconds. Raises PatternError for a parameter that is unknown or has no value.
    """
    with _open(store, timeout) as graph:
        pattern, values = _resolve(name, graph, params, ontologies, seed)
        asked = pattern.query(graph.language)
        yield Rows(asked.header.names, iter(graph.query(asked, values)))


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
