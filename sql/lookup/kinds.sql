-- The types of entities, by facts or beside them.
--
-- params:  $entities: iri*, $type: iri*
-- columns: entity: iri, kind: iri

SELECT DISTINCT s AS entity, o AS kind
FROM (SELECT s, p, o FROM facts UNION ALL SELECT s, p, o FROM ontology) AS said
WHERE p IN ($type)
  AND s IN ($entities)
  AND o > 0
