"""The parts of a pattern's items that are scored: all, each wording, strata, bins, groups."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from kgforge.scoring import popularity
from kgforge.scoring.judging import Judged
from kgforge.scoring.notes import Note
from kgforge.scoring.outcomes import Wording, best, wordings

FULLY: Final = "all_roles"
"""The metric of which there is a histogram by degree."""

ORACLE: Final = Note("other", "oracle: a fact is hit when any of its wordings hits it")


class Slice(Struct, frozen=True):
    """A part of a pattern's items, in chosen wordings."""

    group: str | None
    by: dict[str, str]
    chosen: list[tuple[Judged, list[Wording]]]
    """Only items that have a wording here."""
    notes: tuple[Note, ...] = ()
    only: str | None = None
    """The one metric that is wanted of it; None: all."""

    @property
    def wordings(self) -> int:
        """Wordings of all items together."""
        return sum(len(wordings) for _, wordings in self.chosen)

    @property
    def weight(self) -> float:
        """Items for each wording: 1 where items have one wording each."""
        return len(self.chosen) / self.wordings if self.chosen else 1.0


def slices(items: Sequence[Judged], own: str) -> Iterator[Slice]:
    """All items; each wording alone; the best of each fact; by popularity; each group."""
    groups: dict[str, list[Judged]] = defaultdict(list)
    for judged in items:
        groups[judged.item.group].append(judged)
    whole = _slice(None, items)
    yield whole
    most = max((len(found) for _, found in whole.chosen), default=0)
    if most > 1:
        for turn in range(most):
            alone = [(each, found[turn : turn + 1]) for each, found in whole.chosen]
            yield Slice(None, {"prompt": str(turn)}, [pair for pair in alone if pair[1]])
        yield _oracle(whole)
    yield from _by_degree(whole, items, own)
    for group in sorted(groups):
        part = _slice(group, groups[group])
        yield part
        if most > 1:
            yield _oracle(part, own)


def _oracle(part: Slice, only: str | None = None) -> Slice:
    chosen = [(each, [best(each)]) for each, _ in part.chosen]
    return Slice(part.group, {"prompts": "best"}, chosen, (ORACLE,), only)


def _by_degree(whole: Slice, items: Sequence[Judged], own: str) -> Iterator[Slice]:
    """Strata of all items whose degrees are known, asked or not; then the bins of a histogram."""
    means = {
        judged.item.id: degree
        for judged in items
        if (degree := popularity.mean_degree(judged.item.provenance.degrees)) is not None
    }
    strata = popularity.strata(means)
    for name in sorted(set(strata.values())) if len(set(strata.values())) > 1 else ():
        chosen = [pair for pair in whole.chosen if strata.get(pair[0].item.id) == name]
        yield Slice(None, {"stratum": name}, chosen, only=own)
    bins: dict[int, list[tuple[Judged, list[Wording]]]] = defaultdict(list)
    for pair in whole.chosen:
        if pair[0].item.id in means:
            bins[popularity.bin_of(means[pair[0].item.id])].append(pair)
    for number in sorted(bins):
        by = {"degree": popularity.bin_name(number)}
        yield Slice(None, by, bins[number], only=FULLY)


def _slice(group: str | None, items: Sequence[Judged]) -> Slice:
    chosen = [(judged, found) for judged in items if (found := wordings(judged))]
    return Slice(group, {}, chosen, tuple(_left_out(items)))


def _left_out(items: Sequence[Judged]) -> Iterator[Note]:
    unasked = sum(not judged.asked for judged in items)
    if unasked:
        yield Note("other", f"{unasked} of {len(items)} items not asked")
    incomplete = sum(judged.asked and not judged.complete for judged in items)
    if incomplete:
        yield Note("other", f"{incomplete} items left out, for want of an answer to some fact")
    errors = Counter(error for judged in items for error in judged.errors)
    for error, times in sorted(errors.items()):
        yield Note("other", f"{times} prompts {error}")
