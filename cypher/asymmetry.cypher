// Facts that do not hold the other way round: a is p of b, and b, an entity, is not p of a.
//
// params:  $predicates: iri*, $least: int = 25, $share: float = 0.5, $most: int = 100
// columns: p: iri, a: iri, b: iri
// parts:   p of $predicates
// group:   p
// keep:    triples >= $least and matches / triples >= $share
// sample:  $most per group
// role:    forward  = a p b
// role:    backward = not b p a
// metric:  all_roles

// A self-loop is its own twin.
MATCH (a)-[r]->(b:Entity)
WHERE type(r) IN $predicates
  AND NOT EXISTS {
    MATCH (b)-[s]->(a)
    WHERE type(s) = type(r)
  }
RETURN type(r) AS p, a.iri AS a, b.iri AS b
