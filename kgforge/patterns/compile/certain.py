"""What each solution of a pattern has for sure: variables that it binds, facts that it needs."""

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


def predicates(pattern: Pattern) -> frozenset[str]:  # noqa: PLR0911  # one for each kind
    """The predicates, named in the text, of facts that each solution of a pattern needs."""
    match pattern:
        case algebra.Scan("", _, algebra.Constant(term)):
            return frozenset({term})
        case algebra.Closure() if not pattern.zero:
            return predicates(pattern.step)
        case algebra.Join(parts):
            return frozenset().union(*map(predicates, parts))
        case algebra.Union(parts):
            return frozenset.intersection(*map(predicates, parts))
        case algebra.LeftJoin(left) | algebra.Minus(left) | algebra.Filter(left):
            return predicates(left)
        case algebra.Extend(inner) | algebra.Project(inner):
            return predicates(inner)
        case algebra.Group(inner, keys) if keys:
            return predicates(inner)
    return frozenset()
