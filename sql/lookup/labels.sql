-- Labels, aliases and descriptions of entities or predicates in one language, and those that
-- Wikidata keeps for all languages at once (mul).
--
-- params:  $entities: iri*, $language: str
-- columns: entity: iri, language: str, kind: str, text: str

SELECT entity, language, kind, text
FROM labels
WHERE entity IN ($entities)
  AND language IN ($language, 'mul')
