"""Solutions as one flat SELECT: sources, conditions, and what each variable is in them."""

import re
from collections.abc import Iterable, Mapping
from itertools import count
from typing import Final

from msgspec import Struct
from sqlglot import exp

from kgforge.patterns.compile.faults import Uncovered, of_variable
from kgforge.patterns.compile.inference import check_types, of_both, of_either
from kgforge.patterns.compile.sql.values import (
    EMPTY,
    Columns,
    Form,
    Value,
    all_of,
    any_of,
    call,
    cast,
    in_form,
    is_null,
    nothing,
    number,
    shared,
    witness,
)

_WORD: Final = re.compile(r"[^A-Za-z0-9]")


Named = tuple[str, Form, str, exp.Expr]
"""A variable, one of its forms, and a column of that: its name outside, and what it is inside."""


class Source(Struct, frozen=True):
    """What stands behind FROM or JOIN."""

    alias: str
    expression: exp.Expr
    on: exp.Expr | None = None
    """Of a LEFT JOIN its condition; None: it is joined by the conditions of WHERE."""
    columns: tuple[str, ...] = ()
    """The names of its columns, where it has none itself."""


class Names:
    """Names of tables and columns that no other has."""

    def __init__(self) -> None:
        self._numbers: dict[str, count[int]] = {}
        self._columns: dict[str, str] = {}

    def table(self, letter: str) -> str:
        """The next alias with that beginning: f1, f2."""
        return f"{letter}{next(self._numbers.setdefault(letter, count(1)))}"

    def column(self, name: str) -> str:
        """The column of a variable; it ends in ``_``, as no keyword does."""
        if name not in self._columns:
            plain = f"{_WORD.sub('_', name).strip('_').lower() or 'v'}_"
            plain = plain if plain[0].isalpha() else f"v{plain}"
            taken = set(self._columns.values())
            tries = (plain if not n else f"{plain}{n}_" for n in count())
            self._columns[name] = next(one for one in tries if one not in taken)
        return self._columns[name]


class Relation:
    """Solutions: each row of the sources for which the conditions hold is one."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.sources: list[Source] = []
        self.where: list[exp.Expr] = []
        self.values: dict[str, Value] = {}

    # ── sources ─────────────────────────────────────────────────────────────────────────────────
    def add(self, letter: str, expression: exp.Expr) -> str:
        """One more source; its alias."""
        alias = self.names.table(letter)
        self.sources.append(Source(alias, expression))
        return alias

    def begin(self) -> None:
        """Have a source to which others can be joined: a row of its own where there is none."""
        if not self.sources:
            self.add("u", exp.Subquery(this=exp.Select().select(exp.alias_(number(1), "one"))))

    def bind(self, name: str, value: Value) -> None:
        """A variable is that; where it is bound already, the two must be one."""
        if name in self.values:
            self._same(name, self.values[name], value)
        else:
            self.values[name] = value

    def _same(self, name: str, one: Value, other: Value) -> None:
        self.where.append(compatible(name, one, other))
        self.values[name] = merged(name, one, other)

    def lexical(self, name: str) -> Columns:
        """Text, datatype and language of a variable that is a term."""
        value = self.values[name]
        if "lexical" not in value.forms:
            if not value.held:
                raise Uncovered(
                    f"the text of ?{name} is not at hand, which no triple binds for sure",
                    of_variable(name),
                )
            alias = self.names.table("t")
            same = exp.EQ(this=exp.column("id", alias), expression=value.column("term"))
            on = None if value.bound else same
            self.begin()
            self.sources.append(Source(alias, exp.to_table("terms"), on))
            if on is None:
                self.where.append(same)
            parts = (exp.column(part, alias) for part in ("value", "datatype", "language"))
            forms: Mapping[Form, Columns] = {**value.forms, "lexical": tuple(parts)}
            self.values[name] = Value(forms, value.bound, value.iri, value.held)
        return self.values[name].columns("lexical")

    def join(self, other: "Relation") -> None:
        """Take in another relation's solutions, where they go with these."""
        self.sources += other.sources
        self.where += other.where
        for name, value in other.values.items():
            self.bind(name, value)

    # ── SELECT ──────────────────────────────────────────────────────────────────────────────────
    def select(self, shown: Iterable[exp.Expr]) -> exp.Select:
        """The SELECT of this relation. A condition stands behind the last source that it names."""
        select = exp.Select().select(*shown, copy=False)
        waiting = list(self.where)
        known: set[str] = set()
        for place, source in enumerate(self.sources):
            known.add(source.alias)
            alias = exp.TableAlias(
                this=exp.to_identifier(source.alias),
                columns=[exp.to_identifier(name) for name in source.columns],
            )
            aliased = source.expression.copy()
            aliased.set("alias", alias)
            if not place:
                select = select.from_(aliased, copy=False)
            elif source.on is not None:
                select = select.join(aliased, on=source.on.copy(), join_type="left", copy=False)
            else:
                here = [one for one in waiting if _joins(one, source.alias, known)]
                waiting = [one for one in waiting if one not in here]
                if here:
                    on = all_of(one.copy() for one in here)
                    select = select.join(aliased, on=on, copy=False)
                else:
                    select = select.join(aliased, join_type="cross", copy=False)
        if waiting:
            select.set("where", exp.Where(this=all_of(one.copy() for one in waiting)))
        return select

    def named(self) -> list[Named]:
        """Each variable's forms, as columns with the names that they have outside."""
        found = []
        for name, value in self.values.items():
            column = self.names.column(name)
            for form, parts in value.forms.items():
                for place, part in enumerate(parts):
                    found.append((name, form, _part(column, form, place, len(value.forms)), part))
        return found

    def wrapped(self, *, distinct: bool = False) -> "Relation":
        """The same solutions as one source."""
        if distinct:
            for value in self.values.values():
                value.check()
        named = [one for one in self.named() if one[1] != "lexical" or not distinct]
        shown = [exp.alias_(part.copy(), column) for _, _, column, part in named]
        select = self.select(shown or [exp.alias_(number(1), "one")])
        if distinct:
            select = select.distinct(copy=False)
        return self.of_subquery(select, named)

    def of_subquery(self, select: exp.Expr, named: Iterable[Named]) -> "Relation":
        """The relation of a SELECT whose columns are *named* as ``named`` says."""
        relation = Relation(self.names)
        alias = relation.add("q", exp.Subquery(this=select))
        forms: dict[str, dict[Form, Columns]] = {name: {} for name in self.values}
        for name, form, column, _ in named:
            kept = forms.setdefault(name, {})
            kept[form] = (*kept.get(form, ()), exp.column(column, alias))
        for name, found in forms.items():
            value = self.values[name]
            relation.values[name] = Value(found, value.bound, value.iri, value.held)
        return relation

    def exists(self) -> exp.Expr:
        """Whether there is a solution."""
        return exp.Exists(this=self.select([number(1)]))


def _part(column: str, form: Form, place: int, forms: int) -> str:
    """The name of one column of a variable."""
    if form == "lexical":
        return f"{column}{('value', 'datatype', 'language')[place]}"
    ending = f"{form}" if forms > 1 and form != "term" else ""
    return f"{column}{ending}{place or ''}"


def _joins(condition: exp.Expr, alias: str, known: set[str]) -> bool:
    """Whether a condition joins a source to those before it."""
    if condition.find(exp.Select):
        return False
    tables = {column.table for column in condition.find_all(exp.Column)}
    return alias in tables and len(tables) > 1 and tables <= known


# ── Variables that two relations share ──────────────────────────────────────────────────────────
def compatible(name: str, one: Value, other: Value) -> exp.Expr:
    """The condition that two solutions go with one another in a variable (section 18.3)."""
    form = _form(name, one, other)
    columns = in_form(one, form), in_form(other, form)
    if form == "mention":
        pairs = zip(*columns, strict=True)
        return all_of(exp.NullSafeEQ(this=a, expression=b) for a, b in pairs)
    check_types(one, other)
    same = all_of(exp.EQ(this=a, expression=b) for a, b in zip(*columns, strict=True))
    unbound = [is_null(witness(value)) for value in (one, other) if not value.bound]
    return any_of([same, *unbound])


def merged(name: str, one: Value, other: Value) -> Value:
    """What a variable is where two solutions go with one another."""
    first, second = sorted((one, other), key=lambda value: (not value.bound, not value.held))
    if first.bound:
        forms = dict(first.forms)
        if second.bound and "lexical" in second.forms:
            forms.setdefault("lexical", second.forms["lexical"])
    else:
        form = _form(name, one, other)
        pairs = zip(in_form(one, form), in_form(other, form), strict=True)
        forms = {form: tuple(call("COALESCE", a, b) for a, b in pairs)}
    return Value(
        forms,
        one.bound or other.bound,
        of_both(one, other),
        (one.held and one.bound) or (other.held and other.bound),
    )


def _form(name: str, one: Value, other: Value) -> Form:
    for form in shared([one, other]):
        return form
    raise Uncovered(
        f"?{name} is a term of the graph in one place, and computed in another: give the two "
        "names of their own",
        of_variable(name),
    )


def union(names: Names, relations: list[Relation], wanted: Iterable[str]) -> Relation:
    """The solutions of all relations, with some variables.

    A variable that is a term in one of them and computed in another has no form: it cannot be used.
    """
    result = Relation(names)
    named: list[Named] = []
    for name in wanted:
        found = [one.values[name] for one in relations if name in one.values]
        forms = [form for form in shared(found) if form != "mention"]
        result.values[name] = Value(
            dict.fromkeys(forms, ()),
            bound=len(found) == len(relations) and all(value.bound for value in found),
            iri=of_either(found),
            held=all(value.held for value in found),
        )
        named += [
            (name, form, _part(names.column(name), form, place, len(forms)), exp.null())
            for form in forms
            for place in range(len(nothing(form)))
        ]
    selects = [_branch(one, named) for one in relations]
    whole: exp.Expr = selects[0]
    for select in selects[1:]:
        whole = exp.Union(this=whole, expression=select, distinct=False)
    return result.of_subquery(whole, named)


def _branch(relation: Relation, named: Iterable[Named]) -> exp.Select:
    columns: dict[tuple[str, Form], list[str]] = {}
    for name, form, column, _ in named:
        columns.setdefault((name, form), []).append(column)
    shown: list[exp.Expr] = []
    for (name, form), outside in columns.items():
        value = relation.values.get(name)
        parts = nothing(form) if value is None else in_form(value, form)
        if value is not None and form in {"int", "text"} and not isinstance(parts[0], exp.Column):
            parts = tuple(cast(part, EMPTY[form][0]) for part in parts)
        shown += [exp.alias_(part, one) for part, one in zip(parts, outside, strict=True)]
    return relation.select(shown or [exp.alias_(number(1), "one")])
