// What each subject reaches by one or more steps of a predicate.
//
// params:  $predicate: iri, $subjects: iri*
// columns: s: iri, o: term

MATCH (s)-[steps*1..]->(o)
WHERE s.iri IN $subjects
  AND s:Entity  // for speed alone
  AND all(step IN steps WHERE type(step) = $predicate)
RETURN DISTINCT s.iri AS s, coalesce(o.iri, o.term) AS o
