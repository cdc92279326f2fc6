"""Entries into tables: spooled to files as they come, then read, numbered and stored by DuckDB.

Nothing is stored before ``store`` is called. An N-Triples file need not pass through Python: what
DuckDB may take of it by itself is numbered at once, and only the rest is read by its loader.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import duckdb
from duckdb import DuckDBPyConnection

from kgforge.closing import Closing
from kgforge.schema import Aside, Entry
from kgforge.stores.duckdb import lines
from kgforge.stores.duckdb.memory import Memory
from kgforge.stores.duckdb.spool import COLUMNS, Spool

HASH: Final = "HASH({})"
"""By what the terms of a load are found again, in SQL."""
TEXT: Final = "{}"
"""The same where two terms have one hash: slower, and never wrong."""

SURE: Final = f"REGEXP_FULL_MATCH(t, {lines.quoted(lines.SURE)})"
"""The condition of a word ``t`` that may be taken as it stands."""


class Intake(Closing):
    """One load into the tables of a connection: they are as they were until ``store`` has ended.

    What is taken and numbered before that lies in temporary tables, outside the transaction: DuckDB
    2.0 loses rows that a transaction inserts into a table which it made itself by an empty SELECT.
    """

    def __init__(
        self, connection: DuckDBPyConnection, memory: Memory, folder: Path, key: str
    ) -> None:
        self._connection = connection
        self._memory = memory
        self._folder = folder
        self._spool = Spool(folder)
        self._key = key
        self._begun = False

    def write(self, entry: Entry) -> int:
        """Write an entry down; how many terms took another form for it."""
        return self._spool.write(entry)

    def take(self, path: Path, aside: Aside) -> tuple[int, Path]:
        """Take the plain lines of an N-Triples file; how many, and a file of the others, in order.

        None are taken, and the file is its own rest, where DuckDB cannot read it line by line.
        Lines that stand *aside* are not taken.
        """
        self._memory.allow(path.stat().st_size * 2 // 5)
        self._begin()
        source = lines.reading(path)
        found, plain = lines.triples(source), lines.plain(aside)
        try:
            self._find(f"SELECT UNNEST([s, p, o]) AS t FROM {found} WHERE {plain}", sure=SURE)
            self._key_facts(found, plain)
        except (duckdb.InvalidInputException, duckdb.NotImplementedException):
            return 0, path
        [(count, read)] = self._execute("SELECT COUNT(*), SUM(size) + COUNT(*) FROM keys")
        size = path.stat().st_size
        if (read or 0) != size + (not _ends_line(path, size)):
            self._drop("fresh", "keys")
            return 0, path
        self._number()
        taken = self._stage()
        rest = self._folder / "rest.nt"
        with rest.open("w", encoding="utf-8", newline="\n") as stream:
            if taken < count:
                self._leave(source, aside, stream.write)
        self._drop("fresh")
        return taken, rest

    def store(self) -> None:
        """Store all that was taken and written, in one transaction."""
        self._begin()
        spooled = self._spool.tables()
        facts = lines.triples(spooled["facts"])
        self._find(
            f"SELECT UNNEST([s, p, o]) AS t FROM {facts} "
            f"UNION ALL SELECT entity FROM {spooled['labels']} "
            f"UNION ALL SELECT id FROM {spooled['sentences']} "
            f"UNION ALL SELECT UNNEST([sentence, s, p, o]) FROM {spooled['mentions']} "
            f"UNION ALL SELECT UNNEST([s, p, o]) FROM {spooled['ontology']}"
        )
        self._number()
        self._key_facts(facts)
        self._stage()
        self._memory.enough(lambda: self._insert(spooled))

    def _insert(self, spooled: dict[str, str]) -> None:
        with self._transaction():
            self._execute(f"INSERT INTO terms {lines.parted('words')}")
            self._add("facts", "SELECT DISTINCT s, p, o FROM staged", order="p, s, o")
            self._add_texts(spooled)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._execute("BEGIN")
        try:
            yield
            self._execute("COMMIT")
        except BaseException:
            with suppress(duckdb.TransactionException):  # a failed COMMIT has ended it
                self._execute("ROLLBACK")
            raise

    def _add_texts(self, spooled: dict[str, str]) -> None:
        # DuckDB reads what is empty as NULL.
        text, source = (f"COALESCE({lines.unescaped(name)}, '')" for name in ("text", "source"))
        self._add(
            "labels",
            f"SELECT DISTINCT n.id, COALESCE(language, ''), kind, {text} "
            f"FROM {spooled['labels']} AS x "
            f"JOIN numbers AS n ON n.key = {self._of('x.entity')}",
        )
        self._add(
            "sentences",
            f"SELECT DISTINCT n.id, {text}, {source} "
            f"FROM {spooled['sentences']} AS x "
            f"JOIN numbers AS n ON n.key = {self._of('x.id')}",
        )
        fact = " ".join(
            f"JOIN numbers AS {name} ON {name}.key = {self._of(f'x.{column}')}"
            for name, column in (("a", "s"), ("b", "p"), ("c", "o"))
        )
        self._add(
            "ontology",
            f"SELECT DISTINCT a.id, b.id, c.id FROM {spooled['ontology']} AS x {fact}",
        )
        offsets = ", ".join(
            f"CAST(NULLIF({name}, '') AS INTEGER)" for name in COLUMNS["mentions"][4:]
        )
        self._add(
            "mentions",
            f"SELECT DISTINCT n.id, a.id, b.id, c.id, {offsets} "
            f"FROM {spooled['mentions']} AS x {fact} "
            f"JOIN numbers AS n ON n.key = {self._of('x.sentence')}",
        )
        file, licence = lines.unescaped("file"), lines.unescaped("licence")
        self._add(
            "sources",
            f"SELECT DISTINCT {file}, sha256, NULLIF({licence}, '') FROM {spooled['sources']}",
        )
        self._add("loads", f"SELECT DISTINCT {lines.unescaped('command')} FROM {spooled['loads']}")

    def _add(self, table: str, rows: str, order: str = "ALL") -> None:
        """Add those distinct rows that a table has not yet."""
        [(full,)] = self._execute(f"SELECT EXISTS (FROM {table})")
        new = f"({rows} EXCEPT FROM {table})" if full else f"({rows})"
        self._execute(f"INSERT INTO {table} SELECT * FROM {new} AS new ORDER BY {order}")

    # ── numbers ─────────────────────────────────────────────────────────────────────────────────
    def _begin(self) -> None:
        """Number the terms that the graph has already."""
        if self._begun:
            return
        self._begun = True
        self._run("CREATE TEMP TABLE staged (s BIGINT, p BIGINT, o BIGINT)")
        self._run("CREATE TEMP TABLE words (id BIGINT, t VARCHAR)")
        self._renumber()
        self._top = int(self._one("SELECT COALESCE(MAX(ABS(id)), 0) FROM terms"))

    def _renumber(self) -> None:
        type_ = "VARCHAR" if self._key == TEXT else "UBIGINT"
        self._run(f"CREATE OR REPLACE TEMP TABLE numbers (key {type_}, id BIGINT)")
        self._run(f"INSERT INTO numbers SELECT {self._of(lines.written())}, id FROM terms")
        self._run(f"INSERT INTO numbers SELECT {self._of('t')}, id FROM words")

    def _of(self, column: str) -> str:
        return self._key.format(column)

    def _find(self, words: str, sure: str = "true") -> None:
        """Find those words (rows ``t``) that have no number yet: the table ``fresh``.

        It says of each whether it is *sure*, a condition; the others get no number.
        """
        self._run(
            f"CREATE OR REPLACE TEMP TABLE fresh AS SELECT t, {self._of('t')} AS key, "
            f"{sure} AS sure FROM (SELECT DISTINCT t FROM ({words})) AS words "
            f"ANTI JOIN numbers ON numbers.key = {self._of('t')}"
        )
        if self._key != TEXT and self._collides(words):
            self._key = TEXT
            self._renumber()
            self._find(words, sure)

    def _number(self) -> None:
        """Number the words that were found, by place: counting on would be one thread's work."""
        number = f"({self._top} + 1 + rowid) * CASE WHEN STARTS_WITH(t, '<') THEN 1 ELSE -1 END"
        self._run(f"INSERT INTO numbers SELECT key, {number} FROM fresh WHERE sure")
        self._run(f"INSERT INTO words SELECT {number}, t FROM fresh WHERE sure")
        self._top += int(self._one("SELECT COUNT(*) FROM fresh"))

    def _collides(self, words: str) -> bool:
        """Whether two words, or a word and a term of the graph, have one key."""
        if self._one("SELECT COUNT(*) > COUNT(DISTINCT key) FROM fresh"):
            return True
        if not self._one("SELECT EXISTS (FROM numbers)"):
            return False
        known = f"(SELECT id, {lines.written()} AS t FROM terms UNION ALL FROM words) AS known"
        return bool(
            self._one(
                f"SELECT EXISTS (FROM ({words}) AS found "
                f"JOIN numbers ON numbers.key = {self._of('found.t')} "
                f"JOIN {known} ON known.id = numbers.id WHERE known.t <> found.t)"
            )
        )

    def _key_facts(self, found: str, wanted: str = "true") -> None:
        """The table ``keys``: of each line its bytes, and of a wanted one the keys of its terms.

        As a table of its own: of a file's lines DuckDB does not know how many they are, and would
        build its joins the wrong way round.
        """
        keys = [f"CASE WHEN {wanted} THEN {self._of(name)} END AS {name}" for name in "spo"]
        columns = ", ".join([*keys, "CAST(STRLEN(line) AS INTEGER) AS size"])
        self._run(f"CREATE OR REPLACE TEMP TABLE keys AS SELECT {columns} FROM {found}")

    def _stage(self) -> int:
        """Put the facts of ``keys``, as numbers, among the staged; how many they are."""
        before = int(self._one("SELECT COUNT(*) FROM staged"))
        # Two joins after one another: each takes memory for all terms.
        self._run(
            "CREATE OR REPLACE TEMP TABLE halves AS SELECT a.id AS s, b.id AS p, keys.o FROM keys "
            "JOIN numbers AS a ON a.key = keys.s "
            "JOIN (FROM numbers WHERE key IN (SELECT p FROM keys GROUP BY p)) AS b "
            "ON b.key = keys.p"
        )
        self._drop("keys")
        self._run(
            "INSERT INTO staged SELECT halves.s, halves.p, c.id FROM halves "
            "JOIN numbers AS c ON c.key = halves.o"
        )
        self._drop("halves")
        return int(self._one("SELECT COUNT(*) FROM staged")) - before

    def _leave(self, source: str, aside: Aside, write: Callable[[str], object]) -> None:
        """Write the lines that were not taken, in the order of the file."""
        self._run("CREATE OR REPLACE TEMP TABLE unsure AS SELECT t FROM fresh WHERE NOT sure")
        unsure = " OR ".join(f"{name} IN (FROM unsure)" for name in "spo")
        text = (
            "SELECT COALESCE(line, '') FROM "
            f"(SELECT ROW_NUMBER() OVER () AS place, * FROM {lines.triples(source)}) "
            f"WHERE NOT {lines.plain(aside)} OR {unsure} ORDER BY place"
        )
        self._run(f"CREATE OR REPLACE TEMP TABLE rest AS {text}")
        found = self._connection.execute("FROM rest")
        while batch := found.fetchmany(10_000):
            for (line,) in batch:
                write(f"{line}\n")
        self._drop("unsure", "rest")

    def _drop(self, *names: str) -> None:
        for name in names:
            self._run(f"DROP TABLE IF EXISTS temp.{name}")

    def _run(self, text: str) -> None:
        self._memory.enough(lambda: self._execute(text))

    def _one(self, text: str) -> Any:
        [(value,)] = self._memory.enough(lambda: self._execute(text))
        return value

    def _execute(self, text: str) -> list[Any]:
        return self._connection.execute(text).fetchall()

    def close(self) -> None:
        """Remove what it has staged."""
        self._spool.close()
        self._drop("fresh", "keys", "halves", "unsure", "rest", "numbers", "staged", "words")


def _ends_line(path: Path, size: int) -> bool:
    if not size:
        return True
    with path.open("rb") as stream:
        stream.seek(size - 1)
        return stream.read() == b"\n"
