-- Of each predicate, how many objects have so many subjects, self-loops left out, and how many of
-- these objects are literals.
--
-- params:  $predicates: iri*
-- columns: p: iri, subjects: int, objects: int, literals: int
-- parts:   p of $predicates

SELECT p, subjects, COUNT(*) AS objects, COUNT(CASE WHEN o < 0 THEN 1 END) AS literals
FROM (
  SELECT p, o, COUNT(*) AS subjects
  FROM facts
  WHERE p IN ($predicates)
    AND s <> o
  GROUP BY p, o
) AS counted
GROUP BY p, subjects
