"""What a SPARQL query says, as values: patterns, and the expressions in them.

The algebra of SPARQL 1.1 Query Language, section 18.2, with parameters in the place of terms. It
knows no engine; ``reading`` makes it of a text, ``sql`` and ``cypher`` write it.
"""

from msgspec import Struct

from kgforge.patterns.contract import Column


# ── Expressions ─────────────────────────────────────────────────────────────────────────────────
class Variable(Struct, frozen=True):
    """A variable; those that the text does not name begin with a dot."""

    name: str


class Constant(Struct, frozen=True):
    """A term, as stores keep it (``terms.canonical``)."""

    term: str


class Bound(Struct, frozen=True):
    """A parameter of one value: its name and type."""

    name: str
    type: str


class Listed(Struct, frozen=True):
    """A parameter of many values, in the place of what IN lists."""

    name: str
    type: str


class Call(Struct, frozen=True):
    """An operator (``=``, ``&&``) or function (``STR``), in capitals, of its arguments."""

    name: str
    arguments: tuple["Expression", ...]


class Exists(Struct, frozen=True):
    """Whether a pattern has a solution that goes with the one at hand."""

    pattern: "Pattern"


class Aggregate(Struct, frozen=True):
    """An aggregate (``COUNT``) of an expression, None: of all solutions."""

    name: str
    argument: "Expression | None"
    distinct: bool = False


Term = Variable | Constant | Bound
"""What stands in a triple."""
Expression = Variable | Constant | Bound | Listed | Call | Exists | Aggregate


# ── Patterns ────────────────────────────────────────────────────────────────────────────────────
class Scan(Struct, frozen=True):
    """One triple pattern in a graph; the default graph has the name ''."""

    graph: str
    subject: Term
    predicate: Term
    object: Term


class Closure(Struct, frozen=True):
    """A path of one or more steps, ``zero`` of none as well, ``many`` of more than one.

    A step leads from the variable ``start`` to the variable ``end`` of ``step``.
    """

    graph: str
    subject: Term
    step: "Pattern"
    start: Variable
    end: Variable
    object: Term
    zero: bool
    many: bool


class Values(Struct, frozen=True):
    """Solutions that the text lists; None: not bound."""

    names: tuple[str, ...]
    rows: tuple[tuple[Term | None, ...], ...]


class Given(Struct, frozen=True):
    """Solutions that a parameter lists, with the type of each of its columns."""

    names: tuple[str, ...]
    parameter: str
    columns: tuple[Column, ...]
    """Of a list one, without a name."""


class Join(Struct, frozen=True):
    """Solutions of all parts that go with one another; of no part, the one that binds nothing."""

    parts: tuple["Pattern", ...] = ()


class LeftJoin(Struct, frozen=True):
    """OPTIONAL, with the conditions that stand in it."""

    left: "Pattern"
    right: "Pattern"
    condition: Expression | None


class Minus(Struct, frozen=True):
    """MINUS."""

    left: "Pattern"
    right: "Pattern"


class Union(Struct, frozen=True):
    """UNION."""

    parts: tuple["Pattern", ...]


class Filter(Struct, frozen=True):
    """The solutions for which a condition holds."""

    pattern: "Pattern"
    condition: Expression


class Extend(Struct, frozen=True):
    """Solutions with one more variable, which is not bound where its expression has an error."""

    pattern: "Pattern"
    name: str
    expression: Expression


class Group(Struct, frozen=True):
    """One solution for each value of the keys, with the aggregates of what has it."""

    pattern: "Pattern"
    keys: tuple[str, ...]
    aggregates: tuple[tuple[str, Aggregate], ...]


class Project(Struct, frozen=True):
    """Solutions with these variables alone."""

    pattern: "Pattern"
    names: tuple[str, ...]
    distinct: bool = False


Pattern = (
    Scan
    | Closure
    | Values
    | Given
    | Join
    | LeftJoin
    | Minus
    | Union
    | Filter
    | Extend
    | Group
    | Project
)


def names(pattern: Pattern) -> tuple[str, ...]:
    """The variables that a pattern's solutions may bind, in the order of the text."""
    return tuple(dict.fromkeys(_names(pattern)))


def _names(pattern: Pattern) -> list[str]:  # noqa: PLR0911
    match pattern:
        case Scan(_, subject, predicate, object):
            return [one.name for one in (subject, predicate, object) if isinstance(one, Variable)]
        case Closure():
            ends = (pattern.subject, pattern.object)
            return [one.name for one in ends if isinstance(one, Variable)]
        case Values() | Given() | Project():
            return list(pattern.names)
        case Join(parts) | Union(parts):
            return [name for part in parts for name in _names(part)]
        case LeftJoin(left, right):
            return [*_names(left), *_names(right)]
        case Minus(left) | Filter(left):
            return _names(left)
        case Extend(inner, name):
            return [*_names(inner), name]
        case Group():
            return [*pattern.keys, *(name for name, _ in pattern.aggregates)]
