-- Four facts in a row, and one question over the whole chain: x is r1 of y, y is r2 of z, z is r3 of w, w is r4 of v.
-- Only predicates are followed by which most subjects have one object.
--
-- params:    $starts: iri* = x of members, $predicates: iri* = p of single, $least: int = 10
-- params:    $each: int = 10, $most: int = 1000, $spare: int = 2
-- columns:   r1: iri, r2: iri, r3: iri, r4: iri, x: iri, y: iri, z: iri, w: iri, v: iri
-- parts:     x of $starts
-- group:     r1 "+" r2 "+" r3 "+" r4
-- keep:      matches >= $least
-- sample:    1 per x r1 r2 r3 r4, $each per group, $most
-- otherwise: $spare per x
-- role:      first  = x r1 y
-- role:      second = y r2 z
-- role:      third  = z r3 w
-- role:      fourth = w r4 v
-- role:      chain  = x r1/r2/r3/r4 v
-- metric:    chain_given_hops
-- alone:     yes

SELECT f1.p AS r1, f2.p AS r2, f3.p AS r3, f4.p AS r4, f1.s AS x, f1.o AS y, f2.o AS z, f3.o AS w, f4.o AS v
FROM facts AS f1
JOIN facts AS f2 ON f2.s = f1.o
JOIN facts AS f3 ON f3.s = f2.o
JOIN facts AS f4 ON f4.s = f3.o
WHERE f1.s IN ($starts)
  AND f1.p IN ($predicates)
  AND f2.p IN ($predicates)
  AND f3.p IN ($predicates)
  AND f4.p IN ($predicates)
  AND f1.s <> f1.o
  AND f1.s <> f2.o
  AND f1.o <> f2.o
  AND f1.s <> f3.o
  AND f1.o <> f3.o
  AND f2.o <> f3.o
  AND f1.s <> f4.o
  AND f1.o <> f4.o
  AND f2.o <> f4.o
  AND f3.o <> f4.o
  AND f4.o > 0
