"""The back door of Neo4j: its own driver."""

import os
from collections.abc import Iterable, Iterator
from typing import Any, Final

from neo4j import Driver, GraphDatabase

from kgforge import terms
from kgforge.patterns.queries import Row
from tests.stores.backdoors import Held
from tests.stores.backdoors.tables import licensed, term

_NODES: Final = "MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 10000 ROWS"
_EDGES: Final = (
    "MATCH (s:Entity)-[r]->(o:Entity|Literal) RETURN s.iri, type(r), o.iri, o.value, "
    "o.datatype, o.language"
)
_TOLD: Final = (
    "MATCH (i:Sentence)<-[:EXPRESSED_IN]-(m:Mention)-[:OBJECT]->(o) MATCH (m)-[:SUBJECT]->(s) "
    "RETURN i.id, s.iri, m.predicate, o.iri, o.value, o.datatype, o.language, "
    "m.subject_start, m.subject_end, m.object_start, m.object_end"
)

_AXIOMS: Final = (
    "MATCH (a:Axiom) RETURN a.subject, a.predicate, a.type, coalesce(a.object, a.literal)"
)

_READ: Final = (
    "MATCH (s:Source) UNWIND s.file AS file RETURN file, s.sha256, coalesce(head(s.licence), '')"
)


def driver(url: str) -> Driver:
    """Connect as the tests do; a server without passwords takes any."""
    auth = ("neo4j", os.environ.get("NEO4J_PASSWORD", ""))
    return GraphDatabase.driver(url, auth=auth, notifications_min_severity="OFF")


def clear(url: str) -> None:
    """Delete all nodes; the constraints stay."""
    with driver(url) as bolt, bolt.session() as session:
        session.run(_NODES).consume()


def held(url: str) -> Held:
    """A Neo4j database, read with its own driver."""
    with driver(url) as bolt:

        def rows(text: str) -> list[list[Any]]:
            return [list(record) for record in bolt.execute_query(text).records]

        facts = [(s, _expanded(p), _object(*o)) for s, p, *o in rows(_EDGES)]
        assert len(facts) == len(set(facts)), "a fact stands twice"
        axioms = [(s, p, o) for s, p, type_, o in rows(_AXIOMS) if _expanded(type_) == p]
        assert len(axioms) == len(set(axioms)), "an axiom stands twice"
        told = [(i, s, p, _object(*o[:4]), *map(_offset, o[4:])) for i, s, p, *o in rows(_TOLD)]
        return Held(
            frozenset(facts),
            frozenset(_names(rows("MATCH (e:Entity) RETURN e.iri, properties(e)"))),
            frozenset(map(tuple, rows("MATCH (s:Sentence) RETURN s.id, s.text, s.source"))),
            frozenset(told),
            licensed(rows(_READ)),
            frozenset(axioms),
        )


def _names(nodes: Iterable[list[Any]]) -> Iterator[Row]:
    for iri, properties in nodes:
        for key, texts in properties.items():
            kind, _, language = key.partition("_")
            if language:
                assert len(texts) == len(set(texts)), f"a name stands twice: {texts}"
                yield from ((iri, language, kind, text) for text in texts)


def _object(iri: str | None, value: str, datatype: str, language: str) -> str:
    return iri or term("literal", value, datatype, language)


def _offset(value: int | None) -> int:
    return -1 if value is None else value


def _expanded(type_: str) -> str:
    """The predicate that a relationship's type names: a CURIE, or an IRI in angle brackets."""
    if type_.startswith("<"):
        return type_[1:-1]
    prefix, _, rest = type_.partition(":")
    return terms.PREFIXES[prefix] + rest
