// Entities of the most frequent types, each under the most frequent type that it has.
//
// params:  $type: iri = wdt:P31, $types: iri* = type of frequent_types, $members: int = 50
// columns: type: iri, entities: int, x: iri
// sample:  1 per x by -entities type, $members per type

MATCH ()-[:$($type)]->(kind)
WHERE kind.iri IN $types
  AND kind:Entity  // for speed alone
WITH kind, count(*) AS entities
MATCH (x)-[:$($type)]->(kind)
RETURN kind.iri AS type, entities, x.iri AS x
