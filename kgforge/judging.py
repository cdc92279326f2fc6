"""Answers against accepted answers: at which rank a response has what was asked for.

One place judges, for the scores and for the pages that show single items.
"""

import math
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from kgforge import matching
from kgforge.errors import BenchmarkError
from kgforge.schema import Accepted, Evidence, Named, Predicate, Prompt, Response, Scored

OPEN: Final = ("open", "gold_length")
"""Methods whose answers are an open list; every other method ranks the candidates."""
NOWHERE: Final = math.inf
"""The rank of what is not in the list."""

T = TypeVar("T")


class AskedFact(Struct, frozen=True):
    """What judging reads of ``schema.ItemFact``: the candidates, most of the bytes, are skipped."""

    role: str
    subject: Named
    predicate: Predicate
    object: Named
    holds: bool | None
    answers: tuple[Accepted, ...]
    prompts: tuple[Prompt, ...]
    evidence: tuple[Evidence, ...] = ()


class AskedItem(Struct, frozen=True):
    """What judging reads of ``schema.Item``."""

    id: str
    pattern: str
    group: str
    text: str | None
    facts: tuple[AskedFact, ...]


class Mark(Struct, frozen=True):
    """Where a response has an accepted answer, and where the target; ranks count from 1."""

    prompt: int
    rank: float
    """Of the best accepted answer; between two places when candidates tie; inf: nowhere."""
    target: float
    """Of the target: any of its names."""
    candidates: int = 0
    """How many candidates were ranked; 0: the answers were open."""


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


def read_manifest(benchmark: Path) -> dict[str, Any]:
    """What ``manifest.json`` of a benchmark says. Raises BenchmarkError when there is none."""
    return read_json(benchmark / "manifest.json", "name a folder that kgforge export has written")


def read_items(benchmark: Path, pattern: str) -> Iterator[AskedItem]:
    """The items of one pattern, streamed. Raises BenchmarkError for a file missing or damaged."""
    path = benchmark / f"{pattern}.jsonl"
    return read_lines(path, AskedItem, "the manifest names this pattern: export again")


def read_responses(run: Path) -> Iterator[Response]:
    """The answers of a run, streamed. Raises BenchmarkError when they are missing or damaged."""
    path = run / "responses.jsonl"
    return read_lines(path, Response, "name a folder that kgforge probe has written")


def judge_run(run: Path, benchmark: Path, *, legacy: bool = False) -> dict[str, list[Judged]]:
    """Mark a run's responses: for each pattern that was asked, in the manifest's order, its items.

    Items are in the benchmark's order, those that were not asked among them. Where a role repeats
    within an item, its facts are answered in their order. Raises BenchmarkError for a response to
    an unknown item or role, or for a second one to the same prompt.
    """
    patterns = pattern_names(read_manifest(benchmark))
    desks = {
        name: [_Desk(item, legacy) for item in read_items(benchmark, name)] for name in patterns
    }
    by_id = {desk.item.id: desk for of_pattern in desks.values() for desk in of_pattern}
    for response in read_responses(run):
        desk = by_id.get(response.item)
        if desk is None:
            raise BenchmarkError(
                f"{run} answers item {response.item!r}, which {benchmark} lacks: "
                f"name the benchmark that the run was made with"
            )
        desk.take(response)
    judged = {name: [desk.judged() for desk in of_pattern] for name, of_pattern in desks.items()}
    return {name: items for name, items in judged.items() if any(item.asked for item in items)}


def pattern_names(manifest: dict[str, Any]) -> list[str]:
    """The patterns of a benchmark, in the manifest's order."""
    return [pattern["name"] for pattern in manifest.get("patterns", [])]


class _Desk:
    """Collects the marks of one item."""

    def __init__(self, item: AskedItem, legacy: bool) -> None:  # noqa: FBT001 - one private caller
        self.item = item
        self._legacy = legacy
        self._marks: list[list[Mark]] = [[] for _ in item.facts]
        self._errors: list[str] = []
        self._facts: dict[str, list[int]] = defaultdict(list)
        self._answered: dict[tuple[str, int], int] = defaultdict(int)
        self._forms: dict[int, tuple[frozenset[str], frozenset[str]]] = {}
        for index, fact in enumerate(item.facts):
            self._facts[fact.role].append(index)

    def take(self, response: Response) -> None:
        key = (response.role, response.prompt)
        facts, before = self._facts.get(response.role, ()), self._answered[key]
        if before >= len(facts):
            raise BenchmarkError(
                f"item {response.item}: {'a second' if facts else 'an'} answer to prompt "
                f"{response.prompt} of role {response.role!r}, "
                f"where the benchmark has {len(facts)} such facts"
            )
        self._answered[key] += 1
        if response.error:
            self._errors.append(response.error)
        else:
            index = facts[before]
            self._marks[index].append(self._mark(index, response))

    def _mark(self, index: int, response: Response) -> Mark:
        fact = self.item.facts[index]
        if response.method not in OPEN:
            place = rank_of_target(fact, response)
            return Mark(response.prompt, place, place, len(response.candidates))
        if index not in self._forms:
            self._forms[index] = accepted_forms(fact, legacy=self._legacy)
        said = open_answers(response)
        rank, target = (
            matching.rank(said, forms, legacy=self._legacy) or NOWHERE
            for forms in self._forms[index]
        )
        return Mark(response.prompt, rank, target)

    def judged(self) -> Judged:
        marks = tuple(tuple(sorted(fact, key=lambda mark: mark.prompt)) for fact in self._marks)
        return Judged(self.item, marks, tuple(self._errors))


def open_answers(response: Response) -> list[str]:
    """The open answers of a response, best first: its list, or the one text it generated."""
    return [answer.text for answer in response.top] or ([response.text] if response.text else [])


def accepted_forms(
    fact: AskedFact, *, legacy: bool = False
) -> tuple[frozenset[str], frozenset[str]]:
    """What counts as a hit on a fact, and what as a hit on its target, in the form of matching."""
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
    """The target's rank among the candidates by summed log-probability; ties share their mean rank.

    Raises BenchmarkError when the target was not ranked, or a log-probability is not finite.
    """
    sums = [_finite(math.fsum(each.logprobs), response, each) for each in response.candidates]
    label = fact.object.label
    own = next((s for s, c in zip(sums, response.candidates, strict=True) if c.text == label), None)
    if own is None:
        raise BenchmarkError(
            f"item {response.item}, role {response.role!r}: the target {label!r} is not among the "
            f"{len(sums)} candidates that method {response.method!r} ranked"
        )
    return 1 + sum(s > own for s in sums) + (sum(s == own for s in sums) - 1) / 2


def _finite(value: float, response: Response, candidate: Scored) -> float:
    if not math.isfinite(value):
        raise BenchmarkError(
            f"item {response.item}, role {response.role!r}: the log-probability of candidate "
            f"{candidate.text!r} is {value}"
        )
    return value


def read_json(path: Path, remedy: str) -> dict[str, Any]:
    """A file that holds one JSON object. Raises BenchmarkError when it is missing or damaged."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Any])
    except OSError as error:
        raise BenchmarkError(f"cannot read {path} ({error.strerror}): {remedy}") from error
    except msgspec.DecodeError as error:
        raise BenchmarkError(f"{path} is damaged ({error}): {remedy}") from error


def read_lines(path: Path, kind: type[T], remedy: str) -> Iterator[T]:
    """The records of a JSONL file, streamed. Raises BenchmarkError with file and line."""
    decoder = msgspec.json.Decoder(kind)
    try:
        with path.open("rb") as stream:
            for number, line in enumerate(stream, start=1):
                try:
                    yield decoder.decode(line)
                except (msgspec.DecodeError, UnicodeDecodeError) as error:
                    raise BenchmarkError(
                        f"{path}:{number}: not a {kind.__name__}: {error}"
                    ) from error
    except OSError as error:
        raise BenchmarkError(f"cannot read {path} ({error.strerror}): {remedy}") from error
