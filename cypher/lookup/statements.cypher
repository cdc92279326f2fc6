// Every fact of some predicates.
//
// params:  $predicates: iri*
// columns: s: iri, p: iri, o: term

MATCH (s)-[r]->(o)
WHERE type(r) IN $predicates
RETURN s.iri AS s, type(r) AS p, coalesce(o.iri, o.term) AS o
