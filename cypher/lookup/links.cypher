// The objects of entities by some predicates.
//
// params:  $entities: iri*, $predicates: iri*
// columns: s: iri, p: iri, o: term

MATCH (s)-[r]->(o)
WHERE s.iri IN $entities
  AND type(r) IN $predicates
  AND s:Entity  // for speed alone
RETURN s.iri AS s, type(r) AS p, coalesce(o.iri, o.term) AS o
