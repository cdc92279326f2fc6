"""Questions of one form, and for one end of a fact: what a figure is about.

A pattern's own figures are of the first form that was asked (statements with a slot, where there
are any) and of its first end; each other form, and each other end, has a slice. Nothing pools them.
Where a form does not ask what must not hold, such facts have no part in its figures. Nothing pools
questions with a text before them and those without one, either.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from kgforge import forms
from kgforge.schema import CONTEXTS, PLAIN, Prompt
from kgforge.scoring.judging import Judged

Posed = tuple[str, str]
"""A form, and the end of a fact that is asked for (``Prompt.form`` and ``.slot``)."""

FIRST: Final = (forms.OF_FACTS, "object")
"""The form and end that a pattern's own figures are of, where they were asked."""


def posed(prompt: Prompt) -> Posed:
    """Of which form a prompt is, and for which end it asks."""
    return prompt.form, prompt.slot


def every(items: Iterable[Judged]) -> list[Posed]:
    """Each form and end of which a prompt was answered, or could not be, the first one first."""
    places: dict[Posed, int] = {}
    for judged in items:
        for fact, prompt in _asked(judged):
            found = posed(judged.item.facts[fact].prompts[prompt])
            places[found] = min(prompt, places.get(found, prompt))
    return sorted(places, key=lambda one: (one[0] != FIRST[0], one != FIRST, places[one], one))


def _asked(judged: Judged) -> Iterable[tuple[int, int]]:
    yield from ((at, mark.prompt) for at, marks in enumerate(judged.marks) for mark in marks)
    yield from judged.failed


def contexts(items: Iterable[Judged]) -> list[str]:
    """Each context of which a prompt was answered, or could not be, in their order."""
    found = {
        judged.item.facts[fact].prompts[prompt].context
        for judged in items
        for fact, prompt in _asked(judged)
    }
    order = (PLAIN, *CONTEXTS)
    return sorted(found, key=lambda one: (order.index(one) if one in order else len(order), one))


def of(judged: Judged, wanted: Posed, context: str = PLAIN) -> Judged:
    """An item with the answers alone to prompts of one form and end, and the facts it asks.

    Only those with one context count.
    """
    item = judged.item

    def is_wanted(prompt: Prompt) -> bool:
        return posed(prompt) == wanted and prompt.context == context

    kept = [
        at
        for at, fact in enumerate(item.facts)
        if fact.holds is not False or any(map(is_wanted, fact.prompts))
    ]
    facts = [item.facts[at] for at in kept]
    marks = [
        tuple(mark for mark in judged.marks[at] if is_wanted(fact.prompts[mark.prompt]))
        for at, fact in zip(kept, facts, strict=True)
    ]
    why = [
        (where, error)
        for where, error in zip(judged.failed, judged.errors, strict=True)
        if is_wanted(item.facts[where[0]].prompts[where[1]])
    ]
    whole = len(kept) == len(item.facts)
    return msgspec.structs.replace(
        judged,
        item=item if whole else msgspec.structs.replace(item, facts=tuple(facts)),
        marks=tuple(marks),
        errors=tuple(error for _, error in why),
        failed=tuple((kept.index(fact), prompt) for (fact, prompt), _ in why),
    )


def first(items: Sequence[Judged]) -> list[Judged]:
    """The items as a pattern's own figures are of them: by the first form and end."""
    found = every(items)
    return [of(judged, found[0]) for judged in items] if found else list(items)
