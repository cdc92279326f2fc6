"""Rows out of Neo4j's records: what each type of column takes."""

from pathlib import Path

import pytest

from kgforge.errors import PatternError
from kgforge.stores.neo4j import records
from kgforge.terms import PREFIXES
from tests.stores.test_reltypes import query


def test_only_columns_of_types_are_expanded(tmp_path: Path) -> None:
    asked = query(
        "MATCH (a)-[r]->() RETURN a.iri AS a, type(r) AS p", "// columns: a: iri, p: iri", tmp_path
    )
    found = records.rows([["wdt:P1", "geo:1,2"]], ["p", "a"], asked)
    assert list(found) == [("geo:1,2", f"{PREFIXES['wdt']}P1")]


@pytest.mark.parametrize(
    ("type", "value"),
    [
        ("iri", '"a"'), ("iri", None), ("iri", "no iri"), ("iri", 1), ("term", "a"), ("term", None),
        ("str", None), ("str", 1), ("str", ["a"]), ("int", "1"), ("int", True), ("int", 1.0),
        ("float", "1"), ("float", None),
    ],
)  # fmt: skip
def test_a_value_of_another_type_is_told(type: str, value: object, tmp_path: Path) -> None:
    asked = query("MATCH (a) RETURN a.x AS a", f"// columns: a: {type}", tmp_path)
    with pytest.raises(PatternError, match=rf"own\.cypher:3: columns: a is declared {type} and"):
        list(records.rows([[value]], ["a"], asked))


def test_numbers_are_numbers(tmp_path: Path) -> None:
    asked = query("RETURN 1 AS a, 2 AS b", "// columns: a: int, b: float", tmp_path)
    [row] = records.rows([[1, 2]], ["a", "b"], asked)
    assert row == (1, 2.0)
    assert isinstance(row[1], float)
