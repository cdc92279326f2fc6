"""A run's answers into scores: for each pattern, group, metric and k, a ratio with its interval.

**Wordings.** An item is scored once for each wording: its facts' prompts are taken in step, the
first of each, then the second …; a fact with fewer prompts, or with fewer that the model could be
asked, starts again. The score without slice (``by`` is {}) is pooled: numerator and denominator are
summed over items and wordings. Wordings of one item are no independent trials, so the interval is
that of as many trials as one wording for each item would give. Beside it stand each wording's own
score (``prompt``: its number from 0), the mean of these (``prompts``: ``mean``) and ``prompts``:
``best``, for which a fact is hit when any of its wordings hits it: an oracle, and the way of
*Rethinking Language Models as Symbolic Knowledge Graphs*, §4.1.

**Popularity.** Where items say the degrees of their entities, a pattern's own metric is also given
by ``stratum`` of mean degree (``popularity.strata``, fixed by all items of the benchmark), and the
share of items on which the model is right throughout (``all_roles``) by ``degree``, bins of a
histogram: ``items`` of such a score is how many items the bin has, asked and answered.

**Items.** An item counts when each of its facts has an answer; others are left out and counted in
the note. **Undefined** (0/0) is None. **Intervals** are Wilson's, 95 %; for the mean over groups
(``average``: ``macro``), and for a mean of shares over items, a bootstrap over groups, or over
items where there is but one group.
"""

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from kgforge import files, metrics, ontology, plugins, statistics
from kgforge.errors import BenchmarkError
from kgforge.extraction import Mode, likeness
from kgforge.metrics import FactHit, Outcome, Part
from kgforge.schema import Score
from kgforge.scoring import judging, popularity
from kgforge.scoring import written as grading
from kgforge.scoring.judging import Judged, Mark

SMALL: Final = 30
"""A denominator below this is warned of: an interval is then wider than most differences."""

KS: Final = (1, 3, 5)
"""How many of a model's answers are read, where nothing else is asked for."""

BY_RANK: Final = ("hit", "target_hit")
"""Metrics that have a chance level when candidates are ranked."""

FULLY: Final = "all_roles"
"""The metric of which there is a histogram by degree."""

NAMED_FALSE: Final = "named, though false"
"""The note of a role's rates where its facts must not hold."""

FRACTIONAL: Final = (
    "the paper's fractional way: the mean share of the target's tokens, each at its own mask, "
    "where the other figures want every token"
)
"""The note of what is counted token by token."""

Wording = tuple[Mark, ...]
"""One mark for each fact of an item."""


def score_run(
    run: Path,
    benchmark: Path,
    ks: Sequence[int] = KS,
    *,
    legacy: bool = False,
    semantic: str | None = None,
) -> list[Score]:
    """Score a run's responses, in a fixed order: pattern, group (all first), metric, k, slice.

    A pattern's own metric comes first. *legacy* matches answers as published evaluations do, and
    says so in ``by``. Raises BenchmarkError for a run or benchmark that is missing, damaged or does
    not belong together, AddressError for a metric that is none.
    """
    manifest = judging.read_manifest(benchmark)
    own = own_metrics(manifest)
    found: list[Score] = []
    for pattern, items in judging.judge_run(run, benchmark, legacy=legacy).items():
        found.extend(_score_pattern(pattern, own[pattern], items, ks))
    found = [_legacy(score) for score in found] if legacy else found
    written = judging.written_run(run, benchmark)
    modes = _modes(semantic, legacy=legacy) if written else {}
    for pattern, texts in written.items():
        found += grading.grade_texts(pattern, texts, ontology.read_all(benchmark), modes)
    return found


def score(
    responses: Path | str,
    benchmark: Path | str,
    out: Path,
    *,
    legacy: bool = False,
    semantic: str | None = None,
) -> list[Score]:
    """Score answers without the model that gave them, and write the file *out*.

    *responses* is a run's folder, or ``FORMAT:PATH``: a system's outputs on a data set of that
    layout, which *benchmark* then names, with or without ``FORMAT:``. *semantic* names a similarity
    (``demonstrations.similarity``) by which written triples are matched besides. Raises as
    ``score_run`` or ``grading.grade_outputs`` does, and OutputError when *out* cannot be written.
    """
    if plugins.split(str(responses))[0] and not Path(responses).exists():
        _, folder = plugins.split(str(benchmark))
        modes = _modes(semantic, legacy=legacy)
        scores = grading.grade_outputs(str(responses), Path(folder), modes=modes)
    else:
        run = Path(responses)
        scores = score_run(run, Path(benchmark), ks_of(run), legacy=legacy, semantic=semantic)
    write_scores(scores, out)
    return scores


def _modes(similarity: str | None, *, legacy: bool) -> dict[str, Mode]:
    """The ways in which written triples are scored: strictly, as published, by likeness."""
    modes = {grading.LEGACY: grading.MODES[grading.LEGACY]} if legacy else dict(grading.MODES)
    if similarity is not None:
        modes[likeness.label(similarity)] = likeness.mode(similarity)
    return modes


def ks_of(run: Path) -> tuple[int, ...]:
    """The ks that a run was made for: beyond them its lists of answers end. KS where none is said.

    Raises BenchmarkError when ``run.json`` is missing or damaged.
    """
    said = judging.read_json(run / "run.json", "name a folder that kgforge probe has written")
    return tuple(said.get("ks") or KS)


def _legacy(score: Score) -> Score:
    return msgspec.structs.replace(score, by={**score.by, grading.MATCHING: grading.LEGACY})


def own_metrics(manifest: Mapping[str, Any]) -> dict[str, str]:
    """The metric of each pattern. Raises BenchmarkError where the manifest names none."""
    own = {}
    for pattern in manifest.get("patterns", []):
        if not pattern.get("metric"):
            raise BenchmarkError(f"the manifest names no metric for pattern {pattern['name']!r}")
        own[pattern["name"]] = pattern["metric"]
    return own


def write_scores(scores: Iterable[Score], path: Path) -> None:
    """Write scores as a JSON array, one score to a line; whole or not at all."""
    lines = b",\n".join(map(msgspec.json.encode, scores))
    with files.writing_file(path) as temporary:
        temporary.write_bytes(b"[\n" + lines + b"\n]\n")


def read_scores(path: Path) -> list[Score]:
    """Read ``scores.json``. Raises BenchmarkError when it is missing or damaged."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[Score])
    except OSError as error:
        raise BenchmarkError(
            f"cannot read {path} ({error.strerror}): probe or score first"
        ) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BenchmarkError(f"{path} is no list of scores: {error}") from error


def pooled(scores: Iterable[Score]) -> dict[tuple[str, str, int | None], Score]:
    """The scores without slice, of all groups together, by pattern, metric and k."""
    return {
        (score.pattern, score.metric, score.k): score
        for score in scores
        if score.group is None and not score.by
    }


def wordings(judged: Judged) -> list[Wording]:
    """The wordings of an item: its facts' marks in step; none when a fact has no answer."""
    if not judged.complete:
        return []
    most = max(map(len, judged.marks))
    return [tuple(marks[turn % len(marks)] for marks in judged.marks) for turn in range(most)]


def best(judged: Judged) -> Wording:
    """For each fact the best rank that any of its wordings has, and the tokens' ranks of all."""
    return tuple(
        Mark(
            0,
            min(mark.rank for mark in marks),
            min(mark.target for mark in marks),
            tokens=tuple(itertools.chain.from_iterable(mark.tokens for mark in marks)),
        )
        for marks in judged.marks
    )


def outcome(judged: Judged, wording: Wording, k: int, metric: str) -> Outcome:
    """How the model did on an item in one wording, at one k."""
    return Outcome(
        tuple(
            FactHit(fact.role, fact.holds, mark.rank <= k, mark.target <= k, mark.share(k))
            for fact, mark in zip(judged.item.facts, wording, strict=True)
        ),
        metric,
    )


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
        count = _Counting(self._metric, [self._metric])
        return {k: count.totals(tally)[self._metric, None] for k, tally in self._tallies.items()}


class _Slice(Struct, frozen=True):
    """A part of a pattern's items, in chosen wordings."""

    group: str | None
    by: dict[str, str]
    chosen: list[tuple[Judged, list[Wording]]]
    """Only items that have a wording here."""
    notes: tuple[str, ...] = ()
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


def _score_pattern(
    pattern: str, own: str, items: Sequence[Judged], ks: Sequence[int]
) -> list[Score]:
    names = metrics.beside(own, by_token=_by_token(items))
    count = _Counting(own, names)
    slices = list(_slices(items, own))
    scores = [score for part in slices for k in ks for score in _ratios(pattern, part, k, count)]
    scores += _means(scores)
    place = {name: index for index, name in enumerate(names)}
    return sorted(
        scores, key=lambda s: (s.group is not None, s.group or "", place[s.metric], s.k or 0)
    )


def _by_token(items: Sequence[Judged]) -> bool:
    """Whether any target was asked token by token."""
    return any(mark.tokens for judged in items for marks in judged.marks for mark in marks)


def _slices(items: Sequence[Judged], own: str) -> Iterator[_Slice]:
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
            yield _Slice(None, {"prompt": str(turn)}, [pair for pair in alone if pair[1]])
        yield _oracle(whole)
    yield from _by_degree(whole, items, own)
    for group in sorted(groups):
        part = _slice(group, groups[group])
        yield part
        if most > 1:
            yield _oracle(part, own)


def _oracle(part: _Slice, only: str | None = None) -> _Slice:
    chosen = [(each, [best(each)]) for each, _ in part.chosen]
    note = "oracle: a fact is hit when any of its wordings hits it"
    return _Slice(part.group, {"prompts": "best"}, chosen, (note,), only)


def _by_degree(whole: _Slice, items: Sequence[Judged], own: str) -> Iterator[_Slice]:
    """Strata of all items whose degrees are known, asked or not; then the bins of a histogram."""
    means = {
        judged.item.id: degree
        for judged in items
        if (degree := popularity.mean_degree(judged.item.provenance.degrees)) is not None
    }
    strata = popularity.strata(means)
    for name in sorted(set(strata.values())) if len(set(strata.values())) > 1 else ():
        chosen = [pair for pair in whole.chosen if strata.get(pair[0].item.id) == name]
        yield _Slice(None, {"stratum": name}, chosen, only=own)
    bins: dict[int, list[tuple[Judged, list[Wording]]]] = defaultdict(list)
    for pair in whole.chosen:
        if pair[0].item.id in means:
            bins[popularity.bin_of(means[pair[0].item.id])].append(pair)
    for number in sorted(bins):
        by = {"degree": popularity.bin_name(number)}
        yield _Slice(None, by, bins[number], only=FULLY)


def _slice(group: str | None, items: Sequence[Judged]) -> _Slice:
    chosen = [(judged, found) for judged in items if (found := wordings(judged))]
    return _Slice(group, {}, chosen, tuple(_left_out(items)))


def _left_out(items: Sequence[Judged]) -> Iterator[str]:
    unasked = sum(not judged.asked for judged in items)
    if unasked:
        yield f"{unasked} of {len(items)} items not asked"
    incomplete = sum(judged.asked and not judged.complete for judged in items)
    if incomplete:
        yield f"{incomplete} items left out, for want of an answer to some fact"
    errors = Counter(error for judged in items for error in judged.errors)
    yield from (f"{times} prompts {error}" for error, times in sorted(errors.items()))


class _Counting:
    """Applies metrics to outcomes; few outcomes differ, so that each is counted out once."""

    def __init__(self, own: str, names: Sequence[str]) -> None:
        self._own = own
        self._metrics = {name: metrics.load(name) for name in names}
        self._parts: dict[Outcome, list[tuple[str, Part]]] = {}

    def sums(self, part: _Slice, k: int) -> dict[tuple[str, str | None], tuple[float, float]]:
        """What ``totals`` says of a slice."""
        return self.totals(
            Counter(
                outcome(judged, wording, k, self._own)
                for judged, chosen in part.chosen
                for wording in chosen
            ),
            part.only,
        )

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
        self, part: _Slice, k: int, metric: str, role: str | None, ratio: tuple[float, float]
    ) -> tuple[float | None, float | None, str]:
        """The interval of a ratio of sums, and how it was made where that has to be said.

        Wilson's takes as many trials for each wording as there are items.
        """
        if not self._metrics[metric].DEFINITION.mean:
            numerator, denominator = ratio
            return *statistics.wilson(numerator * part.weight, denominator * part.weight), ""
        over, clusters = self._clusters(part, k, metric, role)
        means = [numerator / denominator for numerator, denominator in clusters]
        sizes = [denominator for _, denominator in clusters]
        said = f"interval by bootstrap over {len(clusters)} {over}"
        return *statistics.cluster_bootstrap(means, sizes), said

    def _clusters(
        self, part: _Slice, k: int, metric: str, role: str | None
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


def _ratios(pattern: str, part: _Slice, k: int, count: _Counting) -> Iterator[Score]:
    """The scores of a slice at one k; those of roles only where the slice is a whole or a group."""
    false = set() if part.by else _false_roles(part)
    for (metric, role), (numerator, denominator) in count.sums(part, k).items():
        if role is not None and part.by:
            continue
        notes = [NAMED_FALSE] if role in false else []
        low, high, said = count.interval(part, k, metric, role, (numerator, denominator))
        yield Score(
            pattern=pattern,
            group=part.group,
            metric=metric,
            k=k,
            by=part.by if role is None else {"role": role},
            numerator=numerator,
            denominator=denominator,
            value=numerator / denominator if denominator else None,
            low=low,
            high=high,
            items=len(part.chosen),
            note="; ".join(
                filter(None, (*notes, *_notes(part, metric, k, role, denominator), said))
            ),
        )


def _false_roles(part: _Slice) -> set[str]:
    """The roles of facts that must not hold."""
    facts = (fact for judged, _ in part.chosen for fact in judged.item.facts)
    return {fact.role for fact in facts if fact.holds is False}


def _notes(
    part: _Slice, metric: str, k: int, role: str | None, denominator: float
) -> Iterator[str]:
    trials = denominator * part.weight
    if trials < SMALL:
        yield f"small denominator ({trials:.3g})"
    if part.weight < 1:
        yield f"{part.wordings} wordings of {len(part.chosen)} items pooled"
    if metric in BY_RANK:
        yield from _chance(part, k, role)
    if metrics.definition(metric).needs_tokens:
        yield FRACTIONAL
    yield from part.notes


def _chance(part: _Slice, k: int, role: str | None) -> Iterator[str]:
    """What a model hits by chance of the facts that BY_RANK metrics count and that were ranked.

    For the whole these are the facts that hold or are implied, for a role all of that role.
    """
    counted = [
        mark.candidates
        for judged, chosen in part.chosen
        for wording in chosen
        for fact, mark in zip(judged.item.facts, wording, strict=True)
        if (fact.holds is not False if role is None else fact.role == role)
    ]
    if sizes := [size for size in counted if size]:
        level = math.fsum(min(k / size, 1) for size in sizes) / len(sizes)
        some = "" if len(sizes) == len(counted) else f" for {len(sizes)} of {len(counted)} facts"
        mean = math.fsum(sizes) / len(sizes)
        yield f"{mean:.4g} candidates ranked{some}, by chance {level:.3f}"


def _means(scores: Sequence[Score]) -> Iterator[Score]:
    """Means of scores: over groups, with an interval, and over wordings."""
    found: dict[tuple[str, int | None, str], list[Score]] = defaultdict(list)
    for score in scores:
        if score.group is not None and not score.by:
            found[score.metric, score.k, "groups"].append(score)
        elif "prompt" in score.by:
            found[score.metric, score.k, "wordings"].append(score)
    for (_, _, over), each in found.items():
        yield _mean(each, over)


def _mean(scores: Sequence[Score], over: str) -> Score:
    """The mean of scores that are defined: numerator their sum, denominator their number."""
    values = [score.value for score in scores if score.value is not None]
    low, high = statistics.cluster_bootstrap(values) if over == "groups" else (None, None)
    note = f"mean over {len(values)} {over}"
    if len(values) < len(scores):
        note += f"; {len(scores) - len(values)} undefined"
    count = sum if over == "groups" else max
    return msgspec.structs.replace(
        scores[0],
        group=None,
        by={"average": "macro"} if over == "groups" else {"prompts": "mean"},
        numerator=math.fsum(values),
        denominator=float(len(values)),
        value=math.fsum(values) / len(values) if values else None,
        low=low,
        high=high,
        items=count(score.items for score in scores),
        note=note,
    )
