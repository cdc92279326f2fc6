// The distinct objects of a predicate, from which distractors are drawn.
//
// params:  $predicate: iri
// columns: object: term

MATCH ()-[:$($predicate)]->(o)
RETURN DISTINCT coalesce(o.iri, o.term) AS object
