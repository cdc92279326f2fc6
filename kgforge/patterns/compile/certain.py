"""The variables that each solution of a pattern binds for sure."""

from kgforge.patterns.compile import algebra
from kgforge.patterns.compile.algebra import Pattern


def certain(pattern: Pattern) -> frozenset[str]:  # noqa: PLR0911  # one for each kind
    """The variables that each solution of a pattern binds.

    What an expression computes is not among them, for it may have an error.
    """
    match pattern:
        case algebra.Join(parts):
            return frozenset().union(*map(certain, parts))
        case algebra.Union(parts):
            return frozenset.intersection(*map(certain, parts))
        case algebra.LeftJoin(left) | algebra.Minus(left) | algebra.Filter(left):
            return certain(left)
        case algebra.Extend(inner):
            return certain(inner)
        case algebra.Project(inner, names):
            return certain(inner) & frozenset(names)
        case algebra.Group(inner, keys):
            return certain(inner) & frozenset(keys)
        case algebra.Values(names, rows):
            return frozenset(
                name for place, name in enumerate(names) if all(row[place] for row in rows)
            )
    return frozenset(algebra.names(pattern))
