-- The types that most entities have.
--
-- params:  $type: iri = p of typing, $top: int = 10
-- columns: type: iri, entities: int
-- sample:  $top by -entities

SELECT o AS type, COUNT(*) AS entities
FROM facts
WHERE p = $type
  AND o > 0
GROUP BY o
