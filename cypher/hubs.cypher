// The entities with most facts about them, each under the most frequent type that it has; where
// the graph has no types, all are things.
//
// params:  $type: iri = p of typing, $untyped: iri* = p of untyped
// params:  $thing: iri = owl:Thing, $least: int = 20, $entities: int = 50
// columns: type: iri, members: int, x: iri, facts: int
// sample:  1 per x by -members type, $entities by -facts

MATCH (x)-[r]->(o:Entity)
WHERE x <> o
  AND x:Entity  // for speed alone
WITH x, count(r) AS facts
WHERE facts >= $least
MATCH (x)-[:$($type)]->(kind:Entity)
WITH kind, collect({x: x.iri, facts: facts}) AS hubs
MATCH ()-[:$($type)]->(kind)
WITH kind, hubs, count(*) AS members
UNWIND hubs AS hub
RETURN kind.iri AS type, members, hub.x AS x, hub.facts AS facts
UNION
UNWIND $untyped AS told
MATCH (x)-[:$(told)]->()
WITH DISTINCT x
MATCH (x)-[r]->(o:Entity)
WHERE x <> o
WITH x, count(r) AS facts
WHERE facts >= $least
RETURN $thing AS type, 0 AS members, x.iri AS x, facts
