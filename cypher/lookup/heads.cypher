// Of each predicate, how many objects have so many subjects, self-loops left out, and how many of
// these objects are literals.
//
// params:  $predicates: iri*
// columns: p: iri, subjects: int, objects: int, literals: int
// parts:   p of $predicates

MATCH (s)-[r]->(o)
WHERE type(r) IN $predicates
  AND s <> o
WITH type(r) AS p, o, count(*) AS subjects
RETURN p, subjects, count(*) AS objects, count(CASE WHEN o:Literal THEN 1 END) AS literals
