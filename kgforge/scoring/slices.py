"""The parts of a pattern's items that are scored: all, each wording, strata, bins, groups.

Where the prompts that were answered are of several languages or contexts, or some are in the words
of a model, each language, context and generator is a part of its own, and what pools them says so.
Of several forms, or ends of a fact, the first is the whole (``posed``), and each is a part of its
own.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

import msgspec
from msgspec import Struct

from kgforge.forms import Mark
from kgforge.schema import MODELS, Prompt
from kgforge.scoring import popularity, posed, sharing
from kgforge.scoring.asked import AskedFact
from kgforge.scoring.heard import Heard
from kgforge.scoring.judging import Judged, Written
from kgforge.scoring.notes import Note
from kgforge.scoring.outcomes import Wording, best, wordings
from kgforge.scoring.posed import Posed
from kgforge.statistics import Ties

FULLY: Final = "all_roles"
"""The metric of which there is a histogram by degree."""

KINDS: Final = ("form", "slot", "language", "context", "generator")
"""What tells prompts apart beside their wording (fields of ``schema.Prompt``)."""

ANSWERS: Final = "answers"
"""What tells facts that have no object from others: …"""
NOTHING, SOMETHING = "none", "some"

_POOLED: Final = KINDS[2:]
"""Those of which a figure may pool several."""

ORACLE: Final = Note("other", "oracle: a fact is hit when any of its wordings hits it")


class Slice(Struct, frozen=True, dict=True):
    """A part of a pattern's items, in chosen wordings."""

    group: str | None
    by: dict[str, str]
    chosen: list[tuple[Judged, list[Wording]]]
    """Only items that have a wording here."""
    notes: tuple[Note, ...] = ()
    only: str | None = None
    """The one metric that is wanted of it; None: all."""

    @cached_property
    def wordings(self) -> int:
        """Wordings of all items together."""
        return sum(len(wordings) for _, wordings in self.chosen)

    @property
    def weight(self) -> float:
        """Items for each wording: 1 where items have one wording each."""
        return len(self.chosen) / self.wordings if self.chosen else 1.0

    @cached_property
    def _asking(self) -> list[list[sharing.Asking]]:
        """What each item asks, in its first wording."""
        return [
            [
                sharing.asking(fact, fact.prompts[mark.prompt])
                for fact, mark in zip(judged.item.facts, chosen[0], strict=True)
            ]
            for judged, chosen in self.chosen
        ]

    @cached_property
    def _ties(self) -> dict[str | None, Ties | None]:
        return {}

    def ties(self, role: str | None = None) -> Ties | None:
        """Return how the items depend on one another; by the facts of one role, if one is named."""
        if role not in self._ties:
            self._ties[role] = sharing.tie(self._asking, role)
        return self._ties[role]

    @cached_property
    def groups(self) -> list[str]:
        """The group of each item."""
        return [judged.item.group for judged, _ in self.chosen]

    @cached_property
    def ties_of_groups(self) -> Ties | None:
        """How the items depend on one another, where groups are drawn."""
        return sharing.tie(self._asking, groups=self.groups)

    @cached_property
    def is_ranked(self) -> bool:
        """Whether candidates were ranked for any fact."""
        marks = (mark for _, chosen in self.chosen for wording in chosen for mark in wording)
        return any(mark.candidates for mark in marks)


def slices(items: Sequence[Judged], own: str) -> Iterator[Slice]:
    """All items; each wording alone; the best of each fact; by kind; by popularity; each group.

    Then each form and each end of a fact, where there are several.
    """
    found = posed.every(items)
    several = kinds(items)
    first = posed.first(items)
    for part in _every(first, own, kinds(first)):
        yield _saying(part, several) if several else part
    for by, wanted in parts_of(found) if len(found) > 1 else ():
        alone = [posed.of(judged, wanted) for judged in items]
        part = msgspec.structs.replace(_slice(None, alone), by=by)
        yield _saying(part, several) if several else part
        if wanted != found[0]:
            yield from _by_generator(alone, by)
    yield from _by_context(items, found)


def _by_context(items: Sequence[Judged], found: Sequence[Posed]) -> Iterator[Slice]:
    """The questions of each context, where there are several: of the first form, then of others."""
    contexts = posed.contexts(items)
    for wanted in found if len(contexts) > 1 else ():
        for context in contexts:
            alike = [posed.of(judged, wanted, context) for judged in items]
            named = {} if wanted == found[0] else _named(wanted)
            if chosen := _worded(alike):
                yield Slice(None, {**named, "context": context}, chosen)


def _named(wanted: Posed) -> dict[str, str]:
    """By what a slice of a further form, or of another end, is named."""
    form, slot = wanted
    return {"form": form, "slot": slot} if slot == "subject" else {"form": form}


def parts_of(found: Sequence[Posed]) -> Iterator[tuple[dict[str, str], Posed]]:
    """By what the slices are named of each form, by its first end, and of each end, by the first
    form that asks for it.
    """
    for kind, place in (("form", 0), ("slot", 1)):
        names = list(dict.fromkeys(one[place] for one in found))
        for name in names if len(names) > 1 else ():
            yield {kind: name}, next(one for one in found if one[place] == name)


def _by_generator(items: Sequence[Judged], by: Mapping[str, str]) -> Iterator[Slice]:
    """The parts of a form, or of an end, by what made its wordings, if a model made some."""
    for value in kinds(items).get("generator", ()):
        alike = [within(judged, "generator", value) for judged in items]
        yield Slice(None, {**by, "generator": value}, _worded(alike))


def kinds(items: Iterable[Judged]) -> dict[str, list[str]]:
    """The languages and contexts that prompts with an answer have, where there are several.

    So the generators, where models are among them: synonyms and paraphrases are pooled.
    """
    return _several(
        fact.prompts[mark.prompt]
        for judged in items
        for fact, marks in zip(judged.item.facts, judged.marks, strict=True)
        for mark in marks
    )


def _several(prompts: Iterable[Prompt]) -> dict[str, list[str]]:
    found = {(prompt.language, prompt.context, prompt.generator) for prompt in prompts}
    values = zip(_POOLED, zip(*found, strict=True), strict=True) if found else ()
    several = {kind: sorted(set(every)) for kind, every in values if len(set(every)) > 1}
    if not {*several.get("generator", ())} & {*MODELS}:
        several.pop("generator", None)
    return several


def of_texts(
    texts: Sequence[Written], heard: Sequence[Heard]
) -> Iterator[tuple[dict[str, str], list[Heard]]]:
    """What was written to prompts of one kind, where a text has prompts of several."""
    prompts = [one.item.prompts[one.response.prompt] for one in texts]
    of_items: dict[str, list[Prompt]] = defaultdict(list)
    for one, prompt in zip(texts, prompts, strict=True):
        of_items[one.item.id].append(prompt)
    several = {kind for found in of_items.values() for kind in _several(found)}
    for kind in (kind for kind in _POOLED if kind in several):
        values = [str(getattr(prompt, kind)) for prompt in prompts]
        for value in sorted(set(values)):
            pairs = zip(heard, values, strict=True)
            yield {kind: value}, [one for one, of_one in pairs if of_one == value]


def within(judged: Judged, kind: str, value: str) -> Judged:
    """An item with the answers alone to prompts of one kind, or to those of one number."""
    marks = tuple(
        tuple(mark for mark in of_fact if _value(fact, mark, kind) == value)
        for fact, of_fact in zip(judged.item.facts, judged.marks, strict=True)
    )
    return msgspec.structs.replace(judged, marks=marks)


def _value(fact: AskedFact, mark: Mark, kind: str) -> str:
    if kind == "prompt":
        return str(mark.prompt)
    value: str = getattr(fact.prompts[mark.prompt], kind)
    return value


def _saying(part: Slice, several: Mapping[str, Sequence[str]]) -> Slice:
    """A slice with a note of each kind of which it pools several."""
    mixed = kinds(judged for judged, _ in part.chosen)
    if ORACLE not in part.notes:
        mixed = _several(
            fact.prompts[mark.prompt]
            for judged, chosen in part.chosen
            for wording in chosen
            for fact, mark in zip(judged.item.facts, wording, strict=True)
        )
    said = (
        Note("other", f"{kind}s pooled: {', '.join(mixed[kind])}")
        for kind in several
        if kind in mixed
    )
    return msgspec.structs.replace(part, notes=(*part.notes, *said))


def _every(
    items: Sequence[Judged], own: str, several: Mapping[str, Sequence[str]]
) -> Iterator[Slice]:
    groups: dict[str, list[Judged]] = defaultdict(list)
    for judged in items:
        groups[judged.item.group].append(judged)
    whole = _slice(None, items)
    yield whole
    most = max((len(found) for _, found in whole.chosen), default=0)
    if most > 1:
        for turn in range(most):
            alone = [(each, found[turn : turn + 1]) for each, found in whole.chosen]
            yield Slice(None, {"prompt": str(turn)}, [pair for pair in alone if pair[1]])
        yield _oracle(whole)
    for kind, values in several.items():
        for value in values:
            alike = [within(judged, kind, value) for judged, _ in whole.chosen]
            yield Slice(None, {kind: value}, _worded(alike))
    yield from _by_predicate_kind(whole)
    yield from _by_answers(whole)
    yield from _by_degree(whole, items, own)
    for group in sorted(groups):
        part = _slice(group, groups[group])
        yield part
        if most > 1:
            yield _oracle(part, own)


def _oracle(part: Slice, only: str | None = None) -> Slice:
    chosen = [(each, [best(each)]) for each, _ in part.chosen]
    return Slice(part.group, {"prompts": "best"}, chosen, (ORACLE,), only)


def _by_predicate_kind(whole: Slice) -> Iterator[Slice]:
    """Items whose facts' predicates are of one kind, where there are several."""
    found: dict[str, list[tuple[Judged, list[Wording]]]] = defaultdict(list)
    for pair in whole.chosen:
        of_item = {fact.predicate.kind for fact in pair[0].item.facts}
        if len(of_item) == 1:
            found[of_item.pop()].append(pair)
    found.pop("", None)
    for kind in sorted(found) if len(found) > 1 else ():
        yield Slice(None, {"kind": kind}, found[kind])


def _by_answers(whole: Slice) -> Iterator[Slice]:
    """Items that ask for what is there, and those that ask for what is not, if there are both."""
    found: dict[str, list[tuple[Judged, list[Wording]]]] = {NOTHING: [], SOMETHING: []}
    for pair in whole.chosen:
        are_some = any(fact.answers for fact in pair[0].item.facts)
        found[SOMETHING if are_some else NOTHING].append(pair)
    for name in found if all(found.values()) else ():
        yield Slice(None, {ANSWERS: name}, found[name])


def _strata(items: Sequence[Judged], means: Mapping[str, float]) -> dict[str, str]:
    """The stratum of each item: as the benchmark says, else by mean degree."""
    said = {one.item.id: one.item.provenance.stratum for one in items}
    told = {id: stratum for id, stratum in said.items() if stratum}
    return told or popularity.strata(means)


def _by_degree(whole: Slice, items: Sequence[Judged], own: str) -> Iterator[Slice]:
    """Strata of all items whose popularity is known, asked or not; then the bins of a histogram."""
    means = {
        judged.item.id: degree
        for judged in items
        if (degree := popularity.mean_degree(judged.item.provenance.degrees)) is not None
    }
    strata = _strata(items, means)
    names = sorted(set(strata.values()), key=popularity.rank)
    for name in names if len(names) > 1 else ():
        chosen = [pair for pair in whole.chosen if strata.get(pair[0].item.id) == name]
        yield Slice(None, {"stratum": name}, chosen, only=own)
    bins: dict[int, list[tuple[Judged, list[Wording]]]] = defaultdict(list)
    for pair in whole.chosen:
        if pair[0].item.id in means:
            bins[popularity.bin_of(means[pair[0].item.id])].append(pair)
    for number in sorted(bins):
        by = {"degree": popularity.bin_name(number)}
        yield Slice(None, by, bins[number], only=FULLY)


def _slice(group: str | None, items: Sequence[Judged]) -> Slice:
    return Slice(group, {}, _worded(items), tuple(_left_out(items)))


def _worded(items: Iterable[Judged]) -> list[tuple[Judged, list[Wording]]]:
    """The items that have a wording, each with all of them."""
    return [(judged, found) for judged in items if (found := wordings(judged))]


def _left_out(items: Sequence[Judged]) -> Iterator[Note]:
    unasked = sum(not judged.asked for judged in items)
    if unasked:
        yield Note("other", f"{unasked} of {len(items)} items not asked")
    incomplete = sum(judged.asked and not judged.complete for judged in items)
    if incomplete:
        yield Note("other", f"{incomplete} items left out, for want of an answer to some fact")
    errors = Counter(error for judged in items for error in judged.errors)
    for error, times in sorted(errors.items()):
        yield Note("other", f"{times} prompts {error}")
