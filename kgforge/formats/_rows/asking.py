"""Each prompt of a benchmark with what it asks: streamed, in the order of items."""

import string
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from kgforge import framing
from kgforge.errors import BenchmarkError
from kgforge.formats import WHOLE, Bench, Lacks
from kgforge.formats._rows.ways import WAYS, Way
from kgforge.schema import SLOT, Accepted, Item, ItemFact, Named, Prompt

TEXT: Final = "text, of which triples are to be written"
FALSE: Final = "fact that must not hold: no answer to it is right"


class Asked(Struct, frozen=True):
    """A prompt, and whose it is."""

    item: Item
    split: str
    fact: ItemFact | None
    """None where the item as a whole is asked."""
    at: int
    """Which of the item's facts, or ``WHOLE``."""
    number: int
    """Which of the prompts of its role, as in ``Response.prompt``."""
    place: int
    """Which of its fact's, or item's, prompts."""
    prompt: Prompt

    @property
    def role(self) -> str:
        """The fact's role; empty where the item as a whole is asked."""
        return self.fact.role if self.fact else ""

    @property
    def id(self) -> str:
        """An id that no other prompt of the benchmark has."""
        return f"{self.item.id}/{self.role}/{self.number}"

    @property
    def parted(self) -> tuple[str, str]:
        """The text before its slot, and after it.

        Where there are choices, one of them may hold the slot's mark: the last one is the slot.
        """
        part = str.rpartition if self.prompt.choices else str.partition
        before, slot, after = part(self.prompt.text, SLOT)
        return (before, after) if slot else (self.prompt.text, "")

    @property
    def target(self) -> Named | None:
        """What was mined at the end that is asked for."""
        if self.fact is None:
            return None
        return self.fact.subject if self.prompt.slot == "subject" else self.fact.object

    @property
    def answers(self) -> Sequence[Accepted]:
        """All that counts as right at that end, the target first."""
        if self.fact is None:
            return ()
        if self.prompt.slot == "subject":
            return self.fact.subjects.answers if self.fact.subjects else ()
        return self.fact.answers

    @property
    def candidates(self) -> Sequence[Named]:
        """The target and its distractors at that end."""
        if self.fact is None:
            return ()
        if self.prompt.slot == "subject":
            return self.fact.subjects.candidates if self.fact.subjects else ()
        return self.fact.candidates

    @property
    def called(self) -> tuple[str, ...]:
        """What these are called in the prompt."""
        return self.prompt.forms or tuple(one.label for one in self.candidates)

    @property
    def places_of_target(self) -> tuple[int, ...]:
        """Where the target stands among the candidates, its own name first.

        It may stand there by several names (*Athény*, *Atény*), or not at all.
        """
        target = self.target or Named("", "")
        places = [at for at, one in enumerate(self.candidates) if one.id == target.id]
        return tuple(sorted(places, key=lambda at: self.candidates[at].label != target.label))

    @property
    def names(self) -> list[str]:
        """Every name of what counts as right, once, the target's label first."""
        every = (name for one in self.answers for name in (one.label, *one.aliases))
        return list(dict.fromkeys(every))

    @property
    def way(self) -> Way | None:
        """How its form is put to a harness; None where that is not known."""
        return WAYS.get(self.prompt.form)

    @property
    def options(self) -> tuple[str, ...]:
        """The letters or words of which one is to be said; none where the answer is a name."""
        if self.prompt.choices:
            return tuple(string.ascii_uppercase[: len(self.prompt.choices)])
        own = self.prompt
        return framing.truths(own.text, own.language) if own.claimed else ()

    def lack(self, reason: str, left: Lacks, count: int = 1) -> None:
        """Note what of the prompt has no place."""
        left.add(reason, self.item.id, self.role, self.place, count=count)


def refuse_answers(bench: Bench) -> None:
    """Raise BenchmarkError where a run is given to a layout that has questions alone."""
    if bench.heard is not None:
        raise BenchmarkError("this layout has no place for a model's answers: leave --run out")


def items(bench: Bench, splits: Sequence[str] = ()) -> Iterator[tuple[Item, str]]:
    """Each item of some splits, or all, by pattern and split, with its split."""
    for pattern in bench.manifest.patterns:
        for split in splits or bench.splits:
            for item in bench.of(pattern.name, split):
                yield item, split


def of(item: Item, split: str) -> Iterator[Asked]:
    """The prompts of an item: those of its facts, then those of its text."""
    after = Counter[str]()
    for at, fact in enumerate(item.facts):
        for place, prompt in enumerate(fact.prompts):
            yield Asked(item, split, fact, at, after[fact.role], place, prompt)
            after[fact.role] += 1
    for number, prompt in enumerate(item.prompts):
        yield Asked(item, split, None, WHOLE, number, number, prompt)


def uncounted(item: Item, left: Lacks) -> None:
    """Note what of an item no prompt's record has a place for."""
    from_where = item.provenance
    counts = (*from_where.degrees, *from_where.guards, *(from_where.popularity or ()))
    left.add("count of a degree, a guard or page views", item.id, count=len(counts))
    left.add("entity of a text, but for its name in triples", item.id, count=len(item.entities))
    for fact in item.facts:
        if not fact.prompts and item.text is None:
            left.add("fact without a prompt", item.id, fact.role)
        rejected = len(fact.unworded or ())
        left.add("why a model's wording was rejected", item.id, fact.role, count=rejected)


def evidence(item: Item, left: Lacks) -> None:
    """Note the sentences that express an item's facts, where these have no place."""
    for fact in item.facts:
        left.add("evidence sentence", item.id, fact.role, count=len(fact.evidence))
