"""The functions of SPARQL in Cypher (section 17.4)."""

from collections.abc import Callable, Sequence
from typing import Final

from kgforge.patterns.compile import faults, literals
from kgforge.patterns.compile.algebra import Expression, Variable
from kgforge.patterns.compile.cypher import comparing
from kgforge.patterns.compile.cypher.comparing import Lexical
from kgforge.patterns.compile.cypher.expressions import (
    Operators,
    chosen,
    condition,
    negated,
)
from kgforge.patterns.compile.cypher.values import (
    NUMBERS,
    Columns,
    Form,
    Value,
    cases,
    joined,
    shared,
    text,
)
from kgforge.patterns.compile.faults import Uncovered
from kgforge.patterns.compile.inference import CAST_HINT, DATE_PARTS, check_types, of_either
from kgforge.terms import PREFIXES, XSD

_TESTS: Final = {"CONTAINS": "CONTAINS", "STRSTARTS": "STARTS WITH", "STRENDS": "ENDS WITH"}
_CASES: Final = {"LCASE": "toLower", "UCASE": "toUpper"}


class Writer(Operators):
    """Writes expressions over rows."""

    def function(self, name: str, arguments: Sequence[Expression]) -> Value | None:
        """See ``Operators.function``."""
        own = _FUNCTIONS.get(name)
        return own(self, arguments) if own else None

    # ── texts ───────────────────────────────────────────────────────────────────────────────────
    def _words(self, expression: Expression) -> tuple[str, str, bool]:
        """Text and language of a string; the language is empty of one without."""
        value = self.value(expression)
        if "text" in value.forms:
            return value.one("text"), "", value.bound
        if "tagged" in value.forms:
            words, tag = value.forms["tagged"]
            return words, tag, value.bound
        if value.is_open:
            found = self.lexical(expression, value)
            return found.string, found.language, False
        shown = f"?{expression.name}" if isinstance(expression, Variable) else "it"
        raise Uncovered(
            f"a text is wanted: write STR(…) around {shown}", faults.of_expression(expression)
        )

    def _tested(self, name: str, arguments: Sequence[Expression]) -> Value:
        (words, tag, one), (part, part_tag, other) = map(self._words, arguments)
        found, bound = f"{words} {_TESTS[name]} {part}", one and other
        if part_tag:  # a part with a language fits texts of that language alone
            fits = joined("OR", [f"{part_tag} = {tag or text('')}", f"{part_tag} = ''"])
            found, bound = cases((fits, found)), False
        return condition(found, bound=bound)

    def _str(self, arguments: Sequence[Expression]) -> Value:
        [argument] = arguments
        value = self.value(argument)
        for form in ("text", "tagged"):
            if form in value.forms:
                return Value({"text": (value.forms[form][0],)}, value.bound)
        if "int" in value.forms:
            return Value({"text": (f"toString({value.one('int')})",)}, value.bound)
        if value.iri:
            return Value({"text": (value.one("term"),)}, value.bound)
        if not value.is_open:
            raise Uncovered("STR of this is not covered", faults.of_call("STR"))
        found = self.lexical(argument, value)
        words = f"coalesce({found.node}.iri, {found.value})" if found.node else found.value
        return Value({"text": (words,)}, value.bound)

    def _lang(self, arguments: Sequence[Expression]) -> Value:
        [argument] = arguments
        value = self.value(argument)
        if "tagged" in value.forms:
            return Value({"text": (value.forms["tagged"][1],)}, value.bound)
        if not value.is_open:
            return Value({"text": ("''",)}, value.bound)
        return Value({"text": (self.lexical(argument, value).language,)}, bound=False)

    def _datatype(self, arguments: Sequence[Expression]) -> Value:
        [argument] = arguments
        value = self.value(argument)
        if not value.is_open:
            raise Uncovered("DATATYPE of this is not covered", faults.of_call("DATATYPE"))
        found = self.lexical(argument, value)
        name = cases(
            (f"{found.language} <> ''", text(PREFIXES["rdf"] + "langString")),
            (found.has_type(""), text(XSD + "string")),
            otherwise=found.datatype,
        )
        return Value({"term": (name,)}, bound=False, iri=True)

    def _iri(self, arguments: Sequence[Expression]) -> Value:
        value = self.value(arguments[0])
        if value.iri:
            return value
        raise Uncovered("IRI takes what is an IRI already", r"\b(IRI|URI)\s*\(")

    def _case(self, name: str, arguments: Sequence[Expression]) -> Value:
        words, tag, bound = self._words(arguments[0])
        return _texts(f"{_CASES[name]}({words})", tag, bound=bound)

    def _concat(self, arguments: Sequence[Expression]) -> Value:
        parts = [self._words(one) for one in arguments]
        if any(tag for _, tag, _ in parts):
            raise Uncovered("CONCAT takes texts: write STR(…) around each", r"\bCONCAT\b")
        words = " + ".join(words for words, _, _ in parts) or "''"
        return Value({"text": (f"({words})",)}, all(bound for *_, bound in parts))

    def _length(self, arguments: Sequence[Expression]) -> Value:
        words, _, bound = self._words(arguments[0])
        return Value({"int": (f"size({words})",)}, bound)

    def _part(self, arguments: Sequence[Expression]) -> Value:
        words, tag, bound = self._words(arguments[0])
        start, *length = literals.places(arguments[1:])
        numbers = ", ".join(map(str, [start - 1, *length]))
        return _texts(f"substring({words}, {numbers})", tag, bound=bound)

    def _regex(self, arguments: Sequence[Expression]) -> Value:
        words, _, bound = self._words(arguments[0])
        pattern = literals.regular(arguments[1:])
        whole = f"(?s:.*)(?:{pattern})(?s:.*)"  # Cypher's fits the whole text
        return condition(f"{words} =~ {text(whole)}", bound=bound)

    def _matches(self, arguments: Sequence[Expression]) -> Value:
        words, _, bound = self._words(arguments[0])
        wanted = literals.language_range(arguments[1])
        if wanted == "*":
            return condition(f"{words} <> ''", bound=bound)
        lower = f"toLower({words})"
        kinds = [f"{lower} = {text(wanted)}", f"{lower} STARTS WITH {text(f'{wanted}-')}"]
        return condition(joined("OR", kinds), bound=bound)

    # ── kinds of terms ──────────────────────────────────────────────────────────────────────────
    def _is_iri(self, arguments: Sequence[Expression]) -> Value:
        value = self.value(arguments[0])
        if value.iri is not None:
            return _always(value, answer=value.iri)
        if "node" in value.forms:
            return condition(f"{value.one('node')}:Entity", bound=value.bound)
        if "term" in value.forms:
            return condition(f"NOT {value.one('term')} STARTS WITH '\"'", bound=value.bound)
        return _always(value, answer=False)

    def _is_literal(self, arguments: Sequence[Expression]) -> Value:
        value = self.value(arguments[0])
        if value.iri is None and "node" in value.forms:
            return condition(f"{value.one('node')}:Literal", bound=value.bound)
        found = self._is_iri(arguments)
        return condition(negated(found.one("bool")), bound=found.bound)

    def _is_blank(self, arguments: Sequence[Expression]) -> Value:
        return _always(self.value(arguments[0]), answer=False)

    def _is_number(self, arguments: Sequence[Expression]) -> Value:
        value = self.value(arguments[0])
        if not value.is_open:
            return _always(value, answer=not NUMBERS.isdisjoint(value.forms))
        lexical = self.lexical(arguments[0], value)
        found = f"coalesce({lexical.is_number}, false)"
        return condition(cases((f"{value.first} IS NOT NULL", found)), bound=value.bound)

    def _is_bound(self, arguments: Sequence[Expression]) -> Value:
        [argument] = arguments
        if isinstance(argument, Variable) and not self.rows.knows(argument.name):
            return condition("false", bound=True)
        value = self.value(argument)
        return condition("true" if value.bound else f"{value.first} IS NOT NULL", bound=True)

    def _same(self, arguments: Sequence[Expression]) -> Value:
        one, other = map(self.value, arguments)
        forms = shared([one, other])
        if not forms:
            raise Uncovered(
                "sameTerm of a term of the graph and of what a query computes is not covered: "
                "write =",
                r"\bsameTerm\b",
            )
        check_types(one, other)
        pairs = zip(one.get(forms[0]), other.get(forms[0]), strict=True)
        same = joined("AND", [f"{a} = {b}" for a, b in pairs])
        return condition(same, bound=one.bound and other.bound)

    # ── choices ─────────────────────────────────────────────────────────────────────────────────
    def _if(self, arguments: Sequence[Expression]) -> Value:
        tested, *others = arguments
        known = self.value(tested).bound
        one, other = map(self.value, others)
        said = self.condition(tested)
        forms: dict[Form, Columns] = {
            form: tuple(
                chosen(said, yes, no, known=known)
                for yes, no in zip(one.get(form), other.get(form), strict=True)
            )
            for form in _alike([one, other], "IF")
        }
        return Value(forms, known and one.bound and other.bound, of_either([one, other]))

    def _coalesce(self, arguments: Sequence[Expression]) -> Value:
        named = [
            one for one in arguments if not isinstance(one, Variable) or self.rows.knows(one.name)
        ]
        values = [self.value(one) for one in named]
        if not values:
            raise Uncovered("nothing binds what COALESCE names", faults.of_call("COALESCE"))
        forms: dict[Form, Columns] = {}
        for form in _alike(values, "COALESCE"):
            columns = zip(*(value.get(form) for value in values), strict=True)
            forms[form] = tuple(f"coalesce({', '.join(each)})" for each in columns)
        return Value(forms, any(value.bound for value in values), of_either(values))

    # ── casts, dates ────────────────────────────────────────────────────────────────────────────
    def _as_integer(self, arguments: Sequence[Expression]) -> Value:
        value = self.value(arguments[0])
        if "int" in value.forms:
            return value
        found = comparing.as_integer(self._as_lexical(arguments[0], value, "xsd:integer"))
        return Value({"int": (found,)}, bound=False)

    def _as_double(self, arguments: Sequence[Expression]) -> Value:
        value = self.value(arguments[0])
        if value.has("double"):
            return Value({"double": (value.one("double"),)}, value.bound)
        found = comparing.as_number(self._as_lexical(arguments[0], value, "xsd:double"))
        return Value({"double": (found,)}, bound=False)

    def _as_lexical(self, expression: Expression, value: Value, name: str) -> Lexical:
        if "text" in value.forms:
            return Lexical("", value.one("text"), "''", "''")
        if value.is_open:
            return self.lexical(expression, value)
        raise Uncovered(f"{name} of this is not covered", faults.of_call(name))

    def _date_part(self, name: str, arguments: Sequence[Expression]) -> Value:
        value = self.value(arguments[0])
        found = self._as_lexical(arguments[0], value, name)
        return Value({"int": (comparing.year_part(found, DATE_PARTS[name]),)}, bound=False)


def _alike(values: Sequence[Value], name: str) -> tuple[Form, ...]:
    forms = shared(values)
    if not forms:
        raise Uncovered(
            f"{name} has a term of the graph and what a query computes: {CAST_HINT}",
            faults.of_call(name),
        )
    return forms


def _always(value: Value, *, answer: bool) -> Value:
    """The same of whatever has a value, and NULL of what has none."""
    said = "true" if answer else "false"
    if value.bound:
        return condition(said, bound=True)
    return condition(cases((f"{value.first} IS NOT NULL", said)), bound=False)


def _texts(words: str, tag: str, *, bound: bool) -> Value:
    return Value({"tagged": (words, tag)} if tag else {"text": (words,)}, bound)


_Function = Callable[[Writer, Sequence[Expression]], Value]
_FUNCTIONS: Final[dict[str, _Function]] = {
    "STR": Writer._str,
    "LANG": Writer._lang,
    "DATATYPE": Writer._datatype,
    "IRI": Writer._iri,
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
    **{
        name: lambda writer, given, name=name: writer._tested(name, given)  # type: ignore[misc]
        for name in _TESTS
    },
    **{
        name: lambda writer, given, name=name: writer._case(name, given)  # type: ignore[misc]
        for name in _CASES
    },
    **{
        name: lambda writer, given, name=name: writer._date_part(name, given)  # type: ignore[misc]
        for name in DATE_PARTS
    },
}
