"""What the functions of SPARQL ask of the writer of expressions that calls them."""

from typing import Protocol

from sqlglot import exp

from kgforge.patterns.compile.algebra import Expression, Variable
from kgforge.patterns.compile.sql.comparing import Lexical
from kgforge.patterns.compile.sql.scopes import Scope
from kgforge.patterns.compile.sql.values import Value


class Writes(Protocol):
    """Writes expressions."""

    scope: Scope

    def value(self, expression: Expression) -> Value:
        """What an expression is."""

    def lexical(self, expression: Expression, value: Value) -> Lexical:
        """A term with its text. Raises Uncovered where that is not at hand."""


def boolean(condition: exp.Expr, *, bound: bool) -> Value:
    """A condition as a value."""
    return Value({"bool": (condition,)}, bound)


def is_open(value: Value) -> bool:
    """Whether it is a term, of which no more than its number and text is at hand."""
    return value.forms.keys() <= {"term", "lexical"}


def shown(expression: Expression) -> str:
    """An expression in a message."""
    return f"?{expression.name}" if isinstance(expression, Variable) else "it"
