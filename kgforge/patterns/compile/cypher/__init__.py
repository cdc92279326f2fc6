"""A query in Cypher, over the graph that Neo4j keeps (``stores.neo4j``)."""

from kgforge.patterns.compile import algebra
from kgforge.patterns.compile.cypher.comparing import Lexical, as_integer, as_number
from kgforge.patterns.compile.cypher.patterns import Compiler
from kgforge.patterns.compile.cypher.rows import Rows
from kgforge.patterns.compile.cypher.values import Value, cases, settled, stopped, types_of
from kgforge.patterns.compile.faults import Uncovered, of_variable, unbound
from kgforge.patterns.contract import Column


def written(query: algebra.Project, columns: tuple[Column, ...]) -> str:
    """The text of a query, its columns of the types that a header declares.

    Raises Uncovered for what is not covered.
    """
    compiler = Compiler()
    rows = Rows(compiler.names)
    compiler.join(rows, algebra.Project(query.pattern, query.names))
    shown: list[str] = []
    types: set[str] = set()
    for column in columns:
        if column.name not in rows.values:
            raise unbound(column.name)
        found, is_type = _column(rows.values[column.name], column)
        shown.append(f"{found} AS {column.name}")
        types |= {column.name} if is_type else set()
    last = f"RETURN {'DISTINCT ' if query.distinct else ''}{', '.join(shown)}"
    text = rows.text(last)
    wanted = types_of(text)
    said = " ".join(sorted(wanted | types))
    return f"// types: {said}".rstrip() + f"\n{settled(text, wanted)}"


def _column(value: Value, column: Column) -> tuple[str, bool]:
    """A column, and whether it holds types of relationships."""
    match column.type:
        case "iri" | "term":
            if "type" in value.forms and not {"node", "term"} & value.forms.keys():
                return value.one("type"), True
            if value.is_open:
                return value.one("term"), False
        case "str":
            return _text(column.name, value), False
        case "int":
            return _integer(column.name, value), False
        case "float":
            return _double(column.name, value), False
    said = f"?{column.name} is computed, and columns: declares it {column.type}"
    raise Uncovered(said, of_variable(column.name))


def _text(name: str, value: Value) -> str:
    for form in ("text", "tagged"):
        if form in value.forms:
            return value.forms[form][0]
    if "int" in value.forms:
        return f"toString({value.one('int')})"
    if value.iri:
        return value.one("term")
    if "node" in value.forms:
        return f"coalesce({value.one('node')}.iri, {value.one('node')}.value)"
    raise Uncovered(f"?{name} is no text, and columns: declares it str", of_variable(name))


def _integer(name: str, value: Value) -> str:
    if "int" in value.forms:
        return value.one("int")
    if "number" in value.forms:
        number = value.one("number")
        return _whole(name, number, f"toInteger({number})")
    if "node" in value.forms:
        term = Lexical.of(value.one("node"))
        return _whole(name, term.double, as_integer(term))
    if "text" in value.forms:
        return as_integer(Lexical("", value.one("text"), "''", "''"))
    raise Uncovered(f"?{name} is no integer, as columns: declares it", of_variable(name))


def _whole(name: str, found: str, whole: str) -> str:
    """An integer; where what is *found* has decimals the query is stopped, as by Oxigraph."""
    said = f"{name} is declared int and holds a number with decimals: declare float"
    return cases((f"{found} <> floor({found})", stopped(said)), otherwise=whole)


def _double(name: str, value: Value) -> str:
    if value.has("double"):
        return value.one("double")
    if "node" in value.forms:
        return as_number(Lexical.of(value.one("node")))
    raise Uncovered(f"?{name} is no number, as columns: declares it", of_variable(name))
