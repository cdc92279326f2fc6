"""Aggregates in Cypher (SPARQL 1.1 Query Language, section 18.5)."""

from kgforge.patterns.compile import faults
from kgforge.patterns.compile.algebra import Aggregate
from kgforge.patterns.compile.cypher.values import Value
from kgforge.patterns.compile.faults import Uncovered


def counted() -> Value:
    """``COUNT(*)``."""
    return Value({"int": ("count(*)",)}, bound=True)


def written(aggregate: Aggregate, value: Value, *, keyed: bool) -> Value:
    """An aggregate of what a value is in each solution. Raises Uncovered.

    *keyed*: solutions are grouped by something, so that no group is empty.
    """
    name = aggregate.name
    if name == "COUNT":
        return _count(value, distinct=aggregate.distinct)
    if name == "SAMPLE":
        return _sample(value, keyed=keyed)
    if name in {"MIN", "MAX"} and value.form in {"int", "double", "text"}:
        found = _complete(f"{name.lower()}({value.first})", value)
        return Value({value.form: (found,)}, keyed and value.bound)
    if name in {"SUM", "AVG"} and not {"int", "double"}.isdisjoint(value.forms):
        return _sum(name, value, distinct=aggregate.distinct)
    raise Uncovered(
        f"{name} takes integers, doubles{' or texts' if name in {'MIN', 'MAX'} else ''}: write "
        f"{name}(xsd:integer(…)) or {name}(xsd:double(…))",
        faults.of_call(name),
    )


def _count(value: Value, *, distinct: bool) -> Value:
    if value.bound and not distinct:
        return counted()
    form = value.form
    # A text with its language is told from others as a term.
    found = value.one("term") if form == "tagged" else value.one(form)
    return Value({"int": (f"count({'DISTINCT ' if distinct else ''}{found})",)}, bound=True)


def _sample(value: Value, *, keyed: bool) -> Value:
    form = value.form
    if form in {"tagged", "bool"}:
        raise Uncovered("SAMPLE of a text with its language is not covered: group by it", "SAMPLE")
    return Value({form: (f"head(collect({value.first}))",)}, keyed and value.bound, value.iri)


def _sum(name: str, value: Value, *, distinct: bool) -> Value:
    whole = "int" in value.forms and name == "SUM"
    column = value.one("int" if whole else "double")
    sign = "DISTINCT " if distinct else ""
    total = f"{name.lower()}({sign}{column})"
    if name == "AVG":
        total = f"coalesce({total}, 0.0)"
    elif not whole:
        total = f"toFloat({total})"
    return Value({"int" if whole else "double": (_complete(total, value),)}, bound=value.bound)


def _complete(found: str, value: Value) -> str:
    """The aggregate, or NULL where some solution has an error or nothing in its place."""
    if value.bound:
        return found
    return f"CASE WHEN count(*) = count({value.first}) THEN {found} END"
