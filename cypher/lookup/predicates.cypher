// Every predicate of the graph's facts.
//
// columns: p: iri

MATCH (:Entity)-[r]->()
RETURN DISTINCT type(r) AS p
