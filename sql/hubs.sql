-- The entities with most facts about them, each under the most frequent type that it has.
--
-- params:  $type: iri = wdt:P31, $least: int = 20, $entities: int = 50
-- columns: type: iri, members: int, x: iri, facts: int
-- sample:  1 per x by -members type, $entities by -facts

SELECT kinds.o AS type, kinds.members, hubs.s AS x, hubs.facts
FROM (
  SELECT s, COUNT(*) AS facts
  FROM facts
  WHERE o > 0
    AND s <> o
  GROUP BY s
  HAVING COUNT(*) >= $least
) AS hubs
JOIN facts AS f ON f.s = hubs.s
JOIN (
  SELECT o, COUNT(*) AS members
  FROM facts
  WHERE p = $type
    AND o > 0
  GROUP BY o
) AS kinds ON kinds.o = f.o
WHERE f.p = $type
