// Three facts in a row, and one question over the whole chain: x is r1 of y, y is r2 of z, z is r3 of w.
// Only predicates are followed by which most subjects have one object.
//
// params:    $starts: iri* = x of members, $predicates: iri* = p of single, $least: int = 10
// params:    $each: int = 10, $most: int = 1000, $spare: int = 2
// columns:   r1: iri, r2: iri, r3: iri, x: iri, y: iri, z: iri, w: iri
// parts:     x of $starts
// group:     r1 "+" r2 "+" r3
// keep:      matches >= $least
// sample:    1 per x r1 r2 r3, $each per group, $most
// otherwise: $spare per x
// role:      first  = x r1 y
// role:      second = y r2 z
// role:      third  = z r3 w
// role:      chain  = x r1/r2/r3 w
// metric:    chain_given_hops
// alone:     yes

MATCH (x)-[r1]->(y)
WHERE x.iri IN $starts
  AND x:Entity  // for speed alone
  AND type(r1) IN $predicates
  AND x <> y
MATCH (y)-[r2]->(z)
WHERE type(r2) IN $predicates
  AND x <> z
  AND y <> z
MATCH (z)-[r3]->(w:Entity)
WHERE type(r3) IN $predicates
  AND x <> w
  AND y <> w
  AND z <> w
RETURN type(r1) AS r1, type(r2) AS r2, type(r3) AS r3, x.iri AS x, y.iri AS y, z.iri AS z, w.iri AS w
