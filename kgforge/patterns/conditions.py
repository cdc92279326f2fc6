"""The closed grammar of ``keep``: counts, parameters, numbers, comparison, arithmetic.

Python's own parser reads it, and a walk over the few allowed nodes computes it: nothing is ever
evaluated as Python. Division by zero is not a number, and compares as false.
"""

import ast
import itertools
import math
import operator
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct

Number = int | float

_ARITHMETIC: Final[dict[type[ast.operator], Callable[[Number, Number], Number]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: lambda left, right: left / right if right else math.nan,
}
_COMPARISON: Final[dict[type[ast.cmpop], Callable[[Number, Number], bool]]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_FUNCTIONS: Final[dict[str, Callable[..., Number]]] = {"min": min, "max": max}
_PARAMETER: Final = re.compile(r"\$([A-Za-z_]\w*)")
_PERCENT: Final = re.compile(r"(\d+(?:\.\d+)?)\s*%")
_PREFIX: Final = "parameter__"
_LONGEST: Final = 400


class Expression(Struct, frozen=True):
    """A parsed condition over counts and parameters."""

    text: str
    counts: frozenset[str]
    """The counts that it reads (``triples``)."""
    parameters: frozenset[str]
    """The parameters that it reads, without the dollar sign."""

    def value(self, counts: Mapping[str, Number], parameters: Mapping[str, Number]) -> Number:
        """Compute it; a comparison gives True or False."""
        names = {**counts, **{_PREFIX + name: value for name, value in parameters.items()}}
        return _value(_tree(self.text), names)


class Bound(Struct, frozen=True):
    """One comparison of a condition: what is to be at least, or more than, what."""

    figure: Expression
    least: Expression


def bounds(condition: Expression) -> list[Bound]:
    """The comparisons that a condition asks for together; none where it asks for anything else.

    >>> [(one.figure.text, one.least.text) for one in bounds(parse("a >= 2 and b / a > $share"))]
    [('a', '2'), ('b / a', '$share')]
    """
    tree = _tree(condition.text)
    parts = tree.values if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And) else [tree]
    found = []
    for part in parts:
        match part:
            case ast.Compare(left=left, ops=[ast.GtE() | ast.Gt()], comparators=[right]):
                found.append(Bound(parse(_source(left)), parse(_source(right))))
            case _:
                return []
    return found


def _source(node: ast.expr) -> str:
    return ast.unparse(node).replace(_PREFIX, "$")


def parse(text: str) -> Expression:
    """Read a condition. Raises ValueError with the part that the grammar does not have.

    >>> parse("triples >= $least and matches / triples >= 0.5").value(
    ...     {"triples": 60, "matches": 40}, {"least": 50})
    True
    """
    if len(text) > _LONGEST:  # so that no tree is deeper than Python's stack
        raise ValueError(f"a condition of more than {_LONGEST} characters")
    tree = _tree(text)
    names = _check(tree, text)
    return Expression(
        text,
        frozenset(name for name in names if not name.startswith(_PREFIX)),
        frozenset(name.removeprefix(_PREFIX) for name in names if name.startswith(_PREFIX)),
    )


@lru_cache(maxsize=1024)
def _tree(text: str) -> ast.expr:
    source = _PARAMETER.sub(_PREFIX + r"\1", text.strip())
    try:
        return ast.parse(source, mode="eval").body
    except SyntaxError as error:
        raise ValueError(_unread(text, error)) from error


def _unread(text: str, error: SyntaxError) -> str:
    """What is wrong with a condition that is no expression."""
    if share := _PERCENT.search(text):
        wanted = f"{float(share[1]) / 100:g}"
        return f"cannot read {text!r}: write a number such as {wanted}, not {share[0]}"
    return f"cannot read {text!r}: {error.msg} (expected: as in confidence >= 0.5)"


def _check(node: ast.expr, text: str) -> set[str]:  # noqa: PLR0911 (one case for each node)
    match node:
        case ast.Name(id=name):
            return {name}
        case ast.Constant(value=value) if isinstance(value, int | float):
            return set()
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _check(operand, text)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
            return _check(left, text) | _check(right, text)
        case ast.BoolOp(values=values):
            return set().union(*(_check(value, text) for value in values))
        case ast.Compare(left=left, ops=ops, comparators=others) if all(
            type(op) in _COMPARISON for op in ops
        ):
            return _check(left, text).union(*(_check(other, text) for other in others))
        case ast.Call(func=ast.Name(id=function), args=values, keywords=[]) if (
            function in _FUNCTIONS and values
        ):
            return set().union(*(_check(value, text) for value in values))
    raise _foreign(node, text)


def _foreign(node: ast.expr, text: str) -> ValueError:
    return ValueError(
        f"{text!r} holds {_source(node)!r}; available: counts, $parameters, numbers, comparison, "
        "and, or, + - * /, min(), max(), parentheses"
    )


def _value(  # noqa: PLR0911 (one case for each node)
    node: ast.expr, names: Mapping[str, Number]
) -> Number:
    match node:
        case ast.Name(id=name):
            return names[name]
        case ast.Constant(value=value):
            return value  # type: ignore[return-value]
        case ast.UnaryOp(operand=operand):
            return -_value(operand, names)
        case ast.BinOp(left=left, op=op, right=right):
            return _ARITHMETIC[type(op)](_value(left, names), _value(right, names))
        case ast.BoolOp(op=ast.And(), values=values):
            return all(_value(value, names) for value in values)
        case ast.BoolOp(values=values):
            return any(_value(value, names) for value in values)
        case ast.Call(func=ast.Name(id=function), args=values):
            return _FUNCTIONS[function]([_value(value, names) for value in values])
        case ast.Compare(left=left, ops=ops, comparators=others):
            chain = [_value(part, names) for part in (left, *others)]
            pairs = itertools.pairwise(chain)
            return all(_COMPARISON[type(op)](*pair) for op, pair in zip(ops, pairs, strict=True))
    raise AssertionError(ast.dump(node))
