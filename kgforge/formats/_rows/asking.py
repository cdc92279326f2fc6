"""Each prompt of a benchmark with what it asks: streamed, in the order of items."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from kgforge.formats import TEST, WHOLE, Bench, Lacks
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
    def names(self) -> list[str]:
        """Every name of what counts as right, once, the target's label first."""
        every = (name for one in self.answers for name in (one.label, *one.aliases))
        return list(dict.fromkeys(every))

    def lack(self, reason: str, left: Lacks, count: int = 1) -> None:
        """Note what of the prompt has no place."""
        prompt = None if self.fact is None else self._own
        left.add(reason, self.item.id, self.role, prompt, count=count)

    @property
    def _own(self) -> int:
        """Which of its fact's prompts it is."""
        return self.fact.prompts.index(self.prompt) if self.fact else self.number


def every(bench: Bench, splits: Sequence[str] = ()) -> Iterator[Asked]:
    """Each prompt of each item, of some splits or all, by pattern and split."""
    for pattern in bench.manifest.patterns:
        for split in splits or bench.splits:
            for item in bench.of(pattern.name, split):
                yield from of(item, split)


def of(item: Item, split: str = TEST) -> Iterator[Asked]:
    """The prompts of an item: those of its facts, then those of its text."""
    after = Counter[str]()
    for at, fact in enumerate(item.facts):
        for prompt in fact.prompts:
            yield Asked(item, split, fact, at, after[fact.role], prompt)
            after[fact.role] += 1
    for number, prompt in enumerate(item.prompts):
        yield Asked(item, split, None, WHOLE, number, prompt)
