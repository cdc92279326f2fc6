"""Comparison by value, as SPARQL's operators are defined (SPARQL 1.1 Query Language, section 17.3).

Numbers are compared exactly where both are integers or decimals, and as doubles otherwise; dates by
year and the rest of their text. What cannot be compared is NULL.
"""

from typing import Final

from msgspec import Struct
from sqlglot import exp

from kgforge.patterns.compile import faults, moments, numerals
from kgforge.patterns.compile.faults import Uncovered
from kgforge.patterns.compile.moments import MOMENTS, OTHERS
from kgforge.patterns.compile.sql.values import (
    EXACT,
    Columns,
    Value,
    all_of,
    any_of,
    as_double,
    as_exact,
    call,
    cast,
    is_number,
    is_there,
    negated,
    number,
    text,
    try_cast,
)
from kgforge.terms import XSD

_SIGNS: Final[dict[str, type[exp.Binary]]] = {
    "=": exp.EQ,
    "!=": exp.NEQ,
    "<": exp.LT,
    "<=": exp.LTE,
    ">": exp.GT,
    ">=": exp.GTE,
}
SIGNS: Final = frozenset(_SIGNS)
_INTEGER: Final = XSD + "integer"
_DECIMAL: Final = XSD + "decimal"
_BOOLEAN: Final = XSD + "boolean"
_INEXACT: Final = (XSD + "double", XSD + "float")
_ZONE: Final = "(Z|[+-][0-9][0-9]:[0-9][0-9])$"


class Lexical(Struct, frozen=True):
    """A term's number, text, datatype and language."""

    id: exp.Expr | None
    """None: of a literal that a query names."""
    value: exp.Expr
    datatype: exp.Expr
    language: exp.Expr

    @classmethod
    def of(cls, id: exp.Expr | None, columns: Columns) -> "Lexical":
        """The term with these columns of the form ``lexical``."""
        value, datatype, language = (column.copy() for column in columns)
        return cls(id, value, datatype, language)

    @property
    def is_literal(self) -> exp.Expr:
        """Whether it is a literal."""
        return exp.true() if self.id is None else exp.LT(this=self.id.copy(), expression=number(0))

    def has_type(self, *datatypes: str) -> exp.Expr:
        """Whether it is a literal of one of these datatypes."""
        if len(datatypes) == 1:
            return exp.EQ(this=self.datatype.copy(), expression=text(datatypes[0]))
        return exp.In(this=self.datatype.copy(), expressions=[text(one) for one in datatypes])

    @property
    def exact(self) -> exp.Expr:
        """Its number, if it is an integer or a decimal."""
        case = exp.Case().when(self.has_type(_INTEGER), cast(self._integer, EXACT))
        return case.when(self.has_type(_DECIMAL), self._decimal)

    @property
    def double(self) -> exp.Expr:
        """Its number, if it is one, and no larger than engines can hold it exactly."""
        case = exp.Case().when(self.has_type(_INTEGER), cast(self._integer, "DOUBLE"))
        case = case.when(self.has_type(_DECIMAL), cast(self._decimal, "DOUBLE"))
        return case.when(self.has_type(*_INEXACT), spelt(self.value, numerals.DOUBLE, "DOUBLE"))

    @property
    def _integer(self) -> exp.Expr:
        return spelt(self.value, numerals.INTEGER, "BIGINT")

    @property
    def _decimal(self) -> exp.Expr:
        return spelt(self.value, numerals.DECIMAL, EXACT)

    @property
    def whole(self) -> exp.Expr:
        """Its number without what follows the point, if it is one."""
        case = exp.Case().when(self.has_type(_INTEGER), self._integer)
        case = case.when(self.has_type(_DECIMAL), _cut(self._decimal))
        return case.else_(_cut(self.double))

    @property
    def plain(self) -> exp.Expr:
        """Its text, if it is one without a language."""
        bare = all_of([self.is_literal, self.has_type(""), _empty(self.language)])
        return exp.Case().when(bare, self.value.copy())

    @property
    def string(self) -> exp.Expr:
        """Its text, if it is one, with a language or without."""
        return exp.Case().when(all_of([self.is_literal, self.has_type("")]), self.value.copy())

    @property
    def truth(self) -> exp.Expr:
        """Whether it is true, if it is a truth value."""
        case = exp.Case()
        for spelt, truth in ((("true", "1"), exp.true()), (("false", "0"), exp.false())):
            said = exp.In(this=self.value.copy(), expressions=[text(one) for one in spelt])
            case = case.when(all_of([self.has_type(_BOOLEAN), said]), truth)
        return case

    @property
    def stands_apart(self) -> exp.Expr:
        """Whether it is an IRI, or a text with a language."""
        tagged = all_of([self.is_literal, negated(_empty(self.language))])
        return any_of([negated(self.is_literal), tagged])

    @property
    def known(self) -> exp.Expr:
        """Whether it is of a datatype whose values are told apart; else NULL."""
        dated = self.is_spelt(*MOMENTS, *OTHERS)
        known = any_of([self.has_type("", XSD + "string"), dated, is_there(self.double)])
        return exp.Case().when(known, exp.true())

    def is_spelt(self, *names: str) -> exp.Expr:
        """Whether it is a literal of one of these datatypes of XML Schema, and has a value."""
        words = exp.DPipe(this=self.datatype.copy(), expression=text(" "))
        whole = exp.DPipe(this=words, expression=self.value.copy())
        return call("REGEXP_LIKE", whole, text(f"^{moments.spelt(names)}$"))


def _empty(expression: exp.Expr) -> exp.Expr:
    return exp.EQ(this=expression.copy(), expression=text(""))


def spelt(words: exp.Expr, pattern: str, type_: str) -> exp.Expr:
    """The number that a text spells so; NULL where it does not, as of blanks around it."""
    found = call("REGEXP_EXTRACT", words.copy(), text(f"^{pattern}$"), number(0))
    return try_cast(found, type_)


def _cut(found: exp.Expr) -> exp.Expr:
    """A number without what follows the point; NULL for one that is too large."""
    below = exp.LT(this=exp.paren(found.copy()), expression=number(0))
    up, down = call("CEIL", found.copy()), call("FLOOR", found.copy())
    return try_cast(exp.Case().when(below, up).else_(down), "BIGINT")


def signed(sign: str, left: exp.Expr, right: exp.Expr) -> exp.Expr:
    """``left sign right``."""
    return _SIGNS[sign](this=left, expression=right)


# ── what a query computes ───────────────────────────────────────────────────────────────────────
def computed(  # noqa: PLR0911
    sign: str, left: Value, right: Value
) -> exp.Expr | None:
    """The comparison of two values of which neither is a term of the graph; None: one may be."""
    if is_number(left) and is_number(right):
        return _numbers(sign, left, right)
    for form in ("text", "bool", "name"):
        if all(form in value.forms for value in (left, right)):
            if form != "text" and sign not in {"=", "!="}:
                return cast(exp.null(), "BOOLEAN")
            return signed(sign, left.column(form), right.column(form))
    if all("tagged" in value.forms for value in (left, right)):
        return _tagged(sign, left.columns("tagged"), right.columns("tagged"))
    if any("term" in value.forms and value.iri is not False for value in (left, right)):
        return None
    if any(set(value.forms) <= {"term", "lexical"} for value in (left, right)):
        return None
    return _unlike(sign)


def _unlike(sign: str) -> exp.Expr:
    """The comparison of values of different kinds: not the same, and in no order."""
    if sign in {"=", "!="}:
        return exp.true() if sign == "!=" else exp.false()
    return cast(exp.null(), "BOOLEAN")


def _numbers(sign: str, left: Value, right: Value) -> exp.Expr:
    """Numbers compared: exactly if both are exact, as the query computes them or as they are."""
    plain = [not value.forms.keys().isdisjoint({"int", "decimal"}) for value in (left, right)]
    if all(plain):
        return signed(sign, _plain(left), _plain(right))
    if any("double" in value.forms for value in (left, right)):
        return _doubles(sign, as_double(left), as_double(right))
    exact = signed(sign, as_exact(left), as_exact(right))
    return call("COALESCE", exact, _doubles(sign, as_double(left), as_double(right)))


def _plain(value: Value) -> exp.Expr:
    return value.column("int" if "int" in value.forms else "decimal")


def _tagged(sign: str, left: Columns, right: Columns) -> exp.Expr:
    (one, one_tag), (other, other_tag) = left, right
    tags = exp.EQ(this=one_tag.copy(), expression=other_tag.copy())
    same = all_of([exp.EQ(this=one.copy(), expression=other.copy()), tags])
    if sign == "=":
        return exp.paren(same)
    if sign == "!=":
        return negated(same)
    return exp.Case().when(tags.copy(), signed(sign, one.copy(), other.copy()))


# ── terms of the graph ──────────────────────────────────────────────────────────────────────────
def with_value(sign: str, term: Lexical, value: Value) -> exp.Expr:
    """The comparison of a term, on the left, with what a query names or computes."""
    if is_number(value):
        found = _with_number(sign, term, value)
    elif "text" in value.forms:
        found = signed(sign, term.plain, value.column("text"))
    elif "bool" in value.forms:
        found = _truths(sign, term, value)
    elif "tagged" in value.forms:
        words, tag = value.columns("tagged")
        same_tag = exp.EQ(this=term.language.copy(), expression=tag.copy())
        case = exp.Case().when(same_tag, signed(sign, term.value.copy(), words.copy()))
        there = is_there(term.value.copy())
        return case.when(there, _unlike(sign)) if sign in {"=", "!="} else case
    elif "lexical" in value.forms:
        return _with_constant(sign, term, value)
    else:
        raise Uncovered("a term of the graph is compared with what a query computes")
    return _or_unlike(sign, found, term)


def _truths(sign: str, term: Lexical, value: Value) -> exp.Expr:
    """A term and a truth value compared; they have no order, as in Oxigraph."""
    if sign not in {"=", "!="}:
        return cast(exp.null(), "BOOLEAN")
    return signed(sign, term.truth, value.column("bool"))


def _with_constant(sign: str, term: Lexical, value: Value) -> exp.Expr:
    """As ``between``; of whatever datatype, a term is no other than itself."""
    found = between(sign, term, Lexical.of(None, value.columns("lexical")))
    if sign not in {"=", "!="} or term.id is None or "term" not in value.forms:
        return found
    same = exp.EQ(this=term.id.copy(), expression=value.column("term"))
    return exp.Case().when(same, exp.true() if sign == "=" else exp.false()).else_(found)


def _or_unlike(sign: str, found: exp.Expr, *terms: Lexical) -> exp.Expr:
    """What was *found*; else, of values that are known and of different kinds, not the same.

    An IRI is no literal, and a text with a language no value of a datatype, known or not.
    """
    if sign not in {"=", "!="}:
        return found
    apart = any_of([*(term.stands_apart for term in terms), all_of(term.known for term in terms)])
    return call("COALESCE", found, exp.Case().when(apart, _unlike(sign)))


def _with_number(sign: str, term: Lexical, value: Value) -> exp.Expr:
    inexact = _doubles(sign, term.double, as_double(value))
    if "double" in value.forms:
        return inexact
    exact = as_exact(value) if "number" in value.forms else _plain(value)
    return call("COALESCE", signed(sign, term.exact, exact), inexact)


def _doubles(sign: str, left: exp.Expr, right: exp.Expr) -> exp.Expr:
    """Doubles compared; NaN equals nothing and has no order."""
    nan = any_of([call("ISNAN", left.copy()), call("ISNAN", right.copy())])
    odd = all_of([nan, is_there(left.copy()), is_there(right.copy())])
    case = exp.Case().when(odd, exp.true() if sign == "!=" else exp.false())
    return case.else_(signed(sign, left, right))


def between(sign: str, left: Lexical, right: Lexical) -> exp.Expr:
    """The comparison of two terms by value."""
    found = [
        signed(sign, left.exact, right.exact),
        _doubles(sign, left.double, right.double),
        _moments(sign, left, right),
        signed(sign, left.plain, right.plain),
        exp.Case().when(
            all_of(
                [
                    left.is_literal,
                    right.is_literal,
                    negated(_empty(left.language)),
                    exp.EQ(this=left.language.copy(), expression=right.language.copy()),
                ]
            ),
            signed(sign, left.value.copy(), right.value.copy()),
        ),
    ]
    if sign not in {"=", "!="}:
        return call("COALESCE", *found)
    if left.id is None or right.id is None:
        return _or_unlike(sign, call("COALESCE", *found), left, right)
    same = exp.EQ(this=left.id.copy(), expression=right.id.copy())
    entity = any_of(
        exp.GT(this=one.id.copy(), expression=number(0)) for one in (left, right) if one.id
    )
    ids = signed(sign, left.id.copy(), right.id.copy())
    alike = exp.Case().when(same, exp.true() if sign == "=" else exp.false())
    rest = _or_unlike(sign, call("COALESCE", *found, alike), left, right)
    return exp.Case().when(entity, ids).else_(rest)


def _moments(sign: str, left: Lexical, right: Lexical) -> exp.Expr:
    """Dates of one datatype and one time zone, by year and then by the rest of their text.

    Of dates of other time zones the query is stopped.
    """
    both = all_of(
        [
            exp.EQ(this=left.datatype.copy(), expression=right.datatype.copy()),
            left.is_spelt(*MOMENTS),
            right.is_spelt(*MOMENTS),
        ]
    )
    apart = exp.NEQ(this=_zone(left), expression=_zone(right))
    stopped = cast(call("RAISE_ERROR", text(faults.ZONES)), "BOOLEAN")
    case = exp.Case().when(all_of([both, apart]), stopped)
    if sign in {"=", "!="}:
        return case.when(both.copy(), signed(sign, left.value.copy(), right.value.copy()))
    years = exp.NEQ(this=_year(left), expression=_year(right))
    case = case.when(all_of([both.copy(), years]), signed(sign, _year(left), _year(right)))
    return case.when(both.copy(), signed(sign, _rest(left), _rest(right)))


def _zone(term: Lexical) -> exp.Expr:
    return call("REGEXP_EXTRACT", term.value.copy(), text(_ZONE), number(1))


def _year(term: Lexical) -> exp.Expr:
    found = call("REGEXP_EXTRACT", term.value.copy(), text("^(-?[0-9]+)"), number(1))
    return try_cast(found, "BIGINT")


def _rest(term: Lexical) -> exp.Expr:
    """What follows the year, without the time zone: ``-03-14T00:00:00``."""
    bare = call("REGEXP_REPLACE", term.value.copy(), text(_ZONE), text(""))
    return call("REGEXP_REPLACE", bare, text("^-?[0-9]+"), text(""))


def year_part(term: Lexical, part: int) -> exp.Expr:
    """Year (1), month (2) or day (3) of a date, where it has one."""
    pattern = "^(-?[0-9]+)" + "-([0-9][0-9])" * (part - 1)
    found = call("REGEXP_EXTRACT", term.value.copy(), text(pattern), number(part))
    return exp.Case().when(term.is_spelt(*moments.WITH[part]), try_cast(found, "BIGINT"))


def as_integer(term: Lexical) -> exp.Expr:
    """``xsd:integer`` of a term: of a number its whole part, of a text what it spells."""
    said = spelt(term.value, numerals.INTEGER, "BIGINT")
    case = exp.Case().when(all_of([term.is_literal, term.has_type("")]), said)
    return case.when(term.has_type(_BOOLEAN), _truth(term)).else_(term.whole)


def as_number(term: Lexical) -> exp.Expr:
    """``xsd:double`` of a term: of a number itself, of a text what it spells."""
    said = spelt(term.plain, numerals.DOUBLE, "DOUBLE")
    truth = exp.Case().when(term.has_type(_BOOLEAN), cast(_truth(term), "DOUBLE"))
    return call("COALESCE", term.double, said, truth)


def _truth(term: Lexical) -> exp.Expr:
    """1 of true, 0 of false."""
    case = exp.Case().when(exp.EQ(this=term.value.copy(), expression=text("true")), number(1))
    return case.when(exp.EQ(this=term.value.copy(), expression=text("false")), number(0))
