-- Of each two predicates, how many facts are stated under both, self-loops left out.
--
-- params:  $predicates: iri*
-- columns: p: iri, q: iri, both: int
-- parts:   p of $predicates

SELECT f1.p, f2.p AS q, COUNT(*) AS both
FROM facts AS f1
JOIN facts AS f2 ON f2.s = f1.s AND f2.o = f1.o
WHERE f1.p IN ($predicates)
  AND f1.p <> f2.p
  AND f1.s <> f1.o
GROUP BY f1.p, f2.p
