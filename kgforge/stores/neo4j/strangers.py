"""What a database holds that kgforge did not write, by the statistics that Neo4j keeps."""

from collections.abc import Iterable
from typing import Final

import neo4j
from msgspec import Struct

from kgforge.stores.neo4j.nodes import KEYS

_JOINS: Final = frozenset({"EXPRESSED_IN", "SUBJECT", "OBJECT"})
"""The types of our relationships that are no facts."""
_SHOWN: Final = 5


class Strangers(Struct, frozen=True):
    """What is in a database besides a graph of kgforge."""

    labels: dict[str, int]
    """Labels of nodes that are not ours, with how many nodes have them."""
    types: dict[str, int]
    """Types of relationships likewise."""
    is_ours: bool
    """Whether there is a graph of kgforge, too."""
    is_mixed: bool
    """Whether nodes with our labels lack our keys, or have relationships that are no facts."""

    def __str__(self) -> str:
        """Say what it is in words."""
        nodes = _listed(self.labels) or "without labels"
        relationships = f", relationships {types}" if (types := _listed(self.types)) else ""
        return f"nodes {nodes}{relationships}"


def _listed(counts: dict[str, int]) -> str:
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    names = [f"{name} ({count:,})" for name, count in ranked[:_SHOWN]]
    return ", ".join([*names, *["…"] * (len(ranked) > _SHOWN)])


def find(session: neo4j.Session) -> Strangers | None:
    """Return what a database holds that kgforge did not write; None if there is nothing."""
    nodes = _count(session, "MATCH (n) RETURN count(n)")
    counts = {
        label: _count(session, f"MATCH (n:{_quoted(label)}) RETURN count(n)")
        for label in _names(session, "CALL db.labels()")
    }
    types = {
        name: _count(session, f"MATCH ()-[r:{_quoted(name)}]->() RETURN count(r)")
        for name in _names(session, "CALL db.relationshipTypes()")
        if not _is_ours(name)
    }
    strange = {name: count for name, count in types.items() if count}
    ours = sum(counts.get(label, 0) for label in KEYS)
    keyless = {label for label in KEYS if counts.get(label) and _lacks(session, label)}
    if nodes <= ours and not keyless and not strange:
        return None
    labels = {
        label: count
        for label, count in counts.items()
        if count and (label not in KEYS or label in keyless)
    }
    return Strangers(
        labels,
        strange,
        is_ours=bool(_names(session, "MATCH (n:Entity) WHERE n.iri IS NOT NULL RETURN 1 LIMIT 1")),
        is_mixed=bool(keyless) or _joins_entities(session, strange),
    )


def _is_ours(name: str) -> bool:
    """Whether a type is a predicate, as a CURIE or ``<IRI>``, or joins what we keep."""
    return ":" in name or name in _JOINS


def _lacks(session: neo4j.Session, label: str) -> bool:
    """Whether a node of a label lacks its key."""
    text = f"MATCH (n:{label}) WHERE n.{KEYS[label]} IS NULL RETURN 1 LIMIT 1"
    return bool(_names(session, text))


def _joins_entities(session: neo4j.Session, types: Iterable[str]) -> bool:
    """Whether a relationship of any of these types goes out from an entity."""
    return any(
        _names(session, f"MATCH (:Entity)-[:{_quoted(name)}]->() RETURN 1 LIMIT 1")
        for name in types
    )


def _count(session: neo4j.Session, text: str) -> int:
    return int(session.run(text).single(strict=True)[0])


def _names(session: neo4j.Session, text: str) -> list[str]:
    return [str(record[0]) for record in session.run(text)]


def _quoted(name: str) -> str:
    return f"`{name.replace('`', '``')}`"
