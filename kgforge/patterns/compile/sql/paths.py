"""Paths of any number of steps: pairs that a store finds step by step (``queries.Walk``)."""

import msgspec
from sqlglot import exp

from kgforge.patterns.compile.algebra import Closure, Term, Variable
from kgforge.patterns.compile.faults import Uncovered
from kgforge.patterns.compile.sql import graphs
from kgforge.patterns.compile.sql.relations import Relation
from kgforge.patterns.compile.sql.values import Value
from kgforge.patterns.queries import Walk

_SIGN = r"[)\w>][*+?]"


class Paths:
    """The walks that a query needs."""

    def __init__(self) -> None:
        self.walks: list[Walk] = []

    def relation(self, closure: Closure, step: Relation) -> Relation:
        """The solutions of a path, *step* being the relation of one step. Raises Uncovered.

        Pairs are distinct (SPARQL 1.1 Query Language, section 18.4).
        """
        if closure.graph not in graphs.TRIPLES:
            raise Uncovered("a path of any number of steps leads through facts or axioms", _SIGN)
        start, end = (step.values[one.name] for one in (closure.start, closure.end))
        if not all("term" in value.forms for value in (start, end)):
            raise Uncovered("a step of a path leads from term to term", _SIGN)
        shown = [exp.alias_(start.column("term"), "s"), exp.alias_(end.column("term"), "o")]
        pairs: exp.Expr = step.select(shown).distinct()
        if closure.many:
            pairs = self._walked(pairs, closure)
        if closure.zero:
            pairs = exp.Union(this=pairs, expression=_nodes(closure), distinct=True)
        relation = Relation(step.names)
        alias = relation.add("w", exp.Subquery(this=pairs))
        held = not closure.zero or _any(closure)
        for place, one, value in (("s", closure.subject, start), ("o", closure.object, end)):
            iri = None if closure.zero else value.iri
            column = exp.column(place, alias)
            graphs.put(relation, one, Value({"term": (column,)}, bound=True, iri=iri, held=held))
        return relation

    def _walked(self, pairs: exp.Expr, closure: Closure) -> exp.Expr:
        start, end = map(_written, (closure.subject, closure.object))
        name = f"walk{len(self.walks) + 1}"
        step = pairs.sql(dialect="duckdb", pretty=True)
        walk = Walk(name, step, start, end)
        alike = (one for one in self.walks if msgspec.structs.replace(one, name=name) == walk)
        same = next(alike, None)
        if same is None:
            same = walk
            self.walks.append(walk)
        return exp.Select().select("s", "o").from_(same.name)


def _any(closure: Closure) -> bool:
    return isinstance(closure.subject, Variable) and isinstance(closure.object, Variable)


def _written(one: Term) -> str:
    if isinstance(one, Variable):
        return ""
    return graphs.term(one).column("term").sql(dialect="duckdb")


def _nodes(closure: Closure) -> exp.Expr:
    """The pairs of no step: each node of the graph and itself, or the one term at an end."""
    given = [one for one in (closure.subject, closure.object) if not isinstance(one, Variable)]
    if given:
        term = graphs.term(given[0]).column("term")
        return exp.Select().select(exp.alias_(term, "s"), exp.alias_(term.copy(), "o"))
    table = graphs.TRIPLES[closure.graph]
    starts = exp.Select().select(exp.column("s"), exp.alias_(exp.column("s"), "o")).from_(table)
    ends = exp.Select().select(exp.alias_(exp.column("o"), "s"), exp.column("o")).from_(table)
    return exp.Union(this=starts, expression=ends, distinct=True)
