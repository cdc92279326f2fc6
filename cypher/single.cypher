// Predicates by which most subjects have one object alone: fewer than $percent objects for each
// hundred subjects.
//
// params:  $percent: int = 120
// columns: p: iri, triples: int

MATCH (x:Entity)-[r]->(y:Entity)
WHERE x <> y
WITH type(r) AS p, count(*) AS triples, count(DISTINCT x) AS subjects
WHERE 100 * triples < $percent * subjects
RETURN p, triples
