"""Aggregates in Cypher (SPARQL 1.1 Query Language, section 18.5)."""

from kgforge.patterns.compile import faults
from kgforge.patterns.compile.algebra import Aggregate
from kgforge.patterns.compile.cypher.values import NUMBERS, Form, Value, cases, stopped
from kgforge.patterns.compile.faults import Uncovered

ON_NUMBERS = frozenset({"SUM", "AVG", "MIN", "MAX"})


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
    if name in {"MIN", "MAX"}:
        return _extreme(name, value, keyed=keyed)
    return _sum(name, value, distinct=aggregate.distinct)


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


def _extreme(name: str, value: Value, *, keyed: bool) -> Value:
    """The least or the largest; of terms only numbers are compared (``ON_NUMBERS``)."""
    form = value.form
    if form not in {*NUMBERS, "text"}:
        raise Uncovered(f"{name} of this is not covered: group by it", faults.of_call(name))
    found = f"{name.lower()}({value.first})"
    if form == "number":
        found = _complete(found, value, stopped(faults.MIXED.format(name)))
        return Value({form: (found,)}, bound=False)
    return Value({form: (_complete(found, value),)}, keyed and value.bound)


def _sum(name: str, value: Value, *, distinct: bool) -> Value:
    if NUMBERS.isdisjoint(value.forms):
        raise faults.no_number(name)
    sums: tuple[Form, ...] = ("int", "double") if name == "SUM" else ("double",)
    form: Form = next((one for one in sums if one in value.forms), "number")
    if distinct and "number" in value.forms:
        raise Uncovered(f"{name}(DISTINCT …) of terms is not covered", faults.of_call(name))
    total = f"{name.lower()}({'DISTINCT ' if distinct else ''}{value.one(form)})"
    if name == "AVG":
        form, total = "double", f"coalesce({total}, 0.0)"
    elif form == "double":
        total = f"toFloat({total})"
    return Value({form: (_complete(total, value),)}, bound=value.bound)


def _complete(found: str, value: Value, otherwise: str = "") -> str:
    """The aggregate, or NULL where some solution has an error or nothing in its place."""
    if value.bound:
        return found
    return cases((f"count(*) = count({value.first})", found), otherwise=otherwise)
