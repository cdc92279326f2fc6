"""What a variable or an expression is in SQL: its forms, each of one or more columns.

A term of the graph is its number. What a query computes is a number or a text of SQL. An error and
what is not bound are NULL: SQL's logic of three values is that of SPARQL's errors (SPARQL 1.1 Query
Language, section 17.2).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Final, Literal

from msgspec import Struct
from sqlglot import exp

from kgforge import terms
from kgforge.patterns.binding import sql_text
from kgforge.patterns.compile.faults import Uncovered
from kgforge.terms import XSD

Form = Literal[
    "term",
    "lexical",
    "int",
    "decimal",
    "double",
    "number",
    "text",
    "name",
    "tagged",
    "bool",
    "mention",
]
"""``term``: its number. ``lexical``: text, datatype and language of a term. ``number``: a number of
whatever type, exactly where it is an integer or a decimal, and as a double. ``name``: the text of
an IRI. ``tagged``: text and language. ``mention``: all columns of a row of ``mentions``."""
Columns = tuple[exp.Expr, ...]

EXACT: Final = "DECIMAL(38, 18)"
"""The type of exact numbers: that of Oxigraph's decimals."""
SIZES: Final[Mapping[Form, int]] = {"lexical": 3, "number": 2, "tagged": 2, "mention": 8}
"""How many columns a form has, where it is not one."""
EMPTY: Final[Mapping[Form, tuple[str, ...]]] = {
    "term": ("BIGINT",),
    "lexical": ("STRING",) * 3,
    "int": ("BIGINT",),
    "decimal": (EXACT,),
    "double": ("DOUBLE",),
    "number": (EXACT, "DOUBLE"),
    "text": ("STRING",),
    "name": ("STRING",),
    "tagged": ("STRING",) * 2,
    "bool": ("BOOLEAN",),
}
"""The types of a form's columns."""
NUMBERS: Final[frozenset[Form]] = frozenset({"int", "decimal", "double", "number"})
FLAT: Final = frozenset(EMPTY) - SIZES.keys()
"""The forms of one column."""
_CHOICE: Final[tuple[Form, ...]] = (
    "term",
    "int",
    "decimal",
    "double",
    "number",
    "text",
    "name",
    "tagged",
    "bool",
    "mention",
)
_INTEGER: Final = XSD + "integer"
_WHOLE: Final = re.compile(r"-?\d{1,18}")
"""An integer in its canonical form, of which all engines have a number."""
_DECIMAL: Final = re.compile(r"-?\d{1,18}(\.\d{1,18})?")
_DOUBLE: Final = re.compile(r"-?\d+(\.\d+)?([eE][+-]?\d+)?")


class Value(Struct, frozen=True):
    """A variable, or an expression."""

    forms: Mapping[Form, Columns]
    bound: bool
    """Whether it is never NULL."""
    iri: bool | None = None
    """Whether it is an IRI; None: it may be either."""
    held: bool = False
    """Whether the graph's terms have it for sure: it was found in a fact."""

    def columns(self, form: Form) -> Columns:
        """The columns of a form that it has."""
        return self.forms[form]

    def column(self, form: Form) -> exp.Expr:
        """The one column of a form that it has."""
        [found] = self.forms[form]
        return found.copy()

    @property
    def form(self) -> Form:
        """The form that says most: by this one it is told from others. Raises Uncovered."""
        found = next((form for form in _CHOICE if form in self.forms), None)
        if found is None:
            raise _torn()
        return found

    def check(self) -> None:
        """Raise Uncovered where rows are not told apart by it."""
        if not self.forms:
            raise _torn()


def _torn() -> Uncovered:
    return Uncovered("a variable is a term in one part of a UNION and computed in another")


def shared(values: Sequence[Value]) -> tuple[Form, ...]:
    """The forms in which some values can be held against one another, the first the best.

    Numbers that a query computes are one form, if they are of several types.
    """
    found = tuple(form for form in _CHOICE if all(form in value.forms for value in values))
    if not found and all(is_number(value) for value in values):
        return ("number",) if any("number" in value.forms for value in values) else ("double",)
    return found


def is_number(value: Value) -> bool:
    """Whether it is a number that a query computes or names."""
    return not NUMBERS.isdisjoint(value.forms)


def as_double(value: Value) -> exp.Expr:
    """A computed number as a DOUBLE."""
    if "double" in value.forms:
        return value.column("double")
    if "number" in value.forms:
        return value.columns("number")[1].copy()
    number = value.column("int") if "int" in value.forms else value.column("decimal")
    return cast(number, "DOUBLE")


def as_exact(value: Value) -> exp.Expr:
    """A computed number exactly; NULL for a double."""
    if "number" in value.forms:
        return value.columns("number")[0].copy()
    for form in ("int", "decimal"):
        if form in value.forms:
            return cast(value.column(form), EXACT)
    return cast(exp.null(), EXACT)


def in_form(value: Value, form: Form) -> Columns:
    """The columns of a value in the form that it shares with others."""
    if form == "double" and form not in value.forms:
        return (as_double(value),)
    if form == "number" and form not in value.forms:
        return as_exact(value), as_double(value)
    return tuple(column.copy() for column in value.columns(form))


def witness(value: Value) -> exp.Expr:
    """The column that is NULL just where a value is not bound: of numbers the double."""
    first, *others = in_form(value, value.form)
    return others[0] if "number" in value.forms else first


def cast(expression: exp.Expr, type_: str) -> exp.Expr:
    """``CAST(expression AS type)``."""
    return exp.Cast(this=expression, to=_type(type_))


def _type(name: str) -> exp.DataType:
    """A type by the name that all engines know; sqlglot calls a text TEXT, which Spark does not."""
    if name == "STRING":
        return exp.DataType(this=exp.DataType.Type.USERDEFINED, kind=name)
    return exp.DataType.build(name, dialect="duckdb")


def try_cast(expression: exp.Expr, type_: str) -> exp.Expr:
    """``TRY_CAST(expression AS type)``."""
    return exp.TryCast(this=expression, to=_type(type_))


def nothing(form: Form) -> Columns:
    """NULL, as many times as a form has columns."""
    return tuple(cast(exp.null(), type_) for type_ in EMPTY[form])


def number(value: int) -> exp.Expr:
    """An integer."""
    return exp.Literal.number(value)


def text(value: str) -> exp.Expr:
    """A text, written so that all engines read it alike."""
    return exp.Var(this=sql_text(value))


def call(name: str, *arguments: exp.Expr) -> exp.Expr:
    """A function of SQL, by the name that it has in all engines."""
    return exp.Anonymous(this=name, expressions=list(arguments))


def constant(term: str) -> Value:
    """A term that a query names, in all its forms."""
    token = exp.Var(this=f"${terms.ntriples(term)}")
    if not terms.is_literal(term):
        return Value({"term": (token,), "name": (text(term),)}, bound=True, iri=True)
    parts = terms.parse_literal(term)
    forms: dict[Form, Columns] = {"term": (token,)}
    if parts.datatype == _INTEGER and _WHOLE.fullmatch(parts.value):
        forms["int"] = (exp.Var(this=str(int(parts.value))),)
    elif parts.datatype == XSD + "decimal" and _DECIMAL.fullmatch(parts.value):
        forms["decimal"] = (cast(text(parts.value), EXACT),)
    elif parts.datatype == XSD + "double" and _DOUBLE.fullmatch(parts.value):
        forms["double"] = (cast(text(parts.value), "DOUBLE"),)
    elif parts.datatype == XSD + "boolean" and parts.value in {"true", "false"}:
        forms["bool"] = (exp.true() if parts.value == "true" else exp.false(),)
    elif parts.language:
        forms["tagged"] = (text(parts.value), text(parts.language))
    elif not parts.datatype:
        forms["text"] = (text(parts.value),)
    if len(forms) == 1:
        forms["lexical"] = (text(parts.value), text(parts.datatype), text(parts.language))
    return Value(forms, bound=True, iri=False)


def parameter(name: str, type_: str) -> Value:
    """A parameter of one value."""
    token = exp.Var(this=f"${name}")
    match type_:
        case "int" | "term":
            return Value({"term" if type_ == "term" else "int": (token,)}, bound=True)
        case "float":
            return Value({"double": (token,)}, bound=True)
        case "str":
            return Value({"text": (token,)}, bound=True)
    return Value({"term": (token,)}, bound=True, iri=True)


def all_of(conditions: Iterable[exp.Expr]) -> exp.Expr:
    """All conditions in one, in a row."""
    parts = [exp.paren(one) if isinstance(one, exp.Or) else one for one in conditions]
    return (
        reduce(lambda one, other: exp.And(this=one, expression=other), parts)
        if parts
        else exp.true()
    )


def any_of(conditions: Iterable[exp.Expr]) -> exp.Expr:
    """Whether one of some conditions holds, in parentheses."""
    parts = [exp.paren(one) if isinstance(one, exp.And) else one for one in conditions]
    if not parts:
        return exp.false()
    found = reduce(lambda one, other: exp.Or(this=one, expression=other), parts)
    return exp.paren(found) if len(parts) > 1 else found


def is_null(expression: exp.Expr) -> exp.Expr:
    """``expression IS NULL``."""
    simple = isinstance(expression, exp.Column | exp.Paren | exp.Var | exp.Anonymous)
    return exp.Is(this=expression if simple else exp.paren(expression), expression=exp.null())


def is_there(expression: exp.Expr) -> exp.Expr:
    """``expression IS NOT NULL``."""
    found = is_null(expression)
    return exp.Is(this=found.this, expression=exp.Not(this=exp.null()))


def negated(condition: exp.Expr) -> exp.Expr:
    """Whether a condition does not hold."""
    while isinstance(condition, exp.Paren):
        condition = condition.this
    for one, other in ((exp.EQ, exp.NEQ), (exp.NEQ, exp.EQ)):
        if type(condition) is one:
            return other(this=condition.this, expression=condition.expression)
    if isinstance(condition, exp.Exists | exp.Anonymous | exp.In):
        return exp.Not(this=condition)
    return exp.Not(this=exp.paren(condition))
