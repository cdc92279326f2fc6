"""Mutants of an SQL query, which sqlglot reads and writes again."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

import sqlglot
from sqlglot import exp

from tests.proofs.mutants import SPEED, Mutant

Site = tuple[exp.Expr, Callable[[], object]]
"""A condition, and how it is deleted from its tree."""

_HELD: Final = "parameter_{}"
"""How a parameter stands while sqlglot reads, which knows no lists in its place."""
_TERM: Final = re.compile(r'\$(?:<[^<>\s]*>|"(?:[^"\\]|\\.)*"(?:@[\w-]+|\^\^<[^<>\s]*>)?)')
"""A constant term of RDF."""
_HELD_TERM: Final = re.compile(r"constant_([0-9a-f]+)_")
"""How it stands meanwhile: as its bytes."""


def sql(text: str) -> Iterator[Mutant]:
    """Without a conjunct of WHERE, HAVING, ON, a JOIN, a CASE's condition, DISTINCT, UNION branch.

    The first deletes nothing: it shows that reading and writing leave the query as it is. What is
    written alike more than once is numbered: ``DISTINCT``, ``DISTINCT (2)``.
    """
    tree = exp.Subquery(this=_read(text))  # so that the whole query can be replaced, too
    yield Mutant("nothing", _written(tree.this), for_speed=True)
    times: Counter[str] = Counter()
    for number, (condition, _) in enumerate(_sites(tree)):
        mutated = tree.copy()
        list(_sites(mutated))[number][1]()
        for_speed = not isinstance(condition, exp.Join | exp.Query) and any(
            SPEED in remark for node in condition.walk() for remark in node.comments or ()
        )
        deleted = _written(condition)
        times[deleted] += 1
        name = deleted if times[deleted] == 1 else f"{deleted} ({times[deleted]})"
        yield Mutant(name, _written(mutated.this), for_speed)


def _read(text: str) -> exp.Expr:
    text = _TERM.sub(lambda term: f"constant_{term.group().encode().hex()}_", text)
    lists = re.sub(r"VALUES \$(\w+)", rf"VALUES ({_HELD.format(chr(92) + '1')})", text)
    return sqlglot.parse_one(re.sub(r"\$(\w+)", _HELD.format(r"\1"), lists), read="duckdb")


def _written(tree: exp.Expr) -> str:
    text = tree.sql(dialect="duckdb", comments=False)
    text = _HELD_TERM.sub(lambda held: bytes.fromhex(held[1]).decode(), text)
    name = _HELD.format(r"(\w+)")
    return re.sub(name, r"$\1", re.sub(rf"VALUES \({name}\)", r"VALUES $\1", text))


def _sites(tree: exp.Expr) -> Iterator[Site]:
    """Every condition of a tree, in the same order in every copy of it."""
    for node in list(tree.walk()):
        match node:
            case exp.Where() | exp.Having():
                yield from _conjuncts(node.this, node.pop)
            case exp.Join():
                yield node, node.pop
                if node.args.get("on"):
                    yield from _conjuncts(node.args["on"], _always(node))
            case exp.Distinct():
                yield node, _dropped(node)
            case exp.Union():
                yield node.right, _replaced(node, node.left)
                yield node.left, _replaced(node, node.right)
                if node.args["distinct"]:
                    yield node, _setting(node, "distinct", False)
            case exp.If() if isinstance(node.parent, exp.Case):
                yield node.this, _replaced(node.parent, node.args["true"])


def _conjuncts(condition: exp.Expr, drop: Callable[[], object]) -> Iterator[Site]:
    """Each conjunct of a condition; the only one goes with what holds it."""
    if not isinstance(condition, exp.And):
        yield condition, drop
        return
    for conjunct in condition.flatten(unnest=False):
        both = conjunct.parent
        assert isinstance(both, exp.And)
        yield conjunct, _replaced(both, both.right if both.left is conjunct else both.left)


def _always(join: exp.Join) -> Callable[[], object]:
    return _setting(join, "on", exp.true())


def _replaced(node: exp.Expr, by: exp.Expr) -> Callable[[], object]:
    return lambda: node.replace(by.copy())


def _setting(node: exp.Expr, name: str, value: object) -> Callable[[], object]:
    return lambda: node.set(name, value)


def _dropped(node: exp.Distinct) -> Callable[[], object]:
    """DISTINCT of a SELECT goes; that of COUNT(DISTINCT x) leaves x."""
    inner = node.expressions
    return (lambda: node.replace(inner[0].copy())) if inner else node.pop
