"""The Cypher that writes a load: nodes first, then the relationships between them."""

from collections.abc import Iterable, Iterator
from typing import Final, Literal

import neo4j

from kgforge.stores.neo4j.spool import Facts, Properties, Spool

Row = str | Properties | Facts
"""One row of an ``UNWIND``."""
_BATCH: Final = 10_000
"""Nodes, or relationships, that one transaction writes."""

KEYS: Final = {
    "Entity": "iri",
    "Literal": "key",
    "Sentence": "id",
    "Mention": "key",
    "Axiom": "key",
    "Source": "sha256",
    "Load": "key",
}
"""The labels of our nodes, each with the property that is there once."""
_CONSTRAINTS: Final = tuple(
    f"CREATE CONSTRAINT kgforge_{label.lower()} IF NOT EXISTS "
    f"FOR (n:{label}) REQUIRE n.{key} IS UNIQUE"
    for label, key in KEYS.items()
) + tuple(
    f"CREATE INDEX kgforge_axiom_{part} IF NOT EXISTS FOR (n:Axiom) ON (n.{part})"
    for part in ("subject", "object")
)
"""By these a node is found, and is there once."""

_ENTITY: Final = """
UNWIND $rows AS iri
{verb} (:Entity {{iri: iri}})
"""
_LISTS: Final = """
UNWIND $rows AS row
MERGE (n:{label} {{{key}: row.{key}}})
WITH n, row.lists AS lists
UNWIND keys(lists) AS name
WITH n, name, lists[name] AS texts, coalesce(n[name], []) AS known
SET n[name] = known + [text IN texts WHERE NOT text IN known]
"""
_NODE: Final = """
UNWIND $rows AS row
MERGE (n:{label} {{{key}: row.{key}}})
SET n += row
"""
_FACTS: Final = """
UNWIND $rows AS row
MATCH (s:Entity {{iri: row[0]}})
UNWIND row[1] AS fact
MATCH (o:{label} {{{key}: fact[1]}})
{verb} (s)-[:$(fact[0])]->(o)
"""
_MENTIONS: Final = """
UNWIND $rows AS row
MATCH (sentence:Sentence {{id: row.sentence}})
MATCH (s:Entity {{iri: row.s}})
MATCH (o:{label} {{{key}: row.o}})
MERGE (mention:Mention {{key: row.mention.key}})
SET mention += row.mention
MERGE (mention)-[:EXPRESSED_IN]->(sentence)
MERGE (mention)-[:SUBJECT]->(s)
MERGE (mention)-[:OBJECT]->(o)
"""


def write(spool: Spool, session: neo4j.Session) -> None:
    """Write what was gathered, batch by batch.

    Into a graph without entities facts are created, for there all are new: half the time of MERGE.
    A load that was broken off has left entities, so that running it again merges.
    """
    new = session.execute_read(_is_true, "RETURN NOT EXISTS { MATCH (:Entity) }")
    for constraint in _CONSTRAINTS:
        session.execute_write(_run, constraint)
    for statement, found in _statements(spool, "CREATE" if new else "MERGE"):
        for batch in batches(found, _BATCH):
            session.execute_write(_run, statement, batch)


def _run(
    transaction: neo4j.ManagedTransaction, statement: str, rows: list[Row] | None = None
) -> None:
    transaction.run(statement, rows=rows).consume()


def _is_true(transaction: neo4j.ManagedTransaction, question: str) -> bool:
    record = transaction.run(question).single()
    return bool(record and record[0])


def _statements(
    spool: Spool, verb: Literal["CREATE", "MERGE"]
) -> Iterator[tuple[str, Iterable[Row]]]:
    """Each statement that writes a load, with its rows: nodes first, then what joins them.

    CREATE is for facts of which none is in the graph yet.
    """
    yield _ENTITY.format(verb=verb), spool.unnamed()
    yield _LISTS.format(label="Entity", key="iri"), spool.named()
    yield _NODE.format(label="Literal", key="key"), spool.literals()
    yield _NODE.format(label="Sentence", key="id"), spool.sentences()
    yield _NODE.format(label="Axiom", key="key"), spool.axioms()
    yield _LISTS.format(label="Source", key="sha256"), spool.sources()
    yield _NODE.format(label="Load", key="key"), spool.loads()
    for literal, label, key in ((False, "Entity", "iri"), (True, "Literal", "key")):
        yield _FACTS.format(label=label, key=key, verb=verb), spool.facts(literal=literal)
        yield _MENTIONS.format(label=label, key=key), spool.mentions(literal=literal)


def batches(rows: Iterable[Row], size: int) -> Iterator[list[Row]]:
    """Rows in runs of about *size* nodes or facts, in order."""
    batch: list[Row] = []
    weight = 0
    for row in rows:
        batch.append(row)
        weight += len(row[1]) if isinstance(row, tuple) else 1
        if weight >= size:
            yield batch
            batch, weight = [], 0
    if batch:
        yield batch
