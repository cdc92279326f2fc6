"""Counts of a pattern's items, taken as they stream past: what the manifest says of them."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, islice
from operator import attrgetter
from typing import Any, Final

from msgspec import UNSET

from kgforge import metrics, paths, terms
from kgforge.benchmark.posed import Posings
from kgforge.benchmark.twice import asks_twice
from kgforge.schema import (
    Accepted,
    Entity,
    Item,
    ItemFact,
    Named,
    NamedBy,
    Predicate,
    Prompt,
    Sizes,
    Skip,
)

BY_DESIGN: Final = "by design"
"""Behind the reason of a flag that is exempt."""
SHOWN: Final = 3
"""So many facts of an item make an example."""


class Tally:
    """Counts that grow while items stream past."""

    def __init__(self, metric: str, skipped: Mapping[str, int] = {}) -> None:
        self.groups: set[str] = set()
        self.typed: set[str] = set()
        """The groups with an entity whose types are known."""
        self._skipped = Counter(skipped)
        self._written = 0
        self.facts = 0
        """How many facts the items have."""
        self.predicates: set[str] = set()
        """The predicates of the items' facts, of a chain those of its hops."""
        self._fallback = 0
        self._entailed = 0
        self._twice = 0
        self._guards: Counter[str] = Counter()
        self._candidates: Counter[int] = Counter()
        self._sizes = Sizing(metric)
        self._posings = Posings()
        self._flagged: Counter[str] = Counter()
        self._names: dict[NamedBy, set[bytes]] = {}

    def items(self, built: Iterable[Item | Skip]) -> Iterator[Item]:
        """Let the items through and count the skips."""
        for found in built:
            if isinstance(found, Skip):
                self._skipped[found.reason] += 1
                continue
            self._add(found)
            yield found

    def _add(self, item: Item) -> None:
        self._written += 1
        self.facts += len(item.facts)
        self.groups.add(item.group)
        for predicate in {fact.predicate.id for fact in item.facts}:
            self.predicates.update(paths.hops(predicate))
        if any(entity.types for entity in item.entities):
            self.typed.add(item.group)
        self._sizes.add(item)
        self._posings.add(item)
        for named in _named(item):
            if named.by:
                self._names.setdefault(named.by, set()).add(_digest(named.id))
        self._twice += asks_twice(item)
        self._flagged.update(
            {
                f"{one.reason} ({BY_DESIGN})" if one.exempt else one.reason
                for one in item.flags or ()
            }
        )
        self._entailed += sum(
            any(one.entailed for one in fact.answers) for fact in item.facts if fact.prompts
        )
        self._guards.update({count.name: count.count for count in item.provenance.guards})
        self._candidates.update(len(fact.candidates) for fact in item.facts if fact.prompts)
        self._fallback += sum(
            any(prompt.generator == "fallback" for prompt in _of_first(fact)) for fact in item.facts
        )

    def skipped(self) -> dict[str, int]:
        """Reason to how many instances became no item."""
        return dict(sorted(self._skipped.items()))

    def unposed(self, names: Iterable[str]) -> dict[str, dict[str, int]]:
        """Which of the forms *names* have no prompt, each with why and of how many facts."""
        return self._posings.unposed(names)

    def counts(self) -> dict[str, Any]:
        """What ``Made`` counts of the items that went through, by its fields."""
        return {
            "items": self._written,
            "groups": len(self.groups),
            "fallback": self._fallback,
            "guards": dict(sorted(self._guards.items())),
            "sizes": self._sizes.counted(),
            "twice": self._twice,
            "candidates": dict(sorted(self._candidates.items())),
            "names": {name: len(found) for name, found in sorted(self._names.items())} or UNSET,
            "forms": self._posings.counted() or UNSET,
            "contexts": self._posings.contexts() or UNSET,
            "flagged": dict(sorted(self._flagged.items())) or UNSET,
            "entailed": self._entailed or UNSET,
        }


def _of_first(fact: ItemFact) -> Iterator[Prompt]:
    """The prompts of a fact's first form."""
    for _, prompts in islice(groupby(fact.prompts, attrgetter("form")), 1):
        yield from prompts


def _named(item: Item) -> Iterator[Accepted | Entity | Named | Predicate]:
    """All that an item names, some of it more than once."""
    for fact in item.facts:
        yield fact.predicate
        yield from (fact.subject, fact.object, *fact.candidates)
        yield from fact.answers
        if fact.subjects:
            yield from fact.subjects.answers
            yield from fact.subjects.candidates
    yield from item.entities


class Sizing:
    """Counts, as items stream past, what the table of sizes says.

    Of a triple and of an entity a short hash is kept. Where a pattern's score is no merit, since it
    asks for what should not be told of anybody, the example names nobody: it is the predicates
    alone.
    """

    def __init__(self, metric: str) -> None:
        self._telling = metrics.definition(metric).is_merit
        self._triples: set[bytes] = set()
        self._predicates: set[str] = set()
        self._entities: set[bytes] = set()
        self._groups: Counter[str] = Counter()
        self._examples: dict[str, str] = {}

    def add(self, item: Item) -> None:
        """Count one more item."""
        self._groups[item.group] += 1
        self._examples.setdefault(item.group, _example(item, telling=self._telling))
        for fact in item.facts:
            if fact.holds is not False and fact.answers:
                self._count(fact.subject.id, fact.predicate.id, fact.object.id)

    def _count(self, subject: str, predicate: str, object: str) -> None:
        self._triples.add(_digest(subject, predicate, object))
        self._predicates.add(predicate)
        self._entities.update(
            _digest(node) for node in (subject, object) if not terms.is_literal(node)
        )

    def counted(self) -> Sizes:
        """The figures of all items so far."""
        most = min(self._groups, key=lambda group: (-self._groups[group], group), default="")
        return Sizes(
            len(self._triples),
            len(self._predicates),
            len(self._entities),
            self._examples.get(most, ""),
        )


def _digest(*parts: str) -> bytes:
    return hashlib.sha256("\n".join(parts).encode()).digest()[:16]


def _example(item: Item, *, telling: bool) -> str:
    told = item.facts[:SHOWN]
    facts = [_statement(fact) if telling else fact.predicate.label for fact in told]
    return "; ".join([*facts, "…"] if len(item.facts) > SHOWN else facts)


def _statement(fact: ItemFact) -> str:
    said = f"{fact.subject.label} → {fact.predicate.label} → {fact.object.label}"
    return f"not: {said}" if fact.holds is False else said
