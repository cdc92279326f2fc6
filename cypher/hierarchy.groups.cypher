// Of each hierarchy: its triples, its self-loops, and how often two of its steps follow one another.
//
// params:  $predicates: iri*
// columns: p: iri, triples: int, self_loops: int, matches: int

UNWIND $predicates AS p
MATCH (a)-[:$(p)]->(b)
WITH p, sum(CASE WHEN a <> b THEN 1 ELSE 0 END) AS triples,
     sum(CASE WHEN a = b THEN 1 ELSE 0 END) AS self_loops
MATCH (x)-[:$(p)]->(y)
WHERE x <> y
MATCH (y)-[:$(p)]->(z:Entity)
WHERE y <> z
  AND x <> z
RETURN p, triples, self_loops, count(*) AS matches
