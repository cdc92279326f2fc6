"""How hits become a score: each module of this folder is a metric, named as its file.

A metric is a module with

- ``DESCRIPTION``: one line that says what is in the numerator, and of what: the denominator,
- ``BESIDE``: whether it stands beside every pattern's own metric as an unconditional figure,
- ``BY_TOKEN``: whether it reads the ranks of the target's tokens: it then stands beside the others
  only in a run that has them,
- ``WRITTEN``: whether it is about triples that were written of a sentence,
- ``MEAN``: whether it is a mean of shares, and no proportion of equal trials,
- ``MERIT``: whether a hit speaks for a model; where it does not, a report shows it as neither good
  nor bad,
- ``counts(outcome)``: what one item adds to the numerator and the denominator.

A score is Σ numerator / Σ denominator over items; 0/0 is undefined. The metric that a pattern's
header names is its headline.
"""

from collections.abc import Iterator
from typing import Final, Protocol, cast

from msgspec import Struct

from kgforge import plugins
from kgforge.extraction import Figures


class FactHit(Struct, frozen=True):
    """How a model did on one fact of an item, at one k."""

    role: str
    holds: bool | None
    """True: the fact is in the graph; False: it must not be; None: implied by the others."""
    hit: bool
    """Whether any accepted answer is in the top k."""
    target: bool
    """Whether the target, the object that was mined, is in the top k."""
    share: float | None = None
    """The share of the target's tokens in the top k; None where they were not asked one by one."""


class Outcome(Struct, frozen=True):
    """How a model did on one item, at one k and in one wording."""

    facts: tuple[FactHit, ...]
    """In the order of the pattern's roles."""
    metric: str
    """The name of the pattern's own metric, for metrics that are about it."""
    figures: Figures | None = None
    """Of the triples that it wrote of the item's sentence; None: it was not to write any."""


class Part(Struct, frozen=True):
    """What an item adds to a score, or to one slice of it."""

    numerator: float
    denominator: float
    role: str | None = None
    """The slice: one role's facts; None: the whole."""


class Metric(Protocol):
    """What a module of this folder offers."""

    DESCRIPTION: str
    BESIDE: bool
    BY_TOKEN: bool
    WRITTEN: bool
    MEAN: bool
    MERIT: bool

    def counts(self, outcome: Outcome) -> Iterator[Part]:
        """What one item adds: a part for the whole, and one for each slice."""


CONCLUSION: Final = "composed"
"""The role that patterns give to the fact that follows from the others."""


def load(name: str) -> Metric:
    """The metric of that name. Raises AddressError, with the names, when there is none."""
    return cast(Metric, plugins.load("metrics", name))


def beside(own: str, *, by_token: bool = False) -> list[str]:
    """The metrics of a pattern: its own, then those that stand beside every pattern's own.

    *by_token* tells whether the target's tokens were asked one by one.
    """
    others = [name for name in plugins.names("metrics") if name != own and load(name).BESIDE]
    alike = [name for name in others if load(name).WRITTEN == load(own).WRITTEN]
    return [own, *(name for name in alike if by_token or not load(name).BY_TOKEN)]


def right(fact: FactHit) -> bool:
    """Whether a model is right about a fact: a hit, or none where the fact must not hold."""
    return fact.hit is not (fact.holds is False)
