-- Labels, aliases and descriptions of entities or predicates in one language and its varieties
-- (en-gb of en), and those that Wikidata keeps for all languages at once (mul).
--
-- params:  $entities: iri*, $language: str
-- columns: entity: iri, language: str, kind: str, text: str

SELECT entity, language, kind, text
FROM labels
WHERE entity IN ($entities)
  AND (language IN ($language, 'mul') OR language LIKE CONCAT($language, '-%'))
