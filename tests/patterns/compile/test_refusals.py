"""A refusal is one line: the place, the reason, and what would do."""

import re
from pathlib import Path

import pytest

from kgforge import patterns
from kgforge.errors import PatternError
from kgforge.patterns.compile import compiled

HEADER = "# Own.\n#\n# columns: a: iri, b: iri\n\nPREFIX f: <urn:f:>\nSELECT ?a ?b {\n  ?a ?p ?b\n"
REFUSED = {
    "FILTER(<urn:g>(?a) = 1)": "the function <urn:g> is not known",
    "FILTER(f:g(?a) = 1)": "the function <urn:f:g> is not known",
    "FILTER(?b)": "a condition is a comparison, or a function that is true or false: write one "
    "around the variable",
    "FILTER(CONTAINS(isIRI(?a), 'a'))": "a text is wanted: write STR(…) around it",
    "FILTER(MD5(STR(?a)) = 'a')": "MD5 is not covered",
    "FILTER(REGEX(STR(?a), 'a*+b'))": "*+ in a regular expression means other things to other "
    "engines: write a set, as in [0-9]",
    f"FILTER{'(' * 300}?a = 1{')' * 300}": "its brackets lie too deep in one another",
}

AT_FAULT = {
    "FILTER(?a = g:x)": "the prefix g: is unknown; declare it with PREFIX",
    "FILTER(STR(?a) + 1 > 2)": "+ takes numbers; write xsd:integer(…) or xsd:double(…) around what "
    "is a number",
    "BIND(?b + 1 AS ?n) FILTER(sameTerm(?n, ?b + 2))": "two computed numbers are one term only if "
    "they are of one type, which the graph alone knows; write xsd:double(…) around each, or "
    "compare them with =",
    "FILTER(?a = ?c)": "nothing binds ?c where it is used; bind it in a triple pattern there, or "
    "name a variable that one binds",
}


def said(file: Path, part: str, language: str) -> str:
    """What is said of a query with such a part in its line 8, written to a file."""
    file.write_text(f"{HEADER}  {part}\n}}\n", encoding="utf-8")
    with pytest.raises(PatternError) as refused:
        compiled(patterns.read_query(file, "sparql"), language)
    return str(refused.value)


@pytest.mark.parametrize(("language", "name"), [("sql", "SQL"), ("cypher", "Cypher")])
@pytest.mark.parametrize("part", REFUSED)
def test_a_refusal_tells_the_line_the_reason_and_what_would_do(
    part: str, language: str, name: str, tmp_path: Path
) -> None:
    file = tmp_path / "own.rq"
    assert said(file, part, language) == (
        f"{file}:8: cannot be put into {name}: {REFUSED[part]}; otherwise write "
        f"{file.with_suffix(f'.{language}')} by hand, or load the graph into oxigraph:DIR"
    )


@pytest.mark.parametrize(("language", "name"), [("sql", "SQL"), ("cypher", "Cypher")])
@pytest.mark.parametrize("part", AT_FAULT)
def test_where_the_query_is_at_fault_no_other_engine_is_named(
    part: str, language: str, name: str, tmp_path: Path
) -> None:
    file = tmp_path / "own.rq"
    assert said(file, part, language) == f"{file}:8: cannot be put into {name}: {AT_FAULT[part]}"


@pytest.mark.parametrize(
    "text",
    [
        "SELECT (COUNT(*) AS ?n) {{ {} }} GROUP BY ?k",
        "SELECT ?n {{ BIND(1 AS ?n) {{ SELECT DISTINCT ?a ?k {{ {} }} }} }}",
    ],
)
def test_rows_are_not_told_apart_by_what_is_a_term_here_and_computed_there(
    text: str, tmp_path: Path
) -> None:
    file = tmp_path / "own.rq"
    either = "{ ?a ?p ?b BIND(?b AS ?k) } UNION { ?a ?p ?b BIND(STRLEN(STR(?b)) AS ?k) }"
    whole = f"# Own.\n#\n# columns: n: int\n\n{text.format(either)}\n"
    file.write_text(whole, encoding="utf-8")
    with pytest.raises(PatternError, match="a term in one part of a UNION and computed in another"):
        compiled(patterns.read_query(file, "sparql"), "sql")


GROUPED = "?b is not grouped by; group by it, or put it into an aggregate such as (COUNT(?x) AS ?n)"


@pytest.mark.parametrize("language", ["sql", "cypher"])
@pytest.mark.parametrize(("text", "says"), [
    ("SELECT ?a ?c { ?a ?p ?c }", ":3: columns: the query does not return b; it returns a, c"),
    ("CONSTRUCT { ?a ?p ?b } { ?a ?p ?b }", ":5: not a SELECT query: kgforge asks for rows"),
    ("ASK { ?a ?p ?b }", ":5: not a SELECT query"),
    ("SELECT ?a ?b { ?a ?p ?c }", ":5: cannot be put into .*: nothing binds ?b where it is used; "),
    ("SELECT ?a ?b { ?a ?p ?b } GROUP BY ?a", f":5: cannot be put into .*: {GROUPED}"),
    ("SELECT ?a ?b { ?a ?p ?b } HAVING (COUNT(?p) > 1)", ":5: cannot be put into .*: ?a is not"),
    ("SELECT ?a (MAX(?c) AS ?b) { ?a ?p ?c } GROUP BY ?a HAVING (?b > 2)",
     ":5: cannot be put into .*: HAVING does not know ?b, which SELECT makes; write what it is"),
    ("SELECT ?a (MAX(?c) AS ?b) { ?a ?p ?c } GROUP BY ?a HAVING (?p > 2)",
     ":5: cannot be put into .*: ?p is not grouped by"),
])  # fmt: skip
def test_what_select_names_is_there(text: str, says: str, language: str, tmp_path: Path) -> None:
    file = tmp_path / "own.rq"
    file.write_text(f"# Own.\n#\n# columns: a: iri, b: iri\n\n{text}\n", encoding="utf-8")
    wanted = re.escape(f"{file}{says}").replace(r"\.\*", ".*")
    with pytest.raises(PatternError, match=wanted):
        compiled(patterns.read_query(file, "sparql"), language)
