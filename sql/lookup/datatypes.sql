-- Of each predicate, how many of its objects are literals of each datatype.
--
-- params:  $predicates: iri*
-- columns: p: iri, datatype: str, objects: int
-- parts:   p of $predicates

SELECT ends.p,
       CASE
         WHEN literals.language <> '' THEN 'http://www.w3.org/1999/02/22-rdf-syntax-ns#langString'
         WHEN literals.datatype <> '' THEN literals.datatype
         ELSE 'http://www.w3.org/2001/XMLSchema#string'
       END AS datatype,
       COUNT(*) AS objects
FROM (SELECT DISTINCT p, o FROM facts WHERE p IN ($predicates)) AS ends
JOIN terms AS literals ON literals.id = ends.o
WHERE ends.o < 0
GROUP BY 1, 2
