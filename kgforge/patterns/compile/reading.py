"""A SPARQL query as algebra (SPARQL 1.1 Query Language, section 18.2), from rdflib's parse tree.

rdflib's own algebra leaves EXISTS within a logical expression unread, and so is not used. A
parameter is written into the text as a term that no graph has, and found again in the tree.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from pyparsing import ParseException
from rdflib.plugins.sparql.parser import parseQuery
from rdflib.plugins.sparql.parserutils import CompValue
from rdflib.term import BNode, URIRef
from rdflib.term import Literal as RdfLiteral
from rdflib.term import Variable as RdfVariable

from kgforge import terms
from kgforge.errors import PatternError
from kgforge.patterns import syntax
from kgforge.patterns.binding import TOKENS
from kgforge.patterns.compile import algebra, faults
from kgforge.patterns.compile.algebra import Call, Expression, Pattern, Scan, Term, Variable
from kgforge.patterns.compile.expressions import Reader as ExpressionReader
from kgforge.patterns.compile.expressions import part, variables
from kgforge.patterns.compile.faults import Uncovered
from kgforge.patterns.compile.marking import MARK, marked, namespaces, prefixes
from kgforge.patterns.contract import Column, Parameter
from kgforge.patterns.queries import Query

_DEFAULT: Final = ""


def read(query: Query) -> algebra.Project:
    """The algebra of a query. Raises Uncovered for what no part of the compiler covers.

    Raises PatternError for a text that is no SPARQL.
    """
    text = f"{prefixes(query.text)} {TOKENS.sub(marked(query), query.text)}"
    try:
        prologue, tree = parseQuery(text)
    except RecursionError:
        raise Uncovered("its brackets lie too deep in one another", faults.DEEP) from None
    except (ParseException, SyntaxError, ValueError) as error:
        fault = syntax.fault(query)
        raise PatternError(
            fault.at(query) if fault else f"{query.path}: not read as SPARQL: {error}"
        ) from error
    if tree.name != "SelectQuery":
        raise query.no_select()
    return _Reader(query, namespaces(prologue)).select(tree)


class _Reader:
    """Reads one query: it knows its parameters and prefixes, and names what has no name."""

    def __init__(self, query: Query, namespaces: dict[str, str]) -> None:
        self._query = query
        self._namespaces = namespaces
        self._named = 0
        self._expressions = ExpressionReader(self._term, self._exists)
        self._graph = _DEFAULT
        self._once = False
        """Whether it does not matter how often a solution is found."""

    # ── terms ───────────────────────────────────────────────────────────────────────────────────
    def _new(self) -> Variable:
        self._named += 1
        return Variable(f".{self._named}")

    def _term(self, node: Any) -> Term | algebra.Listed:
        if isinstance(node, RdfVariable):
            return Variable(str(node))
        if isinstance(node, BNode):
            return Variable(f"._{node}")
        if isinstance(node, CompValue) and node.name == "pname":
            return algebra.Constant(self._expanded(node))
        if isinstance(node, URIRef):
            return self._iri(str(node))
        if isinstance(node, CompValue) and node.name == "literal":
            datatype = self._datatype(part(node, "datatype"))
            return self._literal(str(node.string), datatype, str(part(node, "lang") or ""))
        assert isinstance(node, RdfLiteral), node
        return self._literal(str(node), str(node.datatype or ""), str(node.language or ""))

    def _iri(self, iri: str) -> Term | algebra.Listed:
        return self._parameter(iri[len(MARK) :]) if iri.startswith(MARK) else _constant(iri)

    def _literal(self, value: str, datatype: str, language: str) -> Term | algebra.Listed:
        if datatype == MARK:
            return self._parameter(value)
        return _constant(terms.literal(value, datatype=datatype, language=language))

    def _parameter(self, name: str) -> Term | algebra.Listed:
        name, _, _ = name.partition(":")
        declared = self._declared(name)
        kind = algebra.Listed if declared.many or declared.table else algebra.Bound
        return kind(name, declared.type)

    def _declared(self, name: str) -> Parameter:
        declared = self._query.header.parameter(name)
        assert declared is not None
        return declared

    def _datatype(self, node: Any) -> str:
        if node is None:
            return ""
        return self._expanded(node) if isinstance(node, CompValue) else str(node)

    def _expanded(self, name: CompValue) -> str:
        prefix = str(part(name, "prefix") or "")
        if prefix not in self._namespaces:
            raise Uncovered(
                f"the prefix {prefix}: is unknown",
                rf"\b{re.escape(prefix)}:",
                "declare it with PREFIX",
            )
        local = re.sub(r"\\([_~.\-!$&'()*+,;=/?#@%])", r"\1", str(part(name, "localname") or ""))
        return self._namespaces[prefix] + local

    def _one(self, node: Any) -> Term:
        """A term of a triple."""
        found = self._term(node)
        if isinstance(found, algebra.Listed):
            raise Uncovered(
                f"${found.name} has many values: bind a variable to them with VALUES",
                faults.of_variable(found.name),
            )
        return found

    # ── queries ─────────────────────────────────────────────────────────────────────────────────
    def select(self, tree: CompValue, graph: str = _DEFAULT) -> algebra.Project:
        """The algebra of a SELECT."""
        for key, words in _REFUSED.items():
            if part(tree, key):
                raise Uncovered(*words)
        distinct = part(tree, "modifier") == "DISTINCT" and not part(tree, "groupby")
        with self._counting_once(once=distinct and not _counts(tree)):
            pattern = self._group(tree.where, graph)
        if part(tree, "valuesClause"):
            pattern = _joined(pattern, self._values(tree.valuesClause))
        aggregates: dict[algebra.Aggregate, str] = {}
        shown = [self._shown(one, aggregates) for one in part(tree, "projection") or ()]
        having = [
            self._aggregated(self._expressions.read(one), aggregates)
            for one in (part(part(tree, "having"), "condition") if part(tree, "having") else ())
        ]
        if part(tree, "groupby") or aggregates:
            pattern = self._grouped(pattern, tree, aggregates)
            _refuse_ungrouped(pattern, shown, having)
        for condition in having:
            pattern = algebra.Filter(pattern, condition)
        for name, expression in shown:
            if expression is not None:
                pattern = algebra.Extend(pattern, name, expression)
        wanted = [name for name, _ in shown] or _visible(pattern)
        return algebra.Project(pattern, tuple(wanted), part(tree, "modifier") == "DISTINCT")

    def _shown(
        self, node: CompValue, aggregates: dict[algebra.Aggregate, str]
    ) -> tuple[str, Expression | None]:
        if part(node, "var") is not None:
            return str(node["var"]), None
        return str(node.evar), self._aggregated(self._expressions.read(node.expr), aggregates)

    def _aggregated(
        self, expression: Expression, aggregates: dict[algebra.Aggregate, str]
    ) -> Expression:
        """An expression with a variable in the place of each aggregate."""
        if isinstance(expression, algebra.Aggregate):
            if expression not in aggregates:
                aggregates[expression] = self._new().name
            return Variable(aggregates[expression])
        if isinstance(expression, Call):
            each = (self._aggregated(one, aggregates) for one in expression.arguments)
            return Call(expression.name, tuple(each))
        return expression

    def _grouped(
        self, pattern: Pattern, tree: CompValue, aggregates: dict[algebra.Aggregate, str]
    ) -> Pattern:
        keys: list[str] = []
        for node in tree.groupby.condition if part(tree, "groupby") else ():
            if isinstance(node, RdfVariable):
                keys.append(str(node))
                continue
            named = isinstance(node, CompValue) and node.name == "GroupAs"
            name = str(node.var) if named and part(node, "var") else self._new().name
            expression = self._expressions.read(node.expr if named else node)
            pattern = algebra.Extend(pattern, name, expression)
            keys.append(name)
        return algebra.Group(
            pattern, tuple(keys), tuple((name, one) for one, name in aggregates.items())
        )

    # ── groups ──────────────────────────────────────────────────────────────────────────────────
    def _exists(self, node: CompValue) -> Pattern:
        with self._counting_once():
            return self._group(node, self._graph)

    @contextmanager
    def _counting_once(self, *, once: bool = True) -> Iterator[None]:
        before, self._once = self._once, once
        yield
        self._once = before

    def _group(self, node: CompValue, graph: str) -> Pattern:
        """What stands between braces (section 18.2.2)."""
        if node.name in {"SubSelect", "SelectQuery"}:
            return self.select(node, graph)
        outside, self._graph = self._graph, graph
        pattern: Pattern = algebra.Join()
        conditions: list[Expression] = []
        for one in part(node, "part") or ():
            if one.name == "Filter":
                conditions.append(self._expressions.read(one.expr))
            else:
                pattern = self._with(pattern, one, graph)
        self._graph = outside
        for condition in conditions:
            pattern = algebra.Filter(pattern, condition)
        return pattern

    def _with(self, pattern: Pattern, node: CompValue, graph: str) -> Pattern:  # noqa: PLR0911
        """A pattern and the next part of its group."""
        match node.name:
            case "TriplesBlock":
                return _joined(pattern, *self._triples(node.triples, graph))
            case "OptionalGraphPattern":
                inner, condition = _conditions(self._group(node.graph, graph))
                return algebra.LeftJoin(pattern, inner, condition)
            case "MinusGraphPattern":
                with self._counting_once():
                    return algebra.Minus(pattern, self._group(node.graph, graph))
            case "Bind":
                name = str(node.var)
                return algebra.Extend(pattern, name, self._expressions.read(node.expr))
            case "InlineData":
                return _joined(pattern, self._values(node))
            case "GraphGraphPattern":
                return _joined(pattern, self._group(node.graph, self._graph_name(node.term)))
            case "GroupOrUnionGraphPattern":
                parts = [self._group(one, graph) for one in node.graph]
                union = parts[0] if len(parts) == 1 else algebra.Union(tuple(parts))
                return _joined(pattern, union)
        raise Uncovered(*_UNCOVERED.get(node.name, (f"{node.name} is not covered", "")))

    def _graph_name(self, node: Any) -> str:
        found = self._one(node)
        if isinstance(found, algebra.Constant):
            return found.term
        raise Uncovered("GRAPH takes the name of a graph", r"\bGRAPH\s*[?$]")

    def _triples(self, blocks: Sequence[Sequence[Any]], graph: str) -> Iterator[Pattern]:
        for block in blocks:
            nodes = iter(block)
            for subject, predicate, object in zip(nodes, nodes, nodes, strict=True):
                yield self._path(self._one(subject), predicate, self._one(object), graph)

    # ── paths ───────────────────────────────────────────────────────────────────────────────────
    def _path(self, subject: Term, node: Any, object: Term, graph: str) -> Pattern:
        """A property path (section 18.2.2.4), as joins, unions and closures of triples."""
        if not isinstance(node, CompValue) or node.name == "pname":
            return Scan(graph, subject, self._one(node), object)
        match node.name:
            case "PathAlternative":
                if len(node.part) > 1 and not self._once:
                    raise Uncovered(
                        "engines differ in how often they count what two ways of a path join: "
                        "write SELECT DISTINCT, or a UNION",
                        r"\|",
                    )
                parts = [self._path(subject, one, object, graph) for one in node.part]
                return parts[0] if len(parts) == 1 else algebra.Union(tuple(parts))
            case "PathSequence":
                ends = [subject, *(self._new() for _ in node.part[1:]), object]
                steps = zip(ends, node.part, ends[1:], strict=False)
                return _joined(*(self._path(a, step, b, graph) for a, step, b in steps))
            case "PathEltOrInverse":
                return self._path(object, node.part, subject, graph)
            case "PathElt":
                return self._repeated(subject, node, object, graph)
            case "PathNegatedPropertySet":
                return self._other(subject, node, object, graph)
        raise Uncovered(f"{node.name} is not covered")

    def _repeated(self, subject: Term, node: CompValue, object: Term, graph: str) -> Pattern:
        sign = str(part(node, "mod") or "")
        if not sign:
            return self._path(subject, node.part, object, graph)
        start, end = self._new(), self._new()
        with self._counting_once():
            step = self._path(start, node.part, end, graph)
        return algebra.Closure(
            graph, subject, step, start, end, object, zero=sign in "*?", many=sign in "*+"
        )

    def _other(self, subject: Term, node: CompValue, object: Term, graph: str) -> Pattern:
        """Any predicate but those that are named."""
        parts = node.part if isinstance(node.part, list) else [node.part]
        if any(isinstance(one, CompValue) and one.name != "pname" for one in parts):
            raise Uncovered("an inverse within !( ) is not covered: write a UNION", r"!\s*\(")
        predicate = self._new()
        listed = tuple(self._one(one) for one in parts)
        return algebra.Filter(
            Scan(graph, subject, predicate, object), Call("NOT IN", (predicate, *listed))
        )

    # ── values ──────────────────────────────────────────────────────────────────────────────────
    def _values(self, node: CompValue) -> Pattern:
        names = tuple(map(str, _sequence(node.var)))
        rows = [_sequence(row) for row in part(node, "value") or ()]
        if len(names) == 1 and not any(isinstance(row, list) for row in part(node, "value") or ()):
            rows = [[cell] for row in rows for cell in row]
        cells = [tuple(None if one == "UNDEF" else self._term(one) for one in row) for row in rows]
        given = [row for row in cells if any(isinstance(cell, algebra.Listed) for cell in row)]
        if not given:
            plain = tuple(
                tuple(one for one in row if not isinstance(one, algebra.Listed)) for row in cells
            )
            return algebra.Values(names, plain)
        first = given[0][0]
        if len(cells) > 1 or not isinstance(first, algebra.Listed):
            raise Uncovered("a parameter stands alone in its VALUES", r"\bVALUES\b")
        declared = self._declared(first.name)
        columns = declared.table or (Column("", declared.type),)
        if len(columns) != len(names):
            said = f"${first.name} has {len(columns)} columns, and VALUES names {len(names)}"
            raise Uncovered(said, faults.of_variable(first.name))
        return algebra.Given(names, first.name, columns)


_REFUSED: Final = {
    "datasetClause": ("FROM is not covered: a store is one graph", r"\bFROM\b"),
    "limitoffset": (
        "LIMIT and OFFSET are not covered: let kgforge draw (sample:)",
        r"\bLIMIT\b|\bOFFSET\b",
    ),
}
_UNCOVERED: Final = {
    "ServiceGraphPattern": ("SERVICE asks another server", r"\bSERVICE\b"),
}


def _constant(term: str) -> algebra.Constant:
    return algebra.Constant(terms.canonical(term))


def _sequence(node: Any) -> list[Any]:
    """The parts of a node that is one thing or a list."""
    if isinstance(node, str | CompValue):
        return [node]
    return list(node)


def _joined(*patterns: Pattern) -> Pattern:
    """The join of patterns, the joins among them taken apart."""
    parts: list[Pattern] = []
    for one in patterns:
        parts += one.parts if isinstance(one, algebra.Join) else [one]
    return parts[0] if len(parts) == 1 else algebra.Join(tuple(parts))


def _conditions(pattern: Pattern) -> tuple[Pattern, Expression | None]:
    """The pattern within OPTIONAL, and its filters, which see what stands before it."""
    found: list[Expression] = []
    while isinstance(pattern, algebra.Filter):
        found.append(pattern.condition)
        pattern = pattern.pattern
    if not found:
        return pattern, None
    return pattern, found[0] if len(found) == 1 else Call("&&", tuple(reversed(found)))


def _counts(tree: CompValue) -> bool:
    """Whether a SELECT has an aggregate."""
    return "Aggregate_" in str(part(tree, "projection") or "") or bool(part(tree, "having"))


def _visible(pattern: Pattern) -> list[str]:
    """What ``SELECT *`` means."""
    return [name for name in algebra.names(pattern) if not name.startswith(".")]


def _refuse_ungrouped(
    pattern: Pattern,
    shown: Sequence[tuple[str, Expression | None]],
    having: Sequence[Expression],
) -> None:
    known = set(algebra.names(pattern))
    made = {name for name, one in shown if one is not None}
    for condition in having:
        for name in {one.name for one in variables(condition)} & made - known:
            raise faults.made_later(name)
    for expression in (*(one or Variable(name) for name, one in shown), *having):
        for one in variables(expression):
            if one.name not in known:
                raise faults.ungrouped(one.name)
