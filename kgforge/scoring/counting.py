"""Numerators and denominators of metrics over items, and their intervals."""

from collections import Counter
from collections.abc import Mapping, Sequence

from kgforge import metrics, statistics
from kgforge.metrics import Outcome, Part
from kgforge.schema import KS
from kgforge.scoring.judging import Judged
from kgforge.scoring.notes import Note
from kgforge.scoring.outcomes import outcome, wordings
from kgforge.scoring.slices import Slice


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
        self, part: Slice, k: int, metric: str, role: str | None, ratio: tuple[float, float]
    ) -> tuple[float | None, float | None, tuple[Note, ...]]:
        """The interval of a ratio of sums, and how it was made where that has to be said.

        Wilson's takes as many trials for each wording as there are items.
        """
        if not self._metrics[metric].DEFINITION.mean:
            numerator, denominator = ratio
            return *statistics.wilson(numerator * part.weight, denominator * part.weight), ()
        over, clusters = self._clusters(part, k, metric, role)
        means = [numerator / denominator for numerator, denominator in clusters]
        sizes = [denominator for _, denominator in clusters]
        if statistics.are_alike(means):
            said = Note("interval", f"interval by Wilson over {len(clusters)} {over}, all alike")
            return *statistics.alike(means[0], sizes), (said,)
        said = Note("interval", f"interval by bootstrap over {len(clusters)} {over}")
        return *statistics.cluster_bootstrap(means, sizes), (said,)

    def _clusters(
        self, part: Slice, k: int, metric: str, role: str | None
    ) -> tuple[str, list[tuple[float, float]]]:
        """Numerator and denominator of each group, or within one group of each item."""
        groups = len({judged.item.group for judged, _ in part.chosen})
        sums: dict[str, tuple[float, float]] = {}
        for judged, chosen in part.chosen:
            cluster = judged.item.group if groups > 1 else judged.item.id
            for wording in chosen:
                for name, counted in self._counted(outcome(judged, wording, k, self._own)):
                    if (name, counted.role) == (metric, role):
                        numerator, denominator = sums.get(cluster, (0.0, 0.0))
                        sums[cluster] = (
                            numerator + counted.numerator,
                            denominator + counted.denominator,
                        )
        found = [
            (numerator, denominator) for numerator, denominator in sums.values() if denominator
        ]
        return ("groups" if groups > 1 else "items"), found

    def _counted(self, each: Outcome) -> list[tuple[str, Part]]:
        if each not in self._parts:
            self._parts[each] = [
                (name, counted)
                for name, metric in self._metrics.items()
                for counted in metric.counts(each)
            ]
        return self._parts[each]
