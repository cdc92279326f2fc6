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
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import formats, legacy, metrics, plugins, statistics
from kgforge.errors import BenchmarkError
from kgforge.extraction import METRICS, Answer, Figures, Lexicon, Mode, Passage, Subset
from kgforge.metrics import Outcome
from kgforge.schema import Score

MODES: Final[Mapping[str, Mode]] = {"legacy": legacy.figures}
"""By what ``by`` calls them: ``matching``."""
GOLD: Final = "ground_truth"
OWN: Final = "f1"


class Graded(Struct, frozen=True):
    """The sentences of one ontology, and the figures of each."""

    name: str
    passages: tuple[Passage, ...]
    figures: tuple[Figures, ...]
    selected: frozenset[str] | None = None
    """Ids of those that were verified by hand."""


def grade_outputs(outputs: str, benchmark: Path, *, matching: str) -> list[Score]:
    """Score a system's outputs (``FORMAT:PATH``) on a data set of the same layout.

    Ontologies without a single answer are left out of the list, and named in the notes. Raises
    BenchmarkError where either cannot be read, the mode is none, or no answer is to any sentence.
    """
    if matching not in MODES:
        raise BenchmarkError(
            f"{outputs}: {matching} matching of written triples is not there yet: "
            f"score by the published evaluator's rules with --legacy"
        )
    name, path = plugins.split(outputs)
    layout = formats.load(name)
    said = layout.answers(Path(path))
    subsets = layout.read(benchmark).subsets
    answered = [each for each in subsets if _ids(each) & said.keys()]
    if not answered:
        raise BenchmarkError(
            f"{path}: none of its {len(said)} answers is to a sentence of {benchmark}: "
            f"name the data set that the system was given"
        )
    mode = MODES[matching]
    graded = [grade(each, said, mode) for each in answered]
    notes = tuple(_beside(subsets, answered, said))
    return [_noted(score, notes) for score in scores(name, graded, matching)]


def grade(subset: Subset, said: Mapping[str, Answer], mode: Mode) -> Graded:
    """Score what was said of one ontology's sentences."""
    passages = tuple(_answered(passage, said) for passage in _gold(subset))
    return Graded(subset.name, passages, _figures(passages, subset.lexicon, mode), subset.selected)


def scores(pattern: str, graded: Sequence[Graded], matching: str) -> list[Score]:
    """The scores of the ontologies listed, in a fixed order: the whole, then each, as listed.

    An ontology that is listed twice counts twice in the mean over ontologies, as it does in a
    published configuration.
    """
    by = {"matching": matching}
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


def _answered(passage: Passage, said: Mapping[str, Answer]) -> Passage:
    answer = said.get(passage.id)
    return msgspec.structs.replace(passage, system=answer.triples if answer else None)


def _figures(passages: Iterable[Passage], lexicon: Lexicon, mode: Mode) -> tuple[Figures, ...]:
    return tuple(mode(passage, lexicon) for passage in passages)


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


def _beside(
    subsets: Sequence[Subset], answered: Sequence[Subset], said: Mapping[str, Answer]
) -> Iterator[str]:
    """What the scores of the whole do not show."""
    known = {id for each in subsets for id in _ids(each)}
    if others := [id for id in said if id not in known]:
        yield f"{len(others)} answers to no sentence of the data set"
    if pieces := sum(len(answer.unparsed) for answer in said.values()):
        yield f"{pieces} pieces of answers that are no triples"
    if missing := [each.name for each in subsets if each not in answered]:
        yield f"without an answer, and left out: {', '.join(missing)}"


def _noted(score: Score, notes: Iterable[str]) -> Score:
    if score.group is not None:
        return score
    return msgspec.structs.replace(score, note="; ".join((score.note, *notes)))
