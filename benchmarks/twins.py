"""SQL by hand and SQL compiled from SPARQL, side by side on the published Wikidata graph.

``python -m benchmarks.twins`` (see README.md). What is asked is what ``mine all`` and ``export``
ask of that graph, every query file of ``sql/`` with the parameters that take it longest; and of
what they do not ask, all that a graph has (``_more``). What is about sentences or literals is asked
of WebNLG's training part, for the published graph has none. A file that is no faster than its
compiled twin (``NO_FASTER`` times) need not stand: a test reads the figures, which are kept in
``twins.json``.
"""

import math
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any, Final

from cyclopts import App
from msgspec import Struct

import kgforge
from benchmarks import line, measured, readme, recorded
from benchmarks.recorded import Record
from kgforge import patterns, resources, stores, terms
from kgforge.cli import console
from kgforge.errors import PatternError, QueryTimeoutError
from kgforge.graph import lookups
from kgforge.patterns import Query, Value
from kgforge.patterns.compile import compiled
from kgforge.stores import Access, Store
from kgforge.stores import duckdb as engine

FILE: Final = Path(__file__).with_name("twins.json")
NO_FASTER: Final = 1.2
COLUMNS: Final = ("query", "rows", "by hand, ms", "compiled, ms", "compiled / by hand", "best of")
_LIMIT: Final = 20.0
"""Seconds after which a query is stopped."""
_ALONE: Final = ("fact", "count", "comparison", "agreement", "chain2", "chain3", "chain4")
"""What ``all`` leaves out."""
_SAID: Final = (
    "alignment", "lookup/datatypes", "lookup/evidence", "lookup/located", "lookup/mentions",
    "lookup/passages", "lookup/surfaces",
)  # fmt: skip
"""What is asked of sentences and literals."""
_TYPES: Final = (f"{terms.PREFIXES['wdt']}P31",)
_MANY: Final = 5_000
"""How many entities, or facts, are asked for at a time."""

app = App(help="Compare the SQL written by hand with the SQL compiled from SPARQL.")


class Asked(Struct, frozen=True):
    """A query as it was asked, and the seconds that it took."""

    values: Mapping[str, Value]
    seconds: float


@app.default
def main(
    *only: str, rounds: int = 5, measure: bool = True, kept: Path = FILE, write: bool = False
) -> None:
    """Time all query files of SQL and their compiled twins, and print the table.

    Parameters
    ----------
    only
        Time these alone, as in lookup/labels; of others the figures stay.
    rounds
        How often each is asked.
    measure
        Whether to ask; without it the table is made of what was kept.
    kept
        The file of figures.
    write
        Write the table into README.md beside this file.
    """
    if measure:
        names = [name for name, _ in _files() if not only or name in only]
        with tempfile.TemporaryDirectory(prefix="kgforge-") as name:
            folder = Path(name)
            asked_both = (_of_facts, _of_sentences)
            found = [one for some in asked_both for one in some(folder, names, rounds)]
        told = " ".join(("python -m benchmarks.twins", *only, f"--rounds {rounds} --write"))
        fresh = {one["query"]: recorded.stamped(one, command=told) for one in found}
        stays = {one["query"]: one for one in recorded.read(kept)} if only else {}
        recorded.write(kept, list((stays | fresh).values()))
    records = sorted(recorded.read(kept), key=lambda one: -ratio(one))
    rows = [*map(_row, records)]
    console.table("SQL by hand and compiled", COLUMNS, rows)
    if write:
        named = [(record["query"], record) for record in records]
        notes = "Processor time, in turns."
        readme.write("twins", recorded.table(COLUMNS, rows, named, notes))


def ratio(record: Record) -> float:
    """How many times longer the compiled text takes; infinite where it was stopped."""
    compiled_in: float | None = record["compiled"]
    return math.inf if compiled_in is None else compiled_in / record["hand"]


def _row(record: Record) -> tuple[str, ...]:
    made = record["compiled"]
    milliseconds = "stopped" if made is None else f"{1000 * made:,.1f}"
    times = "–" if made is None else f"{ratio(record):.2f}"
    hand = f"{1000 * record['hand']:,.1f}"
    return record["query"], f"{record['rows']:,}", hand, milliseconds, times, str(record["rounds"])


def _of_facts(folder: Path, names: Sequence[str], rounds: int) -> Iterator[dict[str, Any]]:
    """The published graph, mined and exported."""
    triples, labels = line.published()
    store = f"duckdb:{folder / 'graph.db'}"
    measured.timed("load", triples, *labels, "--store", store)
    with asked() as found:
        kgforge.mine(["all", *_ALONE], store, folder / "mined")
        kgforge.export(folder / "mined", folder / "bench")
    wanted = [name for name in names if name not in _SAID]
    yield from _compared(store, found, wanted, rounds)


def _of_sentences(folder: Path, names: Sequence[str], rounds: int) -> Iterator[dict[str, Any]]:
    """WebNLG's training part, with the relations of published ontologies."""
    data = line.data()
    store = f"duckdb:{folder / 'said.db'}"
    measured.timed("load", f"webnlg:{data / 'webnlg/v3.0_en_train'}", "--store", store)
    ontologies = sorted((data / "text2kgbench/dbpedia_webnlg/ontologies").glob("*.json"))
    with asked() as found:
        kgforge.mine(["alignment"], store, folder / "aligned", ontologies=ontologies)
    yield from _compared(store, found, [name for name in names if name in _SAID], rounds)


def _more(store: Store) -> dict[str, Mapping[str, Value]]:
    """What may be asked beside what was: of everything that a graph has, or of much of it."""
    predicates = tuple(str(one) for (one,) in lookups.ask(store, "predicates"))
    facts = list(islice(lookups.ask(store, "facts"), _MANY))
    told = list(islice(lookups.ask(store, "mentions"), _MANY))
    entities = tuple({str(row[0]) for row in facts} | {str(row[3]) for row in told})
    classes = tuple(sorted({str(o) for _, p, o in lookups.ask(store, "facts") if p in _TYPES}))
    largest = max(predicates, key=lambda one: len(list(lookups.pool(store, one))))
    said = tuple(tuple(map(str, row[3:6])) for row in told)
    whole: dict[str, Value] = {"predicates": predicates}
    found: dict[str, dict[str, Value]] = {
        "datatypes": whole,
        "statements": whole,
        "transitivity": whole,
        "ends": {},
        "facts": {},
        "languages": {},
        "mentions": {},
        "passages": {},
        "labelled": {"language": "en"},
        "varieties": {"language": "en"},
        "holders": {"predicate": largest},
        "kinds": {"entities": entities, "type": _TYPES},
        "located": {"facts": said},
        "evidence": {"facts": said},
        "surfaces": {"entities": entities},
    }
    return {
        **{f"lookup/{name}": values for name, values in found.items()},
        "narrower": {"classes": classes, "sub": (f"{terms.PREFIXES['wdt']}P279",)},
        "scaffold/scaffold": whole,
    }


@contextmanager
def asked() -> Iterator[dict[str, Asked]]:
    """What is asked of DuckDB while the body runs: each file's slowest question."""
    found: dict[str, Asked] = {}
    plain = engine.DuckdbStore.query
    names = {str(path): name for name, path in _files()}

    def query(self: engine.DuckdbStore, query: Query, values: Mapping[str, Value]) -> Iterator[Any]:
        started = time.perf_counter()
        yield from plain(self, query, values)
        seconds = time.perf_counter() - started
        name = names.get(str(query.path))
        if name and (name not in found or found[name].seconds < seconds):
            found[name] = Asked(dict(values), seconds)

    engine.DuckdbStore.query = query  # type: ignore[method-assign,assignment]
    try:
        yield found
    finally:
        engine.DuckdbStore.query = plain  # type: ignore[method-assign]


def _files() -> Iterator[tuple[str, Path]]:
    root = resources.folder("sql")
    for path in sorted(root.rglob("*.sql")):
        yield str(path.relative_to(root).with_suffix("")), path


def _compared(
    address: str, found: Mapping[str, Asked], names: Sequence[str], rounds: int
) -> Iterator[dict[str, Any]]:
    with stores.open(address, Access(timeout=_LIMIT)) as store:
        questions = _more(store) | {name: one.values for name, one in found.items()}
        for name in names:
            twins = _twins(name)
            if twins and name in questions:
                yield _timed(store, name, *twins, questions[name], rounds)
            elif twins:
                console.say(f"{name}: not asked")


def _twins(name: str) -> tuple[Query, Query] | None:
    """A query by hand and compiled; None where there is no compiled one, which is told."""
    hand = patterns.read_query(resources.folder("sql") / f"{name}.sql", "sql")
    try:
        source = patterns.read_query(resources.folder("sparql") / f"{name}.rq", "sparql")
        return hand, compiled(source, "sql")
    except PatternError as error:
        console.say(f"{name}: {error}")
        return None


def _timed(
    store: Store, name: str, hand: Query, made: Query, given: Mapping[str, Value], rounds: int
) -> dict[str, Any]:
    values = {key: value for key, value in given.items() if hand.header.parameter(key)}
    queries = {"hand": _counted(hand), "made": _counted(made)}
    times: dict[str, list[float]] = {kind: [] for kind in queries}
    answers: set[tuple[object, ...]] = set()
    for _ in range(rounds):
        for kind, query in queries.items():
            started = time.process_time()
            with suppress(QueryTimeoutError):
                answers.update(store.query(query, values))
                times[kind].append(time.process_time() - started)
        if not times["made"]:
            break
    if len(answers) > 1:
        raise SystemExit(f"{name}: the answers differ: {answers}")
    [(count, _)] = answers
    return {
        "query": name,
        "rows": patterns.integer(count),
        "hand": min(times["hand"]),
        "compiled": min(times["made"], default=None),
        "rounds": rounds,
    }


def _counted(query: Query) -> Query:
    """A query for the number of rows and for one number made of all of them."""
    columns = [f'"{column.name}"' for column in query.header.columns]
    text = (
        f"SELECT COUNT(*) AS count, CAST(COALESCE(BIT_XOR(HASH({', '.join(columns)})), 0) AS "
        f"VARCHAR) AS hash FROM ({query.text}\n) AS found"
    )
    header = patterns.Header(
        "", query.header.params, (patterns.Column("count", "int"), patterns.Column("hash", "str"))
    )
    return Query(query.name, "sql", query.path, text, header, query.walks)


if __name__ == "__main__":
    app()
