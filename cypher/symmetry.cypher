// Facts that hold in both directions: a is p of b, and b is p of a.
//
// params:    $predicates: iri*, $least: int = 50, $share: float = 0.5, $most: int = 100
// columns:   p: iri, a: iri, b: iri
// unordered: p a b = p b a
// parts:     p of $predicates
// group:     p
// keep:      triples >= $least and matches / triples >= $share
// sample:    $most per group
// role:      forward  = a p b
// role:      backward = b p a
// metric:    both_given_either

MATCH (a)-[r]->(b)
WHERE type(r) IN $predicates
  AND a <> b
MATCH (b)-[s]->(a)
WHERE type(s) = type(r)
RETURN type(r) AS p, a.iri AS a, b.iri AS b
