// Of each predicate, how many subjects have so many objects, self-loops left out.
//
// params:  $predicates: iri*
// columns: p: iri, objects: int, subjects: int
// parts:   p of $predicates

MATCH (s)-[r]->(o)
WHERE type(r) IN $predicates
  AND s <> o
WITH type(r) AS p, s, count(*) AS objects
RETURN p, objects, count(*) AS subjects
