"""Chains of facts: what several predicates, one after the other, reach from an entity."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from msgspec import Struct

from kgforge import paths, terms
from kgforge.graph import lookups
from kgforge.stores import Store

MOST: Final = 1000
"""Of more entities than so many at one hop no chain is followed: nobody asks for so many ends."""

Step = Mapping[str, tuple[str, ...]]
"""Where one hop leads: the objects of each entity, by code point."""


class Reach(Struct, frozen=True):
    """What one chain reaches from its subject."""

    steps: tuple[Step, ...] = ()
    """Of each hop where it leads."""
    wide: bool = False
    """Whether more is reached than ``MOST``; then nothing else is known."""

    @property
    def ends(self) -> frozenset[str]:
        """All ends, over whatever lies between."""
        return frozenset(end for found in (self.steps or ({},))[-1].values() for end in found)

    def via(self, subject: str, end: str, known: Collection[tuple[str, str]] = ()) -> list[str]:
        """What lies between a subject and one of its ends, on one walk.

        At each hop one of the steps *known* is taken where one leads to the end, else the first by
        code point.
        """
        leading: list[set[str]] = [{end}]
        for step in reversed(self.steps[1:]):
            leading.insert(0, {one for one, found in step.items() if leading[0] & {*found}})
        walk, here = [], subject
        for step, wanted in zip(self.steps, leading[:-1], strict=False):
            found = [one for one in step.get(here, ()) if one in wanted]
            here = next((one for one in found if (here, one) in known), found[0])
            walk.append(here)
        return walk


def reached(store: Store, questions: Iterable[tuple[str, str]]) -> dict[tuple[str, str], Reach]:
    """What each (subject, path) reaches, asked hop by hop, many at once."""
    asked = sorted(set(questions))
    layers = {one: {one[0]} for one in asked}
    steps: dict[tuple[str, str], list[Step]] = {one: [] for one in asked}
    wide: set[tuple[str, str]] = set()
    for hop in range(max((len(paths.hops(path)) for _, path in asked), default=0)):
        going = [one for one in asked if hop < len(paths.hops(one[1]))]
        pairs = {
            (node, paths.hops(one[1])[hop])
            for one in going
            for node in layers[one]
            if not terms.is_literal(node)
        }
        found = lookups.objects(store, pairs)
        for one in going:
            predicate = paths.hops(one[1])[hop]
            step = {
                node: found[node, predicate] for node in layers[one] if (node, predicate) in found
            }
            layers[one] = {end for ends in step.values() for end in ends}
            steps[one].append(step)
            if len(layers[one]) > MOST:
                layers[one] = set()
                wide.add(one)
    return {one: Reach(wide=True) if one in wide else Reach(tuple(steps[one])) for one in asked}
