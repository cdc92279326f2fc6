// Two steps up a hierarchy of kinds: x is a kind of y, y of z, and therefore x of z.
//
// params:  $sub: iri = wdt:P279, $most: int = 1000
// columns: x: iri, y: iri, z: iri
// group:   $sub
// sample:  $most
// role:    first    = x $sub y
// role:    second   = y $sub z
// role:    composed = implied x $sub z
// metric:  composed_given_premises

MATCH (x)-[:$($sub)]->(y)
WHERE x <> y
MATCH (y)-[:$($sub)]->(z:Entity)
WHERE y <> z
  AND x <> z
RETURN x.iri AS x, y.iri AS y, z.iri AS z
