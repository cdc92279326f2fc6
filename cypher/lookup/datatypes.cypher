// Of each predicate, how many of its objects are literals of each datatype.
//
// params:  $predicates: iri*
// columns: p: iri, datatype: str, objects: int
// parts:   p of $predicates

MATCH ()-[r]->(o:Literal)
WHERE type(r) IN $predicates
WITH DISTINCT type(r) AS p, o
RETURN p,
       CASE
         WHEN o.language <> '' THEN 'http://www.w3.org/1999/02/22-rdf-syntax-ns#langString'
         WHEN o.datatype <> '' THEN o.datatype
         ELSE 'http://www.w3.org/2001/XMLSchema#string'
       END AS datatype,
       count(*) AS objects
