"""Aggregates in SQL (SPARQL 1.1 Query Language, section 18.5)."""

from sqlglot import exp

from kgforge.patterns.compile import faults
from kgforge.patterns.compile.algebra import Aggregate
from kgforge.patterns.compile.faults import Uncovered
from kgforge.patterns.compile.sql.values import (
    EXACT,
    Columns,
    Form,
    Value,
    all_of,
    call,
    cast,
    in_form,
    is_number,
    number,
    text,
)

ON_NUMBERS = frozenset({"SUM", "AVG", "MIN", "MAX"})


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
    if name in {"MIN", "MAX", "SAMPLE"}:
        return _extreme(name, value, keyed=keyed)
    return _sum(name, value, distinct=aggregate.distinct)


def _count(value: Value, *, distinct: bool) -> Value:
    form = value.form
    columns = in_form(value, form)
    if form in {"mention", "number"}:
        raise Uncovered("COUNT of this is not covered: write COUNT(*)", faults.of_call("COUNT"))
    [first, *others] = columns
    if others:  # a text with its language, which has no @
        tagged = exp.DPipe(this=others[0], expression=exp.Literal.string("@"))
        first = exp.DPipe(this=tagged, expression=first)
    argument = exp.Distinct(expressions=[first]) if distinct else first
    if value.bound and not distinct:
        argument = exp.Star()
    return Value({"int": (call("COUNT", argument),)}, bound=True)


def _extreme(name: str, value: Value, *, keyed: bool) -> Value:
    """The least or the largest, and of SAMPLE the least of what is bound.

    Of terms only numbers are compared: among others the query is stopped.
    """
    form = value.form
    columns = in_form(value, form)
    if form == "bool" or (len(columns) > 1 and form != "number"):
        raise Uncovered(f"{name} of this is not covered: group by it", faults.of_call(name))
    called = "MAX" if name == "MAX" else "MIN"
    if form == "number":
        return Value({form: _extreme_number(called, columns)}, bound=False)
    found = call(called, columns[0])
    if name != "SAMPLE":
        found = _complete(found, columns[0], value)
    return Value({form: (found,)}, keyed and value.bound, value.iri, value.held)


def _extreme_number(name: str, columns: Columns) -> Columns:
    exact, double = columns
    whole = exp.EQ(this=call("COUNT", exact.copy()), expression=call("COUNT", exp.Star()))
    every = exp.EQ(this=call("COUNT", double.copy()), expression=call("COUNT", exp.Star()))
    stopped = call("RAISE_ERROR", text(faults.MIXED.format(name)))
    found = exp.Case().when(every, call(name, double.copy())).else_(cast(stopped, "DOUBLE"))
    return exp.Case().when(whole, call(name, exact.copy())), found


def _sum(name: str, value: Value, *, distinct: bool) -> Value:
    if not is_number(value):
        raise faults.no_number(name)
    sums: tuple[Form, ...] = ("int", "double") if name == "SUM" else ("double",)
    form: Form = next((one for one in sums if one in value.forms), "number")
    if name == "AVG" and "int" in value.forms:
        form = "double"
    columns = in_form(value, form)
    if distinct and form == "number":
        raise Uncovered(f"{name}(DISTINCT …) of terms is not covered", faults.of_call(name))
    totals: list[exp.Expr] = []
    for column in columns:
        argument = exp.Distinct(expressions=[column.copy()]) if distinct else column.copy()
        total = call("COALESCE", call(name, argument), number(0))
        totals.append(_complete(total, column, value))
    if form == "int":
        totals = [cast(totals[0], "BIGINT")]
    if form == "number":
        exact = cast(exp.null(), EXACT) if name == "AVG" else cast(totals[0], EXACT)
        totals = [exact, totals[1]]
    return Value({form: tuple(totals)}, bound=value.bound)


def _complete(found: exp.Expr, column: exp.Expr, value: Value) -> exp.Expr:
    """The aggregate, or NULL where some solution has an error or nothing in its place."""
    if value.bound:
        return found
    every = exp.EQ(this=call("COUNT", exp.Star()), expression=call("COUNT", column.copy()))
    return exp.Case().when(all_of([every]), found)
