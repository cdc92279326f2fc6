"""A run's answers into scores: for each pattern, group, metric and k, a ratio with its interval.

**Wordings.** An item is scored once for each wording: its facts' prompts are taken in step, the
first of each, then the second …; a fact with fewer prompts, or with fewer that the model could be
asked, starts again. The score without slice (``by`` is {}) is pooled: numerator and denominator are
summed over items and wordings. Wordings of one item are no independent trials, so the interval is
that of as many trials as one wording for each item would give. Beside it stand each wording's own
score (``prompt``: its number from 0), the mean of these (``prompts``: ``mean``) and ``prompts``:
``best``, for which a fact is hit when any of its wordings hits it: an oracle, and the way of
*Rethinking Language Models as Symbolic Knowledge Graphs*, §4.1.

**Forms.** Where the prompts that were answered are of several forms, or ask for either end of a
fact, all figures are of the first form and end alone (statements with a slot, where there are any),
but for those that say ``form`` or ``slot`` in ``by``. No figure pools forms. How far a model is
consistent over them is told by ``consistency``.

**Contexts.** Where texts stand before some questions, all figures are of the questions without one,
but for those that say ``context`` in ``by``. How far a model is robust is told by ``robustness``.

**Kinds of prompts.** Where the prompts that were answered are of several languages, each has its
own score (``language``); so has each generator, where some prompts are in
the words of a model (``generator``; beside ``form``, if not of the first form): over the items to
each of whose facts there is such an answer, their wordings taken in step among these prompts alone.
What pools several of a kind names them in its note.

**Popularity.** Where items say of which stratum of popularity they are (``export --strata``), a
pattern's own metric is also given by ``stratum``; else, where they say the degrees of their
entities, by ``stratum`` of mean degree (``popularity.strata``, fixed by all items of the
benchmark), and then the
share of items on which the model is right throughout (``all_roles``) by ``degree``, bins of a
histogram: ``items`` of such a score is how many items the bin has, asked and answered.

**Predicates.** Where predicates have a kind (``Predicate.kind``), each has its own scores
(``kind``), over the items all of whose facts are of one kind.

**Empty sets.** Where some facts have no object, so that it is right to say that there is none, and
others have, each has its own scores (``answers``: ``none``, ``some``).

**Items.** An item counts when each of its facts has an answer; others are left out and counted in
the note. **Undefined** (0/0) is None. **Intervals** are Wilson's, 95 %, of as many independent
items as the score is worth: items that share a question, or an entity, are not independent
(``statistics.effective_size``). For the mean over groups (``average``: ``macro``) items of a group
are not independent, either.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from kgforge import files, metrics
from kgforge.schema import Score
from kgforge.scoring import abstention, consistency, notes, rewording, robustness
from kgforge.scoring.counting import Counting
from kgforge.scoring.fluency import UNKNOWN, Fluency
from kgforge.scoring.judging import Judged
from kgforge.scoring.notes import SMALL, Note
from kgforge.scoring.slices import Slice, slices

BY_RANK: Final = ("hit", "target_hit")
"""Metrics that have a chance level when candidates are ranked."""


def write_scores(scores: Iterable[Score], path: Path) -> None:
    """Write scores as a JSON array, one score to a line; whole or not at all."""
    lines = b",\n".join(map(msgspec.json.encode, scores))
    with files.writing_file(path) as temporary:
        temporary.write_bytes(b"[\n" + lines + b"\n]\n")


def pooled(scores: Iterable[Score]) -> dict[tuple[str, str, int | None], Score]:
    """The scores without slice, of all groups together, by pattern, metric and k."""
    return {
        (score.pattern, score.metric, score.k): score
        for score in scores
        if score.group is None and not score.by
    }


def score_pattern(
    pattern: str,
    own: str,
    items: Sequence[Judged],
    ks: Sequence[int],
    fluency: Fluency = UNKNOWN,
) -> list[Score]:
    """The scores of one pattern's items. *fluency*: how fluent their wordings are, if known."""
    marks = [mark for judged in items for each in judged.marks for mark in each]
    names = metrics.beside(
        own,
        by_token=any(mark.tokens for mark in marks),
        judged=any(mark.verdict for mark in marks),
        listed=any(mark.listed for mark in marks),
    )
    count = Counting(own, names)
    parts = list(slices(items, own))
    scores = [score for part in parts for k in ks for score in _ratios(pattern, part, k, count)]
    scores += _means(scores, parts[0], count)
    scores += consistency.scores(pattern, items, ks)
    scores += abstention.scores(pattern, items, ks)
    scores += robustness.scores(pattern, items, ks)
    scores += rewording.scores(pattern, items, ks, fluency)
    others = (
        *consistency.METRICS, *abstention.METRICS, *robustness.METRICS, *rewording.METRICS
    )  # fmt: skip
    names += [name for name in others if name not in names]
    place = {name: index for index, name in enumerate(names)}
    return sorted(
        scores, key=lambda s: (s.group is not None, s.group or "", place[s.metric], s.k or 0)
    )


def _ratios(pattern: str, part: Slice, k: int, count: Counting) -> Iterator[Score]:
    """The scores of a slice at one k; those of roles only where the slice is a whole or a group."""
    false = set() if part.by else _false_roles(part)
    for (metric, role), (numerator, denominator) in count.sums(part, k).items():
        if role is not None and part.by:
            continue
        false_role = [notes.FALSE] if role in false else []
        low, high, size = count.interval(part, k, metric, role)
        said = list(notes.worth(size, denominator * part.weight))
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
            note=notes.text(
                (*false_role, *_notes(count, part, metric, k, role, denominator), *said)
            ),
        )


def _false_roles(part: Slice) -> set[str]:
    """The roles of facts that must not hold."""
    facts = (fact for judged, _ in part.chosen for fact in judged.item.facts)
    return {fact.role for fact in facts if fact.holds is False}


def _notes(
    count: Counting, part: Slice, metric: str, k: int, role: str | None, denominator: float
) -> Iterator[Note]:
    trials = denominator * part.weight
    if trials < SMALL:
        yield notes.small(trials)
    if part.weight < 1:
        yield notes.pooled(part.wordings, len(part.chosen))
    if metric in BY_RANK and part.is_ranked:
        yield from _chance(part, k, role)
    if count.needs_tokens(metric):
        yield notes.BY_TOKEN
    yield from part.notes


def _chance(part: Slice, k: int, role: str | None) -> Iterator[Note]:
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
        text = f"{mean:.4g} candidates ranked{some}, by chance {level:.3f}"
        yield Note("chance", text)


def _means(scores: Sequence[Score], whole: Slice, count: Counting) -> Iterator[Score]:
    """Means of scores: over the groups of the whole, with an interval, and over wordings."""
    found: dict[tuple[str, int | None, str], list[Score]] = defaultdict(list)
    for score in scores:
        if score.group is not None and not score.by:
            found[score.metric, score.k, "groups"].append(score)
        elif "prompt" in score.by:
            found[score.metric, score.k, "wordings"].append(score)
    for (metric, k, over), each in found.items():
        mean = _mean(each, over)
        if over == "groups" and k is not None and mean.denominator > 1:
            low, high, size = count.interval_of_groups(whole, k, metric)
            said = notes.worth(size, math.inf)
            note = "; ".join([mean.note, *(one.text for one in said)])
            mean = msgspec.structs.replace(mean, low=low, high=high, note=note)
        yield mean


def _mean(scores: Sequence[Score], over: str) -> Score:
    """The mean of scores that are defined: numerator their sum, denominator their number."""
    values = [score.value for score in scores if score.value is not None]
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
        low=None,
        high=None,
        items=count(score.items for score in scores),
        note=note,
    )
