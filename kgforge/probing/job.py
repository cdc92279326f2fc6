"""What a model is asked of a benchmark: which prompts, and in which order."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path

from msgspec import Struct

from kgforge.errors import BenchmarkError
from kgforge.files import AnyPath
from kgforge.forms import OF_FACTS, OF_TEXTS, Question, form_names, of_facts, of_items
from kgforge.probing import sample
from kgforge.probing.sample import Drawing
from kgforge.schema import Item, ItemFact, Job, Prompt, Request, Sampled, folders
from kgforge.scoring import crosslingual, judging

Progress = Callable[[int, int], None]
"""Called with how many items were read, and how many there are."""


class Size(Struct, frozen=True):
    """How much a job asks."""

    items: int
    prompts: int
    candidates: int
    written: bool
    """Whether any prompt wants a text."""
    sampled: dict[str, Sampled]
    """Of each pattern that is asked in part for its limit: how much of how much."""


class Plan(Struct, frozen=True):
    """How much a run would ask."""

    items: int
    prompts: int
    candidates: int
    """Over all prompts: the statements that a ranking method would score."""
    sampled: dict[str, Sampled] = {}
    """Of each pattern of which the limit leaves fewer than all items."""


def plan(
    benchmark_folder: AnyPath,
    *,
    patterns: Sequence[str] = (),
    limit: int | None = None,
    prompts: int | None = None,
    seed: int = 0,
    forms: Sequence[str] = (),
    progress: Progress | None = None,
) -> Plan:
    """Count what ``probe`` would ask, without a model. Raises BenchmarkError as ``probe`` does."""
    benchmark_folder = Path(benchmark_folder)
    job = settle(benchmark_folder, patterns, limit, prompts, seed, forms)
    size = count(benchmark_folder, job, progress or (lambda done, total: None))
    return Plan(size.items, size.prompts, size.candidates, size.sampled)


def count(folder: Path, job: Job, progress: Progress) -> Size:
    """Read all of a job, to count what it asks."""
    total, read, items, prompts, candidates, written = _expected(folder, job), 0, 0, 0, 0, False
    sampled = {}
    for pattern in job.patterns:
        drawing = _drawing(folder, pattern, job)
        before, groups = items, set()
        for item in _drawn(folder, pattern, drawing):
            asked = list(_requests(item, job))
            if asked:
                items += 1
                groups.add(item.group)
            prompts += len(asked)
            candidates += sum(len(one.candidates) for one in asked)
            written = written or any(one.written for one in asked)
            read += 1
            progress(read, total)
        if drawing and len(drawing.places) < drawing.items:
            sampled[pattern] = Sampled(items - before, drawing.items, len(groups), drawing.groups)
    return Size(items, prompts, candidates, written, sampled)


def _expected(folder: Path, job: Job) -> int:
    """How many items a job reads, as the manifest says."""
    manifest = folders.read_manifest(folder)
    of_test = manifest.split.items if manifest.split else {}
    sizes = {
        one.name: of_test.get(one.name, {}).get("test", one.items) for one in manifest.patterns
    }
    whole = [sizes[pattern] for pattern in job.patterns]
    return sum(whole if job.limit is None else (min(size, job.limit) for size in whole))


def settle(
    folder: Path,
    patterns: Sequence[str],
    limit: int | None,
    prompts: int | None,
    seed: int,
    forms: Sequence[str],
) -> Job:
    """The job that options mean. Raises BenchmarkError where one is unknown or asks nothing."""
    for name, number in (("limit", limit), ("prompts", prompts)):
        if number is not None and number < 1:
            raise BenchmarkError(f"{name} {number} is too small: give 1 or more")
    manifest = folders.read_manifest(folder)
    known = [made.name for made in manifest.patterns]
    unknown = sorted(set(patterns) - set(known))
    if unknown:
        raise BenchmarkError(
            f"{folder} has no pattern {unknown[0]!r}; available: {', '.join(known)}"
        )
    every = form_names()
    strange = sorted(set(forms) - set(every))
    if strange:
        raise BenchmarkError(f"no form {strange[0]!r} of prompts; available: {', '.join(every)}")
    chosen = tuple(name for name in known if name in patterns or not patterns)
    folders.refuse_changed(folder, manifest, folders.item_hashes(folder, chosen))
    there = {form for made in manifest.patterns for form in made.asks} | {OF_FACTS, OF_TEXTS}
    wanted = tuple(form for form in every if form in (forms or there))
    job = Job(chosen, limit, prompts, seed, wanted)
    what = ", ".join(chosen) or "any pattern"
    if all(next(folders.read_items(folder, name), None) is None for name in chosen):
        raise BenchmarkError(
            f"{folder} has no item to ask of {what}: name other patterns, or export more items"
        )
    if next(requests(folder, job), None) is None:
        raise BenchmarkError(
            f"{folder} has no prompt of form {' or '.join(wanted)} in {what}: name other patterns "
            f"or --forms"
        )
    return job


def requests(folder: Path, job: Job) -> Iterator[Request]:
    """All requests of a job, in the order of items, facts and wordings; then the item's own."""
    for item in _items(folder, job):
        yield from _requests(item, job)


def _requests(item: Item, job: Job) -> Iterator[Request]:
    place: Counter[str] = Counter()
    for fact, numbered in zip(item.facts, judging.numbers(item.facts), strict=True):
        for index in wordings(fact, job):
            prompt = fact.prompts[index]
            question = of_facts(prompt.form).question(fact, prompt)
            address = (item.id, fact.role, place[fact.role], numbered[index])
            yield _request(address, question, prompt)
        place[fact.role] += 1
    for index, prompt in enumerate(item.prompts):
        if prompt.form in job.forms:
            question = of_items(prompt.form).question(prompt)
            yield _request((item.id, judging.WHOLE, 0, index), question, prompt)


def _request(address: tuple[str, str, int, int], question: Question, prompt: Prompt) -> Request:
    """A question with its address: item, role, which fact of that role, which prompt."""
    return Request(
        *address,
        question.before,
        question.after,
        question.target,
        question.candidates,
        prompt.form,
        question.written,
        question.chosen,
        question.several,
        question.instruction,
    )


def _items(folder: Path, job: Job) -> Iterator[Item]:
    for pattern in job.patterns:
        yield from _drawn(folder, pattern, _drawing(folder, pattern, job))


def _drawing(folder: Path, pattern: str, job: Job) -> Drawing | None:
    """What a job asks of a pattern; None where that is all."""
    if job.limit is None:
        return None
    families = crosslingual.families(folders.read_manifest(folder))
    first = next((name for name, found in families.items() if pattern in found), pattern)
    return sample.draw(folder, pattern, job.limit, job.seed, first, job.forms)


def _drawn(folder: Path, pattern: str, drawing: Drawing | None) -> Iterator[Item]:
    """The items that were drawn, in the file's order; behind the last one no more is read."""
    items = folders.read_items(folder, pattern)
    if drawing is None:
        yield from items
        return
    behind = -1
    for place in drawing.places:
        yield from islice(items, place - behind - 1, place - behind)
        behind = place


def wordings(fact: ItemFact, job: Job) -> list[int]:
    """Return the prompts of a fact that are asked: all, or a sample of each form's wordings.

    The sample is the same wherever the fact stands. A wording is sampled with all prompts that
    belong to it: with and without a text before it, as a statement and its false counterpart.
    """
    every = [index for index, prompt in enumerate(fact.prompts) if prompt.form in job.forms]
    if job.prompts is None:
        return every
    name = f"{job.seed} {fact.subject.id} {fact.predicate.id} {fact.object.id}"
    kinds: dict[tuple[str, str], dict[object, list[int]]] = {}
    repeated: Counter[tuple[str, str, str, object]] = Counter()
    for index in every:
        prompt = fact.prompts[index]
        wording: object = prompt.template if prompt.claimed else prompt.bare
        if not prompt.claimed:  # one that is listed twice is two wordings, in each context
            key = prompt.form, prompt.slot, prompt.context, wording
            wording = wording, repeated[key]
            repeated[key] += 1
        kinds.setdefault((prompt.form, prompt.slot), {}).setdefault(wording, []).append(index)
    chosen = (_sampled(list(of_kind.values()), job.prompts, name) for of_kind in kinds.values())
    return sorted(chain.from_iterable(chain.from_iterable(chosen)))


def _sampled(every: Sequence[list[int]], count: int, name: str) -> list[list[int]]:
    return list(every) if count >= len(every) else random.Random(name).sample(every, count)
