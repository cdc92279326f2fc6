// All objects of each subject and predicate.
//
// params:  $questions: (s iri, p iri)*
// columns: s: iri, p: iri, o: term

UNWIND $questions AS q
MATCH (s)-[r:$(q.p)]->(o)
WHERE s.iri = q.s
  AND s:Entity  // for speed alone
RETURN s.iri AS s, type(r) AS p, coalesce(o.iri, o.term) AS o
