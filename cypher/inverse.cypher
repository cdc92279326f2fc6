// Facts that another predicate says the other way round: a is p of b, and b is q of a.
//
// params:    $predicates: iri*, $others: iri* = $predicates
// params:    $least: int = 50, $share: float = 0.5, $most: int = 100
// columns:   p: iri, q: iri, a: iri, b: iri
// unordered: p q a b = q p b a
// parts:     p of $predicates
// group:     p "|" q
// keep:      triples >= $least and other_triples >= $least
// keep:      max(matches / triples, matches / other_triples) >= $share
// sample:    $most per group
// role:      forward  = a p b
// role:      backward = b q a
// metric:    both_given_either

MATCH (a)-[r]->(b)
WHERE type(r) IN $predicates
  AND a <> b
MATCH (b)-[s]->(a)
WHERE type(s) IN $others
  AND type(s) <> type(r)
RETURN type(r) AS p, type(s) AS q, a.iri AS a, b.iri AS b
