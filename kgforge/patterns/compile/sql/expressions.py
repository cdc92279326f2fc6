"""Expressions in SQL: the operators and functions of SPARQL (section 17.4)."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from sqlglot import exp

from kgforge import terms
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
from kgforge.patterns.compile.faults import Uncovered
from kgforge.patterns.compile.inference import CAST_HINT, DATE_PARTS, MIRRORED, of_either, result
from kgforge.patterns.compile.sql import comparing, kinds, texts
from kgforge.patterns.compile.sql.comparing import SIGNS, Lexical
from kgforge.patterns.compile.sql.scopes import Scope
from kgforge.patterns.compile.sql.values import (
    EXACT,
    Columns,
    Form,
    Value,
    all_of,
    any_of,
    as_double,
    call,
    cast,
    constant,
    in_form,
    is_number,
    is_there,
    negated,
    number,
    parameter,
    shared,
    text,
)
from kgforge.patterns.compile.sql.writing import boolean, is_open

_ARITHMETIC: Final[dict[str, type[exp.Binary]]] = {"+": exp.Add, "-": exp.Sub, "*": exp.Mul}


class Writer:
    """Writes expressions over a scope; *exists* writes the pattern of EXISTS."""

    def __init__(self, scope: Scope, exists: Callable[[Pattern, Scope], exp.Expr]) -> None:
        self.scope = scope
        self._exists = exists

    # ── conditions ──────────────────────────────────────────────────────────────────────────────
    def conditions(self, expression: Expression) -> list[exp.Expr]:
        """The conditions that must all hold for a filter to let a solution through."""
        if isinstance(expression, Call) and expression.name == "&&":
            return [one for part in expression.arguments for one in self.conditions(part)]
        if isinstance(expression, Call) and expression.name == "IN" and self._is_list(expression):
            return [self._listed(expression)]
        return [self.condition(expression)]

    def condition(self, expression: Expression) -> exp.Expr:
        """An expression as a condition: its effective boolean value (section 17.2.2)."""
        value = self.value(expression)
        if "bool" in value.forms:
            return value.column("bool")
        if is_number(value):
            found = as_double(value)
            there = exp.NEQ(this=found, expression=number(0))
            return (
                there
                if "int" in value.forms
                else all_of([there, negated(call("ISNAN", found.copy()))])
            )
        if "text" in value.forms:
            return exp.NEQ(this=value.column("text"), expression=text(""))
        raise faults.no_condition()

    def _logic(self, expression: Call) -> Value:
        parts = [self.condition(one) for one in expression.arguments]
        bound = all(self.value(one).bound for one in expression.arguments)
        join = all_of if expression.name == "&&" else any_of
        return boolean(join(parts), bound=bound)

    # ── values ──────────────────────────────────────────────────────────────────────────────────
    def value(self, expression: Expression) -> Value:
        """What an expression is. Raises Uncovered for what is not covered."""
        match expression:
            case Variable(name):
                return self.scope.value(name)
            case Constant(term):
                return constant(term)
            case Bound(name, type_):
                return parameter(name, type_)
            case Listed(name):
                raise Uncovered(f"${name} has many values: write IN (${name})", rf"\${name}\b")
            case Exists(pattern):
                return boolean(self._exists(pattern, self.scope), bound=True)
            case Aggregate(name):
                raise Uncovered(f"{name} stands in SELECT or HAVING", faults.of_call(name))
        return self._called(expression)

    def _called(self, expression: Call) -> Value:  # noqa: PLR0911
        name, arguments = expression.name, expression.arguments
        if name in SIGNS:
            return self._compared(name, *arguments)
        if name in {"&&", "||"}:
            return self._logic(expression)
        if name == "!":
            inner = self.value(arguments[0])
            return boolean(negated(self.condition(arguments[0])), bound=inner.bound)
        if name in {"IN", "NOT IN"}:
            return self._in(expression)
        if name in _ARITHMETIC or name == "NEGATED":
            return self._arithmetic(name, arguments)
        if name in texts.TESTS:
            return texts.tested(self, name, arguments)
        own = _FUNCTIONS.get(name)
        if own is None:
            hint = " (engines divide differently: multiply instead)" if name == "/" else ""
            raise Uncovered(f"{name} is not covered{hint}", faults.of_call(name))
        return own(self, arguments)

    def _compared(self, sign: str, one: Expression, other: Expression) -> Value:
        left, right = self.value(one), self.value(other)
        both = left.bound and right.bound
        found = comparing.computed(sign, left, right)
        if found is not None:
            return boolean(found, bound=both and not isinstance(found, exp.Case | exp.Cast))
        if "term" in left.forms and "term" in right.forms and True in {left.iri, right.iri}:
            if sign not in {"=", "!="}:
                return boolean(cast(exp.null(), "BOOLEAN"), bound=False)
            same = comparing.signed(sign, left.column("term"), right.column("term"))
            return boolean(same, bound=both)
        return boolean(self._by_value(sign, (one, left), (other, right)), bound=False)

    def _by_value(
        self, sign: str, one: tuple[Expression, Value], other: tuple[Expression, Value]
    ) -> exp.Expr:
        (_, left), (_, right) = one, other
        if not is_open(left) or isinstance(one[0], Constant):
            return comparing.with_value(MIRRORED[sign], self.lexical(*other), left)
        if not is_open(right) or isinstance(other[0], Constant):
            return comparing.with_value(sign, self.lexical(*one), right)
        return comparing.between(sign, self.lexical(*one), self.lexical(*other))

    def lexical(self, expression: Expression, value: Value) -> Lexical:
        """A term with its text. Raises Uncovered for a parameter, whose text is not at hand."""
        if isinstance(expression, Variable) and "term" in value.forms:
            columns = self.scope.lexical(expression.name)
            return Lexical.of(self.scope.value(expression.name).column("term"), columns)
        if "lexical" in value.forms:
            return Lexical.of(None, value.columns("lexical"))
        if isinstance(expression, Bound):
            raise Uncovered(
                f"${expression.name} is compared by value: compare with sameTerm, declare it str, "
                "int or float, or write its value into the query",
                rf"\${expression.name}\b",
            )
        raise Uncovered(
            "the text of an IRI that a query computes is not covered: bind a variable",
            faults.of_expression(expression),
        )

    # ── IN ──────────────────────────────────────────────────────────────────────────────────────
    def _is_list(self, expression: Call) -> bool:
        return any(isinstance(one, Listed) for one in expression.arguments[1:])

    def _listed(self, expression: Call) -> exp.Expr:
        """``x IN ($list)``; NULL where the list is empty."""
        subject, *items = expression.arguments
        value = self.value(subject)
        forms: dict[str, Form] = {"str": "text", "int": "int", "float": "double"}
        [listed] = [one for one in items if isinstance(one, Listed)][:1]
        form = forms.get(listed.type, "term")
        if len(items) > 1 or form not in value.forms or (listed.type == "term" and not value.iri):
            raise Uncovered(
                f"IN (${listed.name}) stands alone, behind a variable of its type",
                rf"\${listed.name}\b",
            )
        return exp.In(this=value.column(form), expressions=[exp.Var(this=f"${listed.name}")])

    def _in(self, expression: Call) -> Value:
        subject, *items = expression.arguments
        value = self.value(subject)
        if self._is_list(expression):
            found: exp.Expr = call("COALESCE", self._listed(expression), exp.false())
            bound = value.bound
            if not bound:
                found = exp.Case().when(is_there(value.column(value.form)), found)
        elif "term" in value.forms and all(map(_is_iri, items)):
            listed = [self.value(one).column("term") for one in items]
            found, bound = exp.In(this=value.column("term"), expressions=listed), value.bound
        else:
            each = [self._compared("=", subject, one) for one in items]
            found = any_of([one.column("bool") for one in each])
            bound = all(one.bound for one in each)
        return boolean(negated(found) if expression.name == "NOT IN" else found, bound=bound)

    # ── numbers ─────────────────────────────────────────────────────────────────────────────────
    def _arithmetic(self, name: str, arguments: Sequence[Expression]) -> Value:
        values = [self.number(one, name) for one in arguments]
        bound = all(value.bound for value in values)
        form = result(values)
        each = zip(*(in_form(value, form) for value in values), strict=True)
        forms: dict[Form, Columns] = {form: tuple(_applied(name, columns) for columns in each)}
        if form == "number":
            exact, double = forms[form]
            forms[form] = cast(exact, EXACT), double
        return Value(forms, bound)

    def number(self, expression: Expression, name: str) -> Value:
        """A number, also one that a term is. Raises Uncovered for what is none."""
        value = self.value(expression)
        if is_number(value):
            return value
        if is_open(value):
            found = self.lexical(expression, value)
            return Value({"number": (found.exact, found.double)}, bound=False)
        raise faults.no_number(name)

    # ── choices ─────────────────────────────────────────────────────────────────────────────────
    def _if(self, arguments: Sequence[Expression]) -> Value:
        condition, *others = arguments
        known = self.value(condition).bound
        one, other = map(self.value, others)

        def chosen(yes: exp.Expr, no: exp.Expr) -> exp.Expr:
            case = exp.Case().when(self.condition(condition), yes)
            if known:
                return case.else_(no)
            return case.when(negated(self.condition(condition)), no)

        forms: dict[Form, Columns] = {
            form: tuple(map(chosen, in_form(one, form), in_form(other, form)))
            for form in self._alike([one, other], "IF")
        }
        bound = known and one.bound and other.bound
        return Value(forms, bound, of_either([one, other]), one.held and other.held)

    def _coalesce(self, arguments: Sequence[Expression]) -> Value:
        named = [
            one for one in arguments if not isinstance(one, Variable) or self.scope.knows(one.name)
        ]
        values = [self.value(one) for one in named]
        if not values:
            raise Uncovered("nothing binds what COALESCE names", faults.of_call("COALESCE"))
        forms: dict[Form, Columns] = {}
        for form in self._alike(values, "COALESCE"):
            columns = zip(*(in_form(value, form) for value in values), strict=True)
            forms[form] = tuple(call("COALESCE", *each) for each in columns)
        return Value(forms, any(value.bound for value in values), of_either(values))

    def _alike(self, values: Sequence[Value], name: str) -> tuple[Form, ...]:
        forms = shared(values)
        if not forms:
            raise Uncovered(
                f"{name} has a term of the graph and what a query computes: {CAST_HINT}",
                faults.of_call(name),
            )
        return forms

    # ── casts, dates ────────────────────────────────────────────────────────────────────────────
    def _as_integer(self, arguments: Sequence[Expression]) -> Value:
        value = self.value(arguments[0])
        if "int" in value.forms:
            return value
        found = comparing.as_integer(self._as_lexical(arguments[0], value, "xsd:integer"))
        return Value({"int": (found,)}, bound=False)

    def _as_double(self, arguments: Sequence[Expression]) -> Value:
        value = self.value(arguments[0])
        if is_number(value):
            return Value({"double": (as_double(value),)}, value.bound)
        found = comparing.as_number(self._as_lexical(arguments[0], value, "xsd:double"))
        return Value({"double": (found,)}, bound=False)

    def _as_lexical(self, expression: Expression, value: Value, name: str) -> Lexical:
        if "text" in value.forms:
            return Lexical(None, value.column("text"), text(""), text(""))
        if is_open(value):
            return self.lexical(expression, value)
        raise Uncovered(f"{name} of this is not covered", faults.of_call(name))

    def _date_part(self, arguments: Sequence[Expression], name: str) -> Value:
        value = self.value(arguments[0])
        found = self._as_lexical(arguments[0], value, name)
        return Value({"int": (comparing.year_part(found, DATE_PARTS[name]),)}, bound=False)


def _applied(name: str, columns: Sequence[exp.Expr]) -> exp.Expr:
    if name == "NEGATED":
        return exp.Neg(this=exp.paren(columns[0]))
    left, right = map(exp.paren, columns)
    return _ARITHMETIC[name](this=left, expression=right)


def _is_iri(expression: Expression) -> bool:
    return isinstance(expression, Constant) and not terms.is_literal(expression.term)


_Function = Callable[[Writer, Sequence[Expression]], Value]
_FUNCTIONS: Final[dict[str, _Function]] = {
    "STR": texts.as_text,
    "LANG": texts.language,
    "DATATYPE": texts.datatype,
    "IRI": texts.as_iri,
    "LCASE": partial(texts.cased, name="LCASE"),
    "UCASE": partial(texts.cased, name="UCASE"),
    "CONCAT": texts.concat,
    "STRLEN": texts.length,
    "SUBSTR": texts.substring,
    "REGEX": texts.matched,
    "LANGMATCHES": texts.language_matches,
    "ISIRI": kinds.is_iri,
    "ISLITERAL": kinds.is_literal,
    "ISBLANK": kinds.is_blank,
    "ISNUMERIC": kinds.is_number,
    "BOUND": kinds.is_bound,
    "SAMETERM": kinds.same,
    "IF": Writer._if,
    "COALESCE": Writer._coalesce,
    "xsd:integer": Writer._as_integer,
    "xsd:double": Writer._as_double,
    "xsd:string": texts.as_text,
    "YEAR": partial(Writer._date_part, name="YEAR"),
    "MONTH": partial(Writer._date_part, name="MONTH"),
    "DAY": partial(Writer._date_part, name="DAY"),
}
