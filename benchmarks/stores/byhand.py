"""The questions of the patterns, asked through kgforge and by hand with each engine's own client.

``python -m benchmarks.stores.byhand STORE ROUNDS [PATTERN …]`` prints JSON: for each question, of
all nine patterns where none is named, the number of rows, and the best seconds of either. By hand
means: the same texts with the same parameters written in, in the same portions, sent with the
client that the engine's makers offer (HTTP and JSON where there is none), and each row read as
plain values. SQL's rows are numbers of terms: by hand, they are joined to the table of terms within
the query, as one would.
"""

import json
import sys
import time
import urllib.parse
import urllib.request
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from benchmarks.stores import agreed
from kgforge import patterns, stores
from kgforge.mining import parameters
from kgforge.mining import portions as asking
from kgforge.patterns.contract import Value
from kgforge.patterns.queries import Query
from kgforge.stores import Store, _tables, _terms
from kgforge.stores.sparql import protocol, updates

ENOUGH: Final = 300.0
"""Seconds after which no further round of a question begins."""

Values = Mapping[str, Value]
Asked = Callable[[], Iterable[Sequence[object]]]
"""A question made ready: it is asked, and read, when it is called."""
ByHand = Callable[[Query, Values], Asked]


def main(address: str, rounds: int, names: Sequence[str] = agreed.PATTERNS) -> None:
    name, _, rest = address.partition(":")
    with stores.open(address) as store:
        ready = CLIENTS[name](rest, store)
        found = {
            query.path.stem: _measure(ours, by_hand, rounds)
            for query, ours, by_hand in _questions(names, store, ready)
        }
    json.dump(found, sys.stdout)


def _questions(
    names: Sequence[str], store: Store, ready: ByHand
) -> Iterator[tuple[Query, list[Asked], list[Asked]]]:
    """Each query of each pattern, in portions: through kgforge, and by hand."""
    for name in names:
        pattern = patterns.read_pattern(name)
        values = parameters.resolve(pattern.query(store.language), store)
        for query in (pattern.query(store.language), pattern.counter(store.language)):
            if query is not None:
                parts = asking.portions(query, values, pattern.header.parts, store.portions)
                portions = list(parts)
                ours = [_through(store, query, portion) for portion in portions]
                yield query, ours, [ready(query, portion) for portion in portions]


def _through(store: Store, query: Query, values: Values) -> Asked:
    return lambda: store.query(query, values)


def _measure(ours: list[Asked], by_hand: list[Asked], rounds: int) -> dict[str, float]:
    """The best of a few rounds, in which the two take turns."""
    best = {"kgforge": (9e9, 9e9), "by hand": (9e9, 9e9)}
    contestants = [("kgforge", ours), ("by hand", by_hand)]
    rows: set[int] = set()
    began = time.perf_counter()
    for _ in range(rounds):
        for name, portions in contestants:
            started, worked = time.perf_counter(), time.process_time()
            rows.add(sum(map(_read, portions)))
            took = time.perf_counter() - started, time.process_time() - worked
            best[name] = min(best[name], took)
        contestants.reverse()
        if time.perf_counter() - began > ENOUGH:
            break
    if len(rows) > 1:
        raise SystemExit(f"not the same rows: {rows}")
    (seconds, processor), (hand, hand_processor) = best["kgforge"], best["by hand"]
    return {
        "rows": rows.pop(),
        "kgforge": seconds,
        "by hand": hand,
        "kgforge, processor": processor,
        "by hand, processor": hand_processor,
    }


def _read(asked: Asked) -> int:
    """How many rows there are, each of them read."""
    counted = enumerate(asked(), 1)
    last = deque(counted, maxlen=1)
    return last[0][0] if last else 0


# ── By hand ─────────────────────────────────────────────────────────────────────────────────────
def oxigraph(rest: str, _: Store) -> ByHand:
    import pyoxigraph as ox

    store = ox.Store.read_only(rest)

    def ready(query: Query, values: Values) -> Asked:
        text = patterns.bind_sparql(query, values)

        def ask() -> Iterator[list[str]]:
            solutions: Any = store.query(text)
            return ([term.value for term in solution] for solution in solutions)

        return ask

    return ready


def sparql(rest: str, _: Store) -> ByHand:
    # Virtuoso's default graph is the union of all, so that facts have one of their own there; who
    # names that has to name all others, too; and without its hint some rows would not come.
    virtuoso = rest.endswith("/sparql")
    named = [("named-graph-uri", graph) for graph in updates.NAMED]
    graphs = [("default-graph-uri", updates.FACTS), *named] if virtuoso else []
    hint = protocol.HINTS["Virtuoso"] if virtuoso else ""

    def ready(query: Query, values: Values) -> Asked:
        said = [("query", hint + patterns.bind_sparql(query, values)), *graphs]
        body = urllib.parse.urlencode(said).encode()
        names = query.header.names

        def ask() -> Iterator[list[str]]:
            request = urllib.request.Request(
                rest, body, {"Accept": "application/sparql-results+json"}
            )
            with urllib.request.urlopen(request) as answer:
                found = json.load(answer)["results"]["bindings"]
            return ([row[name]["value"] for name in names] for row in found)

        return ask

    return ready


def neo4j(rest: str, _: Store) -> ByHand:
    from neo4j import GraphDatabase

    from kgforge.stores.neo4j import reltypes

    driver = GraphDatabase.driver(rest)

    def ready(query: Query, values: Values) -> Asked:
        bound = reltypes.bound(query, values)

        def ask() -> Iterator[list[object]]:
            with driver.session() as session:
                for record in session.run(query.text, bound):
                    yield record.values()

        return ask

    return ready


def duckdb(rest: str, _: Store) -> ByHand:
    import duckdb as engine

    connection = engine.connect(rest, read_only=True)
    known = _terms.Terms(connection.cursor())

    def ready(query: Query, values: Values) -> Asked:
        text = _with_terms(query, _tables.bind_sql(query, values, known))
        return lambda: connection.execute(text).fetchall()

    return ready


def spark(rest: str, _: Store) -> ByHand:
    import duckdb as engine
    from pyspark.sql import SparkSession

    connection = engine.connect()
    connection.execute(f"CREATE VIEW terms AS FROM read_parquet('{rest}/terms/*.parquet')")
    known = _terms.Terms(connection)
    session = SparkSession.Builder().getOrCreate()  # in the process that answers kgforge as well
    for name in _tables.SCHEMA:
        session.read.parquet(f"{rest}/{name}").createOrReplaceTempView(name)

    def ready(query: Query, values: Values) -> Asked:
        text = _with_terms(query, _tables.bind_sql(query, values, known))
        return lambda: session.sql(text).collect()

    return ready


def _with_terms(query: Query, text: str) -> str:
    """A query of numbers as one of terms."""
    columns = query.header.columns
    named = [column.name for column in columns if column.type == "iri"]
    shown = ", ".join(
        f"{column.name}_.value AS {column.name}" if column.name in named else f"found.{column.name}"
        for column in columns
    )
    joins = " ".join(f"JOIN terms AS {name}_ ON {name}_.id = found.{name}" for name in named)
    return f"SELECT {shown} FROM ({text}\n) AS found {joins}"


CLIENTS: Final[Mapping[str, Callable[[str, Store], ByHand]]] = {
    "oxigraph": oxigraph,
    "sparql": sparql,
    "neo4j": neo4j,
    "duckdb": duckdb,
    "spark": spark,
}

if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3:] or agreed.PATTERNS)
