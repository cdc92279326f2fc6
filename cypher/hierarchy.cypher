// Two steps up a hierarchy of kinds, parts or descent: x is below y, y below z, hence x below z.
//
// params:  $sub: iri* = p of hierarchies, $predicates: iri* = $sub, $most: int = 1000
// columns: p: iri, x: iri, y: iri, z: iri
// group:   p
// sample:  $most per group
// role:    first    = x p y
// role:    second   = y p z
// role:    composed = implied x p z
// metric:  composed_given_premises

UNWIND $predicates AS p
MATCH (x)-[:$(p)]->(y)
WHERE x <> y
MATCH (y)-[:$(p)]->(z:Entity)
WHERE y <> z
  AND x <> z
RETURN p, x.iri AS x, y.iri AS y, z.iri AS z
