"""What a system wrote of a data set's sentences into scores, as ``kgforge.scoring`` has them.

The score of an ontology is the mean over its sentences, those without an answer among them; what is
a share of triples written is strictly the mean over sentences that have some, while the published
rules count 0 where there is no answer, and 1 (conformance) or 0 where it has no triple. How many
such sentences there are is noted. The score of the data set (``average``: ``macro``) is the mean
over ontologies, and the one without slice pools all sentences. Where a data set lists sentences
that were verified by hand, ``subset``: ``selected`` is the mean over these. Intervals are
of as many independent sentences as a figure is worth: what stands twice counts once, and sentences
about one entity, or in the mean over ontologies of one ontology, resemble one another.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import formats, metrics, plugins, statistics
from kgforge.errors import BenchmarkError
from kgforge.extraction import (
    GOLD,
    METRICS,
    UNSEEN,
    Answer,
    Figures,
    Parsed,
    Passage,
    Subset,
    likeness,
    unseen,
)
from kgforge.metrics import Outcome
from kgforge.schema import Score
from kgforge.scoring import heard
from kgforge.scoring.heard import LEGACY, MODES, Grader, Heard, gold
from kgforge.scoring.notes import worth
from kgforge.statistics import Ties

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
    parsed: tuple[Parsed, ...] = ()
    """What was found in texts that were parsed."""


class Outputs(Struct, frozen=True, dict=True):
    """What a system wrote, by id, and the data set that it was given; judged once."""

    pattern: str
    """The format, or of sentences of invented facts ``FORMAT_unseen``."""
    subsets: tuple[Subset, ...]
    said: Mapping[str, Answer]

    @property
    def answered(self) -> list[Subset]:
        """The ontologies of which a sentence has an answer."""
        return [each for each in self.subsets if _ids(each) & self.said.keys()]

    @cached_property
    def heard(self) -> list[list[Heard]]:
        """For each of these ontologies what was written of its sentences."""
        return [heard.of_answers(each, self.said) for each in self.answered]

    def scores(self, modes: Mapping[str, Grader] = MODES) -> list[Score]:
        """Its scores; sentences of invented facts are a pattern of their own.

        Ontologies without a single answer are left out of the list, and named in the notes.
        """
        found: list[Score] = []
        for matching, mode in modes.items():
            graded = [
                _graded(each.name, members, mode, each.selected)
                for each, members in zip(self.answered, self.heard, strict=True)
            ]
            notes = tuple(_beside(self.subsets, graded, self.said, matching))
            found += (_noted(score, notes) for score in scores(self.pattern, graded, matching))
        return found


def grade_outputs(
    outputs: str, benchmark: Path, *, modes: Mapping[str, Grader] = MODES
) -> list[Score]:
    """Score a system's outputs (``FORMAT:PATH``) on a data set of the same layout.

    Raises as ``read_outputs`` does.
    """
    return [score for found in read_outputs(outputs, benchmark) for score in found.scores(modes)]


def read_outputs(outputs: str, benchmark: Path) -> list[Outputs]:
    """A system's outputs and the data set; those to sentences of invented facts apart.

    What has no answer at all is left out. Raises BenchmarkError where either cannot be read, two
    sentences have one id, or no answer is to any.
    """
    name, path = plugins.split(outputs)
    layout = formats.texts(name)
    said = layout.answers(Path(path))
    subsets = layout.read(benchmark).subsets
    invented = tuple(_unseen(subsets))
    _tell_apart((*subsets, *invented))
    found = [
        Outputs(pattern, own, _beyond(said, _all_ids(others)))
        for pattern, own, others in (
            (name, subsets, invented),
            (name + unseen.NAME, invented, subsets),
        )
    ]
    found = [each for each in found if each.answered]
    if not found:
        raise BenchmarkError(
            f"{path}: none of its {len(said)} answers is to a sentence of {benchmark}: "
            f"name the data set that the system answered"
        )
    return found


def _unseen(subsets: Iterable[Subset]) -> Iterator[Subset]:
    """What the data set holds for each ontology of invented facts, as if it were all."""
    for each in subsets:
        if UNSEEN + GOLD in each.lines:
            lines = {GOLD: each.lines[UNSEEN + GOLD]}
            yield msgspec.structs.replace(each, lines=lines, selected=None)


def modes(similarity: str | None, *, legacy: bool) -> dict[str, Grader]:
    """The ways in which written triples are scored: strictly, as published, by likeness."""
    found = {LEGACY: MODES[LEGACY]} if legacy else dict(MODES)
    if similarity is not None:
        found[likeness.label(similarity)] = heard.grader(likeness.mode(similarity))
    return found


def grade(subset: Subset, said: Mapping[str, Answer], mode: Grader) -> Graded:
    """Score what was said of one ontology's sentences."""
    return _graded(subset.name, heard.of_answers(subset, said), mode, subset.selected)


def grade_texts(
    pattern: str, texts: Sequence[Heard], modes: Mapping[str, Grader] = MODES
) -> list[Score]:
    """Score what a model wrote of a pattern's sentences, in each of some modes.

    A text that could not be asked counts as one without an answer.
    """
    groups: dict[str, list[Heard]] = defaultdict(list)
    for one in texts:
        groups[one.group].append(one)
    found: list[Score] = []
    for matching, mode in modes.items():
        graded = [_graded(group, members, mode) for group, members in groups.items()]
        notes = tuple(_unread(graded))
        found += (_noted(score, notes) for score in scores(pattern, graded, matching))
    return found


def _graded(
    name: str, members: Sequence[Heard], mode: Grader, selected: frozenset[str] | None = None
) -> Graded:
    passages = tuple(one.passage for one in members)
    parsed = tuple(one.parsed for one in members)
    return Graded(name, passages, tuple(mode(members)), selected, parsed)


def scores(pattern: str, graded: Sequence[Graded], matching: str) -> list[Score]:
    """The scores of the ontologies listed, in a fixed order: the whole, then each, as listed.

    An ontology that is listed twice counts twice in the mean over ontologies, as it does in a
    published configuration.
    """
    by = {MATCHING: matching}
    single = [_means(pattern, each.name, by, _pairs([each])) for each in graded]
    found = [_means(pattern, None, by, _pairs(graded))]
    found.append([_macro(each, graded) for each in zip(*single, strict=True)])
    found += dict(zip((each.name for each in graded), single, strict=True)).values()
    for each in {each.name: each for each in graded if each.selected is not None}.values():
        chosen = [pair for pair in _pairs([each]) if pair[0].id in (each.selected or ())]
        found.append(_means(pattern, each.name, {**by, "subset": "selected"}, chosen))
    return [score for part in found for score in part]


def _tell_apart(subsets: Iterable[Subset]) -> None:
    """Raise BenchmarkError where two sentences have one id."""
    first: dict[str, str] = {}
    for subset in subsets:
        for number, passage in enumerate(gold(subset), 1):
            here = f"{subset.lines[GOLD].path}:{number}"
            if (there := first.setdefault(passage.id, here)) != here:
                raise BenchmarkError(
                    f"{here}: {passage.id!r} is the id of a sentence in {there}, too, so an "
                    "answer cannot be assigned to one of them: give each its own id"
                )


def _beyond(said: Mapping[str, Answer], ids: Set[str]) -> dict[str, Answer]:
    return {id: answer for id, answer in said.items() if id not in ids}


def _all_ids(subsets: Iterable[Subset]) -> set[str]:
    return {id for each in subsets for id in _ids(each)}


def _ids(subset: Subset) -> set[str]:
    return {passage.id for passage in gold(subset)}


def _pairs(graded: Iterable[Graded]) -> list[tuple[Passage, Figures]]:
    return [pair for each in graded for pair in zip(each.passages, each.figures, strict=True)]


def _means(
    pattern: str, group: str | None, by: dict[str, str], pairs: Sequence[tuple[Passage, Figures]]
) -> list[Score]:
    """The mean of each metric over sentences."""
    notes = tuple(_without([passage for passage, _ in pairs]))
    return [_mean(pattern, group, by, pairs, name, notes) for name in METRICS]


def _without(passages: Sequence[Passage]) -> Iterator[str]:
    """How many sentences have no answer, and how many one without a triple."""
    if silent := sum(passage.is_silent for passage in passages):
        yield f"{silent} of {len(passages)} sentences without an answer"
    if bare := sum(passage.is_without_triple for passage in passages):
        yield f"{bare} of {len(passages)} with an answer in which there is no triple"


def _mean(
    pattern: str,
    group: str | None,
    by: dict[str, str],
    pairs: Sequence[tuple[Passage, Figures]],
    metric: str,
    notes: Iterable[str],
) -> Score:
    told = list(_told(pairs, metric))
    values = [value for _, value in told]
    numerator, defined = math.fsum(values), float(len(values))
    ties = _ties([passage for passage, _ in told])
    low, high, size = None, None, 0.0
    if len({passage.text for passage, _ in told}) > 1:
        low, high, size = statistics.ratio_interval(values, [1.0] * len(values), ties)
    said = [*notes, *(note.text for note in worth(size, defined))]
    if defined < len(pairs):
        said.append(f"undefined for {len(pairs) - defined:g} without a triple")
    return Score(
        pattern=pattern,
        group=group,
        metric=metric,
        k=None,
        by=by,
        numerator=numerator,
        denominator=defined,
        value=numerator / defined if defined else None,
        low=low,
        high=high,
        items=len(pairs),
        note="; ".join(said),
    )


def _told(pairs: Iterable[tuple[Passage, Figures]], metric: str) -> Iterator[tuple[Passage, float]]:
    """The sentences of which a metric is defined, with its figure."""
    counts = metrics.load(metric).counts
    for passage, figures in pairs:
        for part in counts(Outcome((), OWN, figures)):
            yield passage, part.numerator


def _ties(passages: Sequence[Passage], groups: Sequence[int] = ()) -> Ties | None:
    """How sentences depend on one another: by their text, and by the ends of their triples.

    *groups*: of each sentence, where ontologies are drawn.
    """
    if len(passages) < 2:
        return None
    ends = [
        [(each.text, getattr(triple, end)) for each in passages for triple in each.gold]
        for end in ("subject", "object")
    ]
    if groups:
        ends.append([(each.text, str(of)) for each, of in zip(passages, groups, strict=True)])
    return Ties.of([[("", each.text)] for each in passages], ends)


def _macro(single: Sequence[Score], graded: Sequence[Graded]) -> Score:
    """The mean of one metric over ontologies: numerator their sum, denominator their number."""
    values = [score.value for score in single if score.value is not None]
    told = [list(_told(_pairs([each]), single[0].metric)) for each in graded]
    rows = [
        (number, passage, value / len(of), 1 / len(of))
        for number, of in enumerate(told)
        for passage, value in of
    ]
    low, high, size = None, None, 0.0
    if len(values) > 1:
        ties = _ties([row[1] for row in rows], [row[0] for row in rows])
        shares = [value / weight for _, _, value, weight in rows]
        low, high, size = statistics.ratio_interval(
            [row[2] for row in rows], [row[3] for row in rows], ties, shares
        )
    said = f"worth {size:.3g} independent items" if size else ""
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
        note="; ".join(filter(None, [f"mean over {len(values)} ontologies", said])),
    )


def _beside(
    subsets: Sequence[Subset], graded: Sequence[Graded], said: Mapping[str, Answer], matching: str
) -> Iterator[str]:
    """What the figures of the whole do not show."""
    known = _all_ids(subsets)
    if several := [answer for answer in said.values() if answer.places and answer.id in known]:
        as_published = ", as the published evaluator does" if matching == LEGACY else ""
        yield (
            f"{len(several)} sentences answered more than once, the first {several[0].id!r} in "
            f"{' and '.join(several[0].places)}: the last answer is taken{as_published}"
        )
    if others := [id for id in said if id not in known]:
        yield f"{len(others)} answers to no sentence of the data set, the first {others[0]!r}"
    yield from _unread(graded)
    if missing := {each.name for each in subsets} - {each.name for each in graded}:
        yield f"without an answer, and left out: {', '.join(sorted(missing))}"


def _unread(graded: Sequence[Graded]) -> Iterator[str]:
    """How much of the answers could not be read, or not for certain."""
    parsed = [found for each in graded for found in each.parsed]
    if pieces := sum(len(found.unparsed) for found in parsed):
        yield f"{pieces} pieces of answers that are no triples"
    if unsure := sum(found.ambiguous for found in parsed):
        yield f"{unsure} triples parted at the first of several commas"


def _noted(score: Score, notes: Iterable[str]) -> Score:
    if score.group is not None:
        return score
    return msgspec.structs.replace(score, note="; ".join((score.note, *notes)))
