// Of each predicate, from which x to which z two of its steps lead, over three different entities,
// and how many of these pairs one step joins, too.
//
// params:  $predicates: iri*
// columns: p: iri, body: int, support: int
// parts:   p of $predicates

MATCH (x)-[r]->(y)
WHERE type(r) IN $predicates
  AND x <> y
MATCH (y)-[s]->(z:Entity)
WHERE type(s) = type(r)
  AND y <> z
  AND x <> z
WITH DISTINCT type(r) AS p, x, z
RETURN p, count(*) AS body,
       count(CASE WHEN EXISTS { MATCH (x)-[t]->(z) WHERE type(t) = p } THEN 1 END) AS support
