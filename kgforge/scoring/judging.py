"""Answers against accepted answers: at which rank a response has what was asked for.

One place judges, for the scores and for the pages that show single items.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from kgforge import matching
from kgforge.errors import BenchmarkError
from kgforge.schema import ItemFact, Response, Scored, folders
from kgforge.scoring.asked import AskedFact, AskedItem

OPEN: Final = ("open", "gold_length")
"""Methods whose answers are an open list."""
BY_TOKEN: Final = ("token_average",)
"""Methods that rank each of the target's tokens; every other method ranks the candidates."""
MEAN: Final = ("mask_average",)
"""Ranking methods that read the mean of the tokens' log-probabilities; the others read the sum."""
WHOLE: Final = ""
"""The role of answers to prompts of the whole item."""
NOWHERE: Final = math.inf
"""The rank of what is not in the list."""
OTHER: Final = f"name the benchmark that the run was made with, or {folders.PROBE}"
"""What would do where responses are damaged, or do not fit the benchmark."""

Forms = tuple[frozenset[str], frozenset[str]]
"""What counts as a hit on a fact, and what as a hit on its target, in the form of matching."""


class Mark(Struct, frozen=True):
    """Where a response has an accepted answer, and where the target; ranks count from 1."""

    prompt: int
    rank: float
    """Of the best accepted answer; between two places when candidates tie; inf: nowhere."""
    target: float
    """Of the target: any of its names."""
    candidates: int = 0
    """How many candidates were ranked; 0: none."""
    tokens: tuple[tuple[int, ...], ...] = ()
    """The ranks of the target's tokens; of several wordings, those of each. Empty: not asked."""

    def share(self, k: int) -> float | None:
        """The share of the target's tokens in the top k, in the best wording; None: not asked."""
        shares = (sum(rank <= k for rank in ranks) / len(ranks) for ranks in self.tokens)
        return max(shares, default=None)


class Answered(Struct, frozen=True):
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


class Written(Struct, frozen=True):
    """A response to a prompt of a whole item: a text, or why there is none (``response.error``)."""

    item: AskedItem
    response: Response


class Judged(Struct, frozen=True):
    """An item and the marks of its facts."""

    item: AskedItem
    marks: tuple[tuple[Mark, ...], ...]
    """For each fact, one for each prompt that was answered, in the order of prompts."""
    errors: tuple[str, ...]
    """Why prompts were not answered."""

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
    asked: dict[str, tuple[list[list[Mark]], list[str]]] = {
        id: ([[] for _ in desk.item.facts], []) for id, desk in desks.items()
    }
    for answer in answered:
        marks, errors = asked[answer.item.id]
        if answer.mark is None:
            errors.append(answer.response.error)
        else:
            marks[answer.fact].append(answer.mark)
    return [_judged(desk.item, *asked[id]) for id, desk in desks.items()]


def _judged(item: AskedItem, marks: list[list[Mark]], errors: list[str]) -> Judged:
    in_order = (tuple(sorted(of_fact, key=lambda mark: mark.prompt)) for of_fact in marks)
    return Judged(item, tuple(in_order), tuple(errors))


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
                f"{OTHER}"
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
    for item in items:
        if item.id in found:
            where = " and ".join(dict.fromkeys((found[item.id].item.pattern, item.pattern)))
            raise BenchmarkError(
                f"two items have the id {item.id!r} (in {where}), so that no answer can be told "
                f"to be of either: export the benchmark again"
            )
        found[item.id] = Desk(item, legacy=legacy)
    return found


class Desk:
    """Finds the fact of each response to one item, and marks it; keeps what it compares with."""

    def __init__(self, item: AskedItem, *, legacy: bool = False) -> None:
        self.item = item
        self._legacy = legacy
        self._asked = {
            (fact.role, number): (index, prompt)
            for index, (fact, numbered) in enumerate(
                zip(item.facts, numbers(item.facts), strict=True)
            )
            for prompt, number in enumerate(numbered)
        }
        self._known = {*self._asked, *((WHOLE, number) for number in range(len(item.prompts)))}
        self._forms: dict[int, Forms] = {}

    def knows(self, response: Response) -> bool:
        """Whether the item has the prompt that a response answers."""
        return (response.role, response.prompt) in self._known

    def take(self, response: Response) -> Answered:
        """Mark a response to a fact that it knows."""
        index, prompt = self._asked[response.role, response.prompt]
        mark = None if response.error else self._mark(index, prompt, response)
        return Answered(self.item, index, prompt, response, mark, self)

    def refusal(self, response: Response, which: str) -> BenchmarkError:
        """The error for a response that answers no prompt, or one that has its answer."""
        prompts = sum(role == response.role for role, _ in self._known)
        return BenchmarkError(
            f"item {response.item}: {which} answer to prompt {response.prompt} of role "
            f"{response.role!r}, where the benchmark has {prompts} prompts: {OTHER}"
        )

    def _mark(self, index: int, prompt: int, response: Response) -> Mark:
        fact = self.item.facts[index]
        if response.method in BY_TOKEN:
            last = _last_rank(response)
            return Mark(prompt, last, last, tokens=(response.ranks,))
        if ranks_candidates(response.method):
            place = rank_of_target(fact, response)
            return Mark(prompt, place, place, len(response.candidates))
        said = open_answers(response)
        rank, target = (
            matching.rank(said, forms, legacy=self._legacy) or NOWHERE
            for forms in self.forms(index)
        )
        return Mark(prompt, rank, target)

    def forms(self, fact: int) -> Forms:
        """The forms that a response to one of the item's facts is compared with."""
        if fact not in self._forms:
            self._forms[fact] = accepted_forms(self.item.facts[fact], legacy=self._legacy)
        return self._forms[fact]


def ranks_candidates(method: str) -> bool:
    """Whether a method's answers are the candidates, ranked."""
    return method not in OPEN + BY_TOKEN


def _last_rank(response: Response) -> int:
    """The rank of the target's least likely token: up to there every token is in the top k.

    Raises BenchmarkError when there are not as many ranks as the target has tokens.
    """
    ranks = len(response.ranks)
    sizes = [(len(each.tokens), len(each.logprobs)) for each in response.candidates]
    if not ranks or sizes != [(ranks, ranks)]:
        raise BenchmarkError(
            f"item {response.item}, role {response.role!r}: method {response.method!r} has "
            f"{ranks} ranks and {len(sizes)} candidates, where the target is the one candidate, "
            f"with a rank and a log-probability for each of its tokens: {folders.PROBE}"
        )
    return max(response.ranks)


def open_answers(response: Response) -> list[str]:
    """The open answers of a response, best first: its list, or the one text it generated."""
    return [answer.text for answer in response.top] or ([response.text] if response.text else [])


def accepted_forms(fact: AskedFact, *, legacy: bool = False) -> Forms:
    """The forms that a response to a fact is compared with."""
    every = (name for answer in fact.answers for name in (answer.label, *answer.aliases))
    return (
        matching.accepted(every, legacy=legacy),
        matching.accepted(target_names(fact), legacy=legacy),
    )


def target_names(fact: AskedFact) -> list[str]:
    """Every name of the object that was mined, its label first."""
    aliases = [
        alias for answer in fact.answers if answer.id == fact.object.id for alias in answer.aliases
    ]
    return [fact.object.label, *aliases]


def rank_of_target(fact: AskedFact, response: Response) -> float:
    """The target's rank among the candidates by log-probability; ties share their mean rank.

    Raises BenchmarkError when the target was not ranked, or a log-probability is not finite.
    """
    found = reduced(response)
    label = fact.object.label
    own = next(
        (s for s, c in zip(found, response.candidates, strict=True) if c.text == label), None
    )
    if own is None:
        raise BenchmarkError(
            f"item {response.item}, role {response.role!r}: the target {label!r} is not among the "
            f"{len(found)} candidates that method {response.method!r} ranked: {OTHER}"
        )
    return 1 + sum(s > own for s in found) + (sum(s == own for s in found) - 1) / 2


def reduced(response: Response) -> list[float]:
    """The figure by which each candidate is ranked: its token log-probabilities' sum, or mean.

    Raises BenchmarkError when one is not finite.
    """
    mean = response.method in MEAN
    return [
        _finite(math.fsum(each.logprobs) / (len(each.logprobs) if mean else 1), response, each)
        for each in response.candidates
    ]


def _finite(value: float, response: Response, candidate: Scored) -> float:
    if not math.isfinite(value):
        raise BenchmarkError(
            f"item {response.item}, role {response.role!r}: the log-probability of candidate "
            f"{candidate.text!r} is {value}: {folders.PROBE}"
        )
    return value
