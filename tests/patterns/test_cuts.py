"""Rows that a query cuts off in no order, or by chance, are refused, in each language."""

from pathlib import Path

import pytest

from kgforge import patterns
from kgforge.errors import PatternError
from kgforge.patterns import Header, Query, cuts

SORTED_WITHIN = "SELECT ?a ?b { { SELECT ?a { ?a ?p ?c } ORDER BY ?a LIMIT 5 } ?a ?q ?b }"
SORTED_BESIDE = "SELECT ?a ?b { { SELECT ?a { ?a ?p ?c } LIMIT 5 } ?a ?q ?b } ORDER BY ?a"
WINDOW = "SELECT s, row_number() OVER (ORDER BY o) FROM facts\nLIMIT 9"


@pytest.mark.parametrize(("language", "text", "says"), [
    ("sparql", "SELECT ?a {\n ?a ?p ?b }\nLIMIT 5", "own:3: LIMIT 5 without ORDER BY"),
    ("sparql", "SELECT ?a { ?a ?p ?b }\noffset  2", "own:2: offset 2 without ORDER BY"),
    ("sparql", "SELECT ?a { ?a ?p ?b } LIMIT $most", "own:1: LIMIT $most without"),
    ("sparql", SORTED_BESIDE, "own:1: LIMIT 5 without ORDER BY"),
    ("sparql", "SELECT ?a { ?a ?p ?b } ORDER BY ?a LIMIT 5 OFFSET 5", ""),
    ("sparql", SORTED_WITHIN, ""),
    ("sparql", "# LIMIT 5\nSELECT ?limit { ?limit <x:#LIMIT> 'LIMIT 5' } # LIMIT 5", ""),
    ("sparql", "SELECT ?a { ?a <x:#y> ?b }\nLIMIT 5", "own:2: "),
    ("sql", "SELECT s FROM facts -- LIMIT 4\nLIMIT 5", "own:2: LIMIT 5"),
    ("sql", WINDOW, "own:2: LIMIT 9"),
    ("sql", "SELECT s FROM facts ORDER BY s LIMIT 5", ""),
    ("sql", "SELECT s FROM (SELECT s FROM facts ORDER BY s LIMIT 5)", ""),
    ("sql", "SELECT s FROM a UNION (SELECT s FROM b LIMIT 5) ORDER BY s", "own:1: LIMIT 5"),
    ("sql", "WITH a AS (SELECT s FROM b ORDER BY s) SELECT s FROM a LIMIT 5", "own:1: LIMIT 5"),
    ("cypher", "MATCH (a) WITH a ORDER BY a.limit LIMIT 5 RETURN a", ""),
    ("cypher", "MATCH (a) WITH a ORDER BY a.id RETURN a SKIP 5 // order by", "own:1: SKIP 5"),
    ("cypher", "MATCH (a) // LIMIT 5\nRETURN a.`LIMIT 5`", ""),
    ("sparql", "SELECT ?a {\n ?a ?p ?b FILTER(rand() < 0.5) }", "own:2: rand() is another each"),
    ("sparql", "SELECT ?a { ?a ?p ?b BIND(NOW () AS ?c) }", "own:1: NOW() is another each time"),
    ("sparql", "SELECT ?now { ?now <x:rand> ?rand FILTER(?rand > 'RAND()') }", ""),
    ("sparql", "SELECT ?a {\n service SILENT <x:y> { ?a ?p ?b } }", "own:2: SERVICE asks"),
    ("sparql", "SELECT ?a { SERVICE ?from { ?a ?p ?b } }", "own:1: SERVICE asks another server"),
    ("sparql", "SELECT ?a\nFROM<x:y> { ?a ?p ?b }", "own:2: FROM asks another graph"),
    ("sparql", "SELECT ?from { ?from kg:from kg:service . <SERVICE> ?p 'FROM <x>' }", ""),
    ("sql", "SELECT s FROM facts WHERE random() < 0.5", "own:1: random() is another each time"),
    ("cypher", "MATCH (a) WHERE rand() < 0.5 RETURN a", "own:1: rand() is another each time"),
])  # fmt: skip
def test_a_cut_without_an_order_is_refused_with_its_line(
    language: str, text: str, says: str
) -> None:
    query = Query("own", language, Path("own"), text, Header("Own.", ()))
    if not says:
        cuts.refuse(query)
        return
    with pytest.raises(PatternError) as caught:
        cuts.refuse(query)
    assert str(caught.value).startswith(says)


SAMPLED = "SELECT ?a (SAMPLE(?b) AS ?c) {\n ?a ?p ?b } GROUP BY ?a"
ONE_EACH = f"{{ {SAMPLED} HAVING (COUNT(*) = 1) }}"


@pytest.mark.parametrize(("text", "several"), [
    (SAMPLED, True),
    ("SELECT (sample( DISTINCT ?b ) AS ?c) { ?a ?p ?b }", True),
    ("SELECT ?a (SAMPLE(STR(?b)) AS ?c) { ?a ?p ?b } GROUP BY ?a", True),
    (f"SELECT ?a ?c {{ {{ {SAMPLED} }} {ONE_EACH} }}", True),
    (f"{SAMPLED} HAVING (COUNT(*) = 12)", True),
    (f"{SAMPLED} HAVING (COUNT(?d) = 1)", True),
    (f"{SAMPLED} HAVING (COUNT(*) = 1 || COUNT(*) = 2)", True),
    (f"{SAMPLED}2 ?bb", True),
    (f"{SAMPLED} (YEAR(?b) AS ?k)", True),
    (f"{SAMPLED} YEAR(?b)", True),
    (f"{SAMPLED} (?b AS ?k)", False),
    (f"{SAMPLED} ORDER BY MIN(?b)", True),
    (f"{SAMPLED} ORDER BY ?b", True),
    (f"{SAMPLED} # not by ?b", True),
    (f"{SAMPLED} HAVING (!(COUNT(*) = 1))", True),
    (f"{SAMPLED} HAVING (COUNT(*) = 1.5)", True),
    ("SELECT ?a (SAMPLE(STR(?b)) AS ?c) { ?a ?p ?b } GROUP BY ?a ?b", False),
    (f"{SAMPLED} # {{x}}\nHAVING (COUNT(*) = 1) ORDER BY ?a", False),
    (f"SELECT ?a ?c {{ {ONE_EACH} ?a ?p ?b }}", False),
    (f"{SAMPLED} ?b", False),
    (f"{SAMPLED} having (count( distinct ?b ) = 1)", False),
    ("SELECT ?sample { ?a <x:sample> ?sample FILTER(?sample != 'SAMPLE(?b)') }", False),
])  # fmt: skip
def test_a_sample_of_several_values_is_refused(text: str, several: bool) -> None:
    query = Query("own", "sparql", Path("own"), text, Header("Own.", ()))
    if not several:
        cuts.refuse(query)
        return
    with pytest.raises(PatternError, match=r"own:1: SAMPLE\(.* group by it"):
        cuts.refuse(query)


HEAD = (
    "# Own.\n# columns: a: iri, b: iri\n# group: wdt:P26\n# role: r = a wdt:P26 b\n# metric: hit\n"
)


def test_a_pattern_that_cuts_cannot_be_mined_but_can_be_looked_at(tmp_path: Path) -> None:
    own = tmp_path / "own.rq"
    own.write_text(f"{HEAD}SELECT ?a ?b {{ ?a wdt:P26 ?b }}\nLIMIT 5\n")
    with pytest.raises(PatternError, match=r"own\.rq:7: LIMIT 5"):
        patterns.read_patterns([own])
    assert patterns.read_pattern(own).header.roles


def test_a_helper_that_cuts_cannot_fill_a_parameter(tmp_path: Path) -> None:
    (tmp_path / "few.rq").write_text("# Few.\n# columns: p: iri\nSELECT ?p { ?a ?p ?b } LIMIT 5\n")
    with pytest.raises(PatternError, match=r"few\.rq:3: LIMIT 5"):
        patterns.read_helper("few", "sparql", tmp_path)


def test_what_ships_cuts_nothing() -> None:
    assert patterns.read_patterns(["all"])
