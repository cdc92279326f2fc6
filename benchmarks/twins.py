"""Queries by hand and compiled from SPARQL, side by side on the published Wikidata graph.

``python -m benchmarks.twins`` (see README.md) for SQL on DuckDB, ``--language cypher`` for Neo4j.
What is asked is what ``mine all`` and ``export`` ask of DuckDB on that graph, every query file with
the parameters that take it longest; and of what they do not ask, all that a graph has (``_more``).
What is about sentences or literals is asked of WebNLG's training part, for the published graph has
none. A file that is no faster than its compiled twin (``NO_FASTER`` times) need not stand, but for
the patterns in Cypher, which all do and are not timed. A test reads the figures, which are kept in
``twins.json``, also those of files that were deleted for them.
"""

import math
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any, Final, Literal

import neo4j
from cyclopts import App
from msgspec import Struct

import kgforge
from benchmarks import line, measured, readme, recorded
from benchmarks.recorded import Record
from benchmarks.stores import engines
from kgforge import patterns, resources, stores, terms
from kgforge.cli import console
from kgforge.errors import PatternError, QueryTimeoutError
from kgforge.graph import lookups
from kgforge.patterns import SUFFIXES, Query, Value
from kgforge.patterns.compile import compiled
from kgforge.stores import Access, Store
from kgforge.stores import duckdb as engine

FILE: Final = Path(__file__).with_name("twins.json")
NO_FASTER: Final = 1.2
COLUMNS: Final = ("query", "rows", "by hand, ms", "compiled, ms", "compiled / by hand", "best of")
Language = Literal["sql", "cypher"]

_LIMIT: Final = {"sql": 20.0, "cypher": 120.0}
"""Seconds after which a query is stopped."""
_TURN: Final = 0.2
"""Seconds of a turn, for which a quick query is asked again and again."""
_ALONE: Final = ("fact", "count", "comparison", "agreement", "chain2", "chain3", "chain4")
"""What ``all`` leaves out."""
_SAID: Final = (
    "alignment", "lookup/datatypes", "lookup/evidence", "lookup/literals", "lookup/located",
    "lookup/mentions", "lookup/passages", "lookup/surfaces",
)  # fmt: skip
"""What is asked of sentences and literals."""
_TYPES: Final = (f"{terms.PREFIXES['wdt']}P31",)
_MANY: Final = 5_000
"""How many entities, or facts, are asked for at a time."""

app = App(help="Compare the queries written by hand with those compiled from SPARQL.")


class Asked(Struct, frozen=True):
    """A query as it was asked, and the seconds that it took."""

    values: Mapping[str, Value]
    seconds: float


class Place(Struct, frozen=True):
    """A graph that is loaded, and the engine's clock."""

    address: str
    clock: Callable[[], float]
    """Seconds of processor time that the engine has had."""


@app.default
def main(
    *only: str,
    language: Language = "sql",
    rounds: int = 5,
    measure: bool = True,
    kept: Path = FILE,
    write: bool = False,
) -> None:
    """Time the query files of a language and their compiled twins, and print the table.

    Parameters
    ----------
    only
        Time these alone, as in lookup/labels; of others the figures stay.
    language
        sql, asked of DuckDB, or cypher, asked of Neo4j: there helpers and lookups alone.
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
        _keep(kept, list(_measured(only, language, rounds)))
    found = [one for one in recorded.read(kept) if one["language"] == language]
    records = sorted(found, key=lambda one: -ratio(one))
    rows = [*map(_row, records)]
    console.table(f"{language} by hand and compiled", COLUMNS, rows)
    if write:
        named = [(record["query"], record) for record in records]
        notes = "The engine's processor time, in turns."
        readme.write(f"twins-{language}", recorded.table(COLUMNS, rows, named, notes))


def ratio(record: Record) -> float:
    """How many times longer the compiled text takes; infinite where it was stopped."""
    compiled_in: float | None = record["compiled"]
    return math.inf if compiled_in is None else compiled_in / record["hand"]


def _measured(only: Sequence[str], language: Language, rounds: int) -> Iterator[dict[str, Any]]:
    names = [name for name in _names(language) if not only or name in only]
    options = f"--language {language} --rounds {rounds} --write"
    versions = ", ".join(engines.versions())
    command = " ".join(("python -m benchmarks.twins", *only, options))
    with tempfile.TemporaryDirectory(prefix="kgforge-") as name:
        for part in (_of_facts, _of_sentences):
            for one in part(Path(name), names, language, rounds):
                record = {"language": language, **one, "rounds": rounds}
                yield recorded.stamped(record, command=command, versions=versions)


def _keep(file: Path, fresh: Sequence[Record]) -> None:
    """Add records, each in the place of the one of the same query, if there is one."""
    both = [*recorded.read(file), *fresh]
    recorded.write(file, list({(one["language"], one["query"]): one for one in both}.values()))


def _row(record: Record) -> tuple[str, ...]:
    made = record["compiled"]
    milliseconds = "stopped" if made is None else f"{1000 * made:,.1f}"
    times = "–" if made is None else f"{ratio(record):.2f}"
    hand = f"{1000 * record['hand']:,.1f}"
    return record["query"], f"{record['rows']:,}", hand, milliseconds, times, str(record["rounds"])


def _names(language: Language) -> list[str]:
    """The files of a language that are timed."""
    root = resources.folder(language)
    found = sorted(root.rglob(f"*{SUFFIXES[language]}"))
    names = [str(path.relative_to(root).with_suffix("")) for path in found]
    return [name for name in names if language == "sql" or not _is_pattern(name)]


def _is_pattern(name: str) -> bool:
    """Whether a file is a pattern's, its groups', or the scaffold of a new one."""
    whole = name.removesuffix(".groups")
    return bool(patterns.read_query(whole, "sparql").header.roles)


def _of_facts(
    folder: Path, names: Sequence[str], language: Language, rounds: int
) -> Iterator[dict[str, Any]]:
    """The published graph, mined and exported."""
    triples, labels = line.published()
    store = f"duckdb:{folder / 'graph.db'}"
    measured.timed("load", triples, *labels, "--store", store)
    with asked() as found:
        kgforge.mine(["all", *_ALONE], store, folder / "mined")
        kgforge.export(folder / "mined", folder / "bench")
    wanted = [name for name in names if name not in _SAID]
    if wanted:
        with _engine(store, language, folder / "facts") as place:
            yield from _compared(place, _more(store, found), wanted, language, rounds)


def _of_sentences(
    folder: Path, names: Sequence[str], language: Language, rounds: int
) -> Iterator[dict[str, Any]]:
    """WebNLG's training part, with the relations of published ontologies."""
    wanted = [name for name in names if name in _SAID]
    if not wanted:
        return
    data = line.data()
    store = f"duckdb:{folder / 'said.db'}"
    measured.timed("load", f"webnlg:{data / 'webnlg/v3.0_en_train'}", "--store", store)
    ontologies = sorted((data / "text2kgbench/dbpedia_webnlg/ontologies").glob("*.json"))
    with asked() as found:
        kgforge.mine(["alignment"], store, folder / "aligned", ontologies=ontologies)
    with _engine(store, language, folder / "said") as place:
        yield from _compared(place, _more(store, found), wanted, language, rounds)


@contextmanager
def _engine(store: str, language: Language, folder: Path) -> Iterator[Place]:
    """The engine of a language with the graph of a DuckDB file, while the body runs."""
    if language == "sql":
        yield Place(store, time.process_time)
        return
    [server] = engines.named("neo4j")
    with server.running(folder) as place:
        measured.timed("load", store, "--store", place.address)
        yield Place(place.address, _clock(place.address.partition(":")[2]))


def _clock(url: str) -> Callable[[], float]:
    """The clock of a Neo4j server on this machine."""
    asked = "CALL dbms.queryJmx('java.lang:type=Runtime') YIELD attributes"
    with neo4j.GraphDatabase.driver(url) as driver:
        [[process]], _, _ = driver.execute_query(f"{asked} RETURN attributes.Pid.value")
    number = ~int(process) << 3 | 2  # as the C library's clock_getcpuclockid makes it
    return lambda: time.clock_gettime(number)


def _more(address: str, asked: Mapping[str, Asked]) -> dict[str, Mapping[str, Value]]:
    """What was asked, and what may be beside: of everything that a graph has, or of much of it."""
    with stores.open(address) as store:
        return _of_all(store) | {name: one.values for name, one in asked.items()}


def _of_all(store: Store) -> dict[str, Mapping[str, Value]]:
    predicates = tuple(str(one) for (one,) in lookups.ask(store, "predicates"))
    facts = list(islice(lookups.ask(store, "facts"), _MANY))
    told = list(islice(lookups.ask(store, "mentions"), _MANY))
    entities = tuple({str(row[0]) for row in facts} | {str(row[3]) for row in told})
    classes = tuple(sorted({str(o) for _, p, o in lookups.ask(store, "facts") if p in _TYPES}))
    largest = _largest(store, "pool", predicates)
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
        "literals": {"predicate": _largest(store, "literals", predicates)},
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


def _largest(store: Store, lookup: str, predicates: Sequence[str]) -> str:
    """The predicate that has most rows."""

    def rows(predicate: str) -> int:
        return sum(1 for _ in lookups.ask(store, lookup, predicate=predicate))

    return max(predicates, key=rows)


@contextmanager
def asked() -> Iterator[dict[str, Asked]]:
    """What is asked of DuckDB while the body runs: each file's slowest question."""
    found: dict[str, Asked] = {}
    plain = engine.DuckdbStore.query
    folders = [resources.folder(language) for language in SUFFIXES]

    def query(self: engine.DuckdbStore, query: Query, values: Mapping[str, Value]) -> Iterator[Any]:
        started = time.perf_counter()
        yield from plain(self, query, values)
        seconds = time.perf_counter() - started
        for folder in folders:
            if not query.path.is_relative_to(folder):
                continue
            name = str(query.path.relative_to(folder).with_suffix(""))
            if name not in found or found[name].seconds < seconds:
                found[name] = Asked(dict(values), seconds)

    engine.DuckdbStore.query = query  # type: ignore[method-assign,assignment]
    try:
        yield found
    finally:
        engine.DuckdbStore.query = plain  # type: ignore[method-assign]


def _compared(
    place: Place,
    questions: Mapping[str, Mapping[str, Value]],
    names: Sequence[str],
    language: Language,
    rounds: int,
) -> Iterator[dict[str, Any]]:
    with stores.open(place.address, Access(timeout=_LIMIT[language])) as store:
        for name in names:
            twins = _twins(name, language)
            if twins and name in questions:
                timed = _timed(store, name, twins, questions[name], place.clock, rounds)
                console.say(" ".join(map(str, timed.values())))
                yield timed
            elif twins:
                console.say(f"{name}: not asked")


class _Twins(Struct, frozen=True):
    """A query by hand, and compiled."""

    hand: Query
    made: Query

    def each(self) -> Iterator[tuple[str, Query]]:
        """Both, in turn."""
        yield "hand", self.hand
        yield "made", self.made


def _twins(name: str, language: Language) -> _Twins | None:
    """A query by hand and compiled; None where there is no compiled one, which is told."""
    hand = resources.folder(language) / f"{name}{SUFFIXES[language]}"
    try:
        source = patterns.read_query(resources.folder("sparql") / f"{name}.rq", "sparql")
        return _Twins(patterns.read_query(hand, language), compiled(source, language))
    except PatternError as error:
        console.say(f"{name}: {error}")
        return None


def _timed(
    store: Store,
    name: str,
    twins: _Twins,
    given: Mapping[str, Value],
    clock: Callable[[], float],
    rounds: int,
) -> dict[str, Any]:
    values = {key: value for key, value in given.items() if twins.hand.header.parameter(key)}
    count = _same(store, name, twins, values)
    times: dict[str, list[float]] = {"hand": [], "made": []}
    for _ in range(rounds):
        for kind, query in twins.each():
            with suppress(QueryTimeoutError):
                times[kind].append(_turn(store, _counted(query), values, clock))
        if not times["made"]:
            break
    made = min(times["made"], default=None)
    return {"query": name, "rows": count, "hand": min(times["hand"]), "compiled": made}


def _same(store: Store, name: str, twins: _Twins, values: Mapping[str, Value]) -> int:
    """The number of rows by hand. Exits where the compiled query ends and gives others."""
    hand = Counter(store.query(twins.hand, values))
    with suppress(QueryTimeoutError):
        made = Counter(store.query(twins.made, values))
        if made != hand:
            less, more = (list(one)[:3] for one in (hand - made, made - hand))
            raise SystemExit(f"{name}: rows by hand alone: {less}, compiled alone: {more}")
    return hand.total()


def _turn(
    store: Store, query: Query, values: Mapping[str, Value], clock: Callable[[], float]
) -> float:
    """The engine's seconds of processor time for one query: the least of a turn."""
    best, until = math.inf, time.perf_counter() + _TURN
    while best == math.inf or time.perf_counter() < until:
        started = clock()
        list(store.query(query, values))
        best = min(best, clock() - started)
    return best


def _counted(query: Query) -> Query:
    """A query for the number of rows, and for one value that needs all columns of all of them."""
    names = [f"`{column.name}`" for column in query.header.columns]
    if query.language == "sql":
        quoted = ", ".join(name.replace("`", '"') for name in names)
        text = (
            f"SELECT COUNT(*) AS count, CAST(COALESCE(BIT_XOR(HASH({quoted})), 0) AS "
            f"VARCHAR) AS hash FROM ({query.text}\n) AS found"
        )
    else:
        largest = ", ".join(f"max({name})" for name in names)
        text = f"CALL () {{\n{query.text}\n}}\nWITH count(*) AS count, [{largest}] AS found\n"
        text += "RETURN count, coalesce(toStringList(found)[0], '') AS hash"
    header = patterns.Header(
        "", query.header.params, (patterns.Column("count", "int"), patterns.Column("hash", "str"))
    )
    return Query(query.name, query.language, query.path, text, header, query.walks)


if __name__ == "__main__":
    app()
