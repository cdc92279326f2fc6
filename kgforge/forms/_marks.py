"""Where a response has what was asked for: what forms share whose answer is a name."""

import heapq
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import Final, Protocol

from msgspec import UNSET, Struct, UnsetType

from kgforge import matching, verdicts
from kgforge.errors import BenchmarkError
from kgforge.schema import Accepted, Named, Predicate, Prompt, Response, Scored, folders
from kgforge.verdicts import Verdict

OPEN: Final = ("open", "gold_length")
"""Methods whose answers are an open list."""
BY_TOKEN: Final = ("token_average",)
"""Methods that rank each of the target's tokens; every other method ranks the candidates."""
MEAN: Final = ("mask_average",)
"""Ranking methods that read the mean of the tokens' log-probabilities; the others read the sum."""
NOWHERE: Final = math.inf
"""The rank of what is not in the list."""
BEST: Final = 5
"""How many of the candidates that were ranked are shown."""
WRONG, ACCEPTED, TARGET = 0, 1, 2

Names = tuple[frozenset[str], frozenset[str]]
"""The names that are a hit on a fact, and those that are one on its target, as
matching has them."""


class Answers(Protocol):
    """What is right at one end of a fact."""

    @property
    def answers(self) -> tuple[Accepted, ...]:
        """All that counts as right, the fact's own first."""


class Fact(Protocol):
    """A fact that is asked for, as ``schema.ItemFact`` and ``scoring.AskedFact`` have it."""

    @property
    def subject(self) -> Named:
        """What it is about."""

    @property
    def predicate(self) -> Predicate:
        """Its predicate."""

    @property
    def object(self) -> Named:
        """The target: the object that was mined."""

    @property
    def holds(self) -> bool | None:
        """False where it must not be true."""

    @property
    def answers(self) -> tuple[Accepted, ...]:
        """All objects that count as right."""

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """Its wordings."""

    @property
    def subjects(self) -> Answers | UnsetType:
        """What counts as right where it is asked for its subject."""


class Mark(Struct, frozen=True, gc=False):
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
    verdict: Verdict | None = None
    """What a text says, strictly, and …"""
    legacy: Verdict | None = None
    """… by the published rules; None: the answer is no text."""
    listed: tuple[int, int, int] | None = None
    """Of a question for all answers: right, given, wanted (``metrics.Listed``)."""
    counted: Verdict | None = None
    """That one of the two by which the ranks were given (``Asked.legacy``)."""
    sure: tuple[tuple[float, bool], ...] = ()
    """Of each answer that is counted how sure the model is of it, and whether it is right: the
    best answer of an open list, what is chosen, or all that are listed. Empty: not known."""

    planted: float | None = None
    """Of what an antifactual text names: the rank that ``rank`` would be, were it right. None:
    nothing is planted that could be told."""

    def share(self, k: int) -> float | None:
        """The share of the target's tokens in the top k, in the best wording; None: not asked."""
        if not self.tokens:
            return None
        shares = (sum(rank <= k for rank in ranks) / len(ranks) for ranks in self.tokens)
        return max(shares)


class Asked(Struct, frozen=True, gc=False):
    """A prompt of a fact, as a response to it is marked."""

    fact: Fact
    prompt: int
    """Which of the fact's prompts."""
    legacy: bool
    """Whether answers are matched as published evaluations do."""
    names: Callable[[], Names]
    """What answers are compared with (``names``), made once for all prompts of a fact that ask for
    the same end of it."""
    others: Callable[[], frozenset[str]] = frozenset
    """What is right about other facts of the predicate."""

    @property
    def asks(self) -> Prompt:
        """The prompt itself."""
        return self.fact.prompts[self.prompt]

    @property
    def target(self) -> Named:
        """What was mined at the end that is asked for."""
        return _end(self.fact, self.asks.slot)

    @property
    def forms(self) -> frozenset[str]:
        """What the target is called in sentences, its label too; empty where that is not known."""
        answers = _answers(self.fact, self.asks.slot)
        own = [one.forms for one in answers if one.id == self.target.id]
        known = [forms for forms in own if forms is not UNSET]
        return frozenset((self.target.label, *itertools.chain(*known))) if known else frozenset()

    @property
    def planted(self) -> "Asked | None":
        """The same, were that right which an antifactual text plants; None where it plants nothing,
        or what was asked is the tokens of the target.
        """
        one = self.asks.planted
        if not one:
            return None
        right = (Accepted(one.id, one.label),)
        if self.asks.slot == "subject":
            fact = _Planted(self.fact, one, self.fact.object, self.fact.answers, _Only(right))
        else:
            fact = _Planted(self.fact, self.fact.subject, one, right, UNSET)
        found = names(fact, legacy=self.legacy, slot=self.asks.slot)
        return Asked(fact, self.prompt, self.legacy, lambda: found, self.others)

    @property
    def groups(self) -> list[list[str]]:
        """The names of each accepted answer, its label first."""
        return [[one.label, *one.aliases] for one in _answers(self.fact, self.asks.slot)]

    @property
    def entailed(self) -> list[list[str]]:
        """The names of each accepted answer that follows from the graph, and is not stated."""
        answers = _answers(self.fact, self.asks.slot)
        return [[one.label, *one.aliases] for one in answers if one.entailed]


class _Only(Struct, frozen=True, gc=False):
    """``Answers`` of one end alone."""

    answers: tuple[Accepted, ...]


class _Planted(Struct, frozen=True, gc=False):
    """A fact as it would be with another entity at one end."""

    of: Fact
    subject: Named
    object: Named
    answers: tuple[Accepted, ...]
    subjects: _Only | UnsetType

    @property
    def predicate(self) -> Predicate:
        """See ``Fact``."""
        return self.of.predicate

    @property
    def holds(self) -> bool | None:
        """See ``Fact``."""
        return self.of.holds

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """See ``Fact``."""
        return self.of.prompts


class Said(Struct, frozen=True, array_like=True, gc=False):
    """One text that a model gave, as a page shows it."""

    text: str
    logprob: float | None
    verdict: int
    """0: not accepted; 1: accepted; 2: the target."""


def ranks_candidates(method: str) -> bool:
    """Whether a method's answers are the candidates, ranked."""
    return method not in OPEN + BY_TOKEN


def mark(asked: Asked, response: Response) -> Mark:
    """The mark of a response whose answers are names, or candidates.

    Raises BenchmarkError where the response is damaged.
    """
    if response.method in BY_TOKEN:
        last = _last_rank(response)
        return Mark(asked.prompt, last, last, tokens=(response.ranks,))
    if is_text(response):
        return _of_text(asked, response.text)
    if ranks_candidates(response.method):
        place = _rank_of_target(asked, response)
        return Mark(asked.prompt, place, place, len(response.candidates))
    said = _open_answers(response)
    rank, target = (
        matching.rank(said, names, legacy=asked.legacy) or NOWHERE for names in asked.names()
    )
    sure = tuple((top.logprob, rank <= 1) for top in response.top[:1])
    return Mark(asked.prompt, rank, target, sure=sure)


def is_text(response: Response) -> bool:
    """Whether a response is a text that was generated, and neither a list nor a ranking.

    An empty one is a text where it says how it ended: it is read as such, and is not right. Else it
    is an empty list.
    """
    if response.top or response.candidates or response.ranks:
        return False
    return bool(response.text) or response.ended is not UNSET


def _of_text(asked: Asked, text: str) -> Mark:
    """The mark of a text: it has one place, the first."""
    question = asked.asks.bare
    of_target = [one for one in asked.groups if asked.target.label in one]
    others = asked.others()
    both = verdicts.judged(text, asked.groups, question=question, others=others)
    own = verdicts.judged(text, of_target, question=question, others=others)
    rank, target = (1 if one[asked.legacy] == "correct" else NOWHERE for one in (both, own))
    return Mark(
        asked.prompt, rank, target, verdict=both[0], legacy=both[1], counted=both[asked.legacy]
    )


def said(asked: Asked, response: Response, marked: Mark | None) -> Iterator[Said]:
    """The answers of such a response, best first: of candidates that were ranked the first few."""
    if marked and marked.candidates:
        texts = [each.text for each in response.candidates]
        ranked = zip(reduced(response), texts, strict=True)
        target = asked.forms or {asked.target.label}
        for value, text in heapq.nlargest(BEST, ranked, key=itemgetter(0)):
            yield Said(text, value, TARGET if text in target else WRONG)
        return
    if marked and is_text(response):
        right = int(marked.counted == "correct")
        yield Said(response.text, None, TARGET if marked.target == 1 else right)
        return
    accepted, of_target = asked.names()
    logprobs: list[float | None] = [top.logprob for top in response.top] or [None]
    for text, logprob in zip(_open_answers(response), logprobs, strict=False):
        name = matching.normalised(text)
        yield Said(text, logprob, TARGET if name in of_target else int(name in accepted))


def names(fact: Fact, *, legacy: bool = False, slot: str = "object") -> Names:
    """The names that a response to a fact is compared with, where one of its ends is asked for."""
    answers, target = _answers(fact, slot), _end(fact, slot)
    every = (name for answer in answers for name in (answer.label, *answer.aliases))
    own = (name for answer in answers if answer.id == target.id for name in answer.aliases)
    return (
        matching.accepted(every, legacy=legacy),
        matching.accepted((target.label, *own), legacy=legacy),
    )


def planted(asked: Asked, response: Response) -> float | None:
    """The rank of what an antifactual text plants (``Mark.planted``), where answers are names."""
    other = asked.planted
    if other is None or response.method in BY_TOKEN:
        return None
    return mark(other, response).rank


def _end(fact: Fact, slot: str) -> Named:
    """What was mined at an end of a fact."""
    return fact.subject if slot == "subject" else fact.object


def _answers(fact: Fact, slot: str) -> tuple[Accepted, ...]:
    """What is right at an end of a fact. Raises BenchmarkError where that is not known."""
    if slot != "subject":
        return fact.answers
    if isinstance(fact.subjects, UnsetType):
        raise BenchmarkError(
            f"a prompt asks for the subject of {fact.subject.label!r} → {fact.predicate.label!r}, "
            f"and the fact has no subjects: {folders.EXPORT}"
        )
    return fact.subjects.answers


def _open_answers(response: Response) -> Sequence[str]:
    """The open answers of a response, best first: its list, or the one text it generated."""
    return [answer.text for answer in response.top] or ([response.text] if response.text else [])


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


def _rank_of_target(asked: Asked, response: Response) -> float:
    """The target's rank among the candidates by log-probability; ties share their mean rank.

    Of several forms of it that were ranked the best counts, and the others are in nobody's way. In
    the legacy way ties of a form with other candidates are in its favour.

    Raises BenchmarkError when the target was not ranked, or a log-probability is not finite.
    """
    found, label = reduced(response), asked.target.label
    texts = [one.text for one in response.candidates]
    own = [at for at, text in enumerate(texts) if text in asked.forms] or (
        [texts.index(label)] if label in texts else []
    )
    if not own:
        raise BenchmarkError(
            f"item {response.item}, role {response.role!r}: the target {label!r} is not among the "
            f"{len(found)} candidates that method {response.method!r} ranked: "
            f"{folders.OTHER_BENCHMARK}"
        )
    best = max(found[at] for at in own)
    others = [value for at, value in enumerate(found) if at not in own]
    above, beside = sum(one > best for one in others), sum(one == best for one in others)
    return 1 + above + (0 if asked.forms and asked.legacy else beside / 2)


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
