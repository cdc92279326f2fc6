"""Whether a model names the same of a fact in whatever wording it is asked, as ParaRel has it.

Over the facts whose candidates were ranked in two wordings or more, statements without a text
before them, stand

- ``wordings_agree``: the share of pairs of wordings with the same first candidate;
- ``all_wordings``: how many are right in every wording, at each k;
- ``hit`` in the ``first`` ``wording`` of each, at each k.

A fact that recurs in items counts once, as ``rewording`` has it. Each is given of all facts (by
pairs, or facts), of each group, and as the mean over groups
(``average``: ``macro``), the paper's own figure: Elazar et al. 2021, *Measuring and Improving
Consistency in Pretrained Language Models*. Candidates that tie for the first place stand
in the order of ids.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kgforge.forms import Mark, reduced
from kgforge.metrics import FactHit, Outcome
from kgforge.schema import PLAIN, Prompt, Score, folders
from kgforge.scoring import by_fact, posed, rewording
from kgforge.scoring.by_fact import Counted
from kgforge.scoring.crosslingual import Pooled
from kgforge.scoring.judging import Answered, Judged

METRICS: Final = ("wordings_agree", "all_wordings")
AGREE, ALL = METRICS
FIRST: Final = {"wording": "first"}

Place = tuple[str, int]
"""An item, and which of its facts."""
_First = tuple[int, int]
"""The place of the first candidate, and how many were ranked."""


class Firsts:
    """Gathers the first candidate of each wording, while a run is judged."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._found: dict[str, dict[Place, dict[int, _First]]] = {}

    def see(self, answer: Answered) -> None:
        """Take in a response."""
        prompts = answer.item.facts[answer.fact].prompts
        if len(prompts) > 1 and answer.response.candidates and _counts(prompts[answer.prompt]):
            values = reduced(answer.response)
            first = max(range(len(values)), key=values.__getitem__)
            of_pattern = self._found.setdefault(answer.item.pattern, defaultdict(dict))
            of_pattern[answer.item.id, answer.fact][answer.prompt] = first, len(values)

    def of(self, pattern: str) -> dict[Place, dict[int, str]]:
        """The id of the first candidate, by fact and prompt: one may stand there by two names."""
        places = self._found.get(pattern, {})
        if not any(len(of_fact) > 1 for of_fact in places.values()):
            return {}
        return {
            (item.id, at): {
                prompt: fact.candidates[place].id
                for prompt, (place, ranked) in places.get((item.id, at), {}).items()
                if ranked == len(fact.candidates)
            }
            for item in folders.read_items(self._folder, pattern, Pooled)
            for at, fact in enumerate(item.facts)
        }


def _counts(prompt: Prompt) -> bool:
    return posed.posed(prompt) == posed.FIRST and prompt.context == PLAIN


class _Worded(Struct, frozen=True):
    """A fact that was ranked in several wordings."""

    item: str
    group: str
    marks: tuple[Mark, ...]
    firsts: tuple[str, ...]
    about: tuple[str, ...]
    """What is asked, whichever item asks it."""

    def outcome(self, metric: str, k: int) -> Outcome:
        """As metrics read it."""
        hits = (
            FactHit("", holds=True, hit=mark.rank <= k, target=mark.target <= k)
            for mark in self.marks
        )
        return Outcome(tuple(hits), metric, rankings=tuple((one,) for one in self.firsts))


def scores(
    pattern: str, items: Sequence[Judged], firsts: Firsts, ks: Sequence[int]
) -> Iterator[Score]:
    """The scores of a pattern; none where no fact was ranked in several wordings."""
    facts = list(_worded(items, firsts.of(pattern)))
    if not facts:
        return
    yield from _scores(pattern, AGREE, None, {}, facts)
    alone = [msgspec.structs.replace(one, marks=one.marks[:1]) for one in facts]
    for k in ks:
        yield from _scores(pattern, ALL, k, {}, facts)
        yield from _scores(pattern, "hit", k, FIRST, alone)


def _worded(
    items: Sequence[Judged], firsts: Mapping[Place, Mapping[int, str]]
) -> Iterator[_Worded]:
    for judged in items:
        for at, (fact, marks) in enumerate(zip(judged.item.facts, judged.marks, strict=True)):
            found = firsts.get((judged.item.id, at), {})
            ranked = tuple(mark for mark in marks if mark.prompt in found)
            if fact.holds is not False and len(ranked) > 1:
                first = tuple(found[mark.prompt] for mark in ranked)
                about = rewording.about(fact, posed.FIRST[1])
                yield _Worded(judged.item.id, judged.item.group, ranked, first, about)


def _scores(
    pattern: str, metric: str, k: int | None, by: dict[str, str], facts: Sequence[_Worded]
) -> Iterator[Score]:
    """Of all facts, the mean over groups, and of each group: what recurs in items counts once."""
    groups: dict[str, list[_Worded]] = defaultdict(list)
    for one in facts:
        groups[one.group].append(one)
    yield by_fact.score(pattern, metric, k, by, _counted(facts, metric, k))
    of_groups = [
        msgspec.structs.replace(
            by_fact.score(pattern, metric, k, by, _counted(groups[name], metric, k)), group=name
        )
        for name in sorted(groups)
    ]
    yield rewording.macro(of_groups)
    yield from of_groups


def _counted(facts: Iterable[_Worded], metric: str, k: int | None) -> list[Counted]:
    """Each question once, as it was answered first."""
    first: dict[tuple[str, ...], _Worded] = {}
    for one in facts:
        first.setdefault(one.about, one)
    return [(one.item, one.outcome(metric, k or 1)) for one in first.values()]
