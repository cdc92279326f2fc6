"""Items as judging reads them: only what is compared with answers."""

from msgspec import UNSET, Struct, UnsetType

from kgforge.schema import (
    Accepted,
    Computed,
    Count,
    Entity,
    Evidence,
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
