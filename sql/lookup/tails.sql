-- Of each predicate, how many subjects have so many objects, self-loops left out.
--
-- params:  $predicates: iri*
-- columns: p: iri, objects: int, subjects: int
-- parts:   p of $predicates

SELECT p, objects, COUNT(*) AS subjects
FROM (
  SELECT p, s, COUNT(*) AS objects
  FROM facts
  WHERE p IN ($predicates)
    AND s <> o
  GROUP BY p, s
) AS counted
GROUP BY p, objects
