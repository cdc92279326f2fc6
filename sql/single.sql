-- Predicates by which most subjects have one object alone: fewer than $percent objects for each
-- hundred subjects.
--
-- params:  $percent: int = 120
-- columns: p: iri, triples: int

SELECT p, COUNT(*) AS triples
FROM facts
WHERE o > 0
  AND s <> o
GROUP BY p
HAVING 100 * COUNT(*) < $percent * COUNT(DISTINCT s)
