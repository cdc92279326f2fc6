"""The query tests of the W3C's SPARQL 1.1 test suite, asked of DuckDB by the compiled SQL.

``python -m tests.patterns.compile.w3c FOLDER`` prints a table: FOLDER is ``sparql/sparql11`` of the
repository ``w3c/rdf-tests``. A test passes, is refused (with its reason), is of what no pattern is
(ASK, CONSTRUCT, several graphs, entailment), or differs.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal

import pyoxigraph as ox
import rdflib
from msgspec import Struct
from sqlglot import exp

from kgforge import patterns, stores, terms
from kgforge.errors import KgforgeError, PatternError
from kgforge.patterns.compile import faults, reading
from kgforge.patterns.compile.sql.patterns import Compiler
from kgforge.patterns.compile.sql.values import Form
from kgforge.schema import Entry, Triple
from kgforge.stores import WRITE

MF: Final = rdflib.Namespace("http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#")
QT: Final = rdflib.Namespace("http://www.w3.org/2001/sw/DataAccess/tests/test-query#")
FOLDERS: Final = (
    "aggregates", "bind", "bindings", "cast", "exists", "functions", "grouping", "negation",
    "project-expression", "property-path", "subquery",
)  # fmt: skip
NUMBERS: Final = frozenset(terms.XSD + name for name in ("integer", "decimal", "double", "float"))
Outcome = Literal["passed", "refused", "not of patterns", "differs"]


class Test(Struct, frozen=True):
    """One test: its name, query, data and expected result."""

    name: str
    query: Path
    data: Path | None
    result: Path


class Tried(Struct, frozen=True):
    """What came of a test, and why."""

    test: Test
    outcome: Outcome
    why: str = ""


def tests(folder: Path) -> Iterator[Test | str]:
    """The query tests of a folder; of one that has several graphs its name alone."""
    graph = rdflib.Graph()
    graph.parse(folder / "manifest.ttl", publicID=f"{folder.as_uri()}/")
    for test in sorted(graph.subjects(rdflib.RDF.type, MF.QueryEvaluationTest), key=str):
        action = graph.value(test, MF.action)
        name = str(test).rpartition("#")[2]
        query, data = graph.value(action, QT.query), list(graph.objects(action, QT.data))
        result = graph.value(test, MF.result)
        if list(graph.objects(action, QT.graphData)) or len(data) > 1:
            yield name
        else:
            yield Test(name, _path(query), _path(data[0]) if data else None, _path(result))


def _path(uri: Any) -> Path:
    return Path(str(uri).removeprefix("file://"))


def tried(test: Test) -> Tried:
    """Ask a test's query of its data in DuckDB."""
    text = test.query.read_text("utf-8")
    if test.result.suffix not in {".srx", ".srj"}:
        return Tried(test, "not of patterns", "its result is a graph or a table")
    wanted = expected(test.result)
    if wanted is None:
        return Tried(test, "not of patterns", "ASK")
    names, right = wanted
    try:
        with stores.open("duckdb:", WRITE) as store:
            store.add([Entry(tuple(facts(test.data)))])
            rows = solutions(store, text, names)
    except (faults.Uncovered, PatternError) as error:
        return Tried(test, "refused", str(error).rpartition("put into SQL: ")[2])
    except KgforgeError as error:
        return Tried(test, "not of patterns", f"its data: {error}")
    if rows == right:
        return Tried(test, "passed")
    return Tried(test, "differs", f"{rows - right} for {right - rows}")


def facts(path: Path | None) -> Iterator[Triple]:
    """The triples of a file; blank nodes have IRIs in a store."""
    kind = ox.RdfFormat.RDF_XML if path and path.suffix == ".rdf" else ox.RdfFormat.TURTLE
    for quad in ox.parse(path=path, format=kind, base_iri="http://e/") if path else ():
        yield Triple(*map(_term, quad.triple))


def _term(node: Any) -> str:
    if isinstance(node, ox.BlankNode):
        return f"{terms.BLANK}{node.value}"
    if isinstance(node, ox.NamedNode):
        return str(node.value)
    return terms.canonical(str(node).replace(f"^^<{terms.XSD}string>", ""))


def expected(path: Path) -> tuple[list[str], Counter[tuple[str, ...]]] | None:
    """The variables and rows of a result; None: it is no table."""
    kind = ox.QueryResultsFormat.XML if path.suffix == ".srx" else ox.QueryResultsFormat.JSON
    found = ox.parse_query_results(path.read_bytes(), kind)
    if not isinstance(found, ox.QuerySolutions):
        return None
    names = [variable.value for variable in found.variables]
    return names, Counter(tuple(_shown(row[name]) for name in names) for row in found)


def _shown(term: Any) -> str:
    if term is None:
        return ""
    if isinstance(term, ox.BlankNode):
        return "_:"
    if isinstance(term, ox.NamedNode):
        return f"<{term.value}>"
    kind = term.datatype.value
    return literal(term.value, "" if kind == terms.XSD + "string" else kind, term.language or "")


def literal(value: str, datatype: str, language: str) -> str:
    """A literal; a number by its value, since a computed one has another type in SQL."""
    if datatype in NUMBERS:
        try:
            return f"{float(value):.12g}"
        except ValueError:
            pass
    return terms.canonical(terms.literal(value, datatype=datatype, language=language.lower()))


def solutions(store: Any, text: str, names: list[str]) -> Counter[tuple[str, ...]]:
    """The rows of a query's compiled SQL, below the header: each variable as what it is."""
    query = patterns.Query("w3c", "sparql", Path("w3c.rq"), text, patterns.Header(""))
    compiler = Compiler()
    relation = compiler.relation(reading.read(query))
    forms: list[tuple[Form | None, int]] = []
    shown: list[exp.Expr] = []
    for name in names:
        value = relation.values.get(name)
        form = value.form if value is not None else None
        columns = value.columns(form) if value is not None and form is not None else ()
        shown += [exp.alias_(one.copy(), f"c{len(shown) + at}") for at, one in enumerate(columns)]
        forms.append((form, len(columns)))
    select = relation.select(shown or [exp.alias_(exp.Literal.number(1), "one")])
    duck = store._duck
    asked = patterns.Query(
        "w3c", "sql", Path("w3c.rq"), select.sql(dialect="duckdb"), patterns.Header(""),
        tuple(compiler.paths.walks),
    )  # fmt: skip
    rows = list(_raw(duck, asked))
    return Counter(tuple(_row(row, forms, duck.terms)) for row in rows)


def _raw(duck: Any, query: patterns.Query) -> Iterator[tuple[Any, ...]]:
    from functools import partial

    from kgforge.stores import _tables, _walks

    cursor = _tables.speak(duck._connection.cursor())

    def make(name: str, select: str) -> int:
        [(count,)] = cursor.execute(f"CREATE OR REPLACE TEMP TABLE {name} AS {select}").fetchall()
        return int(count)

    for walk in _tables.bind_walks(query, {}, duck.terms):
        _walks.walked(query, walk, partial(make))
    yield from cursor.execute(_tables.bind_sql(query, {}, duck.terms)).fetchall()


def _row(row: tuple[Any, ...], forms: list[tuple[Form | None, int]], known: Any) -> Iterator[str]:
    place = 0
    for form, size in forms:
        cells = row[place : place + size]
        place += size
        yield _cell(form, cells, known)


def _cell(form: Form | None, cells: tuple[Any, ...], known: Any) -> str:
    if form is None or (cells[0] is None and form != "number"):
        return ""
    if form == "term":
        found = known.texts([cells[0]])[cells[0]]
        if terms.is_literal(found):
            parts = terms.parse_literal(found)
            return literal(parts.value, parts.datatype, parts.language)
        return "_:" if found.startswith(terms.BLANK) else f"<{found}>"
    if form == "number":
        return f"{float(cells[1]):.12g}" if cells[1] is not None else ""
    if form in {"int", "double", "decimal"}:
        return f"{float(cells[0]):.12g}"
    if form == "bool":
        return literal(str(cells[0]).lower(), terms.XSD + "boolean", "")
    if form == "name":
        return f"<{cells[0]}>"
    return literal(cells[0], "", cells[1] if form == "tagged" else "")


def outcomes(root: Path) -> dict[str, list[Tried]]:
    """What came of all tests, by folder."""
    found: dict[str, list[Tried]] = {}
    for name in FOLDERS:
        found[name] = [
            tried(test) if isinstance(test, Test) else
            Tried(Test(test, root, None, root), "not of patterns", "several graphs")
            for test in tests(root / name)
        ]  # fmt: skip
    return found


def main(root: Path) -> None:
    """Print the table, and each test that was refused or differs."""
    kinds: tuple[Outcome, ...] = ("passed", "refused", "differs", "not of patterns")
    print(f"| folder | {' | '.join(kinds)} |")
    for name, each in outcomes(root).items():
        counts = Counter(one.outcome for one in each)
        print(f"| {name} | {' | '.join(str(counts[kind]) for kind in kinds)} |")
        for one in each:
            if one.outcome != "passed":
                print(f"    {one.outcome}: {one.test.name}: {one.why}"[:300])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
