"""How hits become a score: each module of this folder is a metric, named as its file.

A metric is a module with

- ``DEFINITION``: what it is, in words, and how it is shown (``Definition``),
- ``counts(outcome)``: what one item adds to the numerator and the denominator.

A score is Σ numerator / Σ denominator over items; 0/0 is undefined. The metric that a pattern's
header names is its headline. The card, the page, the terminal's tables and the documentation read
``definition(name)``: a new metric of facts is one new file. One of written triples also needs its
figure (``extraction.Figures``).
"""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, Protocol, cast

from msgspec import Struct

from kgforge import plugins
from kgforge.errors import PatternError
from kgforge.extraction import Figures
from kgforge.patterns import Header, Pattern, Role
from kgforge.verdicts import Verdict


class Listed(Struct, frozen=True):
    """How a model did where all answers of a question were asked for."""

    right: int
    """Accepted answers that were given, each counted once."""
    given: int
    """Answers that were given, each counted once."""
    wanted: int
    """Accepted answers."""

    # As LM-KBC's evaluators have it, of every year: who says nothing says nothing wrong.
    @property
    def precision(self) -> float:
        """Right of given; 1 where none was given."""
        return self.right / self.given if self.given else 1.0

    @property
    def recall(self) -> float:
        """Right of wanted; 1 where none is wanted."""
        return self.right / self.wanted if self.wanted else 1.0

    @property
    def f1(self) -> float:
        """Their harmonic mean; 0 where both are 0."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


class FactHit(Struct, frozen=True):
    """How a model did on one fact of an item, at one k."""

    role: str
    holds: bool | None
    """True: in the graph; False: not in it, and must be false; None: implied by the others."""
    hit: bool
    """Whether any accepted answer is in the top k."""
    target: bool
    """Whether the target, the object that was mined, is in the top k."""
    share: float | None = None
    """The share of the target's tokens in the top k; None where they were not asked one by one."""
    verdict: Verdict | None = None
    """What the answer says, strictly; None: it is no text, but a list or a ranking."""
    listed: Listed | None = None
    """Of a fact of which all answers were asked for."""
    rank: float | None = None
    """The rank of the best accepted answer; None: it does not matter, or there is none."""


class Outcome(Struct, frozen=True):
    """How a model did on one item, at one k and in one wording."""

    facts: tuple[FactHit, ...]
    """In the order of the pattern's roles."""
    metric: str
    """The name of the pattern's own metric, for metrics that are about it."""
    figures: Figures | None = None
    """Of the triples that it wrote of the item's sentence; None: it was not to write any."""
    rankings: tuple[tuple[str, ...], ...] = ()
    """Of a fact in several languages, or wordings, how candidates were ranked in each, the
    likeliest first; of wordings that one alone."""

    def verdicts(self) -> Iterator[tuple[str | None, list[Verdict]]]:
        """What its texts say: of the facts that hold or are implied, then of each with its role."""
        for role, facts in _parts([fact for fact in self.facts if fact.verdict is not None]):
            yield role, [fact.verdict for fact in facts if fact.verdict is not None]

    def lists(self) -> Iterator[tuple[str | None, list[Listed]]]:
        """The same of its lists."""
        for role, facts in _parts([fact for fact in self.facts if fact.listed is not None]):
            yield role, [fact.listed for fact in facts if fact.listed is not None]


def _parts(facts: Sequence[FactHit]) -> Iterator[tuple[str | None, list[FactHit]]]:
    yield None, [fact for fact in facts if fact.holds is not False]
    for fact in facts:
        yield fact.role, [fact]


class Part(Struct, frozen=True):
    """What an item adds to a score, or to one slice of it."""

    numerator: float
    denominator: float
    role: str | None = None
    """The slice: one role's facts; None: the whole."""


class Needs(Struct, frozen=True):
    """Which roles a pattern must have for a metric to mean something."""

    facts: int = 1
    """The minimum number of facts of an item that hold or are implied."""
    false: bool = True
    """Whether facts may be among them that must be false."""
    conclusion: bool = False
    """Whether one role has to follow from the others: ``implied``, or called ``CONCLUSION``."""
    chain: bool = False
    """Whether one role has to be a chain of predicates, and called ``CHAIN``."""


class Definition(Struct, frozen=True, kw_only=True):
    """What a metric is, in words, and how it is shown."""

    title: str
    """The heading of its column."""
    formula: str
    """Numerator / denominator, in words."""
    unmet: str = ""
    """Why nothing is scored where the denominator is 0, in words; empty: nothing was asked."""
    legacy: str = ""
    """The same by the rules of Text2KGBench's published evaluator; empty: it has none."""
    source: str
    """The publication that defines it."""
    better: Literal["higher", "lower", "neither"]
    """Which values speak for a model; neither: a report shows them as neither good nor bad."""
    mean: bool = False
    """Whether it is a mean of shares, and no proportion of equal trials."""
    for_every_pattern: bool = False
    """Whether it is given for every pattern, beside the pattern's own metric."""
    with_metric: str = ""
    """The metric beside which it is given: for the patterns whose own that is, and no others."""
    needs_tokens: bool = False
    """Whether it reads the ranks of the target's tokens: only runs that have them are given it."""
    needs_verdict: bool = False
    """The same of what texts say (``FactHit.verdict``) …"""
    needs_list: bool = False
    """… and of lists (``FactHit.listed``)."""
    triples_written: bool = False
    """Whether it is about triples written from a text."""

    needs: Needs | None = Needs()
    """What the header of a pattern must have that names it; None: it cannot be a pattern's own."""

    @property
    def is_for_some(self) -> bool:
        """Whether only runs are given it that have what it reads."""
        return self.needs_tokens or self.needs_verdict or self.needs_list

    @property
    def is_merit(self) -> bool:
        """Whether a high value speaks for a model."""
        return self.better == "higher"


class Metric(Protocol):
    """What a module of this folder offers."""

    DEFINITION: Definition

    def counts(self, outcome: Outcome) -> Iterator[Part]:
        """What one item adds: a part for the whole, and one for each slice."""


TEXT2KGBENCH: Final = "Mihindukulasooriya et al. 2023, Text2KGBench, §4"
"""The source of the metrics of triples written from a text."""
JUDGED: Final = (
    "Luo et al. 2023, Systematic Assessment of Factual Knowledge in Large Language Models"
)
"""The source of the metrics of answers in words."""
LMKBC: Final = "LM-KBC: Singhania et al. 2022, and its evaluators of 2022 to 2025"
"""The source of the metrics of lists of answers."""
SELECTIVE: Final = (
    "El-Yaniv and Wiener 2010, On the foundations of noise-free selective classification"
)
"""The source of the metrics of answers by confidence."""
FLUENT: Final = (
    "Fluent-mLAMA 2025, Measuring the Effect of Disfluency in Multilingual Knowledge Probing "
    "Benchmarks"
)
"""The source of the metrics of one fact in several wordings."""
PARAREL: Final = (
    "Elazar et al. 2021, Measuring and Improving Consistency in Pretrained Language Models"
)
"""The source of the metrics of one fact in several wordings of people's."""
CONCLUSION: Final = "composed"
"""The role that patterns give to the fact that follows from the others."""
CHAIN: Final = "chain"
"""The role that they give to a question over several predicates."""


def load(name: str) -> Metric:
    """The metric of that name. Raises AddressError, with the names, when there is none."""
    return cast(Metric, plugins.load("metrics", name))


def definition(name: str) -> Definition:
    """What the metric of that name is, in words. Raises AddressError when there is none."""
    return load(name).DEFINITION


def definitions() -> dict[str, Definition]:
    """What each metric is, by its name."""
    return {name: definition(name) for name in plugins.names("metrics")}


def beside(
    own: str, *, by_token: bool = False, judged: bool = False, listed: bool = False
) -> list[str]:
    """The metrics of a pattern: its own, then those that stand beside every pattern's own.

    *by_token* tells whether the target's tokens were asked one by one, *judged* whether there are
    texts that were judged, *listed* whether all answers were asked for.
    """
    about_triples = definition(own).triples_written
    others = [
        name
        for name, each in definitions().items()
        if (each.for_every_pattern or each.with_metric == own)
        and each.triples_written == about_triples
        and (by_token or not each.needs_tokens)
        and (judged or not each.needs_verdict)
        and (listed or not each.needs_list)
    ]
    return [own, *(name for name in others if name != own)]


def check(pattern: Pattern) -> None:
    """Refuse a pattern whose roles, or whose text, its metric cannot count. Raises PatternError."""
    header = pattern.header
    for what in _misfits(definition(header.metric), header) if header.roles else ():
        query = next(iter(pattern.queries.values()))
        raise PatternError(f"{query.at('metric:')}: metric: {header.metric} {what}")


def _misfits(metric: Definition, header: Header) -> Iterator[str]:
    """What a metric needs and a header lacks."""
    needs, roles = metric.needs, header.roles
    if needs is None:
        yield "stands beside the metric of each pattern, and cannot be one's own"
        return
    if metric.triples_written and not header.text:
        yield "is of triples written from a text: name its column, as in 'text: sentence'"
    if header.text and not metric.triples_written:
        yield f"is of facts, and with 'text' triples are asked for: use {', '.join(_of_texts())}"
    false = [role.name for role in roles if role.kind == "not"]
    if false and not needs.false:
        yield f"takes a hit for right, but {false[0]} must be false: use all_roles"
    concluding = [role for role in roles if _follows(role)]
    if needs.conclusion and not concluding:
        yield f"needs a fact that follows: write 'implied' before it, or call its role {CONCLUSION}"
    true = len(roles) - len(false)
    if true < needs.facts and not (true and header.item):
        yield f"needs {needs.facts} facts that hold or follow, and there are {true}: add a role"
    if needs.chain and not any((one.name, one.kind) == (CHAIN, "chain") for one in roles):
        yield f"needs a chain: add one, as in 'role: {CHAIN} = x r1/r2 z'"
    if needs.conclusion and len(concluding) == len(roles):
        yield f"needs a premise beside {concluding[0].name}: add a role"


def _follows(role: Role) -> bool:
    """Whether a role is the conclusion, for what an outcome tells of it (``holds`` is None)."""
    return role.name == CONCLUSION or role.kind not in {"holds", "not", "chain"}


def _of_texts() -> list[str]:
    return [name for name, each in definitions().items() if each.triples_written]


def right(fact: FactHit) -> bool:
    """Whether a model is right about a fact: a hit, or none where the fact must be false."""
    return fact.hit is not (fact.holds is False)
