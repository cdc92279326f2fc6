-- Of each pair of predicates: the triples of either, and how many pairs turn one another round.
-- The body is the smaller of the two, so that the confidence is the larger share.
--
-- params:  $predicates: iri*, $others: iri*
-- columns: p: iri, q: iri, triples: int, other_triples: int, matches: int, body: int

SELECT pairs.p, pairs.q, bodies.triples, others.other_triples, pairs.matches,
       LEAST(bodies.triples, others.other_triples) AS body
FROM (
  SELECT f1.p, f2.p AS q, COUNT(*) AS matches
  FROM facts AS f1
  JOIN facts AS f2 ON f2.s = f1.o AND f2.o = f1.s
  WHERE f1.p <> f2.p
    AND f1.s <> f1.o
    AND f1.p IN ($predicates)  -- for speed alone
  GROUP BY f1.p, f2.p
) AS pairs
JOIN (
  SELECT p, COUNT(*) AS triples
  FROM facts
  WHERE s <> o
    AND p IN ($predicates)  -- for speed alone
  GROUP BY p
) AS bodies ON bodies.p = pairs.p
JOIN (
  SELECT p, COUNT(*) AS other_triples
  FROM facts
  WHERE p IN ($others)
    AND s <> o
  GROUP BY p
) AS others ON others.p = pairs.q
