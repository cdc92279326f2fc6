-- Two facts that compose to a third: x is r1 of y, y is r2 of z, and x is r3 of z.
--
-- params:    $predicates: iri*
-- params:    $type: iri = wdt:P31, $types: iri* = type of frequent_types
-- params:    $least: int = 50, $each: int = 100, $most: int = 1000
-- columns:   r1: iri, r2: iri, r3: iri, x: iri, y: iri, z: iri
-- parts:     r3 of $predicates
-- group:     r1 "+" r2 ">" r3
-- keep:      matches >= $least
-- sample:    $each per group, $most by -matches
-- otherwise: $most
-- role:      first    = x r1 y
-- role:      second   = y r2 z
-- role:      composed = x r3 z
-- metric:    composed_given_premises

-- The last join compares both ends at once: apart, an engine may join f3 and f2 first, by their
-- objects alone, and all pairs of facts about one place are too many.
SELECT f1.p AS r1, f2.p AS r2, f3.p AS r3, f3.s AS x, f1.o AS y, f3.o AS z
FROM (
  SELECT DISTINCT s
  FROM facts
  WHERE p = $type
    AND o IN ($types)
) AS kinds
JOIN facts AS f3 ON f3.s = kinds.s
JOIN facts AS f1 ON f1.s = f3.s
JOIN facts AS f2 ON (f2.s, f2.o) = (f1.o, f3.o)
WHERE f3.p IN ($predicates)
  AND f3.s <> f1.o
  AND f1.o <> f3.o
  AND f3.s <> f3.o
  AND f3.o > 0
