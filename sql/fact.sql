-- Facts of chosen predicates: one question for each subject and predicate.
--
-- params:  $predicates: iri*, $most: int = 100
-- columns: p: iri, s: iri, o: term
-- parts:   p of $predicates
-- group:   p
-- sample:  $most p s per group, 1 per p s
-- role:    fact = s p o
-- metric:  hit
-- slices:  kind
-- alone:   yes

SELECT f.p, f.s, f.o
FROM facts AS f
WHERE f.p IN ($predicates)
  AND f.s <> f.o
