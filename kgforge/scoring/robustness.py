"""Whether a model stays right when a text stands before a question, and what it is misled by.

Each fact of which a question was answered without a text and with one counts, in the first wording
that has both; of a question with choices the letter, of a statement and its counterpart both, or
the same one of them where the other was answered neither way. Of each form and context stand

- ``context_without`` and ``context_with``: how many are right without the text, and with it;
- ``context_gained``: of those wrong without it, how many are right with it;
- ``context_lost``: of those right without it, how many are wrong with it;
- ``context_misled``: of antifactual texts, how many answers are what the text says.

A model that reads is right with a relevant text, and misled by an antifactual one; one that knows
and does not read stays as it is.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from kgforge import metrics
from kgforge.forms import Mark
from kgforge.metrics import FactHit, Outcome
from kgforge.schema import PLAIN, Prompt, Score
from kgforge.scoring import by_fact, posed, sharing
from kgforge.scoring.asked import AskedFact
from kgforge.scoring.judging import Judged
from kgforge.scoring.posed import Posed
from kgforge.scoring.sharing import Asking

METRICS: Final = (
    "context_without",
    "context_with",
    "context_gained",
    "context_lost",
    "context_misled",
)
MISLED: Final = METRICS[-1]

Kind = tuple[str, str, str]
"""A form, an end of a fact, and a context."""


class Both(Struct, frozen=True):
    """A fact that was asked without a text and with one."""

    item: str
    without: bool
    with_text: bool
    misled: bool | None
    """Whether the answer is what the text plants; None: it plants nothing."""
    asking: Asking
    """What is asked of it."""

    def outcome(self, metric: str) -> Outcome:
        """As metrics read it: without the text, with it, and as the text has it."""
        hits = [self.without, self.with_text]
        hits += [] if self.misled is None else [self.misled]
        facts = (FactHit("", holds=True, hit=hit, target=hit) for hit in hits)
        return Outcome(tuple(facts), metric)


class _Right(Struct):
    """Whether all answers to one wording are right, and as an antifactual text has it."""

    right: bool = True
    misled: bool | None = None
    claimed: frozenset[str] = frozenset()
    """What the statements claim that were answered."""

    def take(self, fact: AskedFact, mark: Mark, k: int) -> None:
        claimed = fact.prompts[mark.prompt].claimed
        self.claimed |= {claimed.id} if claimed else set()
        hit = FactHit(fact.role, fact.holds, mark.rank <= k, mark.target <= k)
        self.right = self.right and metrics.right(hit)
        if mark.planted is not None:
            self.misled = (self.misled is not False) and mark.planted <= k


def scores(pattern: str, items: Sequence[Judged], ks: Sequence[int]) -> Iterator[Score]:
    """The scores of a pattern, by form and context; none where no text stands before a question."""
    contexts = posed.contexts(items)
    if len(contexts) < 2:
        return
    for k in ks:
        found: dict[Kind, list[Both]] = {}
        for judged in items:
            for fact, marks in zip(judged.item.facts, judged.marks, strict=True):
                for kind, both in _compared(judged.item.id, fact, marks, k):
                    found.setdefault(kind, []).append(both)
        order = posed.every(items)
        for kind in sorted(found, key=lambda one: (order.index(one[:2]), contexts.index(one[2]))):
            yield from _scores(pattern, k, kind, found[kind])


def _compared(
    item: str, fact: AskedFact, marks: Sequence[Mark], k: int
) -> Iterator[tuple[Kind, Both]]:
    """A fact in each form and context in which it was asked, beside the same without a text."""
    found: dict[Posed, dict[str, dict[str, _Right]]] = {}
    slots: dict[Posed, Prompt] = {}
    for mark in marks:
        prompt = fact.prompts[mark.prompt]
        slots.setdefault(posed.posed(prompt), prompt)
        of_kind = found.setdefault(posed.posed(prompt), {}).setdefault(prompt.context, {})
        of_kind.setdefault(prompt.template, _Right()).take(fact, mark, k)
    for of_posed, contexts in found.items():
        plain = contexts.pop(PLAIN, {})
        asking = sharing.asking(fact, slots[of_posed])
        for context, wordings in contexts.items():
            pairs = ((plain[one], wordings[one]) for one in plain if one in wordings)
            pair = next((one for one in pairs if one[0].claimed == one[1].claimed), None)
            if pair:
                without, with_text = pair
                both = Both(item, without.right, with_text.right, with_text.misled, asking)
                yield (*of_posed, context), both


def _scores(pattern: str, k: int, kind: Kind, asked: Sequence[Both]) -> Iterator[Score]:
    form, slot, context = kind
    by = {"form": form, "context": context} | ({"slot": slot} if slot == "subject" else {})
    for metric in METRICS:
        counted = [one for one in asked if metric != MISLED or one.misled is not None]
        if counted:
            outcomes = [(one.item, one.outcome(metric)) for one in counted]
            asking = [one.asking for one in counted]
            yield by_fact.score(pattern, metric, k, by, outcomes, asking)
