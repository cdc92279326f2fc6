"""Whether a model says of a fact the same in whatever form it is asked.

A fact is right in a form where the first wording is: of a question with choices the letter, of a
statement and its false counterpart both. Over the facts that were asked in several forms stand

- ``all_forms``: how many are right in every form, of those that are right in any;
- ``forms_agree``: the share of pairs of forms that say the same of a fact, right or wrong; and of
  each pair by itself (``forms``).

A model that knows a fact is right in all forms; one that guesses agrees with itself by chance.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from kgforge import metrics, statistics
from kgforge.forms import Mark
from kgforge.metrics import FactHit, Outcome
from kgforge.schema import PLAIN, Score
from kgforge.scoring import notes, posed
from kgforge.scoring.asked import AskedFact
from kgforge.scoring.judging import Judged
from kgforge.scoring.notes import SMALL
from kgforge.scoring.posed import Posed

METRICS: Final = ("all_forms", "forms_agree")


class Asked(Struct, frozen=True):
    """A fact that was asked in several forms, and in which it is right."""

    item: str
    group: str
    fact: int
    """Which of the item's facts."""
    right: Mapping[Posed, bool]

    @property
    def disagrees(self) -> bool:
        """Whether it is right in some forms, and wrong in others."""
        return len(set(self.right.values())) > 1


def facts(items: Sequence[Judged], k: int) -> Iterator[Asked]:
    """The facts that were answered in several forms."""
    for judged in items:
        for at, (fact, marks) in enumerate(zip(judged.item.facts, judged.marks, strict=True)):
            if len(right := _right(fact, marks, k)) > 1:
                yield Asked(judged.item.id, judged.item.group, at, right)


def _right(fact: AskedFact, marks: Sequence[Mark], k: int) -> dict[Posed, bool]:
    """Whether the answers to the first wording of each form are right."""
    found: dict[Posed, bool] = {}
    first: dict[Posed, str] = {}
    for mark in marks:
        prompt = fact.prompts[mark.prompt]
        kind = posed.posed(prompt)
        if prompt.context != PLAIN:
            continue
        if first.setdefault(kind, prompt.template) == prompt.template:
            hit = FactHit(fact.role, fact.holds, mark.rank <= k, mark.target <= k)
            found[kind] = found.get(kind, True) and metrics.right(hit)
    return found


def scores(pattern: str, items: Sequence[Judged], ks: Sequence[int]) -> Iterator[Score]:
    """The scores of a pattern; none where facts were asked in one form."""
    for k in ks:
        asked = list(facts(items, k))
        if not asked:
            return
        every = dict.fromkeys(kind for one in asked for kind in one.right)
        yield _score(pattern, METRICS[0], k, {"forms": _named(every)}, asked)
        yield _score(pattern, METRICS[1], k, {"forms": _named(every)}, asked)
        for pair in itertools.combinations(every, 2) if len(every) > 2 else ():
            both = [
                Asked(one.item, one.group, one.fact, {kind: one.right[kind] for kind in pair})
                for one in asked
                if all(kind in one.right for kind in pair)
            ]
            if both:
                yield _score(pattern, METRICS[1], k, {"forms": _named(pair)}, both)


def _named(kinds: Sequence[Posed] | Mapping[Posed, None]) -> str:
    """Forms by name; a form that asks for the subject says so."""
    return ", ".join(name if slot != "subject" else f"{name} ({slot})" for name, slot in kinds)


def _score(pattern: str, metric: str, k: int, by: dict[str, str], asked: Sequence[Asked]) -> Score:
    counts = metrics.load(metric).counts
    parts = [part for one in asked for part in counts(_outcome(one, metric))]
    numerator, denominator = sum(one.numerator for one in parts), sum(o.denominator for o in parts)
    pairs = [part.numerator / part.denominator for part in parts if part.denominator]
    mean = metrics.definition(metric).mean
    if mean and statistics.are_alike(pairs):
        low, high = statistics.alike(pairs[0], [1.0] * len(pairs))
    elif mean:
        low, high = statistics.cluster_bootstrap(pairs)
    else:
        low, high = statistics.wilson(numerator, denominator)
    return Score(
        pattern=pattern,
        group=None,
        metric=metric,
        k=k,
        by=by,
        numerator=numerator,
        denominator=denominator,
        value=numerator / denominator if denominator else None,
        low=low,
        high=high,
        items=len({one.item for one in asked}),
        note=notes.text([notes.small(denominator)] if denominator < SMALL else []),
    )


def _outcome(asked: Asked, metric: str) -> Outcome:
    """A fact as metrics read it: with a hit for each form."""
    hits = (
        FactHit(form, holds=True, hit=hit, target=hit) for (form, _), hit in asked.right.items()
    )
    return Outcome(tuple(hits), metric)
