// How many entities, and how many literals, have each degree: the distinct facts that a term is
// subject or object of, a self-loop once.
//
// columns: degree: int, entities: int, literals: int

MATCH (s:Entity)-[r]->(o)
UNWIND CASE WHEN s = o THEN [s] ELSE [s, o] END AS term
WITH term, count(*) AS degree
RETURN degree,
       count(CASE WHEN term:Literal THEN NULL ELSE 1 END) AS entities,
       count(CASE WHEN term:Literal THEN 1 END) AS literals
