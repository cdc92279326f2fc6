-- Two steps up a hierarchy of kinds: x is a kind of y, y of z, and therefore x of z.
--
-- params:  $sub: iri = wdt:P279, $most: int = 1000
-- columns: x: iri, y: iri, z: iri
-- group:   $sub
-- sample:  $most
-- role:    first    = x $sub y
-- role:    second   = y $sub z
-- role:    composed = implied x $sub z
-- metric:  composed_given_premises

SELECT f1.s AS x, f1.o AS y, f2.o AS z
FROM facts AS f1
JOIN facts AS f2 ON f2.s = f1.o
WHERE f1.p = $sub
  AND f2.p = $sub
  AND f1.s <> f1.o
  AND f1.o <> f2.o
  AND f1.s <> f2.o
  AND f2.o > 0
