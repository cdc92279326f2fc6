-- Of each rule, r1(x, y) and r2(y, z) imply r3(x, z), what AMIE counts, of those x that have one of
-- the types, or of all where the graph has no types: support and body are distinct (x, z); for PCA
-- confidence only those of the body count whose x is a subject of r3. Triples and head are all facts
-- of r1 and of r3, of whatever x.
--
-- params:  $predicates: iri*, $first: iri*, $type: iri, $types: iri*, $untyped: iri*
-- columns: r1: iri, r2: iri, r3: iri, triples: int, matches: int, support: int,
--          body: int, pca_body: int, head: int

WITH theirs AS (
  SELECT f.s, f.p, f.o
  FROM (
    SELECT DISTINCT s
    FROM facts
    WHERE p = $type
      AND o IN ($types)
      OR p IN ($untyped)
  ) AS kinds
  JOIN facts AS f ON f.s = kinds.s
  WHERE f.s <> f.o
),
walks AS (
  SELECT f1.p AS r1, f2.p AS r2, f1.s AS x, f2.o AS z, COUNT(*) AS ways
  FROM theirs AS f1
  JOIN facts AS f2 ON f2.s = f1.o
  WHERE f1.p IN ($first)
    AND f1.o <> f2.o
    AND f1.s <> f2.o
    AND f2.o > 0
  GROUP BY f1.p, f2.p, f1.s, f2.o
),
starts AS (
  SELECT r1, r2, x, COUNT(*) AS ends FROM walks GROUP BY r1, r2, x
),
closed AS (
  SELECT walks.r1, walks.r2, theirs.p AS r3, SUM(walks.ways) AS matches, COUNT(*) AS support
  FROM walks
  JOIN theirs ON theirs.s = walks.x AND theirs.o = walks.z
  WHERE theirs.p IN ($predicates)
  GROUP BY walks.r1, walks.r2, theirs.p
),
bodies AS (
  SELECT r1, r2, SUM(ends) AS body FROM starts GROUP BY r1, r2
),
reached AS (
  SELECT starts.r1, starts.r2, subjects.p AS r3, SUM(starts.ends) AS pca_body
  FROM starts
  JOIN (SELECT DISTINCT s, p FROM theirs) AS subjects ON subjects.s = starts.x
  GROUP BY starts.r1, starts.r2, subjects.p
),
counted AS (
  SELECT p, COUNT(*) AS triples FROM facts WHERE s <> o GROUP BY p
)
SELECT closed.r1, closed.r2, closed.r3, firsts.triples, CAST(closed.matches AS BIGINT) AS matches,
       closed.support, CAST(bodies.body AS BIGINT) AS body,
       CAST(reached.pca_body AS BIGINT) AS pca_body, heads.triples AS head
FROM closed
JOIN bodies ON bodies.r1 = closed.r1 AND bodies.r2 = closed.r2
JOIN reached ON reached.r1 = closed.r1 AND reached.r2 = closed.r2 AND reached.r3 = closed.r3
JOIN counted AS firsts ON firsts.p = closed.r1
JOIN counted AS heads ON heads.p = closed.r3
