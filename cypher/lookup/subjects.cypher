// All subjects of each predicate and entity: what a symmetric twin or an inverse entails.
//
// params:  $questions: (p iri, o iri)*
// columns: p: iri, o: iri, s: iri

UNWIND $questions AS q
MATCH (s)-[r:$(q.p)]->(o)
WHERE o.iri = q.o
  AND o:Entity  // for speed alone
RETURN type(r) AS p, o.iri AS o, s.iri AS s
