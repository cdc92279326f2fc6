// Facts of chosen predicates: one question for each subject and predicate.
//
// params:  $predicates: iri*, $most: int = 100
// columns: p: iri, s: iri, o: term
// parts:   p of $predicates
// group:   p
// sample:  $most p s per group, 1 per p s
// role:    fact = s p o
// metric:  hit
// slices:  kind
// alone:   yes

MATCH (s)-[r]->(o)
WHERE type(r) IN $predicates
  AND s <> o
RETURN type(r) AS p, s.iri AS s, coalesce(o.iri, o.term) AS o
