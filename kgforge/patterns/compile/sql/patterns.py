"""Patterns in SQL: each as a relation, flat as long as it can be."""

from collections.abc import Sequence

from sqlglot import exp

from kgforge.patterns.compile import algebra
from kgforge.patterns.compile.algebra import Expression, Pattern, Scan, Term
from kgforge.patterns.compile.faults import Uncovered, of_variable, unbound
from kgforge.patterns.compile.inference import of_either, of_type
from kgforge.patterns.compile.sql import aggregates, graphs
from kgforge.patterns.compile.sql.expressions import Writer
from kgforge.patterns.compile.sql.paths import Paths
from kgforge.patterns.compile.sql.relations import (
    Names,
    Relation,
    Source,
    compatible,
    merged,
    union,
)
from kgforge.patterns.compile.sql.scopes import Scope
from kgforge.patterns.compile.sql.values import (
    FLAT,
    Columns,
    Form,
    Value,
    all_of,
    any_of,
    in_form,
    is_there,
    negated,
    nothing,
    number,
    shared,
    witness,
)
from kgforge.patterns.compile.sql.writing import is_open


class Compiler:
    """Makes relations of the patterns of one query."""

    def __init__(self) -> None:
        self.names = Names()
        self.paths = Paths()

    def relation(  # noqa: PLR0911  # one for each kind of pattern
        self, pattern: Pattern, around: Scope | None = None
    ) -> Relation:
        """The solutions of a pattern; *around* is where the EXISTS stands that it is of."""
        outer = around or Scope()
        match pattern:
            case algebra.Join(parts):
                return self._join(parts, outer)
            case Scan() | algebra.Given():
                return self._join((pattern,), outer)
            case algebra.Values():
                return self._values(pattern)
            case algebra.LeftJoin():
                return self._left_join(pattern, outer)
            case algebra.Minus():
                return self._minus(pattern, outer)
            case algebra.Union(parts):
                found = [self.relation(part, outer) for part in parts]
                return union(self.names, found, algebra.names(pattern))
            case algebra.Filter(inner, condition):
                relation = self.relation(inner, outer)
                self._filter(relation, condition, outer)
                return relation
            case algebra.Extend(inner, name, expression):
                return self._extended(self.relation(inner, outer), name, expression, outer)
            case algebra.Group():
                return self._grouped(pattern, outer)
            case algebra.Project():
                return self._projected(pattern, outer)
            case algebra.Closure():
                return self.paths.relation(pattern, self.relation(pattern.step))

    def _writer(self, scope: Scope) -> Writer:
        return Writer(scope, self._exists)

    # ── joins ───────────────────────────────────────────────────────────────────────────────────
    def _join(self, parts: Sequence[Pattern], outer: Scope) -> Relation:
        """All parts in one SELECT, in their order, by which an engine may go.

        What a parameter lists comes last, for it may be a condition alone.
        """
        relation = Relation(self.names)
        nodes: dict[Term, str] = {}
        for part in parts:
            if isinstance(part, Scan):
                graphs.scan(relation, part, nodes)
            elif not isinstance(part, algebra.Given):
                relation.join(self.relation(part, outer))
        for part in parts:
            if isinstance(part, algebra.Given):
                self._given(relation, part)
        return relation

    def _given(self, relation: Relation, given: algebra.Given) -> None:
        if not given.columns[0].name:
            known = relation.values.get(given.names[0])
            form = of_type(given.columns[0].type)
            if known is not None and known.bound and form in known.forms:
                listed = exp.Var(this=f"${given.parameter}")
                relation.where.append(exp.In(this=known.column(form), expressions=[listed]))
                return
        self._source_of(relation, given)

    def _source_of(self, relation: Relation, given: algebra.Given) -> None:
        alias = self.names.table("v")
        columns = [self.names.column(name) for name in given.names]
        table = exp.Values(expressions=[exp.Var(this=f"${given.parameter}")])
        relation.sources.append(Source(alias, table, columns=tuple(columns)))
        for name, column, declared in zip(given.names, columns, given.columns, strict=True):
            found = exp.column(column, alias)
            iri = True if declared.type == "iri" else None
            relation.bind(name, Value({of_type(declared.type): (found,)}, bound=True, iri=iri))
        # An empty table is one row of NULL.
        relation.where.append(is_there(exp.column(columns[0], alias)))

    def _values(self, pattern: algebra.Values) -> Relation:
        relation = Relation(self.names)
        if not pattern.rows:
            relation.where.append(exp.false())
            absent = Value({"term": nothing("term")}, bound=True)
            relation.values = dict.fromkeys(pattern.names, absent)
            return relation.wrapped()
        cells = [[None if one is None else graphs.term(one) for one in row] for row in pattern.rows]
        alias = self.names.table("v")
        columns: list[Sequence[exp.Expr]] = []
        shown: list[str] = []
        for name, values in zip(pattern.names, zip(*cells, strict=True), strict=True):
            found = [value for value in values if value is not None]
            forms: dict[Form, Columns] = {}
            for form in (one for one in shared(found) if one in FLAT):
                shown.append(f"{self.names.column(name)}{form if forms else ''}")
                forms[form] = (exp.column(shown[-1], alias),)
                columns.append(
                    [nothing(form)[0] if one is None else in_form(one, form)[0] for one in values]
                )
            bound = len(found) == len(values)
            relation.values[name] = Value(forms, bound, of_either(found))
        rows = [exp.Tuple(expressions=list(row)) for row in zip(*columns, strict=True)]
        relation.sources.append(Source(alias, exp.Values(expressions=rows), columns=tuple(shown)))
        return relation

    # ── OPTIONAL ────────────────────────────────────────────────────────────────────────────────
    def _left_join(self, pattern: algebra.LeftJoin, outer: Scope) -> Relation:
        left = self.relation(pattern.left, outer)
        right = self.relation(pattern.right, outer)
        left.begin()
        if pattern.condition is not None:
            self._read(pattern.condition, left, right, outer)
        conditions = right.where if _is_table(right) else []
        if not _is_table(right):
            right = right.wrapped()
        conditions = [*conditions, *_shared(left, right)]
        inner = Relation(self.names)
        inner.values = _met(left, right)
        if pattern.condition is not None:
            conditions += self._writer(Scope(inner, *outer.relations)).conditions(pattern.condition)
            if inner.sources:
                raise Uncovered(
                    "in OPTIONAL a variable is compared by value that need not be bound before",
                    r"\bOPTIONAL\b",
                )
        [source] = right.sources
        on = all_of(one.copy() for one in conditions) if conditions else exp.true()
        left.sources.append(Source(source.alias, source.expression, on, source.columns))
        for name, value in right.values.items():
            optional = Value(value.forms, bound=False, iri=value.iri, held=value.held)
            known = left.values.get(name)
            left.values[name] = _or_optional(name, known, optional) if known else optional
        return left

    def _read(self, condition: Expression, left: Relation, right: Relation, outer: Scope) -> None:
        """Have the texts of the terms at hand that a condition of OPTIONAL compares by value."""
        probe = Relation(self.names)
        probe.values = _met(left, right)
        before = dict(probe.values)
        self._writer(Scope(probe, *outer.relations)).conditions(condition)
        for name, value in before.items():
            if "lexical" in probe.values[name].forms and "lexical" not in value.forms:
                (left if value is left.values.get(name) else right).lexical(name)

    # ── MINUS, EXISTS ───────────────────────────────────────────────────────────────────────────
    def _minus(self, pattern: algebra.Minus, outer: Scope) -> Relation:
        left = self.relation(pattern.left, outer)
        right = self.relation(pattern.right, outer)
        common = [name for name in left.values if name in right.values]
        if not common:
            return left
        right.where += _shared(left, right)
        pairs = [(left.values[name], right.values[name]) for name in common]
        if not any(one.bound and other.bound for one, other in pairs):
            right.where.append(any_of(_both_bound(one, other) for one, other in pairs))
        left.where.append(negated(right.exists()))
        return left

    def _exists(self, pattern: Pattern, scope: Scope) -> exp.Expr:
        relation = self.relation(pattern, scope)
        for name in list(relation.values):
            if scope.knows(name):
                known = scope.value(name)
                relation.where.append(compatible(name, known, relation.values[name]))
        return relation.exists()

    # ── FILTER, BIND ────────────────────────────────────────────────────────────────────────────
    def _filter(self, relation: Relation, condition: Expression, outer: Scope) -> None:
        found = self._writer(outer.within(relation)).conditions(condition)
        relation.where += found

    def _extended(
        self, relation: Relation, name: str, expression: Expression, outer: Scope
    ) -> Relation:
        if name in relation.values:
            raise Uncovered(f"?{name} is bound already", of_variable(name))
        relation.values[name] = self._writer(outer.within(relation)).value(expression)
        return relation

    # ── SELECT ──────────────────────────────────────────────────────────────────────────────────
    def _grouped(self, pattern: algebra.Group, outer: Scope) -> Relation:
        relation = self.relation(pattern.pattern, outer)
        writer = self._writer(outer.within(relation))
        shown: dict[str, Value] = {}
        for name, aggregate in pattern.aggregates:
            argument = aggregate.argument
            if argument is None:
                shown[name] = aggregates.counted()
            else:
                value = _aggregated(writer, aggregate, argument)
                shown[name] = aggregates.written(aggregate, value, keyed=bool(pattern.keys))
        keys: list[exp.Expr] = []
        for name in pattern.keys:
            if name not in relation.values:
                raise unbound(name)
            value = relation.values[name]
            value.check()
            forms: dict[Form, Columns] = {
                form: each for form, each in value.forms.items() if form != "lexical"
            }
            keys += [column for each in forms.values() for column in each]
            relation.values[name] = Value(forms, value.bound, value.iri, value.held)
        relation.values = {name: relation.values[name] for name in pattern.keys} | shown
        named = relation.named()
        select = relation.select([exp.alias_(part.copy(), column) for *_, column, part in named])
        for key in keys:
            select = select.group_by(_key(key, named), copy=False)
        return relation.of_subquery(select, named)

    def _projected(self, pattern: algebra.Project, outer: Scope) -> Relation:
        relation = self.relation(pattern.pattern, outer)
        relation.values = {
            name: relation.values[name] for name in pattern.names if name in relation.values
        }
        return relation.wrapped(distinct=True) if pattern.distinct else relation


def _aggregated(writer: Writer, aggregate: algebra.Aggregate, argument: Expression) -> Value:
    """What an aggregate is of: for those of numbers the number that a term is."""
    value = writer.value(argument)
    if aggregate.name in aggregates.ON_NUMBERS and is_open(value):
        return writer.number(argument, aggregate.name)
    return value


def _key(key: exp.Expr, named: Sequence[tuple[str, str, str, exp.Expr]]) -> exp.Expr:
    """A key as GROUP BY names it: what is computed by its place in SELECT."""
    if isinstance(key, exp.Column):
        return key.copy()
    return number(next(at for at, (*_, part) in enumerate(named, 1) if part == key))


def _is_table(relation: Relation) -> bool:
    """Whether a relation is one table and conditions, all that it binds a column of it."""
    return (
        len(relation.sources) == 1
        and relation.sources[0].on is None
        and not any(condition.find(exp.Select) for condition in relation.where)
        and all(
            isinstance(column, exp.Column)
            for value in relation.values.values()
            for columns in value.forms.values()
            for column in columns
        )
    )


def _met(left: Relation, right: Relation) -> dict[str, Value]:
    """What variables are where a solution of the right goes with one of the left."""
    found = {**right.values, **left.values}
    for name, value in right.values.items():
        known = left.values.get(name)
        if known is not None and not known.bound:
            found[name] = value if value.bound else merged(name, known, value)
    return found


def _or_optional(name: str, known: Value, optional: Value) -> Value:
    """What a variable is behind an OPTIONAL that binds it, too."""
    return known if known.bound else merged(name, known, optional)


def _shared(left: Relation, right: Relation) -> list[exp.Expr]:
    return [
        compatible(name, left.values[name], value)
        for name, value in right.values.items()
        if name in left.values
    ]


def _both_bound(one: Value, other: Value) -> exp.Expr:
    return exp.paren(all_of(is_there(witness(value)) for value in (one, other)))
