"""Arguments that must be literals in the query: of REGEX, LANGMATCHES and SUBSTR.

All functions raise Uncovered where one is not.
"""

import re
from collections.abc import Sequence

from kgforge import terms
from kgforge.patterns.compile import regex
from kgforge.patterns.compile.algebra import Constant, Expression
from kgforge.patterns.compile.faults import Uncovered
from kgforge.terms import XSD


def regular(arguments: Sequence[Expression]) -> str:
    """The expression of REGEX, with its flags."""
    given = [_literal(one) for one in arguments]
    said = [one.value for one in given if one is not None]
    if len(said) < len(given):
        raise Uncovered("REGEX takes an expression and flags that are literals", r"\bREGEX\b")
    return regex.alike(*said)


def language_range(argument: Expression) -> str:
    """The range of LANGMATCHES, in small letters."""
    found = _literal(argument)
    if found is None:
        raise Uncovered("LANGMATCHES takes a range that is a literal", "LANGMATCHES")
    return found.value.lower()


def places(arguments: Sequence[Expression]) -> list[int]:
    """Where SUBSTR begins, from 1, and how long it is, if that is given."""
    given = [_literal(one) for one in arguments]
    found = [int(one.value) for one in given if one is not None and _is_whole(one)]
    if len(found) < len(given):
        raise Uncovered("SUBSTR takes whole numbers", r"\bSUBSTR\b")
    start, *length = found
    if start < 1:
        raise Uncovered("SUBSTR counts from 1", r"\bSUBSTR\b")
    return [start, *(max(one, 0) for one in length)]


def _is_whole(one: terms.Literal) -> bool:
    return one.datatype == XSD + "integer" and re.fullmatch(r"[+-]?[0-9]+", one.value) is not None


def _literal(one: Expression) -> terms.Literal | None:
    if isinstance(one, Constant) and terms.is_literal(one.term):
        return terms.parse_literal(one.term)
    return None
