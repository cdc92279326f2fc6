-- Labels, aliases and descriptions of entities or predicates in one language.
--
-- params:  $entities: iri*, $language: str
-- columns: entity: iri, kind: str, text: str

SELECT entity, kind, text
FROM labels
WHERE entity IN ($entities)
  AND language = $language
