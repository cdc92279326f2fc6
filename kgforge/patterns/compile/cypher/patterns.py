"""Patterns in Cypher: each joined to the rows that there are.

A part of a query that has rows of its own (a sub-SELECT, a UNION) is a ``CALL``. What is bound for
sure both outside and inside is handed in, so that it walks on from there; all else that both bind
is compared behind it. So no part sees a variable that it does not see in SPARQL.
"""

from collections.abc import Mapping, Sequence

from kgforge.patterns.compile import algebra
from kgforge.patterns.compile.algebra import Expression, Pattern, Scan, Variable
from kgforge.patterns.compile.certain import certain
from kgforge.patterns.compile.cypher import aggregates, graphs, paths
from kgforge.patterns.compile.cypher.functions import Writer
from kgforge.patterns.compile.cypher.ordering import cost, ends, is_condition, is_list
from kgforge.patterns.compile.cypher.rows import Names, Rows, nothing, returned
from kgforge.patterns.compile.cypher.values import (
    Form,
    Value,
    column,
    compatible,
    item,
    joined,
    listed,
    merged,
    shared,
    words_of,
)
from kgforge.patterns.compile.faults import Uncovered, of_variable
from kgforge.patterns.compile.inference import of_either, of_type


class Compiler:
    """Joins the patterns of one query."""

    def __init__(self) -> None:
        self.names = Names()

    # ── patterns ────────────────────────────────────────────────────────────────────────────────
    def join(self, rows: Rows, pattern: Pattern) -> None:
        """Join a pattern to rows that bind at most what each of its solutions binds for sure."""
        match pattern:
            case algebra.Join(parts):
                self._join(rows, parts)
            case Scan() | algebra.Closure() | algebra.Given() | algebra.Values():
                self._join(rows, (pattern,))
            case algebra.LeftJoin(left, right, condition):
                self.join(rows, left)
                self._optional(rows, right, condition)
            case algebra.Minus(left, right):
                self.join(rows, left)
                self._minus(rows, right)
            case algebra.Filter(inner, condition):
                self.join(rows, inner)
                for one in self._writer(rows).conditions(condition):
                    rows.where(one)
            case algebra.Extend(inner, name, expression):
                self.join(rows, inner)
                self._extend(rows, name, expression)
            case algebra.Project(inner, names, distinct=False):
                self.join(rows, inner)
                rows.values = {name: rows.values[name] for name in names if name in rows.values}
            case algebra.Union() | algebra.Group() | algebra.Project():
                self._call(rows, pattern)

    def _writer(self, rows: Rows) -> Writer:
        return Writer(rows, self._exists)

    def _inside(self, rows: Rows, pattern: Pattern, around: Sequence[Rows]) -> Rows:
        """The rows with which a pattern begins that is joined to others: one, of what is sure."""
        sure = certain(pattern)
        seeds = {name: one for name, one in rows.values.items() if name in sure and one.bound}
        return Rows(self.names, seeds, known=rows.known, around=around)

    # ── joins ───────────────────────────────────────────────────────────────────────────────────
    def _join(self, rows: Rows, parts: Sequence[Pattern]) -> None:
        """What is listed first, then what has rows of its own, then walks from there."""
        late: list[algebra.Given] = []
        for part in parts:
            if isinstance(part, algebra.Values):
                self._values(rows, part)
            elif isinstance(part, algebra.Given):
                if is_list(part) and is_condition(part, parts):
                    late.append(part)
                else:
                    self._given(rows, part)
        waiting = [one for one in parts if not isinstance(one, algebra.Given | algebra.Values)]
        while waiting:
            part = min(waiting, key=lambda one: cost(rows, one))
            waiting.remove(part)
            if isinstance(part, Scan):
                graphs.scan(rows, part)
            elif isinstance(part, algebra.Closure):
                paths.walk(rows, part, self.join, _held(parts, part.graph))
            elif rows.values or rows.clauses:
                self._call(rows, part)
            else:
                self.join(rows, part)
        for given in late:
            self._among(rows, given)

    def _among(self, rows: Rows, given: algebra.Given) -> None:
        [name], [declared] = given.names, given.columns
        value = rows.values[name]
        form: Form = of_type(declared.type)
        if form == "term" and "type" in value.forms and declared.type == "iri":
            form = "type"
        if not value.bound or not value.has(form):
            self._given(rows, given)
            return
        rows.where(f"{value.one(form)} IN {listed(given.parameter, form)}")

    def _given(self, rows: Rows, given: algebra.Given) -> None:
        if is_list(given):
            [name], [declared] = given.names, given.columns
            one = rows.unwind(f"${given.parameter}", name)
            graphs.put(rows, Variable(name), item(given.parameter, one, declared.type))
            return
        row = rows.unwind(f"${given.parameter}", given.parameter)
        for name, declared in zip(given.names, given.columns, strict=True):
            found = column(given.parameter, row, declared.name, declared.type)
            graphs.put(rows, Variable(name), found)

    def _values(self, rows: Rows, pattern: algebra.Values) -> None:
        cells = [
            [None if one is None else graphs.given(one) for one in row] for row in pattern.rows
        ]
        if len(cells) == 1:
            for name, value in zip(pattern.names, cells[0], strict=True):
                if value is not None:
                    graphs.put(rows, Variable(name), value)
            return
        items: list[list[str]] = [[] for _ in cells]
        row = self.names.new("row")
        found: dict[str, Value] = {}
        for place, name in enumerate(pattern.names):
            each = [one[place] for one in cells]
            bound = [one for one in each if one is not None]
            forms: dict[Form, tuple[str, ...]] = {}
            for form in shared(bound) if bound else ("term",):
                columns = [one.get(form) if one else nothing(form) for one in each]
                keys = [self.names.new(name) for _ in nothing(form)]
                for cell, texts in zip(items, columns, strict=True):
                    cell += [f"{key}: {text}" for key, text in zip(keys, texts, strict=True)]
                forms[form] = tuple(f"{row}.{key}" for key in keys)
            found[name] = Value(forms, len(bound) == len(each), of_either(bound))
        maps = ", ".join(f"{{{', '.join(cell)}}}" for cell in items)
        rows.unwind_as(f"[{maps}]", row)
        for name, value in found.items():
            graphs.put(rows, Variable(name), value)

    # ── CALL ────────────────────────────────────────────────────────────────────────────────────
    def _call(self, rows: Rows, pattern: Pattern) -> None:
        """Join what has rows of its own."""
        inside = self._inside(rows, pattern, rows.around)
        if rows.clauses and ends(pattern).isdisjoint(inside.values):
            self._once(rows, pattern)
            return
        body, values, binds = self._body(inside, pattern)
        rows.call(body, binds)
        self._bind(rows, inside, values)

    def _once(self, rows: Rows, pattern: Pattern) -> None:
        """Join what is no walk from what is known: its rows are found once, and then looked up."""
        inside = Rows(self.names, known=rows.outside, around=rows.around)
        body, values, binds = self._body(inside, pattern)
        every = self.names.new("all")
        one = self.names.new("one")
        listed_ = ", ".join(f"{name}: {name}" for name in binds)
        inner = "\n".join(f"  {line}" for line in body.split("\n"))
        called = f"CALL ({', '.join(sorted(rows.outside & words_of(body)))})"
        rows.first(f"{called} {{\n{inner}\n}}\nRETURN collect({{{listed_}}}) AS {every}", every)
        found = {
            name: Value(
                {form: tuple(f"{one}.{part}" for part in parts)
                 for form, parts in value.forms.items()},
                value.bound, value.iri,
            )
            for name, value in values.items()
        }  # fmt: skip
        conditions = [
            compatible(rows.values[name], value, name)
            for name, value in found.items()
            if name in rows.values
        ]
        fitting = f"[{one} IN {every} WHERE {' AND '.join(conditions)}]" if conditions else every
        rows.unwind_as(fitting, one)
        # Nodes are variables of their own, from which walks can lead on.
        for name, value in found.items():
            if "node" in value.forms and (name not in rows.values or not rows.values[name].bound):
                node = rows.computed(value.one("node"), name)
                found[name] = Value({**value.forms, "node": (node,)}, value.bound, value.iri)
        for name, value in found.items():
            known = rows.values.get(name)
            rows.values[name] = merged(known, value, name) if known else value

    def _body(self, inside: Rows, pattern: Pattern) -> tuple[str, dict[str, Value], list[str]]:
        """A pattern as clauses with RETURN: its text, and what it returns."""
        seeds = dict(inside.values)
        if isinstance(pattern, algebra.Union):
            return self._union(inside, pattern)
        if isinstance(pattern, algebra.Group):
            return self._grouped(inside, pattern)
        distinct = isinstance(pattern, algebra.Project) and pattern.distinct
        if isinstance(pattern, algebra.Project):
            self.join(inside, algebra.Project(pattern.pattern, pattern.names))
        else:
            self.join(inside, pattern)
        shown, values, binds = returned(self.names, _fresh(inside.values, seeds))
        sign = "RETURN DISTINCT" if distinct else "RETURN"
        last = f"{sign} {', '.join(shown) or self._one(binds)}"
        return inside.text(last), values, binds

    def _one(self, binds: list[str]) -> str:
        """Something to return where nothing is wanted but rows."""
        binds.append(self.names.new("one"))
        return f"1 AS {binds[-1]}"

    def _bind(self, rows: Rows, inside: Rows, values: Mapping[str, Value]) -> None:
        for name, value in values.items():
            known = rows.values.get(name)
            if known is not None and name not in inside.seeds:
                rows.where(compatible(known, value, name))
            rows.values[name] = value if known is None else merged(known, value, name)

    # ── UNION ───────────────────────────────────────────────────────────────────────────────────
    def _union(
        self, inside: Rows, pattern: algebra.Union
    ) -> tuple[str, dict[str, Value], list[str]]:
        branches: list[Rows] = []
        for part in pattern.parts:
            branch = Rows(self.names, inside.values, known=inside.outside, around=inside.around)
            self.join(branch, part)
            branches.append(branch)
        values: dict[str, Value] = {}
        shown: list[list[str]] = [[] for _ in branches]
        binds: list[str] = []
        for name in algebra.names(pattern):
            each = [one.values.get(name) for one in branches]
            found = [one for one in each if one is not None]
            if name in inside.values and all(one == inside.values[name] for one in found):
                continue
            forms: dict[Form, tuple[str, ...]] = {}
            for form in shared(found) if found else ():
                outside = tuple(self.names.new(name) for _ in nothing(form))
                for items, one in zip(shown, each, strict=True):
                    parts = one.get(form) if one else nothing(form)
                    items += [f"{a} AS {b}" for a, b in zip(parts, outside, strict=True)]
                binds += outside
                forms[form] = outside
            bound = len(found) == len(each) and all(one.bound for one in found)
            values[name] = Value(forms, bound, of_either(found))
        if not binds:
            one_ = self._one(binds)
            shown = [[one_] for _ in branches]
        texts = [
            branch.text(f"RETURN {', '.join(items)}")
            for branch, items in zip(branches, shown, strict=True)
        ]
        return "\nUNION ALL\n".join(texts), values, binds

    # ── OPTIONAL ────────────────────────────────────────────────────────────────────────────────
    def _optional(self, rows: Rows, right: Pattern, condition: Expression | None) -> None:
        inside = self._inside(rows, right, rows.around)
        seeds = dict(inside.values)
        self.join(inside, right)
        fresh = _fresh(inside.values, seeds)
        for name, value in fresh.items():
            if name in rows.values and name not in seeds:
                inside.where(compatible(rows.values[name], value, name))
        if condition is not None:
            both = Rows(self.names, {**inside.values, **rows.values}, known=rows.known)
            both.around = rows.around
            both.clauses = inside.clauses
            for one in self._writer(both).conditions(condition):
                both.where(one)
        shown, values, binds = returned(self.names, fresh)
        last = f"RETURN {', '.join(shown) or self._one(binds)}"
        rows.call(inside.text(last), binds, optional=True)
        for name, value in values.items():
            known = rows.values.get(name)
            found = Value(value.forms, bound=False, iri=value.iri)
            if known is None:
                rows.values[name] = found
            elif not known.bound:
                rows.values[name] = merged(known, found, name)

    # ── MINUS, EXISTS ───────────────────────────────────────────────────────────────────────────
    def _minus(self, rows: Rows, right: Pattern) -> None:
        common = [name for name in algebra.names(right) if name in rows.values]
        if not common:
            return
        inside = self._inside(rows, right, rows.around)
        before = dict(inside.values)
        self.join(inside, right)
        self._fit(inside, rows, before)
        common = [name for name in common if name in inside.values]
        pairs = [(rows.values[name], inside.values[name]) for name in common]
        if not any(one.bound and other.bound for one, other in pairs):
            both = [
                f"({one.first} IS NOT NULL AND {other.first} IS NOT NULL)" for one, other in pairs
            ]
            inside.where(joined("OR", both))
        rows.where(f"NOT {inside.exists()}")

    def _exists(self, pattern: Pattern, rows: Rows) -> str:
        around = (rows, *rows.around)
        inside = self._inside(rows, pattern, around)
        before = dict(inside.values)
        self.join(inside, pattern)
        self._fit(inside, rows, before)
        return inside.exists()

    def _fit(self, inside: Rows, rows: Rows, seeds: Mapping[str, Value]) -> None:
        """Keep of a pattern what goes with the solution at hand."""
        for name, value in inside.values.items():
            if name not in seeds:
                for outer in (rows, *rows.around):
                    if name in outer.values:
                        inside.where(compatible(outer.values[name], value, name))
                        break

    # ── BIND, GROUP BY ──────────────────────────────────────────────────────────────────────────
    def _extend(self, rows: Rows, name: str, expression: Expression) -> None:
        if name in rows.values:
            raise Uncovered(f"?{name} is bound already", of_variable(name))
        value = self._writer(rows).value(expression)
        forms = {
            form: tuple(self._computed(rows, part, name) for part in parts)
            for form, parts in value.forms.items()
        }
        rows.values[name] = Value(forms, value.bound, value.iri)

    def _computed(self, rows: Rows, expression: str, name: str) -> str:
        """An expression, under a name where it is more than one."""
        if not words_of(expression) & rows.known or expression.replace(".", "").isidentifier():
            return expression
        return rows.computed(expression, name)

    def _grouped(
        self, inside: Rows, pattern: algebra.Group
    ) -> tuple[str, dict[str, Value], list[str]]:
        self.join(inside, pattern.pattern)
        writer = self._writer(inside)
        found: dict[str, Value] = {}
        for name in pattern.keys:
            found[name] = inside.value(name)
        for name, aggregate in pattern.aggregates:
            if aggregate.argument is None:
                found[name] = aggregates.counted()
            else:
                value = writer.value(aggregate.argument)
                if aggregate.name in aggregates.ON_NUMBERS and value.is_open:
                    value = writer.number(aggregate.argument, aggregate.name)
                found[name] = aggregates.written(aggregate, value, keyed=bool(pattern.keys))
        shown, values, binds = returned(self.names, found)
        sign = "RETURN" if pattern.aggregates else "RETURN DISTINCT"
        return inside.text(f"{sign} {', '.join(shown) or self._one(binds)}"), values, binds


def _held(parts: Sequence[Pattern], graph: str) -> frozenset[str]:
    """The variables that are subject or object of a triple of a graph."""
    found = (ends(one) for one in parts if isinstance(one, Scan) and one.graph == graph)
    return frozenset().union(*found)


def _fresh(values: Mapping[str, Value], seeds: Mapping[str, Value]) -> dict[str, Value]:
    """What is not known outside as it is inside."""
    return {name: one for name, one in values.items() if seeds.get(name) != one}
