"""Responses against a benchmark: which prompt each answers, and how its form marks it.

One place judges, for the scores and for the pages that show single items.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import forms
from kgforge.errors import BenchmarkError
from kgforge.forms import Asked, FactForm, Mark, Names
from kgforge.schema import ItemFact, Response, folders
from kgforge.scoring.asked import AskedFact, AskedItem
from kgforge.scoring.elsewhere import Elsewhere

WHOLE: Final = ""
"""The role of answers to prompts of the whole item."""


class Answered(Struct, frozen=True, gc=False):
    """A response, and what it answers."""

    item: AskedItem
    fact: int
    """Which of the item's facts."""
    prompt: int
    """Which of the fact's prompts."""
    response: Response
    mark: Mark | None
    """None where the prompt was not answered (``response.error``)."""
    desk: "Desk"
    """That marked it."""


class Written(Struct, frozen=True, gc=False):
    """A response to a prompt of a whole item: a text, or why there is none (``response.error``)."""

    item: AskedItem
    response: Response


class Judged(Struct, frozen=True, gc=False):
    """An item and the marks of its facts."""

    item: AskedItem
    marks: tuple[tuple[Mark, ...], ...]
    """For each fact, one for each prompt that was answered, in the order of prompts."""
    errors: tuple[str, ...]
    """Why prompts were not answered."""
    failed: tuple[tuple[int, int], ...] = ()
    """Of each of these the fact and its prompt."""

    @property
    def asked(self) -> bool:
        """Whether the model was given any prompt of the item."""
        return bool(self.errors) or any(self.marks)

    @property
    def complete(self) -> bool:
        """Whether every fact has an answer."""
        return all(self.marks)


def judge(responses: Iterable[Response], desks: Mapping[str, "Desk"]) -> list[Judged]:
    """Mark responses to facts, which may come in any order: each desk's item, with its marks.

    Raises BenchmarkError as ``answers`` does.
    """
    found = answers(responses, desks)
    return gather((answer for answer in found if isinstance(answer, Answered)), desks)


def gather(answered: Iterable[Answered], desks: Mapping[str, "Desk"]) -> list[Judged]:
    """Each desk's item, with the marks of its facts."""
    asked: dict[str, tuple[list[list[Mark]], list[Answered]]] = {
        id: ([[] for _ in desk.item.facts], []) for id, desk in desks.items()
    }
    for answer in answered:
        marks, failed = asked[answer.item.id]
        if answer.mark is None:
            failed.append(answer)
        else:
            marks[answer.fact].append(answer.mark)
    return [_judged(desk.item, *asked[id]) for id, desk in desks.items()]


def _judged(item: AskedItem, marks: list[list[Mark]], failed: list[Answered]) -> Judged:
    in_order = (tuple(sorted(of_fact, key=lambda mark: mark.prompt)) for of_fact in marks)
    errors = tuple(answer.response.error for answer in failed)
    return Judged(
        item, tuple(in_order), errors, tuple((answer.fact, answer.prompt) for answer in failed)
    )


def answers(
    responses: Iterable[Response], desks: Mapping[str, "Desk"]
) -> Iterator[Answered | Written]:
    """Each response, in order, with the item that it answers; to a fact, with its mark.

    Raises BenchmarkError for a response to an unknown item, role or prompt (see ``numbers``), or
    for a second one to a prompt.
    """
    seen: set[tuple[str, str, int]] = set()
    for response in responses:
        desk = desks.get(response.item)
        if desk is None:
            raise BenchmarkError(
                f"{response.model} answers item {response.item!r}, which the benchmark lacks: "
                f"{folders.OTHER_BENCHMARK}"
            )
        key = (response.item, response.role, response.prompt)
        if not desk.knows(response):
            raise desk.refusal(response, "an")
        if key in seen:
            raise desk.refusal(response, "a second")
        seen.add(key)
        yield Written(desk.item, response) if response.role == WHOLE else desk.take(response)


def numbers(facts: Sequence[AskedFact | ItemFact]) -> list[range]:
    """The numbers of each fact's prompts: they go on where a role repeats within an item."""
    after: Counter[str] = Counter()
    found = []
    for fact in facts:
        first = after[fact.role]
        after[fact.role] += len(fact.prompts)
        found.append(range(first, after[fact.role]))
    return found


def desks(items: Iterable[AskedItem], *, legacy: bool = False) -> dict[str, "Desk"]:
    """A desk for each item, by its id, in order. Raises BenchmarkError where two have one id."""
    found: dict[str, Desk] = {}
    elsewhere = Elsewhere()
    for item in items:
        elsewhere.add(item)
        if item.id in found:
            where = " and ".join(dict.fromkeys((found[item.id].item.pattern, item.pattern)))
            raise BenchmarkError(
                f"two items have the id {item.id!r} (in {where}), so an answer cannot be assigned "
                "to one of them: export the benchmark again"
            )
        found[item.id] = Desk(item, elsewhere, legacy=legacy)
    return found


class Desk:
    """Finds the fact of each response to one item, and marks it; keeps what it compares with."""

    def __init__(self, item: AskedItem, elsewhere: Elsewhere, *, legacy: bool = False) -> None:
        self.item = item
        self._elsewhere = elsewhere
        self._legacy = legacy
        self._asked = {
            (fact.role, number): (index, prompt)
            for index, (fact, numbered) in enumerate(
                zip(item.facts, numbers(item.facts), strict=True)
            )
            for prompt, number in enumerate(numbered)
        }
        self._known = {*self._asked, *((WHOLE, number) for number in range(len(item.prompts)))}
        self._names: dict[tuple[int, str], Names] = {}

    def knows(self, response: Response) -> bool:
        """Whether the item has the prompt that a response answers."""
        return (response.role, response.prompt) in self._known

    def take(self, response: Response) -> Answered:
        """Mark a response to a fact that it knows."""
        index, prompt = self._asked[response.role, response.prompt]
        mark = None
        if not response.error:
            mark = self._marked(index, prompt, response)
        return Answered(self.item, index, prompt, response, mark, self)

    def _marked(self, fact: int, prompt: int, response: Response) -> Mark:
        form, asked = self.form(fact, prompt), self.asked(fact, prompt)
        found = form.mark(asked, response)
        planted = form.planted(asked, response) if asked.asks.planted else None
        return found if planted is None else msgspec.structs.replace(found, planted=planted)

    def refusal(self, response: Response, which: str) -> BenchmarkError:
        """The error for a response that answers no prompt, or one that has its answer."""
        prompts = sum(role == response.role for role, _ in self._known)
        return BenchmarkError(
            f"item {response.item}: {which} answer to prompt {response.prompt} of role "
            f"{response.role!r}, where the benchmark has {prompts} prompts: "
            f"{folders.OTHER_BENCHMARK}"
        )

    def asked(self, fact: int, prompt: int) -> Asked:
        """A prompt of one of the item's facts, as a response to it is marked."""
        found = self.item.facts[fact]
        slot = found.prompts[prompt].slot
        names = partial(self._names_of, fact, slot)
        others = partial(self._elsewhere.names, self.item, found, slot)
        return Asked(found, prompt, self._legacy, names, others)

    def form(self, fact: int, prompt: int) -> FactForm:
        """The form of a prompt of one of the item's facts."""
        return forms.of_facts(self.item.facts[fact].prompts[prompt].form)

    def _names_of(self, fact: int, slot: str) -> Names:
        if (fact, slot) not in self._names:
            found = forms.names(self.item.facts[fact], legacy=self._legacy, slot=slot)
            self._names[fact, slot] = found
        return self._names[fact, slot]
