// Two facts in a row: x is r1 of y, and y is r2 of z.
//
// params:    $starts: iri* = x of members, $predicates: iri*, $least: int = 10
// params:    $each: int = 100, $most: int = 1000, $spare: int = 10
// columns:   r1: iri, r2: iri, x: iri, y: iri, z: iri
// parts:     x of $starts
// group:     r1 "+" r2
// keep:      matches >= $least
// sample:    $each per group, $most by -matches
// otherwise: $spare per x
// role:      first  = x r1 y
// role:      second = y r2 z
// metric:    both_given_either

MATCH (x)-[r1]->(y)
WHERE x.iri IN $starts
  AND x:Entity  // for speed alone
  AND x <> y
  AND type(r1) IN $predicates
MATCH (y)-[r2]->(z:Entity)
WHERE y <> z
  AND x <> z
  AND type(r2) IN $predicates
RETURN type(r1) AS r1, type(r2) AS r2, x.iri AS x, y.iri AS y, z.iri AS z
