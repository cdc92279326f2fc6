-- Facts that hold in both directions: a is p of b, and b is p of a.
--
-- params:    $predicates: iri*, $least: int = 50, $share: float = 0.5, $most: int = 100
-- columns:   p: iri, a: iri, b: iri
-- unordered: p a b = p b a
-- parts:     p of $predicates
-- group:     p
-- keep:      triples >= $least and matches / triples >= $share
-- sample:    $most per group
-- role:      forward  = a p b
-- role:      backward = b p a
-- metric:    both_given_either

SELECT f1.p, f1.s AS a, f1.o AS b
FROM facts AS f1
JOIN facts AS f2 ON f2.s = f1.o AND f2.p = f1.p AND f2.o = f1.s
WHERE f1.p IN ($predicates)
  AND f1.s <> f1.o
