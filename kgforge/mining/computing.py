"""Facts whose answers a query computes: a number, yes or no, the larger or smaller of two."""

from collections.abc import Sequence
from typing import Final, Literal, cast

from msgspec import UNSET, UnsetType

from kgforge import magnitudes, terms
from kgforge.errors import PatternError
from kgforge.patterns import Header, Query, Role, question_places
from kgforge.schema import Cell, Computed, Fact

_INTEGER: Final = terms.XSD + "integer"
_BOOLEAN: Final = terms.XSD + "boolean"
_TRUTH: Final = {"0": "false", "1": "true"}
_How = Literal["count", "whether", "larger", "smaller"]


def named(role: Role, header: Header) -> tuple[str, ...]:
    """The columns that a role's questions name, in the order of the columns."""
    texts = [one.text for one in header.questions if one.role == role.name]
    asked = {name for text in texts for name in question_places(text)}
    return tuple(name for name in header.names if name in asked)


def fact(
    role: Role,
    said: tuple[str, str, str],
    values: Sequence[str],
    cells: tuple[Cell, ...],
    query: Query,
) -> Fact:
    """The fact of a computed role. Raises PatternError for a truth value that is neither 1 nor 0.

    *said* are its subject, predicate and object; *values* are what it compares, or a truth value.
    """
    subject, predicate, object_ = said
    compared: tuple[str, ...] = ()
    denied: str | UnsetType = UNSET
    match role.kind:
        case "count":
            answer = terms.literal(object_, datatype=_INTEGER)
        case "whether":
            [truth] = values
            answer = terms.literal(_truth(truth, role, query), datatype=_BOOLEAN)
            denied = UNSET if int(truth) else object_
            values = []
        case _:
            compared = subject, object_
            first = magnitudes.larger(*values) is (role.kind == "larger")
            answer = subject if first else object_
    computed = Computed(cast(_How, role.kind), compared, tuple(values), cells)
    return Fact(role.name, subject, predicate, answer, None, computed, denied)


def _truth(value: str, role: Role, query: Query) -> str:
    if value not in _TRUTH:
        raise PatternError(
            f"{query.at_role(role.name)}: role: {role.name}: {role.values[0]} is {value}, and is "
            "to be 1 or 0"
        )
    return _TRUTH[value]
