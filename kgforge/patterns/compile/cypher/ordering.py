"""In which order the parts of a join are joined, and where a walk may begin."""

from collections.abc import Collection, Sequence

from kgforge.patterns.compile import algebra
from kgforge.patterns.compile.algebra import Closure, Pattern, Scan, Term, Variable
from kgforge.patterns.compile.certain import certain
from kgforge.patterns.compile.cypher.rows import Rows
from kgforge.patterns.compile.vocabulary import LABELS


def is_list(given: algebra.Given) -> bool:
    """Whether a parameter is a list of values, and no table."""
    return not given.columns[0].name


def is_condition(given: algebra.Given, parts: Sequence[Pattern]) -> bool:
    """Whether what is listed only says which solutions of other parts are wanted.

    Where a part with rows of its own walks from there, it is better handed in.
    """
    [name] = given.names
    others = [one for one in parts if not isinstance(one, algebra.Given | algebra.Values)]
    inner = [one for one in others if not isinstance(one, Scan)]
    if any(name in ends(one) and name in certain(one) for one in inner):
        return False
    return any(name in certain(one) for one in others)


def cost(rows: Rows, part: Pattern) -> int:
    """How soon a part of a join is to be joined, the smallest number first."""
    known = rows.values.keys()
    if isinstance(part, Scan):
        places = (part.subject,) if part.graph == LABELS else (part.subject, part.object)
        return 1 if any(_is_known(one, known) for one in places) else 3
    if isinstance(part, Closure):
        return 1 if any(_is_known(one, known) for one in (part.subject, part.object)) else 4
    if not (ends(part) & certain(part)).isdisjoint(known):
        return 0
    return 2


def _is_known(one: Term, known: Collection[str]) -> bool:
    return one.name in known if isinstance(one, Variable) else True


def ends(pattern: Pattern) -> frozenset[str]:  # noqa: PLR0911
    """The variables that are subject or object somewhere in a pattern: walks may begin there."""
    match pattern:
        case Scan(_, subject, _, object):
            return frozenset(one.name for one in (subject, object) if isinstance(one, Variable))
        case Closure():
            return frozenset(algebra.names(pattern))
        case algebra.Join(parts) | algebra.Union(parts):
            return frozenset().union(*map(ends, parts))
        case algebra.LeftJoin(left, right):
            return ends(left) | ends(right)
        case algebra.Minus(left):
            return ends(left)
        case algebra.Filter(inner) | algebra.Extend(inner) | algebra.Group(inner):
            return ends(inner)
        case algebra.Project(inner, names):
            return ends(inner) & frozenset(names)
    return frozenset()
