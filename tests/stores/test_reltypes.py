"""Which IRIs of a Cypher text are types of relationships, and how values cross over."""

from pathlib import Path

import pytest

from kgforge import patterns
from kgforge.errors import PatternError
from kgforge.patterns.contract import Value
from kgforge.patterns.queries import Query
from kgforge.stores.neo4j import reltypes
from kgforge.terms import PREFIXES

WDT = PREFIXES["wdt"]


def query(body: str, header: str, folder: Path) -> Query:
    path = folder / "own.cypher"
    path.write_text(f"// Own.\n//\n{header}\n\n{body}\n")
    return patterns.read_query(path, "cypher")


@pytest.mark.parametrize(
    ("text", "holding"),
    [
        ("MATCH (a)-[r]->(b) WHERE type(r) IN $p RETURN a.iri AS a", {"$p"}),
        ("MATCH (a)-[r:$($p)]->(b) WHERE a.iri = $a", {"$p"}),
        ("MATCH (a)-[:$any($p)]->(b) WHERE a.iri IN $starts", {"$p"}),
        ("UNWIND $p AS one MATCH (a)-[:$(one)]->(b) RETURN one AS q", {"$p", "one", "q"}),
        ("MATCH (a)-[r]->() WITH type(r) AS t, a RETURN t AS p, a.iri AS a", {"t", "p"}),
        ("UNWIND $q AS q MATCH (s)-[:$(q.p)]->(o) WHERE s.iri = q.s RETURN q.p AS p", {"q.p", "p"}),
        ("MATCH (a)-[r]->() WHERE ANY(one IN $p WHERE one = type(r))", {"$p", "one"}),
        ("// types: p $q\nMATCH (a)-[r]->() RETURN type(r) AS p, type(r) AS o", {"p", "$q"}),
        ("// types:\nMATCH (a)-[r]->() WHERE type(r) IN $p RETURN type(r) AS p", set()),
        ("// type(r) = $a\nMATCH (a) WHERE a.iri = $a RETURN a.iri AS a", set()),
    ],
)
def test_what_holds_types_is_found(text: str, holding: set[str]) -> None:
    assert {word for word in reltypes.types(text) if not word.startswith("type(")} == holding


def test_a_text_may_say_which_columns_of_a_table_hold_types(tmp_path: Path) -> None:
    body = "// types: $rows.p\nUNWIND $rows AS row RETURN row.s AS s"
    header = "// params: $rows: (s iri, p iri)*\n// columns: s: iri"
    like = f"{WDT}P1"
    bound = reltypes.bound(query(body, header, tmp_path), {"rows": ((like, like),)})
    assert bound == {"rows": [{"s": like, "p": "wdt:P1", "p_iri": like}]}


def test_values_cross_as_types_only_where_types_stand(tmp_path: Path) -> None:
    asked = query(
        "UNWIND $rows AS row MATCH (s)-[r:$(row.p)]->(o) WHERE s.iri = row.s\n"
        "  AND type(r) IN $predicates AND o.iri = $o AND $n < $x AND o.term = $term\n"
        "RETURN s.iri AS s",
        "// params: $rows: (s iri, p iri)*, $predicates: iri*, $o: iri, $n: int, $x: float\n"
        "// params: $term: term\n// columns: s: iri",
        tmp_path,
    )
    like = f"{WDT}P1"
    values: dict[str, Value] = {
        "rows": ((like, like),),
        "predicates": (like, "http://example.org/p"),
        "o": like,
    }
    more: dict[str, Value] = {"n": 1, "x": 2, "term": '"a"@en'}
    assert reltypes.bound(asked, {**values, **more}) == {
        "rows": [{"s": like, "p": "wdt:P1", "p_iri": like}],
        "predicates": ["wdt:P1", "<http://example.org/p>"],
        "o": like,
        "n": 1,
        "x": 2.0,
        "term": '"a"@en',
    }
    with pytest.raises(PatternError, match=r"own\.cypher: \$term has no value"):
        reltypes.bound(asked, {**values, "n": 1, "x": 2.0})
