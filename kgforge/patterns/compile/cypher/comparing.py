"""Comparison by value, as SPARQL's operators are defined (SPARQL 1.1 Query Language, section 17.3).

Integers are compared exactly and other numbers as doubles; dates by year and the rest of their
text. What cannot be compared is NULL.
"""

from typing import Final

from msgspec import Struct

from kgforge.patterns.compile import faults, moments, numerals
from kgforge.patterns.compile.cypher.values import NUMBERS, Value, cases, joined, stopped, text
from kgforge.patterns.compile.faults import Uncovered
from kgforge.patterns.compile.moments import MOMENTS, OTHERS
from kgforge.terms import XSD

SIGNS: Final = {"=": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_INTEGER: Final = XSD + "integer"
_DECIMAL: Final = XSD + "decimal"
_INEXACT: Final = (XSD + "double", XSD + "float")
_BOOLEAN: Final = XSD + "boolean"
_EQUALITY: Final = frozenset({"=", "!="})


class Lexical(Struct, frozen=True):
    """A term's node, text, datatype and language."""

    node: str
    """Empty: of a literal that a query names or computes."""
    value: str
    datatype: str
    language: str

    @classmethod
    def of(cls, node: str) -> "Lexical":
        """The term of a node."""
        return cls(node, f"{node}.value", f"{node}.datatype", f"{node}.language")

    @property
    def is_literal(self) -> str:
        """Whether it is a literal."""
        return f"{self.node}:Literal" if self.node else "true"

    def has_type(self, *datatypes: str) -> str:
        """Whether it is a literal of one of these datatypes."""
        if len(datatypes) == 1:
            return f"{self.datatype} = {text(datatypes[0])}"
        return f"{self.datatype} IN [{', '.join(map(text, datatypes))}]"

    @property
    def parts(self) -> tuple[str, str, str]:
        """Its text, datatype and language."""
        return self.value, self.datatype, self.language

    @property
    def exact(self) -> str:
        """Its number, if it is an integer."""
        whole = f"{self.has_type(_INTEGER)} AND {self.value} =~ '{numerals.INTEGER}'"
        return cases((whole, f"toIntegerOrNull({self.value})"))

    @property
    def double(self) -> str:
        """Its number, if it is one."""
        return cases((self.has_type(_INTEGER), f"toFloat({self.exact})"), *self._inexact)

    @property
    def number(self) -> str:
        """Its number, if it is one: an integer, or a double."""
        return cases((self.has_type(_INTEGER), self.exact), *self._inexact)

    @property
    def _inexact(self) -> tuple[tuple[str, str], ...]:
        """Its number, if it is another than an integer, case by case."""
        exact = f"{self.has_type(_DECIMAL)} AND {self.value} =~ '{numerals.DECIMAL}'"
        return (
            (exact, f"toFloatOrNull({self.value})"),
            (self.has_type(*_INEXACT), spelt(self.value)),
        )

    @property
    def plain(self) -> str:
        """Its text, if it is one without a language."""
        return cases((f"{self.has_type('')} AND {self.language} = ''", self.value))

    @property
    def string(self) -> str:
        """Its text, if it is one, with a language or without."""
        return cases((self.has_type(""), self.value))

    @property
    def known(self) -> str:
        """Whether it is of a datatype whose values are told apart; else NULL."""
        dated = self.is_spelt(*MOMENTS, *OTHERS)
        known = joined("OR", [self.has_type("", XSD + "string"), self.is_number, dated])
        return cases((known, "true"))

    @property
    def is_number(self) -> str:
        """Whether it is a number."""
        return f"{self.double} IS NOT NULL"

    @property
    def truth(self) -> str:
        """Whether it is true, if it is a boolean."""
        each = (f"{self.has_type(_BOOLEAN)} AND {self.value} IN {{}}".format(one) for one in
                ("['true', '1']", "['false', '0']"))  # fmt: skip
        return cases(*zip(each, ("true", "false"), strict=True))

    def is_spelt(self, *names: str) -> str:
        """Whether it is a literal of one of these datatypes of XML Schema, and has a value."""
        return f"({self.datatype} + ' ' + {self.value}) =~ '{moments.spelt(names)}'"

    @property
    def zone(self) -> str:
        """The time zone at the end of a date, empty where it has none."""
        return cases(
            (f"{self.value} ENDS WITH 'Z'", "'Z'"),
            (f"{self.value} =~ '(?s).*[+-][0-9][0-9]:[0-9][0-9]'", f"right({self.value}, 6)"),
            otherwise="''",
        )

    @property
    def year(self) -> str:
        """The text of a date's year."""
        after = cases((f"{self.value} STARTS WITH '-'", "1"), otherwise="0")
        digits = f"split(substring({self._bare}, {after}), '-')[0]"
        return f"left({self.value}, {after} + size({digits}))"

    @property
    def rest(self) -> str:
        """What follows a date's year, without the time zone: ``-03-14T00:00:00``."""
        return f"substring({self._bare}, size({self.year}))"

    @property
    def _bare(self) -> str:
        return f"left({self.value}, size({self.value}) - size({self.zone}))"


def spelt(words: str) -> str:
    """The number that a text spells, as a double; NULL if it spells none."""
    return cases(
        (f"{words} =~ '{numerals.FINITE}'", f"toFloatOrNull({words})"),
        (f"{words} IN ['INF', '+INF']", "1.0 / 0.0"),
        (f"{words} = '-INF'", "-1.0 / 0.0"),
        (f"{words} = 'NaN'", "0.0 / 0.0"),
    )


def signed(sign: str, left: str, right: str) -> str:
    """``left sign right``."""
    return f"{left} {SIGNS[sign]} {right}"


def _unlike(sign: str) -> str:
    """The comparison of values of different kinds: not the same, and in no order."""
    return {"=": "false", "!=": "true"}.get(sign, "NULL")


def _truths(sign: str, left: str, right: str) -> str:
    """Truth values compared; they have no order, as in Oxigraph."""
    return signed(sign, left, right) if sign in _EQUALITY else "NULL"


# ── what a query computes ───────────────────────────────────────────────────────────────────────
def computed(sign: str, left: Value, right: Value) -> str | None:  # noqa: PLR0911
    """The comparison of two values of which neither is a term of the graph; None: one may be."""
    numbers = [NUMBERS & value.forms.keys() for value in (left, right)]
    if all(numbers):
        if all("int" in value.forms for value in (left, right)):
            return signed(sign, left.one("int"), right.one("int"))
        exact, other = _exact(left), _exact(right)
        inexact = _doubles(sign, left.one("double"), right.one("double"))
        if not exact or not other:
            return inexact
        return f"coalesce({signed(sign, exact, other)}, {inexact})"
    if "text" in left.forms and "text" in right.forms:
        return signed(sign, f"({left.one('text')})", f"({right.one('text')})")
    if "bool" in left.forms and "bool" in right.forms:
        return _truths(sign, f"({left.one('bool')})", f"({right.one('bool')})")
    if "tagged" in left.forms and "tagged" in right.forms:
        return _tagged(sign, left.forms["tagged"], right.forms["tagged"])
    if left.is_open or right.is_open:
        return None
    if any("term" in value.forms and value.iri is not False for value in (left, right)):
        return None
    return _unlike(sign)


def _exact(value: Value) -> str:
    """A number where it is an integer; empty: it never is."""
    if "int" in value.forms or "number" not in value.forms:
        return value.forms.get("int", ("",))[0]
    found = value.one("number")
    return cases((f"{found} IS :: INTEGER NOT NULL", found))


def _tagged(sign: str, left: tuple[str, ...], right: tuple[str, ...]) -> str:
    (one, one_tag), (other, other_tag) = left, right
    same = f"({one} = {other} AND {one_tag} = {other_tag})"
    if sign in _EQUALITY:
        return same if sign == "=" else f"NOT {same}"
    return cases((f"{one_tag} = {other_tag}", signed(sign, one, other)))


def _doubles(sign: str, left: str, right: str) -> str:
    """Doubles compared; NaN equals nothing and has no order, as in Cypher."""
    return signed(sign, left, right)


# ── terms of the graph ──────────────────────────────────────────────────────────────────────────
def with_value(sign: str, term: Lexical, value: Value) -> str:
    """The comparison of a term, on the left, with what a query names or computes."""
    if NUMBERS & value.forms.keys():
        found = _doubles(sign, term.double, value.one("double"))
        if exact := _exact(value):
            found = f"coalesce({signed(sign, term.exact, exact)}, {found})"
    elif "text" in value.forms:
        found = signed(sign, term.plain, value.one("text"))
    elif "tagged" in value.forms:
        words, tag = value.forms["tagged"]
        found = cases((f"{term.language} = {tag}", signed(sign, term.value, words)))
    elif "bool" in value.forms:
        found = _truths(sign, term.truth, f"({value.one('bool')})")
    elif "lexical" in value.forms:
        return between(sign, term, Lexical("", *value.forms["lexical"]))
    else:
        raise Uncovered("a term of the graph is compared with what a query computes")
    return _or_unlike(sign, found, term)


def _or_unlike(sign: str, found: str, *terms: Lexical) -> str:
    """What was *found*; else, of values that are known and of different kinds, not the same."""
    if sign not in _EQUALITY:
        return found
    each = [joined("OR", [f"{one.node}:Entity", one.known]) if one.node else one.known
            for one in terms]  # fmt: skip
    return f"coalesce({found}, {cases((joined('AND', each), _unlike(sign)))})"


def between(sign: str, left: Lexical, right: Lexical) -> str:
    """The comparison of two terms by value."""
    found = [
        signed(sign, left.exact, right.exact),
        _doubles(sign, left.double, right.double),
        _moments(sign, left, right),
        _truths(sign, left.truth, right.truth),
        signed(sign, left.plain, right.plain),
        cases(
            (
                f"{left.language} <> '' AND {left.language} = {right.language}",
                signed(sign, left.value, right.value),
            )
        ),
    ]
    if sign not in _EQUALITY:
        return f"coalesce({', '.join(found)})"
    said = "true" if sign == "=" else "false"
    if not left.node or not right.node:
        pairs = zip(left.parts, right.parts, strict=True)
        alike = cases((joined("AND", (f"{one} = {other}" for one, other in pairs)), said))
        return _or_unlike(sign, f"coalesce({', '.join([*found, alike])})", left, right)
    alike = cases((f"{left.node} = {right.node}", said))
    rest = _or_unlike(sign, f"coalesce({', '.join([*found, alike])})", left, right)
    entity = f"({left.node}:Entity OR {right.node}:Entity)"
    return cases((entity, signed(sign, left.node, right.node)), otherwise=rest)


def _moments(sign: str, left: Lexical, right: Lexical) -> str:
    """Dates of one datatype and one time zone, by year and then by the rest of their text.

    Of dates of different time zones the query is stopped.
    """
    both = (
        f"{left.datatype} = {right.datatype} AND {left.is_spelt(*MOMENTS)} AND "
        f"{right.is_spelt(*MOMENTS)}"
    )
    said = stopped(faults.ZONES)
    apart = (f"{both} AND {left.zone} <> {right.zone}", f"{said} = 0")
    if sign in _EQUALITY:
        return cases(apart, (both, signed(sign, left.value, right.value)))
    years = [f"toIntegerOrNull({one.year})" for one in (left, right)]
    return cases(
        apart,
        (f"{both} AND {years[0]} <> {years[1]}", signed(sign, *years)),
        (both, signed(sign, left.rest, right.rest)),
    )


def year_part(term: Lexical, part: int) -> str:
    """Year (1), month (2) or day (3) of a date."""
    found = term.year if part == 1 else f"substring({term.rest}, {3 * part - 5}, 2)"
    return cases((term.is_spelt(*moments.WITH[part]), f"toIntegerOrNull({found})"))


def as_integer(term: Lexical) -> str:
    """``xsd:integer`` of a term: of a number its whole part, of a text what it spells."""
    whole = cases((f"abs({term.double}) < 9.2e18", f"toInteger({term.double})"))
    return cases(
        (term.has_type(_INTEGER), term.exact),
        (
            f"{term.has_type('')} AND {term.value} =~ '{numerals.INTEGER}'",
            f"toIntegerOrNull({term.value})",
        ),
        (term.truth, "1"),
        (f"NOT {term.truth}", "0"),
        otherwise=whole,
    )


def as_number(term: Lexical) -> str:
    """``xsd:double`` of a term: of a number itself, of a text what it spells."""
    truth = cases((term.truth, "1.0"), (f"NOT {term.truth}", "0.0"))
    return f"coalesce({term.double}, {spelt(term.string)}, {truth})"
