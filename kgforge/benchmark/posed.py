"""Counts of a pattern's prompts by form, taken as its items stream past.

Prompts with a text before them are those without one once more, and are not counted again.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from kgforge import forms
from kgforge.benchmark.generators import KINDS
from kgforge.forms import Traits
from kgforge.schema import CONTEXTS, Item, ItemFact, Posed, Prompt
from kgforge.schema import PLAIN as UNTOLD

FALSE: Final = "must not hold"
"""Why a fact has no prompt of a form, before the form's own reason (``FactForm.lacks``)."""

NOTHING: Final = "no object"
"""The same of a fact that has none."""

REJECTED: Final = "generated text rejected"
"""Why a fact has none that templates do not word, nor a model."""

Reason = tuple[str | Traits, str]
"""Why a fact might have no prompt of some form, and what no model words of it (``WORDS``)."""

Kind = tuple[str, str]
"""A form, and the end of a fact that is asked for."""

PLAIN: Final[Kind] = (forms.OF_FACTS, "object")
"""The one kind of which a manifest says nothing, where there is no other."""


class Posings:
    """Counts that grow while items stream past."""

    def __init__(self) -> None:
        self._kinds: dict[Kind, _Counts] = {}
        self._facts: Counter[Reason] = Counter()
        """All facts, by why they might lack a prompt of some form."""
        self._contexts: Counter[str] = Counter()
        """The facts that have a prompt with a text before it, by context."""

    def add(self, item: Item) -> None:
        """Count one more item."""
        for fact in item.facts:
            reason = _reason(fact)
            self._facts[reason] += 1
            own: dict[Kind, list[Prompt]] = {}
            for prompt in fact.prompts:
                if prompt.context == UNTOLD:
                    own.setdefault((prompt.form, prompt.slot), []).append(prompt)
            self._contexts.update({prompt.context for prompt in fact.prompts} - {UNTOLD})
            for kind, prompts in own.items():
                self._kinds.setdefault(kind, _Counts()).add(
                    (item.split, item.group), reason, prompts
                )

    def contexts(self) -> dict[str, int]:
        """How many facts have a prompt of each context that there is."""
        return {context: self._contexts[context] for context in CONTEXTS if self._contexts[context]}

    def counted(self) -> tuple[Posed, ...]:
        """The counts of each kind, in the order of their first prompts; none if all are plain."""
        if self._kinds.keys() <= {PLAIN}:
            return ()
        return tuple(counts.posed(kind, self._facts) for kind, counts in self._kinds.items())

    def unposed(self, names: Iterable[str]) -> dict[str, dict[str, int]]:
        """Return which of the forms *names* have no prompt, each with why and of how many facts."""
        posed = {form for form, _ in self._kinds}
        return {
            name: _lacking(self._facts, name) for name in names if name not in posed and self._facts
        }


class _Counts:
    """Counts of one kind of prompt."""

    def __init__(self) -> None:
        self._facts: Counter[Reason] = Counter()
        self._prompts = 0
        self._fallback = 0
        self._choices: Counter[int] = Counter()
        self._gold: dict[tuple[tuple[str, str], int], Counter[str]] = defaultdict(Counter)
        """What is right, by split, group and number of choices."""

    def add(self, group: tuple[str, str], reason: Reason, prompts: Sequence[Prompt]) -> None:
        """The prompts of a fact of a split and group."""
        self._facts[reason] += 1
        self._prompts += len(prompts)
        self._fallback += any(prompt.generator == "fallback" for prompt in prompts)
        for prompt in prompts:
            if prompt.choices:
                self._choices[len(prompt.choices)] += 1
            for said in forms.of_facts(prompt.form).always(prompt):
                self._gold[group, len(prompt.choices)][said] += said == prompt.gold

    def posed(self, kind: Kind, facts: Counter[Reason]) -> Posed:
        """The counts, beside those of all facts."""
        gold = sum((Counter(found) for found in self._gold.values()), Counter[str]())
        spreads = (max(found.values()) - min(found.values()) for found in self._gold.values())
        return Posed(
            form=kind[0],
            slot=kind[1],
            prompts=self._prompts,
            facts=self._facts.total(),
            lacking=_lacking(facts - self._facts, kind[0]),
            fallback=self._fallback,
            gold=dict(sorted(gold.items())),
            uneven=max(spreads, default=0),
            choices=dict(sorted(self._choices.items())),
        )


def _lacking(facts: Counter[Reason], name: str) -> dict[str, int]:
    """Why facts have no prompt of a form, with how many."""
    lacking: Counter[str] = Counter()
    for reason, count in facts.items():
        lacking[_why(reason, name)] += count
    return dict(sorted(lacking.items()))


def _reason(fact: ItemFact) -> Reason:
    """Why a fact might have no prompt of some form."""
    unworded = " ".join(
        sorted(KINDS[one.generator] for one in fact.unworded or () if one.generator in KINDS)
    )
    if fact.holds is False:
        return FALSE, unworded
    if not fact.answers:
        return NOTHING, unworded
    computed, kind = bool(fact.computed), fact.predicate.kind
    implied = fact.holds is None and not computed
    letter = forms.is_letter(fact.object.label)
    return Traits(len(fact.candidates) < 2, computed, implied, kind, letter), unworded


def _why(reason: Reason, name: str) -> str:
    """The reason as this form has it: few forms want distractors."""
    why, unworded = reason
    form = forms.of_facts(name)
    if form.WORDS in unworded.split():
        return REJECTED
    return form.lacks(why) if isinstance(why, Traits) else why
