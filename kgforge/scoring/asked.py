"""Items as judging reads them: only what is compared with answers."""

from typing import Self

from msgspec import UNSET, Struct, UnsetType

from kgforge.schema import (
    Accepted,
    Computed,
    Count,
    Entity,
    Evidence,
    Item,
    ItemFact,
    Named,
    Predicate,
    Prompt,
)


class AskedSide(Struct, frozen=True, gc=False):
    """What judging reads of ``schema.Side``."""

    answers: tuple[Accepted, ...]


class AskedFact(Struct, frozen=True, gc=False):
    """What judging reads of ``schema.ItemFact``: the candidates, most of the bytes, are skipped."""

    role: str
    subject: Named
    predicate: Predicate
    object: Named
    holds: bool | None
    answers: tuple[Accepted, ...]
    prompts: tuple[Prompt, ...]
    evidence: tuple[Evidence, ...] = ()
    subjects: AskedSide | UnsetType = UNSET
    computed: Computed | UnsetType = UNSET

    @classmethod
    def of(cls, fact: ItemFact) -> Self:
        """Return what judging reads of a fact."""
        return cls(
            fact.role,
            fact.subject,
            fact.predicate,
            fact.object,
            fact.holds,
            fact.answers,
            fact.prompts,
            subjects=AskedSide(fact.subjects.answers) if fact.subjects else UNSET,
            computed=fact.computed,
        )


class Known(Struct, frozen=True, gc=False):
    """What judging reads of ``schema.Provenance``."""

    degrees: tuple[Count, ...] = ()
    stratum: str | UnsetType = UNSET


class AskedItem(Struct, frozen=True, gc=False):
    """What judging reads of ``schema.Item``."""

    id: str
    pattern: str
    group: str
    text: str | None
    facts: tuple[AskedFact, ...]
    prompts: tuple[Prompt, ...] = ()
    provenance: Known = Known()
    entities: tuple[Entity, ...] = ()

    @classmethod
    def of(cls, item: Item) -> Self:
        """Return what judging reads of an item, but for what its scores are told apart by."""
        facts = tuple(map(AskedFact.of, item.facts))
        return cls(item.id, item.pattern, item.group, item.text, facts)
