"""Single items as a report shows them: prompts, answers with marks, right answers, sentences."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Protocol, TypeVar

from msgspec import UNSET, Struct, UnsetType

from kgforge import terms
from kgforge.forms import Said
from kgforge.schema import Evidence, Named, Predicate, Prompt
from kgforge.scoring import Answered, AskedFact, AskedItem, Benchmark

SENTENCES: Final = 3
"""How many evidence sentences of a fact are shown."""


OF_THE_SUBJECT: Final = " of the subject"
"""How a form is called that asks for the subject."""


class ShownToken(Struct, frozen=True, array_like=True, gc=False):
    """One token of a target that was asked token by token."""

    text: str
    rank: int
    """At its own mask."""
    logprob: float


class ShownResponse(Struct, frozen=True, gc=False):
    """What a model gave to one prompt."""

    prompt: int
    rank: float | None
    """Of the best accepted answer; None: nowhere."""
    target: float | None
    """Of the target."""
    answers: tuple[Said, ...]
    candidates: int
    """How many candidates were ranked; 0: none."""
    tokens: tuple[ShownToken, ...]
    """The target's; empty: it was not asked token by token."""
    error: str
    verdict: str | None = None
    """What a text says, strictly, and …"""
    legacy: str | None = None
    """… by the published rules; None: it is no text."""


class ShownPrompt(Struct, frozen=True, array_like=True, gc=False):
    """What a page tells prompts apart by."""

    kind: str
    """Its form, and the end that it asks for where that is the subject."""
    wording: int
    """Which of the wordings of that kind, counted from 0."""
    gold: str
    """What is right to say where that is no name."""
    said: str = ""
    """What the target is called in this sentence, where that is known (``Prompt.said``)."""
    generator: str = ""
    """What worded it, where several did the wordings of a fact."""


class ShownValue(Struct, frozen=True, array_like=True, gc=False):
    """What the graph says of one of two entities that are compared."""

    of: Named
    """Without a label where it is neither end of the fact."""
    value: str


class ShownComputed(Struct, frozen=True, gc=False):
    """How an answer is computed, and of which values."""

    how: str
    values: tuple[ShownValue, ...]


class ShownFact(Struct, frozen=True, gc=False):
    """One fact of an item, with every run's responses to it."""

    role: str
    holds: bool | None
    subject: Named
    predicate: Predicate
    object: Named
    accepted: tuple[tuple[str, ...], ...]
    """For each right object its names, the label first."""
    prompts: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    runs: tuple[list[ShownResponse], ...]
    """For each run its responses, in the order of prompts."""
    asks: tuple[ShownPrompt, ...] = ()
    """Of each prompt."""
    subjects: tuple[tuple[str, ...], ...] = ()
    """The same as *accepted* where the subject is asked for."""
    computed: ShownComputed | UnsetType = UNSET
    """Of an answer that is computed: of what; absent: it is looked up."""

    def right(self, prompt: int) -> str:
        """What is right to answer to a prompt: the target, as its sentence or its label has it."""
        asked = self.asks[prompt]
        names = self.subjects if asked.kind.endswith(OF_THE_SUBJECT) else self.accepted
        return asked.gold or asked.said or (names[0][0] if names else "")


class ShownItem(Struct, frozen=True, gc=False):
    """One item that some run was asked."""

    id: str
    group: str
    facts: tuple[ShownFact, ...]

    @property
    def title(self) -> str:
        """What it is about, by which a search finds it: its facts in names."""
        return "; ".join(
            f"{fact.subject.label} → {fact.predicate.label} → {fact.object.label}"
            for fact in self.facts
        )


class Grouped(Protocol):
    """An item of a group."""

    @property
    def id(self) -> str:
        """The item's id."""

    @property
    def group(self) -> str:
        """Which."""

    @property
    def title(self) -> str:
        """What it is about, in names."""


One = TypeVar("One", bound=Grouped)


class Collector:
    """Collects what is shown of items while runs on one benchmark are judged."""

    def __init__(self, benchmark: Benchmark, runs: int) -> None:
        self._benchmark = benchmark
        self._runs = runs
        self._shown: dict[str, ShownItem] = {}

    def of_run(self, number: int) -> Callable[[Answered], None]:
        """What takes the responses of one run, by its number from 0."""

        def take(answer: Answered) -> None:
            item = answer.item
            if item.id not in self._shown:
                self._shown[item.id] = _empty(item, self._runs)
            self._shown[item.id].facts[answer.fact].runs[number].append(_response(answer))

        return take

    def shown(self) -> dict[str, list[ShownItem]]:
        """The items that any run was asked, for each pattern, in the benchmark's order."""
        for item in self._shown.values():
            for fact in item.facts:
                for responses in fact.runs:
                    responses.sort(key=lambda response: response.prompt)
        return {
            name: [self._shown[item.id] for item in items if item.id in self._shown]
            for name, items in self._benchmark.items.items()
        }


def first_of_groups(items: Sequence[One], most: int | None) -> Iterator[One]:
    """The first *most* items of each group (None: all), in their order."""
    seen: Counter[str] = Counter()
    for item in items:
        seen[item.group] += 1
        if most is None or seen[item.group] <= most:
            yield item


def _empty(item: AskedItem, runs: int) -> ShownItem:
    return ShownItem(item.id, item.group, tuple(_fact(fact, runs) for fact in item.facts))


def _fact(fact: AskedFact, runs: int) -> ShownFact:
    return ShownFact(
        fact.role,
        fact.holds,
        fact.subject,
        fact.predicate,
        fact.object,
        tuple((answer.label, *answer.aliases) for answer in fact.answers),
        tuple(prompt.text for prompt in fact.prompts),
        fact.evidence[:SENTENCES],
        tuple([] for _ in range(runs)),
        tuple(_asks(fact.prompts)),
        tuple((one.label, *one.aliases) for one in fact.subjects.answers) if fact.subjects else (),
        _computed(fact),
    )


def _computed(fact: AskedFact) -> ShownComputed | UnsetType:
    if not fact.computed:
        return UNSET
    known = {end.id: end for end in (fact.subject, fact.object)}
    pairs = zip(fact.computed.compared, fact.computed.values, strict=True)
    values = (
        ShownValue(known.get(one, Named(one, "")), terms.text_of(said)) for one, said in pairs
    )
    return ShownComputed(fact.computed.how, tuple(values))


def _asks(prompts: Sequence[Prompt]) -> Iterator[ShownPrompt]:
    wordings: dict[str, dict[str, int]] = {}
    are_several = len({prompt.generator for prompt in prompts}) > 1
    for prompt in prompts:
        kind = prompt.form if prompt.slot != "subject" else prompt.form + OF_THE_SUBJECT
        own = wordings.setdefault(kind, {})
        place = own.setdefault(prompt.template, len(own))
        generator = prompt.generator if are_several else ""
        yield ShownPrompt(kind, place, prompt.gold, prompt.said or "", generator)


def judged(shown: Sequence[ShownItem] | Sequence[Any]) -> bool:
    """Whether any answer to a fact of these items is a text that was judged."""
    return any(
        response.verdict is not None
        for item in shown
        if isinstance(item, ShownItem)
        for fact in item.facts
        for responses in fact.runs
        for response in responses
    )


def _response(answer: Answered) -> ShownResponse:
    mark, response = answer.mark, answer.response
    return ShownResponse(
        answer.prompt,
        _place(mark.rank) if mark else None,
        _place(mark.target) if mark else None,
        tuple(_answers(answer)),
        mark.candidates if mark else 0,
        tuple(_tokens(answer)),
        response.error,
        mark.verdict if mark else None,
        mark.legacy if mark else None,
    )


def _tokens(answer: Answered) -> Iterator[ShownToken]:
    """The target's tokens with their ranks, where it was asked token by token."""
    if answer.mark and answer.mark.tokens:
        [target] = answer.response.candidates  # with as many tokens as ranks, or it had no mark
        yield from map(ShownToken, target.tokens, answer.response.ranks, target.logprobs)


def _place(rank: float) -> float | None:
    return rank if math.isfinite(rank) else None


def _answers(answer: Answered) -> Iterator[Said]:
    desk, fact, prompt = answer.desk, answer.fact, answer.prompt
    return desk.form(fact, prompt).said(desk.asked(fact, prompt), answer.response, answer.mark)
