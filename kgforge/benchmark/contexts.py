"""Questions once more, with a text before them: relevant, irrelevant, antifactual.

A question of a context is the question itself, with the same choices in the same order, and a
passage before it. So what differs between the answers is the passage. Passages are made as
``passages`` says; what cannot be had is counted.
"""

import hashlib
import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

import msgspec
from msgspec import UNSET, Struct

from kgforge import graph
from kgforge.benchmark import passages
from kgforge.benchmark.passages import (
    ANTIFACTUAL,
    IRRELEVANT,
    LONE,
    RELEVANT,
    UNLIKE,
    UNNAMED,
    UNSAID,
    End,
    Marked,
    Passage,
    Told,
)
from kgforge.errors import BenchmarkError
from kgforge.graph import Book
from kgforge.schema import Item, ItemFact, Made, Named, Prompt, Skip
from kgforge.stores import Store

BATCH: Final = 200
"""So many items are made at once."""
POOL: Final = 4096
"""So many sentences are kept of which irrelevant ones are drawn, by the seed."""
TRIES: Final = 64
"""So many of them are looked at for one question, at most."""
NEAR: Final = 8
"""Of so many that fit the nearest in length to the relevant one is taken."""

Lacking = dict[str, Counter[str]]
"""Each context to why questions have no such text, and how many."""


class Other(Struct, frozen=True):
    """A sentence of which irrelevant ones are drawn."""

    text: str
    ends: frozenset[str]
    """The subjects and objects of all facts that it expresses, be they named or not (*it*)."""


class Contexts:
    """Gives questions a text before them, for some contexts.

    Raises BenchmarkError where the graph has no sentence.
    """

    def __init__(self, store: Store, language: str, wanted: Sequence[str], seed: int) -> None:
        self._store, self._wanted, self._seed = store, wanted, seed
        self._language = language
        self._book = Book(store, language)
        self._others = self._pool()
        if not self._others:
            raise BenchmarkError(
                f"--context {','.join(wanted)}: {store.address} has no sentence that expresses a "
                "fact: load a source that has some, such as trex, webnlg, rebel or text2kgbench"
            )

    def _pool(self) -> list[Other]:
        """Sentences drawn by the seed, the same in whatever order the graph gives them."""
        kept: dict[str, tuple[bytes, set[str]]] = {}
        last = b"\xff" * hashlib.sha256().digest_size
        for text, *ends in graph.expressed(self._store):
            if text not in kept and (digest := self._digest(text)) <= last:
                kept[text] = digest, set()
            if text in kept:
                kept[text][1].update(ends)
            if len(kept) > 2 * POOL:
                # what is dropped lies behind the last from then on, so that no sentence that stays
                # ever lacks an end
                kept = dict(_first(kept))
                last = max(digest for digest, _ in kept.values())
        return [Other(text, frozenset(ends)) for text, (_, ends) in _first(kept)]

    def _digest(self, *parts: str) -> bytes:
        return hashlib.sha256("\n".join((str(self._seed), *parts)).encode()).digest()

    def given(self, items: Iterable[Item | Skip], lacking: Lacking) -> Iterator[Item | Skip]:
        """The items, with their questions once more for each context; *lacking* is counted up."""
        for batch in graph.batches(items, BATCH):
            found = [one for one in batch if isinstance(one, Item)]
            facts = [fact for item in found for fact in item.facts]
            asked = {_key(fact) for fact in facts if fact.evidence}
            marked = graph.located(self._store, asked)
            self._book = Book(self._store, self._language)  # no more names at once than of a batch
            self._book.ask(end.id for fact in facts for end in (fact.subject, fact.object))
            for one in batch:
                yield one if isinstance(one, Skip) else self._item(one, marked, lacking)

    def _item(
        self, item: Item, marked: Mapping[tuple[str, str, str, str], Marked], lacking: Lacking
    ) -> Item:
        facts = [
            self._fact(f"{item.id}\n{place}", fact, marked, lacking)
            for place, fact in enumerate(item.facts)
        ]
        return msgspec.structs.replace(item, facts=tuple(facts))

    def _fact(
        self,
        key: str,
        fact: ItemFact,
        marked: Mapping[tuple[str, str, str, str], Marked],
        lacking: Lacking,
    ) -> ItemFact:
        """A fact with the prompts of each context behind those that it has."""
        made: dict[str, list[Prompt]] = defaultdict(list)
        for slot in dict.fromkeys(prompt.slot for prompt in fact.prompts):
            end = passages.end_of(fact, slot, self._names(fact))
            for context, found in self._passages(f"{key}\n{slot}", fact, end, marked).items():
                if isinstance(found, str):
                    lacking.setdefault(context, Counter())[found] += 1
                else:
                    own = (prompt for prompt in fact.prompts if prompt.slot == slot)
                    made[context] += (_with(prompt, found) for prompt in own)
        every = (one for context in self._wanted for one in made[context])
        return msgspec.structs.replace(fact, prompts=(*fact.prompts, *every))

    def _names(self, fact: ItemFact) -> dict[str, Sequence[str]]:
        ends = {one.id for one in (fact.subject, fact.object)}
        found = {one: self._book.get(one) for one in ends}
        return {one: (names.label, *names.aliases) for one, names in found.items() if names}

    def _passages(
        self,
        key: str,
        fact: ItemFact,
        end: End | None,
        marked: Mapping[tuple[str, str, str, str], Marked],
    ) -> dict[str, Passage | str]:
        """What stands before the questions for an end of a fact, by context, or why nothing."""
        if end is None or fact.computed:
            return dict.fromkeys(self._wanted, UNSAID)
        places = [
            passages.told(end, one.text, marked.get((*_key(fact), one.text), ()))
            for one in fact.evidence
        ]
        said = [one for one in places if one]
        why = UNNAMED if fact.evidence else UNSAID
        makers = {
            RELEVANT: lambda: Passage(RELEVANT, said[0].text) if said else why,
            IRRELEVANT: lambda: self._irrelevant(key, fact, end, said),
            ANTIFACTUAL: lambda: self._antifactual(key, fact, end, said) if said else why,
        }
        return {context: makers[context]() for context in self._wanted}

    def _irrelevant(
        self, key: str, fact: ItemFact, end: End, said: Sequence[Told]
    ) -> Passage | str:
        """A sentence about others, drawn by the seed; of some the nearest in length."""
        ends = {fact.subject.id, fact.object.id, *end.right, *(one.id for one in fact.via or ())}
        start = int.from_bytes(self._digest(key)[:8]) % len(self._others)
        turned = (self._others[(start + step) % len(self._others)] for step in range(TRIES))
        fit = (
            one.text
            for one in turned
            if ends.isdisjoint(one.ends) and passages.is_irrelevant(one.text, end)
        )
        found = list(islice(fit, NEAR))
        if not found:
            return UNLIKE
        wanted = len(said[0].text) if said else len(found[0])
        return Passage(IRRELEVANT, min(found, key=lambda text: abs(len(text) - wanted)))

    def _antifactual(
        self, key: str, fact: ItemFact, end: End, said: Sequence[Told]
    ) -> Passage | str:
        """The first sentence in which something false can be planted, or why there is none."""
        ordered = tuple(sorted(end.candidates, key=lambda one: self._order(key, fact, one)))
        end = msgspec.structs.replace(end, candidates=ordered)
        why = LONE
        for one in said:
            found = passages.antifactual(end, one)
            if isinstance(found, Passage):
                return found
            why = found
        return why

    def _order(self, key: str, fact: ItemFact, one: Named) -> tuple[bool, bool, bytes]:
        """First what a statement claims, then what else can be chosen: so it can be answered."""
        claimed = {prompt.claimed.id for prompt in fact.prompts if prompt.claimed}
        chosen = {text for prompt in fact.prompts for text in prompt.choices}
        return one.id not in claimed, one.label not in chosen, self._digest(key, one.id)


def _first(kept: Mapping[str, tuple[bytes, set[str]]]) -> list[tuple[str, tuple[bytes, set[str]]]]:
    """Of sentences with their digests and ends the first, in order."""
    return heapq.nsmallest(POOL, kept.items(), key=lambda pair: (pair[1][0], pair[0]))


def _key(fact: ItemFact) -> tuple[str, str, str]:
    return fact.subject.id, fact.predicate.id, fact.object.id


def refuse(made: Iterable[Made], wanted: Sequence[str]) -> None:
    """Raise BenchmarkError where no fact of a benchmark has a text of a context."""
    every = tuple(made)
    for context in wanted:
        if any((one.contexts or {}).get(context) for one in every):
            continue
        why: Counter[str] = Counter()
        for one in every:
            why.update((one.contextless or {}).get(context, {}))
        told = "; ".join(f"{reason}: {count:,}" for reason, count in sorted(why.items()))
        raise BenchmarkError(
            f"--context {context}: no fact has such a text before its questions "
            f"({told or 'no question is about a fact'}): leave it out, or load a source with more "
            "sentences about what is asked"
        )


def _with(prompt: Prompt, passage: Passage) -> Prompt:
    """A question with a text before it."""
    return msgspec.structs.replace(
        prompt,
        context=passage.context,
        text=f"{passage.text}\n{prompt.text}",
        passage=passage.text,
        planted=passage.planted or UNSET,
    )
