"""Paths of any number of steps on SQL engines: each step is one query, until none finds more."""

from collections.abc import Callable
from typing import Final

from kgforge.errors import PatternError
from kgforge.patterns import Query, Walk

MOST: Final = 50_000_000
"""A walk with more pairs is stopped: they would fill the disk."""

Make = Callable[[str, str], int]
"""Makes a table of that name from a SELECT; how many rows it has."""


def walked(query: Query, walk: Walk, make: Make) -> None:
    """Make the table of a walk, whose texts are bound.

    Only pairs that the last step found are led on (semi-naive evaluation: Bancilhon and
    Ramakrishnan 1986, *An Amateur's Introduction to Recursive Query Processing Strategies*), from
    the end that is given, if one is. Raises PatternError for one that leads to too many pairs.
    """
    name = walk.name
    backwards = bool(walk.end) and not walk.start
    ends = " AND ".join(
        f"{column} = {term}"
        for column, term in (("s", walk.start), ("o", "" if walk.start else walk.end))
        if term
    )
    make(f"{name}_step", walk.step)
    begun = f"SELECT s, o FROM {name}_step WHERE {ends or '1 = 1'}"
    found = make(f"{name}_new", begun)
    total = make(name, f"SELECT s, o FROM {name}_new")
    further = (
        "SELECT step.s, new.o FROM {0}_new AS new JOIN {0}_step AS step ON step.o = new.s"
        if backwards
        else "SELECT new.s, step.o FROM {0}_new AS new JOIN {0}_step AS step ON step.s = new.o"
    ).format(name)
    while found:
        found = make(f"{name}_new", f"{further} EXCEPT SELECT s, o FROM {name}")
        if found:
            total = make(name, f"SELECT s, o FROM {name} UNION ALL SELECT s, o FROM {name}_new")
        if total > MOST:
            raise PatternError(
                f"{query.path}: a path leads to more than {MOST:,} pairs: let it begin or end at "
                "one term, or at fewer predicates"
            )
