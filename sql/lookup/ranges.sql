-- Of each predicate, how many objects have just these types (IRIs by code point, parted by spaces),
-- self-loops left out; objects without a type are not counted.
--
-- params:  $predicates: iri*, $type: iri
-- columns: p: iri, kinds: str, objects: int

SELECT ends.p, typed.kinds, COUNT(*) AS objects
FROM (
  SELECT DISTINCT p, o
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
) AS typed ON typed.s = ends.o
GROUP BY ends.p, typed.kinds
