"""Mutants of a Python module: each is its text with one thing in a function changed.

Left out: a condition, one operand of ``and`` or ``or``, the filter of a comprehension, a statement.
Exchanged: ``and`` and ``or``, ``all`` and ``any``, a comparison and its opposite, what is divided
and by what, the first two values that a record is made of, and names that are told to be alike.
Numbers are one more, and None is False.
"""

import ast
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

_OPPOSITE: Final = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
}
_ALIKE: Final = {"all": "any", "any": "all"}


class Mutant(Struct, frozen=True):
    """A module's text with one change."""

    change: str
    """What stood there, and what stands there now."""
    text: str


def python(text: str, alike: Mapping[str, str], record: str) -> Iterator[Mutant]:
    """All mutants of the functions of a module.

    *alike* maps names of attributes to those they are exchanged with, and *record* names what is
    called with values to exchange.
    """
    for number, node in enumerate(_nodes(ast.parse(text))):
        for which, _ in enumerate(_changes(node, alike, record)):
            tree = ast.parse(text)
            old = list(_nodes(tree))[number]
            was, new = ast.unparse(old), list(_changes(old, alike, record))[which]
            if ast.unparse(new) != was:
                change = f"{was} → {ast.unparse(new)}"
                yield Mutant(change, ast.unparse(_Instead(old, new).visit(tree)))


class _Instead(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self._old, self._new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self._new if node is self._old else self.generic_visit(node)


def _nodes(tree: ast.Module) -> Iterator[ast.AST]:
    for function in tree.body:
        if isinstance(function, ast.FunctionDef):
            for statement in function.body:
                if not _documents(statement):
                    yield from ast.walk(statement)


def _documents(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _changes(node: ast.AST, alike: Mapping[str, str], record: str) -> Iterator[ast.AST]:
    """What may stand in place of a node; its parts may be part of it, or be changed."""
    match node:
        case ast.Expr() | ast.For():
            yield ast.Pass()
        case ast.If():
            yield from (_with(node, test=ast.Constant(value)) for value in (True, False))
        case ast.IfExp():
            yield from (node.body, node.orelse)
        case ast.BoolOp():
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield _with(node, op=other)
            for place, _ in enumerate(node.values):
                rest = [value for at, value in enumerate(node.values) if at != place]
                yield rest[0] if len(rest) == 1 else _with(node, values=rest)
        case ast.comprehension(ifs=[_, *_]):
            yield _with(node, ifs=[])
        case ast.Compare(ops=[op]):
            yield _with(node, ops=[_OPPOSITE[type(op)]()])
        case ast.BinOp(op=ast.Div()):
            yield _with(node, left=node.right, right=node.left)
        case ast.Call(func=ast.Name(id=name), args=[first, second, *rest]) if name == record:
            yield _with(node, args=[second, first, *rest])
            if rest:
                yield _with(node, args=[first, second])
        case ast.Name(id=name) if name in _ALIKE:
            yield _with(node, id=_ALIKE[name])
        case ast.Attribute(attr=name) if name in alike:
            yield _with(node, attr=alike[name])
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.Constant(value=None):
            yield ast.Constant(False)


def _with(node: ast.AST, **parts: object) -> ast.AST:
    """A node like another in all but some parts."""
    return type(node)(**{**dict(ast.iter_fields(node)), **parts})
