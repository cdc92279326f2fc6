-- What each subject reaches by one or more steps of a predicate.
--
-- params:  $predicate: iri, $subjects: iri*
-- columns: s: iri, o: term

WITH RECURSIVE reached(s, o) AS (
  SELECT s, o
  FROM facts
  WHERE p = $predicate
    AND s IN ($subjects)
  UNION
  SELECT reached.s, f.o
  FROM reached
  JOIN facts AS f ON f.s = reached.o
  WHERE f.p = $predicate
)
SELECT s, o FROM reached
