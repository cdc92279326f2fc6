"""Expressions in Cypher: the operators of SPARQL (section 17.4), and conditions of them."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from kgforge.patterns.compile import faults
from kgforge.patterns.compile.algebra import (
    Aggregate,
    Bound,
    Call,
    Constant,
    Exists,
    Expression,
    Listed,
    Pattern,
    Variable,
)
from kgforge.patterns.compile.cypher import comparing
from kgforge.patterns.compile.cypher.comparing import SIGNS, Lexical
from kgforge.patterns.compile.cypher.rows import Rows
from kgforge.patterns.compile.cypher.values import (
    NUMBERS,
    Form,
    Value,
    cases,
    constant,
    joined,
    listed,
    parameter,
    shared,
)
from kgforge.patterns.compile.faults import Uncovered
from kgforge.patterns.compile.inference import MIRRORED, of_type, result

_ARITHMETIC: Final = frozenset("+-*")
_SAME: Final = re.compile(r"([\w.()$]+) = ([\w.()$]+)")


class Operators:
    """Writes operators over rows; *exists* writes the pattern of EXISTS.

    Functions are written by a class made of this one (``functions.Writer``).
    """

    def __init__(self, rows: Rows, exists: Callable[[Pattern, Rows], str]) -> None:
        self.rows = rows
        self._exists = exists

    def function(self, name: str, arguments: Sequence[Expression]) -> Value | None:
        """What a function of SPARQL gives; None: it is not covered."""
        raise NotImplementedError

    # ── conditions ──────────────────────────────────────────────────────────────────────────────
    def conditions(self, expression: Expression) -> list[str]:
        """The conditions that must all hold for a filter to let a solution through."""
        if isinstance(expression, Call) and expression.name == "&&":
            return [one for part in expression.arguments for one in self.conditions(part)]
        return [self.condition(expression)]

    def condition(self, expression: Expression) -> str:
        """An expression as a condition: its effective boolean value (section 17.2.2)."""
        value = self.value(expression)
        if "bool" in value.forms:
            return value.one("bool")
        if "int" in value.forms:
            return f"{value.one('int')} <> 0"
        if value.has("double"):
            number = value.one("double")
            return f"({number} <> 0.0 AND NOT isNaN({number}))"
        if "text" in value.forms:
            return f"{value.one('text')} <> ''"
        raise faults.no_condition()

    # ── values ──────────────────────────────────────────────────────────────────────────────────
    def value(self, expression: Expression) -> Value:
        """What an expression is. Raises Uncovered for what is not covered."""
        match expression:
            case Variable(name):
                return self.rows.value(name)
            case Constant(term):
                return constant(term)
            case Bound(name, type_):
                return parameter(name, type_)
            case Listed(name):
                raise Uncovered(f"${name} has many values: write IN (${name})", rf"\${name}\b")
            case Exists(pattern):
                return condition(self._exists(pattern, self.rows), bound=True)
            case Aggregate(name):
                raise Uncovered(f"{name} stands in SELECT or HAVING", faults.of_call(name))
        return self._called(expression)

    def _called(self, expression: Call) -> Value:
        name, arguments = expression.name, expression.arguments
        if name in SIGNS:
            return self._compared(name, *arguments)
        if name in {"&&", "||"}:
            bound = all(self.value(one).bound for one in arguments)
            sign = "AND" if name == "&&" else "OR"
            return condition(joined(sign, map(self.condition, arguments)), bound=bound)
        if name == "!":
            inner = self.value(arguments[0])
            return condition(negated(self.condition(arguments[0])), bound=inner.bound)
        if name in {"IN", "NOT IN"}:
            return self._in(expression)
        if name in _ARITHMETIC or name == "NEGATED":
            return self._arithmetic(name, [self.number(one, name) for one in arguments])
        found = self.function(name, arguments)
        if found is None:
            hint = " (engines divide differently: multiply instead)" if name == "/" else ""
            raise Uncovered(f"{name} is not covered{hint}", faults.of_call(name))
        return found

    def _compared(self, sign: str, one: Expression, other: Expression) -> Value:
        left, right = self.value(one), self.value(other)
        found = comparing.computed(sign, left, right)
        if found is not None:
            told = left.bound and right.bound and found != "NULL" and not found.startswith("CASE")
            return condition(found, bound=told)
        if left.has("term") and right.has("term") and True in {left.iri, right.iri}:
            if sign not in {"=", "!="}:
                return condition("NULL", bound=False)
            form = shared([left, right])[0]
            same = comparing.signed(sign, left.one(form), right.one(form))
            return condition(same, bound=left.bound and right.bound)
        return condition(self._by_value(sign, (one, left), (other, right)), bound=False)

    def _by_value(
        self, sign: str, one: tuple[Expression, Value], other: tuple[Expression, Value]
    ) -> str:
        (_, left), (_, right) = one, other
        if not left.is_open:
            return comparing.with_value(MIRRORED[sign], self.lexical(*other), left)
        if not right.is_open:
            return comparing.with_value(sign, self.lexical(*one), right)
        return comparing.between(sign, self.lexical(*one), self.lexical(*other))

    def lexical(self, expression: Expression, value: Value) -> Lexical:
        """A term with its text. Raises Uncovered for one whose text is not at hand."""
        if "node" in value.forms:
            return Lexical.of(value.one("node"))
        if "lexical" in value.forms:
            return Lexical("", *value.forms["lexical"])
        if isinstance(expression, Bound):
            raise Uncovered(
                f"${expression.name} is compared by value: compare with sameTerm, declare it str, "
                "int or float, or write its value into the query",
                rf"\${expression.name}\b",
            )
        raise Uncovered(
            "the text of a term that is in no fact is not covered: compare with sameTerm",
            faults.of_expression(expression),
        )

    # ── IN ──────────────────────────────────────────────────────────────────────────────────────
    def _in(self, expression: Call) -> Value:
        subject, *items = expression.arguments
        value = self.value(subject)
        if any(isinstance(one, Listed) for one in items):
            found, bound = self._listed(value, items), value.bound
        else:
            each = [self._compared("=", subject, one) for one in items]
            found = joined("OR", [one.one("bool") for one in each])
            bound = all(one.bound for one in each)
        if expression.name == "NOT IN":
            found = negated(found)
        return condition(found, bound=bound)

    def _listed(self, value: Value, items: Sequence[Expression]) -> str:
        """``x IN ($list)``."""
        [one, *_] = [one for one in items if isinstance(one, Listed)]
        form: Form = of_type(one.type)
        if one.type == "iri" and "type" in value.forms:
            form = "type"
        fits = value.has("term") if form == "term" else form in value.forms
        if len(items) > 1 or not fits or (one.type == "term" and not value.iri):
            raise Uncovered(
                f"IN (${one.name}) stands alone, behind a variable of its type",
                rf"\${one.name}\b",
            )
        return f"{value.one(form)} IN {listed(one.name, form)}"

    # ── numbers ─────────────────────────────────────────────────────────────────────────────────
    def _arithmetic(self, name: str, values: Sequence[Value]) -> Value:
        bound = all(value.bound for value in values)
        form = result(values)
        columns = [value.one(form) for value in values]
        if name == "NEGATED":
            return Value({form: (f"(-({columns[0]}))",)}, bound)
        return Value({form: (f"({columns[0]} {name} {columns[1]})",)}, bound)

    def number(self, expression: Expression, name: str) -> Value:
        """A number, also one that a term is. Raises Uncovered for what is none."""
        value = self.value(expression)
        if not NUMBERS.isdisjoint(value.forms):
            return value
        if value.is_open:
            return Value({"number": (self.lexical(expression, value).number,)}, bound=False)
        raise faults.no_number(name)


def condition(text: str, *, bound: bool) -> Value:
    """A condition as a value."""
    return Value({"bool": (text,)}, bound)


def negated(text: str) -> str:
    """Whether a condition does not hold."""
    if text in {"true", "false"}:
        return "false" if text == "true" else "true"
    if same := _SAME.fullmatch(text):
        return f"{same[1]} <> {same[2]}"
    if text.startswith(("EXISTS {", "CASE ", "coalesce(")) or _is_grouped(text):
        return f"NOT {text}"
    return f"NOT ({text})"


def _is_grouped(text: str) -> bool:
    """Whether parentheses are around all of a text, of which none is within a string."""
    if not text.startswith("(") or "'" in text:
        return False
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return at == len(text) - 1
    return False


def chosen(condition: str, yes: str, no: str, *, known: bool) -> str:
    """One of two expressions by a condition; where that is not *known* to be told, else NULL."""
    if known:
        return cases((condition, yes), otherwise=no)
    return cases((condition, yes), (negated(condition), no))
