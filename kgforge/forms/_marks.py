"""Where a response has what was asked for: what forms share whose answer is a name."""

import heapq
import math
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import Final, Protocol

from msgspec import Struct

from kgforge import matching
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


class Fact(Protocol):
    """A fact that is asked for, as ``schema.ItemFact`` and ``scoring.AskedFact`` have it."""

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
    """What answers are compared with (``names``), made once for all prompts of a fact."""


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
    if ranks_candidates(response.method):
        place = _rank_of_target(asked.fact, response)
        return Mark(asked.prompt, place, place, len(response.candidates))
    said = _open_answers(response)
    rank, target = (
        matching.rank(said, names, legacy=asked.legacy) or NOWHERE for names in asked.names()
    )
    return Mark(asked.prompt, rank, target)


def said(asked: Asked, response: Response, marked: Mark | None) -> Iterator[Said]:
    """The answers of such a response, best first: of candidates that were ranked the first few."""
    if marked and marked.candidates:
        texts = [each.text for each in response.candidates]
        ranked = zip(_reduced(response), texts, strict=True)
        target = asked.fact.object.label
        for value, text in heapq.nlargest(BEST, ranked, key=itemgetter(0)):
            yield Said(text, value, TARGET if text == target else WRONG)
        return
    accepted, of_target = asked.names()
    logprobs: list[float | None] = [top.logprob for top in response.top] or [None]
    for text, logprob in zip(_open_answers(response), logprobs, strict=False):
        name = matching.normalised(text)
        yield Said(text, logprob, TARGET if name in of_target else int(name in accepted))


def names(fact: Fact, *, legacy: bool = False) -> Names:
    """The names that a response to a fact is compared with."""
    every = (name for answer in fact.answers for name in (answer.label, *answer.aliases))
    return (
        matching.accepted(every, legacy=legacy),
        matching.accepted(_target_names(fact), legacy=legacy),
    )


def _target_names(fact: Fact) -> list[str]:
    """Every name of the object that was mined, its label first."""
    aliases = [
        alias for answer in fact.answers if answer.id == fact.object.id for alias in answer.aliases
    ]
    return [fact.object.label, *aliases]


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


def _rank_of_target(fact: Fact, response: Response) -> float:
    """The target's rank among the candidates by log-probability; ties share their mean rank.

    Raises BenchmarkError when the target was not ranked, or a log-probability is not finite.
    """
    found = _reduced(response)
    label = fact.object.label
    own = next(
        (s for s, c in zip(found, response.candidates, strict=True) if c.text == label), None
    )
    if own is None:
        raise BenchmarkError(
            f"item {response.item}, role {response.role!r}: the target {label!r} is not among the "
            f"{len(found)} candidates that method {response.method!r} ranked: "
            f"{folders.OTHER_BENCHMARK}"
        )
    return 1 + sum(s > own for s in found) + (sum(s == own for s in found) - 1) / 2


def _reduced(response: Response) -> list[float]:
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
