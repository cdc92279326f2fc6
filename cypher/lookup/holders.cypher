// The distinct subjects of a predicate, from which distractors of a subject are drawn.
//
// params:  $predicate: iri
// columns: subject: iri

MATCH (s)-[:$($predicate)]->()
RETURN DISTINCT s.iri AS subject
