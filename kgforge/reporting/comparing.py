"""Runs held against one another: which differences their sizes can show, and partial scores.

A difference smaller than the least that such sizes are likely to show (α 0.05, power 0.8) says
nothing either way. Runs are compared item by item, on the items and in the wordings that both
answered (an item counts where they have one in common for each of its facts): a score is a ratio of
sums over items, y to x, of which an item's part is (y - R x) / x̄, R the ratio and x̄ the mean of x
(Cochran 1977, *Sampling Techniques*, 3rd ed., chapter 6). The spread of the differences of two
runs' parts says how sure the difference of their scores is, whether they count the same items or,
as conditional metrics do, others: what they have in common makes it surer. Where both count the
same items, once each, this is McNemar's test. Of sentences whose triples were written an item's
part is its figure, strictly matched, and 0 where it could not be asked. Runs that answered no item
in common, or none in the same words, are two samples. Items that share a question or an entity
are not independent, and count for fewer (``statistics.paired_size``). One comparison is not
corrected for others.
"""

import itertools
import math
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct

from kgforge import metrics, scoring, statistics
from kgforge.extraction import METRICS
from kgforge.forms import Mark
from kgforge.metrics import Outcome, Part
from kgforge.reporting.texts import ShownOutput, ShownText
from kgforge.schema import Score
from kgforge.scoring import Judged, Run, heard
from kgforge.statistics import Ties


class Comparison(Struct, frozen=True):
    """Two runs on one pattern by one metric, at one k."""

    pattern: str
    metric: str
    """The pattern's own; of triples that were written, each of the seven."""
    k: int | None
    """None: of triples that were written."""
    first: int
    second: int
    """Which runs, by their numbers from 0."""
    paired: bool
    """Whether both count some of the same items, in the same words."""
    other_words: bool
    """Whether both answered some of the same items, but none in the same words: what differs may
    then be the wordings."""
    sizes: tuple[float, float]
    """Trials of either: items in the denominator, where each has one wording."""
    difference: float | None
    """The score of the first less that of the second, on the items and in the wordings that both
    answered; None where one is undefined."""
    detectable: float | None
    """The least difference that such sizes are likely to show; None: there is none."""
    low: float | None = None
    high: float | None = None
    """The 95 % interval of the difference."""
    by: dict[str, str] = {}
    """The one form, language, context, generator or prompt to which both are held; or none."""

    @property
    def below(self) -> bool:
        """Whether there is a difference, and it is smaller than what could be shown."""
        least = math.inf if self.detectable is None else self.detectable
        return bool(self.difference) and abs(self.difference or 0) < least


class Correlation(Struct, frozen=True):
    """How partial scores go with scores, over runs (*Rethinking Language Models …*, §4.3)."""

    pattern: str
    k: int
    runs: int
    """Runs in which both are defined."""
    pearson: float | None
    spearman: float | None


class _Counted(Struct, frozen=True):
    """What an item adds to a pattern's own metric, over its wordings."""

    numerator: float
    denominator: float
    wordings: int


_Counts = dict[str, _Counted]
"""Of each item that a run answered, by its id."""


class _Text(Struct, frozen=True):
    """What a run wrote of a sentence; as ``Judged`` has marks, for one fact."""

    marks: tuple[tuple[ShownOutput, ...], ...]

    @property
    def complete(self) -> bool:
        """Whether anything is left."""
        return all(self.marks)


_Answer = Judged | _Text
_Answered = dict[str, _Answer]
"""The items to each of whose facts a run has an answer, and sentences likewise, by their ids."""


class _Met(Struct, frozen=True):
    """What is held against one another of two runs."""

    sides: tuple[_Answered, _Answered]
    alike: bool
    """Whether the sides have the same items in the same words; else they are two samples."""
    other_words: bool


def compare(
    runs: Sequence[Run],
    ks: Sequence[int],
    texts: Mapping[str, Sequence[ShownText]] = types.MappingProxyType({}),
    kinds: Sequence[str] = scoring.KINDS,
) -> list[Comparison]:
    """Each pair of runs on each pattern that both were asked, by pattern, k, run and metric.

    Only at those of *ks* that both runs were made for. *texts* are what the runs wrote
    (``texts.collect``). Where prompts of facts are of several forms, languages or contexts, or in
    the words of a model, runs are compared in each of these, too; with ``prompt`` among *kinds*, in
    each wording.
    """
    if len(runs) < 2:
        return []
    own = runs[0].benchmark.manifest.metrics
    asked: dict[str, dict[int, list[Judged]]] = {pattern: {} for pattern in own}
    for number, run in enumerate(runs):
        for pattern, judged in run.judged.items():
            asked[pattern][number] = judged
    answered: dict[str, dict[int, _Answered]] = {
        pattern: {run: dict(_whole(part)) for run, part in _of_first(of_runs).items()}
        for pattern, of_runs in asked.items()
    }
    for pattern, of_pattern in texts.items():
        answered[pattern] |= _written(of_pattern)
    found = [
        msgspec.structs.replace(_compared((pattern, first, second), metric, k, pair), by=by)
        for pattern, of_pattern in answered.items()
        for by, of_runs in [
            ({}, of_pattern),
            *_sliced(of_pattern, kinds),
            *_posed(asked[pattern], kinds),
            *_in_contexts(asked[pattern], kinds),
        ]
        for first, second in itertools.combinations(of_runs, 2)
        for pair in [_meet(of_runs[first], of_runs[second])]
        for metric, k in _measures(own[pattern], ks)
        if k is None or (k in runs[first].ks and k in runs[second].ks)
    ]
    place = {pattern: number for number, pattern in enumerate(own)}
    return sorted(
        found, key=lambda each: (place[each.pattern], each.k or 0, each.first, each.second)
    )


def _of_first(of_runs: Mapping[int, list[Judged]]) -> dict[int, list[Judged]]:
    """What runs answered to the first form of all that any of them was asked."""
    found = scoring.posed.every(itertools.chain.from_iterable(of_runs.values()))
    if not found:
        return dict(of_runs)
    return {
        run: [scoring.posed.of(one, found[0]) for one in judged] for run, judged in of_runs.items()
    }


def _posed(
    of_runs: Mapping[int, list[Judged]], kinds: Sequence[str]
) -> Iterator[tuple[dict[str, str], dict[int, _Answered]]]:
    """The answers to facts in each form, and at each end, if there are several."""
    found = scoring.posed.every(itertools.chain.from_iterable(of_runs.values()))
    for by, wanted in scoring.parts_of(found) if len(found) > 1 else ():
        if by.keys() <= set(kinds):
            parts = {
                run: [scoring.posed.of(one, wanted) for one in judged]
                for run, judged in of_runs.items()
            }
            yield by, {run: dict(_whole(part)) for run, part in parts.items()}


def _in_contexts(
    of_runs: Mapping[int, list[Judged]], kinds: Sequence[str]
) -> Iterator[tuple[dict[str, str], dict[int, _Answered]]]:
    """The answers to questions of the first form with each text before them, or none."""
    every = list(itertools.chain.from_iterable(of_runs.values()))
    contexts = scoring.posed.contexts(every) if "context" in kinds else []
    for context in contexts if len(contexts) > 1 else ():
        first = scoring.posed.every(every)[0]
        parts = {
            run: [scoring.posed.of(one, first, context) for one in judged]
            for run, judged in of_runs.items()
        }
        yield {"context": context}, {run: dict(_whole(part)) for run, part in parts.items()}


def _sliced(
    answered: Mapping[int, _Answered], kinds: Sequence[str]
) -> Iterator[tuple[dict[str, str], dict[int, _Answered]]]:
    """The answers to facts within each language, generator or prompt, if several."""
    judged = {
        run: [each for each in of_run.values() if isinstance(each, Judged)]
        for run, of_run in answered.items()
    }
    several = scoring.kinds(itertools.chain.from_iterable(judged.values()))
    if "prompt" in kinds:
        several["prompt"] = _numbers(itertools.chain.from_iterable(judged.values()))
    for kind in kinds:
        for value in several.get(kind, ()):
            parts = {
                run: [scoring.within(each, kind, value) for each in of_run]
                for run, of_run in judged.items()
            }
            whole = {run: dict(_whole(part)) for run, part in parts.items()}
            yield {kind: value}, whole


def _whole(judged: Iterable[Judged]) -> Iterator[tuple[str, _Answer]]:
    """The items to each of whose facts there is an answer."""
    return ((each.item.id, each) for each in judged if each.complete)


def _numbers(judged: Iterable[Judged]) -> list[str]:
    """The numbers of the prompts that were answered."""
    marks = (mark for each in judged for of_fact in each.marks for mark in of_fact)
    return list(map(str, sorted({mark.prompt for mark in marks})))


def _measures(own: str, ks: Sequence[int]) -> list[tuple[str, int | None]]:
    """By which metrics runs are compared on a pattern, and at which k."""
    if metrics.definition(own).triples_written:
        return [(metric, None) for metric in METRICS]
    return [(own, k) for k in ks]


def _written(texts: Iterable[ShownText]) -> dict[int, _Answered]:
    """For each run that wrote some: what it wrote of sentences."""
    found: dict[int, _Answered] = {}
    for text in texts:
        for run, outputs in enumerate(text.runs):
            if outputs:
                found.setdefault(run, {})[text.id] = _Text((tuple(outputs),))
    return dict(sorted(found.items()))


def _meet(one: _Answered, other: _Answered) -> _Met:
    both = [name for name in one if name in other]
    pairs = {name: _in_the_same_words(one[name], other[name]) for name in both}
    alike = {name: pair for name, pair in pairs.items() if pair[0].complete}
    if not alike:
        return _Met((one, other), alike=False, other_words=bool(both))
    sides = tuple({name: pair[side] for name, pair in alike.items()} for side in (0, 1))
    return _Met((sides[0], sides[1]), alike=True, other_words=False)


def _in_the_same_words(one: _Answer, other: _Answer) -> tuple[_Answer, _Answer]:
    """One item's answers by two runs, to those prompts alone that both answered."""
    if _prompts(one) == _prompts(other):
        return one, other
    shared = [
        set(prompts) & set(others)
        for prompts, others in zip(_prompts(one), _prompts(other), strict=True)
    ]
    return _to(one, shared), _to(other, shared)


def _prompts(answer: _Answer) -> list[list[int]]:
    marks: Sequence[Sequence[Mark | ShownOutput]] = answer.marks
    return [[mark.prompt for mark in of_fact] for of_fact in marks]


def _to(answer: _Answer, prompts: Sequence[set[int]]) -> _Answer:
    every: Sequence[Sequence[Mark | ShownOutput]] = answer.marks
    marks = (
        tuple(mark for mark in of_fact if mark.prompt in asked)
        for of_fact, asked in zip(every, prompts, strict=True)
    )
    return msgspec.structs.replace(answer, marks=tuple(marks))


def _compared(where: tuple[str, int, int], metric: str, k: int | None, met: _Met) -> Comparison:
    counts = metrics.load(metric).counts
    one, other = (
        {name: _counted(_outcomes(answer, metric, k), counts) for name, answer in side.items()}
        for side in met.sides
    )
    values, sizes = (_ratio(one), _ratio(other)), (_trials(one), _trials(other))
    difference = detectable = low = high = None
    if values[0] is not None and values[1] is not None:
        difference = values[0] - values[1]
        if met.alike:
            names = _counted_by_either(one, other)
            differences = _differences(one, other, names)
            sides = [[side[name] for name in names] for side in met.sides]
            marks = list(zip(*(_shares(side, k) for side in sides), strict=True))
            size = statistics.paired_size(differences, _ties(sides[0]), marks)
            detectable = statistics.detectable_paired(differences, size=size)
            low, high = statistics.paired_interval(differences, size)
        else:
            worth = _worth(met.sides[0], one, k), _worth(met.sides[1], other, k)
            detectable = statistics.detectable_apart(min(values[0], values[1]), *worth)
            low, high = statistics.apart_interval((values[0], worth[0]), (values[1], worth[1]))
    pattern, first, second = where
    return Comparison(
        pattern=pattern,
        metric=metric,
        k=k,
        first=first,
        second=second,
        paired=met.alike
        and any(each.denominator and other[name].denominator for name, each in one.items()),
        other_words=met.other_words,
        sizes=sizes,
        difference=difference,
        detectable=detectable,
        low=low,
        high=high,
    )


def _ties(answers: Sequence[_Answer]) -> Ties | None:
    """How items depend on one another; sentences are independent."""
    judged = [answer for answer in answers if isinstance(answer, Judged)]
    if len(judged) < len(answers):
        return None
    return scoring.tie(
        [
            [
                scoring.asking(fact, fact.prompts[marks[0].prompt])
                for fact, marks in zip(answer.item.facts, answer.marks, strict=True)
            ]
            for answer in judged
        ]
    )


def _shares(answers: Iterable[_Answer], k: int | None) -> list[float]:
    """How a run did on each fact of items, in the mean of its wordings; nothing of sentences."""
    return [
        share
        for answer in answers
        if isinstance(answer, Judged) and k is not None
        for share in scoring.shares(scoring.wordings(answer), k, "hit")
    ]


def _worth(side: _Answered, counts: _Counts, k: int | None) -> float:
    """How many independent items a run's ratio is worth, each item counted once."""
    parts = [counts[name] for name in side]
    answers = list(side.values())
    return statistics.effective_size(
        [part.numerator / max(part.wordings, 1) for part in parts],
        [part.denominator / max(part.wordings, 1) for part in parts],
        _ties(answers),
        _shares(answers, k),
    )


def _outcomes(answer: _Answer, metric: str, k: int | None) -> list[Outcome]:
    """How a run did on an item, in each wording."""
    if isinstance(answer, _Text):
        (outputs,) = answer.marks
        return [Outcome((), metric, output.figures[heard.STRICT]) for output in outputs]
    assert k is not None  # facts are asked for at one
    return [scoring.outcome(answer, wording, k, metric) for wording in scoring.wordings(answer)]


def _counted(outcomes: Sequence[Outcome], counts: Callable[[Outcome], Iterable[Part]]) -> _Counted:
    whole = [part for outcome in outcomes for part in counts(outcome) if part.role is None]
    return _Counted(
        math.fsum(part.numerator for part in whole),
        math.fsum(part.denominator for part in whole),
        len(outcomes),
    )


def _sums(counts: _Counts) -> tuple[float, float]:
    return (
        math.fsum(each.numerator for each in counts.values()),
        math.fsum(each.denominator for each in counts.values()),
    )


def _ratio(counts: _Counts) -> float | None:
    numerator, denominator = _sums(counts)
    return numerator / denominator if denominator else None


def _trials(counts: _Counts) -> float:
    """The denominator, had each item one wording."""
    wordings = sum(each.wordings for each in counts.values())
    return _sums(counts)[1] * len(counts) / wordings if wordings else 0.0


def _counted_by_either(one: _Counts, other: _Counts) -> list[str]:
    """The items that either run counts."""
    return [name for name in one if one[name].denominator or other[name].denominator]


def _differences(one: _Counts, other: _Counts, names: Sequence[str]) -> list[float]:
    """One figure for each item that either run counts; their mean is the difference of scores."""
    parts = zip(_parts(one, names), _parts(other, names), strict=True)
    return [first - second for first, second in parts]


def _parts(counts: _Counts, names: Sequence[str]) -> Iterator[float]:
    """Each item's part of a ratio of sums, linearised; their mean is the ratio."""
    numerator, denominator = _sums(counts)
    ratio, mean = numerator / denominator, denominator / len(names)
    for name in names:
        yield ratio + (counts[name].numerator - ratio * counts[name].denominator) / mean


def correlations(
    runs: Sequence[Sequence[Score]], own: Mapping[str, str], ks: Sequence[int]
) -> Iterator[Correlation]:
    """Of each pattern and k, how partial scores go with scores over runs."""
    pooled = [scoring.pooled(scores) for scores in runs]
    for (pattern, metric), k in itertools.product(own.items(), ks):
        pairs = []
        for found in pooled:
            partial, score = found.get((pattern, "partial", k)), found.get((pattern, metric, k))
            if partial and score and partial.value is not None and score.value is not None:
                pairs.append((partial.value, score.value))
        both = statistics.correlations([one for one, _ in pairs], [other for _, other in pairs])
        yield Correlation(pattern, k, len(pairs), *both)
