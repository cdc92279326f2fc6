"""Entries and N-Triples into Parquet by Spark itself, in parallel.

What comes through Python is spooled to files of lines, as with DuckDB; an N-Triples file is read by
Spark where it lies: once to find its plain lines, once for the terms and once for the facts. A load
adds files to each table, and leaves those that are there as they are.
"""

import os
import shutil
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from pathlib import Path
from typing import Any, Final

import duckdb
from pyspark.sql import DataFrame, SparkSession

from kgforge import temporaries
from kgforge.closing import Closing
from kgforge.schema import Aside, Entry
from kgforge.stores import _tables
from kgforge.stores.duckdb.lines import quoted
from kgforge.stores.duckdb.spool import COLUMNS, Spool
from kgforge.stores.spark import lines, numbers

_GROUP: Final = 20_000
"""Rows of a row group of ``terms``: of these a look-up reads those that its numbers lie in."""
_SMALL: Final = 16 << 20
"""Bytes of lines that one task reads sooner than several are planned."""
_IN_ONE: Final = {
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.shuffle.partitions": "1",
    "spark.sql.codegen.wholeStage": "false",
}
_OF_TERMS: Final = {
    "labels": ("entity",),
    "sentences": ("id",),
    "mentions": ("sentence", "s", "p", "o"),
    "ontology": ("s", "p", "o"),
}
"""The columns of each spooled file that are terms; of facts there are three in each line."""
_OTHERS: Final[Mapping[str, tuple[str, ...]]] = {
    "labels": ("language", "kind", lines.unescaped("text")),
    "sentences": (lines.unescaped("text"), lines.unescaped("source")),
    "mentions": tuple(f"CAST(NULLIF({name}, '') AS INT)" for name in COLUMNS["mentions"][4:]),
    "ontology": (),
    "sources": (lines.unescaped("file"), "sha256", f"NULLIF({lines.unescaped('licence')}, '')"),
    "loads": (lines.unescaped("command"),),
}
"""What a table has behind its terms, in SQL over the columns of its spooled file."""


class Intake(Closing):
    """One load. *graph* is the folder that is added to, *folder* one for temporary files.

    Nothing is changed in *graph*: ``store`` writes into another folder all that the graph is then.
    """

    def __init__(
        self, session: SparkSession, graph: Path, folder: Path, bits: int = numbers.BITS
    ) -> None:
        self._session = session.newSession()
        self._graph = graph
        self._folder = folder
        self._bits = bits
        self._spool = Spool(folder)
        self._taken: list[DataFrame] = []

    def write(self, entry: Entry) -> int:
        """Write an entry down; how many terms took another form for it."""
        return self._spool.write(entry)

    def take(self, path: Path, aside: Aside) -> tuple[int, Path]:
        """Take the plain lines of an N-Triples file; how many, and a file of the others, in order.

        None are taken, and the file is its own rest, where Spark does not read it byte by byte.
        Lines that stand *aside* are not taken.
        """
        # By a name that Spark neither takes for a pattern nor for that of a hidden file.
        source = self._folder / f"source{len(self._taken)}.nt"
        if temporaries.holds(path):  # it is read again when all is stored
            shutil.copyfile(path, source)
        else:
            source.symlink_to(path.resolve())
        found, plain = lines.read(self._session, source), lines.plain(aside)
        [(count, size, taken, sound)] = found.selectExpr(
            "COUNT(*)",
            "COALESCE(SUM(OCTET_LENGTH(value)), 0)",
            f"COUNT_IF({plain})",
            "COUNT_IF(IS_VALID_UTF8(value))",
        ).collect()
        if sound < count or count + size - path.stat().st_size not in {0, 1}:
            source.unlink()
            return 0, path
        if taken == count:
            self._taken.append(found)
            return taken, self._rest([])
        self._taken.append(found.where(plain))
        # Parts of a file are read in any order.
        place = "_metadata.file_block_start AS block", "MONOTONICALLY_INCREASING_ID() AS place"
        left = found.selectExpr("value", *place).where(f"NOT ({plain})").orderBy("block", "place")
        parts = self._folder / f"rest{len(self._taken)}"
        left.select("value").write.text(str(parts), lineSep="\n")
        return taken, self._rest(sorted(parts.glob("part-*")))

    def _rest(self, parts: Iterable[Path]) -> Path:
        """One file of those that Spark has written."""
        rest = self._folder / "rest.nt"
        with rest.open("wb") as stream:
            for part in parts:
                with part.open("rb") as written:
                    shutil.copyfileobj(written, stream)
        return rest

    def store(self, new: Path) -> None:
        """Write the graph with all that was taken and written into the folder *new*."""
        self._spool.close()
        self._suit()
        facts, tables = self._facts(), dict(self._spooled())
        moved = self._number(list(_words(facts, tables)), new)
        number = partial(numbers.in_sql, moved=moved, bits=self._bits)
        if facts is not None:
            self._add(new, "facts", facts.selectExpr(*map(number, "spo")), ("p", "s", "o"))
        for table, found in tables.items():
            terms = map(number, _OF_TERMS.get(table, ()))
            self._add(new, table, found.selectExpr(*terms, *_OTHERS[table]))
        for table in _tables.SCHEMA:
            self._keep(new, table)

    def _suit(self) -> None:
        """Let a load of a few lines run in one task each: planning for many takes longer."""
        size = sum(path.stat().st_size for path in self._folder.iterdir() if path.is_file())
        if size < _SMALL:
            for name, value in _IN_ONE.items():
                self._session.conf.set(name, value)

    def _facts(self) -> DataFrame | None:
        """The terms of all facts, repetitions among them."""
        path = self._spool.paths["facts"]
        spooled = [lines.read(self._session, path)] if path.stat().st_size else []
        found = [*self._taken, *spooled]
        return lines.triples(reduce(DataFrame.union, found)) if found else None

    def _spooled(self) -> Iterator[tuple[str, DataFrame]]:
        """Each table of which there are rows, but for the facts."""
        for table in _OTHERS:
            path = self._spool.paths[table]
            if path.stat().st_size:
                yield table, lines.columns(self._session, path, COLUMNS[table])

    # ── terms ───────────────────────────────────────────────────────────────────────────────────
    def _number(self, words: list[DataFrame], new: Path) -> Mapping[str, int]:
        """Write those terms that the graph has not yet; those whose number is another's hash."""
        if not words:
            return {}
        id = numbers.in_sql("t", {}, self._bits)
        found = reduce(DataFrame.union, words).distinct().selectExpr("t", f"{id} AS id")
        known = self._known()
        if known is not None:
            found = found.join(known, ["t", "id"], "left_anti")
        place = self._folder / "fresh"
        found.write.parquet(str(place))
        fresh = self._session.read.parquet(lines.literally(place))
        moved = self._moved(fresh, known)
        number = numbers.in_sql("t", {text: id for text, (id, _) in moved.items()}, self._bits)
        there = [text for text, (_, is_there) in moved.items() if is_there]
        rows = fresh.where(~fresh["t"].isin(there)) if there else fresh
        rows = rows.selectExpr("t", f"{number} AS id").selectExpr(*lines.parted()).orderBy("id")
        _write(rows, new, "terms", **{"parquet.block.row.count.limit": str(_GROUP)})
        return {text: id for text, (id, _) in moved.items()}

    def _known(self) -> DataFrame | None:
        """The terms that the graph has."""
        if not _files(self._graph, "terms"):
            return None
        return self._table("terms").selectExpr("id", f"{lines.written()} AS t")

    def _moved(self, fresh: DataFrame, known: DataFrame | None) -> dict[str, tuple[int, bool]]:
        """Terms whose hash is another's: the number of each, and whether the graph has it there."""
        every = fresh if known is None else fresh.unionByName(known)
        twice = [id for id, _ in every.groupBy("id").count().where("count > 1").collect()]
        if not twice:
            return {}
        owners = {} if known is None else dict(_held(known, twice))
        others = [text for id, text in sorted(_held(fresh, twice))
                  if owners.setdefault(id, text) != text]  # fmt: skip

        def held(wanted: Collection[int]) -> Iterator[tuple[int, str]]:
            return ((id, owners.get(id, text)) for id, text in _held(every, wanted))

        placed = numbers.places(others, held, 1, self._bits)
        return {text: (id, is_there) for text, id, is_there in placed}

    # ── tables ──────────────────────────────────────────────────────────────────────────────────
    def _add(self, new: Path, table: str, found: DataFrame, order: Sequence[str] = ()) -> None:
        """Write those distinct rows that a table has not yet, by its first column or an *order*."""
        names = [column.split()[0] for column in _tables.SCHEMA[table].split(", ")]
        rows = found.toDF(*names)
        is_full = bool(_files(self._graph, table))
        rows = rows.subtract(self._table(table)) if is_full else rows.distinct()
        _write(rows.orderBy(*(order or names[:1])), new, table)

    def _table(self, name: str) -> DataFrame:
        """What the graph has in a table."""
        found: DataFrame = lines.table(self._session, self._graph / name, name)
        return found

    def _keep(self, new: Path, table: str) -> None:
        """Put the files that a table has beside those that are new."""
        (new / table).mkdir(exist_ok=True)
        there = _files(self._graph, table)
        for file in there:
            _link(file, new / table / file.name)
        if not _files(new, table):
            none = quoted(str(new / table / "none.parquet"))
            duckdb.execute(f"COPY ({_tables.empty(table)}) TO {none} (FORMAT parquet)")

    def close(self) -> None:
        """Close the files of the spool."""
        self._spool.close()


def _words(facts: DataFrame | None, tables: Mapping[str, DataFrame]) -> Iterator[DataFrame]:
    """All terms that are to be numbered, in columns ``t``."""
    if facts is not None:
        yield facts.selectExpr("EXPLODE(ARRAY(s, p, o)) AS t")
    for table, names in _OF_TERMS.items():
        if table in tables:
            yield tables[table].selectExpr(f"EXPLODE(ARRAY({', '.join(names)})) AS t")


def _held(found: DataFrame, ids: Collection[int]) -> list[tuple[int, str]]:
    """The rows of some numbers."""
    rows = found.where(found["id"].isin(list(ids))).select("id", "t").collect()
    return [(id, text) for id, text in rows]


def _write(rows: DataFrame, folder: Path, table: str, **options: str) -> None:
    place = str(folder / table)
    kept: dict[str, Any] = {"mapreduce.fileoutputcommitter.marksuccessfuljobs": "false", **options}
    rows.write.options(**kept).parquet(place, mode="append", compression="zstd")


def _files(folder: Path, table: str) -> list[Path]:
    return sorted((folder / table).glob("*.parquet"))


def _link(file: Path, other: Path) -> None:
    try:
        os.link(file, other)
    except OSError:  # some file systems know no links
        shutil.copy2(file, other)
