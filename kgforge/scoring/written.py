"""What a system wrote of a data set's sentences into scores, as ``kgforge.scoring`` has them.

The score of an ontology is the mean over its sentences, those without an answer among them; what is
a share of triples written is strictly the mean over sentences that have some, while the published
rules count 0 where there is no answer, and 1 (conformance) or 0 where it has no triple. How many
such sentences there are is noted. The score of the data set (``average``: ``macro``) is the mean
over ontologies, and the one without slice pools all sentences. Where a data set lists sentences
that were verified by hand, ``subset``: ``selected`` is the mean over these. Intervals are by
bootstrap over sentences, where one that stands twice is drawn as one; of the mean over ontologies,
over ontologies.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import extraction, formats, metrics, plugins, statistics
from kgforge.errors import BenchmarkError
from kgforge.extraction import (
    GOLD,
    METRICS,
    UNSEEN,
    Answer,
    Figures,
    Mode,
    Parsed,
    Passage,
    Scorer,
    Subset,
    parsing,
    published,
    strict,
    unseen,
)
from kgforge.metrics import Outcome
from kgforge.ontology import Ontology
from kgforge.schema import Score
from kgforge.scoring.judging import Written

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


class Outputs(Struct, frozen=True):
    """What a system wrote, by id, and the data set that it was given."""

    pattern: str
    """The format, or of sentences of invented facts ``FORMAT_unseen``."""
    subsets: tuple[Subset, ...]
    said: Mapping[str, Answer]

    @property
    def answered(self) -> list[Subset]:
        """The ontologies of which a sentence has an answer."""
        return [each for each in self.subsets if _ids(each) & self.said.keys()]


def _strict(ontology: Ontology) -> Scorer:
    return strict.Judge(ontology).figures


def _legacy(ontology: Ontology) -> Scorer:
    return lambda passage: published.figures(passage, ontology)


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
    where either cannot be read, two sentences have one id, or no answer is to any.
    """
    found: list[Score] = []
    for heard in read_outputs(outputs, benchmark):
        for matching, mode in modes.items():
            graded = [grade(each, heard.said, mode) for each in heard.answered]
            notes = tuple(_beside(heard.subsets, graded, heard.said))
            found += (_noted(score, notes) for score in scores(heard.pattern, graded, matching))
    return found


def read_outputs(outputs: str, benchmark: Path) -> list[Outputs]:
    """A system's outputs and the data set; those to sentences of invented facts apart.

    What has no answer at all is left out. Raises as ``grade_outputs``.
    """
    name, path = plugins.split(outputs)
    layout = formats.load(name)
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
            f"name the data set that the system was given"
        )
    return found


def _unseen(subsets: Iterable[Subset]) -> Iterator[Subset]:
    """What the data set holds for each ontology of invented facts, as if it were all."""
    for each in subsets:
        if UNSEEN + GOLD in each.lines:
            lines = {GOLD: each.lines[UNSEEN + GOLD]}
            yield msgspec.structs.replace(each, lines=lines, selected=None)


def grade(subset: Subset, said: Mapping[str, Answer], mode: Mode) -> Graded:
    """Score what was said of one ontology's sentences; a text without triples is parsed."""
    return _graded(subset.name, heard_of(subset, said), subset.ontology, mode, subset.selected)


def heard_of(subset: Subset, said: Mapping[str, Answer]) -> list[tuple[Passage, Parsed]]:
    """What is scored of each sentence of an ontology, and what was found in its answer."""
    return [_answered(each, said.get(each.id), subset.ontology) for each in _gold(subset)]


def grade_texts(
    pattern: str,
    texts: Sequence[Written],
    ontologies: Mapping[str, Ontology],
    modes: Mapping[str, Mode] = MODES,
) -> list[Score]:
    """Score what a model wrote of a pattern's texts, in each of some modes.

    A text that could not be asked counts as one without an answer.
    """
    groups: dict[str, list[tuple[Passage, Parsed]]] = defaultdict(list)
    for one in texts:
        groups[one.item.group].append(heard(one, known(one.item.group, ontologies)))
    found: list[Score] = []
    for matching, mode in modes.items():
        graded = [
            _graded(group, members, known(group, ontologies), mode)
            for group, members in groups.items()
        ]
        notes = tuple(_unread(graded))
        found += (_noted(score, notes) for score in scores(pattern, graded, matching))
    return found


def known(group: str, ontologies: Mapping[str, Ontology]) -> Ontology:
    """The ontology of a group; without one no relation is known."""
    return ontologies.get(group, Ontology(group, "", "", {}, {}))


def heard(one: Written, known: Ontology) -> tuple[Passage, Parsed]:
    """What is scored of a text that a model wrote, and what was found in it."""
    found = parsing.parse(one.response.text, known.relation_labels)
    said = None if one.response.error else found.triples
    return extraction.passage_of(one.item, said, one.response.text), found


def _graded(
    name: str,
    heard: Sequence[tuple[Passage, Parsed]],
    known: Ontology,
    mode: Mode,
    selected: frozenset[str] | None = None,
) -> Graded:
    passages = tuple(passage for passage, _ in heard)
    figures = tuple(map(mode(known), passages))
    return Graded(name, passages, figures, selected, tuple(found for _, found in heard))


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


def _tell_apart(subsets: Iterable[Subset]) -> None:
    """Raise BenchmarkError where two sentences have one id."""
    first: dict[str, str] = {}
    for subset in subsets:
        for number, passage in enumerate(_gold(subset), 1):
            here = f"{subset.lines[GOLD].path}:{number}"
            if (there := first.setdefault(passage.id, here)) != here:
                raise BenchmarkError(
                    f"{here}: {passage.id!r} is the id of a sentence in {there}, too, so that no "
                    f"answer can be told to be to either: give each its own"
                )


def _beyond(said: Mapping[str, Answer], ids: Set[str]) -> dict[str, Answer]:
    return {id: answer for id, answer in said.items() if id not in ids}


def _all_ids(subsets: Iterable[Subset]) -> set[str]:
    return {id for each in subsets for id in _ids(each)}


def _ids(subset: Subset) -> set[str]:
    return {passage.id for passage in _gold(subset)}


def _answered(passage: Passage, answer: Answer | None, known: Ontology) -> tuple[Passage, Parsed]:
    if answer is None:
        return passage, Parsed(())
    found = Parsed(answer.triples or ())
    if answer.triples is None:
        found = parsing.parse(answer.text, known.relation_labels)
    return msgspec.structs.replace(passage, system=found.triples, answer=answer.text), found


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
    counts = metrics.load(metric).counts
    clusters: dict[str, list[float]] = defaultdict(list)
    for passage, figures in pairs:
        for part in counts(Outcome((), OWN, figures)):
            clusters[passage.text].append(part.numerator)
    numerator = math.fsum(value for values in clusters.values() for value in values)
    sizes = [float(len(values)) for values in clusters.values()]
    defined = math.fsum(sizes)
    means = [math.fsum(values) / len(values) for values in clusters.values()]
    low, high = statistics.cluster_bootstrap(means, sizes)
    said = [*notes, f"interval by bootstrap over {len(clusters)} sentences"]
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
    subsets: Sequence[Subset], graded: Sequence[Graded], said: Mapping[str, Answer]
) -> Iterator[str]:
    """What the figures of the whole do not show."""
    known = _all_ids(subsets)
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
