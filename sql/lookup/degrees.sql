-- The degree of each entity: its distinct facts as subject or object, a self-loop once.
--
-- params:  $entities: iri*
-- columns: entity: iri, degree: int

SELECT entity, COUNT(*) AS degree
FROM (
  SELECT s AS entity FROM facts WHERE s IN ($entities)
  UNION ALL
  SELECT o AS entity FROM facts WHERE o IN ($entities) AND s <> o
) AS ends
GROUP BY entity
