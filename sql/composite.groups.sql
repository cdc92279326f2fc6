-- Of each rule, r1(x, y) and r2(y, z) imply r3(x, z), what AMIE counts, of those x that have one of
-- the types, or of all where the graph has no types: support and body are distinct (x, z); for PCA
-- confidence only those of the body count whose x is a subject of r3. Triples and head are all facts
-- of r1 and of r3, of whatever x.
--
-- params:  $predicates: iri*, $first: iri*, $second: iri*
-- params:  $type: iri, $types: iri*, $untyped: iri*
-- columns: r1: iri, r2: iri, r3: iri, triples: int, matches: int, support: int,
--          body: int, pca_body: int, head: int

-- Walks r1, r2 are many: from a class, say, to all that it is the subject of. So ends are counted by
-- the facts of y, less those that lead back to x, less those that lead where another walk does. Kept
-- are only walks that may meet: of an x with several y, to a z that several y share.
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
firsts AS (
  SELECT p AS r1, s AS x, o AS y
  FROM theirs
  WHERE p IN ($first)
    AND o > 0  -- for speed alone: of a literal there is no fact
),
seconds AS (
  SELECT s AS y, p AS r2, o AS z
  FROM facts
  WHERE s IN (SELECT y FROM firsts)  -- for speed alone: of no other y there is a walk
    AND s <> o
    AND o > 0
    AND p IN ($second)
),
closed AS (
  SELECT r1, r2, r3, SUM(ways) AS matches, COUNT(*) AS support
  FROM (
    SELECT pairs.r1, seconds.r2, pairs.r3, pairs.x, pairs.z, COUNT(*) AS ways
    FROM (
      SELECT firsts.r1, theirs.p AS r3, firsts.x, firsts.y, theirs.o AS z
      FROM firsts
      JOIN theirs ON theirs.s = firsts.x
      WHERE theirs.p IN ($predicates)
    ) AS pairs
    JOIN seconds ON seconds.y = pairs.y AND seconds.z = pairs.z
    WHERE (pairs.y, pairs.z) IN (SELECT y, z FROM seconds)  -- for speed alone: pairs, then walks
    GROUP BY pairs.r1, seconds.r2, pairs.r3, pairs.x, pairs.z
  ) AS walks
  GROUP BY r1, r2, r3
),
several AS (
  SELECT r1, x, y
  FROM (SELECT r1, x, y, COUNT(*) OVER (PARTITION BY r1, x) AS ys FROM firsts) AS counts
  WHERE ys > 1  -- for speed alone: of others no two walks meet
),
shared AS (
  SELECT y, r2, z
  FROM (SELECT y, r2, z, COUNT(*) OVER (PARTITION BY r2, z) AS ys FROM seconds) AS counts
  WHERE ys > 1  -- for speed alone: of others no two walks meet
),
starts AS (
  SELECT r1, r2, x, SUM(ends) AS ends
  FROM (
    SELECT firsts.r1, onward.r2, firsts.x, onward.ends
    FROM firsts
    JOIN (SELECT y, r2, COUNT(*) AS ends FROM seconds GROUP BY y, r2) AS onward
      ON onward.y = firsts.y
    UNION ALL
    SELECT firsts.r1, seconds.r2, firsts.x, -1
    FROM firsts
    JOIN seconds ON seconds.y = firsts.y AND seconds.z = firsts.x
    UNION ALL
    SELECT several.r1, shared.r2, several.x, 1 - COUNT(*)
    FROM several
    JOIN shared ON shared.y = several.y
    WHERE shared.z <> several.x
    GROUP BY several.r1, shared.r2, several.x, shared.z
    HAVING COUNT(*) > 1  -- for speed alone: of one walk the correction is 0
  ) AS counts
  GROUP BY r1, r2, x
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
SELECT closed.r1, closed.r2, closed.r3, bases.triples, CAST(closed.matches AS BIGINT) AS matches,
       closed.support, CAST(bodies.body AS BIGINT) AS body,
       CAST(reached.pca_body AS BIGINT) AS pca_body, heads.triples AS head
FROM closed
JOIN bodies ON bodies.r1 = closed.r1 AND bodies.r2 = closed.r2
JOIN reached ON reached.r1 = closed.r1 AND reached.r2 = closed.r2 AND reached.r3 = closed.r3
JOIN counted AS bases ON bases.p = closed.r1
JOIN counted AS heads ON heads.p = closed.r3
