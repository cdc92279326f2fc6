"""Dealing items to train, validation and test, so that no key stands in two splits.

Every split is to hold its share of each *stratum*: of a pattern's items, of texts (alignments) of
those of one group whose rarest relation is the same.

Real graphs hang together: on Wikidata most items are one component. Such a component is cut by
leaving items out. Items are joined one after another, those with the fewest neighbours first, and
an item that would make a component too large for some stratum stays aside. Components go, largest
first, to the split that lacks most of its share. Then every item aside goes where its keys are, or,
where they are in two splits, is left out. The largest component allowed is tried from "whole" down
(``CUTS``); of the deals that test most patterns, the one that keeps most items and fills the shares
best is taken. A simpler rule, to
deal the keys themselves by hash and leave out what crosses, loses 32 to 73 % of the items of the
Wikidata graph of 525,632 facts; this one 0 to 7 %.

By *popularity* an item's place is given: the items of a pattern, texts among them, are ordered by
the mean degree of their entities. The first share of them is train, the last test, and of a few
items the last one. Bonded items of two strata cannot both stay: those of the last split are placed
first.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import terms
from kgforge.benchmark.splits import BONDS, SPLITS, TEST, Plan, digest, mean_degree
from kgforge.schema import Item, Skip

LEFT_OUT: Final = "bonded to two splits"
"""Why an item is in no split."""
CUTS: Final = tuple(2 ** (-step / 2) for step in range(12))
"""The largest component, as a share of a stratum's items: whole, 0.71, a half, …"""


class Tied(Struct, frozen=True):
    """What dealing knows of an item."""

    id: str
    stratum: str
    """Of which every split is to hold its share."""
    rank: str
    """SHA-256 (hex) of seed and id: settles ties."""
    keys: tuple[int, ...]
    degree: float
    """Mean degree of its entities."""


class Dealer:
    """Notes items as they stream past, and deals them when all are known.

    Kept of an item are its id, and of each key a short hash and a number.
    """

    def __init__(self, plan: Plan, seed: int) -> None:
        self.plan = plan
        self._seed = str(seed)
        self._numbers: dict[bytes, int] = {}
        self._tied: list[Tied] = []
        self._strata: list[tuple[str, ...]] = []

    def note(self, item: Item) -> None:
        """Take an item's keys down."""
        keys = {
            self._numbers.setdefault(digest(name, key), len(self._numbers))
            for name, keys_of in BONDS[self.plan.kind].items()
            for key in keys_of(item)
        }
        rank = terms.digest(self._seed, item.id)
        self._tied.append(Tied(item.id, "", rank, tuple(sorted(keys)), mean_degree(item)))
        ranked = self.plan.kind == "popularity"
        self._strata.append((item.pattern,) if ranked else _strata_of(item))

    def dealt(self) -> dict[str, str]:
        """Each item's split; those that are left out have none."""
        often = Counter(stratum for strata in self._strata for stratum in strata)
        rarest = [min(strata, key=lambda one: (often[one], one)) for strata in self._strata]
        pairs = zip(self._tied, rarest, strict=True)
        tied = (msgspec.structs.replace(one, stratum=stratum) for one, stratum in pairs)
        return deal(tied, self.plan)


def deal(tied: Iterable[Tied], plan: Plan) -> dict[str, str]:
    """The split of each item, by id, the same in whatever order items come."""
    items = sorted(tied, key=lambda item: item.rank)
    frequency = Counter(key for item in items for key in item.keys)
    items = [_shared(item, frequency) for item in items]
    items.sort(key=lambda item: sum(frequency[key] - 1 for key in item.keys))
    if plan.kind == "popularity":
        return _placed(items, _strata(items, plan))
    totals = Counter(item.stratum for item in items)
    found = (_placed(items, _choice(components(items, cut, totals), plan, totals)) for cut in CUTS)
    return max(
        found,
        key=lambda placed: (_tested(items, placed), _worth(items, placed, plan, totals)),
    )


def _tested(items: Iterable[Tied], placed: Mapping[str, str]) -> int:
    """Count the patterns of which something is tested: a small one may lie on one side."""
    return len({item.stratum.partition(" ")[0] for item in items if placed.get(item.id) == TEST})


def _shared(item: Tied, frequency: Mapping[int, int]) -> Tied:
    """The item with those keys alone that it shares; with one of its own where it shares none."""
    shared = tuple(key for key in item.keys if frequency[key] > 1)
    return msgspec.structs.replace(item, keys=shared or item.keys[:1])


def components(items: Sequence[Tied], cut: float, totals: Mapping[str, int]) -> list[list[Tied]]:
    """Items that share keys, joined in their order; what would be too large stays aside.

    A component holds at most the share *cut* of any stratum's items, and at least one. With 1 none
    stays aside, and these are the connected components.
    """
    from scipy.cluster.hierarchy import DisjointSet

    sets = DisjointSet({key for item in items for key in item.keys})
    sizes: dict[int, Counter[str]] = {}
    joined = []
    for item in items:
        roots = sorted({sets[key] for key in item.keys})
        size = sum((sizes[root] for root in roots if root in sizes), Counter({item.stratum: 1}))
        if any(count > max(1, cut * totals[stratum]) for stratum, count in size.items()):
            continue
        for root in roots[1:]:
            sets.merge(roots[0], root)
        sizes[sets[roots[0]]] = size
        joined.append(item)
    found = defaultdict(list)
    for item in joined:
        found[sets[item.keys[0]]].append(item)
    return list(found.values())


def _choice(found: Sequence[list[Tied]], plan: Plan, totals: Mapping[str, int]) -> dict[str, str]:
    """A split for each component: the one that lacks most of its shares; the largest first."""
    # The first of equals is taken: where there is little to deal, test comes before validation.
    ordered = sorted(plan.shares, key=lambda one: (-plan.shares[one], -SPLITS.index(one)))
    missing = {split: dict.fromkeys(totals, 1.0) for split in ordered}
    chosen: dict[str, str] = {}
    weighed = [(_weights(component, totals), component) for component in found]
    weighed.sort(key=lambda pair: (-max(pair[0].values()), min(one.rank for one in pair[1])))
    for weights, component in weighed:
        lacks = {
            split: sum(weight * left[stratum] for stratum, weight in weights.items())
            for split, left in missing.items()
        }
        split = max(lacks, key=lacks.__getitem__)
        for stratum, weight in weights.items():
            missing[split][stratum] -= weight * 100 / plan.shares[split]
        chosen.update((item.id, split) for item in component)
    return chosen


def _weights(component: Iterable[Tied], totals: Mapping[str, int]) -> dict[str, float]:
    """Which share of each stratum's items a component holds."""
    counts = Counter(item.stratum for item in component)
    return {stratum: counts[stratum] / totals[stratum] for stratum in sorted(counts)}


def _strata(items: Iterable[Tied], plan: Plan) -> dict[str, str]:
    """A split for each item by its place among those of its stratum, the most popular first.

    The last is always tested, however few there are.
    """
    of_stratum = defaultdict(list)
    for item in sorted(items, key=lambda item: (-item.degree, item.rank)):
        of_stratum[item.stratum].append(item.id)
    ends = list(_ends(plan.shares))
    placed = {
        id: next(split for split, end in ends if 50 * (2 * place + 1) < end * len(ids))
        for ids in of_stratum.values()
        for place, id in enumerate(ids)
    }
    return placed | {ids[-1]: TEST for ids in of_stratum.values()}


def _ends(shares: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    end = 0
    for split, share in shares.items():
        end += share
        yield split, end


def _placed(items: Sequence[Tied], chosen: Mapping[str, str]) -> dict[str, str]:
    """Each item in the split chosen for it, else where its keys are; left out where both differ."""
    owners: dict[int, str] = {}
    placed: dict[str, str] = {}
    last_first = {split: place for place, split in enumerate(reversed(SPLITS))}
    order = {id: last_first[split] for id, split in chosen.items()}
    for item in sorted(items, key=lambda item: order.get(item.id, len(SPLITS))):
        splits = {owners[key] for key in item.keys if key in owners}
        if item.id in chosen:
            splits.add(chosen[item.id])
        if len(splits) == 1:
            [placed[item.id]] = splits
            owners.update(dict.fromkeys(item.keys, placed[item.id]))
    return placed


def _worth(
    items: Iterable[Tied], placed: Mapping[str, str], plan: Plan, totals: Mapping[str, int]
) -> float:
    """How full the splits are of their shares, times the share kept: summed over strata."""
    held = {stratum: Counter[str]() for stratum in sorted(totals)}
    for item in items:
        if item.id in placed:
            held[item.stratum][placed[item.id]] += 1
    return sum(
        counts.total()
        / totals[stratum]
        * sum(
            min(1.0, counts[split] * 100 / (share * totals[stratum]))
            for split, share in plan.shares.items()
        )
        for stratum, counts in held.items()
    )


def parted(items: Iterable[Item], dealt: Mapping[str, str]) -> Iterator[Item | Skip]:
    """The items with their splits, and a Skip for each that has none."""
    for item in items:
        if split := dealt.get(item.id):
            yield msgspec.structs.replace(item, split=split)
        else:
            yield Skip(LEFT_OUT, f"item {item.id}")


def _strata_of(item: Item) -> tuple[str, ...]:
    """Those to which an item may count: its pattern; of texts with the group and a relation."""
    if item.text is None:
        return (item.pattern,)
    relations = dict.fromkeys(fact.predicate.id for fact in item.facts) or {"": None}
    return tuple(sys.intern(f"{item.pattern} {item.group} {one}") for one in relations)
