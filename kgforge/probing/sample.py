"""What a limit leaves of a pattern: items drawn by the seed, from every group its share.

Groups take turns, each giving its items in the order of the SHA-256 of seed and id; those of the
last turn go in the order of the SHA-256 of seed and name. No more than a few times as many
items as are drawn are remembered.

The items of a variant in a further language go by the ids that they have in the first one. So each
fact that is drawn in the first language, and that the other one has, is drawn there, too: what
stands before an item in its group, and in others, is no more where there are fewer items.
"""

from collections.abc import Collection, Iterable
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge import terms
from kgforge.forms import OF_FACTS
from kgforge.schema import PLAIN, folders

_ROOM: Final = 1_024
"""So many items beyond twice the limit are remembered before those that lost are forgotten."""

Candidate = tuple[str, str, int]
"""Digest, group and place of an item."""


Kind = tuple[str, str]
"""The form and the slot of a prompt."""


class PlacedPrompt(Struct, frozen=True):
    """What a drawing reads of a prompt."""

    form: str
    slot: str = "none"
    context: str = PLAIN


class PlacedFact(Struct, frozen=True):
    """What a drawing reads of a fact."""

    holds: bool | None = None
    prompts: tuple[PlacedPrompt, ...] = ()


class Placed(Struct, frozen=True):
    """What a drawing reads of an item."""

    id: str
    group: str
    facts: tuple[PlacedFact, ...] = ()
    prompts: tuple[PlacedPrompt, ...] = ()

    def asks(self, forms: Collection[str]) -> bool:
        """Say whether any prompt is of one of these forms."""
        every = (*self.prompts, *(prompt for fact in self.facts for prompt in fact.prompts))
        return not {prompt.form for prompt in every}.isdisjoint(forms)

    def kinds(self, forms: Collection[str]) -> set[Kind]:
        """Return the kinds in which each fact that may hold is asked without a text before it."""
        kinds = [
            {(prompt.form, prompt.slot) for prompt in fact.prompts if prompt.context == PLAIN}
            for fact in self.facts
            if fact.holds is not False
        ]
        shared = set.intersection(*kinds) if kinds else set()
        return {(form, slot) for form, slot in shared if form in forms}


class Drawing(Struct, frozen=True):
    """The items that were drawn of a pattern, and of how many."""

    places: tuple[int, ...]
    """In the pattern's file, from 0, in order."""
    items: int
    """How many ask something."""
    groups: int


def draw(
    folder: Path,
    pattern: str,
    limit: int,
    seed: int,
    first: str = "",
    forms: Collection[str] | None = None,
) -> Drawing:
    """Draw so many items of a pattern's file, or all if there are no more.

    *first* is the pattern of the first language, where this one is its variant in another. Only
    items with a prompt of one of these *forms* are drawn; without *forms* all are.
    """
    groups: dict[str, str] = {}
    count = 0
    kept: list[Candidate] = []
    of_kinds: dict[Kind, list[Candidate]] = {}
    for place, item in enumerate(folders.read_items(folder, pattern, Placed)):
        if forms is not None and not item.asks(forms):
            continue
        count += 1
        if item.group not in groups:
            groups[item.group] = terms.digest(str(seed), item.group)
        id = (first or pattern) + item.id.removeprefix(pattern)
        candidate = terms.digest(str(seed), id), item.group, place
        for kind in item.kinds(forms or ()):
            of_kinds[kind] = _add(of_kinds.get(kind, []), candidate, groups, limit)
        kept = _add(kept, candidate, groups, limit)
    main = min(
        of_kinds, key=lambda kind: (kind[0] != OF_FACTS, kind[1] != "object", kind), default=None
    )
    drawn = [place for _, _, place in _first(of_kinds[main], groups, limit)] if main else []
    taken = set(drawn)
    others = (place for _, _, place in _first(kept, groups, limit) if place not in taken)
    places = sorted([*drawn, *islice(others, limit - len(drawn))])
    return Drawing(tuple(places), count, len(groups))


def _add(
    kept: list[Candidate], candidate: Candidate, groups: dict[str, str], limit: int
) -> list[Candidate]:
    """Add a candidate; those that have lost are forgotten now and then."""
    kept.append(candidate)
    return _first(kept, groups, limit) if len(kept) > 2 * limit + _ROOM else kept


def _first(kept: Iterable[Candidate], groups: dict[str, str], limit: int) -> list[Candidate]:
    """The first of some items as groups take turns.

    What loses here loses among more items, too: then its own turn comes no earlier, and of every
    other item before it that one, or another of its group, has the same turn.
    """
    turns: dict[str, int] = {}
    order = []
    for digest, group, place in sorted(kept):
        turn = turns[group] = turns.get(group, -1) + 1
        order.append(((turn, groups[group], group), (digest, group, place)))
    return [found for _, found in sorted(order, key=itemgetter(0))[:limit]]
