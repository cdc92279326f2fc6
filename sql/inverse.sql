-- Facts that another predicate says the other way round: a is p of b, and b is q of a.
--
-- params:    $predicates: iri*, $others: iri* = $predicates
-- params:    $least: int = 50, $share: float = 0.5, $most: int = 100
-- columns:   p: iri, q: iri, a: iri, b: iri
-- unordered: p q a b = q p b a
-- parts:     p of $predicates
-- group:     p "|" q
-- keep:      triples >= $least and other_triples >= $least
-- keep:      max(matches / triples, matches / other_triples) >= $share
-- sample:    $most per group
-- role:      forward  = a p b
-- role:      backward = b q a
-- metric:    both_given_either

SELECT f1.p, f2.p AS q, f1.s AS a, f1.o AS b
FROM facts AS f1
JOIN facts AS f2 ON f2.s = f1.o AND f2.o = f1.s
WHERE f1.p IN ($predicates)
  AND f2.p IN ($others)
  AND f1.p <> f2.p
  AND f1.s <> f1.o
