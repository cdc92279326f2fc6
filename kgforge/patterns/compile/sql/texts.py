"""The functions of SPARQL on strings (section 17.4.3), and what a term consists of."""

from collections.abc import Sequence
from functools import reduce
from typing import Final

from sqlglot import exp

from kgforge.patterns.compile import faults, literals
from kgforge.patterns.compile.algebra import Expression
from kgforge.patterns.compile.faults import Uncovered
from kgforge.patterns.compile.sql.values import (
    Value,
    any_of,
    call,
    cast,
    in_form,
    negated,
    nothing,
    number,
    text,
)
from kgforge.patterns.compile.sql.writing import Writes, boolean, is_open, shown
from kgforge.terms import PREFIXES, XSD

_TESTS: Final = {"CONTAINS": "CONTAINS", "STRSTARTS": "STARTSWITH", "STRENDS": "ENDSWITH"}
TESTS: Final = frozenset(_TESTS)


def string(writer: Writes, expression: Expression) -> tuple[exp.Expr, exp.Expr | None, bool]:
    """Text and language of a string; the language is None of one without."""
    value = writer.value(expression)
    if "text" in value.forms:
        return value.column("text"), None, value.bound
    if "tagged" in value.forms:
        words, tag = value.columns("tagged")
        return words.copy(), tag.copy(), value.bound
    if is_open(value):
        found = writer.lexical(expression, value)
        return found.string, found.language, False
    raise Uncovered(
        f"a text is wanted: write STR(…) around {shown(expression)}",
        faults.of_expression(expression),
    )


def tested(writer: Writes, name: str, arguments: Sequence[Expression]) -> Value:
    """Whether a text contains, begins or ends with another."""
    (words, tag, one), (part, part_tag, other) = (string(writer, one) for one in arguments)
    found: exp.Expr = call(_TESTS[name], words, part)
    bound = one and other
    if part_tag is not None:  # a part with a language fits texts of that language alone
        same = exp.EQ(this=part_tag, expression=tag if tag is not None else text(""))
        fits = any_of([same, exp.EQ(this=part_tag.copy(), expression=text(""))])
        found, bound = exp.Case().when(fits, found), False
    return boolean(found, bound=bound)


def as_text(writer: Writes, arguments: Sequence[Expression]) -> Value:
    """``STR``."""
    [argument] = arguments
    value = writer.value(argument)
    for form in ("text", "name", "tagged"):
        if form in value.forms:
            return Value({"text": (in_form(value, form)[0],)}, value.bound)
    if "int" in value.forms:
        return Value({"text": (cast(value.column("int"), "STRING"),)}, value.bound)
    if is_open(value):
        held = value.bound and value.held
        return Value({"text": (writer.lexical(argument, value).value,)}, held)
    raise Uncovered("STR of this is not covered", faults.of_call("STR"))


def language(writer: Writes, arguments: Sequence[Expression]) -> Value:
    """``LANG``."""
    [argument] = arguments
    value = writer.value(argument)
    if "tagged" in value.forms:
        return Value({"text": (value.columns("tagged")[1].copy(),)}, value.bound)
    if value.iri:
        return Value({"text": nothing("text")}, bound=False)
    if not is_open(value):
        return Value({"text": (text(""),)}, value.bound)
    found = writer.lexical(argument, value)
    return Value({"text": (exp.Case().when(found.is_literal, found.language),)}, bound=False)


def datatype(writer: Writes, arguments: Sequence[Expression]) -> Value:
    """``DATATYPE``."""
    [argument] = arguments
    value = writer.value(argument)
    if not is_open(value):
        raise Uncovered("DATATYPE of this is not covered", faults.of_call("DATATYPE"))
    found = writer.lexical(argument, value)
    tagged = exp.NEQ(this=found.language.copy(), expression=text(""))
    name = exp.Case().when(negated(found.is_literal), cast(exp.null(), "STRING"))
    name = name.when(tagged, text(PREFIXES["rdf"] + "langString"))
    name = name.when(found.has_type(""), text(XSD + "string")).else_(found.datatype.copy())
    return Value({"name": (name,)}, bound=False)


def as_iri(writer: Writes, arguments: Sequence[Expression]) -> Value:
    """``IRI`` of what is one already."""
    value = writer.value(arguments[0])
    if "term" in value.forms and value.iri:
        return value
    raise Uncovered("IRI takes what is an IRI already", r"\b(IRI|URI)\s*\(")


def cased(writer: Writes, arguments: Sequence[Expression], name: str) -> Value:
    """``LCASE`` and ``UCASE``."""
    words, tag, bound = string(writer, arguments[0])
    return _texts(call(name, words), tag, bound=bound)


def concat(writer: Writes, arguments: Sequence[Expression]) -> Value:
    """``CONCAT`` of texts without a language."""
    parts = [string(writer, one) for one in arguments]
    if any(tag is not None for _, tag, _ in parts):
        raise Uncovered("CONCAT takes texts: write STR(…) around each", r"\bCONCAT\b")
    words = [words for words, _, _ in parts] or [text("")]
    joined = reduce(lambda one, other: exp.DPipe(this=one, expression=other), words)
    return Value({"text": (exp.paren(joined),)}, all(bound for *_, bound in parts))


def length(writer: Writes, arguments: Sequence[Expression]) -> Value:
    """``STRLEN``."""
    words, _, bound = string(writer, arguments[0])
    return Value({"int": (call("LENGTH", words),)}, bound)


def substring(writer: Writes, arguments: Sequence[Expression]) -> Value:
    """``SUBSTR``."""
    words, tag, bound = string(writer, arguments[0])
    places = map(number, literals.places(arguments[1:]))
    return _texts(call("SUBSTR", words, *places), tag, bound=bound)


def matched(writer: Writes, arguments: Sequence[Expression]) -> Value:
    """``REGEX``."""
    words, _, bound = string(writer, arguments[0])
    pattern = text(literals.regular(arguments[1:]))
    return boolean(call("REGEXP_LIKE", words, pattern), bound=bound)


def language_matches(writer: Writes, arguments: Sequence[Expression]) -> Value:
    """``LANGMATCHES``."""
    words, _, bound = string(writer, arguments[0])
    wanted = literals.language_range(arguments[1])
    if wanted == "*":
        return boolean(exp.NEQ(this=words, expression=text("")), bound=bound)
    lower = call("LOWER", words)
    same = exp.EQ(this=lower, expression=text(wanted))
    kind = call("STARTSWITH", lower.copy(), text(f"{wanted}-"))
    return boolean(any_of([same, kind]), bound=bound)


def _texts(words: exp.Expr, tag: exp.Expr | None, *, bound: bool) -> Value:
    if tag is None:
        return Value({"text": (words,)}, bound)
    return Value({"tagged": (words, tag)}, bound)
