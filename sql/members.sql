-- Entities of the most frequent types, each under the most frequent type that it has; where the
-- graph has no types, any subjects of facts, each for itself.
--
-- params:  $type: iri = p of typing, $types: iri* = type of frequent_types
-- params:  $untyped: iri* = p of untyped, $members: int = 50, $all: int = 500
-- columns: type: iri, entities: int, x: iri
-- sample:  1 per x by -entities type, $members per type, $all

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
UNION
SELECT s AS type, 0 AS entities, s AS x
FROM facts
WHERE p IN ($untyped)
