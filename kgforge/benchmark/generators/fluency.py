"""How fluent wordings are: their perplexity, filled with the names of their fact.

The perplexity of a text is exp(-(1/n) Σ ln p(token | tokens before it)) over its n scored tokens
(Jelinek et al. 1977; as transformers' loss of a causal model). A start token stands before the text
where the tokenizer has one, and is not scored; without one the first token is not scored. Of a
masked model it is the pseudo-perplexity: each token given all others (Salazar et al. 2020, *Masked
Language Model Scoring*), those of its word to the right masked (Kauf & Ivanova 2023).
"""

import math
import statistics
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import msgspec
from msgspec import UNSET

from kgforge import models, plugins
from kgforge.benchmark.generators import kept
from kgforge.benchmark.generators.answering import Answering
from kgforge.benchmark.generators.kept import FLUENCY, Keeper
from kgforge.errors import ModelError
from kgforge.schema import Answer, Fluency, MeasuredText, ModelOptions, Perplexity, Request

METHODS: Final[Mapping[str, str]] = MappingProxyType(
    {"causal": "ranking", "masked": "within_word_l2r"}
)
"""By family: the method that scores all tokens of a statement."""

_FAMILIES: Final = f"measured by {' or '.join(f'{one}:' for one in METHODS)} models"
_MOST: Final = 700.0
"""The greatest mean surprise whose exponential is a number."""

Wording = tuple[str, str]
"""A generator, and a text of its."""


class Gauge:
    """Measures wordings, each distinct one of a generator once."""

    def __init__(self, address: str, options: ModelOptions, keeper: Keeper) -> None:
        family, rest = plugins.split(address) if ":" in address else (address, "")
        if family not in METHODS:
            raise ModelError(f"--fluency {address}: {_FAMILIES}")
        options = msgspec.structs.replace(options, method=METHODS[family], chat=UNSET)
        self.model = Answering(FLUENCY, address if rest else "", options, keeper)
        self._keeper = keeper
        self._seen: set[bytes] = set()
        self._values: dict[str, array[float]] = defaultdict(lambda: array("d"))
        self._unmeasured: Counter[str] = Counter()

    def measure(self, wordings: Iterable[Wording]) -> None:
        """Measure those that are new."""
        new = []
        for generator, text in wordings:
            key = kept.key(FLUENCY, self.model.about, text)
            seen = bytes.fromhex(kept.key(generator, self.model.about, text))[:16]
            if seen not in self._seen:
                self._seen.add(seen)
                new.append((key, generator, text))
        known = {key: record.perplexity for key, _, _ in new
                 if isinstance(record := self._keeper.get(key), MeasuredText)}  # fmt: skip
        asked = {key: text for key, _, text in new if key not in known}
        answers = self.model.answer([_request(text) for text in asked.values()])
        known |= {key: perplexity(one) for key, one in zip(asked, answers, strict=True)}
        for key, generator, text in new:
            self._keeper.add(MeasuredText(key, generator, text, known[key]))
            self._count(generator, known[key])

    def _count(self, generator: str, value: float | None) -> None:
        values = self._values[generator]
        if value is None:
            self._unmeasured[generator] += 1
        else:
            values.append(value)

    def made(self) -> Fluency:
        """What the manifest says."""
        return Fluency(
            self.model.about,
            {name: summary(found, self._unmeasured[name])
             for name, found in sorted(self._values.items())},
        )  # fmt: skip


def likelihoods(
    address: str,
    texts: Iterable[str],
    options: ModelOptions = ModelOptions(),  # noqa: B008 (frozen)
) -> dict[str, float]:
    """The mean log-probability of each text's tokens, -ln of its perplexity; none of one without.

    Raises ModelError for a model of another family, or one that cannot be loaded.
    """
    family = plugins.split(address)[0]
    if family not in METHODS:
        raise ModelError(f"--fluency {address}: {_FAMILIES}")
    model = models.open(address, msgspec.structs.replace(options, method=METHODS[family]))
    distinct = list(dict.fromkeys(texts))
    found = map(perplexity, model.answer([_request(text) for text in distinct]))
    pairs = zip(distinct, found, strict=True)
    return {text: -math.log(value) for text, value in pairs if value is not None}


def summary(values: Sequence[float], unmeasured: int) -> Perplexity:
    """How likely wordings are together."""
    if not values:
        return Perplexity(0, None, None, unmeasured)
    mean, median = statistics.fmean(values), statistics.median(values)
    return Perplexity(len(values), round(mean, 3), round(median, 3), unmeasured)


def perplexity(answer: Answer) -> float | None:
    """That of the one text that was scored; None where no token of it was."""
    scored = answer.candidates[0].logprobs if answer.candidates else ()
    if not scored:
        return None
    return round(math.exp(min(_MOST, -math.fsum(scored) / len(scored))), 6)


def _request(text: str) -> Request:
    return Request(
        item=f"wording {text!r}",
        role="",
        fact=0,
        prompt=0,
        before="",
        after="",
        target=text,
        candidates=(text,),
    )
