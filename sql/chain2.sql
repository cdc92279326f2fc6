-- Two facts in a row, and one question over the whole chain: x is r1 of y, y is r2 of z.
-- Only predicates are followed by which most subjects have one object.
--
-- params:    $starts: iri* = x of members, $predicates: iri* = p of single, $least: int = 10
-- params:    $each: int = 10, $most: int = 1000, $spare: int = 2
-- columns:   r1: iri, r2: iri, x: iri, y: iri, z: iri
-- parts:     x of $starts
-- group:     r1 "+" r2
-- keep:      matches >= $least
-- sample:    1 per x r1 r2, $each per group, $most
-- otherwise: $spare per x
-- role:      first  = x r1 y
-- role:      second = y r2 z
-- role:      chain  = x r1/r2 z
-- metric:    chain_given_hops
-- alone:     yes

SELECT f1.p AS r1, f2.p AS r2, f1.s AS x, f1.o AS y, f2.o AS z
FROM facts AS f1
JOIN facts AS f2 ON f2.s = f1.o
WHERE f1.s IN ($starts)
  AND f1.p IN ($predicates)
  AND f2.p IN ($predicates)
  AND f1.s <> f1.o
  AND f1.s <> f2.o
  AND f1.o <> f2.o
  AND f2.o > 0
