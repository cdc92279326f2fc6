"""What a limit leaves of a pattern: items drawn by the seed, from every group its share.

Groups take turns, each giving its items in the order of the SHA-256 of seed and id; those of the
last turn go in the order of the SHA-256 of seed and name. No more than a few times as many
items as are drawn are remembered.

The items of a variant in a further language go by the ids that they have in the first one. So each
fact that is drawn in the first language, and that the other one has, is drawn there, too: what
stands before an item in its group, and in others, is no more where there are fewer items.
"""

from collections.abc import Iterable
from operator import itemgetter
from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge import terms
from kgforge.schema import folders

_ROOM: Final = 1_024
"""So many items beyond twice the limit are remembered before those that lost are forgotten."""

Candidate = tuple[str, str, int]
"""Digest, group and place of an item."""


class Placed(Struct, frozen=True):
    """What a drawing reads of an item."""

    id: str
    group: str


class Drawing(Struct, frozen=True):
    """The items that were drawn of a pattern, and of how many."""

    places: tuple[int, ...]
    """In the pattern's file, from 0, in order."""
    items: int
    groups: int


def draw(folder: Path, pattern: str, limit: int, seed: int, first: str = "") -> Drawing:
    """Draw so many items of a pattern's file, or all if there are no more.

    *first* is the pattern of the first language, where this one is its variant in another.
    """
    groups: dict[str, str] = {}
    kept: list[Candidate] = []
    place = -1
    for place, item in enumerate(folders.read_items(folder, pattern, Placed)):
        if item.group not in groups:
            groups[item.group] = terms.digest(str(seed), item.group)
        id = (first or pattern) + item.id.removeprefix(pattern)
        kept.append((terms.digest(str(seed), id), item.group, place))
        if len(kept) > 2 * limit + _ROOM:
            kept = _first(kept, groups, limit)
    drawn = sorted(place for _, _, place in _first(kept, groups, limit))
    return Drawing(tuple(drawn), place + 1, len(groups))


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
