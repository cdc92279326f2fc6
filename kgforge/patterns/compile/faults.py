"""What a compiler does not cover: refused, with the line of the query and the reason."""

import re
from typing import Final

from msgspec import Struct

from kgforge.errors import PatternError
from kgforge.patterns.binding import blanked
from kgforge.patterns.compile.algebra import Aggregate, Call, Expression, Variable
from kgforge.patterns.queries import Query

_ELSEWHERE: Final = "or ask a SPARQL engine itself (--engine native)"
MIXED: Final = (
    "{} of what are not all numbers: leave out others, as by FILTER(isNumeric(?x)), " + _ELSEWHERE
)
"""What stops a query while it runs: the aggregate has no right answer here."""
ZONES: Final = f"dates of different time zones are not compared: load them in one, {_ELSEWHERE}"
"""What else does."""
DEEP: Final = r"(?:[({]\s*){16}"
"""The sign of brackets that lie deep in one another."""


class Refusal(Struct, frozen=True, tag=True):
    """Why a query is refused; *sign* is a regular expression that finds the part in its text."""

    what: str
    sign: str = ""
    remedy: str | None = None
    """What would do, where the query itself is to be mended; None: to write it by hand, or to ask
    another engine."""


class Uncovered(Exception):  # noqa: N818  # no error of the program: it is always caught
    """A part of a query that is not covered, as ``Refusal`` says it."""

    def __init__(self, what: str, sign: str = "", remedy: str | None = None) -> None:
        super().__init__(what)
        self.refusal = Refusal(what, sign, remedy)


def refused(query: Query, language: str, found: Refusal) -> PatternError:
    """The error for a query that cannot be put into a language: line, reason, and what would do."""
    wanted = {"sql": "SQL", "cypher": "Cypher"}[language]
    twin = query.path.with_suffix(f".{language}")
    elsewhere = f"otherwise write {twin} by hand, or load the graph into oxigraph:DIR"
    remedy = elsewhere if found.remedy is None else found.remedy
    return PatternError(
        f"{query.path}{_line(query, found.sign)}: cannot be put into {wanted}: {found.what}; "
        f"{remedy}"
    )


def told(query: Query, found: Refusal) -> str:
    """What is to be mended in a query: file and line, reason, and what would do."""
    return f"{query.path}{_line(query, found.sign)}: {found.what}; {found.remedy}"


def _line(query: Query, sign: str) -> str:
    place = re.search(sign, blanked(query.text, strings=False), re.I) if sign else None
    return f":{query.text.count(chr(10), 0, place.start()) + 1}" if place else ""


def of_variable(name: str) -> str:
    """The sign of a variable."""
    return rf"[?$]{re.escape(name)}\b"


def of_call(name: str) -> str:
    """The sign of a function or an operator."""
    return rf"\b{re.escape(name)}\b" if name[:1].isalpha() else re.escape(name)


def of_expression(one: Expression) -> str:
    """The sign of an expression; empty where none is sure to find it."""
    match one:
        case Variable(name):
            return of_variable(name)
        case Call(name) | Aggregate(name):
            return of_call(name)
    return ""


def unbound(name: str) -> Uncovered:
    """What is told of a variable that nothing binds where it is used."""
    return Uncovered(
        f"nothing binds ?{name} where it is used",
        of_variable(name),
        "bind it in a triple pattern there, or name a variable that one binds",
    )


def ungrouped(name: str) -> Uncovered:
    """What is told of a variable that SELECT names, and GROUP BY does not."""
    remedy = "group by it, or put it into an aggregate such as (COUNT(?x) AS ?n)"
    return Uncovered(f"?{name} is not grouped by", of_variable(name), remedy)


def made_later(name: str) -> Uncovered:
    """What is told of a variable in HAVING that SELECT makes, once HAVING has been asked."""
    return Uncovered(
        f"HAVING does not know ?{name}, which SELECT makes",
        r"\bHAVING\b",
        "write what it is made of, as in HAVING(COUNT(*) > 2)",
    )


def no_number(name: str) -> Uncovered:
    """What is told of an operator or aggregate over what is no number."""
    remedy = "write xsd:integer(…) or xsd:double(…) around what is a number"
    return Uncovered(f"{name} takes numbers", of_call(name), remedy)


def no_condition() -> Uncovered:
    """What is told of an expression that is no condition."""
    return Uncovered(
        "a condition is a comparison, or a function that is true or false: write one around the "
        "variable",
        r"\bFILTER\b|\bHAVING\b|\bIF\b",
    )
