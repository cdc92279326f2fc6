-- Of each two predicates in a row: the triples of the first, and how many walks lead from the starts.
--
-- params:  $starts: iri*
-- columns: r1: iri, r2: iri, triples: int, matches: int

WITH walks AS (
  SELECT f1.p AS r1, f2.p AS r2, COUNT(*) AS matches
  FROM facts AS f1
  JOIN facts AS f2 ON f2.s = f1.o
  WHERE f1.s IN ($starts)
    AND f1.s <> f1.o
    AND f1.o <> f2.o
    AND f1.s <> f2.o
    AND f2.o > 0
  GROUP BY f1.p, f2.p
),
counted AS (
  SELECT p, COUNT(*) AS triples FROM facts WHERE s <> o GROUP BY p
)
SELECT walks.r1, walks.r2, counted.triples, walks.matches
FROM walks
JOIN counted ON counted.p = walks.r1
