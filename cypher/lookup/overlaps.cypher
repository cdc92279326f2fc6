// Of each two predicates, how many facts are stated under both, self-loops left out.
//
// params:  $predicates: iri*
// columns: p: iri, q: iri, both: int
// parts:   p of $predicates

MATCH (s)-[one]->(o)
WHERE type(one) IN $predicates
  AND s <> o
MATCH (s)-[other]->(o)
WHERE type(other) <> type(one)
RETURN type(one) AS p, type(other) AS q, count(*) AS both
