-- Of each pair of predicates: the triples of either, and how many pairs turn one another round.
-- The body is the smaller of the two, so that the confidence is the larger share; for PCA confidence
-- only those of its triples count whose object is a subject of the larger, the head.
--
-- params:  $predicates: iri*, $others: iri*
-- columns: p: iri, q: iri, triples: int, other_triples: int, matches: int,
--          body: int, pca_body: int, head: int

WITH counted AS (
  SELECT p, COUNT(*) AS triples
  FROM facts
  WHERE s <> o
  GROUP BY p
),
turned AS (
  SELECT f1.p, f2.p AS q, COUNT(*) AS matches
  FROM facts AS f1
  JOIN facts AS f2 ON f2.s = f1.o AND f2.o = f1.s
  WHERE f1.p <> f2.p
    AND f1.s <> f1.o
    AND f1.p IN ($predicates)
    AND f2.p IN ($others)
  GROUP BY f1.p, f2.p
),
pairs AS (
  SELECT turned.p, turned.q, bodies.triples, others.triples AS other_triples, turned.matches,
         CASE WHEN bodies.triples > others.triples THEN turned.q ELSE turned.p END AS smaller,
         CASE WHEN bodies.triples > others.triples THEN turned.p ELSE turned.q END AS larger
  FROM turned
  JOIN counted AS bodies ON bodies.p = turned.p
  JOIN counted AS others ON others.p = turned.q
)
SELECT pairs.p, pairs.q, pairs.triples, pairs.other_triples, pairs.matches,
       LEAST(pairs.triples, pairs.other_triples) AS body, COUNT(*) AS pca_body,
       GREATEST(pairs.triples, pairs.other_triples) AS head
FROM pairs
JOIN facts AS f ON f.p = pairs.smaller
JOIN (
  SELECT DISTINCT p, s
  FROM facts
  WHERE s <> o
    AND p IN (SELECT larger FROM pairs)  -- for speed alone
) AS heads ON heads.p = pairs.larger AND heads.s = f.o
WHERE f.s <> f.o
GROUP BY pairs.p, pairs.q, pairs.triples, pairs.other_triples, pairs.matches
