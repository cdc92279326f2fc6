"""Compiled queries on Spark: the texts that DuckDB is asked."""

import shutil
from collections import Counter
from pathlib import Path

import pytest

from kgforge import patterns, stores
from kgforge.patterns.compile import compiled
from kgforge.schema import Entry, Triple
from kgforge.stores import WRITE
from tests import worlds
from tests.oracles.queries import Oracle
from tests.patterns.compile.test_paths import asked
from tests.patterns.compile.test_shipped import NAMES, REFUSED, shipped
from tests.sampled import some
from tests.worlds.facts import ex

pytest.importorskip("pyspark")
pytestmark = pytest.mark.skipif(shutil.which("java") is None, reason="no java on the path")
ALWAYS = ("lookup/datatypes", "lookup/labels", "lookup/surfaces", "lookup/overlaps")
"""These have types and names of columns that Spark and DuckDB write otherwise."""


def test_spark_finds_the_same_pairs(tmp_path: Path) -> None:
    facts = [("a", "p", "b"), ("b", "p", "c"), ("c", "p", "a"), ("d", "q", "a")]
    text = f"SELECT ?x ?y {{ ?x <{ex('q')}>/<{ex('p')}>* ?y }}"
    right = asked(text, facts, tmp_path)
    assert right == Counter(["da", "db", "dc"])
    with stores.open(f"spark:{tmp_path}/graph", WRITE) as store:
        store.add([Entry(tuple(Triple(ex(s), ex(p), ex(o)) for s, p, o in facts))])
        rows = store.query(patterns.read_query("own", "sql", tmp_path), {})
        assert Counter(f"{str(x)[-1]}{str(y)[-1]}" for x, y in rows) == right


def test_shipped_queries_give_the_right_rows(tmp_path: Path) -> None:
    entries = worlds.dense(3)
    right = Oracle(entries)
    names = [name for name in NAMES if name not in REFUSED]
    with stores.open(f"spark:{tmp_path}/graph", WRITE) as store:
        store.add(entries)
        for name in dict.fromkeys([*ALWAYS, *some(4, names)]):
            values = worlds.questions(name, right)[0]
            rows = Counter(store.query(compiled(shipped(name), "sql"), values))
            assert rows == right.rows(name, values), name
