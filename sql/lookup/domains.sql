-- Of each predicate, how many subjects have just these types (IRIs by code point, parted by spaces),
-- self-loops left out; subjects without a type are not counted.
--
-- params:  $predicates: iri*, $type: iri
-- columns: p: iri, kinds: str, subjects: int

SELECT ends.p, typed.kinds, COUNT(*) AS subjects
FROM (
  SELECT DISTINCT p, s
  FROM facts
  WHERE p IN ($predicates)
    AND s <> o
) AS ends
JOIN (
  SELECT f.s, ARRAY_JOIN(SORT_ARRAY(ARRAY_AGG(kind.value)), ' ') AS kinds
  FROM facts AS f
  JOIN terms AS kind ON kind.id = f.o
  WHERE f.p = $type
    AND f.o > 0
  GROUP BY f.s
) AS typed ON typed.s = ends.s
GROUP BY ends.p, typed.kinds
