// Of a hierarchy: its triples, its self-loops, and how often two of its steps follow one another.
//
// params:  $sub: iri
// columns: triples: int, self_loops: int, matches: int

MATCH (a)-[:$($sub)]->(b)
WITH sum(CASE WHEN a <> b THEN 1 ELSE 0 END) AS triples,
     sum(CASE WHEN a = b THEN 1 ELSE 0 END) AS self_loops
MATCH (x)-[:$($sub)]->(y)
WHERE x <> y
MATCH (y)-[:$($sub)]->(z:Entity)
WHERE y <> z
  AND x <> z
RETURN triples, self_loops, count(*) AS matches
