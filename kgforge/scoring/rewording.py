"""The same facts in several wordings: how each does, and whether one does better than another.

A wording is what one generator made of a fact (``Prompt.generator``): its template, a translation
of the whole sentence. Of each stand, by ``generator``,

- ``hit`` at each k, and ``mean_rank`` where candidates were ranked: of each group, and the mean
  over groups (``average``: ``macro``), each group counted once.

Each later wording is held against each earlier one (``against``), on the facts that were asked in
both, and at each k:

- ``wording_gain``: the mean over groups of the differences of their hit rates, with an interval by
  a bootstrap over groups, the same groups drawn for both: paired;
- ``wording_only``: of the facts that just one of them has right, how many this one has, with
  McNemar's exact p;
- ``fluency_pearson``, where it is known how fluent each is: how the gains of groups go with their
  gains in fluency, with Fisher's interval.

A fact that recurs in items (the first step of many paths) is one question, and counts once in each
wording, in a group and in all: as it was answered first, in the order of items.
"""

import itertools
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Final

from msgspec import UNSET, Struct

from kgforge import metrics, statistics
from kgforge.metrics import FactHit, Outcome
from kgforge.schema import Score
from kgforge.scoring import notes, posed, slices
from kgforge.scoring.asked import AskedFact
from kgforge.scoring.fluency import UNKNOWN, Fluency
from kgforge.scoring.judging import Judged
from kgforge.scoring.notes import SMALL

METRICS: Final = ("hit", "mean_rank", "wording_gain", "wording_only", "fluency_pearson")
HIT, RANK, GAIN, ONLY, FLUENCY = METRICS
GENERATOR: Final = "generator"
AGAINST: Final = "against"
"""What a comparison's slice calls the wording that another is held against."""


class Worded(Struct, frozen=True):
    """A fact in one wording."""

    item: str
    group: str
    fact: int
    """Which of the item's facts."""
    generator: str
    rank: float
    """Of what is right; inf: nowhere."""
    is_ranked: bool = True
    """Whether candidates were ranked."""
    fluency: float | None = None
    """The higher, the more fluent; None: not known."""
    about: tuple[str, ...] = ()
    """What is asked, whichever item asks it; empty: nothing else asks it."""

    @property
    def question(self) -> tuple[str, ...]:
        """What is asked: the same for all that count as one."""
        return self.about or (self.item, str(self.fact))

    def hit(self, k: int) -> FactHit:
        """As metrics read it."""
        rank = self.rank if self.is_ranked else None
        found = self.rank <= k
        return FactHit("", holds=True, hit=found, target=found, rank=rank)


Facts = Mapping[tuple[str, int], Worded]
"""The facts that one generator worded, by item and place in it."""


def words(items: Sequence[Judged], fluency: Fluency = UNKNOWN) -> Iterator[Worded]:
    """What a run answered to each generator, in the first wording of each; of one form alone."""
    for judged in posed.first(items):
        for at, (fact, marks) in enumerate(zip(judged.item.facts, judged.marks, strict=True)):
            if fact.holds is False:
                continue
            seen: set[str] = set()
            for mark in marks:
                prompt = fact.prompts[mark.prompt]
                generator = prompt.generator
                if generator not in seen:
                    seen.add(generator)
                    yield Worded(
                        judged.item.id,
                        judged.item.group,
                        at,
                        generator,
                        mark.rank,
                        mark.candidates > 0,
                        fluency.of(judged.item.id, judged.item.group, generator, prompt.language),
                        about(fact, prompt.slot),
                    )


def about(fact: AskedFact, slot: str) -> tuple[str, ...]:
    """What a prompt asks: which fact, and for which end of it."""
    compared = fact.computed.compared if fact.computed else ()
    return fact.subject.id, fact.predicate.id, fact.object.id, slot, *compared


def once(found: Iterable[Worded]) -> list[Worded]:
    """Each question once: the first of those that recur."""
    first: dict[tuple[str, ...], Worded] = {}
    for one in found:
        first.setdefault(one.question, one)
    return list(first.values())


def scores(
    pattern: str, items: Sequence[Judged], ks: Sequence[int], fluency: Fluency = UNKNOWN
) -> Iterator[Score]:
    """The scores of a run's pattern; none where no model worded any of its facts."""
    if "generator" in slices.kinds(posed.first(items)):
        yield from compared(pattern, list(words(items, fluency)), ks)


def compared(
    pattern: str,
    worded: Iterable[Worded],
    ks: Sequence[int],
    by: Mapping[str, str] = {},
    kind: str = GENERATOR,
) -> Iterator[Score]:
    """Each generator by itself, then each pair of them. *by* is put before all slices.

    *kind* is what slices call that by which wordings differ, be it no generator (``language``).
    """
    found: dict[str, dict[tuple[str, int], Worded]] = defaultdict(dict)
    for one in worded:
        found[one.generator][one.item, one.fact] = one
    for generator, facts in found.items():
        yield from alone(pattern, facts, ks, {**by, kind: generator})
    yield from pairs(pattern, found, ks, by, kind)


def pairs(
    pattern: str,
    found: Mapping[str, Facts],
    ks: Sequence[int],
    by: Mapping[str, str] = {},
    kind: str = GENERATOR,
) -> Iterator[Score]:
    """Each pair of wordings, on the facts that were asked in both."""
    for other, this in itertools.combinations(found, 2):
        both = [(found[other][key], found[this][key]) for key in found[this] if key in found[other]]
        if both:
            yield from _pair(pattern, both, ks, {**by, kind: this, AGAINST: other})


# ── One wording ─────────────────────────────────────────────────────────────────────────────────
def alone(pattern: str, facts: Facts, ks: Sequence[int], by: Mapping[str, str]) -> Iterator[Score]:
    """One wording by itself: each group, and the mean over groups."""
    groups: dict[str, list[Worded]] = defaultdict(list)
    for one in facts.values():
        groups[one.group].append(one)
    measures: list[tuple[str, int]] = [(HIT, k) for k in ks]
    if all(one.is_ranked for one in facts.values()):
        measures.append((RANK, ks[0]))
    for metric, k in measures:
        of_groups = [
            _ratio(pattern, group, metric, k, by, once(groups[group])) for group in sorted(groups)
        ]
        yield macro(of_groups, (len(once(facts.values())), len(facts)))
        yield from of_groups


def _ratio(
    pattern: str, group: str, metric: str, k: int, by: Mapping[str, str], facts: Sequence[Worded]
) -> Score:
    """A metric of one wording over the facts of a group."""
    counts = metrics.load(metric).counts
    parts = [next(iter(counts(Outcome((one.hit(k),), metric)))) for one in facts]
    numerator = math.fsum(part.numerator for part in parts)
    denominator = sum(part.denominator for part in parts)
    if metric == RANK:
        low, high = statistics.cluster_bootstrap([part.numerator for part in parts])
    else:
        low, high = statistics.wilson(numerator, denominator)
    said = notes.text([notes.small(denominator)] if denominator < SMALL else [])
    return Score(
        pattern=pattern,
        group=group,
        metric=metric,
        k=None if metric == RANK else k,
        by=dict(by),
        numerator=numerator,
        denominator=denominator,
        value=numerator / denominator,
        low=low,
        high=high,
        items=len(facts),
        note=said,
    )


def macro(of_groups: Sequence[Score], counted: tuple[int, int] | None = None) -> Score:
    """The mean over groups, with a bootstrap over them.

    *counted*: so many facts, and how often they were asked; None: each once, in one group.
    """
    every = sum(one.items for one in of_groups)
    distinct, asked = counted or (every, every)
    first = of_groups[0]
    values = [one.value for one in of_groups if one.value is not None]
    return _mean(
        first.pattern,
        first.metric,
        first.k,
        {**first.by, "average": "macro"},
        values,
        distinct,
        asked,
    )


def _mean(
    pattern: str,
    metric: str,
    k: int | None,
    by: dict[str, str],
    values: Sequence[float],
    distinct: int,
    asked: int,
) -> Score:
    if metric == HIT and statistics.are_alike(values):
        low, high = statistics.alike(values[0], [1.0] * len(values))
    else:
        low, high = statistics.cluster_bootstrap(values)
    return Score(
        pattern=pattern,
        group=None,
        metric=metric,
        k=k,
        by=by,
        numerator=math.fsum(values),
        denominator=float(len(values)),
        value=math.fsum(values) / len(values),
        low=low,
        high=high,
        items=distinct,
        note=f"mean over {len(values)} groups{_recurring(distinct, asked)}",
    )


def _recurring(distinct: int, asked: int) -> str:
    """What has to be said where facts recur."""
    return f"; {distinct:,} facts, which recur: asked {asked:,} times" if distinct < asked else ""


# ── Two wordings ────────────────────────────────────────────────────────────────────────────────
Both = tuple[Worded, Worded]
"""A fact in the other wording, and in this one."""


def _pair(
    pattern: str, both: Sequence[Both], ks: Sequence[int], by: dict[str, str]
) -> Iterator[Score]:
    groups: dict[str, list[Both]] = defaultdict(list)
    for pair in both:
        groups[pair[1].group].append(pair)
    of_groups = {group: _pairs_once(groups[group]) for group in sorted(groups)}
    distinct = _pairs_once(both)
    for k in ks:
        gains = [_share(GAIN, of_group, k) for of_group in of_groups.values()]
        yield _mean(pattern, GAIN, k, by, gains, len(distinct), len(both))
        yield _only(pattern, distinct, k, by, len(both))
        yield from _fluent(pattern, of_groups, k, by)


def _pairs_once(both: Iterable[Both]) -> list[Both]:
    """Each question once, as ``once``: the first that was asked in both wordings."""
    first: dict[tuple[str, ...], Both] = {}
    for pair in both:
        first.setdefault(pair[1].question, pair)
    return list(first.values())


def outcome(other: Worded, this: Worded, k: int, metric: str) -> Outcome:
    """A fact in two wordings, as metrics read it."""
    return Outcome((other.hit(k), this.hit(k)), metric)


def _totals(metric: str, pairs: Sequence[Both], k: int) -> tuple[float, float]:
    counts = metrics.load(metric).counts
    parts = [next(iter(counts(outcome(other, this, k, metric)))) for other, this in pairs]
    return sum(part.numerator for part in parts), sum(part.denominator for part in parts)


def _share(metric: str, pairs: Sequence[Both], k: int) -> float:
    numerator, denominator = _totals(metric, pairs, k)
    return numerator / denominator


def _only(pattern: str, both: Sequence[Both], k: int, by: dict[str, str], asked: int) -> Score:
    numerator, denominator = _totals(ONLY, both, k)
    tested = statistics.mcnemar(int(numerator), int(denominator - numerator))
    low, high, p = tested or (None, None, None)
    return Score(
        pattern=pattern,
        group=None,
        metric=ONLY,
        k=k,
        by=by,
        numerator=numerator,
        denominator=denominator,
        value=numerator / denominator if denominator else None,
        low=low,
        high=high,
        items=len(both),
        note=f"McNemar's test, exact; all facts pooled{_recurring(len(both), asked)}",
        p=UNSET if p is None else p,
    )


def _fluent(
    pattern: str,
    of_groups: Mapping[str, Sequence[Both]],
    k: int,
    by: dict[str, str],
) -> Iterator[Score]:
    """How gains go with fluency, over the facts of which it is known, by group."""
    known: dict[str, list[Both]] = defaultdict(list)
    more: dict[str, list[float]] = defaultdict(list)
    for other, this in itertools.chain.from_iterable(of_groups.values()):
        if this.fluency is not None and other.fluency is not None:
            known[this.group].append((other, this))
            more[this.group].append(this.fluency - other.fluency)
    if not known:
        return
    fluent = {group: fmean(more[group]) for group in sorted(known)}
    gains = [_share(GAIN, known[group], k) for group in fluent]
    found = statistics.pearson(list(fluent.values()), gains)
    value, low, high, p = found or (None, None, None, UNSET)
    yield Score(
        pattern=pattern,
        group=None,
        metric=FLUENCY,
        k=k,
        by=by,
        numerator=value or 0.0,
        denominator=float(value is not None),
        value=value,
        low=low,
        high=high,
        items=len({this.question for pairs in known.values() for _, this in pairs}),
        note=f"over {len(fluent)} groups; fluency {fmean(fluent.values()):+.4g} in the mean",
        p=p,
    )
