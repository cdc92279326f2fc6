"""What a system wrote of a data set's sentences into scores, as ``kgforge.scoring`` has them.

The score of an ontology is the mean over its sentences, one without an answer counting as 0
throughout; the score of the data set (``average``: ``macro``) the mean over ontologies, and the one
without slice pools all sentences. Where a data set lists sentences that were verified by hand,
``subset``: ``selected`` is the mean over these. Intervals are by bootstrap over sentences, where
one that stands twice is drawn as one; of the mean over ontologies, over ontologies.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import (
    extraction,
    formats,
    legacy,
    metrics,
    parsing,
    plugins,
    statistics,
    strict,
    unseen,
)
from kgforge.errors import BenchmarkError
from kgforge.extraction import (
    GOLD,
    METRICS,
    UNSEEN,
    Answer,
    Figures,
    Mode,
    Passage,
    Scorer,
    Subset,
)
from kgforge.judging import Written
from kgforge.metrics import Outcome
from kgforge.ontology import Ontology
from kgforge.parsing import Parsed
from kgforge.schema import Score

OWN: Final = "f1"
MATCHING: Final = "matching"
"""The slice of ``Score.by`` that says in which mode a score was made."""


class Graded(Struct, frozen=True):
    """The sentences of one ontology, and the figures of each."""

    name: str
    passages: tuple[Passage, ...]
    figures: tuple[Figures, ...]
    selected: frozenset[str] | None = None
    """Ids of those that were verified by hand."""
    unparsed: tuple[str, ...] = ()
    """Pieces of answers that are no triples, though they begin like some."""


def _strict(ontology: Ontology) -> Scorer:
    return strict.Judge(ontology).figures


def _legacy(ontology: Ontology) -> Scorer:
    return lambda passage: legacy.figures(passage, ontology)


STRICT: Final = "strict"
LEGACY: Final = "legacy"
MODES: Final[Mapping[str, Mode]] = {STRICT: _strict, LEGACY: _legacy}
"""By what ``by`` calls them (``MATCHING``)."""


def grade_outputs(
    outputs: str, benchmark: Path, *, modes: Mapping[str, Mode] = MODES
) -> list[Score]:
    """Score a system's outputs (``FORMAT:PATH``) on a data set of the same layout.

    Sentences of invented facts are scored apart, as the pattern ``FORMAT_unseen``. Ontologies
    without a single answer are left out of the list, and named in the notes. Raises BenchmarkError
    where either cannot be read, or no answer is to any sentence.
    """
    name, path = plugins.split(outputs)
    layout = formats.load(name)
    said = layout.answers(Path(path))
    subsets = layout.read(benchmark).subsets
    asked = {name: subsets, name + unseen.NAME: tuple(_unseen(subsets))}
    ids = {id for every in asked.values() for each in every for id in _ids(each)}
    if not ids & said.keys():
        raise BenchmarkError(
            f"{path}: none of its {len(said)} answers is to a sentence of {benchmark}: "
            f"name the data set that the system was given"
        )
    found: list[Score] = []
    for pattern, every in asked.items():
        answered = [each for each in every if _ids(each) & said.keys()]
        for matching, mode in modes.items() if answered else ():
            graded = [grade(each, said, mode) for each in answered]
            notes = tuple(_beside(every, graded, len(said.keys() - ids)))
            found += (_noted(score, notes) for score in scores(pattern, graded, matching))
    return found


def _unseen(subsets: Iterable[Subset]) -> Iterator[Subset]:
    """What the data set holds for each ontology of invented facts, as if it were all."""
    for each in subsets:
        if UNSEEN + GOLD in each.lines:
            lines = {GOLD: each.lines[UNSEEN + GOLD]}
            yield msgspec.structs.replace(each, lines=lines, selected=None)


def grade(subset: Subset, said: Mapping[str, Answer], mode: Mode) -> Graded:
    """Score what was said of one ontology's sentences; a text without triples is parsed."""
    unparsed: list[str] = []
    passages = tuple(_answered(each, said.get(each.id), subset, unparsed) for each in _gold(subset))
    figures = tuple(map(mode(subset.ontology), passages))
    return Graded(subset.name, passages, figures, subset.selected, tuple(unparsed))


def grade_texts(
    pattern: str,
    texts: Sequence[Written],
    ontologies: Mapping[str, Ontology],
    modes: Mapping[str, Mode] = MODES,
) -> list[Score]:
    """Score what a model wrote of a pattern's texts, in each of some modes.

    A text that could not be asked counts as one without an answer.
    """
    found: list[Score] = []
    for matching, mode in modes.items():
        graded = [
            _graded(group, members, known(group, ontologies), mode)
            for group, members in groupby(texts, lambda one: one.item.group)
        ]
        pieces = sum(len(one.unparsed) for one in graded)
        notes = [f"{pieces} pieces of answers that are no triples"] * (pieces > 0)
        found += (_noted(score, notes) for score in scores(pattern, graded, matching))
    return found


def known(group: str, ontologies: Mapping[str, Ontology]) -> Ontology:
    """The ontology of a group; without one no relation is known."""
    return ontologies.get(group, Ontology(group, "", "", {}, {}))


def heard(one: Written, known: Ontology) -> tuple[Passage, Parsed]:
    """What is scored of a text that a model wrote, and what was found in it."""
    found = parsing.parse(one.response.text, known.relation_labels)
    return extraction.passage(one.item, None if one.response.error else found.triples), found


def _graded(group: str, texts: Iterable[Written], known: Ontology, mode: Mode) -> Graded:
    """What was written of one group's texts."""
    read = [heard(one, known) for one in texts]
    passages = tuple(passage for passage, _ in read)
    unparsed = tuple(piece for _, found in read for piece in found.unparsed)
    figures = tuple(map(mode(known), passages))
    return Graded(group, passages, figures, None, unparsed)


def scores(pattern: str, graded: Sequence[Graded], matching: str) -> list[Score]:
    """The scores of the ontologies listed, in a fixed order: the whole, then each, as listed.

    An ontology that is listed twice counts twice in the mean over ontologies, as it does in a
    published configuration.
    """
    by = {MATCHING: matching}
    single = [_means(pattern, each.name, by, _pairs([each])) for each in graded]
    found = [_means(pattern, None, by, _pairs(graded))]
    found.append([_macro(each) for each in zip(*single, strict=True)])
    found += dict(zip((each.name for each in graded), single, strict=True)).values()
    for each in {each.name: each for each in graded if each.selected is not None}.values():
        chosen = [pair for pair in _pairs([each]) if pair[0].id in (each.selected or ())]
        found.append(_means(pattern, each.name, {**by, "subset": "selected"}, chosen))
    return [score for part in found for score in part]


def _gold(subset: Subset) -> tuple[Passage, ...]:
    if GOLD not in subset.lines:
        raise BenchmarkError(f"{subset.name}: the data set has no {GOLD}/: nothing to score with")
    return subset.lines[GOLD].passages


def _ids(subset: Subset) -> set[str]:
    return {passage.id for passage in _gold(subset)}


def _answered(
    passage: Passage, answer: Answer | None, subset: Subset, unparsed: list[str]
) -> Passage:
    triples = answer.triples if answer else None
    if answer and triples is None:
        found = parsing.parse(answer.text, subset.ontology.relation_labels)
        triples = found.triples
        unparsed += found.unparsed
    return msgspec.structs.replace(passage, system=triples)


def _pairs(graded: Iterable[Graded]) -> list[tuple[Passage, Figures]]:
    return [pair for each in graded for pair in zip(each.passages, each.figures, strict=True)]


def _means(
    pattern: str, group: str | None, by: dict[str, str], pairs: Sequence[tuple[Passage, Figures]]
) -> list[Score]:
    """The mean of each metric over sentences."""
    silent = sum(passage.system is None for passage, _ in pairs)
    return [_mean(pattern, group, by, pairs, name, silent) for name in METRICS]


def _mean(
    pattern: str,
    group: str | None,
    by: dict[str, str],
    pairs: Sequence[tuple[Passage, Figures]],
    metric: str,
    silent: int,
) -> Score:
    counts = metrics.load(metric).counts
    clusters: dict[str, list[float]] = defaultdict(list)
    for passage, figures in pairs:
        for part in counts(Outcome((), OWN, figures)):
            clusters[passage.text].append(part.numerator)
    numerator = math.fsum(value for values in clusters.values() for value in values)
    sizes = [float(len(values)) for values in clusters.values()]
    means = [math.fsum(values) / len(values) for values in clusters.values()]
    low, high = statistics.cluster_bootstrap(means, sizes)
    notes = [f"{silent} of {len(pairs)} sentences without an answer, 0 throughout"] * (silent > 0)
    notes.append(f"interval by bootstrap over {len(clusters)} sentences")
    return Score(
        pattern=pattern,
        group=group,
        metric=metric,
        k=None,
        by=by,
        numerator=numerator,
        denominator=math.fsum(sizes),
        value=numerator / len(pairs) if pairs else None,
        low=low,
        high=high,
        items=len(pairs),
        note="; ".join(notes),
    )


def _macro(single: Sequence[Score]) -> Score:
    """The mean of one metric over ontologies: numerator their sum, denominator their number."""
    values = [score.value for score in single if score.value is not None]
    low, high = statistics.cluster_bootstrap(values)
    return msgspec.structs.replace(
        single[0],
        group=None,
        by={"average": "macro", **single[0].by},
        numerator=math.fsum(values),
        denominator=float(len(values)),
        value=math.fsum(values) / len(values) if values else None,
        low=low,
        high=high,
        items=sum(score.items for score in single),
        note=f"mean over {len(values)} ontologies, and interval by bootstrap over them",
    )


def _beside(subsets: Iterable[Subset], graded: Sequence[Graded], others: int) -> Iterator[str]:
    """What the figures of the whole do not show; *others* answers are to no sentence."""
    if others:
        yield f"{others} answers to no sentence of the data set"
    if pieces := sum(len(each.unparsed) for each in graded):
        yield f"{pieces} pieces of answers that are no triples"
    if missing := {each.name for each in subsets} - {each.name for each in graded}:
        yield f"without an answer, and left out: {', '.join(sorted(missing))}"


def _noted(score: Score, notes: Iterable[str]) -> Score:
    if score.group is not None:
        return score
    return msgspec.structs.replace(score, note="; ".join((score.note, *notes)))
