"""Small queries, one for each part of the compiler: the rows that Oxigraph gives, on one graph.

What random queries find in minutes, these show in seconds, and each failure names its part.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from kgforge import loaders, patterns, stores
from kgforge.errors import KgforgeError, PatternError
from kgforge.schema import Entry, Label, ReadOptions
from kgforge.stores import WRITE, Store
from kgforge.terms import XSD
from tests.patterns.compile.random_queries import LITERALS, E

FACTS = (
    "<E:a> <E:p> <E:b>", "<E:b> <E:p> <E:c>", "<E:c> <E:p> <E:a>", "<E:a> <E:p> <E:d>",
    "<E:a> <E:q> <E:a>", "<E:a> <E:q> <E:b>", "<E:d> <E:q> <E:c>", "<E:b> <E:r> <E:d>",
    *(f"<E:v{number}> <E:value> {literal}" for number, literal in enumerate(LITERALS)),
    "<E:v0> <E:value> <E:a>", '<E:v1> <E:value> "5"^^<X:integer>',
    '<E:v2> <E:value> "NaN"^^<X:double>', '<E:v3> <E:value> "z"@en',
    '<E:s> <E:n> "1"^^<X:integer>', '<E:s> <E:n> "2.5"^^<X:decimal>', '<E:t> <E:n> "4"^^<X:double>',
    '<E:t> <E:n> "2"^^<X:integer>', '<E:u> <E:n> "abc"^^<X:integer>', "<E:u> <E:n> <E:a>",
    *(f'<E:w{number}> <E:ill> "{text}"^^<X:{kind}>' for number, (text, kind) in enumerate(
        (("1.5", "integer"), ("1e3", "integer"), (" 5", "integer"), ("1_000", "integer"),
         ("0x10", "integer"), ("1e3", "decimal"), ("1_0", "double"), ("7", "integer"))
    )),
    *(f'<E:c{number}> <E:cased> "{text}"' for number, text in enumerate(
        ("Straße", "ΟΔΟΣ ΣΑΣ", "İstanbul", "ﬁ", "Ärger", "ΑΣ.Α")
    )),
    *(f'<E:sum{number}> <E:sum> "{text}"^^<X:double>' for number, text in enumerate(
        ("0.1", "0.2", "0.3", "1e3", "1e-3", "7.7")
    )),
    '<E:d1> <E:third> "8.6"^^<X:decimal>', '<E:d2> <E:third> "7.5"^^<X:decimal>',
    '<E:d3> <E:third> "6.3"^^<X:decimal>',
    '<E:z1> <E:zoned> "2001-02-03T04:05:06Z"^^<X:dateTime>',
    '<E:z2> <E:zoned> "2001-02-03T04:05:06+01:00"^^<X:dateTime>',
    '<E:big> <E:d> "9007199254740993.5"^^<X:decimal>', '<E:big> <E:d> "-2.5"^^<X:decimal>',
)  # fmt: skip
LABELS = (
    Label(f"{E}a", "label", "Ann", "en"),
    Label(f"{E}a", "alias", "Annie", "en"),
    Label(f"{E}b", "label", "Bea", "de"),
)
VALUE = "?x e:value ?v"
TWO = "?x e:value ?v . ?y e:value ?w"
COMPARED = ("=", "!=", "<", "<=", ">", ">=")
NAMED = ('"x"', '"x"@en', "5", "5.0", "5.0e0", '"1900-01-02"^^xsd:date')
UNORDERED = ("e:a", "true", '"x"^^<urn:other>')

FILTERS = (
    *(f"?v {sign} {value}" for sign in COMPARED for value in NAMED),
    *(f"?v {sign} {value}" for sign in COMPARED[:2] for value in UNORDERED),
    "?v IN (5, e:a)",
    '?v NOT IN ("x", "y"@de)',
    "!(?v = 5)",
    '?v = 5 || ?v = "x"',
    "?v = 5 && isLiteral(?v)",
    "isIRI(?v)",
    "isLiteral(?v)",
    "isNumeric(?v)",
    'LANG(?v) = "en"',
    'LANG(?v) = ""',
    'LANGMATCHES(LANG(?v), "*")',
    "DATATYPE(?v) = xsd:integer",
    "DATATYPE(?v) = xsd:string",
    'STR(?v) = "5"',
    'STR(?v) < "5"',
    'REGEX(STR(?v), "^x", "i")',
    'CONTAINS(STR(?v), "x")',
    'STRSTARTS(STR(?v), "x")',
    'STRENDS(STR(?v), "x")',
    "xsd:integer(?v) = 5",
    "xsd:double(?v) > 0.5",
    "YEAR(?v) = 1900",
    "MONTH(?v) = 1",
    "DAY(?v) > 2",
    "YEAR(?v) > 0 || MONTH(?v) > 0",
    "BOUND(?v) && (?v < '1950-01-01'^^xsd:date || ?v >= '1950-01-01'^^xsd:date)",
    "?v != '1903-02-29'^^xsd:date",
    "?v = '1903-02-29'^^xsd:date",
    "?v != '10:00:00'^^xsd:time",
    "?v + 1 = 6",
    "?v * 2 > 9",
    "-?v < 0",
    "STRLEN(STR(?v)) = 1",
    "BOUND(?v)",
    "!BOUND(?nothing)",
    "IF(isIRI(?v), true, ?v = 5)",
    "?v = COALESCE(?nothing, 5)",
    "sameTerm(?v, 5)",
    "sameTerm(?v, e:a)",
    "EXISTS { ?v e:p ?o }",
    "NOT EXISTS { ?z e:value ?v FILTER(?z != ?x) }",
    "EXISTS { ?v e:p ?o } || ?v = 5",
    "?v IN () || ?v = 5",
    "?v < true || ?v = true",
)
PAIRS = (
    "?v = ?w",
    "?v != ?w",
    "?v < ?w && !sameTerm(?v, ?w)",
    "sameTerm(?v, ?w) && ?x != ?y",
    "?v IN (?w)",
)
PATTERNS = (
    "?x e:p ?y",
    "?x e:q ?x",
    "?x e:p/e:q ?y",
    "?x ^e:p ?y",
    "?x !e:p ?y FILTER(isIRI(?y))",
    "?x ?y ?z FILTER(isIRI(?z))",
    "?x e:p ?y . ?y e:p ?z",
    "?x e:p+ ?y",
    "?x e:p? ?y",
    "?x e:q* ?y",
    "e:a e:p+ ?y BIND(1 AS ?x)",
    "?x e:p ?y OPTIONAL { ?y e:q ?z }",
    "?x e:p ?y OPTIONAL { ?y e:q ?z FILTER(?z != ?x) }",
    "?x e:p ?y OPTIONAL { ?y e:r ?z } OPTIONAL { ?x e:q ?z }",
    "{ ?x e:p ?y } UNION { ?x e:q ?y }",
    "{ ?x e:p ?y } UNION { ?y e:q ?z }",
    "?x e:p ?y MINUS { ?x e:q ?y }",
    "?x e:p ?y MINUS { ?y e:q ?z }",
    "?x e:p ?y MINUS { ?a e:q ?b }",
    "?x e:p ?y VALUES ?x { e:a e:b }",
    "?x e:p ?y OPTIONAL { VALUES ?x { e:a e:b } }",
    "?x e:p ?y OPTIONAL { VALUES (?x ?z) { (e:a e:c) (e:b e:d) } }",
    "?x e:ill ?y FILTER(?y > 0 || !isLiteral(?y))",
    "?x e:ill ?y FILTER(COALESCE(xsd:integer(?y), 0) != 3)",
    "?x e:ill ?y FILTER(COALESCE(xsd:double(STR(?y)), 0) > 5)",
    "?x e:value ?v BIND(?v + 1 AS ?n) FILTER(BOUND(?n))",
    "?x e:value ?v BIND(?v + 1 AS ?n) FILTER(!BOUND(?n))",
    "?x e:value ?v FILTER(isNumeric(?v + 1))",
    "?x e:value ?v BIND(?v * 2 AS ?n) ?z e:value ?w BIND(?w * 2 AS ?m) FILTER(?n = ?m)",
    "{ SELECT ?x (SUM(?v) AS ?n) { ?x e:n ?v } GROUP BY ?x } FILTER(BOUND(?n))",
    "{ SELECT ?x (MAX(?v) AS ?n) { ?x e:n ?v FILTER(isNumeric(?v)) } GROUP BY ?x }"
    " FILTER(BOUND(?n))",
    "{ SELECT ?x (AVG(?v) AS ?n) { ?x e:n ?v } GROUP BY ?x } FILTER(BOUND(?n) && isNumeric(?n))",
    "?x e:p ?y VALUES (?x ?y) { (e:a UNDEF) (UNDEF e:c) }",
    "?x e:p ?y BIND(?y AS ?z)",
    "?x e:p ?y { SELECT DISTINCT ?y { ?y e:q ?z } }",
    "?x e:p ?y { SELECT ?y (COUNT(*) AS ?n) { ?y ?p ?o } GROUP BY ?y }",
    "?x e:p ?y { SELECT ?y { ?y ?p ?o } GROUP BY ?y HAVING (COUNT(DISTINCT ?p) > 1) }",
    "?x e:p ?y . FILTER NOT EXISTS { ?y e:p ?x }",
    "?x e:p ?y . FILTER EXISTS { ?x e:q ?y MINUS { ?y e:q ?z } }",
)
COMPUTED = (
    ("n: int", "SELECT (COUNT(*) AS ?n) { ?x e:value ?v }"),
    ("n: int", "SELECT (COUNT(DISTINCT ?v) AS ?n) { ?x e:value ?v }"),
    ("n: int", "SELECT (COUNT(?z) AS ?n) { ?x e:p ?y OPTIONAL { ?y e:q ?z } }"),
    ("n: int", "SELECT (COUNT(*) AS ?n) { ?x e:nothing ?v }"),
    ("n: int", "SELECT (SUM(xsd:integer(?v)) AS ?n) { ?x e:n ?v FILTER(isNumeric(?v)) }"),
    ("x: iri, n: int", "SELECT ?x (SUM(?k) AS ?n) { ?x e:p ?y BIND(2 AS ?k) } GROUP BY ?x"),
    (
        "x: iri, n: int",
        "SELECT ?x (MAX(xsd:integer(?v)) AS ?n) { ?x e:n ?v FILTER(?v > 0) } GROUP BY ?x",
    ),
    ("n: int", "SELECT (MIN(?v) AS ?n) { e:t e:n ?v FILTER(DATATYPE(?v) = xsd:integer) }"),
    ("s: str", "SELECT (UCASE(STR(?v)) AS ?s) { ?x e:value ?v }"),
    ("s: str", "SELECT (CONCAT(STR(?v), LANG(?v)) AS ?s) { ?x e:value ?v FILTER(isLiteral(?v)) }"),
    ("s: str", "SELECT (SUBSTR(STR(?v), 2, 3) AS ?s) { ?x e:value ?v }"),
    ("s: str", "SELECT (STR(DATATYPE(?v)) AS ?s) { ?x e:value ?v FILTER(isLiteral(?v)) }"),
    ("n: int", "SELECT (COALESCE(xsd:integer(?v), -1) AS ?n) { ?x e:value ?v }"),
    (
        "n: int",
        "SELECT (COALESCE(xsd:integer(?v), -1) AS ?n) { { ?x e:ill ?v } UNION { ?x e:d ?v } }",
    ),
    ("n: int", "SELECT (IF(isIRI(?v), 1, STRLEN(STR(?v))) AS ?n) { ?x e:value ?v }"),
    ("t: term", "SELECT DISTINCT (IF(isNumeric(?v), ?x, ?v) AS ?t) { ?x e:value ?v }"),
    ("x: iri, l: str", "SELECT ?x (STR(?n) AS ?l) { GRAPH l:labels { ?x rdfs:label ?n } }"),
    ("x: iri, u: str", "SELECT ?x (UCASE(STR(?v)) AS ?u) { ?x e:cased ?v }"),
    ("x: iri, u: str", "SELECT ?x (LCASE(STR(?v)) AS ?u) { ?x e:cased ?v }"),
    ("x: iri, n: float", "SELECT ?x (?v * 3 AS ?n) { ?x e:n ?v FILTER(isNumeric(?v)) }"),
    ("n: float", "SELECT (SUM(?v) AS ?n) { ?x e:sum ?v }"),
    ("n: float", "SELECT (AVG(?v) AS ?n) { ?x e:sum ?v }"),
    ("n: float", "SELECT (AVG(?v) AS ?n) { ?x e:third ?v }"),
    (
        "x: iri, l: str",
        "SELECT ?x (STR(?n) AS ?l) { ?x e:p ?y GRAPH l:labels { ?y skos:altLabel ?n } }",
    ),
)


def whole(text: str) -> tuple[str, str]:
    """A pattern as a query of all its variables, bound or not."""
    names = [name for name in "xyzvw" if f"?{name}" in text]
    shown = " ".join(f"(COALESCE(?{name}, <urn:none>) AS ?c{name})" for name in names)
    return ", ".join(f"c{name}: term" for name in names), f"SELECT {shown} {{ {text} }}"


ASKED = (
    *(whole(f"{VALUE} FILTER({condition})") for condition in FILTERS),
    *(whole(f"{TWO} FILTER({condition})") for condition in PAIRS),
    *map(whole, PATTERNS),
    *COMPUTED,
)


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, Store]]:
    """The graph in Oxigraph, and in DuckDB."""
    path = tmp_path_factory.mktemp("queries") / "graph.nt"
    lines = "".join(f"{fact} .\n" for fact in FACTS)
    path.write_text(lines.replace("<E:", f"<{E}").replace("<X:", f"<{XSD}"), encoding="utf-8")
    entries = [*loaders.load("rdf").read(path, ReadOptions()), Entry(labels=LABELS)]
    with stores.open("oxigraph:", WRITE) as right, stores.open("duckdb:", WRITE) as store:
        right.add(entries)
        store.add(entries)
        yield right, store


@pytest.mark.parametrize(("columns", "text"), ASKED)
def test_a_small_query_gives_the_same_rows(
    both: tuple[Store, Store], columns: str, text: str, tmp_path: Path
) -> None:
    prefixes = f"PREFIX e: <{E}>\nPREFIX l: <urn:kgforge:>\n"
    file = tmp_path / "own.rq"
    file.write_text(f"# Own.\n#\n# columns: {columns}\n\n{prefixes}{text}\n", encoding="utf-8")
    wanted, found = (
        Counter(store.query(patterns.read_query("own", store.language, tmp_path), {}))
        for store in both
    )
    assert found == wanted
    assert wanted, "the graph has nothing that the query finds"


@pytest.mark.parametrize(("text", "says"), [
    ("SELECT ?x (MAX(?v) AS ?n) { ?x e:value ?v } GROUP BY ?x",
     "MAX of what are not all numbers: leave out others, as by FILTER.isNumeric.*--engine native"),
    ("SELECT ?x (1 AS ?n) { ?x e:zoned ?v . ?y e:zoned ?w FILTER(?v < ?w) }",
     "dates of different time zones are not compared: load them in one, or ask .*--engine native"),
])  # fmt: skip
def test_what_has_no_right_answer_is_stopped(
    both: tuple[Store, Store], text: str, says: str, tmp_path: Path
) -> None:
    file = tmp_path / "own.rq"
    head = f"# Own.\n#\n# columns: x: iri, n: float\n\nPREFIX e: <{E}>\n"
    file.write_text(f"{head}{text}\n", encoding="utf-8")
    with pytest.raises(PatternError, match=rf"own\.rq: {says}"):
        list(both[1].query(patterns.read_query("own", "sql", tmp_path), {}))


@pytest.mark.parametrize("sign", ["IN", "NOT IN"])
@pytest.mark.parametrize("given", [(f"{E}d",), ()])
def test_what_is_unbound_is_in_no_list_and_not_in_none(
    both: tuple[Store, Store], sign: str, given: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "own.rq"
    file.write_text(
        f"# Own.\n#\n# params:  $list: iri*\n# columns: x: iri\n\nPREFIX e: <{E}>\n"
        f"SELECT ?x {{ ?x e:p ?y OPTIONAL {{ ?x e:r ?z }} FILTER(?z {sign} ($list) || ?y = e:c) }}"
        "\n",
        encoding="utf-8",
    )
    wanted, found = (
        Counter(store.query(patterns.read_query("own", store.language, tmp_path), {"list": given}))
        for store in both
    )
    assert found == wanted


def test_a_value_that_is_not_there_is_told_alike(both: tuple[Store, Store], tmp_path: Path) -> None:
    for kind in ("iri", "term", "str"):
        text = "SELECT ?x ?k { ?x e:p ?y OPTIONAL { ?y e:none ?k } }"
        head = f"# Own.\n#\n# columns: x: iri, k: {kind}\n\nPREFIX e: <{E}>\n"
        (tmp_path / "own.rq").write_text(f"{head}{text}\n", encoding="utf-8")
        for store in both:
            with pytest.raises(
                KgforgeError, match=f"k is declared {kind} and holds nothing.*COALE"
            ):
                list(store.query(patterns.read_query("own", store.language, tmp_path), {}))


@pytest.mark.parametrize(
    ("number", "found", "is_whole"),
    [
        ("?v * 2.5", "?v = 1", False),
        ("?v * 2.0", "?v = 1", True),
        ("?v", "?v = 2.5", False),
    ],
)
def test_a_number_with_decimals_is_no_integer(
    both: tuple[Store, Store], number: str, found: str, is_whole: bool, tmp_path: Path
) -> None:
    _, store = both
    (tmp_path / "own.rq").write_text(
        f"# Own.\n#\n# columns: n: int\n\nPREFIX e: <{E}>\n"
        f"SELECT ({number} AS ?n) {{ e:s e:n ?v FILTER({found}) }}\n",
        encoding="utf-8",
    )
    query = patterns.read_query("own", store.language, tmp_path)
    if is_whole:
        assert list(store.query(query, {})) == [(2,)]
    else:
        with pytest.raises(KgforgeError, match="n is declared int and holds a number with"):
            list(store.query(query, {}))
