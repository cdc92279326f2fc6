"""N-Triples into an engine by hand: what loading costs without kgforge.

``python -m benchmarks.stores.bare oxigraph graph.nt FOLDER`` is Oxigraph's own bulk loader,
``parsed`` in its place the same of facts that Python has parsed, each of which could be looked at;
``python -m benchmarks.stores.bare neo4j graph.nt bolt://HOST:PORT`` is bare ``UNWIND`` batches into
the same nodes and relationships as kgforge's. Either prints how many facts the engine then holds.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeVar

from kgforge import terms

BATCH: Final = 10_000
T = TypeVar("T")

_ENTITIES: Final = "UNWIND $rows AS iri CREATE (:Entity {iri: iri})"
_LITERALS: Final = "UNWIND $rows AS row CREATE (n:Literal) SET n = row"
_FACTS: Final = (
    "UNWIND $rows AS row MATCH (s:Entity {{iri: row[0]}}) MATCH (o:{label} {{{key}: row[2]}}) "
    "CREATE (s)-[:$(row[1])]->(o)"
)


def oxigraph(file: str, folder: str) -> int:
    import pyoxigraph as ox

    store = ox.Store(folder)
    store.bulk_load(path=file, format=ox.RdfFormat.N_TRIPLES)
    return len(store)


def parsed(file: str, folder: str) -> int:
    import pyoxigraph as ox

    store = ox.Store(folder)
    store.bulk_extend(ox.parse(path=file, format=ox.RdfFormat.N_TRIPLES))
    return len(store)


def neo4j(file: str, url: str) -> int:
    from neo4j import GraphDatabase

    facts = dict.fromkeys(_facts(file))
    literals = dict.fromkeys(o for _, _, o in facts if terms.is_literal(o))
    entities = dict.fromkeys(term for s, _, o in facts for term in (s, o) if term not in literals)
    with GraphDatabase.driver(url) as driver, driver.session() as session:
        for label, key in (("Entity", "iri"), ("Literal", "key")):
            session.run(f"CREATE CONSTRAINT FOR (n:{label}) REQUIRE n.{key} IS UNIQUE").consume()

        def send(statement: str, rows: Iterable[object]) -> None:
            for batch in _batches(rows):
                session.execute_write(_run, statement, batch)

        send(_ENTITIES, entities)
        send(_LITERALS, map(_literal, literals))
        send(_FACTS.format(label="Entity", key="iri"), (
            [s, terms.compact(p), o] for s, p, o in facts if o not in literals
        ))  # fmt: skip
        send(_FACTS.format(label="Literal", key="key"), (
            [s, terms.compact(p), _key(o)] for s, p, o in facts if o in literals
        ))  # fmt: skip
        [[count]] = session.run("MATCH ()-[r]->() RETURN count(r)").values()
    return int(count)


def _run(transaction: Any, statement: str, rows: list[object]) -> None:
    transaction.run(statement, rows=rows).consume()


def _facts(file: str) -> Iterator[tuple[str, str, str]]:
    with Path(file).open(encoding="utf-8") as lines:
        for line in lines:
            s, p, rest = line.split(" ", 2)
            o = rest.rstrip().removesuffix(" .")
            yield s[1:-1], p[1:-1], o[1:-1] if o.startswith("<") else o


def _literal(term: str) -> Mapping[str, str]:
    parts = terms.parse_literal(term)
    return {
        "key": _key(term),
        "value": parts.value,
        "datatype": parts.datatype,
        "language": parts.language,
        "term": term,
    }


def _key(term: str) -> str:
    return hashlib.sha256(term.encode()).hexdigest()


def _batches(rows: Iterable[T]) -> Iterator[list[T]]:
    iterator = iter(rows)
    while batch := list(islice(iterator, BATCH)):
        yield batch


LOADERS: Final[Mapping[str, Callable[[str, str], int]]] = {
    "oxigraph": oxigraph,
    "parsed": parsed,
    "neo4j": neo4j,
}

if __name__ == "__main__":
    name, *arguments = sys.argv[1:]
    json.dump({"facts": LOADERS[name](*arguments)}, sys.stdout)
