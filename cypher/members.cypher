// Entities of the most frequent types, each under the most frequent type that it has; where the
// graph has no types, any subjects of facts, each for itself.
//
// params:  $type: iri = p of typing, $types: iri* = type of frequent_types
// params:  $untyped: iri* = p of untyped, $members: int = 50, $all: int = 500
// columns: type: iri, entities: int, x: iri
// sample:  1 per x by -entities type, $members per type, $all

MATCH ()-[:$($type)]->(kind)
WHERE kind.iri IN $types
  AND kind:Entity  // for speed alone
WITH kind, count(*) AS entities
MATCH (x)-[:$($type)]->(kind)
RETURN kind.iri AS type, entities, x.iri AS x
UNION
UNWIND $untyped AS told
MATCH (x)-[:$(told)]->()
RETURN x.iri AS type, 0 AS entities, x.iri AS x
