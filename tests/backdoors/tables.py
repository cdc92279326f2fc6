"""The back door of SQL engines: SQL of our own on a DuckDB file, or on a folder of Parquet."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import duckdb as db

from kgforge import terms
from kgforge.patterns.queries import Row
from tests.backdoors import Held

TABLES: Final = ("facts", "terms", "labels", "sentences", "mentions", "sources", "ontology")
_FACT: Final = "SELECT s.value, p.value, o.kind, o.value, o.datatype, o.language"
_TERMS: Final = " JOIN ".join(("", *(f"terms {x} ON f.{x} = {x}.id" for x in "spo")))


def file(path: Path) -> Held:
    """A DuckDB file, read with SQL of our own."""
    with db.connect(str(path), read_only=True) as tables:
        return _tables(tables)


def folder(path: Path) -> Held:
    """A folder of Parquet, read with DuckDB."""
    with db.connect() as tables:
        for name in TABLES:
            files = f"{path}/{name}/*.parquet"
            tables.execute(f"CREATE VIEW {name} AS FROM read_parquet('{files}')")
        return _tables(tables)


def _tables(tables: db.DuckDBPyConnection) -> Held:
    def rows(text: str) -> list[tuple[Any, ...]]:
        found = tables.execute(text).fetchall()
        assert len(found) == len(set(found)), f"a row stands twice: {text}"
        return found

    names = rows(
        "SELECT e.value, x.language, x.kind, text FROM labels x JOIN terms e ON entity = e.id"
    )
    said = rows("SELECT i.value, text, source FROM sentences x JOIN terms i ON x.id = i.id")
    spans = ", ".join(
        f"coalesce({side}_{end}, -1)" for side in ("subject", "object") for end in ("start", "end")
    )
    told = rows(
        f"{_FACT}, i.value, {spans} FROM mentions f{_TERMS} JOIN terms i ON sentence = i.id"
    )
    read = rows("SELECT file, sha256, coalesce(licence, '') FROM sources")
    return Held(
        frozenset((s, p, term(*o)) for s, p, *o in rows(f"{_FACT} FROM facts f{_TERMS}")),
        frozenset(names),
        frozenset(said),
        frozenset((row[6], *row[:2], term(*row[2:6]), *row[7:]) for row in told),
        licensed(read),
        frozenset((s, p, term(*o)) for s, p, *o in rows(f"{_FACT} FROM ontology f{_TERMS}")),
    )


def term(kind: str, value: str, datatype: str, language: str) -> str:
    if kind == "iri":
        return value
    return terms.literal(value, datatype=datatype, language=language)


def licensed(read: Iterable[Sequence[Any]]) -> frozenset[Row]:
    """Files of one content share the licence that one of them knows."""
    rows = list(read)
    known = {sha256: licence for _, sha256, licence in rows if licence}
    return frozenset((file, sha256, known.get(sha256, "")) for file, sha256, _ in rows)
