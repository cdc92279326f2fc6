"""The expressions of a SPARQL query as algebra, from rdflib's parse tree."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from typing import Any, Final

from rdflib import RDF
from rdflib.plugins.sparql.parserutils import CompValue

from kgforge.patterns.compile import faults
from kgforge.patterns.compile.algebra import (
    Aggregate,
    Call,
    Constant,
    Exists,
    Expression,
    Listed,
    Pattern,
    Term,
    Variable,
)
from kgforge.patterns.compile.faults import Uncovered
from kgforge.terms import XSD

_LOGIC: Final = {"ConditionalOrExpression": "||", "ConditionalAndExpression": "&&"}
_ARITHMETIC: Final = frozenset({"AdditiveExpression", "MultiplicativeExpression"})
_UNARY: Final = {"UnaryNot": "!", "UnaryMinus": "NEGATED", "UnaryPlus": "+"}
_AGGREGATES: Final = frozenset({"COUNT", "SUM", "MIN", "MAX", "AVG", "SAMPLE"})
_SPELT: Final = {"Aggregate_GroupConcat": "GROUP_CONCAT"}
_ALIKE: Final = {"ISURI": "ISIRI", "URI": "IRI"}


class Reader:
    """Reads expressions: *term* reads a term, *exists* the pattern of EXISTS."""

    def __init__(
        self, term: Callable[[Any], Term | Listed], exists: Callable[[CompValue], Pattern]
    ) -> None:
        self._term = term
        self._exists = exists

    def read(self, node: Any) -> Expression:  # noqa: PLR0911
        """One expression. Raises Uncovered."""
        if not isinstance(node, CompValue) or node.name in {"literal", "pname"}:
            return self._term(node)
        name = str(node.name)
        if name in _LOGIC:
            return self._flat(_LOGIC[name], node)
        if name == "RelationalExpression":
            return self._compared(node)
        if name in _ARITHMETIC:
            return self._arithmetic(node)
        if name in _UNARY:
            inner = self.read(node.expr)
            return inner if name == "UnaryPlus" else Call(_UNARY[name], (inner,))
        if name in {"Builtin_EXISTS", "Builtin_NOTEXISTS"}:
            found = Exists(self._exists(node.graph))
            return found if name == "Builtin_EXISTS" else Call("!", (found,))
        if name.startswith("Aggregate_"):
            called = _SPELT.get(name, name.removeprefix("Aggregate_").upper())
            return self._aggregate(called, node)
        if name == "Function":
            return self._cast(node)
        if name.startswith("Builtin_"):
            called = name.removeprefix("Builtin_").upper()
            arguments = tuple(self.read(one) for one in _arguments(node))
            return Call(_ALIKE.get(called, called), arguments)
        raise Uncovered(f"{name} is not covered")

    def _flat(self, sign: str, node: CompValue) -> Expression:
        parts = [node.expr, *(part(node, "other") or ())]
        read = tuple(map(self.read, parts))
        return read[0] if len(read) == 1 else Call(sign, read)

    def _compared(self, node: CompValue) -> Expression:
        left = self.read(node.expr)
        sign = part(node, "op")
        if sign is None:
            return left
        if str(sign) in {"IN", "NOT IN"}:
            return Call(str(sign), (left, *map(self.read, _listed(node.other))))
        return Call(str(sign), (left, self.read(node.other)))

    def _arithmetic(self, node: CompValue) -> Expression:
        others = zip(part(node, "op") or (), part(node, "other") or (), strict=True)
        return reduce(
            lambda left, other: Call(str(other[0]), (left, self.read(other[1]))),
            others,
            self.read(node.expr),
        )

    def _aggregate(self, name: str, node: CompValue) -> Expression:
        if name not in _AGGREGATES:
            raise Uncovered(f"{name} is not covered", faults.of_call(name))
        distinct = part(node, "distinct") == "DISTINCT"
        if str(node.vars) == "*" and not isinstance(node.vars, CompValue):
            if distinct:
                raise Uncovered("COUNT(DISTINCT *) is not covered", r"\bDISTINCT\s*\*")
            return Aggregate(name, None)
        return Aggregate(name, self.read(node.vars), distinct)

    def _cast(self, node: CompValue) -> Expression:
        """A function that an IRI names: the casts of XML Schema."""
        function = self._term(node.iri)
        iri = function.term if isinstance(function, Constant) else ""
        name = iri.removeprefix(XSD)
        if not iri.startswith(XSD) or len(node.expr) != 1:
            local = re.split("[/#:]", iri)[-1]
            raise Uncovered(
                f"the function <{iri}> is not known",
                rf"(<{re.escape(iri)}>|:{re.escape(local)})\s*\(",
            )
        return Call(f"xsd:{name}", (self.read(node.expr[0]),))


def _listed(found: Any) -> Iterable[Any]:
    """What stands in the parentheses behind IN, of which rdflib reads none as the empty list."""
    if isinstance(found, CompValue):
        return [found]
    return [] if found == RDF.nil else found


def _arguments(node: CompValue) -> Iterator[Any]:
    """What a function is called with, in order."""
    for value in node.values():
        if value is None or value == RDF.nil:  # rdflib reads no argument as an empty list
            continue
        if isinstance(value, CompValue | str):
            yield value
        else:
            yield from value


def variables(expression: Expression) -> Iterator[Variable]:
    """The variables in an expression, but for those within EXISTS."""
    match expression:
        case Variable():
            yield expression
        case Call(_, arguments):
            for one in arguments:
                yield from variables(one)
        case Aggregate(_, argument) if argument is not None:
            yield from variables(argument)


def part(node: CompValue, key: str) -> Any:
    """A part of a node of the parse tree; None: it has no such."""
    return dict.get(node, key)
