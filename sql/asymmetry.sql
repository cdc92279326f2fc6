-- Facts that do not hold the other way round: a is p of b, and b, an entity, is not p of a.
--
-- params:  $predicates: iri*, $least: int = 25, $share: float = 0.5, $most: int = 100
-- columns: p: iri, a: iri, b: iri
-- parts:   p of $predicates
-- group:   p
-- keep:    triples >= $least and matches / triples >= $share
-- sample:  $most per group
-- role:    forward  = a p b
-- role:    backward = not b p a
-- metric:  all_roles

-- A self-loop is its own twin.
SELECT f.p, f.s AS a, f.o AS b
FROM facts AS f
LEFT JOIN facts AS twin ON twin.s = f.o AND twin.p = f.p AND twin.o = f.s
WHERE f.p IN ($predicates)
  AND f.o > 0
  AND twin.s IS NULL
