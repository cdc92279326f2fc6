-- Entities of the most frequent types, each under the most frequent type that it has.
--
-- params:  $type: iri = wdt:P31, $types: iri* = type of frequent_types, $members: int = 50
-- columns: type: iri, entities: int, x: iri
-- sample:  1 per x by -entities type, $members per type

SELECT f.o AS type, sizes.entities, f.s AS x
FROM (
  SELECT o, COUNT(*) AS entities
  FROM facts
  WHERE p = $type
    AND o IN ($types)
  GROUP BY o
) AS sizes
JOIN facts AS f ON f.o = sizes.o
WHERE f.p = $type
