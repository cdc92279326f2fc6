"""Type inference, the same for every language: a value's form, and whether it is an IRI.

A number has the form ``int`` or ``double``, or ``number`` if the graph alone knows its type.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, Protocol

from kgforge.patterns.compile.faults import Uncovered

MIRRORED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
"""What a comparison is with its sides changed."""
DATE_PARTS: Final = {"YEAR": 1, "MONTH": 2, "DAY": 3}
CAST_HINT: Final = "write xsd:integer(…) or xsd:double(…) around it"
_Number = Literal["int", "double", "number"]
_RESULTS: Final[tuple[_Number, ...]] = ("int", "double", "number")


class _Formed(Protocol):
    """A variable or an expression, as the ``Value`` of a language has it."""

    @property
    def forms(self) -> Mapping[Any, object]: ...
    @property
    def bound(self) -> bool: ...
    @property
    def iri(self) -> bool | None: ...


def result(values: Sequence[_Formed]) -> _Number:
    """The form of what is computed with numbers: with doubles and integers it is a double."""
    return next(form for form in _RESULTS if all(_fits(value, form) for value in values))


def _fits(value: _Formed, form: _Number) -> bool:
    if form == "double":
        return not {"int", "double"}.isdisjoint(value.forms)
    return form in value.forms or form == "number"


def check_types(one: _Formed, other: _Formed) -> None:
    """Raise Uncovered for numbers that may be equal and of different types: no one term."""
    typed = {"int", "decimal", "double"}
    kinds = [(typed | {"number"}) & value.forms.keys() for value in (one, other)]
    if all(kinds) and typed.isdisjoint(kinds[0] & kinds[1]):
        raise Uncovered(
            "two computed numbers are one term only if they are of one type, which the graph alone "
            "knows",
            r"\bsameTerm\b",
            "write xsd:double(…) around each, or compare them with =",
        )


def of_type(type_: str) -> Literal["int", "double", "text", "term"]:
    """The form of a parameter's values."""
    forms: dict[str, Literal["int", "double", "text"]]
    forms = {"int": "int", "float": "double", "str": "text"}
    return forms.get(type_, "term")


def of_either(values: Iterable[_Formed]) -> bool | None:
    """Whether what is one of some values is an IRI."""
    kinds = {value.iri for value in values}
    return kinds.pop() if len(kinds) == 1 else None


def of_both(one: _Formed, other: _Formed) -> bool | None:
    """Whether a variable is an IRI where two solutions go with one another."""
    sure = [value.iri for value in (one, other) if value.bound and value.iri is not None]
    return sure[0] if sure else of_either([one, other])
