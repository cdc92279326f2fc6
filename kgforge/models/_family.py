"""What families of transformer models share: loading, describing, ranked and best open answers."""

import math
import re
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Final, Self

from msgspec import Struct

from kgforge.errors import ModelError
from kgforge.models import Told, _checkpoint, silent
from kgforge.models._ending import ending
from kgforge.models._network import Network, Row
from kgforge.schema import Answer, ModelOptions, Request, Scored, Top

SCORER: Final = "3"
"""Version of the scoring code: raised whenever a change of it can change a number."""

LONGEST: Final = 16
"""At most so many tokens are generated for an open answer."""


FOREIGN: Final = "not askable: all tokens of the answer are unknown to the tokenizer"
"""Why candidates are not ranked that the model cannot tell apart, such as in another script."""


class Family(ABC):
    """A checkpoint behind the door ``models.Model``; a family says how it is asked."""

    NAME: ClassVar[str]
    METHODS: ClassVar[tuple[str, ...]]
    NETWORK: ClassVar[type[Network]] = Network
    UNRANKED: ClassVar[tuple[str, ...]] = ("open",)
    """The methods that rank no candidates."""
    CHOSEN: ClassVar[str] = "given what stands before them"
    """In words, how what can be chosen is scored."""

    def __init__(self, address: str, network: Network, options: ModelOptions) -> None:
        self.address, self.network, self.options = address, network, options

    @classmethod
    def load(cls, rest: str, options: ModelOptions) -> Self:
        """The model in a folder or on the hub. Raises ModelError when it cannot be loaded."""
        if options.method not in cls.METHODS:
            raise ModelError(
                f"{cls.NAME} models have no method {options.method!r}; "
                f"available: {', '.join(cls.METHODS)}"
            )
        checkpoint = _checkpoint.load(cls.NAME, rest, options)
        return cls(
            f"{cls.NAME}:{checkpoint.name}", cls.NETWORK(checkpoint, options.batch_tokens), options
        )

    @property
    def seconds(self) -> float:
        """Time inside forward passes so far."""
        return self.network.seconds

    @property
    def batch_tokens(self) -> int:
        """How many tokens are computed at once; lowered for good when memory runs out."""
        return self.network.budget

    @batch_tokens.setter
    def batch_tokens(self, count: int) -> None:
        self.network.budget = count

    def remarks(self, requests: Iterable[Request]) -> list[str]:
        """See ``models.Model``: of a model nothing is known beforehand."""
        return []

    def describe(self) -> dict[str, object]:
        """What a score depends on; see models.Model."""
        shared = {
            "scorer": SCORER,
            "boundary": "the joined statement is tokenised; an answer's tokens begin with the "
            "first that is not wholly in the prompt; the space that joins the two is the answer's, "
            "also where it is a token of its own",
            "log_softmax": "float32",
            "chosen": "one of several letters or words, whichever the method: "
            f"the log-probability of its tokens, {self.CHOSEN}; sum",
        }
        return {
            "address": self.address,
            "family": self.NAME,
            "method": self.options.method,
            **self.network.describe(),
            "conventions": shared | self.conventions(),
        }

    @abstractmethod
    def conventions(self) -> dict[str, str]:
        """In words, how this family's numbers are made."""

    def answer(self, requests: Sequence[Request], told: Told = silent) -> list[Answer]:
        """One answer per request. Raises ModelError for NaN or infinity, naming the item."""
        kinds = {"fill": self.fill, "choose": self.choose, "write": self.write}
        asked: dict[str, list[Request]] = {kind: [] for kind in kinds}
        ranking = [one for one in requests if self._ranks(one)]
        foreign = {id(one) for one in self.network.unread(ranking)}
        for request in requests:
            if id(request) not in foreign:
                asked[_kind(request)].append(request)
        found: dict[str, Iterator[Answer]] = {}
        done = 0.0
        with self.network.telling(told):
            for kind, answer in kinds.items():
                part = len(asked[kind]) / max(1, len(requests))
                with self.network.part(done, done + part):
                    found[kind] = iter(answer(asked[kind]))
                done += part
        return [
            Answer(error=FOREIGN) if id(one) in foreign else next(found[_kind(one)])
            for one in requests
        ]

    def _ranks(self, request: Request) -> bool:
        """Whether a request is answered by a ranking of its candidates."""
        return request.chosen or not (request.written or self.options.method in self.UNRANKED)

    @abstractmethod
    def fill(self, requests: Sequence[Request]) -> list[Answer]:
        """One answer per request, each of which has a slot."""

    @abstractmethod
    def choose(self, requests: Sequence[Request]) -> list[Answer]:
        """One answer per request, each of which has a slot for one of its candidates."""

    def write(self, requests: Sequence[Request]) -> list[Answer]:
        """One answer per request, each of which wants a text."""
        return [Answer(error=f"not askable: a {self.NAME} model writes no text") for _ in requests]

    def encoded(self, requests: Sequence[Request], *, special: bool) -> Iterator[Any]:
        """Every candidate's statement as tokens, with special ones or without."""
        texts = [one.before + text + one.after for one in requests for text in one.candidates]
        return iter(self.network.encoder.encode_batch(texts, add_special_tokens=special))

    def continued(
        self,
        requests: Sequence[Request],
        asked: Sequence[Row | Answer],
        ends: Collection[int],
    ) -> list[Answer]:
        """Open answers that go on from rows, by beam search; what is an answer already stays so.

        An answer ends with a token of *ends*, before what follows the slot, or when it is long.
        """
        self.network.learn(requests)
        best = [Best(self.options.k) for _ in requests]
        limits = [min(self.network.longest(request) + 2, LONGEST) for request in requests]
        stops = [ending(request.after) for request in requests]
        beams = [Beam(index, row) for index, row in enumerate(asked) if isinstance(row, Row)]
        most = max((limits[beam.request] for beam in beams), default=0)
        step = 0
        while beams:
            with self.network.part(step / most, (step + 1) / most):
                grown, beams = self._grown(beams, ends), []
            step += 1
            for index, children in grown.items():
                limit = limits[index]
                going = []
                for beam in children:
                    text = self._ended(beam, ends, stops[index], limit)
                    if text is None:
                        going.append(beam)
                    else:
                        best[index].add(text, beam.total / len(beam.ids))
                beams += [beam for beam in going if beam.total / limit >= best[index].bar()]
        return [
            row if isinstance(row, Answer) else Answer(top=found.ranked(request))
            for request, row, found in zip(requests, asked, best, strict=True)
        ]

    def _grown(self, beams: Sequence["Beam"], ends: Collection[int]) -> dict[int, list["Beam"]]:
        """Of each request the k best beams that are a token longer, best first."""
        k = self.options.k
        children: dict[int, list[Beam]] = defaultdict(list)
        grown = self.network.grow([beam.row for beam in beams], k, ends=ends)
        for beam, found in zip(beams, grown, strict=True):
            children[beam.request] += [beam.longer(token, score) for score, token in found]
        return {
            index: sorted(own, key=lambda beam: (-beam.total, beam.ids))[:k]
            for index, own in sorted(children.items())
        }

    def _ended(
        self, beam: "Beam", ends: Collection[int], stop: re.Pattern[str], limit: int
    ) -> str | None:
        """The text of an answer that has come to its end; None while it goes on."""
        own = [token for token in beam.ids if token not in ends]
        said: str = self.network.tokenizer.decode(own).lstrip()
        if found := stop.search(said):
            return said[: found.start()].strip()
        done = beam.ids[-1] in ends or len(beam.ids) == limit
        return said.strip() if done else None

    def too_long(self) -> Answer:
        """The answer to a prompt that the model cannot read."""
        return Answer(
            error=f"not askable: longer than the {self.network.limit} tokens the model reads"
        )


def _kind(request: Request) -> str:
    """How a request is answered."""
    return "write" if request.written else "choose" if request.chosen else "fill"


class Beam(Struct, frozen=True):
    """A part of an open answer to one request."""

    request: int
    start: Row
    """What it goes on from."""
    ids: tuple[int, ...] = ()
    """Its tokens so far, and …"""
    total: float = 0.0
    """… what they cost."""

    @property
    def row(self) -> Row:
        """The row by whose last place it grows."""
        ids = (*self.start.ids, *self.ids)
        return Row(ids, (len(ids) - 1,), self.start.item, self.start.heard)

    def longer(self, token: int, score: float) -> "Beam":
        """The same with a token more."""
        return Beam(self.request, self.start, (*self.ids, token), self.total + score)


def ranked(
    request: Request, scored: Iterable[tuple[tuple[str, ...], range]], values: Sequence[float]
) -> Answer:
    """The candidates with their scored tokens; each has the numbers under which its values go."""
    return Answer(
        candidates=tuple(
            Scored(text, tokens, tuple(finite(values[number], request) for number in numbers))
            for text, (tokens, numbers) in zip(request.candidates, scored, strict=True)
        )
    )


class Best:
    """The k best distinct answers so far to one request, by mean token log-probability."""

    def __init__(self, k: int) -> None:
        self._k = k
        self._found: dict[str, float] = {}

    def add(self, text: str, score: float) -> None:
        """Take an answer in; a text that is there already keeps its better score."""
        if text and score > self._found.get(text, float("-inf")):
            self._found[text] = score

    def bar(self) -> float:
        """What an answer must reach to be among the k best; -inf while there are fewer."""
        scores = sorted(self._found.values(), reverse=True)
        return scores[self._k - 1] if len(scores) >= self._k else float("-inf")

    def ranked(self, request: Request) -> tuple[Top, ...]:
        """The k best, equal scores in code-point order of the texts."""
        best = sorted(self._found.items(), key=lambda pair: (-pair[1], pair[0]))[: self._k]
        return tuple(Top(text, finite(score, request)) for text, score in best)


def finite(value: float, request: Request) -> float:
    """A log-probability rounded for the file. Raises ModelError with the item for NaN or ±inf."""
    if not math.isfinite(value):
        raise ModelError(
            f"a log-probability of item {request.item} ({request.role}, prompt "
            f"{request.prompt}) is {value}"
        )
    return round(value, 6) + 0.0
