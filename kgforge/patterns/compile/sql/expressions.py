"""Expressions in SQL: the operators and functions of SPARQL (section 17.4)."""

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Final

from sqlglot import exp

from kgforge import terms
from kgforge.patterns.compile import faults, regex
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
from kgforge.patterns.compile.sql import comparing
from kgforge.patterns.compile.sql.comparing import SIGNS, Lexical
from kgforge.patterns.compile.sql.scopes import Scope
from kgforge.patterns.compile.sql.values import (
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
    is_there,
    negated,
    number,
    parameter,
    shared,
    text,
)
from kgforge.terms import PREFIXES, XSD

_MIRRORED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
_ARITHMETIC: Final[dict[str, type[exp.Binary]]] = {"+": exp.Add, "-": exp.Sub, "*": exp.Mul}
_TESTS: Final = {"CONTAINS": "CONTAINS", "STRSTARTS": "STARTSWITH", "STRENDS": "ENDSWITH"}
_CASES: Final = {"LCASE": "LOWER", "UCASE": "UPPER"}
_DATE_PARTS: Final = {"YEAR": 1, "MONTH": 2, "DAY": 3}
_CAST_HINT: Final = "write xsd:integer(…) or xsd:double(…) around it"


class Writer:
    """Writes expressions over a scope; *exists* writes the pattern of EXISTS."""

    def __init__(self, scope: Scope, exists: Callable[[Pattern, Scope], exp.Expr]) -> None:
        self._scope = scope
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
        if not {"int", "double"}.isdisjoint(value.forms):
            number_ = value.column("int") if "int" in value.forms else value.column("double")
            return exp.NEQ(this=number_, expression=number(0))
        if "text" in value.forms:
            return exp.NEQ(this=value.column("text"), expression=text(""))
        raise Uncovered("a condition is a comparison, or a function that is true or false")

    def _logic(self, expression: Call) -> Value:
        parts = [self.condition(one) for one in expression.arguments]
        bound = all(self.value(one).bound for one in expression.arguments)
        join = all_of if expression.name == "&&" else any_of
        return _bool(join(parts), bound=bound)

    # ── values ──────────────────────────────────────────────────────────────────────────────────
    def value(self, expression: Expression) -> Value:
        """What an expression is. Raises Uncovered for what is not covered."""
        match expression:
            case Variable(name):
                return self._scope.value(name)
            case Constant(term):
                return constant(term)
            case Bound(name, type_):
                return parameter(name, type_)
            case Listed(name):
                raise Uncovered(f"${name} has many values: write IN (${name})", rf"\${name}\b")
            case Exists(pattern):
                return _bool(self._exists(pattern, self._scope), bound=True)
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
            return _bool(negated(self.condition(arguments[0])), bound=inner.bound)
        if name in {"IN", "NOT IN"}:
            return self._in(expression)
        if name in _ARITHMETIC or name == "NEGATED":
            return self._arithmetic(name, [self.value(one) for one in arguments])
        if name in _TESTS:
            return self._tested(name, *map(self.value, arguments), expression=expression)
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
            return _bool(found, bound=both and not isinstance(found, exp.Case | exp.Cast))
        if "term" in left.forms and "term" in right.forms and True in {left.iri, right.iri}:
            if sign not in {"=", "!="}:
                return _bool(cast(exp.null(), "BOOLEAN"), bound=False)
            same = comparing.signed(sign, left.column("term"), right.column("term"))
            return _bool(same, bound=both)
        return _bool(self._by_value(sign, (one, left), (other, right)), bound=False)

    def _by_value(
        self, sign: str, one: tuple[Expression, Value], other: tuple[Expression, Value]
    ) -> exp.Expr:
        (_, left), (_, right) = one, other
        if not _is_open(left):
            return comparing.with_value(_MIRRORED[sign], self._lexical(*other), left)
        if not _is_open(right):
            return comparing.with_value(sign, self._lexical(*one), right)
        return comparing.between(sign, self._lexical(*one), self._lexical(*other))

    def _lexical(self, expression: Expression, value: Value) -> Lexical:
        """A term with its text. Raises Uncovered for a parameter, whose text is not at hand."""
        if isinstance(expression, Variable) and "term" in value.forms:
            columns = self._scope.lexical(expression.name)
            return Lexical.of(self._scope.value(expression.name).column("term"), columns)
        if "lexical" in value.forms:
            return Lexical.of(None, value.columns("lexical"))
        if isinstance(expression, Bound):
            raise Uncovered(
                f"${expression.name} is compared by value: compare with sameTerm, or declare it "
                "str, int or float",
                rf"\${expression.name}\b",
            )
        raise Uncovered("the text of an IRI that a query computes is not covered: bind a variable")

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
        elif value.form == "term" and all(map(_is_iri, items)):
            listed = [self.value(one).column("term") for one in items]
            found, bound = exp.In(this=value.column("term"), expressions=listed), value.bound
        else:
            each = [self._compared("=", subject, one) for one in items]
            found = any_of([one.column("bool") for one in each])
            bound = all(one.bound for one in each)
        return _bool(negated(found) if expression.name == "NOT IN" else found, bound=bound)

    # ── numbers ─────────────────────────────────────────────────────────────────────────────────
    def _arithmetic(self, name: str, values: Sequence[Value]) -> Value:
        bound = all(value.bound for value in values)
        whole = all("int" in value.forms for value in values)
        if not whole and not all({"int", "double"} & value.forms.keys() for value in values):
            raise Uncovered(f"{name} takes integers or doubles: {_CAST_HINT}", faults.of_call(name))
        form: Form = "int" if whole else "double"
        columns = [value.column("int") if whole else as_double(value) for value in values]
        if name == "NEGATED":
            return Value({form: (exp.Neg(this=exp.paren(columns[0])),)}, bound)
        left, right = map(exp.paren, columns)
        result = _ARITHMETIC[name](this=left, expression=right)
        return Value({form: (result,)}, bound)

    # ── texts ───────────────────────────────────────────────────────────────────────────────────
    def _words(self, expression: Expression) -> tuple[exp.Expr, exp.Expr | None, bool]:
        """Text and language of a string; the language is None of one without."""
        value = self.value(expression)
        if "text" in value.forms:
            return value.column("text"), None, value.bound
        if "tagged" in value.forms:
            words, tag = value.columns("tagged")
            return words.copy(), tag.copy(), value.bound
        if _is_open(value):
            found = self._lexical(expression, value)
            return found.string, found.language, False
        raise Uncovered(f"a text is wanted: write STR(…) around {_shown(expression)}")

    def _tested(self, name: str, *values: Value, expression: Call) -> Value:
        (words, tag, one), (part, part_tag, other) = map(self._words, expression.arguments)
        found: exp.Expr = call(_TESTS[name], words, part)
        bound = one and other
        if part_tag is not None:  # a part with a language fits texts of that language alone
            same = exp.EQ(this=part_tag, expression=tag if tag is not None else text(""))
            fits = any_of([same, exp.EQ(this=part_tag.copy(), expression=text(""))])
            found, bound = exp.Case().when(fits, found), False
        return _bool(found, bound=bound)

    def _str(self, arguments: Sequence[Expression]) -> Value:
        [argument] = arguments
        value = self.value(argument)
        for form in ("text", "name", "tagged"):
            if form in value.forms:
                return Value({"text": (in_form(value, form)[0],)}, value.bound)
        if "int" in value.forms:
            return Value({"text": (cast(value.column("int"), "VARCHAR"),)}, value.bound)
        if _is_open(value):
            held = value.bound and value.held
            return Value({"text": (self._lexical(argument, value).value,)}, held)
        raise Uncovered("STR of this is not covered", faults.of_call("STR"))

    def _lang(self, arguments: Sequence[Expression]) -> Value:
        [argument] = arguments
        value = self.value(argument)
        if "tagged" in value.forms:
            return Value({"text": (value.columns("tagged")[1].copy(),)}, value.bound)
        if not _is_open(value):
            return Value({"text": (text(""),)}, value.bound)
        found = self._lexical(argument, value)
        return Value({"text": (exp.Case().when(found.is_literal, found.language),)}, bound=False)

    def _datatype(self, arguments: Sequence[Expression]) -> Value:
        [argument] = arguments
        value = self.value(argument)
        if not _is_open(value):
            raise Uncovered("DATATYPE of this is not covered", faults.of_call("DATATYPE"))
        found = self._lexical(argument, value)
        tagged = exp.NEQ(this=found.language.copy(), expression=text(""))
        name = exp.Case().when(negated(found.is_literal), cast(exp.null(), "VARCHAR"))
        name = name.when(tagged, text(PREFIXES["rdf"] + "langString"))
        name = name.when(found.has_type(""), text(XSD + "string")).else_(found.datatype.copy())
        return Value({"name": (name,)}, bound=False)

    def _iri(self, arguments: Sequence[Expression]) -> Value:
        value = self.value(arguments[0])
        if "term" in value.forms and value.iri:
            return value
        raise Uncovered("IRI takes what is an IRI already", r"\b(IRI|URI)\s*\(")

    def _case(self, name: str, arguments: Sequence[Expression]) -> Value:
        words, tag, bound = self._words(arguments[0])
        return _texts(call(_CASES[name], words), tag, bound=bound)

    def _concat(self, arguments: Sequence[Expression]) -> Value:
        parts = [self._words(one) for one in arguments]
        if any(tag is not None for _, tag, _ in parts):
            raise Uncovered("CONCAT takes texts: write STR(…) around each", r"\bCONCAT\b")
        words = [words for words, _, _ in parts]
        joined = reduce(lambda one, other: exp.DPipe(this=one, expression=other), words)
        return Value({"text": (exp.paren(joined),)}, all(bound for *_, bound in parts))

    def _length(self, arguments: Sequence[Expression]) -> Value:
        words, _, bound = self._words(arguments[0])
        return Value({"int": (call("LENGTH", words),)}, bound)

    def _part(self, arguments: Sequence[Expression]) -> Value:
        words, tag, bound = self._words(arguments[0])
        places = [self.value(one) for one in arguments[1:]]
        if not all(
            isinstance(one, Constant) and "int" in place.forms
            for one, place in zip(arguments[1:], places, strict=True)
        ):
            raise Uncovered("SUBSTR takes whole numbers", r"\bSUBSTR\b")
        if any(int(str(place.column("int").this)) < 1 for place in places[:1]):
            raise Uncovered("SUBSTR counts from 1", r"\bSUBSTR\b")
        columns = [place.column("int") for place in places]
        return _texts(call("SUBSTR", words, *columns), tag, bound=bound)

    def _regex(self, arguments: Sequence[Expression]) -> Value:
        words, _, bound = self._words(arguments[0])
        given = [one.term if isinstance(one, Constant) else "" for one in arguments[1:]]
        if not all(map(terms.is_literal, given)):
            raise Uncovered("REGEX takes an expression that the query spells out", r"\bREGEX\b")
        pattern, *flags = (terms.parse_literal(one).value for one in given)
        alike = regex.alike(pattern, *flags)
        return _bool(call("REGEXP_LIKE", words, text(alike)), bound=bound)

    def _matches(self, arguments: Sequence[Expression]) -> Value:
        words, _, bound = self._words(arguments[0])
        range_ = arguments[1]
        if not isinstance(range_, Constant):
            raise Uncovered("LANGMATCHES takes a range that the query spells out", "LANGMATCHES")
        wanted = terms.parse_literal(range_.term).value.lower()
        if wanted == "*":
            return _bool(exp.NEQ(this=words, expression=text("")), bound=bound)
        lower = call("LOWER", words)
        same = exp.EQ(this=lower, expression=text(wanted))
        kind = call("STARTSWITH", lower.copy(), text(f"{wanted}-"))
        return _bool(any_of([same, kind]), bound=bound)

    # ── kinds of terms ──────────────────────────────────────────────────────────────────────────
    def _is_iri(self, arguments: Sequence[Expression]) -> Value:
        value = self.value(arguments[0])
        if value.iri is not None and value.bound:
            return _bool(exp.true() if value.iri else exp.false(), bound=True)
        if "term" not in value.forms:
            return self._never(value, answer="name" in value.forms)
        is_iri = exp.GT(this=value.column("term"), expression=number(0))
        return _bool(is_iri, bound=value.bound)

    def _is_literal(self, arguments: Sequence[Expression]) -> Value:
        found = self._is_iri(arguments)
        return _bool(negated(found.column("bool")), bound=found.bound)

    def _never(self, value: Value, *, answer: bool) -> Value:
        first = in_form(value, value.form)[0]
        there = exp.Case().when(
            is_there(first),
            exp.true() if answer else exp.false(),
        )
        if value.bound:
            return _bool(exp.true() if answer else exp.false(), bound=True)
        return _bool(there, bound=False)

    def _is_blank(self, arguments: Sequence[Expression]) -> Value:
        return self._never(self.value(arguments[0]), answer=False)

    def _is_number(self, arguments: Sequence[Expression]) -> Value:
        value = self.value(arguments[0])
        if not _is_open(value):
            return self._never(
                value, answer=not {"int", "decimal", "double"}.isdisjoint(value.forms)
            )
        there = is_there(self._lexical(arguments[0], value).double)
        return _bool(there, bound=value.bound)

    def _is_bound(self, arguments: Sequence[Expression]) -> Value:
        [argument] = arguments
        if isinstance(argument, Variable) and not self._scope.knows(argument.name):
            return _bool(exp.false(), bound=True)
        value = self.value(argument)
        if value.bound:
            return _bool(exp.true(), bound=True)
        first = in_form(value, value.form)[0]
        return _bool(is_there(first), bound=True)

    def _same(self, arguments: Sequence[Expression]) -> Value:
        one, other = map(self.value, arguments)
        forms = shared([one, other])
        if not forms:
            raise Uncovered(
                "sameTerm of a term of the graph and of what a query computes is not covered: "
                "write =",
                r"\bsameTerm\b",
            )
        pairs = zip(in_form(one, forms[0]), in_form(other, forms[0]), strict=True)
        same = [exp.EQ(this=a, expression=b) for a, b in pairs]
        return _bool(
            same[0] if len(same) == 1 else exp.paren(all_of(same)),
            bound=one.bound and other.bound,
        )

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
        iri = one.iri if one.iri == other.iri else None
        bound = known and one.bound and other.bound
        return Value(forms, bound, iri, one.held and other.held)

    def _coalesce(self, arguments: Sequence[Expression]) -> Value:
        named = [
            one for one in arguments if not isinstance(one, Variable) or self._scope.knows(one.name)
        ]
        values = [self.value(one) for one in named]
        forms: dict[Form, Columns] = {}
        for form in self._alike(values, "COALESCE"):
            columns = zip(*(in_form(value, form) for value in values), strict=True)
            forms[form] = tuple(call("COALESCE", *each) for each in columns)
        kinds = {value.iri for value in values}
        bound = any(value.bound for value in values)
        return Value(forms, bound, kinds.pop() if len(kinds) == 1 else None)

    def _alike(self, values: Sequence[Value], name: str) -> tuple[Form, ...]:
        forms = shared(values)
        if not forms:
            raise Uncovered(
                f"{name} has a term of the graph and what a query computes: {_CAST_HINT}",
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
        if not {"int", "decimal", "double"}.isdisjoint(value.forms):
            return Value({"double": (as_double(value),)}, value.bound)
        found = comparing.as_number(self._as_lexical(arguments[0], value, "xsd:double"))
        return Value({"double": (found,)}, bound=False)

    def _as_lexical(self, expression: Expression, value: Value, name: str) -> Lexical:
        if "text" in value.forms:
            return Lexical(None, value.column("text"), text(""), text(""))
        if _is_open(value):
            return self._lexical(expression, value)
        raise Uncovered(f"{name} of this is not covered", faults.of_call(name))

    def _date_part(self, name: str, arguments: Sequence[Expression]) -> Value:
        value = self.value(arguments[0])
        found = self._as_lexical(arguments[0], value, name)
        return Value({"int": (comparing.year_part(found, _DATE_PARTS[name]),)}, bound=False)


def _bool(condition: exp.Expr, *, bound: bool) -> Value:
    return Value({"bool": (condition,)}, bound)


def _texts(words: exp.Expr, tag: exp.Expr | None, *, bound: bool) -> Value:
    if tag is None:
        return Value({"text": (words,)}, bound)
    return Value({"tagged": (words, tag)}, bound)


def _is_open(value: Value) -> bool:
    """Whether it is a term, of which no more than its number and text is at hand."""
    return value.forms.keys() <= {"term", "lexical"}


def _is_iri(expression: Expression) -> bool:
    return isinstance(expression, Constant) and not terms.is_literal(expression.term)


def _shown(expression: Expression) -> str:
    return f"?{expression.name}" if isinstance(expression, Variable) else "it"


_Function = Callable[[Writer, Sequence[Expression]], Value]
_FUNCTIONS: Final[dict[str, _Function]] = {
    "STR": Writer._str,
    "LANG": Writer._lang,
    "DATATYPE": Writer._datatype,
    "IRI": Writer._iri,
    "LCASE": lambda writer, given: writer._case("LCASE", given),
    "UCASE": lambda writer, given: writer._case("UCASE", given),
    "CONCAT": Writer._concat,
    "STRLEN": Writer._length,
    "SUBSTR": Writer._part,
    "REGEX": Writer._regex,
    "LANGMATCHES": Writer._matches,
    "ISIRI": Writer._is_iri,
    "ISLITERAL": Writer._is_literal,
    "ISBLANK": Writer._is_blank,
    "ISNUMERIC": Writer._is_number,
    "BOUND": Writer._is_bound,
    "SAMETERM": Writer._same,
    "IF": Writer._if,
    "COALESCE": Writer._coalesce,
    "xsd:integer": Writer._as_integer,
    "xsd:double": Writer._as_double,
    "xsd:string": Writer._str,
    "YEAR": lambda writer, given: writer._date_part("YEAR", given),
    "MONTH": lambda writer, given: writer._date_part("MONTH", given),
    "DAY": lambda writer, given: writer._date_part("DAY", given),
}
