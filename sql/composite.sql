-- Two facts that compose to a third: x is r1 of y, y is r2 of z, and x is r3 of z.
--
-- params:    $predicates: iri*, $first: iri* = $predicates
-- params:    $type: iri = p of typing, $types: iri* = type of frequent_types
-- params:    $untyped: iri* = p of untyped
-- params:    $least: int = 50, $each: int = 100, $most: int = 1000
-- params:    $confidence: float = 0.1  # of CoDEx-S's 18 published rules the least has 0.101
-- columns:   r1: iri, r2: iri, r3: iri, x: iri, y: iri, z: iri
-- parts:     r1 of $first
-- group:     r1 "+" r2 ">" r3
-- keep:      matches >= $least
-- keep:      confidence >= $confidence
-- sample:    $each per group, $most by -matches
-- otherwise: $most where confidence >= $confidence
-- role:      first    = x r1 y
-- role:      second   = y r2 z
-- role:      composed = x r3 z
-- metric:    composed_given_premises

-- The last join is of facts of few subjects, and must come last: its sums, in which f2.s - f1.o is 0,
-- need both facts before it. By itself an engine may join f3 and f2 by their objects alone.
WITH kinds AS (
  SELECT DISTINCT s
  FROM facts
  WHERE p = $type
    AND o IN ($types)
    OR p IN ($untyped)
),
theirs AS (
  SELECT f.s, f.p, f.o
  FROM kinds
  JOIN facts AS f ON f.s = kinds.s
)
SELECT f1.p AS r1, f2.p AS r2, f3.p AS r3, f1.s AS x, f1.o AS y, f2.o AS z
FROM theirs AS f1
JOIN facts AS f2 ON f2.s = f1.o
JOIN theirs AS f3 ON f3.s = f1.s + (f2.s - f1.o)
  AND f3.o = f2.o + (f2.s - f1.o)
WHERE f1.p IN ($first)
  AND f3.p IN ($predicates)
  AND f1.s <> f1.o
  AND f1.o <> f2.o
  AND f1.s <> f2.o
  AND f2.o > 0
