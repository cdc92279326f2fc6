"""The prompts of items: made form by form, then set in their places.

Which letter is right, or which of two statements comes first, is drawn so that within a group each
place comes equally often (the counts differ by at most one), and in an order that only the seed
tells. Items come by group and key, so that the same graph, seed and options give the same places,
whichever engine asked the graph.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import UNSET, Struct

from kgforge import forms, graph, value_names
from kgforge.benchmark import nouns
from kgforge.benchmark.generators import Generators, Task, Texts
from kgforge.benchmark.nouns import Hop
from kgforge.benchmark.questions import Questions
from kgforge.benchmark.twice import SLOTTED, holds_slot
from kgforge.benchmark.wordings import Wording, Wordings
from kgforge.forms import ENGLISH, Frame, Posing
from kgforge.schema import Item, ItemFact, Named, Skip

BATCH: Final = 500
"""So many items at once are worded by models, at most."""

CHUNK: Final = 256
"""So many items of a group are held at once, at most."""

WORDLESS: Final = "no words for {} in {}"
"""Why there is no item where all forms want words that the language does not have."""

Draw = tuple[str, str, int]
"""Among which places compete: split, form, and how many places there are."""


class Worded(Struct, frozen=True):
    """How a fact is worded."""

    implied: bool
    """Whether it follows from the others of its item, …"""
    apart: bool
    """… which ask the same in words."""
    hops: tuple[Hop, ...] = ()
    """Of a chain: its predicates."""


class Unposed(Struct, frozen=True):
    """A fact whose prompts are still to be made."""

    fact: ItemFact
    worded: Worded
    distractors: Sequence[Named]
    complete: bool
    """Whether its answers are all that are right."""

    @property
    def is_plain(self) -> bool:
        """Whether it is said by itself: it holds, is one hop long, and follows from no other."""
        return self.fact.holds is True and not self.worded.implied and not self.worded.hops


class Draft(Struct, frozen=True):
    """An item, and its facts, whose prompts are still to be made, but for those computed."""

    key: str
    """That of its instance."""
    item: Item
    facts: tuple[ItemFact | Unposed, ...]
    silent: str = ""
    """Why it becomes no item where none of its facts has a prompt; empty: then it does all the
    same."""

    def tasks(self) -> Iterator[Task]:
        """The facts that models can word."""
        facts = [one.fact if isinstance(one, Unposed) else one for one in self.facts]
        for at, one in enumerate(self.facts):
            if isinstance(one, Unposed) and one.is_plain:
                yield Task.of(self.item.id, facts, at)


class Poser:
    """Makes the prompts of facts."""

    def __init__(
        self,
        names: Sequence[str],
        words: Wordings,
        questions: Questions,
        choices: int,
        slots: Sequence[str],
        generators: Generators | None = None,
        frame: Frame | None = ENGLISH,
    ) -> None:
        self._forms = [forms.of_facts(name) for name in names]
        self._words = words
        self._questions = questions
        self._choices = choices
        self._slots = slots
        self._generators = generators
        self._frame = frame
        is_wordless = frame is None and all(form.FRAMED for form in self._forms)
        self._wordless = WORDLESS.format(", ".join(names), questions.language) * is_wordless

    def finished(self, drafts: Iterable[Draft | Skip]) -> Iterator[Item | Skip]:
        """The items of drafts, with their prompts; where models word them, so many at once."""
        if self._generators is None:
            for one in drafts:
                yield one if isinstance(one, Skip) else self._finished(one, {})
            return
        for batch in graph.batches(drafts, BATCH):
            tasks = [task for one in batch if isinstance(one, Draft) for task in one.tasks()]
            found = self._generators.words(tasks)
            made = [one if isinstance(one, Skip) else self._finished(one, found) for one in batch]
            self._generators.measure(made)
            yield from made

    def _finished(self, draft: Draft, found: Mapping[str, Texts]) -> Item | Skip:
        if self._wordless:
            return Skip(self._wordless, f"instance {draft.key}")
        id = draft.item.id
        facts = [
            self._posed(one, found, (id, at)) if isinstance(one, Unposed) else one
            for at, one in enumerate(draft.facts)
        ]
        if draft.silent and not any(fact.prompts for fact in facts):
            return Skip(draft.silent, f"instance {draft.key}")
        if any(map(holds_slot, facts)):
            return Skip(SLOTTED, f"instance {draft.key}")
        return msgspec.structs.replace(draft.item, facts=tuple(facts))

    def _posed(self, one: Unposed, found: Mapping[str, Texts], at: tuple[str, int]) -> ItemFact:
        """A fact with its prompts, form by form."""
        fact, words = one.fact, self._worded(one.fact, one.worded)
        if self._generators and one.is_plain:
            words, unworded = self._generators.mixed(words, found, at)
            fact = msgspec.structs.replace(fact, unworded=tuple(unworded) or UNSET)
            fact = _accepting(fact, [one.said for one in words[0] if one.said])
        return self.put(fact, *words, one.distractors, complete=one.complete)

    def put(
        self,
        fact: ItemFact,
        wordings: Sequence[Wording],
        questions: Sequence[Wording],
        distractors: Sequence[Named],
        *,
        complete: bool,
        statements: Sequence[Wording] = (),
    ) -> ItemFact:
        """The same, in these words; *statements* are what is to be called true or false, if it is
        not the wordings.
        """
        posing = Posing(
            wordings,
            self._questions.language,
            questions,
            distractors,
            self._choices,
            self._slots,
            statements,
            self._frame,
            complete,
        )
        prompts = (one for form in self._forms for one in form.prompts(fact, posing))
        return msgspec.structs.replace(fact, prompts=tuple(prompts))

    def _worded(
        self, fact: ItemFact, worded: Worded
    ) -> tuple[Sequence[Wording], Sequence[Wording]]:
        """The statements and questions of a fact."""
        predicate, label = fact.predicate.id, fact.predicate.label
        if worded.hops:
            return self._chained(worded.hops)
        if worded.implied:
            return (
                self._words.implied(predicate, label, apart=worded.apart),
                self._questions.implied(predicate, label, apart=worded.apart),
            )
        statements = (
            self._words.of_period(predicate, label)
            if value_names.is_period(fact.object.id)
            else self._words.plain(predicate, label)
        )
        return statements, self._questions.plain(predicate, label)

    def _chained(self, hops: Sequence[Hop]) -> tuple[Sequence[Wording], Sequence[Wording]]:
        """Those of a chain's last predicate, about what the others name."""
        *inner, (predicate, label) = hops
        language = self._questions.language
        named = nouns.phrase(inner, self._questions.vocabulary, language)
        wordings = nouns.stated(self._words.plain(predicate, label), label, language)
        return named.around(wordings), named.around(self._questions.plain(predicate, label))


def _accepting(fact: ItemFact, forms: Sequence[str]) -> ItemFact:
    """The same, its target accepted also in these forms."""
    if not forms or not fact.answers:
        return fact
    target, *others = fact.answers
    said = tuple(dict.fromkeys(one for one in forms if one != target.label))
    new = (one for one in said if one not in target.aliases)
    target = msgspec.structs.replace(
        target, aliases=(*target.aliases, *new), forms=said or target.forms
    )
    return msgspec.structs.replace(fact, answers=(target, *others))


def placed(built: Iterable[Item | Skip], names: Sequence[str], seed: int) -> Iterator[Item | Skip]:
    """The items with all in its place; those of a group have to stand together, in their splits."""
    placer = _Placer(names, seed)
    held: list[Item] = []
    for one in built:
        if isinstance(one, Skip):
            yield one
            continue
        if held and (one.group != held[0].group or len(held) == CHUNK):
            yield from placer.placed(held)
            held = []
        held.append(one)
    yield from placer.placed(held)


class _Placer:
    """Draws places, and keeps count of those that were drawn in the present group."""

    def __init__(self, names: Sequence[str], seed: int) -> None:
        self._names = names
        self._seed = seed
        self._group = ""
        self._drawn: dict[Draw, list[int]] = {}
        """How often each place was drawn so far."""

    def placed(self, batch: Sequence[Item]) -> Iterator[Item]:
        """Some items of one group, which may have come before."""
        if batch and batch[0].group != self._group:
            self._group, self._drawn = batch[0].group, {}
        for name in self._names:
            batch = self._of_form(name, batch)
        yield from batch

    def _of_form(self, name: str, batch: Sequence[Item]) -> list[Item]:
        form = forms.of_facts(name)
        sizes = [form.places(item.facts) for item in batch]
        wanted: dict[Draw, int] = defaultdict(int)
        draws = [
            [(item.split, name, size) for size in own]
            for item, own in zip(batch, sizes, strict=True)
        ]
        for draw in (draw for own in draws for draw in own):
            wanted[draw] += 1
        ready = {draw: iter(self._draw(draw, count)) for draw, count in wanted.items()}
        return [
            msgspec.structs.replace(
                item, facts=form.placed(item.facts, iter([next(ready[draw]) for draw in own]))
            )
            for item, own in zip(batch, draws, strict=True)
        ]

    def _draw(self, draw: Draw, count: int) -> list[int]:
        """So many places, each as often as the others, in the order that the seed says."""
        size = draw[2]
        so_far = self._drawn.setdefault(draw, [0] * size)
        begun = sum(so_far)
        fewest = sorted(range(size), key=lambda at: (so_far[at], self._digest(draw, begun, at)))
        drawn = [*range(size)] * (count // size) + fewest[: count % size]
        for place in drawn:
            so_far[place] += 1
        order = sorted(range(count), key=lambda at: self._digest(draw, begun, size + at))
        return [drawn[at] for at in order]

    def _digest(self, draw: Draw, begun: int, at: int) -> bytes:
        text = "\n".join(map(str, (self._seed, self._group, *draw, begun, at)))
        return hashlib.sha256(text.encode()).digest()
