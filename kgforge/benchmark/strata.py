"""Strata of popularity: how well known is what an item asks about, and as many items of each.

An item's popularity is that of the subject of its first fact: a number from a file such as one of
page views (``views``), else its degree in the graph. Within each group of a pattern the subjects
of all mined instances are parted, each counted once:

- ``head_torso_tail``: a third of the group's popularity each. Source: Sun et al. 2023,
  *Head-to-Tail: How Knowledgeable are Large Language Models?*, which does so within a domain.
- ``quantiles:N``: as many subjects in each, by nearest rank.
- ``log10``: by power of ten. Source: Mallen et al. 2023, *When Not to Trust Language Models*
  (PopQA), which shows accuracy by the logarithm of page views.

Subjects of the same popularity are in the same stratum.
"""

import bisect
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from kgforge import graph, terms
from kgforge.benchmark.views import Views
from kgforge.errors import BenchmarkError
from kgforge.graph import Book
from kgforge.schema import Count, Instance
from kgforge.scoring import popularity
from kgforge.stores import Store

ENOUGH: Final = "of its stratum enough items are drawn"
"""Why an instance is left out where strata are drawn from."""
UNKNOWN: Final = "its popularity is not known"

_PLAN: Final = re.compile(
    r"(?P<kind>head_torso_tail|log10|quantiles:(?P<number>[0-9]+))(:(?P<each>[0-9]+))?"
)


class Plan(Struct, frozen=True):
    """Which strata are wanted."""

    kind: str
    number: int = 0
    """Of quantiles, how many."""
    each: int | None = None
    """At most so many items of each stratum of a group; None: all."""


def plan(text: str) -> Plan:
    """What ``--strata`` asks for. Raises BenchmarkError for what it cannot.

    >>> plan("head_torso_tail")
    Plan(kind='head_torso_tail', number=0, each=None)
    >>> plan("quantiles:4:25")
    Plan(kind='quantiles', number=4, each=25)
    """
    found = _PLAN.fullmatch(text)
    number, each = (int(found[name] or 0) for name in ("number", "each")) if found else (0, 0)
    kind = found["kind"].partition(":")[0] if found else ""
    if found is None or (kind == "quantiles" and number < 2) or (found["each"] and not each):
        raise BenchmarkError(
            f"--strata {text!r}: give head_torso_tail, quantiles:N (from 2) or log10, and behind "
            "it how many items of each stratum to draw, as in head_torso_tail:20"
        )
    return Plan(kind, number, each or None)


# ── How subjects are parted ─────────────────────────────────────────────────────────────────────
def parted(values: Mapping[str, int], wanted: Plan) -> dict[str, str]:
    """The stratum of each of some entities by their popularity."""
    ways: dict[str, Callable[[], dict[str, str]]] = {
        "head_torso_tail": lambda: thirds(values),
        "quantiles": lambda: quantiles(values, wanted.number),
        "log10": lambda: {one: decade(value) for one, value in values.items()},
    }
    return ways[wanted.kind]()


def thirds(values: Mapping[str, int]) -> dict[str, str]:
    """Head, torso and tail: what begins within the first, second and last third of all popularity.

    >>> thirds({"a": 5, "b": 3, "c": 1, "d": 1, "e": 0})
    {'a': 'head', 'b': 'torso', 'c': 'tail', 'd': 'tail', 'e': 'tail'}
    """
    total, before = sum(values.values()), 0
    found: dict[str, str] = {}
    order = sorted(values, key=lambda one: -values[one])
    for value, alike in groupby(order, key=values.__getitem__):
        names = list(alike)
        part = 3 * before // total if total else 2
        found |= dict.fromkeys(names, popularity.THIRDS[min(part, 2)])
        before += value * len(names)
    return found


def quantiles(values: Mapping[str, int], number: int) -> dict[str, str]:
    """Which of so many quantiles each is in, the least popular first.

    >>> quantiles({"a": 1, "b": 2, "c": 2, "d": 9}, 2)
    {'a': '1 of 2', 'b': '1 of 2', 'c': '1 of 2', 'd': '2 of 2'}
    """
    order = sorted(values.values()) or [0]
    cuts = [order[-(-part * len(order) // number) - 1] for part in range(1, number + 1)]
    places = {one: bisect.bisect_left(cuts, value) + 1 for one, value in values.items()}
    return {one: f"{place} of {number}" for one, place in places.items()}


def decade(value: int) -> str:
    """A power of ten and the next, the lower one in it and the upper one not.

    >>> decade(0), decade(9), decade(10)
    ('[0, 1)', '[1, 10)', '[10, 100)')
    """
    power = 10 ** (len(str(value)) - 1)
    return f"[{power}, {10 * power})" if value else "[0, 1)"


# ── Instances ───────────────────────────────────────────────────────────────────────────────────
class Standing(Struct, frozen=True):
    """How popular entities are, and of which stratum instances, by their keys."""

    views: Mapping[str, int] | None = None
    """By a file; None where none was given."""
    strata: Mapping[str, str] = {}
    barred: Mapping[str, str] = {}
    """Instances that are left out, and why."""

    def counts(self, entities: Iterable[str]) -> tuple[Count, ...] | UnsetType:
        """How popular some entities are by the file, as an item tells it."""
        if self.views is None:
            return UNSET
        return tuple(Count(one, self.views[one]) for one in entities if one in self.views)


class Popularity:
    """How popular entities are, and which instances of a pattern are drawn by it."""

    def __init__(
        self, store: Store, language: str, seed: int, wanted: Plan | None, views: Views | None
    ) -> None:
        self._store = store
        self._book = Book(store, language)
        self._seed = str(seed)
        self._plan = wanted
        self._file = views
        self._views: dict[str, int] | None = None if views is None else {}

    def learn(self, instances: Iterable[Instance]) -> None:
        """Look up in the file all that some instances are about: titles have to be theirs alone."""
        if self._file:
            facts = (fact for one in instances for fact in one.facts)
            found = {end for fact in facts for end in (fact.subject, fact.object)}
            entities = (end for end in found if not terms.is_literal(end))
            self._views = self._file.of(entities, self._book)

    def standing(self, pattern: str, instances: Iterable[Instance]) -> Standing:
        """The strata of a pattern's instances, and which of these are left out."""
        if self._plan is None:
            return Standing(self._views)
        groups: dict[str, dict[str, str]] = defaultdict(dict)
        for one in instances:
            groups[one.group][one.key] = one.facts[0].subject
        known = self._known({subject for found in groups.values() for subject in found.values()})
        strata: dict[str, str] = {}
        barred: dict[str, str] = {}
        for subjects in groups.values():
            values = {one: known[one] for one in subjects.values() if one in known}
            names = parted(values, self._plan)
            found = {key: names[one] for key, one in subjects.items() if one in names}
            strata |= found
            barred |= self._barred(pattern, subjects, found)
        return Standing(self._views, strata, barred)

    def _known(self, entities: set[str]) -> Mapping[str, int]:
        return graph.degrees(self._store, entities) if self._views is None else self._views

    def _barred(
        self, pattern: str, keys: Iterable[str], strata: Mapping[str, str]
    ) -> Iterator[tuple[str, str]]:
        """The instances of a group that are not drawn."""
        each = self._plan.each if self._plan else None
        if each is None:
            return
        members: dict[str, list[str]] = defaultdict(list)
        for key in keys:
            if key in strata:
                members[strata[key]].append(key)
            else:
                yield key, UNKNOWN
        for found in members.values():
            found.sort(key=lambda key: terms.digest(self._seed, "strata", pattern, key))
            yield from ((key, ENOUGH) for key in found[each:])
