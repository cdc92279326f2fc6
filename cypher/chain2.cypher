// Two facts in a row, and one question over the whole chain: x is r1 of y, y is r2 of z.
// Only predicates are followed by which most subjects have one object.
//
// params:    $starts: iri* = x of members, $predicates: iri* = p of single, $least: int = 10
// params:    $each: int = 10, $most: int = 1000, $spare: int = 2
// columns:   r1: iri, r2: iri, x: iri, y: iri, z: iri
// parts:     x of $starts
// group:     r1 "+" r2
// keep:      matches >= $least
// sample:    1 per x r1 r2, $each per group, $most
// otherwise: $spare per x
// role:      first  = x r1 y
// role:      second = y r2 z
// role:      chain  = x r1/r2 z
// metric:    chain_given_hops
// alone:     yes

MATCH (x)-[r1]->(y)
WHERE x.iri IN $starts
  AND x:Entity  // for speed alone
  AND type(r1) IN $predicates
  AND x <> y
MATCH (y)-[r2]->(z:Entity)
WHERE type(r2) IN $predicates
  AND x <> z
  AND y <> z
RETURN type(r1) AS r1, type(r2) AS r2, x.iri AS x, y.iri AS y, z.iri AS z
