-- Two facts in a row: x is r1 of y, and y is r2 of z.
--
-- params:    $starts: iri* = x of members, $predicates: iri*, $least: int = 10
-- params:    $each: int = 100, $most: int = 1000, $spare: int = 10
-- columns:   r1: iri, r2: iri, x: iri, y: iri, z: iri
-- parts:     x of $starts
-- group:     r1 "+" r2
-- keep:      matches >= $least
-- sample:    $each per group, $most by -matches
-- otherwise: $spare per x
-- role:      first  = x r1 y
-- role:      second = y r2 z
-- metric:    both_given_either

SELECT f1.p AS r1, f2.p AS r2, f1.s AS x, f1.o AS y, f2.o AS z
FROM facts AS f1
JOIN facts AS f2 ON f2.s = f1.o
WHERE f1.s IN ($starts)
  AND f1.s <> f1.o
  AND f1.o <> f2.o
  AND f1.s <> f2.o
  AND f2.o > 0
  AND f1.p IN ($predicates)
  AND f2.p IN ($predicates)
