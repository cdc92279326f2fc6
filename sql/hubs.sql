-- The entities with most facts about them, each under the most frequent type that it has; where
-- the graph has no types, all are things.
--
-- params:  $type: iri = p of typing, $untyped: iri* = p of untyped
-- params:  $thing: iri = owl:Thing, $least: int = 20, $entities: int = 50
-- columns: type: iri, members: int, x: iri, facts: int
-- sample:  1 per x by -members type, $entities by -facts

SELECT kinds.type, kinds.members, hubs.s AS x, hubs.facts
FROM (
  SELECT s, COUNT(*) AS facts
  FROM facts
  WHERE o > 0
    AND s <> o
  GROUP BY s
  HAVING COUNT(*) >= $least
) AS hubs
JOIN (
  SELECT f.s, f.o AS type, sizes.members
  FROM facts AS f
  JOIN (
    SELECT o, COUNT(*) AS members
    FROM facts
    WHERE p = $type
      AND o > 0
    GROUP BY o
  ) AS sizes ON sizes.o = f.o
  WHERE f.p = $type
  UNION
  SELECT s, $thing AS type, 0 AS members
  FROM facts
  WHERE p IN ($untyped)
) AS kinds ON kinds.s = hubs.s
