// Two facts that compose to a third: x is r1 of y, y is r2 of z, and x is r3 of z.
//
// params:    $predicates: iri*, $first: iri* = $predicates, $second: iri*
// params:    $type: iri = p of typing, $types: iri* = type of frequent_types
// params:    $untyped: iri* = p of untyped
// params:    $least: int = 50, $each: int = 100, $most: int = 1000
// params:    $confidence: float = 0.1  # of CoDEx-S's 18 published rules the least has 0.101
// columns:   r1: iri, r2: iri, r3: iri, x: iri, y: iri, z: iri
// parts:     r1 of $first
// group:     r1 "+" r2 ">" r3
// keep:      matches >= $least
// keep:      confidence >= $confidence
// sample:    $each per group, $most by -matches
// otherwise: $most where confidence >= $confidence
// role:      first    = x r1 y
// role:      second   = y r2 z
// role:      composed = x r3 z
// metric:    composed_given_premises

// The closing edge comes first: as a walk x, y, z the same triangles take an engine minutes.
CALL () {
  MATCH (x)-[:$($type)]->(kind)
  WHERE kind.iri IN $types
    AND kind:Entity  // for speed alone
  RETURN x
  UNION
  UNWIND $untyped AS told
  MATCH (x)-[:$(told)]->()
  RETURN x
}
MATCH (x)-[r3]->(z:Entity)
WHERE type(r3) IN $predicates
  AND x <> z
WITH x, z, type(r3) AS r3
MATCH (x)-[r1]->(y)
WHERE type(r1) IN $first
  AND x <> y
  AND y <> z
WITH x, y, z, type(r1) AS r1, r3
MATCH (y)-[r2]->(z)
WHERE type(r2) IN $second
RETURN r1, type(r2) AS r2, r3, x.iri AS x, y.iri AS y, z.iri AS z
