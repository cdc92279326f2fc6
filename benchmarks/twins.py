"""SQL by hand and SQL compiled from SPARQL, side by side on the published Wikidata graph.

``python -m benchmarks.twins`` (see README.md). What is asked is what ``mine all`` and ``export``
ask of that graph: every query file of ``sql/`` with the parameters that take it longest. A file
that is no faster than its compiled twin (``NO_FASTER`` times) need not stand.
"""

import math
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from cyclopts import App
from msgspec import Struct

import kgforge
from benchmarks import line, readme
from kgforge import __version__, patterns, resources, stores
from kgforge.cli import console
from kgforge.errors import PatternError, QueryTimeoutError
from kgforge.patterns import Query, Value
from kgforge.patterns.compile import compiled
from kgforge.stores import Access
from kgforge.stores import duckdb as engine

NO_FASTER: Final = 1.2
_ROUNDS: Final = 5
_LIMIT: Final = 20.0
"""Seconds after which a query is stopped."""
_ALONE: Final = ("fact", "count", "comparison", "agreement", "chain2", "chain3", "chain4")
"""What ``all`` leaves out."""

app = App(help="Compare the SQL written by hand with the SQL compiled from SPARQL.")


class Asked(Struct, frozen=True):
    """A query as it was asked, and the seconds that it took."""

    values: Mapping[str, Value]
    seconds: float


@app.default
def main(*, write: bool = False) -> None:
    """Time all query files of SQL and their compiled twins, and print the table.

    Parameters
    ----------
    write
        Write the table into README.md beside this file.
    """
    triples, labels = line.published()
    with tempfile.TemporaryDirectory(prefix="kgforge-") as name:
        folder = Path(name)
        store = f"duckdb:{folder / 'graph.db'}"
        line.timed("load", triples, *labels, "--store", store)
        with asked() as found:
            kgforge.mine(["all", *_ALONE], store, folder / "mined")
            kgforge.export(folder / "mined", folder / "bench")
        rows = sorted(_compared(store, found), key=lambda row: -row[-1])
    columns = ("query", "rows", "by hand, ms", "compiled, ms", "compiled / by hand")
    shown = [
        (name, f"{count:,}", f"{1000 * hand:,.1f}", f"{1000 * made:,.1f}", f"{ratio:.2f}")
        for name, count, hand, made, ratio in rows
    ]
    console.table("SQL by hand and compiled", columns, shown)
    machine = f"Run on {readme.machine()}; kgforge {__version__}."
    notes = f"Processor time, best of {_ROUNDS}, in turns. {machine}"
    console.say(notes)
    if write:
        readme.write("twins", f"{readme.table(columns, shown)}\n\n{notes}")


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
    address: str, found: Mapping[str, Asked]
) -> Iterator[tuple[str, int, float, float, float]]:
    with stores.open(address, Access(timeout=_LIMIT)) as store:
        for name, path in _files():
            if name not in found:
                console.say(f"{name}: not asked")
                continue
            hand = patterns.read_query(path, "sql")
            try:
                made = compiled(
                    patterns.read_query(resources.folder("sparql") / f"{name}.rq", "sparql"), "sql"
                )
            except PatternError as error:
                console.say(f"{name}: {error}")
                continue
            values = {
                key: value
                for key, value in found[name].values.items()
                if hand.header.parameter(key)
            }
            one, other = _counted(hand), _counted(made)
            times: dict[str, list[float]] = {"hand": [], "made": []}
            answers: set[tuple[object, ...]] = set()
            for _ in range(_ROUNDS):
                for kind, query in (("hand", one), ("made", other)):
                    started = time.process_time()
                    with suppress(QueryTimeoutError):
                        answers.update(store.query(query, values))
                        times[kind].append(time.process_time() - started)
                if not times["made"]:
                    break
            if len(answers) > 1:
                raise SystemExit(f"{name}: the answers differ: {answers}")
            [(count, _)] = answers
            assert isinstance(count, int)
            best = {kind: min(each, default=math.inf) for kind, each in times.items()}
            yield name, count, best["hand"], best["made"], best["made"] / best["hand"]


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
