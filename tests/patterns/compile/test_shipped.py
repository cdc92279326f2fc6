"""Every shipped SPARQL query, compiled: its rows are those that networkx finds."""

from collections import Counter
from pathlib import Path

import pytest

from kgforge import patterns, resources, stores
from kgforge.errors import PatternError
from kgforge.patterns.compile import compiled
from kgforge.schema import Entry
from kgforge.stores import WRITE
from tests import worlds
from tests.oracles.queries import Oracle

REFUSED = {
    "lookup/counts": "predicate is rdfs:label",
    "lookup/domains": "GROUP_CONCAT",
    "lookup/loads": "urn:kgforge:sources",
    "lookup/names": "predicate is rdfs:label",
    "lookup/ranges": "GROUP_CONCAT",
    "lookup/sources": "urn:kgforge:sources",
}
"""The queries that are not covered, each with the reason."""
NAMES = worlds.queries("sparql")


def shipped(name: str) -> patterns.Query:
    path = resources.folder("sparql") / f"{name}.rq"
    return patterns.read_query(path, "sparql")


@pytest.mark.parametrize(
    "entries", [worlds.odd(), worlds.dense(3), worlds.dense(5)], ids=["odd", "dense", "other"]
)
def test_compiled_queries_give_the_right_rows(entries: list[Entry]) -> None:
    right = Oracle(entries)
    wrong = []
    with stores.open("duckdb:", WRITE) as store:
        store.add(entries)
        for name in NAMES:
            if name in REFUSED:
                continue
            query = compiled(shipped(name), "sql")
            wrong += [
                (name, values)
                for values in worlds.questions(name, right)
                if Counter(store.query(query, values)) != right.rows(name, values)
            ]
    assert not wrong


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_what_is_not_covered_is_refused_with_its_line(name: str) -> None:
    with pytest.raises(PatternError, match=REFUSED[name]) as refused:
        compiled(shipped(name), "sql")
    assert f"{name}.rq:" in str(refused.value)


def test_a_compiled_query_is_a_whole_file(tmp_path: Path) -> None:
    query = compiled(shipped("inverse"), "sql")
    file = tmp_path / "inverse.sql"
    file.write_text(query.text)
    assert patterns.read_query(file, "sql").header == shipped("inverse").header
