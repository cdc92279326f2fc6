"""What families of transformer models share: loading, describing, ranked and best open answers."""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Final, Self

from kgforge import checkpoints
from kgforge.errors import ModelError
from kgforge.schema import Answer, ModelOptions, Request, Scored, Top
from kgforge.transformer import Network

SCORER: Final = "1"
"""Version of the scoring code: raised whenever a change of it can change a number."""


class Family(ABC):
    """A checkpoint behind the door ``models.Model``; a family says how it is asked."""

    NAME: ClassVar[str]
    METHODS: ClassVar[tuple[str, ...]]

    def __init__(self, address: str, network: Network, options: ModelOptions) -> None:
        self.address, self.network, self.options = address, network, options

    @classmethod
    def load(cls, rest: str, options: ModelOptions) -> Self:
        """The model in a folder or on the hub. Raises ModelError when it cannot be loaded."""
        if options.method not in cls.METHODS:
            raise ModelError(
                f"{cls.NAME} models have no method {options.method!r}; "
                f"there are: {', '.join(cls.METHODS)}"
            )
        checkpoint = checkpoints.load(cls.NAME, rest, options)
        return cls(f"{cls.NAME}:{rest}", Network(checkpoint, options.batch_tokens), options)

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

    def describe(self) -> dict[str, object]:
        """What a score depends on; see models.Model."""
        shared = {
            "scorer": SCORER,
            "boundary": "the joined statement is tokenised; an answer's tokens overlap its span",
            "log_softmax": "float32",
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

    def encoded(self, requests: Sequence[Request], *, special: bool) -> Iterator[Any]:
        """Every candidate's statement as tokens, with special ones or without."""
        texts = [one.before + text + one.after for one in requests for text in one.candidates]
        return iter(self.network.encoder.encode_batch(texts, add_special_tokens=special))

    def too_long(self) -> Answer:
        """The answer to a prompt that the model cannot read."""
        return Answer(
            error=f"not askable: longer than the {self.network.limit} tokens the model reads"
        )


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
