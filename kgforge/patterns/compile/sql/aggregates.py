"""Aggregates in SQL (SPARQL 1.1 Query Language, section 18.5)."""

from sqlglot import exp

from kgforge.patterns.compile import faults
from kgforge.patterns.compile.algebra import Aggregate
from kgforge.patterns.compile.faults import Uncovered
from kgforge.patterns.compile.sql.values import Value, as_double, call, cast, in_form, number


def counted() -> Value:
    """``COUNT(*)``."""
    return Value({"int": (call("COUNT", exp.Star()),)}, bound=True)


def written(aggregate: Aggregate, value: Value, *, keyed: bool) -> Value:
    """An aggregate of what a value is in each solution. Raises Uncovered.

    *keyed*: solutions are grouped by something, so that no group is empty.
    """
    name = aggregate.name
    if name == "COUNT":
        return _count(value, distinct=aggregate.distinct)
    if name == "SAMPLE" or (name in {"MIN", "MAX"} and value.form in {"int", "double", "text"}):
        return _extreme("MAX" if name == "MAX" else "MIN", value, keyed=keyed)
    if name in {"SUM", "AVG"} and not {"int", "double"}.isdisjoint(value.forms):
        return _sum(name, value, distinct=aggregate.distinct)
    raise Uncovered(
        f"{name} takes integers, doubles{' or texts' if name in {'MIN', 'MAX'} else ''}: write "
        f"{name}(xsd:integer(…)) or {name}(xsd:double(…))",
        faults.of_call(name),
    )


def _count(value: Value, *, distinct: bool) -> Value:
    form = value.form
    columns = in_form(value, form)
    if form == "mention":
        raise Uncovered("COUNT of mentions is not covered: COUNT(*)", r"\bCOUNT\b")
    [first, *others] = columns
    if others:  # a text with its language, which has no @
        first = exp.DPipe(
            this=exp.DPipe(this=others[0], expression=exp.Literal.string("@")), expression=first
        )
    argument = exp.Distinct(expressions=[first]) if distinct else first
    if value.bound and not distinct:
        argument = exp.Star()
    return Value({"int": (call("COUNT", argument),)}, bound=True)


def _extreme(name: str, value: Value, *, keyed: bool) -> Value:
    form = value.form
    columns = in_form(value, form)
    if len(columns) > 1 or form == "bool":
        raise Uncovered("SAMPLE of a text with its language is not covered: group by it", "SAMPLE")
    found = call(name, columns[0])
    if name == "MAX" or form != "term":
        found = _complete(found, columns[0], value)
    return Value({form: (found,)}, keyed and value.bound, value.iri, value.held)


def _sum(name: str, value: Value, *, distinct: bool) -> Value:
    whole = "int" in value.forms and name == "SUM"
    column = value.column("int") if whole else as_double(value)
    argument = exp.Distinct(expressions=[column]) if distinct else column
    total: exp.Expr = call("SUM" if name == "SUM" else "AVG", argument)
    total = call("COALESCE", total, number(0))
    total = cast(total, "BIGINT") if whole else total
    found = _complete(total, column, value)
    return Value({"int" if whole else "double": (found,)}, bound=value.bound)


def _complete(found: exp.Expr, column: exp.Expr, value: Value) -> exp.Expr:
    """The aggregate, or NULL where some solution has an error or nothing in its place."""
    if value.bound:
        return found
    every = exp.EQ(this=call("COUNT", exp.Star()), expression=call("COUNT", column.copy()))
    return exp.Case().when(every, found)
