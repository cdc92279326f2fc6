-- Of each predicate: its triples, those that have their twin, and its self-loops. For PCA
-- confidence only triples count whose object is a subject of the predicate, too.
--
-- params:  $predicates: iri*
-- columns: p: iri, triples: int, self_loops: int, matches: int, body: int, pca_body: int, head: int

SELECT f.p,
       COUNT(CASE WHEN f.s <> f.o THEN 1 END) AS triples,
       COUNT(CASE WHEN f.s = f.o THEN 1 END) AS self_loops,
       COUNT(CASE WHEN f.s <> f.o THEN twin.s END) AS matches,
       COUNT(CASE WHEN f.s <> f.o THEN 1 END) AS body,
       COUNT(CASE WHEN f.s <> f.o THEN heads.s END) AS pca_body,
       COUNT(CASE WHEN f.s <> f.o THEN 1 END) AS head
FROM facts AS f
LEFT JOIN facts AS twin ON twin.s = f.o AND twin.p = f.p AND twin.o = f.s
LEFT JOIN (
  SELECT DISTINCT p, s
  FROM facts
  WHERE s <> o
    AND p IN ($predicates)  -- for speed alone
) AS heads ON heads.p = f.p AND heads.s = f.o
WHERE f.p IN ($predicates)
GROUP BY f.p
