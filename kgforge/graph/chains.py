"""Chains of facts: what several predicates, one after the other, reach from an entity."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from kgforge import paths, terms
from kgforge.graph import lookups
from kgforge.stores import Store

MOST: Final = 1000
"""Of more entities than so many at one hop no chain is followed: nobody asks for so many ends."""

Question = tuple[str, str]
"""A subject and a path."""

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


def reached(store: Store, questions: Iterable[Question]) -> dict[Question, Reach]:
    """What each (subject, path) reaches, asked hop by hop, many at once."""
    asked = sorted(set(questions))
    layers = {one: {one[0]} for one in asked}
    steps: dict[Question, list[Step]] = {one: [] for one in asked}
    wide: set[Question] = set()
    for going in _hops(asked):
        found = lookups.objects(store, _pairs(going, layers))
        for one, predicate in going.items():
            step = {
                node: found[node, predicate] for node in layers[one] if (node, predicate) in found
            }
            layers[one] = {end for ends in step.values() for end in ends}
            steps[one].append(step)
            if len(layers[one]) > MOST:
                layers[one] = set()
                wide.add(one)
    return {one: Reach(wide=True) if one in wide else Reach(tuple(steps[one])) for one in asked}


def either_way(
    store: Store, questions: Iterable[Question], inverses: Callable[[str], Collection[str]]
) -> dict[Question, frozenset[str]]:
    """What each (subject, path) reaches where reversed facts lead on, too.

    *inverses* are the predicates whose facts are one's reversed. A hop before the last that leads
    to more than ``MOST`` so is followed by its own facts alone, and no further where these do. Of
    paths without inverses nothing is asked.
    """
    asked = [one for one in sorted(set(questions)) if any(map(inverses, paths.hops(one[1])))]
    layers = {one: {one[0]} for one in asked}
    for hop, going in enumerate(_hops(asked), start=1):
        pairs = _pairs(going, layers)
        found = lookups.objects(store, pairs)
        turned = lookups.subjects(store, {(q, node) for node, p in pairs for q in inverses(p)})
        for one, predicate in going.items():
            ends = {end for node in layers[one] for end in found.get((node, predicate), ())}
            more = {
                end
                for node in layers[one]
                for q in inverses(predicate)
                for end in turned.get((q, node), ())
            }
            is_last = hop == len(paths.hops(one[1]))
            layers[one] = ends | more if is_last else _followed(ends, more)
    return {one: frozenset(ends) for one, ends in layers.items()}


def _followed(ends: set[str], more: set[str]) -> set[str]:
    """From what a walk goes on, of what the facts and the reversed facts of a hop lead to."""
    return next((few for few in (ends | more, ends) if len(few) <= MOST), set())


def _hops(asked: Collection[Question]) -> Iterator[dict[Question, str]]:
    """Hop by hop the predicate of each question that has one there."""
    longest = max((len(paths.hops(path)) for _, path in asked), default=0)
    for hop in range(longest):
        every = ((one, paths.hops(one[1])) for one in asked)
        yield {one: hops[hop] for one, hops in every if hop < len(hops)}


def _pairs(going: Mapping[Question, str], layers: Mapping[Question, set[str]]) -> set[Question]:
    """Where a hop begins, and its predicate."""
    return {
        (node, predicate)
        for one, predicate in going.items()
        for node in layers[one]
        if not terms.is_literal(node)
    }
