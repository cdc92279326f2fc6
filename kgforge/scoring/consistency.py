"""Whether a model says of a fact the same in whatever form it is asked.

A fact is right in a form where the first wording is: of a question with choices the letter, of a
statement and its false counterpart both. Over the facts that were asked in several forms stand

- ``all_forms``: how many are right in every form, of those that are right in any;
- ``forms_agree``: the share of pairs of forms that say the same of a fact, right or wrong; and of
  each pair by itself (``forms``).

A model that knows a fact is right in all forms; one that guesses agrees with itself by chance.
"""

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import metrics
from kgforge.forms import Mark
from kgforge.metrics import FactHit, Outcome
from kgforge.schema import PLAIN, Score
from kgforge.scoring import by_fact, posed, sharing
from kgforge.scoring.asked import AskedFact
from kgforge.scoring.judging import Judged
from kgforge.scoring.posed import Posed
from kgforge.scoring.sharing import Asking

METRICS: Final = ("all_forms", "forms_agree")


class Asked(Struct, frozen=True):
    """A fact that was asked in several forms, and in which it is right."""

    item: str
    group: str
    fact: int
    """Which of the item's facts."""
    right: Mapping[Posed, bool]
    asking: Asking
    """What is asked of it, in its first form."""

    @property
    def disagrees(self) -> bool:
        """Whether it is right in some forms, and wrong in others."""
        return len(set(self.right.values())) > 1


def facts(items: Sequence[Judged], k: int) -> Iterator[Asked]:
    """The facts that were answered in several forms."""
    for judged in items:
        for at, (fact, marks) in enumerate(zip(judged.item.facts, judged.marks, strict=True)):
            if len(right := _right(fact, marks, k)) > 1:
                asking = sharing.asking(fact, fact.prompts[marks[0].prompt])
                yield Asked(judged.item.id, judged.item.group, at, right, asking)


def _right(fact: AskedFact, marks: Sequence[Mark], k: int) -> dict[Posed, bool]:
    """Whether the answers to the first wording of each form are right.

    A form counts whose first wording was answered whole: of a statement and its counterpart one
    alone tells less than both.
    """
    found: dict[Posed, bool] = {}
    first: dict[Posed, str] = {}
    answered: Counter[Posed] = Counter()
    for mark in marks:
        prompt = fact.prompts[mark.prompt]
        kind = posed.posed(prompt)
        if prompt.context != PLAIN:
            continue
        if first.setdefault(kind, prompt.template) == prompt.template:
            hit = FactHit(fact.role, fact.holds, mark.rank <= k, mark.target <= k)
            found[kind] = found.get(kind, True) and metrics.right(hit)
            answered[kind] += 1
    asked = Counter(
        kind
        for prompt in fact.prompts
        if prompt.context == PLAIN and first.get(kind := posed.posed(prompt)) == prompt.template
    )
    return {kind: right for kind, right in found.items() if answered[kind] == asked[kind]}


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
                msgspec.structs.replace(one, right={kind: one.right[kind] for kind in pair})
                for one in asked
                if all(kind in one.right for kind in pair)
            ]
            if both:
                yield _score(pattern, METRICS[1], k, {"forms": _named(pair)}, both)


def _named(kinds: Sequence[Posed] | Mapping[Posed, None]) -> str:
    """Forms by name; a form that asks for the subject says so."""
    return ", ".join(name if slot != "subject" else f"{name} ({slot})" for name, slot in kinds)


def _score(pattern: str, metric: str, k: int, by: dict[str, str], asked: Sequence[Asked]) -> Score:
    outcomes = [(one.item, _outcome(one, metric)) for one in asked]
    return by_fact.score(pattern, metric, k, by, outcomes, [one.asking for one in asked])


def _outcome(asked: Asked, metric: str) -> Outcome:
    """A fact as metrics read it: with a hit for each form."""
    hits = (
        FactHit(form, holds=True, hit=hit, target=hit) for (form, _), hit in asked.right.items()
    )
    return Outcome(tuple(hits), metric)
