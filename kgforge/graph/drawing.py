"""Some of the many ends that a predicate has, drawn by a seed: by the engine, where it can."""

import heapq
from collections.abc import Collection, Iterable
from typing import Final, Literal

from kgforge import patterns, terms
from kgforge.patterns import Level, Sample
from kgforge.stores import DrawingStore, Store

Ends = Literal["pool", "literals", "holders"]
"""The distinct ends of a predicate: entities or literals as objects, or subjects."""

_ONE: Final = (0,)


def drawn(
    store: Store,
    ends: Ends,
    predicate: str,
    count: int,
    seed: int,
    among: Collection[str] | None = None,
) -> list[str]:
    """At most *count* ends of a predicate that are *among* some, or any, in a drawn order.

    The order is that of SHA-256 over seed, predicate and term (``patterns.Level.place``), and the
    same from every engine.
    """
    query, values = patterns.lookup(ends, store.language), {"predicate": predicate}
    sample = Sample(count, unit=query.header.names)
    if among is None and isinstance(store, DrawingStore) and store.draws(query, sample):
        rows = store.drawn(query, _level(predicate, count, seed), values)
    else:
        rows = store.query(query, values)
    every = (str(one) for (one,) in rows)
    # engines draw no blank node: nobody is asked for one, and its name changes with each load
    named = (one for one in every if not one.startswith(terms.BLANK))
    found = (one for one in named if among is None or one in among)
    return ordered(found, predicate, count, seed)


def ordered(found: Iterable[str], predicate: str, count: int, seed: int) -> list[str]:
    """At most *count* of some terms, in the order in which they are drawn for a predicate."""
    level = _level(predicate, count, seed)
    return heapq.nsmallest(count, found, key=lambda one: level.place((one,)))


def _level(predicate: str, count: int, seed: int) -> Level:
    return Level(
        count=count,
        unit=_ONE,
        per=(),
        per_group=False,
        by=(),
        columns=(),
        seed=f"{seed}\n{predicate}",
    )
