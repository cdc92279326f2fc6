"""A query in SQL, over the tables that DuckDB and Spark have (``stores._tables``)."""

from sqlglot import exp

from kgforge.patterns.compile import algebra
from kgforge.patterns.compile.faults import Uncovered, of_variable, unbound
from kgforge.patterns.compile.sql.comparing import Lexical, as_integer, as_number
from kgforge.patterns.compile.sql.patterns import Compiler
from kgforge.patterns.compile.sql.relations import Relation
from kgforge.patterns.compile.sql.values import (
    Value,
    as_double,
    call,
    cast,
    is_number,
    text,
    try_cast,
)
from kgforge.patterns.contract import Column
from kgforge.patterns.queries import Walk


def written(query: algebra.Project, columns: tuple[Column, ...]) -> tuple[str, tuple[Walk, ...]]:
    """The SELECT of a query, its columns of the types that a header declares, and its walks.

    Raises Uncovered for what is not covered.
    """
    compiler = Compiler()
    relation = compiler.relation(algebra.Project(query.pattern, query.names))
    flat = not query.distinct or _tells_apart(relation, query.names, columns)
    if not flat:
        relation = relation.wrapped(distinct=True)
    shown = [_shown(_column(relation, column), column.name) for column in columns]
    select = relation.select(shown)
    if query.distinct and flat:
        select = select.distinct(copy=False)
    return select.sql(dialect="duckdb", pretty=True), tuple(compiler.paths.walks)


def _shown(value: exp.Expr, name: str) -> exp.Expr:
    """A column by its name as it stands: behind AS any word may, and engines quote otherwise."""
    return exp.Alias(this=value, alias=exp.Var(this=name))


def _tells_apart(relation: Relation, names: tuple[str, ...], columns: tuple[Column, ...]) -> bool:
    """Whether rows differ, as columns are declared, wherever solutions do."""
    types = {column.name: column.type for column in columns}
    forms = {"iri": "term", "term": "term", "str": "text", "int": "int"}
    return all(
        name in relation.values and forms.get(types.get(name, "")) in relation.values[name].forms
        for name in names
    )


def _column(relation: Relation, column: Column) -> exp.Expr:
    if column.name not in relation.values:
        raise unbound(column.name)
    value = relation.values[column.name]
    match column.type:
        case "iri" | "term":
            if "term" in value.forms:
                return value.column("term")
        case "str":
            return _text(relation, column.name, value)
        case "int":
            return _integer(relation, column.name, value)
        case "float":
            return _double(relation, column.name, value)
    said = f"?{column.name} is computed, and columns: declares it {column.type}"
    raise Uncovered(said, of_variable(column.name))


def _text(relation: Relation, name: str, value: Value) -> exp.Expr:
    for form in ("text", "name", "tagged"):
        if form in value.forms:
            return value.columns(form)[0].copy()
    if "int" in value.forms:
        return cast(value.column("int"), "STRING")
    if "term" in value.forms:
        return relation.lexical(name)[0].copy()
    raise Uncovered(f"?{name} is a number, and columns: declares it str", of_variable(name))


def _integer(relation: Relation, name: str, value: Value) -> exp.Expr:
    if "int" in value.forms:
        return value.column("int")
    if "term" in value.forms:
        term = _lexical(relation, name)
        return _whole(name, term.double, as_integer(term))
    if "number" in value.forms:
        exact = value.columns("number")[0]
        return _whole(name, exact, try_cast(exact.copy(), "BIGINT"))
    if "decimal" in value.forms:
        exact = value.column("decimal")
        return _whole(name, exact, try_cast(exact.copy(), "BIGINT"))
    if "text" in value.forms:
        return try_cast(value.column("text"), "BIGINT")
    raise Uncovered(f"?{name} is no integer, as columns: declares it", of_variable(name))


def _whole(name: str, found: exp.Expr, whole: exp.Expr) -> exp.Expr:
    """An integer; where what is *found* has decimals the query is stopped, as by Oxigraph."""
    part = exp.NEQ(this=found.copy(), expression=call("FLOOR", found.copy()))
    said = text(f"{name} is declared int and holds a number with decimals: declare float")
    stopped = cast(call("RAISE_ERROR", said), "BIGINT")
    return exp.Case().when(part, stopped).else_(whole)


def _double(relation: Relation, name: str, value: Value) -> exp.Expr:
    if is_number(value):
        return as_double(value)
    if "term" in value.forms:
        return as_number(_lexical(relation, name))
    raise Uncovered(f"?{name} is no number, as columns: declares it", of_variable(name))


def _lexical(relation: Relation, name: str) -> Lexical:
    columns = relation.lexical(name)
    return Lexical.of(relation.values[name].column("term"), columns)
