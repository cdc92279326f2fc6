"""Numerators and denominators of metrics over items, and their intervals."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from kgforge import metrics, statistics
from kgforge.metrics import Outcome, Part
from kgforge.schema import KS
from kgforge.scoring.judging import Judged
from kgforge.scoring.outcomes import Kind, outcome, shares, wordings
from kgforge.scoring.slices import Slice

TARGET: Final = "target_hit"
"""The metric that counts the mined object alone."""

_Rows = dict[tuple[str, str | None], dict[int, tuple[float, float]]]
"""Numerator and denominator of each item, by metric and role, then by its place in a slice."""


class Headline:
    """A pattern's own metric over all its items, counted while these stream past.

    Few outcomes differ, so that memory is bounded, and each is counted out once.
    """

    def __init__(self, metric: str, ks: Sequence[int] = KS) -> None:
        self._metric = metric
        self._tallies: dict[int, Counter[Outcome]] = {k: Counter() for k in ks}

    def add(self, judged: Judged) -> None:
        """Count an item in each of its wordings."""
        for wording in wordings(judged):
            for k, tally in self._tallies.items():
                tally[outcome(judged, wording, k, self._metric)] += 1

    def ratios(self) -> dict[int, tuple[float, float]]:
        """Numerator and denominator at each k."""
        count = Counting(self._metric, [self._metric])
        return {k: count.totals(tally)[self._metric, None] for k, tally in self._tallies.items()}


class Counting:
    """Applies metrics to outcomes; few outcomes differ, so that each is counted out once."""

    def __init__(self, own: str, names: Sequence[str]) -> None:
        self._own = own
        self._metrics = {name: metrics.load(name) for name in names}
        self._parts: dict[Outcome, list[tuple[str, Part]]] = {}
        self._last: tuple[Slice, int, _Rows] | None = None
        self._shared: tuple[Slice, int, dict[Kind, list[tuple[str, float]]]] | None = None

    def sums(self, part: Slice, k: int) -> dict[tuple[str, str | None], tuple[float, float]]:
        """What ``totals`` says of a slice."""
        return self.totals(
            Counter(
                outcome(judged, wording, k, self._own)
                for judged, chosen in part.chosen
                for wording in chosen
            ),
            part.only,
        )

    def needs_tokens(self, metric: str) -> bool:
        """Whether a metric is counted token by token."""
        return self._metrics[metric].DEFINITION.needs_tokens

    def totals(
        self, tally: Mapping[Outcome, int], only: str | None = None
    ) -> dict[tuple[str, str | None], tuple[float, float]]:
        """Numerator and denominator of each metric, for the whole (None) and for each role.

        *only* names the one metric that is wanted; None: all.
        """
        sums: dict[tuple[str, str | None], tuple[float, float]]
        sums = {(name, None): (0.0, 0.0) for name in self._metrics if only in (None, name)}
        for each, times in tally.items():
            for name, counted in self._counted(each):
                if (name, None) not in sums:
                    continue
                numerator, denominator = sums.get((name, counted.role), (0.0, 0.0))
                sums[name, counted.role] = (
                    numerator + times * counted.numerator,
                    denominator + times * counted.denominator,
                )
        return sums

    def interval(
        self, part: Slice, k: int, metric: str, role: str | None
    ) -> tuple[float | None, float | None, float]:
        """Return the interval of a ratio of sums, and how many independent items it is worth.

        An item counts its mean over its wordings, which are no independent trials.
        """
        rows = self._rows(part, k).get((metric, role), {})
        numerators, denominators = [0.0] * len(part.chosen), [0.0] * len(part.chosen)
        for place, (numerator, denominator) in rows.items():
            numerators[place] = numerator * part.weight
            denominators[place] = denominator * part.weight
        return statistics.ratio_interval(
            numerators, denominators, part.ties(role), self._shares(part, k, metric, role)
        )

    def interval_of_groups(
        self, part: Slice, k: int, metric: str
    ) -> tuple[float | None, float | None, float]:
        """Return the interval of the mean over the groups of a slice, and what it is worth.

        The mean is a ratio in which each item weighs as one of its group's denominator.
        """
        rows = self._rows(part, k).get((metric, None), {})
        sums: dict[str, float] = defaultdict(float)
        for place, (_, denominator) in rows.items():
            sums[part.groups[place]] += denominator
        numerators, denominators = [0.0] * len(part.chosen), [0.0] * len(part.chosen)
        for place, (numerator, denominator) in rows.items():
            if of_group := sums[part.groups[place]]:
                numerators[place] = numerator / of_group
                denominators[place] = denominator / of_group
        shares = self._shares(part, k, metric, None)
        return statistics.ratio_interval(numerators, denominators, part.ties_of_groups, shares)

    def _shares(self, part: Slice, k: int, metric: str, role: str | None) -> list[float]:
        """How the model did on each fact of each item; of the last slice they are kept."""
        if self._shared is None or self._shared[0] is not part or self._shared[1] != k:
            self._shared = part, k, {}
        kind: Kind = "target" if metric == TARGET else "hit"
        kind = "tokens" if self.needs_tokens(metric) else kind
        if kind not in self._shared[2]:
            self._shared[2][kind] = [
                (fact.role, share)
                for judged, chosen in part.chosen
                for fact, share in zip(judged.item.facts, shares(chosen, k, kind), strict=True)
            ]
        return [share for of, share in self._shared[2][kind] if role in (None, of)]

    def _rows(self, part: Slice, k: int) -> _Rows:
        """What each item adds to each metric, over its wordings; of the last slice it is kept."""
        if self._last is None or self._last[0] is not part or self._last[1] != k:
            rows: _Rows = {}
            for place, (judged, chosen) in enumerate(part.chosen):
                for wording in chosen:
                    for name, counted in self._counted(outcome(judged, wording, k, self._own)):
                        of_metric = rows.setdefault((name, counted.role), {})
                        numerator, denominator = of_metric.get(place, (0.0, 0.0))
                        of_metric[place] = (
                            numerator + counted.numerator,
                            denominator + counted.denominator,
                        )
            self._last = part, k, rows
        return self._last[2]

    def _counted(self, each: Outcome) -> list[tuple[str, Part]]:
        if each not in self._parts:
            self._parts[each] = [
                (name, counted)
                for name, metric in self._metrics.items()
                for counted in metric.counts(each)
            ]
        return self._parts[each]
