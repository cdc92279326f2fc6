"""What a graph holds, read from each engine without the store under test."""

import msgspec
from msgspec import Struct

from kgforge import terms
from kgforge.patterns.queries import Row
from tests.oracle import Oracle


class Held(Struct, frozen=True):
    """Everything that a graph holds."""

    facts: frozenset[Row]
    """Subject, predicate, object."""
    labels: frozenset[Row]
    """Entity, language, kind, text."""
    sentences: frozenset[Row]
    """Sentence, text, source."""
    mentions: frozenset[Row]
    """Sentence, subject, predicate, object, and four offsets, -1 for none."""
    sources: frozenset[Row]
    """File, SHA-256, licence."""
    axioms: frozenset[Row]
    """Subject, predicate, object."""


def expected(right: Oracle) -> Held:
    """What a graph must hold by the oracle."""
    facts, names, passages, sources, axioms = (
        frozenset(right.rows(name, {}))
        for name in ("facts", "names", "passages", "sources", "axioms")
    )
    return Held(facts, names, passages, frozenset(right.spans()), sources, axioms)


def apart(found: Held, wanted: Held) -> dict[str, tuple[list[Row], list[Row]]]:
    """In what two graphs differ: what is missing of the one wanted, and what is there besides."""
    return {
        field: (sorted(right - held, key=str), sorted(held - right, key=str))
        for field in Held.__struct_fields__
        if (held := getattr(found, field)) != (right := getattr(wanted, field))
    }


def canonical(found: Held) -> Held:
    """The graph with its literals made canonical, as an engine that rewrites them may not have."""
    return msgspec.structs.replace(
        found,
        facts=_canonical(found.facts),
        axioms=_canonical(found.axioms),
        mentions=frozenset(
            (i, s, p, terms.canonical(str(o)), *spans) for i, s, p, o, *spans in found.mentions
        ),
    )


def _canonical(triples: frozenset[Row]) -> frozenset[Row]:
    return frozenset((s, p, terms.canonical(str(o))) for s, p, o in triples)
